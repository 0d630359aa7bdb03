//! Each reason of a refusal as a sentence.

use super::facts::SubtaskStanding;
use super::phrases::{
    absence, changed, contract, not_inferred, orphan, renamed_to_nothing, stale, unmet, written_by,
};
use super::refusal::{OpenSubtask, Reason, Refusal};
use super::request::Action;
use crate::names::StateName;
use crate::workflow::{Approvers, ArtifactId, GuardTest, Model, PhaseId, State, SubState, nearest};

impl Refusal {
    /// What one reason says.
    #[expect(
        clippy::too_many_lines,
        reason = "one sentence for each reason; the compiler sees that none is missing"
    )]
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
            Reason::Untracked(None) => format!(
                "task `{task}` was created manually, without a `.state`: `automaton create-task` is \
                 the way to create tasks, and a person adopts this one with `automaton upgrade`"
            ),
            Reason::Untracked(Some(state)) => format!(
                "task `{task}` has a `.state` that says `{state}`, and no journal: an older tool made \
                 it, or a hand, and a person adopts it with `automaton upgrade`"
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
                let adopts = matches!(self.action, Action::Adopt { .. });
                orphan(self.state.as_ref(), adopts)
            }
            Reason::Claimed(claim) => format!(
                "`{}` has claimed the task since {} until {}: wait, or work on another task",
                claim.owner, claim.since, claim.until
            ),
            Reason::ClaimLost(loss) => format!(
                "your claim ended when `{}` took the task over or freed it at {}: look at what \
                 happened since, and claim the task again",
                loss.by, loss.at
            ),
            Reason::StaleEpoch {
                asked,
                epoch,
                holder,
            } => stale(*asked, *epoch, holder.as_ref()),
            Reason::NotTheOwner(claim) => format!(
                "`{}` has claimed the task since {} until {}: only they release it, or a person",
                claim.owner, claim.since, claim.until
            ),
            Reason::NotClaimed => "nobody has claimed the task".to_owned(),
            Reason::Ended => "the task has ended, and there is no work on it to claim".to_owned(),
            Reason::LeaseOutOfBounds => {
                "a claim lasts from one minute to 24 hours, and is renewed by working".to_owned()
            }
            Reason::ScopeNeedsPerson => "here only a person at a terminal sets the scope; anyone \
                 may in a phase with an approval before it is submitted, so that its approver sees \
                 it"
            .to_owned(),
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
            Reason::NeedsSignatures { collected, needed } if collected >= needed => format!(
                "{collected} signatures are there, and {needed} are enough: `automaton approve \
                 --task {task}` verifies and counts them"
            ),
            Reason::NeedsSignatures { collected, needed } => format!(
                "{collected} of {needed} signatures are there: a listed approver signs next"
            ),
            Reason::Signature(fault) => fault.sentence(),
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
            Reason::Inherited(copy) => {
                format!("a sub-task inherits `{copy}` from it: take the file out of the template")
            }
            Reason::TooDeep { phase: id } => {
                let depth = model.phase(*id).subtasks.as_ref().map_or(0, |s| s.depth);
                format!("`{}` lets sub-tasks nest at most {depth} deep", phase(*id))
            }
            Reason::OpenSubtasks(open) => self.open_subtasks(open),
            Reason::BrokenSubtask { task, problem } => {
                format!("it cannot be told where the sub-task `{task}` stands: {problem}")
            }
            Reason::Archived => {
                format!("`{task}` is archived, and is only looked at until it is brought back")
            }
            Reason::NotArchived => {
                format!("`{task}` is not in the archive: it stands among the other tasks")
            }
            Reason::NotOver => match &self.state {
                Some(state) => format!(
                    "it stands in `{state}`: only a task that has ended or was abandoned is archived"
                ),
                None => "only a task that has ended or was abandoned is archived".to_owned(),
            },
            Reason::TooRecent { since } => format!("it has rested only since {since}"),
            Reason::PlaceTaken { by } => {
                format!("{by}: the archived task cannot have its name back while it does")
            }
            Reason::PartOfTask => format!(
                "`{task}` is a sub-task, and goes where `{}` does",
                task.outermost()
            ),
            Reason::NotInAttic { seq, name } => {
                format!("step {seq} moved no artifact `{name}` to the attic")
            }
            Reason::NotWritable { artifact } => self.not_writable(model, *artifact),
            Reason::SameBytes { artifact } => {
                format!("`{}` holds these bytes already", name(*artifact))
            }
            Reason::Forbidden {
                artifact,
                phase: id,
            }
            | Reason::TargetForbids {
                artifact,
                phase: id,
            } => format!(
                "`{}` must not exist in `{}`: {}",
                name(*artifact),
                phase(*id),
                self.to_remove()
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
                let remove = self.to_remove();
                format!(
                    "the workflow does not name `{file}`: {remove}, or declare it as `metadata`"
                )
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
            Reason::RenamedToNothing { old, new } => renamed_to_nothing(model, old, new),
            Reason::NotMapped => match &self.state {
                Some(state) => format!(
                    "the task stands in `{state}`: only a state that the workflow no longer has is mapped"
                ),
                None => "only a state that the workflow no longer has is mapped".to_owned(),
            },
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

    fn open_subtasks(&self, open: &[OpenSubtask]) -> String {
        let each = open.iter().map(|subtask| match &subtask.at {
            SubtaskStanding::State(state) => format!("{}: stands in `{state}`", subtask.task),
            SubtaskStanding::Broken(problem) => format!("{}: {problem}", subtask.task),
            SubtaskStanding::Abandoned => format!("{}: was abandoned", subtask.task),
        });
        let why = match self.action {
            Action::Rework { .. } => "going back would take their plan away",
            _ => "they would be archived with it",
        };
        format!(
            "sub-tasks are under way, and {why}: finish or abandon them first: {}",
            each.collect::<Vec<_>>().join("; ")
        )
    }

    fn not_writable(&self, model: &Model, artifact: ArtifactId) -> String {
        let name = &model.artifact(artifact).name;
        match &self.state {
            Some(state) => format!(
                "`{name}` is not written in `{state}`: {}",
                written_by(model, artifact)
            ),
            None => format!(
                "`{name}` is not written now: {}",
                written_by(model, artifact)
            ),
        }
    }

    /// How a file goes away that must not be there.
    fn to_remove(&self) -> &'static str {
        match self.action {
            Action::Create { .. } => "take it out of the template",
            _ => "move it out of the task folder",
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
