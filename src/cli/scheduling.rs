//! What the commands share that have the machine run this program at its times.

use std::path::Path;

use clap::ValueEnum;
use serde_json::{Value, json};

use super::session::Session;
use super::step::io;
use crate::diagnostic::{Diagnostic, NextStep};
use crate::environment::own_program;
use crate::report::Answer;
use crate::schedule::topics::{SCHEDULE_CHANGED, SCHEDULE_FAILED};
use crate::schedule::{Job, Order, Outcome, ScheduleError, Scheduler, Written};

/// What runs commands at their time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum With {
    /// A timer of the user's systemd
    Systemd,
    /// A line of the user's crontab
    Cron,
}

impl With {
    /// The scheduler that a call names, or the one that this machine has.
    pub(super) fn or_here(named: Option<Self>) -> Scheduler {
        match named {
            Some(Self::Systemd) => Scheduler::Systemd,
            Some(Self::Cron) => Scheduler::Cron,
            None => Scheduler::here(),
        }
    }
}

/// The folder of the user's settings.
pub(super) fn config(session: &Session) -> Option<&Path> {
    session.environment.config_dir().and_then(Path::parent)
}

/// Carries out an order. `show` is the command that shows the schedule.
pub(super) fn carry_out(
    session: &Session,
    scheduler: Scheduler,
    (order, dry_run): (Order, bool),
    job: &Job,
    show: &str,
) -> Result<Answer, Answer> {
    let done = scheduler.carry_out(order, job, config(session), dry_run);
    let Outcome {
        message,
        page,
        written,
    } = done.map_err(|error| refused(error, show))?;
    let answer = Answer::page(message, page).field("with", scheduler.word());
    Ok(written_in(answer, &written).field("dry_run", dry_run))
}

/// The same answer with what there is of a schedule.
pub(super) fn written_in(answer: Answer, written: &Written) -> Answer {
    match written {
        Written::Nothing => answer,
        Written::Line(line) => answer.field("line", line.clone()),
        Written::Units(units) => {
            let file = |(path, text): &(std::path::PathBuf, String)| json!({"path": path.display().to_string(), "content": text});
            answer.field("files", units.iter().map(file).collect::<Vec<Value>>())
        }
    }
}

/// This program's file, and the project's folder, as a schedule names them.
pub(super) fn places(project: &Path, show: &str) -> Result<(String, String), Answer> {
    let failed = |problem: String| refused(ScheduleError::Failed(problem), show);
    let program = own_program().map_err(|error| failed(format!("this program's file: {error}")))?;
    let text = |path: &Path| {
        let problem = || failed(format!("`{}` is not UTF-8", path.display()));
        path.to_str().map(str::to_owned).ok_or_else(problem)
    };
    Ok((text(&program)?, text(project)?))
}

/// The refusal of an order. `show` is the command that shows the schedule.
pub(super) fn refused(error: ScheduleError, show: &str) -> Answer {
    let found = match error {
        ScheduleError::Fs(error) => return Answer::refused(io(&error)),
        ScheduleError::Failed(problem) => {
            Diagnostic::call(&SCHEDULE_FAILED, "failed: the schedule").reason(problem)
        }
        changed @ ScheduleError::Changed(_) => {
            Diagnostic::call(&SCHEDULE_CHANGED, format!("refused: {changed}"))
        }
    };
    Answer::refused(found.next(NextStep::anyone(show)))
}
