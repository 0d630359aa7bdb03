//! Running an installed command as a harness would: by the shell, with a payload, and with nothing
//! of this environment but where programs and the user's files are found.

use std::ffi::OsStr;
use std::io::{self, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::Value;

use super::inspection::Fault;
use super::surroundings::Surroundings;
use crate::guard::Reply;

/// A file that no workflow, phase or override lets anybody write, relative to the project.
pub(super) const GUARDED: &str = ".automaton/tasks/automaton-hooks-test/.state";
/// A file that may be written whatever the phase. It is not.
pub(super) const FREE: &str = "/tmp/automaton-hooks-test";
/// How long a hook may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a command answered.
pub(super) struct Trial<'t> {
    pub(super) command: &'t str,
    /// To what has to be stopped.
    pub(super) stopped: Reply,
    /// To what has to pass.
    pub(super) passed: Reply,
    /// Whether an answer stops the harness.
    pub(super) stops: &'t dyn Fn(&Reply) -> bool,
}

impl Trial<'_> {
    /// Whether the gate is there and decides; `what` is what it lets pass.
    pub(super) fn verdict(&self, around: &Surroundings<'_>, what: &str) -> Result<(), Fault> {
        if let Some(program) = program(self.command)
            && !program.contains('/')
            && around.program(program).is_none()
        {
            return Err(Fault {
                seen: format!("`{program}` is not on `PATH`"),
                remedy: "put the folder of the program on the `PATH` of the harness too".to_owned(),
            });
        }
        if !(self.stops)(&self.stopped) {
            return Err(Fault {
                seen: format!(
                    "a {what} that is forbidden goes through (exit {})",
                    self.stopped.exit
                ),
                remedy: format!("see which program `{}` runs", self.command.trim_end()),
            });
        }
        if (self.stops)(&self.passed) {
            return Err(Fault {
                seen: format!("every {what} is stopped: {}", reason(&self.passed)),
                remedy: "mend what the message says; until then nothing gets through".to_owned(),
            });
        }
        Ok(())
    }
}

/// The first line of the reason that an answer gives, in whatever form.
fn reason(reply: &Reply) -> String {
    fn text(value: &Value) -> Option<&str> {
        match value {
            Value::String(text) => Some(text)
                .filter(|text| text.contains(' '))
                .map(String::as_str),
            Value::Array(items) => items.iter().find_map(text),
            Value::Object(fields) => fields.values().find_map(text),
            _ => None,
        }
    }
    let document: Option<Value> = serde_json::from_str(&reply.stdout).ok();
    let stated = document.as_ref().and_then(text);
    let said = stated
        .into_iter()
        .chain([reply.stderr.as_str(), reply.stdout.as_str()]);
    let mut lines = said.filter_map(|text| text.trim().lines().next());
    lines.next().unwrap_or("without a word").to_owned()
}

/// The program that a command calls as the gate.
fn program(command: &str) -> Option<&str> {
    let words: Vec<&str> = command.split_whitespace().collect();
    let hook = words.iter().position(|word| *word == "hook")?;
    let before = words[..hook].iter().rev();
    let found = before.copied().find(|word| word.contains("automaton"))?;
    Some(found.trim_matches('\''))
}

/// Runs a command with a payload on standard input.
pub(super) fn ran(
    command: &str,
    payload: &str,
    folder: &Path,
    around: &Surroundings<'_>,
    variables: &[(&str, &OsStr)],
) -> io::Result<Reply> {
    let mut shell = Command::new("/bin/sh");
    shell
        .args(["-c", command])
        .current_dir(folder)
        .env_clear()
        .envs(around.search.iter().map(|path| ("PATH", path)))
        .envs(around.home.iter().map(|home| ("HOME", home)))
        .envs(variables.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0);
    let mut child = shell.spawn()?;
    let group = Pid::from_child(&child);
    if let Some(mut input) = child.stdin.take() {
        // A command that reads nothing answers all the same.
        let _ = input.write_all(payload.as_bytes());
    }
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || sender.send(child.wait_with_output()));
    let Ok(output) = receiver.recv_timeout(PATIENCE) else {
        let _ = kill_process_group(group, Signal::KILL);
        return Err(io::Error::other("the hook takes too long"));
    };
    let output = output?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(Reply {
        stdout: text(&output.stdout),
        stderr: text(&output.stderr),
        // A signal is no answer; no harness reads this code as leave or as a refusal.
        exit: output
            .status
            .code()
            .map_or(255, |code| code.try_into().unwrap_or(255)),
    })
}
