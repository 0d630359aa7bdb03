//! Asking the `git` program about a project: this file and its child alone run it.

mod history;

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

pub(super) use self::history::{Blob, Commit, Objects};

use crate::environment::REDIRECTING;

/// The `git` program, in one folder.
#[derive(Clone, Debug)]
pub struct Git {
    folder: PathBuf,
}

impl Git {
    /// Git as seen from `folder`, whatever repository the environment names.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
        }
    }

    /// Which version there is; nothing where the program does not run.
    pub fn version(&self) -> Option<String> {
        let text = self.run(&["--version"]).ok()?;
        let text = String::from_utf8_lossy(&text.stdout).trim().to_owned();
        Some(
            text.strip_prefix("git version ")
                .unwrap_or(&text)
                .to_owned(),
        )
    }

    /// Whether the folder is in a worktree.
    pub fn is_worktree(&self) -> Result<bool, String> {
        let output = self.run(&["rev-parse", "--is-inside-work-tree"])?;
        Ok(output.status.success() && output.stdout.trim_ascii() == b"true")
    }

    /// Whether the rules of the project ignore a path, tracked or not.
    pub fn ignores(&self, path: &str) -> Result<bool, String> {
        let output = self.run(&["check-ignore", "--quiet", "--no-index", "--", path])?;
        match output.status.code() {
            Some(0) => Ok(true),
            Some(1) => Ok(false),
            _ => Err(complaint(&output)),
        }
    }

    /// Whether Git keeps the bytes of a path as they are, line endings included.
    pub fn keeps_bytes(&self, path: &str) -> Result<bool, String> {
        let output = self.run(&["check-attr", "-z", "text", "--", path])?;
        if !output.status.success() {
            return Err(complaint(&output));
        }
        let value = output.stdout.split(|&byte| byte == 0).nth(2);
        Ok(value == Some(b"unset"))
    }

    fn run(&self, arguments: &[&str]) -> Result<Output, String> {
        output_of(&mut self.command(arguments))
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("git");
        command
            .current_dir(&self.folder)
            .args(arguments)
            .env("LC_ALL", "C")
            .env("TZ", "UTC");
        for name in REDIRECTING {
            command.env_remove(name);
        }
        command
    }
}

fn output_of(command: &mut Command) -> Result<Output, String> {
    let output = command.stdin(Stdio::null()).output();
    output.map_err(|error| does_not_run(&error))
}

fn does_not_run(error: &std::io::Error) -> String {
    format!("`git` does not run: {error}")
}

fn complaint(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().next().unwrap_or("without a word");
    format!("`git` failed: {line}")
}
