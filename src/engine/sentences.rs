//! Each reason of a refusal as a sentence.

use super::contract::{Breach, StatedLine};
use super::facts::Presence;
use super::refusal::{Fixed, Reason, Refusal, Unmet};
use crate::names::{ArtifactName, StateName};
use crate::workflow::{
    Approvers, ArtifactId, Guard, GuardTest, Model, NotInferred, PhaseId, State, SubState, nearest,
};

impl Refusal {
    /// What one reason says.
    pub(super) fn sentence(&self, model: &Model, reason: &Reason) -> String {
        let name = |id: ArtifactId| &model.artifact(id).name;
        let phase = |id: PhaseId| &model.phase(id).name;
        let task = &self.task;
        match reason {
            Reason::Fact(error) => {
                format!("nothing was decided, because a fact could not be had: {error}")
            }
            Reason::Parent(reason) => {
                let parent = self.of_parent();
                let why = parent.sentence(model, reason);
                format!("no sub-task can be made under `{}`: {why}", parent.task)
            }
            Reason::NoTask => format!("there is no task `{task}`"),
            Reason::Untracked => format!(
                "task `{task}` was created manually, without a journal: a person adopts it with \
                 `automaton upgrade`, and `automaton create-task` is the way to create tasks"
            ),
            Reason::Tampered { file, problem } => {
                format!("`{file}`: {problem}; nothing moves until a person has repaired the task")
            }
            Reason::WorkflowMissing => {
                "the last step was decided by the project's own `.automaton/workflow.kdl`, which \
                 is gone: put it back, or let a person repair the task under the built-in workflow"
                    .to_owned()
            }
            Reason::Orphan => {
                let gone = match &self.state {
                    Some(state) => format!("the workflow has no state `{state}` any more"),
                    None => "the workflow no longer has the task's state".to_owned(),
                };
                format!("{gone}: put it back, or let a person say where the task stands now")
            }
            Reason::Claimed(claim) => format!(
                "`{}` has claimed the task since {} until {}: wait, or work on another task",
                claim.owner, claim.since, claim.until
            ),
            Reason::LoopHalted(name) => format!(
                "the task belongs to the loop `{name}`, which is halted until a person lets it go on"
            ),
            Reason::Abandoned { why } => {
                format!("the task was abandoned and moves no more: {why}")
            }
            Reason::UnknownState(state) => unknown_state(model, &state.to_string()),
            Reason::NoEdge { to } => self.no_edge(model, *to),
            Reason::ApprovalPending => self.pending(model),
            Reason::NothingPending => match &self.state {
                Some(state) => {
                    format!(
                        "the task stands in `{state}`, where no approval is pending: {}",
                        self.to_submit(model)
                    )
                }
                None => "no approval is pending".to_owned(),
            },
            Reason::NeedsPerson { .. } => {
                "only a person at a terminal may do this; an agent gives the command to its user"
                    .to_owned()
            }
            Reason::NotByAgent => {
                "an agent is at work in this environment, and may not adopt folders: its \
                 user runs the command in another terminal"
                    .to_owned()
            }
            Reason::NeedsSignatures => {
                "the approval is `by=signed`, and this version takes no signatures yet: until it \
                 does, the workflow has to say `by=human`"
                    .to_owned()
            }
            Reason::AlreadyThere { by, since } => match &self.state {
                Some(state) => format!("`{by}` brought the task to `{state}` at {since}"),
                None => format!("`{by}` took this step at {since}"),
            },
            Reason::TaskExists => format!(
                "`{}` exists, and a task is never overwritten: choose another name",
                task.folder()
            ),
            Reason::NameTaken { by } => format!("{by}: choose another name"),
            Reason::NoSubtasks { state: Some(state) } => {
                format!(
                    "it stands in `{}`, which declares no `subtasks`",
                    phase(state.phase)
                )
            }
            Reason::NoSubtasks { state: None } => {
                "it stands in a state that the workflow no longer has".to_owned()
            }
            Reason::NotSettled { phase: id } => {
                format!("it has to come to `{}` first", settled(model, *id))
            }
            Reason::TooDeep { phase: id } => {
                let depth = model.phase(*id).subtasks.as_ref().map_or(0, |s| s.depth);
                format!("`{}` lets sub-tasks nest at most {depth} deep", phase(*id))
            }
            Reason::OpenSubtasks(open) => format!(
                "sub-tasks are under way, and going back would take their plan away: finish or \
                 abandon them first: {}",
                open.join("; ")
            ),
            Reason::Forbidden {
                artifact,
                phase: id,
            }
            | Reason::TargetForbids {
                artifact,
                phase: id,
            } => format!(
                "`{}` must not exist in `{}`: move it out of the task folder",
                name(*artifact),
                phase(*id)
            ),
            Reason::NotAFile { artifact, kind } => format!(
                "`{}` must be a regular file, and is {kind}: replace it by one, or move it away",
                name(*artifact)
            ),
            Reason::OtherCase { artifact, found } => format!(
                "`{found}` differs from `{}` only in case: rename it",
                name(*artifact)
            ),
            Reason::Changed {
                artifact,
                gone,
                since,
            } => changed(name(*artifact), *gone, *since),
            Reason::UnknownFile(file) => {
                format!("the workflow does not name `{file}`: move it out of the task folder")
            }
            Reason::Missing {
                artifact,
                phase: id,
                found,
            } => format!(
                "`{}` {}: `{}` has to write it",
                name(*artifact),
                absence(found),
                phase(*id)
            ),
            Reason::Contract { artifact, breach } => contract(name(*artifact), breach),
            Reason::Guard { edge, guard, why } => {
                unmet(model, &model.edge(*edge).guards[*guard], why)
            }
            Reason::CheckNotRun { edge, guard } => match &model.edge(*edge).guards[*guard].test {
                GuardTest::Check(check) => format!(
                    "`{}` was not run for the task as it is now: run the same command again",
                    check.command
                ),
                _ => "a check was not run for the task as it is now".to_owned(),
            },
            Reason::TargetReads {
                artifact,
                phase: id,
                found,
            } => format!(
                "`{}` reads `{}`, which {}; {}",
                phase(*id),
                name(*artifact),
                absence(found),
                written_by(model, *artifact)
            ),
            Reason::NotInferred(why) => not_inferred(model, why),
            Reason::NotABaseState(state) => {
                format!(
                    "`{state}` is an approval sub-state, and what was not approved here is not \
                     approved: name the phase `{}`",
                    state.phase
                )
            }
            Reason::NothingToRepair => {
                "state, journal and artifacts agree: there is nothing to repair".to_owned()
            }
            Reason::BytesLost { artifact } => format!(
                "the recorded bytes of `{artifact}` are not kept: put the file back from version \
                 control, or accept what is there"
            ),
            Reason::NothingSaysWhere => {
                "no sound journal entry and no readable `.state` names a state of this workflow: \
                 a person has to say where the task stands"
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
        if self.waits_for_approval(model, to) {
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

    /// What has to come before a decision about an approval.
    fn to_submit(&self, model: &Model) -> &'static str {
        let here = self
            .at(model)
            .map(|state| (model.phase(state.phase), state.sub));
        match here {
            Some((phase, SubState::Base)) if phase.approval.is_some() => "submit it first",
            Some((phase, _)) if phase.approval.is_some() => "it was granted already",
            _ => "the phase needs none",
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

fn changed(name: &ArtifactName, gone: bool, since: Fixed) -> String {
    let became = if gone { "was removed" } else { "was changed" };
    let (after, back) = match since {
        Fixed::Submitted => ("it was submitted", "withdraw the submission"),
        Fixed::Approved => (
            "it was approved",
            "revise the phase, which voids the approval",
        ),
        Fixed::Left => ("its phase was left", "go back to a phase that may write it"),
    };
    format!("`{name}` {became} after {after}: put it back as it was, or {back}")
}

/// In which way an artifact that should be there is not.
fn absence(found: &Presence) -> String {
    match found {
        Presence::Empty => "is empty".to_owned(),
        Presence::Other(kind) => format!("is {kind}"),
        Presence::OtherCase(found) => format!("is missing, and `{found}` is another name"),
        Presence::Missing | Presence::File => "is missing".to_owned(),
    }
}

/// Which phases write an artifact.
fn written_by(model: &Model, artifact: ArtifactId) -> String {
    let writers = model.phases.iter().filter(|phase| phase.writes(artifact));
    let writers: Vec<_> = writers.map(|phase| format!("`{}`", phase.name)).collect();
    match writers.as_slice() {
        [] => "no phase writes it".to_owned(),
        [one] => format!("{one} writes it"),
        several => format!("{} write it", several.join(" and ")),
    }
}

fn contract(name: &ArtifactName, breach: &Breach) -> String {
    match breach {
        Breach::TooLarge { limit } => {
            format!("`{name}` is larger than the {limit} bytes that the workflow allows")
        }
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
            format!(
                "`{name}` states different outcomes, leave one: {}",
                quoted(lines)
            )
        }
        Breach::Heading(text) => format!("`{name}` needs the heading `{text}`"),
        Breach::Lacks(text) => format!("`{name}` needs the text `{text}`"),
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
        Unmet::NoSubtasks => "there is none that was not abandoned".to_owned(),
        Unmet::Subtasks(open) => open.join("; "),
        Unmet::Check { ended, tail } if tail.is_empty() => ended.clone(),
        Unmet::Check { ended, tail } => format!("{ended}; its last lines:\n{}", tail.join("\n")),
    };
    format!("{asked}: {found}")
}

fn not_inferred(model: &Model, why: &NotInferred) -> String {
    let name = |id: &PhaseId| model.phase(*id).name.to_string();
    match why {
        NotInferred::Contradicted(candidates) if candidates.is_empty() => {
            "no phase produces what is in the folder".to_owned()
        }
        NotInferred::Contradicted(candidates) => {
            let against = |(phase, artifacts): &(PhaseId, Vec<ArtifactId>)| {
                let files = artifacts
                    .iter()
                    .map(|&id| format!("`{}`", model.artifact(id).name));
                format!(
                    "`{}` forbids {}",
                    name(phase),
                    files.collect::<Vec<_>>().join(" and ")
                )
            };
            let candidates: Vec<_> = candidates.iter().map(against).collect();
            format!(
                "no phase fits the folder; move aside what one of these forbids: {}",
                candidates.join("; ")
            )
        }
        NotInferred::Tied(phases) => {
            let phases: Vec<_> = phases.iter().map(|p| format!("`{}`", name(p))).collect();
            format!(
                "the folder fits {} equally: a person has to choose",
                phases.join(" and ")
            )
        }
    }
}
