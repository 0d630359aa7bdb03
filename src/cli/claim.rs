//! `automaton claim`

mod next;

use std::time::Duration;

use super::claims;
use super::duration::duration;
use super::session::Session;
use super::step;
use super::subject::Subject;
use crate::engine::{Action, DEFAULT_LEASE};
use crate::names::PhaseName;
use crate::report::Answer;

pub(super) use next::{ALL_CLAIMED, NOTHING_TO_CLAIM, claim as best};

/// Claim a task: until the claim ends, others cannot move it
///
/// Every step that the owner takes renews the claim, and so does claiming again. Once it has run
/// out, anybody may claim the task; then the epoch grows, and the earlier owner changes nothing
/// more until they claim again.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    subject: Subject,
    /// Take the best task that is free: the one that is furthest along, then the one that has
    /// waited longest
    #[arg(long, conflicts_with = "task")]
    next: bool,
    /// Take only a task in this phase
    #[arg(long, value_name = "PHASE", requires = "next")]
    phase: Option<PhaseName>,
    /// Claim under this name; the same as `--actor`
    #[arg(long = "as", value_name = "WHO", conflicts_with = "actor")]
    owner: Option<String>,
    /// How long the claim lasts from each renewal on, such as `10m` or `2h`: 30 minutes unless this
    /// says otherwise
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    lease: Option<Duration>,
    /// Say what would happen, and change nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let session = session.acting_as(args.owner.as_ref());
    let place = session.place()?;
    let lease = args.lease.unwrap_or(DEFAULT_LEASE);
    let claim = |task: &_| {
        let action = Action::Claim { lease };
        step::take(&session, &place, task, action, args.dry_run)
    };
    let mut answer = if args.next {
        next::claim(&session, &place, args.phase.as_ref(), claim)?
    } else {
        claim(args.subject.task(&place)?)?
    };
    if let Some(task) = answer.fields.get("task").and_then(|task| task.as_str()) {
        let overlaps = claims::overlaps_of(&place, task);
        answer.warnings.extend(overlaps);
    }
    Ok(answer)
}
