//! Asking the `git` program about a project: this file and its child alone run it.

mod history;
mod worktree;

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub(super) use self::history::{Blob, Commit, Objects};
pub use self::worktree::{Changed, Look, Looks};

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

    /// The folder that Git runs hooks from, which need not exist.
    pub fn hooks_folder(&self) -> Result<PathBuf, String> {
        self.path(&["--git-path", "hooks"])
    }

    /// The folder of the repository, shared by its worktrees.
    pub fn common_folder(&self) -> Result<PathBuf, String> {
        self.path(&["--git-common-dir"])
    }

    /// The top of the worktree.
    pub fn top(&self) -> Result<PathBuf, String> {
        self.path(&["--show-toplevel"])
    }

    /// The folder, relative to the top of its worktree; empty at the top.
    pub fn below_top(&self) -> Result<PathBuf, String> {
        self.path(&["--show-prefix"])
    }

    /// Makes `index` the index of a commit that adds an empty file at `path` to what is committed, or
    /// of one that changes nothing. The repository's own index stays as it is.
    pub fn stage_aside(&self, index: &Path, path: Option<&Path>) -> Result<(), String> {
        let aside = |arguments: &[&OsStr]| {
            let mut command = self.command(arguments);
            command.env("GIT_INDEX_FILE", index);
            let output = output_of(&mut command)?;
            if output.status.success() {
                Ok(output.stdout)
            } else {
                Err(complaint(&output))
            }
        };
        let words = |line: &'static str| line.split(' ').map(OsStr::new).collect::<Vec<_>>();
        let begun = self.run(&["rev-parse", "--quiet", "--verify", "HEAD"])?;
        aside(&words(if begun.status.success() {
            "read-tree HEAD"
        } else {
            "read-tree --empty"
        }))?;
        let Some(path) = path else {
            return Ok(());
        };
        let id = aside(&words("hash-object -t blob --stdin"))?;
        let entry = [
            b"100644,",
            id.trim_ascii(),
            b",",
            path.as_os_str().as_bytes(),
        ]
        .concat();
        let mut call = words("update-index --add --cacheinfo");
        call.push(OsStr::from_bytes(&entry));
        aside(&call).map(drop)
    }

    fn path(&self, asked: &[&str]) -> Result<PathBuf, String> {
        let call = [&["rev-parse", "--path-format=absolute"], asked].concat();
        let output = self.run(&call)?;
        if !output.status.success() {
            return Err(complaint(&output));
        }
        let path = output.stdout.strip_suffix(b"\n").unwrap_or(&output.stdout);
        Ok(PathBuf::from(OsStr::from_bytes(path)))
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

    fn command(&self, arguments: &[impl AsRef<OsStr>]) -> Command {
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
