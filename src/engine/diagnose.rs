//! A refusal as a finding: its reasons, the places in the workflow, the files, and what leads on.

use super::contract::Breach;
use super::facts::Presence;
use super::refusal::{Fixed, Reason, Refusal, Unmet};
use crate::diagnostic::{Diagnostic, Offence};
use crate::source::Span;
use crate::workflow::{ArtifactId, Event, GuardTest, Model, PhaseId, State, SubState};

impl Refusal {
    /// The refusal as a finding that can be shown.
    pub fn diagnose(&self, model: &Model) -> Diagnostic {
        let message = format!("refused: {}", self.asked);
        let mut spans = self
            .reasons
            .iter()
            .filter_map(|reason| self.place(model, reason));
        let mut found = match spans.next() {
            Some(first) => {
                let found = Diagnostic::at(self.topic(), &model.source, first, message);
                let mut seen = vec![first];
                spans.fold(found, |found, span| {
                    if seen.contains(&span) {
                        return found;
                    }
                    seen.push(span);
                    found.also(span, "")
                })
            }
            None => Diagnostic::about(self.topic(), self.task.folder(), message),
        };
        for reason in &self.reasons {
            found = found.reason(self.sentence(model, reason));
            found.offending.extend(self.offences(model, reason));
        }
        found.offending.dedup();
        for reason in &self.reasons {
            for step in self.ways_out(model, reason) {
                found = found.next(step);
            }
        }
        found
    }

    /// Every reason with its code, in words.
    pub fn sentences(&self, model: &Model) -> Vec<(&'static str, String)> {
        let said = |reason: &Reason| (reason.topic().code, self.sentence(model, reason));
        self.reasons.iter().map(said).collect()
    }

    /// Every reason as a finding of its own.
    pub fn findings(&self, model: &Model) -> Vec<Diagnostic> {
        let finding = |reason: &Reason| {
            let (topic, message) = (reason.topic(), self.sentence(model, reason));
            let mut found = match self.place(model, reason) {
                Some(span) => Diagnostic::at(topic, &model.source, span, message),
                None => Diagnostic::about(topic, self.task.folder(), message),
            };
            found.offending = self.offences(model, reason);
            let ways_out = self.ways_out(model, reason).into_iter();
            ways_out.fold(found, Diagnostic::next)
        };
        self.reasons.iter().map(finding).collect()
    }

    /// The places where the workflow states what was broken.
    fn place(&self, model: &Model, reason: &Reason) -> Option<Span> {
        let phase = |id: PhaseId| model.phase(id);
        let mention = |list: &[crate::workflow::Mention], artifact| {
            list.iter().find(|m| m.artifact == artifact).map(|m| m.span)
        };
        let approval = || {
            let here = phase(self.at(model)?.phase);
            let approval = here.approval.as_ref().map(|approval| approval.span);
            Some(approval.unwrap_or(here.span))
        };
        match reason {
            Reason::Parent(reason) => self.of_parent().place(model, reason),
            Reason::NoEdge { to } if !self.waits_for_approval(model, *to) => {
                Some(phase(self.at(model)?.phase).span)
            }
            Reason::NoEdge { .. }
            | Reason::ApprovalPending
            | Reason::NothingPending
            | Reason::NeedsSignatures { .. }
            | Reason::Signature(_)
            | Reason::Changed {
                since: Fixed::Submitted | Fixed::Approved,
                ..
            } => approval(),
            Reason::NeedsPerson { edge } => edge.map(|id| model.edge(id).span),
            Reason::Changed { artifact, .. }
            | Reason::NotAFile { artifact, .. }
            | Reason::OtherCase { artifact, .. } => Some(model.artifact(*artifact).span),
            Reason::NoSubtasks { state } => state.map(|state| phase(state.phase).span),
            Reason::NotSettled { phase: id } | Reason::TooDeep { phase: id } => {
                phase(*id).subtasks.as_ref().map(|subtasks| subtasks.span)
            }
            Reason::Forbidden {
                artifact,
                phase: id,
            }
            | Reason::TargetForbids {
                artifact,
                phase: id,
            } => phase(*id).forbidden_at(*artifact),
            Reason::Missing {
                artifact,
                phase: id,
                ..
            } => mention(&phase(*id).produces, *artifact),
            Reason::TargetReads {
                artifact,
                phase: id,
                ..
            } => mention(&phase(*id).reads, *artifact),
            Reason::Contract { artifact, breach } => Some(rule(model, *artifact, breach)),
            Reason::Guard { edge, guard, .. } | Reason::CheckNotRun { edge, guard } => {
                Some(model.edge(*edge).guards[*guard].span)
            }
            _ => None,
        }
    }

