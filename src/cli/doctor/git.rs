//! Whether Git does with the files of tasks what it should.

use crate::report::Symptom;
use crate::task::{Git, MACHINE_LOCAL};

/// A task folder, which need not exist for Git to tell its rules.
const EXAMPLE: &str = ".automaton/tasks/example";

/// What there is to say about Git in a project.
pub(super) fn symptoms(git: &Git) -> Vec<Symptom> {
    let program = program(git);
    match git.is_worktree() {
        Err(_) => vec![program],
        Ok(false) => vec![
            program,
            Symptom::ok(
                "repository",
                "none: the state of tasks stays on this machine",
            ),
        ],
        Ok(true) => vec![program, reach(git), bytes(git)],
    }
}

/// Whether the program is there.
pub(super) fn program(git: &Git) -> Symptom {
    match git.version() {
        Some(version) => Symptom::ok("git", version),
        None => Symptom::warning(
            "git",
            "the `git` program does not run",
            "install it to have commits checked; nothing else needs it",
        ),
    }
}

/// How far the state of tasks reaches: with the branch, or on this machine only.
fn reach(git: &Git) -> Symptom {
    match ignored(git) {
        Ok(symptom) => symptom,
        Err(problem) => failed("gitignore", problem),
    }
}

fn ignored(git: &Git) -> Result<Symptom, String> {
    let ignores = |name: &str| git.ignores(&format!("{EXAMPLE}/{name}"));
    let mend = "let `.automaton/.gitignore` ignore both or neither: `automaton init` shows how";
    match (ignores(".state")?, ignores(".state.journal")?) {
        (true, false) => {
            let seen = "`.state` is ignored and its journal is not: a branch switch will look like \
                tampering";
            return Ok(Symptom::warning("gitignore", seen, mend));
        }
        (false, true) => {
            let seen = "the journal is ignored and `.state` is not: on another machine every task is \
                untracked";
            return Ok(Symptom::warning("gitignore", seen, mend));
        }
        (true, true) => {
            let seen = "tasks are ignored: one live state in this worktree, shared by linked ones";
            return Ok(Symptom::ok("gitignore", seen));
        }
        (false, false) => {}
    }
    let mut missing = Vec::new();
    for name in MACHINE_LOCAL.iter().filter(|name| !name.contains('*')) {
        if !ignores(name)? {
            missing.push(format!("`{name}`"));
        }
    }
    Ok(if missing.is_empty() {
        Symptom::ok(
            "gitignore",
            "the state of tasks is committed, what is machine-local is not",
        )
    } else {
        let missing = missing.join(", ");
        Symptom::warning(
            "gitignore",
            format!("not ignored, although of this machine only: {missing}"),
            "add these names to `.automaton/.gitignore`",
        )
    })
}

/// Whether digests survive a checkout.
fn bytes(git: &Git) -> Symptom {
    match git.keeps_bytes(&format!("{EXAMPLE}/artifact")) {
        Ok(true) => Symptom::ok("gitattributes", "bytes are kept as they are"),
        Ok(false) => Symptom::warning(
            "gitattributes",
            "Git may change line endings, and digests are over raw bytes",
            "add the line `* -text` to `.automaton/.gitattributes`",
        ),
        Err(problem) => failed("gitattributes", problem),
    }
}

fn failed(subject: &'static str, problem: String) -> Symptom {
    Symptom::warning(
        subject,
        problem,
        "run the same `git` command by hand to see why",
    )
}
