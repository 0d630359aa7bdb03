//! `automaton release`

use super::session::Session;
use super::step;
use super::subject::Subject;
use crate::engine::Action;
use crate::report::Answer;

/// End the claim on a task: one's own, or as a person anyone's
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    subject: Subject,
    /// Release under this name; the same as `--actor`
    #[arg(long = "as", value_name = "WHO", conflicts_with = "actor")]
    owner: Option<String>,
    /// Say what would happen, and change nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let session = session.acting_as(args.owner.as_ref());
    let place = session.place()?;
    let task = args.subject.task(&place)?;
    step::take(&session, &place, task, Action::Release, args.dry_run)
}
