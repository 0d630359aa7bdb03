//! `automaton loop run`.

use insta::assert_snapshot;
use serde_json::json;

use super::ground::Ground;

#[test]
fn it_ticks_until_all_tasks_are_over() {
    let ground = Ground::new();
    ground.create(
        "docs",
        &ground.plan("[ -e $NOTES ] && echo 1 > $POLISH || echo 1 > $NOTES"),
    );
    assert_snapshot!(ground.project.run("loop run docs"), @"
    exit 0
    docs: all of its tasks are over
    --- stderr
    docs: iteration 1 on guide: 0 files and 0 lines changed, moved to polish
    docs: iteration 2 on guide: 0 files and 0 lines changed, moved to over
    ");
}

#[test]
fn it_ticks_until_a_brake_holds() {
    let ground = Ground::new();
    ground.create("docs", &ground.plan("echo more >> docs/a.md"));
    assert_snapshot!(ground.project.run("loop run docs"), @"
    exit 0
    docs: it ran 3 times, and may 3 times
    --- stderr
    docs: iteration 1 on guide: 1 file and 1 line changed
    docs: iteration 2 on guide: 1 file and 1 line changed
    docs: iteration 3 on guide: 1 file and 1 line changed
    ");
}

#[test]
fn a_signal_ends_the_tick_and_then_the_run() {
    let ground = Ground::new();
    ground.create("docs", &ground.plan("touch docs/begun; sleep 60"));
    let child = ground.call("loop run docs");
    ground.wait_for("docs/begun");
    Ground::tell(&child, "TERM");
    assert_snapshot!(ground.end(child), @"
    exit 0
    docs: told to end
    ");
    assert_eq!(ground.state("docs")["tick"], json!(null));
}
