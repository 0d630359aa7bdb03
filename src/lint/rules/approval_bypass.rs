//! Ways round an approval.

use std::collections::HashSet;

use crate::diagnostic::{Counterexample, Diagnostic, Severity, Topic};
use crate::lint::context::Context;
use crate::lint::existence::{is_after_work, is_arrival};
use crate::lint::flow::{Order, Rows, Way, bit, clear, put};
use crate::lint::rule::{Case, Check, Rule};
use crate::source::Span;
use crate::workflow::{ArtifactId, Edge, Event, Mention, Model, Phase};

/// A way round an approval.
pub static APPROVAL_BYPASS: Topic = Topic::finding(
    "approval-bypass",
    Severity::Error,
    "a task can enter a phase that reads an artifact without the approval that the artifact needs",
    "A phase with an approval produces the artifact, so somebody has to agree to it before others \
     build on it. Here a task enters a phase that reads it while it is not approved, and the phase \
     with the approval does not lie ahead either: another phase wrote it, or a `rework` led past \
     the decision. Lead the edge through the approval, or let the target forbid the artifact, \
     which moves it aside.",
);

pub(super) static RULE: Rule = Rule {
    cases: &[Case {
        topic: &APPROVAL_BYPASS,
        triggers: "workflow w version=1 {
    initial triage
    artifact BRIEF.md
    phase triage { forbids BRIEF.md; edits \"triage/**\"; next specify; next hurry; }
    phase specify { produces BRIEF.md; approval; next build; }
    phase hurry { produces BRIEF.md; next build; }
    phase build { reads BRIEF.md; edits \"**\"; next done; }
    phase done terminal=success
}
",
        passes: "workflow w version=1 {
    initial triage
    artifact BRIEF.md
    phase triage { forbids BRIEF.md; edits \"triage/**\"; next specify; next hurry; }
    phase specify { produces BRIEF.md; approval; next build; }
    phase hurry { forbids BRIEF.md; edits \"**\"; next done; }
    phase build { reads BRIEF.md; edits \"**\"; next done; }
    phase done terminal=success
}
",
    }],
    check: Check::Graph(check),
};

/// How many findings get a path: each is a search of its own.
const SHOWN: usize = 10;

/// How many of the approvals that are missed one finding points at.
const APPROVALS: usize = 20;

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let model = context.model;
    let approving = || {
        let phases = context.reached_phases();
        phases.filter(|&phase| model.phase(phase).approval.is_some())
    };
    let mut approvable = vec![0; model.artifacts.len().div_ceil(64)];
    for phase in approving() {
        for mention in &model.phase(phase).produces {
            put(&mut approvable, mention.artifact.index());
        }
    }
    if approvable.iter().all(|&word| word == 0) {
        return Vec::new();
    }
    let Some(ahead) = ahead(context) else {
        return Vec::new();
    };
    let mut loose = Rows::new(model);
    let pass = |edge: &Edge, set: &mut [u64]| {
        leave(context, &approvable, &ahead, edge, set);
        arrive(model, &ahead, edge, set);
    };
    if !context.order().spread(model, Way::Onward, &mut loose, pass) {
        return Vec::new();
    }
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut reported: HashSet<Span> = HashSet::new();
    for id in context.reached_edges() {
        let edge = model.edge(id);
        if !is_arrival(edge) {
            continue;
        }
        let mut set = loose.row(model.graph.position(edge.from)).to_vec();
        leave(context, &approvable, &ahead, edge, &mut set);
        for mention in &model.phase(edge.to.phase).reads {
            if !bit(&set, mention.artifact.index()) || !is_late(model, &ahead, edge, mention) {
                continue;
            }
            let shown = found.len() < SHOWN;
            let path = shown.then(|| path(context, &approvable, &ahead, edge, mention.artifact));
            let path = path.flatten();
            if path.is_none() && shown && context.exploration().complete {
                continue;
            }
            if reported.insert(edge.span) {
                found.push(report(context, edge, mention, path));
            }
        }
    }
    found
}

/// For each state, the artifacts whose approval still lies ahead, if that can be found out.
fn ahead(context: &Context<'_>) -> Option<Rows> {
    let model = context.model;
    let onward = Order::new(model, |edge| {
        edge.event != Event::Rework && context.is_reached(edge.from)
    });
    let mut ahead = Rows::new(model);
    let settled = onward.spread(model, Way::Back, &mut ahead, |edge, set| {
        if edge.event == Event::Submit {
            for mention in &model.phase(edge.from.phase).produces {
                put(set, mention.artifact.index());
            }
        }
    });
    settled.then_some(ahead)
}

/// What is not approved when a task takes the edge.
fn leave(context: &Context<'_>, approvable: &[u64], ahead: &Rows, edge: &Edge, set: &mut [u64]) {
    let model = context.model;
    let phase = model.phase(edge.from.phase);
    for mention in &phase.produces {
        let artifact = mention.artifact.index();
        if is_after_work(edge) && bit(approvable, artifact) {
            put(set, artifact);
        } else if edge.event == Event::Approve {
            clear(set, artifact);
        }
    }
    if edge.event == Event::Rework {
        // Going back voids the approvals that lie ahead from there.
        let voided = ahead.row(model.graph.position(edge.to));
        let present = context.existence().present(model, edge.from);
        for ((word, voided), present) in set.iter_mut().zip(voided).zip(present) {
            *word |= voided & present;
        }
    }
}

fn arrive(model: &Model, ahead: &Rows, edge: &Edge, set: &mut [u64]) {
    if is_arrival(edge) {
        let target: &Phase = model.phase(edge.to.phase);
        for mention in &target.forbids {
            clear(set, mention.artifact.index());
        }
        for mention in &target.reads {
            // It is reported here, and not again in every phase that follows.
            if is_late(model, ahead, edge, mention) {
                clear(set, mention.artifact.index());
            }
        }
    }
}

/// Whether reading the artifact behind the edge comes too late for an approval.
fn is_late(model: &Model, ahead: &Rows, edge: &Edge, mention: &Mention) -> bool {
    let target = model.phase(edge.to.phase);
    let ahead = ahead.holds(model.graph.position(edge.to), mention.artifact.index());
    !ahead && target.forbidden_at(mention.artifact).is_none()
}

fn path(
    context: &Context<'_>,
    approvable: &[u64],
    ahead: &Rows,
    goal: &Edge,
    artifact: ArtifactId,
) -> Option<Counterexample> {
    let model = context.model;
    let mark = |edge: &Edge, marked: bool| {
        let mut set = vec![0; approvable.len()];
        if marked {
            put(&mut set, artifact.index());
        }
        leave(context, approvable, ahead, edge, &mut set);
        if edge != goal {
            arrive(model, ahead, edge, &mut set);
        }
        bit(&set, artifact.index())
    };
    let exploration = context.exploration();
    exploration.marked_path(artifact, mark, |edge, marked| marked && edge == goal)
}

fn report(
    context: &Context<'_>,
    edge: &Edge,
    mention: &Mention,
    path: Option<Counterexample>,
) -> Diagnostic {
    let (name, to) = (
        context.artifact(mention.artifact),
        context.phase(edge.to.phase),
    );
    let from = context.phase(edge.from.phase);
    let message =
        format!("`{to}` reads `{name}`, which need not be approved on the way from `{from}`");
    let mut found = context
        .at(&APPROVAL_BYPASS, edge.span, message)
        .also(mention.span, "read here");
    let writers = context.writers(mention.artifact).iter();
    let approvals = writers.filter_map(|&phase| context.model.phase(phase).approval.as_ref());
    for approval in approvals.take(APPROVALS) {
        found = found.also(approval.span, "approved here");
    }
    // Without having seen a task do it, it is a suspicion.
    if path.is_none() {
        found.severity = Severity::Warning;
    }
    found
        .help(format!("lead the edge through the approval of `{name}`"))
        .shown(path)
}
