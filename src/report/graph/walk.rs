//! The way of one task through the graph: where it stands, and how often it came along where.

use std::collections::BTreeMap;

use crate::names::{StateName, TaskPath};
use crate::task::{Entry, Line};
use crate::workflow::{Edge, EdgeId, Model, State, SubState};

/// What a journal says about the states and steps of a workflow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The task.
    pub task: TaskPath,
    /// Where it stands, as the journal names it.
    pub state: StateName,
    here: Option<State>,
    visits: BTreeMap<State, u32>,
    taken: BTreeMap<EdgeId, u32>,
    /// The steps that the workflow does not have, or no longer, with how often they were taken.
    pub elsewhere: Vec<(String, u32)>,
}

impl Walk {
    /// The way that `lines` tell of; nothing where there are none.
    pub fn of(model: &Model, lines: &[Line]) -> Option<Self> {
        let last = &lines.last()?.entry;
        let mut walk = Self {
            task: last.task.clone(),
            state: last.to.clone(),
            here: model.state_named(&last.to),
            visits: BTreeMap::new(),
            taken: BTreeMap::new(),
            elsewhere: Vec::new(),
        };
        for Line { entry, .. } in lines {
            if entry.from.as_ref() != Some(&entry.to) {
                walk.add(model, entry);
            }
        }
        Some(walk)
    }

    fn add(&mut self, model: &Model, entry: &Entry) {
        let from = entry.from.as_ref().and_then(|name| model.state_named(name));
        let to = model.state_named(&entry.to);
        if let Some(to) = to {
            *self.visits.entry(to).or_default() += 1;
        }
        let mut known = from.into_iter().flat_map(|from| model.leaving(from));
        let event = entry.event.edge();
        let along = known.find(|(_, edge)| Some(edge.to) == to && Some(edge.event) == event);
        if let Some((id, _)) = along {
            *self.taken.entry(id).or_default() += 1;
        } else if let Some(from) = &entry.from {
            let step = format!("{} {from} -> {}", entry.event.word(), entry.to);
            match self.elsewhere.iter_mut().find(|(known, _)| *known == step) {
                Some((_, count)) => *count += 1,
                None => self.elsewhere.push((step, 1)),
            }
        }
    }

    /// Whether the task stands in this state.
    pub fn is_at(&self, state: State) -> bool {
        self.here == Some(state)
    }

    /// How often the task came to this state.
    pub fn visits(&self, state: State) -> u32 {
        self.visits.get(&state).copied().unwrap_or_default()
    }

    /// How often the task took this step.
    pub fn taken(&self, id: EdgeId) -> u32 {
        self.taken.get(&id).copied().unwrap_or_default()
    }

    /// How often the task took a step that is drawn as the arrow of `edge`: a way back that leaves
    /// from every sub-state is one arrow.
    pub(super) fn along(&self, model: &Model, edge: &Edge) -> u32 {
        let phase = edge.from.phase;
        let subs = match model.phase(phase).approval {
            Some(_) => &[SubState::Base, SubState::Pending, SubState::Granted][..],
            None => &[SubState::Base],
        };
        let states = subs.iter().map(|&sub| State { phase, sub });
        let leaving = states.flat_map(|state| model.leaving(state));
        let same = leaving.filter(|(_, other)| other.event == edge.event && other.to == edge.to);
        same.map(|(id, _)| self.taken(id)).sum()
    }

    /// How often the task took a step from one state to another.
    pub(super) fn between(&self, model: &Model, from: State, to: State) -> u32 {
        model.between(from, to).map(|id| self.taken(id)).sum()
    }

    /// The states that are drawn with a style, and which: where the task stands, and where it was.
    pub(super) fn styled<'a>(
        &'a self,
        model: &'a Model,
    ) -> impl Iterator<Item = (State, &'static str)> + 'a {
        model.states().filter_map(|state| {
            if self.is_at(state) {
                Some((state, HERE))
            } else {
                (self.visits(state) > 0).then_some((state, WALKED))
            }
        })
    }
}

/// The style of where the task stands.
pub(super) const HERE: &str = "here";
/// The style of where the task was.
pub(super) const WALKED: &str = "walked";

/// The label of an arrow, with how often it was taken.
pub(super) fn times(label: &str, count: u32) -> String {
    let often = match count {
        0 => return label.to_owned(),
        1 => "once".to_owned(),
        count => format!("{count} times"),
    };
    if label.is_empty() {
        often
    } else {
        format!("{label}, {often}")
    }
}

/// Whether a phase is drawn as a box around its sub-states.
pub(super) fn is_box(model: &Model, state: State) -> bool {
    state.sub != SubState::Base || model.phase(state.phase).approval.is_some()
}
