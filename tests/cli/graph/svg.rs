//! The workflow as a picture: complete, the same each time, safe to open, and bounded.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use insta::assert_snapshot;

use super::{HOSTILE, MINIMAL, RFC, drawn};
use crate::project::Project;

/// The picture without its style and without the numbers of its places.
fn outline(picture: &str) -> String {
    let (head, rest) = picture.split_once("<style>").expect("a style");
    let (_, rest) = rest.split_once("</style>\n").expect("the style's end");
    let mut outline = String::new();
    for character in head.chars().chain(rest.chars()) {
        match character {
            '0'..='9' if outline.ends_with('#') => {}
            '0'..='9' => outline.push('#'),
            '.' if outline.ends_with('#') => {}
            character => outline.push(character),
        }
    }
    outline
}

/// What a reader of the screen is told: the title, what it shows, each state and each step.
fn spoken(picture: &str) -> String {
    let mut spoken = String::new();
    for (open, close) in [
        ("<title>", "</title>"),
        ("<desc>", "</desc>"),
        ("aria-label=\"", "\""),
    ] {
        for part in picture.split(open).skip(1) {
            let (said, _) = part.split_once(close).expect("an end");
            _ = writeln!(spoken, "{said}");
        }
    }
    spoken
}

#[test]
fn the_smallest_example_is_drawn() {
    assert_snapshot!(outline(&drawn("svg", MINIMAL)), @r##"
    <svg xmlns="http://www.w#org/#/svg" class="graph" role="graphics-document" viewBox="# # # #" width="#" height="#">
    <title>minimal</title>
    <desc># phases. Tasks start in work. They end in done.</desc>
    <circle class="start" cx="#" cy="#" r="#"/>
    <g class="arrow"><path d="M# # L# # Q# # # # L# #"/><polygon points="#,# #,# #,#"/><title>start to work</title></g>
    <g class="arrow"><path d="M# # L# # Q# # # # L# #"/><polygon points="#,# #,# #,#"/><title>work to done</title></g>
    <g class="state" role="img" aria-label="work"><rect x="#" y="#" width="#" height="#" rx="#"/><text x="#" y="#">work</text></g>
    <g class="state success" role="img" aria-label="done, where tasks are complete"><rect x="#" y="#" width="#" height="#" rx="#"/><rect x="#" y="#" width="#" height="#" rx="#"/><text x="#" y="#">done</text></g>
    </svg>
    "##);
}

#[test]
fn every_state_and_step_has_a_name_for_those_who_do_not_see_it() {
    assert_snapshot!(spoken(&drawn("svg", RFC)), @"
    rfc
    draft
    decide
    start to draft
    draft to draft:in_review: submit
    draft:in_review to draft:agreed: approve by anyone
    draft:in_review to draft: reject, withdraw
    draft:agreed to draft: revise
    decide to decide:in_review: submit
    decide:in_review to decide:agreed: approve by 2 signers
    decide:in_review to decide: reject, withdraw
    decide:agreed to decide: revise
    draft:agreed to decide
    decide:agreed to accepted: DECISION.md says ACCEPTED
    decide:agreed to closed: DECISION.md says DECLINED or POSTPONED
    decide to draft: rework by anyone
    4 phases. Tasks start in draft. They end in accepted or closed.
    draft
    draft:in_review
    draft:agreed
    decide
    decide:in_review
    decide:agreed
    accepted, where tasks are complete
    closed, where tasks have failed
    ");
}

#[test]
fn hostile_texts_stay_texts() {
    let picture = drawn("svg", HOSTILE);
    assert_snapshot!(spoken(&picture), @r"
    end
    state
    start to state
    state to state:note: submit
    state:note to state:direction: approve by human
    state:note to state: reject, withdraw
    state:direction to state: revise
    state:direction to größe: a;b #1 &quot;&lt;i&gt;&quot; %% direction TB.md contains &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; [[fork]] &lt;&lt;choice&gt;&gt;
    \N &amp;amp; \u{202e}
    größe to 0-a: check a --&gt; b : c; [*] {x} `y` $$z$$
    3 phases. Tasks start in state. They end in 0-a.
    state
    state:note
    state:direction
    größe
    0-a, where tasks are complete
    ");
    let outline = outline(&picture);
    let open = outline.matches('<').count();
    assert_eq!(open, outline.matches('>').count(), "{outline}");
    let elements = outline.split('<').skip(1).map(|rest| {
        let end = rest.find([' ', '>']).expect("an end");
        rest[..end].trim_start_matches('/')
    });
    let elements: std::collections::BTreeSet<&str> = elements.collect();
    assert_snapshot!(format!("{elements:?}"), @r#"{"circle", "desc", "g", "path", "polygon", "rect", "svg", "text", "title"}"#);
}

#[test]
fn a_step_and_its_way_back_are_two_lines() {
    let picture = drawn(
        "svg",
        "workflow w version=1 {\n    initial a\n    phase a { next b; }\n    phase b { next c; rework a by=anyone; }\n    phase c terminal=success\n}\n",
    );
    let lines = picture.split("<path d=\"").skip(1);
    let lines: std::collections::BTreeSet<&str> = lines
        .map(|line| line.split('"').next().expect("a line"))
        .collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
}

#[test]
fn the_same_workflow_is_always_the_same_picture() {
    assert_eq!(drawn("svg", RFC), drawn("svg", RFC));
}

#[test]
fn where_a_task_stands_is_marked() {
    let project = Project::with(MINIMAL);
    project.all(&["create-task login"]);
    let run = project.run("graph --format svg --task login");
    assert_eq!((run.exit, run.stderr.as_str()), (0, ""));
    let here = run.stdout.split("<g class=\"state here\"").skip(1);
    let here: Vec<&str> = here
        .map(|rest| rest.split('>').next().expect("an end"))
        .collect();
    assert_eq!(
        here,
        [" role=\"img\" aria-label=\"work, where the task stands\""]
    );
}

/// A chain of `length` phases.
fn chain(length: usize) -> String {
    let mut text = "workflow long version=1 {\n    initial p0\n".to_owned();
    for number in 1..length {
        _ = writeln!(text, "    phase p{} {{ next p{number}; }}", number - 1);
    }
    _ = writeln!(text, "    phase p{} terminal=success\n}}", length - 1);
    text
}

#[test]
fn a_large_workflow_is_drawn_and_a_larger_one_refused_in_time() {
    let project = Project::bare();
    for (length, exit) in [(200, 0), (10_000, 1)] {
        project.write("w.kdl", &chain(length));
        let start = Instant::now();
        let run = project.call(&["graph", "--format", "svg", "w.kdl"]);
        assert_eq!(run.exit, exit, "{}", run.stderr);
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "{length}: {:?}",
            start.elapsed()
        );
        if exit != 0 {
            assert_snapshot!(run.stderr, @"
            refused: `long` is too large a picture  [graph-too-large]
              10000 states with 9999 arrows between them are more than a picture is made of
              next: automaton graph --format dot
            ");
        }
    }
}
