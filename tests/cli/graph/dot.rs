//! The default workflow, the examples and names that mean something to Graphviz.

use insta::assert_snapshot;

use super::{HOSTILE, MINIMAL, RFC, TEST_DRIVEN, drawn};
use crate::project::Project;

#[test]
fn the_default_workflow_is_drawn() {
    let run = Project::bare().run("graph --format dot");
    assert_eq!((run.exit, run.stderr.as_str()), (0, ""));
    assert_snapshot!(run.stdout, @r#"
    digraph "default" {
        compound=true;
        node [shape=box, style=rounded];
        p0 [label="new"];
        subgraph cluster_p1 {
            label="research";
            p1 [label="research"];
            p1_pending [label="awaiting_approval"];
            p1_granted [label="approved"];
            p1 -> p1_pending [label="submit"];
            p1_pending -> p1_granted [label="approve by human"];
            p1_pending -> p1 [label="reject, withdraw"];
            p1_granted -> p1 [label="revise"];
        }
        subgraph cluster_p2 {
            label="decomposition";
            p2 [label="decomposition"];
            p2_pending [label="awaiting_approval"];
            p2_granted [label="approved"];
            p2 -> p2_pending [label="submit"];
            p2_pending -> p2_granted [label="approve by human"];
            p2_pending -> p2 [label="reject, withdraw"];
            p2_granted -> p2 [label="revise"];
        }
        subgraph cluster_p3 {
            label="design";
            p3 [label="design"];
            p3_pending [label="awaiting_approval"];
            p3_granted [label="approved"];
            p3 -> p3_pending [label="submit"];
            p3_pending -> p3_granted [label="approve by human"];
            p3_pending -> p3 [label="reject, withdraw"];
            p3_granted -> p3 [label="revise"];
        }
        subgraph cluster_p4 {
            label="test_design";
            p4 [label="test_design"];
            p4_pending [label="awaiting_approval"];
            p4_granted [label="approved"];
            p4 -> p4_pending [label="submit"];
            p4_pending -> p4_granted [label="approve by human"];
            p4_pending -> p4 [label="reject, withdraw"];
            p4_granted -> p4 [label="revise"];
        }
        p5 [label="implement"];
        p6 [label="bug_find"];
        p7 [label="adversarial_bug_find"];
        p8 [label="doc_review"];
        p9 [label="referee"];
        p10 [label="complete", peripheries=2];
        p11 [label="human_intervention"];
        start [shape=point];
        start -> p0;
        p0 -> p1;
        p1_granted -> p2;
        p1_granted -> p3;
        p1_granted -> p5;
        p2_granted -> p10 [label="sub-tasks complete"];
        p3_granted -> p4;
        p3_granted -> p5;
        p4_granted -> p5;
        p5 -> p6;
        p5 -> p1 [label="rework by human", style=dashed, constraint=false];
        p5 -> p3 [label="rework by human", style=dashed, constraint=false];
        p5 -> p4 [label="rework by human", style=dashed, constraint=false];
        p6 -> p7;
        p6 -> p5 [label="rework by human", style=dashed, constraint=false];
        p7 -> p8;
        p7 -> p5 [label="rework by human", style=dashed, constraint=false];
        p8 -> p9;
        p8 -> p5 [label="rework by human", style=dashed, constraint=false];
        p9 -> p10 [label="VERDICT.md says PASS"];
        p9 -> p11 [label="VERDICT.md says FAIL or NEEDS_REVIEW"];
        p11 -> p1 [label="rework by human", style=dashed, constraint=false];
        p11 -> p3 [label="rework by human", style=dashed, constraint=false];
        p11 -> p4 [label="rework by human", style=dashed, constraint=false];
        p11 -> p5 [label="rework by human", style=dashed, constraint=false];
    }
    "#);
}

#[test]
fn the_examples_are_drawn() {
    assert_snapshot!(drawn("dot", MINIMAL), @r#"
    digraph "minimal" {
        compound=true;
        node [shape=box, style=rounded];
        p0 [label="work"];
        p1 [label="done", peripheries=2];
        start [shape=point];
        start -> p0;
        p0 -> p1;
    }
    "#);
    assert_snapshot!(drawn("dot", TEST_DRIVEN), @r#"
    digraph "test-driven" {
        compound=true;
        node [shape=box, style=rounded];
        p0 [label="red"];
        p1 [label="green"];
        p2 [label="refactor"];
        p3 [label="done", peripheries=2];
        start [shape=point];
        start -> p0;
        p0 -> p1 [label="check ! sh tests/run.sh"];
        p1 -> p2 [label="check sh tests/run.sh"];
        p2 -> p0 [label="ROUND.md says MORE and check sh tests/run.sh"];
        p2 -> p3 [label="ROUND.md says DONE and check sh tests/run.sh"];
    }
    "#);
    assert_snapshot!(drawn("dot", RFC), @r#"
    digraph "rfc" {
        compound=true;
        node [shape=box, style=rounded];
        subgraph cluster_p0 {
            label="draft";
            p0 [label="draft"];
            p0_pending [label="in_review"];
            p0_granted [label="agreed"];
            p0 -> p0_pending [label="submit"];
            p0_pending -> p0_granted [label="approve by anyone"];
            p0_pending -> p0 [label="reject, withdraw"];
            p0_granted -> p0 [label="revise"];
        }
        subgraph cluster_p1 {
            label="decide";
            p1 [label="decide"];
            p1_pending [label="in_review"];
            p1_granted [label="agreed"];
            p1 -> p1_pending [label="submit"];
            p1_pending -> p1_granted [label="approve by 2 signers"];
            p1_pending -> p1 [label="reject, withdraw"];
            p1_granted -> p1 [label="revise"];
        }
        p2 [label="accepted", peripheries=2];
        p3 [label="closed", peripheries=2, style="rounded,dotted"];
        start [shape=point];
        start -> p0;
        p0_granted -> p1;
        p1_granted -> p2 [label="DECISION.md says ACCEPTED"];
        p1_granted -> p3 [label="DECISION.md says DECLINED or POSTPONED"];
        p1 -> p0 [label="rework by anyone", style=dashed, constraint=false, ltail=cluster_p1];
    }
    "#);
}

#[test]
fn no_name_breaks_the_picture() {
    assert_snapshot!(drawn("dot", HOSTILE), @r#"
    digraph "end" {
        compound=true;
        node [shape=box, style=rounded];
        subgraph cluster_p0 {
            label="state";
            p0 [label="state"];
            p0_pending [label="note"];
            p0_granted [label="direction"];
            p0 -> p0_pending [label="submit"];
            p0_pending -> p0_granted [label="approve by human"];
            p0_pending -> p0 [label="reject, withdraw"];
            p0_granted -> p0 [label="revise"];
        }
        p1 [label="größe"];
        p2 [label="0-a", peripheries=2];
        start [shape=point];
        start -> p0;
        p0_granted -> p1 [label="a;b #1 \"<i>\" %% direction TB.md contains <script>alert(\"x\")</script> [[fork]] <<choice>> \\N &amp;amp; &#8238;"];
        p1 -> p2 [label="check a --> b : c; [*] {x} `y` $$z$$"];
    }
    "#);
}
