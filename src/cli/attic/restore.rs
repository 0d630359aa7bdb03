//! `automaton attic restore`

use crate::cli::session::Session;
use crate::cli::step;
use crate::cli::subject::Subject;
use crate::engine::Action;
use crate::names::ArtifactName;
use crate::report::Answer;

/// Put an artifact back that a step moved to the attic; by a person only
///
/// The phase that the task is in has to be one that may write it. What stands in its place goes to
/// the attic itself, and the journal says what was put back.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// The number of the step that moved it
    seq: u64,
    /// The artifact
    name: ArtifactName,
    #[command(flatten)]
    subject: Subject,
    /// Say what would happen, and change nothing
    #[arg(long)]
    dry_run: bool,
}

pub(in crate::cli) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let place = session.place()?;
    let task = args.subject.task(&place)?;
    let action = Action::RestoreArtifact {
        seq: args.seq,
        name: args.name.clone(),
    };
    step::take(session, &place, task, action, args.dry_run)
}
