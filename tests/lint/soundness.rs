//! What the linter proves is what the engine does: random workflows, tried out in full.

use std::collections::BTreeMap;

use automaton::diagnostic::{Counterexample, Diagnostic, Ending, Severity};
use automaton::lint::{Nothing, lint, replay};
use automaton::source::SourceFile;
use automaton::workflow::{Event, Model, Origin, Resolved, Workflow};
use proptest::prelude::*;

use crate::folder::{Folder, text as text_of};
use crate::oracle::{Oracle, asked, declared, worked};
use crate::sketch::{sketch, text};

fn findings(source: &SourceFile) -> Vec<Diagnostic> {
    lint(source, Origin::File, &Nothing)
}

fn is_clean(found: &[Diagnostic]) -> bool {
    found.iter().all(|found| found.severity < Severity::Error)
}

/// Walks along a counterexample and answers with the folder at its end.
fn walked<'m>(model: &'m Model, path: &Counterexample) -> Folder<'m> {
    let mut folder = Folder::new(model);
    for (index, step) in path.steps.iter().enumerate() {
        for writing in &step.written {
            let id = model.artifact_named(&writing.artifact).expect("declared");
            let artifact = model.artifact(id);
            let text = text_of(artifact, writing);
            folder.files.insert(artifact.name.clone(), text);
        }
        for name in &step.removed {
            folder.files.remove(name);
        }
        let state = model.state_named(&folder.record.state).expect("a state");
        let mut edges = model.leaving(state);
        let (_, edge) = edges
            .find(|(_, edge)| {
                edge.event.word() == step.event && model.state_name(edge.to) == step.to
            })
            .expect("an edge");
        let last = index + 1 == path.steps.len();
        match (path.ending, folder.ask(edge)) {
            (Ending::Refused(code), found) if last => assert_eq!(found.err(), Some(code)),
            (_, found) => {
                let found = found.unwrap_or_else(|code| panic!("refused: {code}"));
                folder.take(edge, &found);
            }
        }
    }
    folder
}

fn holds(source: &SourceFile) -> Result<(), TestCaseError> {
    let Some(model) = Resolved::read(source, Origin::File).model else {
        return Ok(());
    };
    let Some(oracle) = Oracle::new(&model, 4_000) else {
        return Ok(());
    };
    let found = findings(source);
    for found in &found {
        if let Some(path) = &found.counterexample {
            prop_assert_eq!(replay(&model, path).err(), None, "{}", found);
            let end = walked(&model, path);
            match found.topic.code {
                "deadlock" | "no-path-to-terminal" | "dead-end" => {
                    prop_assert!(!oracle.can_finish(&end), "{} can finish", found);
                }
                _ => {}
            }
        }
        if found.topic.code == "transition-always-blocked" {
            let span = found.span().expect("a span");
            let dead = model.edge_ids().filter(|&id| model.edge(id).span == span);
            for id in dead.filter(|&id| matches!(model.edge(id).event, Event::Next | Event::Rework))
            {
                prop_assert!(!oracle.taken.contains(&id), "{} is taken", found);
            }
        }
    }
    if is_clean(&found) {
        prop_assert!(Workflow::compile(source, Origin::File).is_ok());
        prop_assert!(
            oracle.finishes.iter().all(|&finishes| finishes),
            "a task gets caught"
        );
        for id in declared(&model) {
            prop_assert!(
                oracle.taken.contains(&id),
                "no task takes the edge at {:?}",
                model.edge(id).span
            );
        }
    }
    Ok(())
}

/// How many workflows are tried: `PROPTEST_CASES`, or else 600.
#[expect(
    clippy::disallowed_methods,
    reason = "how long to search is said from outside"
)]
fn cases() -> u32 {
    let asked = std::env::var("PROPTEST_CASES").ok();
    asked.and_then(|cases| cases.parse().ok()).unwrap_or(600)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_workflow_without_errors_lets_every_task_finish(
        sketches in prop::collection::vec(sketch(), 1..5)
    ) {
        let source = SourceFile::new("workflow.kdl", text(&sketches));
        holds(&source)?;
    }

    #[test]
    fn random_walks_never_get_caught(
        sketches in prop::collection::vec(sketch(), 1..5),
        turns in prop::collection::vec(any::<prop::sample::Index>(), 60),
    ) {
        let source = SourceFile::new("workflow.kdl", text(&sketches));
        if let Ok(workflow) = Workflow::compile(&source, Origin::File)
            && is_clean(&findings(&source))
        {
            let asked = asked(&workflow);
            let mut folder = Folder::new(&workflow);
            for turn in turns {
                let state = workflow.state_named(&folder.record.state).expect("a state");
                if workflow.phase(state.phase).terminal.is_some() {
                    return Ok(());
                }
                let mut ways = worked(&workflow, &folder, &asked);
                for (_, edge) in workflow.leaving(state) {
                    if let Ok(step) = folder.ask(edge) {
                        let mut after = folder.clone();
                        after.take(edge, &step);
                        ways.push(after);
                    }
                }
                prop_assert!(!ways.is_empty(), "nothing leads on from {}", folder.record.state);
                folder = ways.swap_remove(turn.index(ways.len()));
            }
        }
    }
}

#[test]
fn random_workflows_are_of_every_kind() {
    use proptest::strategy::ValueTree as _;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for _ in 0..600 {
        let sketches = prop::collection::vec(sketch(), 1..5);
        let sketches = sketches.new_tree(&mut runner).expect("a value").current();
        let source = SourceFile::new("workflow.kdl", text(&sketches));
        let mut found = findings(&source);
        found.retain(|found| found.severity == Severity::Error);
        found.sort_by_key(|found| found.topic.code);
        if found.is_empty() {
            *counts.entry("sound").or_default() += 1;
        }
        found.dedup_by_key(|found| found.topic.code);
        for found in found {
            *counts.entry(found.topic.code).or_default() += 1;
        }
    }
    for kind in [
        "sound",
        "deadlock",
        "transition-always-blocked",
        "read-before-produced",
    ] {
        assert!(
            counts.get(kind).is_some_and(|&count| count >= 8),
            "{kind}: {counts:?}"
        );
    }
}

/// Found at random: the way back demands what only itself would bring.
#[test]
fn a_circle_of_demands_justifies_nothing() {
    for (phases, expected) in [
        (
            "phase a { reads X; approval; next b; }
             phase b { next c; next a; }
             phase c { produces X; next d; }",
            &["deadlock", "read-before-produced"][..],
        ),
        (
            "phase a { reads X; approval; next b; }
             phase b { produces X; next d; rework a; }",
            &["deadlock"],
        ),
    ] {
        let text = format!(
            "workflow w version=1 {{ initial a; artifact X; {phases}
             phase d terminal=success; }}"
        );
        let source = SourceFile::new("w.kdl", text);
        let found = findings(&source);
        let errors = found
            .iter()
            .filter(|found| found.severity == Severity::Error);
        let codes: Vec<&str> = errors.map(|found| found.topic.code).collect();
        assert_eq!(codes, expected, "{phases}");
        holds(&source).expect("it holds");
    }
}
