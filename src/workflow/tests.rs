use super::*;
use crate::source::SourceFile;

fn faults(text: &str) -> Vec<(&'static str, String)> {
    let source = SourceFile::new("workflow.kdl", text);
    match Workflow::compile(&source, Origin::File) {
        Ok(_) => Vec::new(),
        Err(found) => found
            .iter()
            .map(|d| {
                let span = d.span().expect("a span");
                (d.topic.code, source.slice(span).to_owned())
            })
            .collect(),
    }
}

fn check(text: &str, expected: &[(&str, &str)]) {
    let found = faults(text);
    let found: Vec<(&str, &str)> = found.iter().map(|(c, s)| (*c, s.as_str())).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn the_default_workflow_compiles() {
    assert_eq!(embedded().phases.len(), 12);
}

#[test]
fn soundness_is_judged_from_the_initial_phase() {
    let phases = |body: &str| format!("workflow w version=1 {{\ninitial a\n{body}\n}}");
    for (body, expected) in [
        (
            "phase a { next done; }\nphase done terminal=success",
            vec![],
        ),
        (
            "phase a { next done; }\nphase done",
            vec![("no-terminal", "a"), ("dead-end", "done")],
        ),
        (
            "phase a { next done; }\nphase done terminal=success\nphase x { next y; }\nphase y { next x; }",
            vec![("unreachable-phase", "x")],
        ),
        (
            "phase a { next done; }\nphase done terminal=success\nphase x { next x; }",
            vec![("unreachable-phase", "x"), ("self-transition", "x")],
        ),
        (
            "phase a { next done; next x; }\nphase done terminal=success\nphase x { next y; }\nphase y { next x; }",
            vec![("no-path-to-terminal", "x")],
        ),
        (
            "phase a { next b; next done; }\nphase b { approval; }\nphase done terminal=success",
            vec![("dead-end", "b")],
        ),
        (
            "phase a { next done; }\nphase done terminal=success { next a; }",
            vec![("terminal-with-next", "a")],
        ),
        (
            "phase a { next done; rework a; }\nphase done terminal=success",
            vec![("self-transition", "a")],
        ),
    ] {
        check(&phases(body), &expected);
    }
}

#[test]
fn every_mistake_is_reported_at_its_place() {
    for (text, expected) in [
        ("", vec![("wrong-value", "")]),
        (
            "workflow w { initial a; phase a terminal=success; }",
            vec![("wrong-value", "workflow")],
        ),
        (
            "workflow w version=2 { initial a; phase a terminal=success; }",
            vec![("wrong-value", "2")],
        ),
        (
            "workflow w version=1 { phase a terminal=success; }",
            vec![("no-initial", "w")],
        ),
        (
            "workflow w version=1 { initial a; initial a; phase a terminal=success; }",
            vec![("no-initial", "initial a")],
        ),
        (
            "workflow w version=1 { initial b; phase a terminal=done { foo 1; next c; }; }",
            vec![
                ("wrong-value", "done"),
                ("unknown-node", "foo"),
                ("undefined-reference", "b"),
                ("undefined-reference", "c"),
            ],
        ),
        (
            "workflow w version=1 { initial a; artifact A.md frozen=1; artifact A.md; phase a terminal=success { produces A.md A.md optional=#true optional=#false opt=#true; }; }",
            vec![
                ("wrong-value", "1"),
                ("duplicate-property", "optional"),
                ("unknown-property", "opt"),
                ("duplicate-definition", "A.md"),
                ("duplicate-definition", "A.md"),
            ],
        ),
        (
            "workflow w version=1 { initial a; artifact \"x/y\"; phase a { next b { check \"\" timeout=\"0s\"; check a timeout=\"25h\"; contains X.md; outcome; }; }; phase b terminal=success; }",
            vec![
                ("wrong-value", "\"x/y\""),
                ("wrong-value", "\"\""),
                ("wrong-value", "\"0s\""),
                ("wrong-value", "\"25h\""),
                ("wrong-value", "contains X.md"),
                ("wrong-value", "outcome"),
            ],
        ),
        (
            "workflow w version=1 { initial a; approval signers=2; phase a { approval signers=3; next b; }; phase b terminal=success; }",
            vec![("wrong-value", "approval signers=3")],
        ),
    ] {
        check(text, &expected);
    }
}

#[test]
fn a_folder_is_placed_by_its_most_advanced_artifact() {
    let workflow = embedded();
    for (present, expected) in [
        ("", Some("new")),
        ("SPEC", Some("research")),
        ("SPEC DECOMPOSITION", Some("decomposition")),
        ("SPEC DESIGN", Some("design")),
        ("SPEC DESIGN TEST_PLAN", Some("test_design")),
        ("SPEC TEST_PLAN", Some("test_design")),
        ("SPEC IMPLEMENTATION", Some("implement")),
        ("SPEC DESIGN TEST_PLAN IMPLEMENTATION", Some("implement")),
        ("SPEC IMPLEMENTATION BUG_REPORT", Some("bug_find")),
        (
            "SPEC IMPLEMENTATION BUG_REPORT ADVERSARIAL_BUG_REPORT",
            Some("adversarial_bug_find"),
        ),
        (
            "SPEC IMPLEMENTATION BUG_REPORT DOC_REVIEW",
            Some("doc_review"),
        ),
        ("SPEC VERDICT", Some("referee")),
        ("SPEC DESIGN DECOMPOSITION", None),
    ] {
        let artifacts: Vec<ArtifactId> = present
            .split_whitespace()
            .map(|name| {
                let name = format!("{name}.md").parse().expect("a name");
                workflow.artifact_named(&name).expect("declared")
            })
            .collect();
        let found = infer(workflow, &artifacts).ok();
        let found = found.map(|state| workflow.state_name(state).to_string());
        assert_eq!(found.as_deref(), expected, "{present}");
    }
}

#[test]
fn what_stands_in_the_wrong_place_is_told_the_right_one() {
    for (text, expected) in [
        (
            "workflow w version=1 { initial a; next a; phase a terminal=success; }",
            "it belongs in the braces of `phase`",
        ),
        (
            "workflow w version=1 { initial a; phase a terminal=success { phase b; }; }",
            "it belongs in the braces of `workflow`",
        ),
        (
            "workflow w version=1 { initial a; outcome YES; phase a terminal=success; }",
            "it belongs in the braces of `artifact` or `next`",
        ),
        (
            "workflow w version=1 { initial a; phase a { terminal success; }; }",
            "it is a property: write `terminal=...` before the braces of `phase`",
        ),
        (
            "workflow w version=1 { workflow v; initial a; phase a terminal=success; }",
            "`workflow` stands in no braces",
        ),
        (
            "workflow w version=1 { initial a; phase a terminal; }",
            "what else it takes has a name: `terminal=...`",
        ),
        (
            "workflow w version=1 { initial a; phase a { approval human; next b; }; phase b terminal=success; }",
            "what else it takes has a name: `by=...`, `signers=...`",
        ),
        (
            "workflow w version=1 { initial a; phase a { approval { by human; }; next b; }; phase b terminal=success; }",
            "what else it takes has a name: `by=...`, `signers=...`",
        ),
    ] {
        let source = SourceFile::new("workflow.kdl", text);
        let found = Resolved::read(&source, Origin::File).findings;
        let help = found.iter().find_map(|found| found.help.as_deref());
        assert_eq!(help, Some(expected), "{text}");
    }
}
