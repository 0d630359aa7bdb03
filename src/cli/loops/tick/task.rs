//! The task of a tick: which one it is, and where it stands.

use crate::cli::claim;
use crate::cli::session::{Place, Session};
use crate::cli::step;
use crate::diagnostic::{By, Exit};
use crate::engine::{Action, Condition, LONGEST_LEASE, Outlook, SHORTEST_LEASE, Verdict, outlook};
use crate::loops::plan::Plan;
use crate::names::{PhaseName, StateName, TaskPath};
use crate::report::Answer;
use crate::task::Checks;
use crate::workflow::{Event, Model};

/// What there is to work on.
pub(super) enum Choice {
    /// This task.
    Task(TaskPath),
    /// None any more.
    AllOver,
}

/// Chooses the task: the one that was worked on, or else the next one that is not over.
pub(super) fn choose(
    plan: &Plan,
    current: Option<&TaskPath>,
    session: &Session,
    place: &Place,
) -> Result<Choice, Answer> {
    let is_over = |task: &TaskPath| -> Result<bool, Answer> {
        let outlook = look(session, place, task)?;
        Ok(matches!(
            outlook.condition,
            Condition::Ended | Condition::Abandoned | Condition::Archived
        ))
    };
    if let Some(current) = current
        && !is_over(current)?
    {
        return Ok(Choice::Task(current.clone()));
    }
    if let Some(select) = &plan.select {
        let phase = select.phase.as_ref();
        let found = claim::best(session, place, phase, |task| {
            Ok(Answer::done("").field("task", task.to_string()))
        })?;
        let task = found.fields.get("task").and_then(|task| task.as_str());
        let task = task.and_then(|task| task.parse().ok());
        return Ok(task.map_or(Choice::AllOver, Choice::Task));
    }
    for task in &plan.tasks {
        if !is_over(task)? {
            return Ok(Choice::Task(task.clone()));
        }
    }
    Ok(Choice::AllOver)
}

/// Where a task stands, and what lies ahead of it.
pub(super) fn look(session: &Session, place: &Place, task: &TaskPath) -> Result<Outlook, Answer> {
    let folder = step::find(place, task)?;
    let facts = step::observe(&folder, Checks::new())?;
    Ok(outlook(&place.workflow, &facts, &session.actor()?))
}

/// Why a person has to act on a task first, if one has.
pub(super) fn waits_for_person(
    model: &Model,
    task: &TaskPath,
    outlook: &Outlook,
) -> Option<String> {
    if let Some(wrong) = &outlook.wrong {
        let sentences = wrong.sentences(model);
        let first = sentences.into_iter().next().map(|(_, sentence)| sentence);
        return Some(format!("`{task}`: {}", first.unwrap_or_default()));
    }
    let state = outlook
        .record
        .as_ref()
        .map(|record| record.state.to_string());
    let state = state.unwrap_or_else(|| outlook.condition.word().to_owned());
    (outlook.waiting_on == Some(By::Human))
        .then(|| format!("`{task}` is in `{state}`, which only a person leaves"))
}

/// Claims the task for as long as the tick may take.
pub(super) fn claim(
    plan: &Plan,
    session: &Session,
    place: &Place,
    task: &TaskPath,
) -> Result<Answer, Answer> {
    let programs = plan.verifier.as_ref().map(|verifier| verifier.time_limit);
    let needed =
        plan.harness.time_limit.0 + programs.map_or_else(Default::default, |limit| limit.0);
    let lease = (needed + SHORTEST_LEASE).clamp(SHORTEST_LEASE, LONGEST_LEASE);
    step::take(session, place, task, Action::Claim { lease }, false)
}

/// Takes the steps onward that need no person, until the phase is another one: the harness was told
/// about one phase. Where several are open the choice is not the loop's. Says what was taken, and what
/// stood in the way of more.
pub(super) fn onward(
    session: &Session,
    place: &Place,
    task: &TaskPath,
) -> (Vec<String>, Option<Answer>) {
    let mut taken = Vec::new();
    let mut begun = None;
    loop {
        let to = match next(session, place, task, &mut begun) {
            Ok(Some(to)) => to,
            Ok(None) => return (taken, None),
            Err(refused) => return (taken, Some(refused)),
        };
        let action = Action::Transition { to: to.clone() };
        match step::take(session, place, task, action, false) {
            Ok(_) => taken.push(to.to_string()),
            // A check that fails leaves the task where it is: there is more to do.
            Err(refused) if refused.exit == Exit::Refused => return (taken, None),
            Err(refused) => return (taken, Some(refused)),
        }
    }
}

/// The one step that is open now, in the phase that was `begun`.
fn next(
    session: &Session,
    place: &Place,
    task: &TaskPath,
    begun: &mut Option<PhaseName>,
) -> Result<Option<StateName>, Answer> {
    let outlook = look(session, place, task)?;
    let phase = outlook.record.map(|record| record.state.phase);
    if begun.is_some() && *begun != phase {
        return Ok(None);
    }
    *begun = phase;
    let mut open = outlook.ahead.into_iter().filter(|prospect| {
        let onward = matches!(prospect.event, Event::Submit | Event::Next);
        onward && matches!(prospect.verdict, Verdict::Open | Verdict::NeedsCheck(_))
    });
    Ok(match (open.next(), open.next()) {
        (Some(only), None) => Some(only.to),
        _ => None,
    })
}
