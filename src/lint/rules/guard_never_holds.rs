//! Guards that nothing can make true.

use crate::diagnostic::{Diagnostic, Edit, Fix, Severity, Topic};
use crate::lint::context::{Context, listed};
use crate::lint::rule::{Case, Check, Rule};
use crate::source::Spanned;
use crate::workflow::{
    ArtifactId, Edge, Event, Guard, GuardTest, State, StateSet, Suggestions, nearest,
};

/// A guard that cannot hold.
pub static GUARD_NEVER_HOLDS: Topic = Topic::finding(
    "guard-never-holds",
    Severity::Error,
    "a guard asks for what can never be",
    "An artifact states one of the outcomes that its declaration lists, so a guard that asks for \
     another word never holds, however the file is written. `subtasks complete` needs a phase \
     that allows sub-tasks, here or before: without one there are none to be complete. The edge, \
     or the word, is dead. Correct the word, declare it, or add `subtasks`.",
);

pub(super) static RULE: Rule = Rule {
    cases: &[Case {
        topic: &GUARD_NEVER_HOLDS,
        triggers: "workflow w version=1 {
    initial judge
    artifact RESULT.md { outcome PASS FAIL; }
    phase judge {
        produces RESULT.md
        next done { outcome RESULT.md PASSED; }
        next failed { outcome RESULT.md FAIL; }
    }
    phase done terminal=success
    phase failed terminal=failure
}
",
        passes: "workflow w version=1 {
    initial judge
    artifact RESULT.md { outcome PASS FAIL; }
    phase judge {
        produces RESULT.md
        next done { outcome RESULT.md PASS; }
        next failed { outcome RESULT.md FAIL; }
    }
    phase done terminal=success
    phase failed terminal=failure
}
",
    }],
    check: Check::Graph(check),
};

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let model = context.model;
    let with_subtasks = model
        .phase_ids()
        .filter(|&phase| model.phase(phase).subtasks.is_some());
    let after = model
        .graph
        .reachable(with_subtasks.map(State::base), |_| true);
    let mut found = Vec::new();
    let mut suggestions = Suggestions::default();
    for edge in model.edges.iter().filter(|e| e.event == Event::Next) {
        for guard in &edge.guards {
            match &guard.test {
                GuardTest::Outcome { artifact, words } => {
                    let unknown = |word: &&Spanned<String>| !context.states(*artifact, &word.value);
                    for word in words.iter().filter(unknown) {
                        found.push(undeclared(context, *artifact, word, &mut suggestions));
                    }
                }
                GuardTest::SubtasksComplete => {
                    found.extend(without_subtasks(context, &after, edge, guard));
                }
                GuardTest::Contains { .. } | GuardTest::Check(_) => {}
            }
        }
    }
    found
}

fn undeclared(
    context: &Context<'_>,
    artifact: ArtifactId,
    word: &Spanned<String>,
    suggestions: &mut Suggestions,
) -> Diagnostic {
    let declared = &context.model.artifact(artifact).contract.outcomes;
    let name = context.artifact(artifact);
    let message = format!("`{name}` never states `{}`", word.value);
    let found = context
        .at(&GUARD_NEVER_HOLDS, word.span, message)
        .also(context.model.artifact(artifact).span, "declared here");
    let known = || declared.iter().map(|known| known.value.as_str());
    if !suggestions.go_on(&word.value, known()) {
        return found.help("declare it, or take one that is declared");
    }
    match nearest(&word.value, known()) {
        Some(near) => found.help(format!("did you mean `{near}`?")).fix(Fix {
            title: format!("write `{near}`"),
            safe: false,
            edits: vec![Edit {
                span: word.span,
                text: near.to_owned(),
            }],
        }),
        None if declared.is_empty() => found.help(format!(
            "declare its outcomes: `artifact {name} {{ outcome ...; }}`"
        )),
        None => found.help(format!("it states one of {}", listed(known()))),
    }
}

fn without_subtasks(
    context: &Context<'_>,
    after: &StateSet,
    edge: &Edge,
    guard: &Guard,
) -> Option<Diagnostic> {
    if context.model.graph.holds(after, edge.from) {
        return None;
    }
    let phase = context.model.phase(edge.from.phase);
    let message = format!("no task can have sub-tasks in `{}`", phase.name);
    Some(
        context
            .at(&GUARD_NEVER_HOLDS, guard.span, message)
            .also(
                phase.span,
                "neither this phase nor one before it has `subtasks`",
            )
            .help("add `subtasks` to the phase, or remove the guard"),
    )
}
