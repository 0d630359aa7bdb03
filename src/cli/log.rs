//! `automaton log`

use serde_json::json;

use super::output::USAGE;
use super::session::{Place, Session};
use super::step;
use crate::clock;
use crate::diagnostic::{Diagnostic, NextStep};
use crate::engine::{FactError, Facts as _, Standing};
use crate::names::TaskPath;
use crate::report::{Answer, log_page};
use crate::task::{Checks, Entry, EntryEvent, Listed, LogFilter, TaskFolder};

/// Show what happened to a task, or to all of them in the order of time
///
/// With the global `--actor NAME`: only what that actor did.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The task; all of them otherwise
    task: Option<TaskPath>,
    /// Show only what happened since then: a time, a day such as `2026-01-31`, or how long ago, such as `2h`
    #[arg(long, value_name = "TIME")]
    since: Option<String>,
    /// Show only this event, such as `approve` or `map`; may be given more than once
    #[arg(long = "event", value_name = "EVENT")]
    events: Vec<EntryEvent>,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let place = session.place()?;
    let filter = filter(args, session)?;
    let mut found = Found::default();
    match &args.task {
        Some(task) => {
            found.read(&step::find(&place, task)?, &filter)?;
        }
        None => found.read_all(session, &place, &filter)?,
    }
    let message = message(args, &found);
    let mut answer = if found.entries.is_empty() {
        Answer::done(message)
    } else {
        let page = log_page(&found.entries, args.task.is_none());
        Answer::page(message, page)
    };
    answer = answer.field("entries", json!(found.entries));
    if let Some(task) = &args.task {
        answer = answer.field("task", task.to_string());
    }
    if args.task.is_none() && found.tasks == 0 {
        answer.next = vec![NextStep::anyone("automaton create-task NAME")];
    }
    answer.warnings = found.warnings;
    Ok(answer)
}

fn message(args: &Args, found: &Found) -> String {
    let count = match found.entries.len() {
        1 => "1 entry".to_owned(),
        count => format!("{count} entries"),
    };
    match &args.task {
        Some(task) if !found.has_journal => format!("{task} has no journal"),
        Some(task) => format!("{task}: {count}"),
        None if found.tasks == 0 => "no tasks yet".to_owned(),
        None => format!("{count} of {} tasks", found.tasks),
    }
}

fn filter(args: &Args, session: &Session) -> Result<LogFilter, Answer> {
    let since = args.since.as_deref().map(|text| {
        clock::back_to(text).ok_or_else(|| {
            let message = format!("refused: `{text}` is no time");
            let found = Diagnostic::call(&USAGE, message)
                .reason("it is `2026-01-31T12:00:00Z`, `2026-01-31`, or how long ago: `90m`, `3d`");
            Answer::refused(found.next(NextStep::anyone("automaton log --help")))
        })
    });
    Ok(LogFilter {
        since: since.transpose()?,
        events: args.events.clone(),
        actor: match &session.global.actor {
            Some(_) => Some(session.actor()?),
            None => None,
        },
    })
}

/// What was found in the journals that were read.
#[derive(Default)]
struct Found {
    entries: Vec<Entry>,
    tasks: usize,
    has_journal: bool,
    warnings: Vec<String>,
}

impl Found {
    /// Adds what the journal of one task says.
    fn read(&mut self, folder: &TaskFolder, filter: &LogFilter) -> Result<(), Answer> {
        self.tasks += 1;
        let failed = |error: &FactError| step::fact(folder.task(), error);
        let facts = step::observe(folder, Checks::new())?;
        if let Some(journal) = facts.journal() {
            self.has_journal = true;
            let entries = journal.lines().iter().map(|line| &line.entry);
            let wanted = entries.filter(|entry| filter.wants(entry));
            self.entries.extend(wanted.cloned());
        }
        if let Standing::Tampered(found) = facts.standing().map_err(|error| failed(&error))? {
            let (file, problem) = (found.file, found.problem);
            self.warnings.push(format!("damaged: `{file}`: {problem}"));
        }
        Ok(())
    }

    /// Adds what all journals say, by time. What cannot be read hides nothing else.
    fn read_all(
        &mut self,
        session: &Session,
        place: &Place,
        filter: &LogFilter,
    ) -> Result<(), Answer> {
        let mut look = |listed: Listed| {
            let known = self.warnings.len();
            let read = match &listed {
                Ok(folder) => self.read(folder, filter).map_err(|refused| refused.message),
                Err(error) => Err(error.to_string()),
            };
            self.warnings.extend(read.err());
            if let (Ok(folder), Some(new)) = (&listed, self.warnings.get_mut(known)) {
                *new = format!("{}: {new}", folder.task());
            }
        };
        place.visit(session, &mut look)?;
        let archived = place.namespace.visit_archive(&mut look);
        archived.map_err(|error| Answer::refused(step::io(&error)))?;
        // Entries of one second keep the order of their tasks, and in a task that of its journal.
        self.entries.sort_by(|a, b| a.at.cmp(&b.at));
        Ok(())
    }
}
