//! What a new task starts with: templates of the project, and those that are built in.

use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::symlink;

use insta::assert_snapshot;

use crate::by_person;
use crate::project::Project;

const FOLDER: &str = ".automaton/templates";

/// A project with a template `note` of these files.
fn with(files: &[(&str, &str)]) -> Project {
    let project = Project::relayed();
    for (name, text) in files {
        project.write(&format!("{FOLDER}/note/{name}"), text);
    }
    project
}

#[test]
fn built_in_templates_start_a_task_in_any_workflow() {
    let project = Project::relayed();
    assert_snapshot!(project.run("create-task --list-templates"), @"
    exit 0
    bad-impl  (something was implemented wrongly: what it should do, and what it does)
      REQUEST.md
    research-task  (a question to answer: why it matters, and what counts as an answer)
      REQUEST.md
    subtask-parent  (more than one task: the goal, and where it comes apart)
      REQUEST.md
    ");
    assert_snapshot!(project.run("create-task login --template bad-impl"), @"
    exit 0
    login: in new
      from bad-impl: REQUEST.md
      next: automaton transition research --task login
    ");
    let made = project.read(".automaton/tasks/login/REQUEST.md");
    assert!(
        made.starts_with("# login: put an implementation right\n\nAsked for by tester on 20"),
        "{made}"
    );
    for example in [
        "minimal",
        "rfc",
        "spec-driven",
        "test-driven",
        "incident",
        "experiment",
    ] {
        let text = fs::read_to_string(format!("examples/{example}/workflow.kdl")).expect(example);
        let project = Project::with(&text);
        for template in ["bad-impl", "research-task", "subtask-parent"] {
            let run = project.run(&format!("create-task {template} --template {template}"));
            // A workflow that refuses what it does not name says so itself.
            let refused = text.contains("unknown-files refuse");
            assert_eq!(run.exit, i32::from(refused), "{example}: {run}");
        }
    }
}

#[test]
fn a_template_of_the_project_is_filled_in_and_hides_a_built_in_one() {
    let project = with(&[
        (
            "NOTES.md",
            "{task} by {actor} in {workflow} at {phase}: {{x}}\r\n",
        ),
        (".keep", ""),
    ]);
    project.write(&format!("{FOLDER}/bad-impl/MINE.md"), "{name}\n");
    assert_snapshot!(project.run("create-task --list-templates"), @"
    exit 0
    bad-impl  (of this project)
      MINE.md
    note  (of this project)
      .keep, NOTES.md
    research-task  (a question to answer: why it matters, and what counts as an answer)
      REQUEST.md
    subtask-parent  (more than one task: the goal, and where it comes apart)
      REQUEST.md
    ");
    project.all(&[
        "create-task a --template note",
        "create-task b --template bad-impl",
    ]);
    let text = project.read(".automaton/tasks/a/NOTES.md");
    assert_eq!(text, "a by tester in default at new: {x}\r\n");
    assert!(project.in_task("a", ".keep").exists());
    assert_eq!(project.read(".automaton/tasks/b/MINE.md"), "b\n");
    assert!(!project.in_task("b", "REQUEST.md").exists());
    project.all(&["validate-folder --task a", "audit"]);
}

#[test]
fn what_cannot_be_placed_is_refused_with_its_name_and_nothing_is_made() {
    let refused = |project: &Project| {
        let run = project.json(&["create-task", "login", "--template", "note", "--json"]);
        assert!(!project.in_task("login", "").exists(), "{run}");
        let offending = run["offending"].as_array().expect("a list").iter();
        let offending: Vec<String> = offending
            .map(|one| {
                let path = one["path"].as_str().expect("a path");
                let name = path.rsplit('/').next().expect("a name");
                format!("{name}: {}", one["problem"].as_str().expect("a problem"))
            })
            .collect();
        (
            run["code"].as_str().expect("a code").to_owned(),
            offending.join("; "),
        )
    };
    let large = "x".repeat((1 << 20) + 1);
    for (files, code, offending) in [
        (
            &[("SPEC.md", "x")][..],
            "forbidden-artifact",
            "SPEC.md: forbidden",
        ),
        (
            &[("spec.md", "x")],
            "case-mismatch",
            "spec.md: differs only in case",
        ),
        (
            &[(".state", "complete")],
            "template-broken",
            ".state: `.state` is not a metadata name: names that start with `.state` belong to automaton",
        ),
        (
            &[(".State.journal", "{}")],
            "template-broken",
            ".State.journal: `.State.journal` is not a metadata name: names that start with `.state` belong to automaton",
        ),
        (
            &[("sub/A.md", "x")],
            "template-broken",
            "sub: is a folder, where a file is due",
        ),
        (
            &[("A.md", "x"), ("a.md", "x")],
            "template-broken",
            "a.md: differs from `A.md` only in case",
        ),
        (
            &[("BIG.md", &large)],
            "template-broken",
            "BIG.md: is larger than 1 MiB",
        ),
        (&[("A.md", "{tusk}")], "template-broken", ""),
    ] {
        let found = refused(&with(files));
        assert_eq!(found, (code.to_owned(), offending.to_owned()));
    }
    let linked = with(&[("A.md", "x")]);
    symlink("/etc/passwd", linked.path(&format!("{FOLDER}/note/B.md"))).expect("a link");
    let expected = "B.md: is a symbolic link, where a file is due";
    assert_eq!(refused(&linked).1, expected);
    let binary = with(&[("A.md", "x")]);
    fs::write(binary.path(&format!("{FOLDER}/note/B.bin")), [0xff]).expect("written");
    assert_eq!(refused(&binary).1, "B.bin: is not UTF-8 text");
    let named = with(&[("A.md", "x")]);
    let name = std::ffi::OsStr::from_bytes(b"\xff.md");
    fs::write(named.path(&format!("{FOLDER}/note")).join(name), "x").expect("written");
    assert_eq!(refused(&named).0, "template-broken");
    let many: Vec<(String, &str)> = (0..65).map(|n| (format!("{n}.md"), "x")).collect();
    let many: Vec<(&str, &str)> = many
        .iter()
        .map(|(name, text)| (name.as_str(), *text))
        .collect();
    assert_eq!(
        refused(&with(&many)).1,
        "note: 65 files, and at most 64 are placed"
    );
    // The folder itself leads elsewhere.
    let elsewhere = Project::relayed();
    elsewhere.write("away/A.md", "x");
    fs::create_dir(elsewhere.path(FOLDER)).expect("a folder");
    symlink("../../away", elsewhere.path(&format!("{FOLDER}/note"))).expect("a link");
    assert_eq!(refused(&elsewhere).0, "template-broken");
}

#[test]
fn a_refusal_names_the_place_the_rule_and_what_is_meant() {
    let project = with(&[("A.md", "about {tusk}\n\n}\n"), ("SPEC.md", "x")]);
    assert_snapshot!(project.run("create-task login --template note"), @"
    exit 2
    --- stderr
    refused: the template cannot be used  [template-broken]
      `{tusk}` is no placeholder; did you mean `{task}`?
      a brace of the text itself is written twice: `{{` or `}}`
        .automaton/templates/note/A.md:1  about {tusk}
        .automaton/templates/note/A.md:3  }
      next: automaton create-task --list-templates
    ");
    project.write(&format!("{FOLDER}/note/A.md"), "about {task}\n");
    assert_snapshot!(project.run("create-task login --template note"), @"
    exit 1
    --- stderr
    refused: create-task  [forbidden-artifact]
      `SPEC.md` must not exist in `new`: take it out of the template
        .automaton/workflow.kdl:77  forbids SPEC.md DESIGN.md DECOMPOSITION.md TEST_PLAN.md
      in the way: .automaton/tasks/login/SPEC.md (forbidden)
      next: automaton create-task login
    ");
    assert_snapshot!(project.run("create-task login --template nite"), @"
    exit 2
    --- stderr
    refused: there is no template `nite`  [no-such-template]
      did you mean `note`?
      next: automaton create-task --list-templates
    ");
    for line in [
        "create-task",
        "create-task login --template ../note",
        "create-task login --template .",
        "create-task login --list-templates",
    ] {
        assert_eq!(project.run(line).exit, 2, "{line}");
    }
    symlink("gone", project.path(&format!("{FOLDER}/note/B.md"))).expect("a link");
    assert_snapshot!(project.run("create-task --list-templates"), @"
    exit 2
    bad-impl  (something was implemented wrongly: what it should do, and what it does)
      REQUEST.md
    research-task  (a question to answer: why it matters, and what counts as an answer)
      REQUEST.md
    subtask-parent  (more than one task: the goal, and where it comes apart)
      REQUEST.md

    refused: the template cannot be used  [template-broken]
      the template `note` holds what no task can start with
      in the way: .automaton/templates/note/B.md (is a symbolic link, where a file is due)
      next: automaton create-task --list-templates
    ");
}

#[test]
fn files_that_the_workflow_does_not_name_are_judged_by_its_policy() {
    let workflow = |policy: &str| {
        format!(
            "workflow w version=1 {{\n    initial a\n    unknown-files {policy}\n    \
             metadata MINE.md\n    artifact A.md\n    artifact B.md\n    \
             phase a {{ produces A.md; next b; }}\n    phase b {{ produces B.md; next c; }}\n    \
             phase c terminal=success\n}}\n"
        )
    };
    let refusing = Project::with(&workflow("refuse"));
    refusing.write(&format!("{FOLDER}/mine/MINE.md"), "x");
    assert_eq!(refusing.run("create-task a --template bad-impl").exit, 1);
    refusing.all(&["create-task a --template mine"]);
    let warning = Project::with(&workflow("warn"));
    assert_snapshot!(warning.run("create-task a --template bad-impl --dry-run"), @"
    exit 0
    would create a in a
      from bad-impl: REQUEST.md
    --- stderr
    warning: the workflow does not name `REQUEST.md`
    ");
    assert!(!warning.in_task("a", "").exists());
    // What the first phase writes may stand there from the start, and is on record.
    let artifacts = Project::with(&workflow("allow"));
    artifacts.write(&format!("{FOLDER}/t/A.md"), "a\n");
    artifacts.write(&format!("{FOLDER}/t/B.md"), "b\n");
    assert_snapshot!(artifacts.run("create-task a --template t"), @"
    exit 0
    a: in a
      from t: A.md, B.md
      next: automaton transition b --task a
    --- stderr
    warning: `B.md` belongs to another phase and appeared here; from now on it must stay as it is
    ");
    let entries = artifacts.json(&["log", "a", "--json"])["entries"].clone();
    let recorded = entries[0]["artifacts"].as_object().expect("artifacts");
    assert_eq!(recorded.keys().collect::<Vec<_>>(), ["A.md", "B.md"]);
    artifacts.all(&["audit"]);
}

#[test]
fn a_sub_task_gets_both_what_it_inherits_and_its_template() {
    let project = with(&[("NOTES.md", "{task}: {name}\n")]);
    project.write(&format!("{FOLDER}/clash/PARENT_SPEC.md"), "mine\n");
    project.all(&["create-task epic", "transition research --task epic"]);
    project.artifact("epic", "SPEC.md", "the whole\n");
    project.all(&["transition research:awaiting_approval --task epic"]);
    by_person::approve(&project, "epic");
    project.all(&["transition decomposition --task epic"]);
    project.artifact("epic", "DECOMPOSITION.md", "parts\n");
    project.all(&[
        "transition decomposition:awaiting_approval --task epic",
        "approve --task epic",
        "create-task part --parent epic --template note",
    ]);
    let part = "epic/subtasks/part";
    assert_eq!(
        project.read(&format!(".automaton/tasks/{part}/NOTES.md")),
        "epic/part: part\n"
    );
    assert_eq!(
        project.read(&format!(".automaton/tasks/{part}/PARENT_SPEC.md")),
        "the whole\n"
    );
    assert_snapshot!(project.run("create-task rest --parent epic --template clash"), @"
    exit 1
    --- stderr
    refused: create-task  [inherited-name]
      no sub-task can be made under `epic`: a sub-task inherits `PARENT_SPEC.md` from it: take the file out of the template
      next: automaton status epic
    ");
    assert!(!project.in_task("epic", "subtasks/rest").exists());
}

#[test]
fn a_task_that_exists_is_never_written_over() {
    let project = with(&[("NOTES.md", "new\n")]);
    project.all(&["create-task login"]);
    project.artifact("login", "NOTES.md", "mine\n");
    assert_eq!(project.run("create-task login --template note").exit, 1);
    assert_eq!(project.read(".automaton/tasks/login/NOTES.md"), "mine\n");
}
