//! `automaton override`

use std::time::Duration;

use super::confirm;
use super::duration::duration;
use super::reason::Reason;
use super::refusals::lock_failed;
use super::session::Session;
use super::step::io;
use crate::approval::Preview;
use crate::engine::Authority;
use crate::engine::edit::decide_override;
use crate::engine::topics::PERSON_REQUIRED;
use crate::report::Answer;
use crate::task::Namespace;

/// Let edits and commits through for a while; by a person only
///
/// For a hotfix or a merge: until the time is over, every file of the project may be edited and
/// committed in any phase, the workflow and the settings of harnesses included; never the tasks'
/// records. The journal of overrides keeps who, why and until when, and `audit` reports it.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Why; the journal keeps it
    #[arg(long, short)]
    reason: Reason,
    /// For how long, such as `10m` or `2h`; at most 24 hours
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    length: Duration,
    /// Say what would happen, and change nothing
    #[arg(long)]
    dry_run: bool,
}

/// The word that is typed to confirm.
const WORD: &str = "override";

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let project = session.project()?;
    let namespace = Namespace::open(project.base());
    let namespace = namespace.map_err(|error| Answer::refused(io(&error)))?;
    let (actor, reason) = (session.actor()?, args.reason.text());
    let decide = |authority| decide_override(&actor, authority, &reason, args.length);
    let mut decided = decide(session.authority());
    if let Err(found) = &decided
        && *found.topic == PERSON_REQUIRED
    {
        let minutes = args.length.as_secs().div_ceil(60);
        let preview = Preview::new(format!(
            "let every edit and commit in {} through for {minutes} minutes: {reason}",
            project.root.display()
        ));
        let confirmed = if args.dry_run {
            confirm::could_ask(session)
        } else {
            confirm::ask(session, &preview, WORD)
        };
        match confirmed {
            Ok(()) => decided = decide(Authority::Person),
            Err(why) => {
                let mut found = found.clone();
                found.reasons.push(why);
                return Err(Answer::refused(found));
            }
        }
    }
    let grant = decided.map_err(Answer::refused)?;
    if args.dry_run {
        let message = format!("edits and commits would be let through: {reason}");
        return Ok(Answer::done(message).field("dry_run", true));
    }
    let entry = namespace.let_through(grant, &session.waiter());
    let entry = entry.map_err(|error| lock_failed(&error))?;
    let message = format!("edits and commits are let through until {}", entry.until);
    Ok(Answer::done(message).field("until", entry.until))
}
