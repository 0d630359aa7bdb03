//! `automaton install-cleanup-schedule`

use super::duration::duration;
use super::scheduling::{self, With};
use super::session::Session;
use crate::report::Answer;
use crate::schedule::{Cadence, Job, Order};

/// The command that shows what would be installed.
const SHOW: &str = "automaton install-cleanup-schedule --show";

/// Have this machine archive tasks that are over, once a day
///
/// It becomes a timer of the user's systemd where that runs, and a line of the user's crontab
/// elsewhere. The call names this program and the project by their absolute paths.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Archive only what has been over for so long
    #[arg(long, value_name = "TIME", default_value = "14d", value_parser = length)]
    older_than: String,
    /// Install it there, wherever it would be installed otherwise
    #[arg(long, value_name = "SCHEDULER")]
    with: Option<With>,
    /// Remove the schedule of this project
    #[arg(long)]
    remove: bool,
    /// Show what would be installed or removed, and change nothing
    #[arg(long, visible_alias = "show")]
    dry_run: bool,
}

/// A length of time as it was written, once it is known to be one.
fn length(text: &str) -> Result<String, String> {
    duration(text).map(|_| text.to_owned())
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let project = session.project()?;
    let (program, folder) = scheduling::places(project.base(), SHOW)?;
    let option = |text: &str| text.to_owned();
    let job = Job {
        name: Job::named("cleanup", project.base()),
        title: format!("Archive the tasks of {folder} that are over"),
        by: "install-cleanup-schedule",
        search_path: None,
        words: vec![
            program,
            option("cleanup-done"),
            option("--older-than"),
            args.older_than.clone(),
            option("--project"),
            folder,
        ],
        cadence: Cadence::Daily,
    };
    let order = if args.remove {
        Order::Remove
    } else {
        Order::Install
    };
    let scheduler = With::or_here(args.with);
    scheduling::carry_out(session, scheduler, (order, args.dry_run), &job, SHOW)
}
