//! `claim --next`, for pools of agents.

use insta::assert_snapshot;

use super::{WORKFLOW, building};
use crate::project::Project;

#[test]
fn the_next_task_is_the_one_that_is_furthest_along() {
    let project = building(&["b", "a"]);
    project.all(&["create-task new", "create-task waiting"]);
    project.all(&["transition plan:awaiting_approval --task waiting"]);
    let next = |who: &str, more: &str| {
        let line = format!("claim --next --as {who} --json {more}");
        let words: Vec<_> = line.split_whitespace().collect();
        let answer = project.json(&words);
        let task = answer["task"].as_str().unwrap_or_default().to_owned();
        format!(
            "{} {} {task}",
            answer["exit"],
            answer["code"].as_str().expect("a code")
        )
    };
    // `b` has been there longer, by a second at most, or its name decides.
    let first = next("w1", "--dry-run");
    assert!(
        ["0 done a", "0 done b"].contains(&first.as_str()),
        "{first}"
    );
    assert_eq!(next("w1", "--phase plan"), "0 done new");
    assert_eq!(next("w1", "--phase done"), "1 nothing-to-claim ");
    let mut taken = [next("w2", ""), next("w3", "")];
    taken.sort();
    assert_eq!(taken, ["0 done a", "0 done b"]);
    assert_eq!(next("w4", ""), "5 all-claimed ");
    assert_snapshot!(project.run("claim --next"), @"
    exit 5
    --- stderr
    refused: claim --next  [all-claimed]
      every task is claimed; the first claim runs out at TIME
      next: automaton claims
    ");
    let empty = Project::with(WORKFLOW);
    assert_snapshot!(empty.run("claim --next"), @"
    exit 1
    --- stderr
    refused: claim --next  [nothing-to-claim]
      there is no task that could be worked on
      next: automaton status
    ");
}
