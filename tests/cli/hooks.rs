//! `automaton hooks`: what it writes, what it leaves, what it takes away, and whether it stops.

mod git;
mod install;
mod kept;
mod page;
mod plugins;
mod trial;
mod uninstall;
mod written;

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use crate::project::{PROGRAM, Project, Run};

/// Every harness.
pub const EVERY: &[&str] = &[
    "claude", "cline", "codex", "copilot", "cursor", "gemini", "kiro", "opencode", "windsurf",
];

/// A project with a folder of programs, in which this one has its name.
pub fn set_up() -> Project {
    let project = Project::relayed();
    let programs = project.home().join("bin");
    fs::create_dir(&programs).expect("a folder");
    symlink(PROGRAM, programs.join("automaton")).expect("a link");
    project
}

/// The `PATH` of a harness.
pub fn path(project: &Project) -> String {
    let programs = project.home().join("bin");
    format!("{}:/usr/local/bin:/usr/bin:/bin", programs.display())
}

/// Runs the program where programs are found.
pub fn run(project: &Project, line: &str) -> Run {
    let words = line.split_whitespace();
    let mut command = project.command();
    project.finish(command.env("PATH", path(project)).args(words))
}

/// Installs hooks, which must succeed.
pub fn install(project: &Project, names: &[&str]) {
    let done = run(project, &format!("hooks install {}", names.join(" ")));
    assert_eq!(done.exit, 0, "{done}");
}

/// Runs `git` in the project, and says whether it succeeded and what it said.
pub fn git(project: &Project, words: &[&str]) -> (bool, String) {
    let output = Command::new("git")
        .current_dir(project.root())
        .env_clear()
        .env("PATH", path(project))
        .env("HOME", project.home())
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .args(["-c", "user.name=a", "-c", "user.email=a@b"])
        .args(words)
        .output()
        .expect("git runs");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8(said).expect("text");
    (output.status.success(), said)
}
