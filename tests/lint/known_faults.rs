//! Faults of other linters, none of which this one may have.

use std::fmt::Write as _;

use automaton::lint::{Nothing, lint};
use automaton::source::SourceFile;
use automaton::workflow::Origin;

/// Each finding as its code and the text that it underlines.
fn found(text: &str) -> Vec<(&'static str, String)> {
    let source = SourceFile::new("workflow.kdl", text);
    lint(&source, Origin::File, &Nothing)
        .iter()
        .map(|found| {
            let span = found.span().expect("a span");
            (found.topic.code, source.slice(span).to_owned())
        })
        .collect()
}

fn check(text: &str, expected: &[(&str, &str)]) {
    let found = found(text);
    let found: Vec<(&str, &str)> = found.iter().map(|(c, s)| (*c, s.as_str())).collect();
    assert_eq!(found, expected, "{text}");
}

/// Reachability is from the initial phase, not the number of edges that lead in.
#[test]
fn an_unreachable_cycle_a_self_loop_and_a_livelock_are_all_found() {
    check(
        "workflow w version=1 {
initial a
phase a { edits \"**\"; next done; next l; }
phase done terminal=success
phase x { edits \"**\"; next y; }
phase y { edits \"**\"; next x; }
phase s { edits \"**\"; next s; }
phase l { edits \"**\"; rework m; }
phase m { edits \"**\"; rework l; }
}",
        &[
            ("unreachable-phase", "x"),
            ("unreachable-phase", "s"),
            ("self-transition", "s"),
            ("no-path-to-terminal", "l"),
        ],
    );
}

#[test]
fn a_large_choice_of_branches_ends() {
    let mut text = String::from("workflow w version=1 {\ninitial a\nphase a {\nedits \"**\"\n");
    for branch in 0..2_000 {
        _ = writeln!(text, "next b{branch}");
    }
    text.push_str("}\n");
    for branch in 0..2_000 {
        _ = writeln!(text, "phase b{branch} {{ edits \"**\"; next done; }}");
    }
    text.push_str("phase done terminal=success\n}\n");
    check(&text, &[]);
}

#[test]
fn two_faults_at_one_place_are_both_shown() {
    check(
        "workflow w version=1 {
initial a
artifact A.md
phase a { edits \"**\"; next b; next done; }
phase b { reads A.md; forbids A.md; edits \"**\"; next done; }
phase done terminal=success
}",
        &[("never-produced", "A.md"), ("reads-forbidden", "A.md")],
    );
}

#[test]
fn a_suggestion_is_near() {
    let source = SourceFile::new(
        "workflow.kdl",
        "workflow w version=1 { initial age; phase age { edits \"**\"; next nonexistent; next don; }; phase done terminal=success; }",
    );
    let helps: Vec<Option<String>> = lint(&source, Origin::File, &Nothing)
        .into_iter()
        .map(|found| found.help)
        .collect();
    assert_eq!(
        helps,
        [
            Some("declare it, or use one that is: `age`, `done`".to_owned()),
            Some("did you mean `done`?".to_owned())
        ]
    );
}

/// Where one artifact is missing, every later phase is not at fault too.
#[test]
fn one_root_fault_is_one_finding() {
    check(
        "workflow w version=1 {
initial a
artifact A.md
artifact B.md
phase a { edits \"**\"; forbids A.md B.md; next b; }
phase b { reads A.md; edits \"**\"; forbids B.md; next c; }
phase c { reads A.md; edits \"**\"; forbids B.md; next d; }
phase d { reads A.md; produces B.md; next e; }
phase e { reads A.md B.md; produces A.md; next done; }
phase done terminal=success
}",
        &[("read-before-produced", "A.md")],
    );
    check(
        "workflow w version=1 {
initial a
phase a { edits \"**\"; next bb; }
phase b { edits \"**\"; next c; }
phase c { edits \"**\"; next done; }
phase done terminal=success
}",
        &[("undefined-reference", "bb")],
    );
    check(
        "workflow w version=1 {
initial a
artifact A.md { outcome YES NO; }
phase a { produces A.md; next a; next b { outcom A.md YES; }; next b; next c { outcome A.md NO; }; }
phase b { edits \"**\"; next done; }
phase c { edits \"**\"; next done; }
phase done terminal=success
}",
        &[("unknown-node", "outcom")],
    );
    check(
        "workflow w version=1 {
initial a
phase a { edits \"**\"; next a; next done; }
phase done terminal=success
}",
        &[("self-transition", "a")],
    );
}

/// Spans are of names, not of nodes with the blanks behind them.
#[test]
fn names_are_underlined() {
    check(
        "workflow w version=1 {
initial a
phase   a   {   edits \"**\" ;  next   done   ;  next   end   ;  }
phase   end   {   }   // nothing
phase   done   terminal=success
}",
        &[("dead-end", "end")],
    );
}

/// Neither the order of the phases nor that of the rules decides what is found.
#[test]
fn the_order_of_the_text_does_not_matter() {
    let phases = [
        "phase a { produces A.md optional=#true; next b; next c; }\n",
        "phase b { forbids A.md; edits \"**\"; next done; }\n",
        "phase c { reads A.md; edits \"**\"; next d; next done; }\n",
        "phase d { edits \"**\"; }\n",
        "phase x { edits \"**\"; next d; }\n",
        "phase done terminal=success\n",
    ];
    let text = |order: &[usize]| {
        let phases: String = order.iter().map(|&index| phases[index]).collect();
        format!("workflow w version=1 {{\ninitial a\nartifact A.md\n{phases}}}\n")
    };
    let sorted = |order: &[usize]| {
        let mut found = found(&text(order));
        found.sort();
        found
    };
    let expected = sorted(&[0, 1, 2, 3, 4, 5]);
    assert_eq!(expected.len(), 4, "{expected:?}");
    for order in [[5, 4, 3, 2, 1, 0], [2, 0, 5, 1, 4, 3], [3, 1, 0, 2, 5, 4]] {
        assert_eq!(sorted(&order), expected, "{order:?}");
    }
}
