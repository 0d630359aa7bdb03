//! What every rule looks at, computed once and only when a rule asks.

use std::cell::OnceCell;
use std::collections::HashSet;

use super::existence::Existence;
use super::explore::Exploration;
use super::flow::Order;
use super::outside::Outside;
use super::statements::Statements;
use crate::diagnostic::{Diagnostic, Edit, Fix, Topic};
use crate::names::{ArtifactName, PhaseName};
use crate::source::Span;
use crate::workflow::{self, ArtifactId, EdgeId, Mention, Model, PhaseId, State, StateSet};

/// A model and what is known about it.
pub(super) struct Context<'a> {
    pub(super) model: &'a Model,
    pub(super) outside: &'a dyn Outside,
    reached: OnceCell<StateSet>,
    faults: OnceCell<Vec<Diagnostic>>,
    statements: OnceCell<Statements<'a>>,
    order: OnceCell<Order>,
    existence: OnceCell<Existence>,
    exploration: OnceCell<Exploration<'a>>,
    writers: OnceCell<Vec<Vec<PhaseId>>>,
    obstructed: OnceCell<Vec<Obstructed>>,
    words: OnceCell<Vec<HashSet<&'a str>>>,
}

impl<'a> Context<'a> {
    pub(super) fn new(model: &'a Model, outside: &'a dyn Outside) -> Self {
        Self {
            model,
            outside,
            reached: OnceCell::new(),
            faults: OnceCell::new(),
            statements: OnceCell::new(),
            order: OnceCell::new(),
            existence: OnceCell::new(),
            exploration: OnceCell::new(),
            writers: OnceCell::new(),
            obstructed: OnceCell::new(),
            words: OnceCell::new(),
        }
    }

    /// A finding in the text.
    pub(super) fn at(
        &self,
        topic: &'static Topic,
        span: Span,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::at(topic, &self.model.source, span, message)
    }

    pub(super) fn phase(&self, id: PhaseId) -> &PhaseName {
        &self.model.phase(id).name
    }

    pub(super) fn artifact(&self, id: ArtifactId) -> &ArtifactName {
        &self.model.artifact(id).name
    }

    /// Whether edges lead from the initial phase to `state`, whatever may stand in their way.
    pub(super) fn is_reached(&self, state: State) -> bool {
        let graph = &self.model.graph;
        let reached = self
            .reached
            .get_or_init(|| graph.reachable([self.model.start()], |_| true));
        graph.holds(reached, state)
    }

