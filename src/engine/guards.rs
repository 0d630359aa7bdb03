//! Step 5: whether the guards of an edge hold, cheap ones first, commands last.

use super::contract::Stated;
use super::facts::{CheckResult, Fact, Facts, SubtaskStanding};
use super::refusal::{Reason, Unmet};
use crate::workflow::{Check, EdgeId, GuardTest, Model, Terminal};

/// The first of `candidates`, which lead to the same state, whose guards all hold; or why none do.
pub(super) fn choose(
    model: &Model,
    facts: &impl Facts,
    candidates: &[EdgeId],
) -> Result<EdgeId, Vec<Reason>> {
    let mut reasons = Vec::new();
    let mut affordable = Vec::new();
    for &edge in candidates {
        let unmet = failing(model, facts, edge, is_cheap);
        if unmet.is_empty() {
            affordable.push(edge);
        }
        reasons.extend(unmet);
    }
    for edge in affordable {
        let unmet = failing(model, facts, edge, |test| !is_cheap(test));
        if unmet.is_empty() {
            return Ok(edge);
        }
        reasons.extend(unmet);
    }
    Err(reasons)
}

/// The commands that would decide one of `candidates`, once their cheap guards hold.
pub(super) fn checks(model: &Model, facts: &impl Facts, candidates: &[EdgeId]) -> Vec<Check> {
    let affordable = candidates
        .iter()
        .filter(|&&edge| failing(model, facts, edge, is_cheap).is_empty());
    let mut checks: Vec<Check> = Vec::new();
    for guard in affordable.flat_map(|&edge| &model.edge(edge).guards) {
        if let GuardTest::Check(check) = &guard.test
            && !checks.contains(check)
        {
            checks.push(check.clone());
        }
    }
    checks
}

fn is_cheap(test: &GuardTest) -> bool {
    !matches!(test, GuardTest::Check(_))
}

fn failing(
    model: &Model,
    facts: &impl Facts,
    edge: EdgeId,
    which: impl Fn(&GuardTest) -> bool,
) -> Vec<Reason> {
    let mut reasons = Vec::new();
    for (index, guard) in model.edge(edge).guards.iter().enumerate() {
        if !which(&guard.test) {
            continue;
        }
        match test(model, facts, &guard.test) {
            Ok(Verdict::Holds) => {}
            Ok(Verdict::Unmet(why)) => reasons.push(Reason::Guard {
                edge,
                guard: index,
                why,
            }),
            Ok(Verdict::NotRun) => reasons.push(Reason::CheckNotRun { edge, guard: index }),
            Err(error) => reasons.push(error.into()),
        }
    }
    reasons
}

enum Verdict {
    Holds,
    Unmet(Unmet),
    NotRun,
}

fn test(model: &Model, facts: &impl Facts, test: &GuardTest) -> Fact<Verdict> {
    let unmet = match test {
        GuardTest::Outcome { artifact, words } => match facts.stated(model.artifact(*artifact))? {
            Stated::Word(word) if words.iter().any(|known| known.value == word) => None,
            Stated::Word(word) => Some(Unmet::States(word)),
            Stated::Nothing => Some(Unmet::StatesNothing),
            Stated::Conflict(lines) => Some(Unmet::Disagrees(lines)),
        },
        GuardTest::Contains { artifact, text } => {
            let holds = facts.contains(model.artifact(*artifact), text)?;
            (!holds).then(|| Unmet::Lacks(text.clone()))
        }
        GuardTest::SubtasksComplete => subtasks(model, facts)?,
        GuardTest::Check(check) => match facts.check(check)? {
            CheckResult::Passed => None,
            CheckResult::Failed { ended, tail } => Some(Unmet::Check { ended, tail }),
            CheckResult::NotRun => return Ok(Verdict::NotRun),
        },
    };
    Ok(unmet.map_or(Verdict::Holds, Verdict::Unmet))
}

fn subtasks(model: &Model, facts: &impl Facts) -> Fact<Option<Unmet>> {
    let mut counted = 0;
    let mut open = Vec::new();
    for subtask in facts.subtasks()? {
        let at = match subtask.at {
            SubtaskStanding::Abandoned => continue,
            SubtaskStanding::State(name) => {
                let terminal = model
                    .state_named(&name)
                    .and_then(|s| model.phase(s.phase).terminal);
                if terminal == Some(Terminal::Success) {
                    counted += 1;
                    continue;
                }
                format!("stands in `{name}`")
            }
            SubtaskStanding::Broken(problem) => problem,
        };
        open.push(format!("{}: {at}", subtask.task));
    }
    Ok(match (counted, open.is_empty()) {
        (_, false) => Some(Unmet::Subtasks(open)),
        (0, true) => Some(Unmet::NoSubtasks),
        (_, true) => None,
    })
}
