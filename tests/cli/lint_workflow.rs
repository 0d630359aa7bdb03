//! `lint-workflow`: which files, which verdict, which exit code.

use insta::assert_snapshot;

use crate::project::{Project, Run};

/// A workflow that is in order.
pub const GOOD: &str = "workflow w version=1 {
    initial a
    phase a { next done; }
    phase done terminal=success
}
";

/// A misspelt name; the fix for it is unsafe.
pub const MISSPELT: &str = "workflow w version=1 {
    initial draft
    phase draft { next finished; }
    phase finish terminal=success
}
";

fn ended(exit: i32, stdout: &str) -> Run {
    Run {
        exit,
        stdout: stdout.to_owned(),
        stderr: String::new(),
    }
}

#[test]
fn without_a_file_the_workflow_in_force_is_linted() {
    let project = Project::bare();
    let clean = ended(0, "0 errors, 0 warnings in 1 file\n");
    assert_eq!(project.call(&["lint-workflow"]), clean);
    let found = project.json(&["lint-workflow", "--project", ".", "--json"]);
    assert_eq!(found["code"], "no-project");
    assert_eq!(found["exit"], 2);

    project.write(".automaton/workflow.kdl", MISSPELT);
    let found = project.json(&["lint-workflow", "--json"]);
    assert_eq!(found["code"], "lint-findings");
    assert_eq!(found["exit"], 1);
    let place = &found["findings"][0]["places"][0];
    assert_eq!(place["file"], ".automaton/workflow.kdl");
    assert_eq!(place["text"], "finished");

    std::fs::write(project.path(".automaton/workflow.kdl"), b"workflow \xff").expect("written");
    let found = project.json(&["lint-workflow", "--json"]);
    assert_eq!(found["findings"][0]["code"], "not-utf8");
    assert_eq!(found["exit"], 1);
}

#[test]
fn a_finding_is_drawn_at_its_place() {
    let project = Project::bare();
    project.write("w.kdl", MISSPELT);
    let run = project.call(&["lint-workflow", "w.kdl"]);
    assert_eq!((run.exit, run.stderr.as_str()), (1, ""));
    assert_snapshot!(run.stdout, @r"
    error[undefined-reference]

      × no phase `finished` is declared
       ╭─[w.kdl:3:24]
     2 │     initial draft
     3 │     phase draft { next finished; }
       ·                        ────────
     4 │     phase finish terminal=success
       ╰────
      help: did you mean `finish`?

    1 error, 0 warnings in 1 file
    ");
}

#[test]
fn a_missing_file_is_an_error_of_the_call_and_hides_nothing() {
    let project = Project::bare();
    project.write("w.kdl", MISSPELT);
    project.write("good.kdl", GOOD);
    for (files, exit, codes) in [
        (&["gone.kdl"][..], 2, &["file-unreadable"][..]),
        (&["."], 2, &["file-unreadable"]),
        (
            &["gone.kdl", "w.kdl"],
            2,
            &["undefined-reference", "file-unreadable"],
        ),
        (
            &["w.kdl", "gone.kdl", "good.kdl"],
            2,
            &["undefined-reference", "file-unreadable"],
        ),
        (&["w.kdl", "good.kdl"], 1, &["undefined-reference"]),
        (&["good.kdl"], 0, &[]),
    ] {
        let mut outputs = Vec::new();
        for format in ["json", "text", "sarif", "github", "rdjson"] {
            let mut call = vec!["lint-workflow", "--format", format];
            call.extend(files);
            let run = project.call(&call);
            assert_eq!(run.exit, exit, "{call:?}");
            outputs.push(run.stdout);
        }
        let document: serde_json::Value = serde_json::from_str(&outputs[0]).expect("JSON");
        let findings = document["findings"].as_array().expect("a list");
        let found: Vec<&str> = findings
            .iter()
            .map(|finding| finding["code"].as_str().expect("a code"))
            .collect();
        assert_eq!(found, codes, "{files:?}");
        assert_eq!(document["files"], files.len());
    }
}

#[test]
fn the_order_of_the_files_and_naming_one_twice_change_nothing() {
    let project = Project::bare();
    project.write("a.kdl", MISSPELT);
    project.write("b.kdl", &GOOD.replace("next done", "next a"));
    project.write("c.kdl", GOOD);
    let one = project.call(&["lint-workflow", "a.kdl", "b.kdl", "c.kdl"]);
    let b = project.path("b.kdl");
    let b = b.to_str().expect("text");
    let other = project.call(&["lint-workflow", "c.kdl", b, "./a.kdl", "a.kdl"]);
    assert_eq!(one, other);

    let findings = |call: &[&str]| project.json(call)["findings"].clone();
    let all = findings(&["lint-workflow", "--json", "b.kdl", "a.kdl"]);
    let mut each = findings(&["lint-workflow", "--json", "a.kdl"]);
    let more = findings(&["lint-workflow", "--json", "b.kdl"]);
    let each_list = each.as_array_mut().expect("a list");
    each_list.extend(more.as_array().expect("a list").clone());
    assert_eq!(all, each);
}

#[test]
fn standard_input_is_shown_under_its_name() {
    let project = Project::bare();
    for (call, name) in [
        (&["lint-workflow", "-"][..], "<stdin>"),
        (
            &["lint-workflow", "-", "--stdin-name", "in/w.kdl"],
            "in/w.kdl",
        ),
    ] {
        let mut call = call.to_vec();
        call.extend(["--format", "json"]);
        let run = project.feed(MISSPELT, &call);
        assert_eq!(run.exit, 1);
        let document: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
        assert_eq!(document["findings"][0]["places"][0]["file"], name);
    }
}

#[test]
fn ten_findings_of_a_code_are_drawn_and_the_rest_counted() {
    let project = Project::bare();
    let unknown: Vec<String> = (0..13).map(|n| format!("    foo{n}\n")).collect();
    project.write(
        "w.kdl",
        &GOOD.replace("    initial", &(unknown.concat() + "    initial")),
    );
    let drawn = |text: &str| text.matches("error[unknown-node]").count();
    let run = project.call(&["lint-workflow", "w.kdl"]);
    assert_eq!(drawn(&run.stdout), 10);
    let last: Vec<&str> = run.stdout.lines().rev().take(2).collect();
    assert_eq!(
        last,
        [
            "13 errors, 0 warnings in 1 file",
            "and 3 more of `unknown-node`; `-v` shows them"
        ]
    );
    let run = project.call(&["lint-workflow", "-v", "w.kdl"]);
    assert_eq!(drawn(&run.stdout), 13);
    assert_eq!(run.exit, 1);
}

#[test]
fn quiet_says_nothing_of_a_clean_file_and_everything_of_another() {
    let project = Project::bare();
    project.write("good.kdl", GOOD);
    project.write("w.kdl", MISSPELT);
    assert_eq!(
        project.call(&["lint-workflow", "-q", "good.kdl"]),
        ended(0, "")
    );
    let loud = project.call(&["lint-workflow", "w.kdl"]);
    assert_eq!(project.call(&["lint-workflow", "-q", "w.kdl"]), loud);
}
