//! Each reason of a refusal as a sentence.

use super::contract::{Breach, StatedLine};
use super::facts::Presence;
use super::refusal::{Reason, Refusal, Unmet};
use crate::names::{ArtifactName, StateName};
use crate::workflow::{
    Approvers, ArtifactId, Event, Guard, GuardTest, Model, NotInferred, PhaseId, State, SubState,
    nearest,
};

impl Refusal {
    /// What one reason says.
    pub(super) fn sentence(&self, model: &Model, reason: &Reason) -> String {
        let name = |id: ArtifactId| &model.artifact(id).name;
        let phase = |id: PhaseId| &model.phase(id).name;
        let task = &self.task;
        match reason {
            Reason::Fact(error) => format!("cannot tell: {error}"),
            Reason::NoTask => format!("there is no task `{task}`"),
            Reason::Untracked => format!(
                "task `{task}` was created manually, without a `.state` and a journal; \
                 `automaton create-task` is the way to create tasks"
            ),
            Reason::Tampered { file, problem } => format!("`{file}`: {problem}"),
            Reason::WorkflowMissing => {
                "the task was last moved under the project's own `.automaton/workflow.kdl`, which \
                 is not there"
                    .to_owned()
            }
            Reason::Orphan => match &self.state {
                Some(state) => format!("the workflow has no state `{state}` any more"),
                None => "the workflow no longer has the task's state".to_owned(),
            },
            Reason::Claimed(claim) => format!(
                "`{}` has claimed the task since {} until {}",
                claim.owner, claim.since, claim.until
            ),
            Reason::LoopHalted(name) => {
                format!("the task belongs to the loop `{name}`, which is halted")
            }
            Reason::Abandoned { why } => format!("the task was abandoned: {why}"),
            Reason::UnknownState(state) => unknown_state(model, &state.to_string()),
            Reason::NoEdge { to } => self.no_edge(model, *to),
            Reason::ApprovalPending => self.pending(model),
            Reason::NothingPending => match &self.state {
                Some(state) => {
                    format!("the task stands in `{state}`, where no approval is pending")
                }
                None => "no approval is pending".to_owned(),
            },
            Reason::NeedsPerson { .. } => {
                "only a person at a terminal may do this; an agent gives the command to its user"
                    .to_owned()
            }
            Reason::NotByAgent => {
                "an agent is at work in this environment, and may not adopt folders".to_owned()
            }
            Reason::NeedsSignatures => {
                "the approval is `by=signed`, and this version takes no signatures yet".to_owned()
            }
            Reason::AlreadyThere { by, since } => match &self.state {
                Some(state) => format!("the task is in `{state}` since {since}, by `{by}`"),
                None => format!("the task is there since {since}, by `{by}`"),
            },
            Reason::TaskExists => format!("`{}` exists", task.folder()),
            Reason::NoSubtasks { state: Some(state) } => {
                format!("`{}` declares no `subtasks`", phase(state.phase))
            }
            Reason::NoSubtasks { state: None } => {
                "the parent stands in a state that the workflow no longer has".to_owned()
            }
            Reason::NotSettled { phase: id } => format!(
                "sub-tasks can be made once the parent has come to `{}`",
                settled(model, *id)
            ),
            Reason::TooDeep { phase: id } => {
                let depth = model.phase(*id).subtasks.as_ref().map_or(0, |s| s.depth);
                format!("`{}` lets sub-tasks nest at most {depth} deep", phase(*id))
            }
            Reason::OpenSubtasks(open) => format!("sub-tasks are under way: {}", open.join("; ")),
            Reason::Forbidden {
                artifact,
                phase: id,
            } => {
                format!("`{}` must not exist in `{}`", name(*artifact), phase(*id))
            }
            Reason::NotAFile { artifact, kind } => {
                format!(
                    "`{}` must be a regular file, and is {kind}",
                    name(*artifact)
                )
            }
            Reason::OtherCase { artifact, found } => {
                format!("`{found}` differs from `{}` only in case", name(*artifact))
            }
            Reason::Changed {
                artifact,
                gone,
                pending,
            } => changed(name(*artifact), *gone, *pending),
            Reason::UnknownFile(file) => format!("the workflow does not name `{file}`"),
            Reason::Missing {
                artifact,
                phase: id,
                found,
            } => match found {
                Presence::Empty => format!("`{}` is empty", name(*artifact)),
                Presence::OtherCase(found) => {
                    format!(
                        "`{}` is missing, and `{found}` is another name",
                        name(*artifact)
                    )
                }
                _ => format!("`{}` must produce `{}`", phase(*id), name(*artifact)),
            },
            Reason::Contract { artifact, breach } => contract(name(*artifact), breach),
            Reason::Guard { edge, guard, why } => {
                unmet(model, &model.edge(*edge).guards[*guard], why)
            }
            Reason::CheckNotRun { edge, guard } => match &model.edge(*edge).guards[*guard].test {
                GuardTest::Check(check) => format!("`{}` was not run for this step", check.command),
                _ => "a check was not run for this step".to_owned(),
            },
            Reason::TargetForbids {
                artifact,
                phase: id,
            } => {
                format!("`{}` must not exist in `{}`", name(*artifact), phase(*id))
            }
            Reason::TargetReads {
                artifact,
                phase: id,
            } => {
                format!(
                    "`{}` reads `{}`, which is not there",
                    phase(*id),
                    name(*artifact)
                )
            }
            Reason::NotInferred(why) => not_inferred(model, why),
            Reason::NotABaseState(state) => {
                format!(
                    "`{state}` is an approval sub-state; name the phase `{}`",
                    state.phase
                )
            }
            Reason::NothingToRepair => "state, journal and artifacts agree".to_owned(),
            Reason::BytesLost { artifact } => {
                format!("the recorded bytes of `{artifact}` are not kept")
            }
            Reason::NothingSaysWhere => {
                "no sound journal entry and no readable `.state` names a state of this workflow"
                    .to_owned()
            }
        }
    }

