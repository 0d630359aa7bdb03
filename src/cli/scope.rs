//! `automaton scope`

use serde_json::json;

use super::session::{Place, Session};
use super::step;
use super::subject::Subject;
use crate::engine::{Action, scope_glob};
use crate::names::TaskPath;
use crate::report::{Answer, scope_words};
use crate::task::Checks;
use crate::workflow::Glob;

/// Show or set the project files that a task is about
///
/// A scope narrows what the task's phase edits: a file may be edited only if both cover it.
#[derive(Debug, clap::Args)]
#[command(subcommand_required = true)]
pub(super) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    Show(Show),
    Set(Set),
}

/// Show the scope of a task
#[derive(Debug, clap::Args)]
struct Show {
    #[command(flatten)]
    subject: Subject,
}

/// Set the scope of a task, in place of the one it has
///
/// A person may always do so; anyone may in a phase with an approval, before it is submitted, so
/// that the approver sees it.
#[derive(Debug, clap::Args)]
struct Set {
    #[command(flatten)]
    subject: Subject,
    /// The files, as globs relative to the project
    #[arg(value_name = "GLOB", value_parser = scope_glob, required_unless_present = "all")]
    globs: Vec<Glob>,
    /// Everything that the task's phases edit
    #[arg(long, conflicts_with = "globs")]
    all: bool,
    /// Say what would happen, and change nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let place = session.place()?;
    match &args.what {
        What::Show(show) => shown(&place, show.subject.task(&place)?),
        What::Set(set) => {
            let globs = set.globs.clone();
            let action = Action::Scope { globs };
            let task = set.subject.task(&place)?;
            let answer = step::take(session, &place, task, action, set.dry_run)?;
            Ok(answer.field("scope", json!(set.globs)))
        }
    }
}

fn shown(place: &Place, task: &TaskPath) -> Result<Answer, Answer> {
    let facts = step::observe(&step::find(place, task)?, Checks::new())?;
    let scope = facts.record().map_or(&[][..], |record| &record.scope);
    let answer = Answer::done(format!("{task}: {}", scope_words(scope)));
    Ok(answer
        .field("task", task.to_string())
        .field("scope", json!(scope)))
}
