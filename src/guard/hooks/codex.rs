//! `OpenAI` Codex: an entry in `.codex/hooks.json`, which a person has to trust.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use serde_json::{Value, json};

use super::setup::{Caller, Entry, Part, Setup, Write, exit_two};
use super::surroundings::{Surroundings, Trust};

/// How long Codex may take to list its hooks.
const PATIENCE: Duration = Duration::from_secs(15);

pub(super) static CODEX: Setup = Setup {
    harness: "codex",
    signs: &[".codex"],
    program: "codex",
    parts,
    announce: |write: &Write<'_>| {
        json!({
            "session_id": "automaton-hooks-test",
            "turn_id": "1",
            "cwd": write.folder(),
            "hook_event_name": "PreToolUse",
            "tool_name": "apply_patch",
            "tool_input": {"command": write.patch()},
        })
    },
    stops: exit_two,
    switches: &[],
    subfolders_need_user: false,
    trust: Some(trust),
};

fn parts(caller: &Caller<'_>) -> Vec<Part> {
    let value = json!({
        "matcher": "Bash|apply_patch|mcp__.*",
        "hooks": [{
            "type": "command",
            "command": caller.command("codex"),
            "timeout": 10,
        }],
    });
    let list = &["hooks", "PreToolUse"];
    let entries = vec![Entry { list, value }];
    vec![Part::entries(".codex/hooks.json", None, entries)]
}

/// Hooks that nobody trusted do not run. Only Codex itself knows which are.
fn trust(around: &Surroundings<'_>) -> Trust {
    let remedy =
        "let a person start `codex` here, trust the folder, and trust the hook in `/hooks`";
    let unknown = |seen: &str| Trust::Unknown {
        seen: seen.to_owned(),
        remedy: remedy.to_owned(),
    };
    if around.program("codex").is_none() {
        return unknown("`codex` is not on `PATH`: nobody can say whether it trusts the hook");
    }
    let Some(hooks) = listed(around) else {
        return unknown("`codex app-server` does not say whether it trusts the hook");
    };
    let ours = |hook: &&Value| hook.to_string().contains("hook codex");
    let missing = |seen: String| Trust::Missing {
        seen,
        remedy: remedy.to_owned(),
    };
    match hooks.iter().find(ours) {
        None => missing("codex does not list the hook: the folder is not trusted".to_owned()),
        Some(hook) => match hook.get("trustStatus").and_then(Value::as_str) {
            Some("trusted" | "managed") => Trust::Given,
            status => missing(format!(
                "codex calls the hook {}",
                status.unwrap_or("unknown")
            )),
        },
    }
}

/// The hooks that Codex would run in the project; nothing where it does not answer.
fn listed(around: &Surroundings<'_>) -> Option<Vec<Value>> {
    let mut child = Command::new(around.program("codex")?)
        .arg("app-server")
        .current_dir(around.project)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let answer = Server::of(&mut child).and_then(|mut server| server.hooks(around));
    // It has said what it was asked for, or never will.
    let _ = child.kill();
    let _ = child.wait();
    answer
}

/// A `codex app-server` that is asked one thing after the other.
struct Server {
    requests: ChildStdin,
    answers: Receiver<Value>,
}

impl Server {
    fn of(child: &mut Child) -> Option<Self> {
        let answers = BufReader::new(child.stdout.take()?);
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            let lines = answers.lines().map_while(Result::ok);
            let mut documents = lines.filter_map(|line| serde_json::from_str(&line).ok());
            documents.try_for_each(|document: Value| sender.send(document))
        });
        Some(Self {
            requests: child.stdin.take()?,
            answers: receiver,
        })
    }

    fn hooks(&mut self, around: &Surroundings<'_>) -> Option<Vec<Value>> {
        let client = json!({"name": "automaton", "version": env!("CARGO_PKG_VERSION")});
        self.ask(1, "initialize", &json!({"clientInfo": client}))?;
        writeln!(
            self.requests,
            r#"{{"jsonrpc":"2.0","method":"initialized"}}"#
        )
        .ok()?;
        let answer = self.ask(2, "hooks/list", &json!({"cwds": [around.project]}))?;
        answer.pointer("/result/data/0/hooks")?.as_array().cloned()
    }

    fn ask(&mut self, id: u64, method: &str, parameters: &Value) -> Option<Value> {
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": parameters});
        writeln!(self.requests, "{request}").ok()?;
        loop {
            let answer = self.answers.recv_timeout(PATIENCE).ok()?;
            if answer.get("id") == Some(&json!(id)) {
                return Some(answer);
            }
        }
    }
}
