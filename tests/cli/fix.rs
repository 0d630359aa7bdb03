//! `lint-workflow --fix`: what is changed, what is left, and who may.

use insta::assert_snapshot;

use crate::lint_workflow::MISSPELT;
use crate::project::Project;
use crate::terminal::{start, talk};

/// Letters of several bytes, a comment, and no newline at the end.
const TIGHT: &str = "workflow w version=1 {
    initial größe // bleibt
    artifact X.md
    phase größe { next fertg; } // größer
    phase fertig terminal=success { reads X.nd; }
}";

#[test]
fn safe_fixes_leave_what_may_change_the_meaning() {
    let project = Project::bare();
    project.write("w.kdl", MISSPELT);
    let before = project.call(&["lint-workflow", "w.kdl"]);
    let run = project.call(&["lint-workflow", "--fix", "w.kdl"]);
    assert_eq!(run, before);
    assert_eq!(project.read("w.kdl"), MISSPELT);
}

#[test]
fn unsafe_fixes_are_applied_when_asked_for() {
    let project = Project::bare();
    project.write("w.kdl", MISSPELT);
    let run = project.call(&["lint-workflow", "--fix=unsafe", "w.kdl"]);
    assert_snapshot!(run.to_string(), @r"
    exit 0
    fixed w.kdl:3: write `finish` [undefined-reference]
    0 errors, 0 warnings in 1 file
    ");
    let fixed = MISSPELT.replace("next finished", "next finish");
    assert_eq!(project.read("w.kdl"), fixed);
    let again = project.call(&["lint-workflow", "--fix=unsafe", "w.kdl"]);
    assert_eq!(again.stdout, "0 errors, 0 warnings in 1 file\n");
    assert_eq!(project.read("w.kdl"), fixed);
}

#[test]
fn a_dry_run_prints_a_diff_and_writes_nothing() {
    let project = Project::bare();
    project.write("w.kdl", TIGHT);
    let call = ["lint-workflow", "--fix=unsafe", "--dry-run", "w.kdl"];
    let run = project.call(&call);
    assert_snapshot!(run.to_string(), @r"
    exit 1
    --- a/w.kdl
    +++ b/w.kdl
    @@ -1,6 +1,6 @@
     workflow w version=1 {
         initial größe // bleibt
         artifact X.md
    -    phase größe { next fertg; } // größer
    -    phase fertig terminal=success { reads X.nd; }
    +    phase größe { next fertig; } // größer
    +    phase fertig terminal=success { reads X.md; }
     }
    \ No newline at end of file
    ");
    assert_eq!(project.read("w.kdl"), TIGHT);
    let mut json = call.to_vec();
    json.push("--json");
    let document = project.json(&json);
    assert_eq!(document["diff"], run.stdout);
    assert_eq!(document["dry_run"], true);
    assert_eq!(document["fixed"][0]["code"], "undefined-reference");
    let run = project.call(&["lint-workflow", "--dry-run", "w.kdl"]);
    assert_eq!(run.exit, 2);
}

#[test]
fn only_a_person_fixes_a_workflow_in_force() {
    let project = Project::with(MISSPELT);
    std::os::unix::fs::symlink(project.path(".automaton"), project.path("elsewhere"))
        .expect("a link");
    for file in [
        None,
        Some(".automaton/workflow.kdl"),
        Some("elsewhere/workflow.kdl"),
    ] {
        let mut call = vec!["lint-workflow", "--fix=unsafe", "--json"];
        call.extend(file);
        let document = project.json(&call);
        assert_eq!(document["code"], "person-required", "{file:?}");
        assert_eq!(document["exit"], 3);
    }
    assert_eq!(project.read(".automaton/workflow.kdl"), MISSPELT);
    let run = project.call(&["lint-workflow", "--fix=unsafe"]);
    assert_snapshot!(run.to_string(), @r"
    exit 3
    --- stderr
    refused: only a person may fix `.automaton/workflow.kdl`  [person-required]
      it holds agents to their workflow
      standard input is not a terminal
      next, by a person: automaton lint-workflow --fix=unsafe
      next: automaton lint-workflow --fix=unsafe --dry-run
    ");
    let run = project.call(&["lint-workflow", "--fix=unsafe", "--dry-run"]);
    assert_eq!(run.exit, 0, "{run}");
    assert_eq!(project.call(&["lint-workflow", "--fix"]).exit, 1);
}

#[test]
fn a_person_sees_the_change_and_confirms_it() {
    let project = Project::with(MISSPELT);
    let call = "lint-workflow --fix=unsafe";
    assert_snapshot!(talk(&project, call, "no"), @r"
    --- a/.automaton/workflow.kdl
    +++ b/.automaton/workflow.kdl
    @@ -1,5 +1,5 @@
     workflow w version=1 {
         initial draft
    -    phase draft { next finished; }
    +    phase draft { next finish; }
         phase finish terminal=success
     }
    change .automaton/workflow.kdl
    type `fix` to confirm: no
    refused: only a person may fix `.automaton/workflow.kdl`  [person-required]
      it holds agents to their workflow
      `fix` was not typed, so it is a no
      next, by a person: automaton lint-workflow --fix=unsafe
      next: automaton lint-workflow --fix=unsafe --dry-run
    exit 3
    ");
    assert_eq!(project.read(".automaton/workflow.kdl"), MISSPELT);
    let meanwhile = || project.write(".automaton/workflow.kdl", "// mine\n");
    let talking = start(&project, call, |command| command);
    assert_snapshot!(talking.answer("fix", &project, meanwhile), @r"
    --- a/.automaton/workflow.kdl
    +++ b/.automaton/workflow.kdl
    @@ -1,5 +1,5 @@
     workflow w version=1 {
         initial draft
    -    phase draft { next finished; }
    +    phase draft { next finish; }
         phase finish terminal=success
     }
    change .automaton/workflow.kdl
    type `fix` to confirm: fix
    the file changed while it was being fixed  [busy]
      help: nothing has changed
    exit 5
    ");
    assert_eq!(project.read(".automaton/workflow.kdl"), "// mine\n");
    project.write(".automaton/workflow.kdl", MISSPELT);
    assert_snapshot!(talk(&project, call, "fix"), @r"
    --- a/.automaton/workflow.kdl
    +++ b/.automaton/workflow.kdl
    @@ -1,5 +1,5 @@
     workflow w version=1 {
         initial draft
    -    phase draft { next finished; }
    +    phase draft { next finish; }
         phase finish terminal=success
     }
    change .automaton/workflow.kdl
    type `fix` to confirm: fix
    fixed .automaton/workflow.kdl:3: write `finish` [undefined-reference]
    0 errors, 0 warnings in 1 file
    exit 0
    ");
    let fixed = MISSPELT.replace("next finished", "next finish");
    assert_eq!(project.read(".automaton/workflow.kdl"), fixed);
}

#[test]
fn standard_input_has_no_file_to_fix() {
    let project = Project::bare();
    let run = project.feed(MISSPELT, &["lint-workflow", "--fix=unsafe", "-"]);
    assert_eq!((run.exit, run.stdout.as_str()), (2, ""));
    assert_snapshot!(run.stderr, @r"
    refused: `<stdin>` is not a file  [usage]
      only a file can be fixed; `--dry-run` prints what would change
      next: automaton lint-workflow - --fix=unsafe --dry-run
    ");
    let call = ["lint-workflow", "--fix=unsafe", "--dry-run", "-"];
    assert_eq!(project.feed(MISSPELT, &call).exit, 0);
    assert_eq!(project.call(&["lint-workflow", "--fix"]).exit, 0);
}

#[test]
fn other_formats_are_not_mixed_with_prose() {
    let project = Project::bare();
    project.write("w.kdl", MISSPELT);
    let run = project.call(&["lint-workflow", "--fix=unsafe", "--format=sarif", "w.kdl"]);
    let log: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(log["runs"][0]["results"], serde_json::json!([]));
    assert_eq!(run.exit, 0);
}
