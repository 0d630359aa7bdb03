//! The default workflow, the examples and names that mean something to Mermaid.

use insta::assert_snapshot;

use super::{HOSTILE, MINIMAL, RFC, TEST_DRIVEN, drawn};
use crate::project::Project;

#[test]
fn the_default_workflow_is_drawn() {
    let run = Project::bare().run("graph");
    assert_eq!((run.exit, run.stderr.as_str()), (0, ""));
    assert_snapshot!(run.stdout, @r#"
    stateDiagram-v2
        state "new" as p0
        state "research" as p1 {
            state "research" as p1_base
            state "awaiting_approval" as p1_pending
            state "approved" as p1_granted
            [*] --> p1_base
            p1_base --> p1_pending : submit
            p1_pending --> p1_granted : approve by human
            p1_pending --> p1_base : reject, withdraw
            p1_granted --> p1_base : revise
            p1_granted --> [*]
        }
        state "decomposition" as p2 {
            state "decomposition" as p2_base
            state "awaiting_approval" as p2_pending
            state "approved" as p2_granted
            [*] --> p2_base
            p2_base --> p2_pending : submit
            p2_pending --> p2_granted : approve by human
            p2_pending --> p2_base : reject, withdraw
            p2_granted --> p2_base : revise
            p2_granted --> [*]
        }
        state "design" as p3 {
            state "design" as p3_base
            state "awaiting_approval" as p3_pending
            state "approved" as p3_granted
            [*] --> p3_base
            p3_base --> p3_pending : submit
            p3_pending --> p3_granted : approve by human
            p3_pending --> p3_base : reject, withdraw
            p3_granted --> p3_base : revise
            p3_granted --> [*]
        }
        state "test_design" as p4 {
            state "test_design" as p4_base
            state "awaiting_approval" as p4_pending
            state "approved" as p4_granted
            [*] --> p4_base
            p4_base --> p4_pending : submit
            p4_pending --> p4_granted : approve by human
            p4_pending --> p4_base : reject, withdraw
            p4_granted --> p4_base : revise
            p4_granted --> [*]
        }
        state "implement" as p5
        state "bug_find" as p6
        state "adversarial_bug_find" as p7
        state "doc_review" as p8
        state "referee" as p9
        state "complete" as p10
        state "human_intervention" as p11
        [*] --> p0
        p0 --> p1
        p1 --> p2
        p1 --> p3
        p1 --> p5
        p2 --> p10 : sub-tasks complete
        p3 --> p4
        p3 --> p5
        p4 --> p5
        p5 --> p6
        p5 --> p1 : rework by human
        p5 --> p3 : rework by human
        p5 --> p4 : rework by human
        p6 --> p7
        p6 --> p5 : rework by human
        p7 --> p8
        p7 --> p5 : rework by human
        p8 --> p9
        p8 --> p5 : rework by human
        p9 --> p10 : VERDICT.md says PASS
        p9 --> p11 : VERDICT.md says FAIL or NEEDS_REVIEW
        p11 --> p1 : rework by human
        p11 --> p3 : rework by human
        p11 --> p4 : rework by human
        p11 --> p5 : rework by human
        p10 --> [*]
    "#);
}

#[test]
fn the_examples_are_drawn() {
    assert_snapshot!(drawn("mermaid", MINIMAL), @r#"
    stateDiagram-v2
        state "work" as p0
        state "done" as p1
        [*] --> p0
        p0 --> p1
        p1 --> [*]
    "#);
    assert_snapshot!(drawn("mermaid", TEST_DRIVEN), @r#"
    stateDiagram-v2
        state "red" as p0
        state "green" as p1
        state "refactor" as p2
        state "done" as p3
        [*] --> p0
        p0 --> p1 : check #33; sh tests/run.sh
        p1 --> p2 : check sh tests/run.sh
        p2 --> p0 : ROUND.md says MORE and check sh tests/run.sh
        p2 --> p3 : ROUND.md says DONE and check sh tests/run.sh
        p3 --> [*]
    "#);
    assert_snapshot!(drawn("mermaid", RFC), @r#"
    stateDiagram-v2
        state "draft" as p0 {
            state "draft" as p0_base
            state "in_review" as p0_pending
            state "agreed" as p0_granted
            [*] --> p0_base
            p0_base --> p0_pending : submit
            p0_pending --> p0_granted : approve by anyone
            p0_pending --> p0_base : reject, withdraw
            p0_granted --> p0_base : revise
            p0_granted --> [*]
        }
        state "decide" as p1 {
            state "decide" as p1_base
            state "in_review" as p1_pending
            state "agreed" as p1_granted
            [*] --> p1_base
            p1_base --> p1_pending : submit
            p1_pending --> p1_granted : approve by 2 signers
            p1_pending --> p1_base : reject, withdraw
            p1_granted --> p1_base : revise
            p1_granted --> [*]
        }
        state "accepted" as p2
        state "closed" as p3
        [*] --> p0
        p0 --> p1
        p1 --> p2 : DECISION.md says ACCEPTED
        p1 --> p3 : DECISION.md says DECLINED or POSTPONED
        p1 --> p0 : rework by anyone
        p2 --> [*]
        p3 --> [*]
    "#);
}

#[test]
fn no_name_breaks_the_picture() {
    assert_snapshot!(drawn("mermaid", HOSTILE), @r#"
    stateDiagram-v2
        state "state" as p0 {
            state "state" as p0_base
            state "note" as p0_pending
            state "direction" as p0_granted
            [*] --> p0_base
            p0_base --> p0_pending : submit
            p0_pending --> p0_granted : approve by human
            p0_pending --> p0_base : reject, withdraw
            p0_granted --> p0_base : revise
            p0_granted --> [*]
        }
        state "größe" as p1
        state "0-a" as p2
        [*] --> p0
        p0 --> p1 : a#59;b #35;1 #34;#60;i#62;#34; #37;#37; direction#32;TB.md contains #60;script#62;alert(#34;x#34;)#60;/script#62; #91;#91;fork#93;#93; #60;#60;choice#62;#62; #92;N #38;amp#59; #8238;
        p1 --> p2 : check a --#62; b #58; c#59; #91;#42;#93; #123;x#125; #96;y#96; #36;#36;z#36;#36;
        p2 --> [*]
    "#);
}