    fn no_edge(&self, model: &Model, to: State) -> String {
        let to_name = model.state_name(to);
        let Some(from) = self.at(model) else {
            return format!("no edge leads to `{to_name}`");
        };
        let here = model.phase(from.phase);
        let settled = State {
            phase: from.phase,
            sub: here.settled(),
        };
        let onward = |state: State| {
            let mut leaving = model.leaving(state);
            leaving.any(|(_, edge)| edge.event == Event::Next && edge.to == to)
        };
        if from.sub == SubState::Base && from != settled && (onward(settled) || settled == to) {
            format!(
                "`{}` must be submitted and approved before `{to_name}`",
                here.name
            )
        } else if here.terminal.is_some() {
            format!("`{}` is terminal: the task has ended", here.name)
        } else {
            format!(
                "no edge leads from `{}` to `{to_name}`",
                model.state_name(from)
            )
        }
    }

    fn pending(&self, model: &Model) -> String {
        let by = self
            .at(model)
            .and_then(|state| model.phase(state.phase).approval.as_ref());
        let who = match by.map(|approval| approval.by) {
            Some(Approvers::Signed) => "listed approvers must sign it",
            Some(Approvers::Anyone) => "it must be approved",
            _ => "a person must approve it",
        };
        match self.at(model).map(|state| &model.phase(state.phase).name) {
            Some(phase) => format!("`{phase}` is submitted: {who} before the task goes on"),
            None => format!("the phase is submitted: {who}"),
        }
    }
}

fn settled(model: &Model, phase: PhaseId) -> StateName {
    let sub = model.phase(phase).settled();
    model.state_name(State { phase, sub })
}

fn unknown_state(model: &Model, name: &str) -> String {
    let known: Vec<String> = model
        .states()
        .map(|s| model.state_name(s).to_string())
        .collect();
    match nearest(name, known.iter().map(String::as_str)) {
        Some(near) => format!("the workflow has no state `{name}`; did you mean `{near}`?"),
        None => format!("the workflow has no state `{name}`"),
    }
}

