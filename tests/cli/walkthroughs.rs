//! The walk-throughs of the README files and of the pages under `docs`: each `console` block is run,
//! and has to show what the program really answers. With `UPDATE_WALKTHROUGHS=1` the blocks are
//! rewritten instead.

use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::project::{PROGRAM, VARIABLES};
use crate::redact::redacted;

/// What ends the output of a command, and its exit code after that: never part of either.
const END: char = '\u{1e}';

#[test]
fn every_walkthrough_shows_what_happens() {
    let files = pages();
    assert!(files.len() >= 3, "{files:?}");
    for file in files {
        let text = fs::read_to_string(&file).expect("a README");
        let commands = commands(&text);
        let answers = run(&commands);
        for (command, answer) in commands.iter().zip(&answers) {
            let exit = answer.exit;
            let shown = file.display();
            assert_eq!(
                exit, 0,
                "{shown}: `{command}` fails, and the text does not say so"
            );
        }
        let real = rewritten(&text, &answers);
        if std::env::var_os("UPDATE_WALKTHROUGHS").is_some() {
            fs::write(&file, real).expect("written");
        } else {
            assert_eq!(text, real, "{}", file.display());
        }
    }
}

/// The pages with walk-throughs, besides the README files of examples.
const PAGES: &[&str] = &[
    "README.md",
    "docs/adoption.md",
    "docs/approvals.md",
    "docs/ci.md",
    "docs/claims.md",
    "docs/loops.md",
    "docs/prompts.md",
    "docs/tasks.md",
    "docs/templates.md",
];

/// The README files of the project and of its examples, and the pages with walk-throughs.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let examples = fs::read_dir(root.join("examples")).expect("examples");
    let mut files: Vec<PathBuf> = examples
        .map(|entry| entry.expect("an entry").path().join("README.md"))
        .chain(PAGES.iter().map(|page| root.join(page)))
        .filter(|file| file.is_file())
        .collect();
    files.sort();
    files
}

/// A line of a text, and whether it stands in a `console` block.
fn lines(text: &str) -> impl Iterator<Item = (bool, &str)> {
    let mut inside = false;
    text.lines().map(move |line| {
        if line.starts_with("```") {
            inside = line == "```console";
            (false, line)
        } else {
            (inside, line)
        }
    })
}

fn commands(text: &str) -> Vec<&str> {
    let inside = lines(text).filter(|(inside, _)| *inside);
    inside
        .filter_map(|(_, line)| line.strip_prefix("$ "))
        .collect()
}

/// The same text, with the answer of each command after it and nothing else.
fn rewritten(text: &str, answers: &[Answer]) -> String {
    let mut answers = answers.iter();
    let mut real = String::new();
    for (inside, line) in lines(text) {
        if !inside {
            _ = writeln!(real, "{line}");
        } else if line.starts_with("$ ") {
            let answer = answers.next().expect("one answer for each command");
            _ = write!(real, "{line}\n{}", answer.output);
        }
    }
    real
}

struct Answer {
    output: String,
    exit: i32,
}

/// Runs the commands one after another in one shell and one scratch folder, without a terminal.
fn run(commands: &[&str]) -> Vec<Answer> {
    let folder = tempfile::tempdir().expect("a folder");
    let (bin, home) = (folder.path().join("bin"), folder.path().join("home"));
    let here = folder.path().join("project");
    for made in [&bin, &home, &here] {
        fs::create_dir(made).expect("a folder");
    }
    symlink(PROGRAM, bin.join("automaton")).expect("a link");
    let mut script = "exec 2>&1\n".to_owned();
    for command in commands {
        _ = writeln!(script, "{command}\nprintf '{END}%s{END}' $?");
    }
    let output = Command::new("sh")
        .args(["-c", &script])
        .current_dir(here)
        .env_clear()
        .env("PATH", format!("{}:/usr/bin:/bin", bin.display()))
        .env("HOME", home)
        .envs(VARIABLES)
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let shown = String::from_utf8(output.stdout).expect("text");
    let parts: Vec<&str> = shown.split(END).collect();
    let answers = parts.chunks_exact(2).map(|part| Answer {
        output: redacted(part[0], folder.path()),
        exit: part[1].parse().expect("an exit code"),
    });
    let answers: Vec<Answer> = answers.collect();
    assert_eq!(answers.len(), commands.len(), "the shell stopped: {shown}");
    answers
}
