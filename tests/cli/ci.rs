//! What a team runs in CI: the steps of the action, the hooks of pre-commit, and the page about
//! both.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use insta::assert_snapshot;

use crate::lint_workflow::{GOOD, MISSPELT};
use crate::project::{PROGRAM, Project, Run};

/// The text of a file of this repository.
fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect(path)
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The lint step of the action as a runner takes it, with these inputs besides the defaults.
fn lint_step(project: &Project, inputs: &[(&str, &str)]) -> Run {
    let folder = PathBuf::from(PROGRAM);
    let folder = folder.parent().expect("a folder").display();
    project.finish(
        Command::new("bash")
            .arg(root().join(".ci/action/lint"))
            .current_dir(project.root())
            .env_clear()
            .env("PATH", format!("{folder}:/usr/bin:/bin"))
            .envs([
                ("FILES", ".automaton/workflow.kdl\n"),
                ("FAIL_LEVEL", "error"),
                ("WORKING_DIRECTORY", "."),
                ("SARIF_FILE", ""),
                ("UPLOAD_SARIF", "false"),
            ])
            .envs(inputs.iter().copied()),
    )
}

#[test]
fn the_lint_step_annotates_lines_and_writes_the_log() {
    let project = Project::with(MISSPELT);
    assert_snapshot!(lint_step(&project, &[("SARIF_FILE", "found.sarif")]), @"
    exit 1
    ::error file=.automaton/workflow.kdl,line=3,col=24,endColumn=32,title=undefined-reference::no phase `finished` is declared%0Ahelp: did you mean `finish`?
    ");
    let log: serde_json::Value =
        serde_json::from_str(&project.read("found.sarif")).expect("a document");
    assert_eq!(
        log["runs"][0]["results"][0]["ruleId"],
        "undefined-reference"
    );
}

#[test]
fn the_lint_step_takes_several_files_from_a_folder() {
    let project = Project::bare();
    project.write("below/a b.kdl", GOOD);
    project.write("below/c.kdl", MISSPELT);
    let files = ("FILES", "a b.kdl\n\nc.kdl\n");
    assert_snapshot!(lint_step(&project, &[files, ("WORKING_DIRECTORY", "below")]), @"
    exit 1
    ::error file=below/c.kdl,line=3,col=24,endColumn=32,title=undefined-reference::no phase `finished` is declared%0Ahelp: did you mean `finish`?
    ");
    assert_eq!(lint_step(&project, &[("FILES", "below/a b.kdl")]).exit, 0);
}

#[test]
fn the_lint_step_refuses_inputs_that_make_no_sense() {
    let project = Project::with(GOOD);
    assert_snapshot!(lint_step(&project, &[("FILES", "\n")]), @"
    exit 2
    ::error::the input `files` names no file
    ");
    assert_snapshot!(lint_step(&project, &[("UPLOAD_SARIF", "true")]), @"
    exit 2
    ::error::`upload-sarif` needs `sarif-file`
    ");
    assert_snapshot!(lint_step(&project, &[("FILES", "$(touch x)\n")]), @"
    exit 2
    ::error file=$(touch x),title=file-unreadable::the file cannot be read%0ANo such file or directory (os error 2)
    ");
    assert!(!project.path("x").exists());
    let nowhere = lint_step(&project, &[("SARIF_FILE", "no/where.sarif")]);
    assert_eq!(nowhere.exit, 1, "{nowhere}");
}

/// The key changes with every file that the program is built from.
#[test]
fn the_key_step_names_the_source() {
    let project = Project::bare();
    let script = text(".ci/action/key");
    project.write(".ci/action/key", &script);
    project.write("src/main.rs", "fn main() {}\n");
    let key = || {
        let run = project.finish(
            Command::new("bash")
                .arg(project.path(".ci/action/key"))
                .current_dir(project.home()),
        );
        assert_eq!(run.exit, 0, "{run}");
        run.stdout
    };
    let before = key();
    assert!(before.starts_with("key="), "{before}");
    project.write("target/debug/automaton", "a build");
    assert_eq!(key(), before);
    project.write("src/main.rs", "fn main() { }\n");
    assert_ne!(key(), before);
}

/// The commands of a page, wherever they stand in its blocks.
fn commands(page: &str) -> Vec<String> {
    let mut fenced = false;
    let mut found = Vec::new();
    for line in page.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
        }
        let code: Vec<&str> = if fenced {
            vec![line]
        } else {
            line.split('`').skip(1).step_by(2).collect()
        };
        for code in code {
            let code = code.trim_start_matches(|c: char| "$- ".contains(c));
            let code = code.strip_prefix("run: ").unwrap_or(code);
            let code = code.strip_prefix("entry: ").unwrap_or(code);
            if code.starts_with("automaton ") {
                let end = code.find(['|', '>']).unwrap_or(code.len());
                found.push(code[..end].trim().to_owned());
            }
        }
    }
    found
}

#[test]
fn every_command_of_the_page_and_of_the_hooks_parses() {
    let mut found = commands(&text("docs/ci.md"));
    assert!(found.len() >= 12, "{found:?}");
    // `pre-commit` adds the names of files.
    let hooks = commands(&format!("```\n{}", text(".pre-commit-hooks.yaml")));
    let entries = [
        "automaton lint-workflow",
        "automaton audit",
        "automaton hook pre-commit",
    ];
    assert_eq!(hooks, entries);
    found.push(format!("{} a.kdl b.kdl", hooks[0]));
    for command in found {
        let words = command.split_whitespace();
        let parsed = automaton::cli::command().try_get_matches_from(words);
        assert_eq!(
            parsed.err().map(|error| error.to_string()),
            None,
            "{command}"
        );
    }
}

#[test]
fn the_page_knows_every_input_and_every_hook() {
    let (page, action) = (text("docs/ci.md"), text("action.yml"));
    let (inputs, _) = action.split_once("\nruns:").expect("steps");
    let (_, inputs) = inputs.split_once("inputs:\n").expect("inputs");
    let name = |line: &str| Some(line.strip_prefix("  ")?.strip_suffix(':')?.to_owned());
    let declared: Vec<String> = inputs
        .lines()
        .filter(|line| !line.starts_with("   "))
        .filter_map(name)
        .collect();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
    let rows = rows.filter_map(|row| row.split_once('`'));
    let told: Vec<&str> = rows
        .map(|(name, _)| name)
        .filter(|name| !name.contains(' '))
        .collect();
    assert_eq!(told, declared);
    let ids = |text: &str| -> Vec<String> {
        let ids = text
            .lines()
            .filter_map(|line| line.trim().strip_prefix("- id: "));
        ids.map(str::to_owned).collect()
    };
    assert_eq!(ids(&page), ids(&text(".pre-commit-hooks.yaml")));
}
