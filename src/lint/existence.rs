//! Which artifacts may exist in each state, and which may be missing: a fixpoint over the edges.
//!
//! Edges are judged, not phases: behind an edge everything is taken to be as the edge demands, so
//! that one fault is found where it is and not in every phase that follows.

use super::flow::{Order, Rows, Way, clear, put};
use crate::workflow::{ArtifactId, Edge, Event, Model, PhaseId, State, SubState};

/// What may be and what may be missing when a task comes to a state.
pub(super) struct Existence {
    present: Rows,
    absent: Rows,
    /// For each phase, with what tasks come to its border, before anything is moved or checked.
    offered: Rows,
    /// The same, where nothing is taken to be there only because an edge demands it.
    produced: Rows,
    /// Whether the fixpoint was reached. If not, everything may be and may be missing.
    pub(super) settled: bool,
}

impl Existence {
    pub(super) fn new(model: &Model, order: &Order) -> Self {
        let (mut present, mut absent) = (Rows::new(model), Rows::new(model));
        absent.fill(model.graph.position(model.start()));
        let settled = order.spread(model, Way::Onward, &mut present, |edge, set| {
            leave_with(model, edge, set);
            arrive_with(model, edge, set);
        }) && order.spread(model, Way::Onward, &mut absent, |edge, set| {
            leave_without(model, edge, set);
            arrive_without(model, edge, set);
        });
        let mut made = Rows::new(model);
        let settled = settled
            && order.spread(model, Way::Onward, &mut made, |edge, set| {
                leave_with(model, edge, set);
                pass_border(model, edge, set);
            });
        if !settled {
            present.fill_all();
            absent.fill_all();
        }
        let at_border = |rows: &Rows| {
            let mut offered = Rows::new(model);
            order.once(model, |edge| {
                if is_arrival(edge) {
                    let mut set = rows.row(model.graph.position(edge.from)).to_vec();
                    leave_with(model, edge, &mut set);
                    offered.add(edge.to.phase.index(), &set);
                }
            });
            offered
        };
        Self {
            offered: at_border(&present),
            produced: at_border(&made),
            present,
            absent,
            settled,
        }
    }

    /// The artifacts with which a task may come to `state`.
    pub(super) fn present(&self, model: &Model, state: State) -> &[u64] {
        self.present.row(model.graph.position(state))
    }

    /// Whether a task never has the artifact when it wants to enter `phase`.
    pub(super) fn is_too_early(&self, phase: PhaseId, artifact: ArtifactId) -> bool {
        self.settled && !self.offered.holds(phase.index(), artifact.index())
    }

    /// Whether nothing writes the artifact before a task enters `phase`, although what demands it
    /// there may demand it of itself: a cycle that comes back to the phase.
    pub(super) fn is_never_written_before(&self, phase: PhaseId, artifact: ArtifactId) -> bool {
        self.settled && !self.produced.holds(phase.index(), artifact.index())
    }

    /// The artifacts that may exist when a task takes `edge`, before anything is moved or checked.
    pub(super) fn offered_by(&self, model: &Model, edge: &Edge) -> Vec<u64> {
        let mut set = self.present.row(model.graph.position(edge.from)).to_vec();
        leave_with(model, edge, &mut set);
        set
    }

    /// The artifacts that may be missing when a task takes `edge`.
    pub(super) fn lacking(&self, model: &Model, edge: &Edge) -> Vec<u64> {
        let mut set = self.absent.row(model.graph.position(edge.from)).to_vec();
        leave_without(model, edge, &mut set);
        set
    }

    /// Whether a task may come to `state` without the artifact.
    pub(super) fn may_lack_on_arrival(
        &self,
        model: &Model,
        state: State,
        artifact: ArtifactId,
    ) -> bool {
        let state = model.graph.position(state);
        self.absent.holds(state, artifact.index())
    }
}

/// Whether a phase's own work lies before the edge.
pub(super) fn is_after_work(edge: &Edge) -> bool {
    edge.from.sub == SubState::Base
}

/// Whether the phase's work must be complete before the edge.
pub(super) fn needs_work(edge: &Edge) -> bool {
    is_after_work(edge) && edge.event != Event::Rework
}

/// Whether the edge comes to another phase, which looks at the folder anew.
pub(super) fn is_arrival(edge: &Edge) -> bool {
    matches!(edge.event, Event::Next | Event::Rework)
}

fn leave_with(model: &Model, edge: &Edge, set: &mut [u64]) {
    if is_after_work(edge) {
        for mention in &model.phase(edge.from.phase).produces {
            put(set, mention.artifact.index());
        }
    }
}

fn arrive_with(model: &Model, edge: &Edge, set: &mut [u64]) {
    if is_arrival(edge) {
        let phase = model.phase(edge.to.phase);
        for mention in phase.reads.iter().filter(|mention| !mention.optional) {
            put(set, mention.artifact.index());
        }
    }
    pass_border(model, edge, set);
}

/// What a phase forbids does not come into it.
fn pass_border(model: &Model, edge: &Edge, set: &mut [u64]) {
    if is_arrival(edge) {
        for mention in &model.phase(edge.to.phase).forbids {
            clear(set, mention.artifact.index());
        }
    }
}

fn leave_without(model: &Model, edge: &Edge, set: &mut [u64]) {
    if is_after_work(edge) {
        // What a phase writes it may also leave out or take away again, unless it must be there.
        for mention in &model.phase(edge.from.phase).produces {
            if needs_work(edge) && !mention.optional {
                clear(set, mention.artifact.index());
            } else {
                put(set, mention.artifact.index());
            }
        }
    }
}

fn arrive_without(model: &Model, edge: &Edge, set: &mut [u64]) {
    if is_arrival(edge) {
        let phase = model.phase(edge.to.phase);
        for mention in &phase.forbids {
            put(set, mention.artifact.index());
        }
        for mention in phase.reads.iter().filter(|mention| !mention.optional) {
            clear(set, mention.artifact.index());
        }
    }
}
