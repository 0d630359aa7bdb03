//! `automaton attic list`

use crate::cli::session::Session;
use crate::cli::step::{find, io, observe};
use crate::cli::subject::Subject;
use crate::engine::Facts as _;
use crate::report::{Answer, attic_json, attic_page};
use crate::task::{Checks, Journal};

/// List what lies in the attic: whose step moved it, when and why, its digest and size
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    subject: Subject,
}

pub(in crate::cli) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let place = session.place()?;
    let folder = find(&place, args.subject.task(&place)?)?;
    let facts = observe(&folder, Checks::new())?;
    let failed = |error| Answer::refused(io(&error));
    let shelves = folder.shelves().map_err(failed)?;
    let kept = folder.kept_bytes().map_err(failed)?;
    let lines = facts.journal().map_or(&[][..], Journal::lines);
    let task = facts.task().to_string();
    let answer = if shelves.is_empty() && kept.is_empty() {
        Answer::done(format!("{task}: the attic is empty"))
    } else {
        let moved = shelves.values().map(Vec::len).sum::<usize>();
        let message = format!("{task}: {moved} moved aside, {} kept", kept.len());
        Answer::page(message, attic_page(lines, &shelves, &kept))
    };
    let (entries, kept) = attic_json(lines, &shelves, &kept);
    Ok(answer
        .field("task", task)
        .field("entries", entries)
        .field("kept", kept))
}
