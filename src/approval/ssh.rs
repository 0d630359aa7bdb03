//! Asking the `ssh-keygen` program: the only file that runs it.

use std::fs::File;
use std::io::{self, IsTerminal as _, Read as _, Seek as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::NamedTempFile;

/// What signatures are for, so that one made for something else is none here.
pub const NAMESPACE: &str = "automaton-approve";

/// Whether the program runs.
pub fn is_installed() -> bool {
    let asked = Command::new("ssh-keygen")
        .arg("-?")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    asked.is_ok()
}

/// Signs `text` with the key in the file `key`, or with the one that an agent holds where the file
/// is a public key. Says what the program said where it did not sign.
///
/// A passphrase or a touch is asked for at the terminal.
pub(super) fn sign(key: &Path, text: &str) -> io::Result<Result<String, String>> {
    let mut asked = command(&["-q", "-Y", "sign", "-n", NAMESPACE]);
    let said = run(asked.arg("-f").arg(key), text, io::stderr().is_terminal())?;
    Ok(if said.success {
        Ok(said.output)
    } else {
        Err(said.complaint())
    })
}

/// Whether the signature is one over `text`, by whichever key.
pub(super) fn holds(text: &str, signature: &str) -> io::Result<bool> {
    let signature = stored(signature)?;
    let mut asked = command(&["-Y", "check-novalidate", "-n", NAMESPACE]);
    let said = run(asked.arg("-s").arg(signature.path()), text, false)?;
    Ok(said.success)
}

/// The one whom `approvers` list with the key of the signature, and whose signature over `text` it
/// is, at the time `at`: fourteen digits in UTC. Else what the program says about it.
pub(super) fn signer(
    approvers: &str,
    text: &str,
    signature: &str,
    at: &str,
) -> io::Result<Result<String, String>> {
    let (listed, signature) = (stored(approvers)?, stored(signature)?);
    let time = format!("-Overify-time={at}");
    let ask = |words: &[&str]| {
        let mut asked = command(words);
        asked.arg("-f").arg(listed.path());
        asked.arg("-s").arg(signature.path());
        run(&mut asked, text, false)
    };
    let found = ask(&["-Y", "find-principals", &time])?;
    let mut why = found.complaint();
    for name in found.output.lines() {
        let said = ask(&["-Y", "verify", &time, "-n", NAMESPACE, "-I", name])?;
        if said.success {
            return Ok(Ok(name.to_owned()));
        }
        why = said.complaint();
    }
    let path = listed.path().display().to_string();
    Ok(Err(why.replace(&path, "approvers")))
}

/// The program with times in UTC, so that an approver is valid to the same second on every machine.
fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new("ssh-keygen");
    command.args(arguments).env("TZ", "UTC").env("LC_ALL", "C");
    command
}

/// What the program said.
struct Said {
    success: bool,
    output: String,
    errors: String,
}

impl Said {
    /// What it said against what was asked, in one line.
    fn complaint(&self) -> String {
        let lines: Vec<&str> = self.errors.lines().map(str::trim).collect();
        match lines.join("; ") {
            said if said.is_empty() => "`ssh-keygen` did not say why".to_owned(),
            said => said,
        }
    }
}

/// Runs the program to its end with `input`. What it says goes through files: a pipe ends only once
/// every copy of it is closed. One that was killed has said nothing about a signature.
fn run(command: &mut Command, input: &str, asks: bool) -> io::Result<Said> {
    let (mut output, mut errors) = (tempfile::tempfile()?, tempfile::tempfile()?);
    let mut text = tempfile::tempfile()?;
    text.write_all(input.as_bytes())?;
    text.rewind()?;
    command.stdin(text).stdout(output.try_clone()?);
    if !asks {
        command.stderr(errors.try_clone()?);
    }
    let status = command.status()?;
    if status.code().is_none() {
        return Err(io::Error::other(format!("it ended early: {status}")));
    }
    Ok(Said {
        success: status.success(),
        output: written(&mut output)?,
        errors: written(&mut errors)?,
    })
}

fn written(file: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A file with a name that holds `text` for as long as it is kept.
fn stored(text: &str) -> io::Result<NamedTempFile> {
    let mut file = NamedTempFile::new()?;
    file.write_all(text.as_bytes())?;
    Ok(file)
}
