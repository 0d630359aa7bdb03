//! `workflow diff`: what changed from one workflow to another.

use insta::assert_snapshot;

use crate::project::Project;

const OLD: &str = "\
workflow w version=1 {
    initial draft
    artifact PLAN.md { heading Plan; }
    artifact CODE.md
    approval by=anyone
    phase draft { produces PLAN.md; forbids CODE.md; approval; next build; }
    phase build {
        reads PLAN.md
        produces CODE.md
        edits \"src/**\"
        rework draft by=anyone
        next done { contains CODE.md DONE; }
    }
    phase done terminal=success
}
";

const NEW: &str = "\
workflow w version=1 {
    initial plan
    untracked infer
    metadata NOTES.md
    artifact CODE.md
    artifact PLAN.md { heading Plan; checklist complete; }
    phase plan { produces PLAN.md; approval by=human; next build; }
    phase build {
        reads PLAN.md optional=#true
        produces CODE.md
        edits \"lib/**\"
        rework plan
        next done
    }
    phase done terminal=success
}
";

fn project() -> Project {
    let project = Project::with(OLD);
    project.write("new.kdl", NEW);
    project
}

#[test]
fn every_kind_of_statement_is_told_in_words_and_in_one_order() {
    let project = project();
    project.all(&["create-task login", "create-task other"]);
    assert_snapshot!(project.run("workflow diff new.kdl"), @"
    exit 0
    from .automaton/workflow.kdl to new.kdl: 19 changes
      changed  policy    initial            draft -> plan
      added    policy    metadata NOTES.md
      changed  policy    untracked          refuse -> infer
      changed  artifact  PLAN.md            heading `Plan`, max-bytes 1048576 -> heading `Plan`, checklist complete, max-bytes 1048576
      removed  phase     draft
      added    phase     plan
      removed  approval  draft              by anyone
      added    approval  plan               by human
      changed  next      build -> done      CODE.md contains DONE -> nothing more
      removed  next      draft -> build
      added    next      plan -> build
      removed  rework    build -> draft     by anyone
      added    rework    build -> plan      by human
      changed  reads     build: PLAN.md     nothing more -> optional
      removed  produces  draft: PLAN.md
      added    produces  plan: PLAN.md
      removed  forbids   draft: CODE.md
      added    edits     build: lib/**
      removed  edits     build: src/**
    tasks that would stand in no state of it:
      login: draft
      other: draft
    ");
    assert_eq!(
        project.run("workflow diff new.kdl").stdout,
        project
            .run("workflow diff .automaton/workflow.kdl new.kdl")
            .stdout
    );
    // Where the order of the text alone differs, nothing does.
    let moved = OLD.replace("    artifact CODE.md\n", "");
    let moved = moved.replace(
        "    artifact PLAN.md",
        "    artifact CODE.md\n    artifact PLAN.md",
    );
    project.write("moved.kdl", &moved);
    assert_snapshot!(project.run("workflow diff moved.kdl"), @"
    exit 0
    from .automaton/workflow.kdl to moved.kdl: nothing changes
    ");
}

#[test]
fn the_way_back_tells_the_opposite() {
    let project = project();
    let changes = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let document = project.json(&words);
        let all = document["changes"].as_array().expect("changes").clone();
        let told = all.iter().map(|change| {
            let word = change["change"].as_str().expect("a word").to_owned();
            (
                word,
                change["before"].clone(),
                change["after"].clone(),
                change["subject"].clone(),
            )
        });
        told.collect::<Vec<_>>()
    };
    let there = changes("workflow diff .automaton/workflow.kdl new.kdl --json");
    let back = changes("workflow diff new.kdl .automaton/workflow.kdl --json");
    let turned = there.into_iter().map(|(word, before, after, subject)| {
        let word = match word.as_str() {
            "added" => "removed".to_owned(),
            "removed" => "added".to_owned(),
            _ => word,
        };
        (word, after, before, subject)
    });
    assert_eq!(turned.collect::<Vec<_>>(), back);
}

#[test]
fn tasks_in_a_state_that_is_gone_are_named_with_the_way_out() {
    let project = Project::relayed();
    project.all(&[
        "create-task login",
        "create-task other",
        "transition research --task login",
    ]);
    project.write(
        ".automaton/workflow.kdl",
        &project
            .read(".automaton/workflow.kdl")
            .replace("research", "enquiry"),
    );
    let run = project.run("workflow diff");
    assert_eq!(run.exit, 0);
    let (_, stranded) = run
        .stdout
        .split_once("tasks that")
        .expect("some are stranded");
    assert_snapshot!(stranded, @"
    would stand in no state of it:
     login: research
     next, by a person: automaton upgrade --map research=PHASE
    ");
    let document = project.json(&["workflow", "diff", "--json"]);
    assert_eq!(
        document["stranded"],
        serde_json::json!([{"task": "login", "state": "research"}])
    );
    assert_eq!(
        document["next"][0]["run"],
        "automaton upgrade --map research=PHASE"
    );
}

#[test]
fn outside_a_project_files_are_compared_and_a_broken_one_is_refused() {
    let project = Project::bare();
    project.write("a.kdl", OLD);
    project.write("b.kdl", "workflow");
    assert_snapshot!(project.run("workflow diff"), @"
    exit 0
    from <embedded> to <embedded>: nothing changes
    ");
    assert_snapshot!(project.run("workflow diff a.kdl b.kdl"), @"
    exit 2
    --- stderr
    refused: the workflow file does not compile  [workflow-broken]
      `workflow` needs a name [wrong-value]
      `workflow` needs `version=1`: the version of the language [wrong-value]
      next: automaton lint-workflow b.kdl
    ");
    assert_eq!(project.run("workflow diff c.kdl").exit, 2);
    assert_eq!(project.run("workflow").exit, 2);
}