fn changed(name: &ArtifactName, gone: bool, pending: bool) -> String {
    match (gone, pending) {
        (true, true) => format!("`{name}` was submitted, and is gone"),
        (false, true) => format!("`{name}` was changed after it was submitted"),
        (true, false) => format!("`{name}` was left behind by an earlier step, and is gone"),
        (false, false) => format!("`{name}` is not what it was when an earlier step recorded it"),
    }
}

fn contract(name: &ArtifactName, breach: &Breach) -> String {
    match breach {
        Breach::TooLarge { limit } => format!("`{name}` is larger than {limit} bytes"),
        Breach::NoOutcome { words } => {
            let words = words
                .iter()
                .map(|w| format!("`{w}`"))
                .collect::<Vec<_>>()
                .join(", ");
            format!(
                "`{name}` states none of {words}: write one of them on a line of its own, or after \
                 a label such as `Verdict:`"
            )
        }
        Breach::Outcomes { lines } => {
            format!("`{name}` states different outcomes: {}", quoted(lines))
        }
        Breach::Heading(text) => format!("`{name}` has no heading `{text}`"),
        Breach::Lacks(text) => format!("`{name}` does not contain `{text}`"),
        Breach::Unticked { boxes: 1, first } => format!("`{name}` has an unticked box: {first}"),
        Breach::Unticked { boxes, first } => {
            format!("`{name}` has {boxes} unticked boxes, the first: {first}")
        }
    }
}

fn quoted(lines: &[StatedLine]) -> String {
    let quote = |line: &StatedLine| {
        let text: String = line.text.chars().take(80).collect();
        format!("line {}: `{text}`", line.line)
    };
    lines.iter().map(quote).collect::<Vec<_>>().join(", ")
}

fn unmet(model: &Model, guard: &Guard, why: &Unmet) -> String {
    let asked = match &guard.test {
        GuardTest::Outcome { artifact, words } => {
            let words: Vec<_> = words.iter().map(|w| format!("`{}`", w.value)).collect();
            format!(
                "`{}` must state {}",
                model.artifact(*artifact).name,
                words.join(" or ")
            )
        }
        GuardTest::Contains { artifact, text } => {
            format!("`{}` must contain `{text}`", model.artifact(*artifact).name)
        }
        GuardTest::SubtasksComplete => "all sub-tasks must be complete".to_owned(),
        GuardTest::Check(check) => format!("`{}` must succeed", check.command),
    };
    let found = match why {
        Unmet::States(word) => format!("it states `{word}`"),
        Unmet::StatesNothing => "it states no outcome".to_owned(),
        Unmet::Disagrees(lines) => format!("its lines disagree: {}", quoted(lines)),
        Unmet::Lacks(_) => "it does not".to_owned(),
        Unmet::NoSubtasks => "there is none yet".to_owned(),
        Unmet::Subtasks(open) => open.join("; "),
        Unmet::Check { ended, tail } if tail.is_empty() => ended.clone(),
        Unmet::Check { ended, tail } => format!("{ended}; its last lines:\n{}", tail.join("\n")),
    };
    format!("{asked}: {found}")
}

fn not_inferred(model: &Model, why: &NotInferred) -> String {
    let name = |id: &PhaseId| model.phase(*id).name.to_string();
    match why {
        NotInferred::Contradicted(candidates) => {
            let against = |(phase, artifacts): &(PhaseId, Vec<ArtifactId>)| {
                let files = artifacts
                    .iter()
                    .map(|&id| model.artifact(id).name.to_string());
                format!(
                    "`{}` forbids {}",
                    name(phase),
                    files.collect::<Vec<_>>().join(", ")
                )
            };
            let candidates: Vec<_> = candidates.iter().map(against).collect();
            format!("no phase fits the folder: {}", candidates.join("; "))
        }
        NotInferred::Tied(phases) => {
            let phases: Vec<_> = phases.iter().map(|p| format!("`{}`", name(p))).collect();
            format!("the folder fits {} equally", phases.join(" and "))
        }
    }
}
