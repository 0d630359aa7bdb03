//! Ticks that are killed while their harness runs.

use insta::assert_snapshot;
use serde_json::json;

use super::ground::Ground;

#[test]
fn a_tick_that_was_killed_counts_and_the_next_one_understands_it() {
    let ground = Ground::new();
    let commit = "git -c user.name=l -c user.email=l@localhost commit --quiet --all -m docs";
    let wait = "[ -e docs/begun ] || { touch docs/begun; sleep 60; }";
    ground.create(
        "docs",
        &ground.plan(&format!("echo more >> docs/a.md; {commit}; {wait}")),
    );
    let mut child = ground.begin("docs");
    ground.wait_for("docs/begun");
    child.kill().expect("killed");
    child.wait().expect("ended");
    let state = ground.state("docs");
    assert_eq!(
        (&state["iteration_count"], &state["tick"]["iteration"]),
        (&json!(1), &json!(1))
    );
    let run = ground.tick("docs");
    assert_snapshot!(run, @"
    exit 0
    docs: iteration 2 on guide: 1 file and 1 line changed
      next: automaton status guide
    ");
    assert_snapshot!(ground.journal("docs"), @"
    create 0 
    begin 1 guide
    crash 1 iteration 1 was cut short
    begin 2 guide
    end 2 1 file and 1 line changed
    ");
    assert_eq!(ground.state("docs")["iteration_count"], 2);
}

#[test]
fn what_a_killed_tick_used_is_not_known() {
    let ground = Ground::new();
    let mut plan = ground.plan("touch docs/begun; sleep 60");
    plan["limits"] = json!({"iterations": 3, "money": "5"});
    plan["meter"] = json!({"money": ["/usd"]});
    ground.create("docs", &plan);
    let mut child = ground.begin("docs");
    ground.wait_for("docs/begun");
    child.kill().expect("killed");
    child.wait().expect("ended");
    assert_snapshot!(ground.tick("docs"), @"
    exit 0
    docs: it is not known how much it used: iteration 1 was cut short
    ");
}

#[test]
fn a_tick_that_is_told_to_end_ends_its_harness_and_says_so() {
    let ground = Ground::new();
    ground.create("docs", &ground.plan("touch docs/begun; sleep 60"));
    let child = ground.begin("docs");
    ground.wait_for("docs/begun");
    Ground::tell(&child, "TERM");
    assert_snapshot!(ground.end(child), @"
    exit 1
    --- stderr
    failed: the harness of the loop `docs`  [loop-interrupted]
      the tick was told to end, by signal 15
      its output is in `.automaton/loops/docs/logs/harness.log`
    ");
}
