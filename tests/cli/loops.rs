//! Loops, with a harness that is a script.

mod ground;

use insta::assert_snapshot;

use self::ground::Ground;

#[test]
fn a_tick_runs_the_harness_once_and_takes_the_steps_that_need_no_person() {
    let ground = Ground::new();
    ground.create(
        "docs",
        &ground.plan("echo more >> docs/a.md; echo notes > $NOTES"),
    );
    let run = ground.tick("docs");
    assert_snapshot!(run, @"");
    assert_snapshot!(ground.journal("docs"), @"");
    assert_eq!(ground.project.state("guide"), "polish\n");
}
