//! `automaton log`

use automaton::engine::Action;
use insta::assert_snapshot;

use crate::by_person::take;
use crate::project::Project;
use crate::status::{EVERY_KIND, busy};

#[test]
fn a_journal_can_be_read() {
    let project = busy();
    project.artifact("builds", "CODE.md", "DONE\n");
    let reason = "the plan was wrong".to_owned();
    let abandon = |task: &str| {
        let reason = reason.clone();
        take(&project, task, Action::Abandon { reason });
    };
    abandon("builds/part");
    let to = "plan".parse().expect("a name");
    let reason = reason.clone();
    take(&project, "builds", Action::Rework { to, reason });
    assert_snapshot!(project.run("log builds"), @"
    exit 0
    1  TIME  create      plan                                     by tester
    2  TIME  submit      plan -> plan:awaiting_approval           by tester
    3  TIME  approve     plan:awaiting_approval -> plan:approved  by ann
          a person confirmed it at a terminal
          approved PLAN.md, sha256 DIGEST
    4  TIME  subtask     plan:approved                            by tester
          sub-task made: part
    5  TIME  transition  plan:approved -> build                   by tester
    6  TIME  rework      build -> plan                            by ann
          reason: the plan was wrong
          moved to the attic: CODE.md
          no longer approved: plan
    ");
    assert_snapshot!(project.run("log builds/part"), @"
    exit 0
    1  TIME  create   plan  by tester
    2  TIME  abandon  plan  by ann
          reason: the plan was wrong
    ");
    assert_snapshot!(project.run("log builds/part --json"), @r#"
    exit 0
    {"schema":"automaton/1","ok":true,"code":"done","exit":0,"message":"builds/part: 2 entries","entries":[{"v":1,"seq":1,"at":"TIME","task":"builds/part","event":"create","from":null,"to":"plan","actor":"tester","workflow":"DIGEST","origin":"file","prev":null},{"v":1,"seq":2,"at":"TIME","task":"builds/part","event":"abandon","from":"plan","to":"plan","actor":"ann","workflow":"DIGEST","origin":"file","note":"the plan was wrong","prev":"DIGEST"}],"task":"builds/part","next":[]}
    "#);
    project.artifact("plans", ".state", "build\n");
    assert_snapshot!(project.run("log plans"), @"
    exit 0
    1  TIME  create  plan  by tester
    --- stderr
    warning: damaged: `.state`: says `build`; the journal says `plan`
    ");
    assert_snapshot!(project.run("log by-hand"), @"
    exit 0
    by-hand has no journal
    ");
}

#[test]
fn the_task_is_never_guessed() {
    let project = Project::with(EVERY_KIND);
    assert_snapshot!(project.run("log"), @"
    exit 2
    --- stderr
    refused: there are no tasks yet  [task-not-named]
      next: automaton create-task NAME
    ");
    project.all(&["create-task one"]);
    assert_eq!(project.run("log"), project.run("log one"));
    project.all(&["create-task two"]);
    assert_snapshot!(project.run("log"), @"
    exit 2
    --- stderr
    refused: which of 2 tasks is meant?  [task-not-named]
      next: automaton log one
      next: automaton log two
    ");
    assert_snapshot!(project.run("log tow"), @"
    exit 4
    --- stderr
    refused: there is no task `tow`  [no-such-task]
      did you mean `two`?
      next: automaton status
      next: automaton create-task tow
    ");
}
