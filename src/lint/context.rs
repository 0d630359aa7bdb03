//! What every rule looks at, computed once and only when a rule asks.

use std::cell::OnceCell;

use super::existence::Existence;
use super::explore::Exploration;
use super::flow::Order;
use super::outside::Outside;
use super::statements::Statements;
use crate::diagnostic::{Diagnostic, Edit, Fix, Topic};
use crate::names::{ArtifactName, PhaseName};
use crate::source::Span;
use crate::workflow::{self, ArtifactId, EdgeId, Model, PhaseId, State, StateSet};

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
    written: OnceCell<Vec<bool>>,
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
            written: OnceCell::new(),
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

    /// Whether a phase that edges lead to produces the artifact.
    pub(super) fn is_written(&self, artifact: ArtifactId) -> bool {
        let written = self.written.get_or_init(|| {
            let mut written = vec![false; self.model.artifacts.len()];
            for phase in self.reached_phases() {
                for mention in &self.model.phase(phase).produces {
                    written[mention.artifact.index()] = true;
                }
            }
            written
        });
        written[artifact.index()]
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
