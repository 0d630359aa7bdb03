//! The real `git` program, without this machine's settings.

use std::path::Path;
use std::process::{Command, Output};

/// Runs `git` with the words of `line` in `folder`, whatever comes of it.
pub fn tried(folder: &Path, line: &str) -> Output {
    Command::new("git")
        .args([
            "-c",
            "user.name=tester",
            "-c",
            "user.email=tester@localhost",
        ])
        .args(["-c", "commit.gpgSign=false", "-c", "gc.auto=0"])
        .args(line.split_whitespace())
        .current_dir(folder)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").expect("a path"))
        .env("HOME", folder)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_EDITOR", "true")
        .output()
        .expect("git runs")
}

/// Commits everything as it stands.
pub fn commit(folder: &Path, message: &str) {
    git(folder, "add --all");
    let message = message.replace(' ', "-");
    let line = format!("commit --quiet --allow-empty --message {message}");
    git(folder, &line);
}

/// Runs `git`, which must succeed, and says what it printed.
pub fn git(folder: &Path, line: &str) -> String {
    let output = tried(folder, line);
    assert!(output.status.success(), "git {line}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}
