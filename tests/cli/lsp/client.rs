//! A scripted editor. It waits for nothing for ever: a server that hangs fails the test.

use std::io::{BufRead, BufReader, Write as _};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::project::Project;

/// How long the server may take for anything.
const PATIENCE: Duration = Duration::from_mins(1);

/// The file that the editor holds open.
pub const URI: &str = "file:///p/workflow.kdl";

/// An editor and its server.
pub struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    incoming: Receiver<Value>,
    last_id: i32,
    version: i32,
}

impl Client {
    /// Starts a server and says nothing yet.
    pub fn silent() -> Self {
        let project = Project::bare();
        let mut command = project.command();
        command.arg("lsp");
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn().expect("it starts");
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, incoming) = channel();
        thread::spawn(move || {
            while let Some(message) = received(&mut stdout) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Self {
            stdin: child.stdin.take(),
            child,
            incoming,
            last_id: 0,
            version: 0,
        }
    }

    /// An editor with these abilities, after the greetings.
    pub fn able(capabilities: &Value) -> Self {
        let mut client = Self::silent();
        client.request("initialize", &json!({"capabilities": capabilities}));
        client.notify("initialized", &json!({}));
        client
    }

    /// An editor that reads Markdown.
    pub fn start() -> Self {
        let hover = json!({"contentFormat": ["markdown", "plaintext"]});
        Self::able(&json!({"textDocument": {"hover": hover}}))
    }

    pub fn raw(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("the pipe is open");
        stdin.write_all(bytes).expect("the server reads");
        stdin.flush().expect("the server reads");
    }

    pub fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    pub fn notify(&mut self, method: &str, params: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// The next message of the server.
    pub fn next(&mut self) -> Value {
        let message = self.incoming.recv_timeout(PATIENCE);
        message.expect("the server says something")
    }

    /// The server's whole answer to a request, and nothing before it.
    pub fn request(&mut self, method: &str, params: &Value) -> Value {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        let answer = self.next();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// The diagnostics that come next, of the version that was sent last.
    pub fn diagnostics(&mut self) -> Value {
        let told = self.next();
        assert_eq!(told["method"], "textDocument/publishDiagnostics", "{told}");
        assert_eq!(told["params"]["uri"], URI);
        assert_eq!(told["params"]["version"], self.version);
        told["params"]["diagnostics"].clone()
    }

    /// Opens the file, and returns what is found in it.
    pub fn open(&mut self, text: &str) -> Value {
        self.version += 1;
        let item = json!({"uri": URI, "languageId": "kdl", "version": self.version, "text": text});
        self.notify("textDocument/didOpen", &json!({"textDocument": item}));
        self.diagnostics()
    }

    /// Changes the file, and returns what is found in it then.
    pub fn change(&mut self, changes: &Value) -> Value {
        self.version += 1;
        let file = json!({"uri": URI, "version": self.version});
        let params = json!({"textDocument": file, "contentChanges": changes});
        self.notify("textDocument/didChange", &params);
        self.diagnostics()
    }

    /// Asks something about a place of the file.
    pub fn about(&mut self, method: &str, line: usize, character: usize) -> Value {
        let place = json!({"line": line, "character": character});
        let params = json!({"textDocument": {"uri": URI}, "position": place});
        self.request(method, &params)["result"].clone()
    }

    /// The text that is shown over a place.
    pub fn hover(&mut self, line: usize, character: usize) -> String {
        let shown = self.about("textDocument/hover", line, character);
        let text = shown["contents"]["value"].as_str();
        text.unwrap_or_default().to_owned()
    }

    /// What is offered for the lines from `first` to `last`.
    pub fn actions(&mut self, first: usize, last: usize, only: &Value) -> Vec<Value> {
        let place = |line| json!({"line": line, "character": 0});
        let mut context = json!({"diagnostics": []});
        if !only.is_null() {
            context["only"] = only.clone();
        }
        let params = json!({
            "textDocument": {"uri": URI},
            "range": {"start": place(first), "end": place(last)},
            "context": context,
        });
        let answer = self.request("textDocument/codeAction", &params);
        answer["result"].as_array().expect("a list").clone()
    }

    /// Closes the pipe.
    pub fn hang_up(&mut self) {
        self.stdin = None;
    }

    /// How the server ends.
    pub fn exit(&mut self) -> i32 {
        let pause = Duration::from_millis(10);
        for _ in 0..PATIENCE.as_millis() / pause.as_millis() {
            if let Some(status) = self.child.try_wait().expect("it is ours") {
                return status.code().expect("an exit code");
            }
            thread::sleep(pause);
        }
        panic!("the server does not end");
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

fn received(stdout: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if stdout.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().strip_prefix("Content-Length: ") {
            Some(number) => length = number.parse().expect("a length"),
            None => break,
        }
    }
    let mut body = vec![0; length];
    stdout.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).expect("JSON"))
}

/// The text after the edits of an action, whose columns count UTF-16 units. Edits do not overlap.
pub fn applied(text: &str, action: &Value) -> String {
    let mut edits = action["edit"]["changes"][URI]
        .as_array()
        .expect("edits")
        .clone();
    edits.sort_by_key(|edit| offset(text, &edit["range"]["start"]));
    let mut text = text.to_owned();
    for edit in edits.iter().rev() {
        let range = &edit["range"];
        let range = offset(&text, &range["start"])..offset(&text, &range["end"]);
        text.replace_range(range, edit["newText"].as_str().expect("text"));
    }
    text
}

/// Counted here in another way than in the program.
fn offset(text: &str, place: &Value) -> usize {
    let number = |name: &str| usize::try_from(place[name].as_u64().expect("a number"));
    let line = number("line").expect("small");
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let units: Vec<u16> = text[start..].encode_utf16().collect();
    let column = number("character").expect("small");
    start + String::from_utf16(&units[..column]).expect("whole").len()
}
