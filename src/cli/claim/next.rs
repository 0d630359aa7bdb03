//! `automaton claim --next`: the best free task, by the same claim as any other.

use crate::cli::session::{Place, Session};
use crate::diagnostic::{Diagnostic, Exit, NextStep, Severity, Topic};
use crate::engine::{Distances, Facts as _, Rank, Standing, Work, work};
use crate::names::{PhaseName, TaskPath};
use crate::report::Answer;
use crate::task::{Checks, Listed};

/// Nothing but tasks that others have claimed.
pub(in crate::cli) static ALL_CLAIMED: Topic = Topic {
    code: "all-claimed",
    severity: Severity::Error,
    exit: Exit::Busy,
    summary: "every task that could be worked on is claimed at present",
    explanation: "There is work, and others are at it. The refusal says when the first of the claims runs \
        out, if its owner does not renew it. Wait until then and run the command again, or make \
        other work with `automaton create-task`.",
};

/// No task that somebody could work on.
pub(in crate::cli) static NOTHING_TO_CLAIM: Topic = Topic {
    code: "nothing-to-claim",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "there is no task that could be worked on",
    explanation: "Every task has ended, waits for a person, or has records that a person must settle first; \
        or there is none in the phase that the call names. `automaton status` shows what each one \
        waits for.",
};

/// What there is to do.
#[derive(Default)]
struct Survey {
    free: Vec<Rank>,
    /// When the claims on the other tasks run out.
    claimed: Vec<String>,
}

/// Claims the best task that is free. A race that is lost goes on to the next one.
pub(in crate::cli) fn claim(
    session: &Session,
    place: &Place,
    phase: Option<&PhaseName>,
    claim: impl Fn(&TaskPath) -> Result<Answer, Answer>,
) -> Result<Answer, Answer> {
    let found = survey(session, place, phase)?;
    let mut raced = None;
    for rank in &found.free {
        match claim(rank.task()) {
            Err(refused) if is_lost(&refused) => raced = Some(refused),
            answer => return answer,
        }
    }
    // Whoever was faster has claimed them since.
    let now = match raced {
        Some(_) => survey(session, place, phase)?,
        None => found,
    };
    Err(match (now.claimed.iter().min(), raced) {
        (Some(first), _) => {
            let found = Diagnostic::call(&ALL_CLAIMED, "refused: claim --next");
            let why = format!("every task is claimed; the first claim runs out at {first}");
            let found = found.reason(why).next(NextStep::anyone("automaton claims"));
            Answer::refused(found).field("until", first.clone())
        }
        (None, Some(refused)) => refused,
        (None, None) => {
            let found = Diagnostic::call(&NOTHING_TO_CLAIM, "refused: claim --next");
            let found = found.reason(NOTHING_TO_CLAIM.summary);
            Answer::refused(found.next(NextStep::anyone("automaton status")))
        }
    })
}

/// Whether the task was there to be claimed a moment ago.
fn is_lost(refused: &Answer) -> bool {
    matches!(refused.exit, Exit::Busy | Exit::Refused | Exit::NoTask)
}

/// Looks at every task without its lock. What cannot be read is no work, and hides nothing else.
fn survey(session: &Session, place: &Place, phase: Option<&PhaseName>) -> Result<Survey, Answer> {
    let actor = session.actor()?;
    let distances = Distances::of(&place.workflow);
    let mut survey = Survey::default();
    let mut look = |listed: Listed| {
        let Some(facts) = listed
            .ok()
            .and_then(|folder| folder.observe(Checks::new()).ok())
        else {
            return;
        };
        let there = match facts.standing() {
            Ok(Standing::Tracked(record)) => &record.state.phase,
            _ => return,
        };
        if phase.is_some_and(|wanted| wanted != there) {
            return;
        }
        match work(&place.workflow, &distances, &facts, &actor) {
            Work::Free(rank) => survey.free.push(rank),
            Work::Claimed(until) => survey.claimed.push(until),
            Work::None => {}
        }
    };
    place.visit(session, &mut look)?;
    survey.free.sort();
    Ok(survey)
}
