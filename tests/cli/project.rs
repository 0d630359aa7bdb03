//! A project in a temporary folder, and the program run in it with nothing of this environment.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::redact::redacted;

/// The built program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_automaton");

/// What every call finds in its environment. No agent makes itself known in it.
pub const VARIABLES: [(&str, &str); 3] = [
    ("TZ", "UTC"),
    ("LC_ALL", "C"),
    ("AUTOMATON_ACTOR", "tester"),
];

/// A project of its own.
pub struct Project {
    folder: TempDir,
}

impl Project {
    /// A folder without `.automaton`.
    pub fn bare() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in ["project", "home"] {
            fs::create_dir(folder.path().join(name)).expect("a folder");
        }
        Self { folder }
    }

    /// A project whose workflow file has this text.
    pub fn with(workflow: &str) -> Self {
        let project = Self::bare();
        project.write(".automaton/workflow.kdl", workflow);
        project
    }

    /// A project under the default workflow, with approvals by whoever relays them.
    pub fn relayed() -> Self {
        let text = include_str!("../../workflow.kdl");
        assert!(text.contains("by=human"));
        Self::with(&text.replace("by=human", "by=anyone"))
    }

    /// The same project once more, in a folder of its own.
    pub fn copy(&self) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        crate::tree::copy(self.folder.path(), folder.path());
        Self { folder }
    }

    pub fn root(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    pub fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }

    /// The path of a file in the folder of a task.
    pub fn in_task(&self, task: &str, file: &str) -> PathBuf {
        self.path(".automaton/tasks").join(task).join(file)
    }

    pub fn write(&self, path: &str, text: &str) {
        put(&self.path(path), text);
    }

    /// Writes a file into the folder of a task.
    pub fn artifact(&self, task: &str, file: &str, text: &str) {
        put(&self.in_task(task, file), text);
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).expect(path)
    }

    /// Every file of the project, with its bytes.
    pub fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        let mut folders = vec![self.root()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let bytes = fs::read(&path).expect("a file");
                    files.insert(path, bytes);
                }
            }
        }
        files
    }

    /// What `.state` says.
    pub fn state(&self, task: &str) -> String {
        self.read(&format!(".automaton/tasks/{task}/.state"))
    }

    /// The program with this environment and no arguments yet.
    pub fn command(&self) -> Command {
        let mut command = Command::new(PROGRAM);
        command
            .current_dir(self.root())
            .env_clear()
            .env("HOME", self.home())
            .envs(VARIABLES)
            .stdin(Stdio::null());
        command
    }

    /// Runs the program with the words of `line`.
    pub fn run(&self, line: &str) -> Run {
        self.call(&line.split_whitespace().collect::<Vec<_>>())
    }

    /// Runs the program in another folder.
    pub fn run_in(&self, folder: &Path, line: &str) -> Run {
        let words = line.split_whitespace();
        self.finish(self.command().current_dir(folder).args(words))
    }

    /// Runs the program with arguments that may contain spaces.
    pub fn call(&self, arguments: &[&str]) -> Run {
        self.finish(self.command().args(arguments))
    }

    /// Runs the program with a text on standard input.
    pub fn feed(&self, input: &str, arguments: &[&str]) -> Run {
        let mut command = self.command();
        command.args(arguments).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("standard input");
        stdin.write_all(input.as_bytes()).expect("it is read");
        drop(stdin);
        let output = child.wait_with_output().expect("the program ends");
        Run::of(&output, self.folder.path())
    }

    /// Runs the program, which answers with one document that knows how it ends.
    pub fn json(&self, arguments: &[&str]) -> Value {
        let run = self.call(arguments);
        let document: Value = serde_json::from_str(&run.stdout).expect("one document");
        assert_eq!(document["exit"], run.exit, "{document}");
        assert_eq!(document["ok"], run.exit == 0, "{document}");
        document
    }

    /// Runs the program as an agent would.
    pub fn as_agent(&self, line: &str) -> Run {
        let words = line.split_whitespace();
        self.finish(self.command().env("CLAUDECODE", "1").args(words))
    }

    /// Runs each line, which must succeed.
    pub fn all(&self, lines: &[&str]) {
        for line in lines {
            let run = self.run(line);
            assert_eq!(run.exit, 0, "{line}\n{run}");
        }
    }

    /// Runs any command to its end.
    pub fn finish(&self, command: &mut Command) -> Run {
        self.came_to(&command.output().expect("the program runs"))
    }

    /// What a call came to that somebody else waited for.
    pub fn came_to(&self, output: &Output) -> Run {
        Run::of(output, self.folder.path())
    }
}

fn put(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
    fs::write(path, text).expect("written");
}

/// What a call came to, with times, digests and temporary paths replaced.
#[derive(Debug, PartialEq, Eq)]
pub struct Run {
    pub exit: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    fn of(output: &Output, folder: &Path) -> Self {
        let text = |bytes: &[u8]| {
            let text = String::from_utf8(bytes.to_vec()).expect("text");
            redacted(&text, folder)
        };
        Self {
            exit: output.status.code().expect("an exit code"),
            stdout: text(&output.stdout),
            stderr: text(&output.stderr),
        }
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "exit {}", self.exit)?;
        f.write_str(&self.stdout)?;
        if !self.stderr.is_empty() {
            write!(f, "--- stderr\n{}", self.stderr)?;
        }
        Ok(())
    }
}
