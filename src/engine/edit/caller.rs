//! Which tasks the caller works on: the one it names, else those that it has claimed, else, where it
//! has claimed none, every task that nobody has claimed.

use std::ops::ControlFlow;

use super::facts::{EditFacts, Footing};
use super::refusal::Trouble;
use crate::engine::claim::Claim;
use crate::engine::facts::Fact;
use crate::names::TaskPath;

/// Who works on a task.
enum Whose {
    Callers,
    Others(Claim),
    Nobodys,
}

/// Who is shown what is believed of a task, and says whether they have seen enough.
pub(super) type Look<'l> =
    &'l mut dyn FnMut(&TaskPath, Result<Footing, Trouble>) -> ControlFlow<()>;

/// Shows `look` every task that the caller works on, and what keeps it from working on others,
/// until it has seen enough.
pub(super) fn at_work(facts: &impl EditFacts, look: Look<'_>) -> Fact<()> {
    if let Some(task) = facts.named() {
        let _ = look(task, named(facts, task));
        return Ok(());
    }
    let mut claimed = false;
    let mut rest = Vec::new();
    let seen = facts.each(&mut |task, read| {
        let found = match read() {
            Ok(footing) => whose(facts, &footing).map(|whose| (whose, footing)),
            Err(error) => Err(error),
        };
        let other = match found {
            Ok((Whose::Callers, footing)) => {
                claimed = true;
                return look(task, Ok(footing));
            }
            Ok((Whose::Others(claim), _)) => Err(Trouble::Claimed(claim)),
            Ok((Whose::Nobodys, footing)) => Ok(footing),
            Err(error) => Err(Trouble::Unread(error)),
        };
        if !claimed {
            rest.push((task.clone(), other));
        }
        ControlFlow::Continue(())
    });
    if !claimed {
        for (task, footing) in rest {
            if look(&task, footing).is_break() {
                break;
            }
        }
    }
    seen
}

/// What is believed of `task`, in whose folder the caller writes, if it works on it.
pub(super) fn in_folder_of(facts: &impl EditFacts, task: &TaskPath) -> Result<Footing, Trouble> {
    if let Some(own) = facts.named() {
        if !is_below(task, own) {
            return Err(Trouble::NotYours);
        }
        return named(facts, task);
    }
    let footing = facts.footing(task).map_err(Trouble::Unread)?;
    match whose(facts, &footing).map_err(Trouble::Unread)? {
        Whose::Others(claim) => Err(Trouble::Claimed(claim)),
        Whose::Nobodys if works_elsewhere(facts, task).map_err(Trouble::Unread)? => {
            Err(Trouble::Unclaimed)
        }
        Whose::Callers | Whose::Nobodys => Ok(footing),
    }
}

fn named(facts: &impl EditFacts, task: &TaskPath) -> Result<Footing, Trouble> {
    let footing = facts.footing(task).map_err(Trouble::Unread)?;
    match whose(facts, &footing).map_err(Trouble::Unread)? {
        Whose::Others(claim) => Err(Trouble::Claimed(claim)),
        Whose::Callers | Whose::Nobodys => Ok(footing),
    }
}

fn whose(facts: &impl EditFacts, footing: &Footing) -> Fact<Whose> {
    let Footing::At(stand) = footing else {
        return Ok(Whose::Nobodys);
    };
    match &stand.claim {
        Some(claim) if claim.stands(&facts.now()) => Ok(if facts.is_caller(&claim.owner)? {
            Whose::Callers
        } else {
            Whose::Others(claim.clone())
        }),
        _ => Ok(Whose::Nobodys),
    }
}

/// Whether the caller has claimed tasks, and neither `task` nor one that it is below.
fn works_elsewhere(facts: &impl EditFacts, task: &TaskPath) -> Fact<bool> {
    let (mut elsewhere, mut here) = (false, false);
    facts.each(&mut |other, read| {
        let claimed = other != task
            && read().is_ok_and(|footing| matches!(whose(facts, &footing), Ok(Whose::Callers)));
        here |= claimed && is_below(task, other);
        elsewhere |= claimed;
        if here {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    Ok(elsewhere && !here)
}

fn is_below(task: &TaskPath, above: &TaskPath) -> bool {
    task.is_within(above)
}
