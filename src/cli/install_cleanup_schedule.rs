//! `automaton install-cleanup-schedule`

mod cron;
mod job;
mod program;
mod seal;
mod systemd;

use clap::ValueEnum;

use self::job::Job;
use super::duration::duration;
use super::session::Session;
use crate::diagnostic::{Diagnostic, Exit, NextStep, Severity, Topic};
use crate::environment::own_program;
use crate::report::Answer;

/// A scheduler that did not do what it was asked to.
pub(super) static SCHEDULE_FAILED: Topic = Topic {
    code: "schedule-failed",
    severity: Severity::Error,
    exit: Exit::Io,
    summary: "the machine's scheduler could not be asked, or refused",
    explanation: "A schedule is a timer of the user's systemd, or a line of the user's crontab. The program \
        that installs it is missing, or ended with the error that the message quotes. The same call \
        again completes what was begun; `--show` prints what has to be installed by hand.",
};

/// A schedule that somebody changed.
pub(super) static SCHEDULE_CHANGED: Topic = Topic {
    code: "schedule-changed",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "the schedule was changed since it was installed",
    explanation: "What this program writes ends with, or starts with, a digest of itself. It does not fit any \
        more, so somebody changed the schedule on purpose. It is neither overwritten nor removed: \
        move the change away by hand, and run the command again.",
};

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
    with: Option<Scheduler>,
    /// Remove the schedule of this project
    #[arg(long)]
    remove: bool,
    /// Show what would be installed or removed, and change nothing
    #[arg(long, visible_alias = "show")]
    dry_run: bool,
}

/// What runs commands at their time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Scheduler {
    /// A timer of the user's systemd
    Systemd,
    /// A line of the user's crontab
    Cron,
}

/// A length of time as it was written, once it is known to be one.
fn length(text: &str) -> Result<String, String> {
    duration(text).map(|_| text.to_owned())
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let project = session.project()?;
    let program =
        own_program().map_err(|error| failed(&format!("this program's file: {error}")))?;
    let text = |path: &std::path::Path| {
        let problem = || failed(&format!("`{}` is not UTF-8", path.display()));
        path.to_str().map(str::to_owned).ok_or_else(problem)
    };
    let job = Job::new(
        text(&program)?,
        text(project.base())?,
        args.older_than.clone(),
    );
    let scheduler = args.with.unwrap_or_else(|| {
        if systemd::is_there() {
            Scheduler::Systemd
        } else {
            Scheduler::Cron
        }
    });
    let answer = match scheduler {
        Scheduler::Systemd => systemd::run(args, session, &job)?,
        Scheduler::Cron => cron::run(args, &job)?,
    };
    Ok(answer.field("dry_run", args.dry_run))
}

fn failed(problem: &str) -> Answer {
    let found = Diagnostic::call(&SCHEDULE_FAILED, "failed: the schedule");
    let show = NextStep::anyone("automaton install-cleanup-schedule --show");
    Answer::refused(found.reason(problem).next(show))
}

fn changed(what: &str) -> Answer {
    let message = format!("refused: {what} was changed since it was installed");
    let found = Diagnostic::call(&SCHEDULE_CHANGED, message);
    let show = NextStep::anyone("automaton install-cleanup-schedule --show");
    Answer::refused(found.next(show))
}