    /// The phases that edges lead to.
    pub(super) fn reached_phases(&self) -> impl Iterator<Item = PhaseId> + '_ {
        let phases = self.model.phase_ids();
        phases.filter(|&phase| self.is_reached(State::base(phase)))
    }

    /// The edges that leave states which edges lead to.
    pub(super) fn reached_edges(&self) -> impl Iterator<Item = EdgeId> + '_ {
        let edges = self.model.edge_ids();
        edges.filter(|&edge| self.is_reached(self.model.edge(edge).from))
    }

    /// What keeps the graph from being run.
    pub(super) fn faults(&self, topic: &'static Topic) -> impl Iterator<Item = &Diagnostic> {
        let faults = self.faults.get_or_init(|| workflow::faults(self.model));
        faults.iter().filter(move |fault| fault.topic == topic)
    }

    /// The phases that produce the artifact, whether or not edges lead to them.
    pub(super) fn writers(&self, artifact: ArtifactId) -> &[PhaseId] {
        let writers = self.writers.get_or_init(|| {
            let mut writers = vec![Vec::new(); self.model.artifacts.len()];
            for phase in self.model.phase_ids() {
                for mention in &self.model.phase(phase).produces {
                    writers[mention.artifact.index()].push(phase);
                }
            }
            writers
        });
        &writers[artifact.index()]
    }

    /// Whether the phase produces the artifact.
    pub(super) fn writes(&self, phase: PhaseId, artifact: ArtifactId) -> bool {
        self.writers(artifact).binary_search(&phase).is_ok()
    }

    /// The first phase that edges lead to and that produces the artifact.
    pub(super) fn writer(&self, artifact: ArtifactId) -> Option<PhaseId> {
        let mut writers = self.writers(artifact).iter().copied();
        writers.find(|&phase| self.is_reached(State::base(phase)))
    }

    /// Whether a phase that edges lead to produces the artifact.
    pub(super) fn is_written(&self, artifact: ArtifactId) -> bool {
        self.writer(artifact).is_some()
    }

    /// What keeps every task from leaving or entering a phase, whichever edge it takes.
    pub(super) fn obstructed(&self, phase: PhaseId) -> Obstructed {
        let obstructed = self.obstructed.get_or_init(|| {
            let phases = self.model.phase_ids();
            phases.map(|phase| self.obstruction(phase)).collect()
        });
        obstructed[phase.index()]
    }

    fn obstruction(&self, id: PhaseId) -> Obstructed {
        let phase = self.model.phase(id);
        let forbidden: HashSet<ArtifactId> = phase.forbids.iter().map(|m| m.artifact).collect();
        let is_forbidden = |mention: &Mention| forbidden.contains(&mention.artifact);
        let is_too_early = |mention: &Mention| {
            !mention.optional && self.existence().is_too_early(id, mention.artifact)
        };
        Obstructed {
            on_leaving: phase.produces.iter().any(is_forbidden),
            on_entering: phase
                .reads
                .iter()
                .any(|m| is_forbidden(m) || is_too_early(m)),
        }
    }

    /// Whether the artifact can state this outcome.
    pub(super) fn states(&self, artifact: ArtifactId, word: &str) -> bool {
        let words = self.words.get_or_init(|| {
            let outcomes = self.model.artifacts.iter().map(|a| &a.contract.outcomes);
            let words = outcomes.map(|words| words.iter().map(|word| word.value.as_str()));
            words.map(Iterator::collect).collect()
        });
        words[artifact.index()].contains(word)
    }

    /// The reached edges in the order in which facts spread.
    pub(super) fn order(&self) -> &Order {
        self.order
            .get_or_init(|| Order::new(self.model, |edge| self.is_reached(edge.from)))
    }

    /// Which artifacts may exist where, path by path.
    pub(super) fn existence(&self) -> &Existence {
        self.existence
            .get_or_init(|| Existence::new(self.model, self.order()))
    }

    /// Every configuration that tasks can come to.
    pub(super) fn exploration(&self) -> &Exploration<'a> {
        self.exploration
            .get_or_init(|| Exploration::new(self.model, self.order()))
    }

    /// The text's statements, to be changed by a fix.
    pub(super) fn statements(&self) -> &Statements<'a> {
        let text = self.model.source.text();
        self.statements.get_or_init(|| Statements::new(text))
    }
}

/// What keeps every task from leaving or entering a phase.
#[derive(Clone, Copy, Debug)]
pub(super) struct Obstructed {
    /// It forbids what it produces.
    pub(super) on_leaving: bool,
    /// It forbids what it reads, or reads what is never there by then.
    pub(super) on_entering: bool,
}

/// A list of names, as messages show them.
pub(super) fn listed<T: std::fmt::Display>(names: impl IntoIterator<Item = T>) -> String {
    let names = names.into_iter().map(|name| format!("`{name}`"));
    names.collect::<Vec<_>>().join(", ")
}

/// Offers a change if it could be worked out.
pub(super) fn mended(
    found: Diagnostic,
    title: impl Into<String>,
    safe: bool,
    edit: Option<Edit>,
) -> Diagnostic {
    match edit {
        Some(edit) => found.fix(Fix {
            title: title.into(),
            safe,
            edits: vec![edit],
        }),
        None => found,
    }
}