    /// Whether only an approval is between the task and the state `to`.
    pub(super) fn waits_for_approval(&self, model: &Model, to: State) -> bool {
        let Some(from) = self.at(model) else {
            return false;
        };
        let settled = State {
            phase: from.phase,
            sub: model.phase(from.phase).settled(),
        };
        let mut onward = model.leaving(settled);
        from.sub == SubState::Base
            && from != settled
            && (settled == to || onward.any(|(_, edge)| edge.event == Event::Next && edge.to == to))
    }

    /// The same refusal about the task that this one is a sub-task of.
    pub(super) fn of_parent(&self) -> Self {
        Self {
            task: self.task.parent().unwrap_or_else(|| self.task.clone()),
            state: None,
            ..self.clone()
        }
    }

    /// The state of the task, if the workflow has it.
    pub(super) fn at(&self, model: &Model) -> Option<State> {
        model.state_named(self.state.as_ref()?)
    }

    /// The files that are in the way.
    fn offences(&self, model: &Model, reason: &Reason) -> Vec<Offence> {
        let at = |file: &str, problem: String| Offence {
            path: format!("{}/{file}", self.task.folder()),
            problem,
        };
        let artifact = |id: ArtifactId, problem: &str| {
            vec![at(model.artifact(id).name.as_str(), problem.to_owned())]
        };
        match reason {
            Reason::Parent(reason) => self.of_parent().offences(model, reason),
            Reason::Fact(error) => vec![Offence {
                path: error.path.clone(),
                problem: error.problem.clone(),
            }],
            Reason::Tampered { file, problem } => vec![at(file, problem.clone())],
            Reason::Forbidden { artifact: id, .. } | Reason::TargetForbids { artifact: id, .. } => {
                artifact(*id, "forbidden")
            }
            Reason::NotAFile { artifact: id, kind } => artifact(*id, kind),
            Reason::OtherCase { found, .. } => vec![at(found, "differs only in case".to_owned())],
            Reason::Changed {
                artifact: id, gone, ..
            } => artifact(*id, if *gone { "missing" } else { "changed" }),
            Reason::UnknownFile(file) => vec![at(file, "unknown".to_owned())],
            Reason::Missing {
                artifact: id,
                found,
                ..
            }
            | Reason::TargetReads {
                artifact: id,
                found,
                ..
            } => artifact(*id, absence(found)),
            Reason::Contract { artifact: id, .. } => artifact(*id, "not as the workflow asks"),
            Reason::Guard { edge, guard, why } => {
                let test = &model.edge(*edge).guards[*guard].test;
                match (test, said(why)) {
                    (
                        GuardTest::Outcome { artifact: id, .. }
                        | GuardTest::Contains { artifact: id, .. },
                        Some(said),
                    ) => artifact(*id, &said),
                    _ => Vec::new(),
                }
            }
            Reason::BytesLost { artifact } => vec![at(artifact.as_str(), "changed".to_owned())],
            _ => Vec::new(),
        }
    }
}

fn absence(found: &Presence) -> &'static str {
    match found {
        Presence::Empty => "empty",
        Presence::Other(kind) => kind,
        _ => "missing",
    }
}

/// What is wrong with the artifact that a guard asks, in a few words.
fn said(why: &Unmet) -> Option<String> {
    match why {
        Unmet::States(word) => Some(format!("states `{word}`")),
        Unmet::StatesNothing => Some("states no outcome".to_owned()),
        Unmet::Disagrees(_) => Some("states several outcomes".to_owned()),
        Unmet::Lacks(text) => Some(format!("does not contain `{text}`")),
        Unmet::NoSubtasks | Unmet::Subtasks(_) | Unmet::Check { .. } => None,
    }
}

fn rule(model: &Model, artifact: ArtifactId, breach: &Breach) -> Span {
    let declared = model.artifact(artifact);
    let contract = &declared.contract;
    let of = |list: &[crate::source::Spanned<String>], text: &str| {
        list.iter()
            .find(|rule| rule.value == text)
            .map(|rule| rule.span)
    };
    let span = match breach {
        Breach::NoOutcome { .. } | Breach::Outcomes { .. } => {
            contract.outcomes.first().map(|word| word.span)
        }
        Breach::Heading(text) => of(&contract.headings, text),
        Breach::Lacks(text) => of(&contract.contains, text),
        Breach::Unticked { .. } => contract.checklist,
        Breach::TooLarge { .. } => None,
    };
    span.unwrap_or(declared.span)
}
