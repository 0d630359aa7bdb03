//! What a person lets through for a while.

use insta::assert_snapshot;

use crate::can_edit::verdict;
use crate::project::Project;
use crate::terminal::talk;

const LINE: &str = "override --reason hotfix --for 10m";

fn project() -> Project {
    let project = Project::bare();
    project.all(&["init", "create-task login"]);
    project
}

#[test]
fn a_person_lets_edits_through_and_the_journal_keeps_it() {
    let project = project();
    assert_eq!(verdict(&project, &["src/a.rs"]), "edit-not-in-phase");
    assert_snapshot!(talk(&project, LINE, "override"), @"
    let every edit and commit in TMP/project through for 10 minutes: hotfix
    type `override` to confirm: override
    edits and commits are let through until TIME
    exit 0
    ");
    for (path, expected) in [
        ("src/a.rs", "allowed: override"),
        (".automaton/workflow.kdl", "allowed: override"),
        (".automaton/approvers", "allowed: override"),
        (".claude/settings.json", "allowed: override"),
        // What no override covers.
        (".automaton/tasks/login/.state", "protected-path"),
        (".automaton/tasks/login/SPEC.md", "artifact-not-due"),
        (".automaton/tasks/complete/x/SPEC.md", "protected-path"),
        (".automaton/overrides.journal", "protected-path"),
        (".automaton/workflows/x.kdl", "protected-path"),
        (".git/config", "protected-path"),
        ("../home/.bashrc", "outside-project"),
    ] {
        assert_eq!(verdict(&project, &[path]), expected, "{path}");
    }
    let journal = project.read(".automaton/overrides.journal");
    let entry: serde_json::Value = serde_json::from_str(&journal).expect("one entry");
    assert_eq!(entry["seq"], 1);
    assert_eq!(entry["actor"], "tester");
    assert_eq!(entry["reason"], "hotfix");
    assert_eq!(entry["prev"], serde_json::Value::Null);
    assert_snapshot!(project.run("can-edit src/a.rs"), @"
    exit 0
    src/a.rs: allowed, tester lets edits through until TIME: hotfix
    ");
}

#[test]
fn an_audit_tells_of_every_override_and_holds_their_journal_to_be_whole() {
    let project = project();
    talk(&project, LINE, "override");
    assert_snapshot!(project.run("audit"), @"
    exit 0
    overrides
      info[overridden] .automaton/overrides.journal: tester let edits through from TIME until TIME: hotfix

    1 task, 0 errors, 0 warnings
    ");
    project.write(".automaton/overrides.journal", "{}\n");
    assert_snapshot!(project.run("audit"), @"
    exit 6
    overrides
      error[tampered] .automaton/overrides.journal: line 1 is no override: missing field `v` at line 1 column 2

    1 task, 1 error, 0 warnings
    ");
}

#[test]
fn nobody_else_lets_anything_through() {
    let project = project();
    let before = project.files();
    assert_snapshot!(project.as_agent(LINE), @r#"
    exit 3
    --- stderr
    refused: override  [person-required]
      only a person at a terminal lets edits through
      an agent is at work here: `CLAUDECODE` is set (Claude Code sets it for the commands it runs)
      next, by a person: automaton override --reason "hotfix" --for 10m
    "#);
    assert_snapshot!(talk(&project, LINE, "yes"), @r#"
    let every edit and commit in TMP/project through for 10 minutes: hotfix
    type `override` to confirm: yes
    refused: override  [person-required]
      only a person at a terminal lets edits through
      `override` was not typed, so it is a no
      next, by a person: automaton override --reason "hotfix" --for 10m
    exit 3
    "#);
    assert_snapshot!(project.run("override --reason hotfix --for 25h"), @r#"
    exit 2
    --- stderr
    refused: override  [override-too-long]
      an override lasts from one second to 24 hours
      next, by a person: automaton override --reason "hotfix" --for 10m
    "#);
    assert_snapshot!(project.run("override --reason hotfix --for soon"), @"
    exit 2
    --- stderr
    error: invalid value 'soon' for '--for <TIME>': a time is a number with a unit, such as `10m`

    For more information, try '--help'.
    ");
    assert_eq!(project.files(), before);
}

#[test]
fn an_override_that_is_over_lets_nothing_through() {
    let project = project();
    project.write(
        ".automaton/overrides.journal",
        r#"{"v":1,"seq":1,"at":"2026-01-01T10:00:00Z","until":"2026-01-01T10:10:00Z","actor":"ann","reason":"hotfix","prev":null}
"#,
    );
    assert_eq!(verdict(&project, &["src/a.rs"]), "edit-not-in-phase");
    // The next one follows from it.
    talk(&project, LINE, "override");
    assert_eq!(verdict(&project, &["src/a.rs"]), "allowed: override");
    assert_eq!(
        project.read(".automaton/overrides.journal").lines().count(),
        2
    );
}
