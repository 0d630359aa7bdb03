//! Asking the engine whether a task may take an edge.

use std::collections::BTreeMap;

use crate::digest::Digest;
use crate::engine::{
    Action, Authority, Claims, Obstacle, Record, Request, Step, Submission, judge,
};
use crate::names::{ActorName, StateName, TaskPath};
use crate::workflow::{ArtifactId, Edge, Event, Model, State, Terminal};

use super::alphabet::Content;
use super::imagined::Imagined;

/// Why the engine refuses a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    /// The refusal's code.
    pub(crate) code: &'static str,
    /// What stands in the way.
    pub(crate) obstacles: Vec<Obstacle>,
}

/// Someone who asks for steps of one task.
pub(crate) struct Asker<'m> {
    model: &'m Model,
    task: TaskPath,
    actor: ActorName,
    /// The state of a sub-task that is complete.
    complete: Option<StateName>,
    /// What a signature would be about, if there were any.
    submission: Submission,
}

impl<'m> Asker<'m> {
    pub(crate) fn new(model: &'m Model) -> Self {
        let mut phases = model.phases.iter();
        let success = phases.find(|phase| phase.terminal == Some(Terminal::Success));
        Self {
            model,
            complete: success.map(|phase| StateName::from(phase.name.clone())),
            task: "task".parse().expect("a task name"),
            actor: "linter".parse().expect("an actor name"),
            submission: Submission {
                project: Digest::of(b""),
                head: Digest::of(b""),
                at: String::new(),
                signatures: Vec::new(),
            },
        }
    }

    /// A record of a task that stands in `state` and has nothing behind it.
    pub(crate) fn record(&self, state: State) -> Record {
        Record {
            state: self.model.state_name(state),
            seq: 1,
            since: String::new(),
            by: self.actor.clone(),
            artifacts: BTreeMap::new(),
            approved: BTreeMap::new(),
            origin: self.model.origin,
            abandoned: None,
            rested: String::new(),
            submission: self.submission.clone(),
            claims: Claims::default(),
            scope: Vec::new(),
        }
    }

    /// What the engine says to a task with these files that wants to take `edge`. Nothing, where
    /// only signatures are missing: whoever may sign can.
    pub(crate) fn ask(
        &self,
        record: &Record,
        files: &[(ArtifactId, &Content)],
        edge: &Edge,
    ) -> Result<Option<Step>, Refused> {
        let facts = Imagined::new(
            self.model,
            &self.task,
            record,
            self.complete.as_ref(),
            files,
        );
        let request = Request {
            actor: self.actor.clone(),
            authority: Authority::Person,
            epoch: None,
            action: self.action(edge),
        };
        match judge(self.model, &facts, &request) {
            Ok(step) => Ok(Some(step)),
            Err(refusal) if refusal.topic() == &crate::engine::topics::SIGNATURE_REQUIRED => {
                Ok(None)
            }
            Err(refusal) => Err(Refused {
                code: refusal.topic().code,
                obstacles: refusal.obstacles().collect(),
            }),
        }
    }

    fn action(&self, edge: &Edge) -> Action {
        let to = self.model.state_name(edge.to);
        let reason = String::new();
        match edge.event {
            Event::Submit | Event::Withdraw | Event::Revise | Event::Next => {
                Action::Transition { to }
            }
            Event::Approve => Action::Approve,
            Event::Reject => Action::Reject { reason },
            Event::Rework => Action::Rework {
                to: to.phase,
                reason,
            },
        }
    }
}
