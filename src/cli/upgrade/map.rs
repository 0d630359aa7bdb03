//! `automaton upgrade --map OLD=NEW`: one question to a person for all tasks.

use std::fmt::Write as _;

use super::{Args, Words, report, unusable};
use crate::approval::Preview;
use crate::cli::confirm;
use crate::cli::output::USAGE;
use crate::cli::session::{Place, Session};
use crate::cli::step::{self, fact, observe, refused_by};
use crate::diagnostic::{Diagnostic, NextStep};
use crate::engine::{self, Action, Authority, Request, topics};
use crate::names::{PhaseName, TaskPath};
use crate::report::Answer;
use crate::task::{Checks, TaskFolder};
use crate::workflow::Model;

/// The phase that tasks leave, and the one in which they go on.
pub(super) type Map = (PhaseName, PhaseName);

/// What is typed to confirm.
const WORD: &str = "upgrade";

const MOVES: Words = Words {
    field: "moved",
    done: "moved",
    would: "would move",
    nouns: ("task", "tasks"),
    nothing: "nothing to do: no task stands in such a state that the workflow lost",
};

/// Reads `OLD=NEW`.
pub(super) fn parse(text: &str) -> Result<Map, String> {
    let (old, new) = text
        .split_once('=')
        .ok_or("it has the form OLD=NEW, with the names of two phases")?;
    let phase = |name: &str| name.parse().map_err(|error| format!("{error}"));
    Ok((phase(old)?, phase(new)?))
}

/// A task that may be moved, and what the person is shown of it.
struct Move {
    task: TaskPath,
    request: Request,
    shown: Preview,
    foretold: Answer,
}

pub(super) fn run(args: &Args, session: &Session, place: &Place) -> Result<Answer, Answer> {
    once_each(&args.maps)?;
    let (mut moves, mut left) = (Vec::new(), Vec::new());
    for listed in listed(args, place)? {
        let looked = match listed {
            Ok(folder) => look(&args.maps, session, place, &folder),
            Err(unusable) => Err(unusable),
        };
        match looked {
            Ok(found) => moves.extend(found),
            // The call itself is wrong, whatever the task.
            Err(refused) if refused.code == topics::UNKNOWN_STATE.code => return Err(refused),
            Err(refused) => left.push(refused),
        }
    }
    if moves.is_empty() {
        return Ok(report(&MOVES, &[], &left, args.dry_run));
    }
    confirmed(args, session, &moves)?;
    let mut done = Vec::new();
    for one in moves {
        if args.dry_run {
            done.push(one.foretold);
            continue;
        }
        let (task, request) = (&one.task, &one.request);
        let taken = step::under_lock(
            session,
            place,
            task,
            request,
            Checks::new(),
            Some(&one.shown),
        );
        match taken {
            Ok(answer) => done.push(answer),
            // Somebody else was faster, or the lock finished a move that was cut short.
            Err(refused) if refused.code == topics::NOTHING_TO_MAP.code => {}
            Err(refused) => left.push(refused),
        }
    }
    Ok(report(&MOVES, &done, &left, args.dry_run))
}

/// Refuses two ways out of one phase.
fn once_each(maps: &[Map]) -> Result<(), Answer> {
    let twice = maps
        .iter()
        .enumerate()
        .find(|(at, (old, _))| maps[..*at].iter().any(|(earlier, _)| earlier == old));
    match twice {
        None => Ok(()),
        Some((_, (old, _))) => {
            let message = format!("refused: `--map` says twice what becomes of `{old}`");
            let found = Diagnostic::call(&USAGE, message);
            let help = NextStep::anyone("automaton upgrade --help");
            Err(Answer::refused(found.next(help)))
        }
    }
}

/// The folders that the call is about; for each that cannot be opened, why.
fn listed(args: &Args, place: &Place) -> Result<Vec<Result<TaskFolder, Answer>>, Answer> {
    if let Some(task) = &args.task {
        return Ok(vec![Ok(step::find(place, task)?)]);
    }
    let listed = place.namespace.list(true);
    let listed = listed.map_err(|error| Answer::refused(step::io(&error)))?;
    let listed = listed.into_iter();
    Ok(listed
        .map(|listed| listed.map_err(|error| unusable(&error)))
        .collect())
}

/// How one of `maps` would move the task, were a person to say so; nothing where none applies.
fn look(
    maps: &[Map],
    session: &Session,
    place: &Place,
    folder: &TaskFolder,
) -> Result<Option<Move>, Answer> {
    let model: &Model = &place.workflow;
    let facts = observe(folder, Checks::new())?;
    for (old, new) in maps {
        let (old, new) = (old.clone(), new.clone());
        let request = Request {
            authority: Authority::Person,
            ..step::request(session, Action::Map { old, new })?
        };
        match engine::judge(model, &facts, &request) {
            Err(found) if *found.topic() == topics::NOTHING_TO_MAP => {}
            // What has no records is adopted first, by a call of its own.
            Err(found) if *found.topic() == topics::UNTRACKED => {}
            Err(found) => return Err(refused_by(model, &found)),
            Ok(step) => {
                let shown = confirm::preview(model, &facts, &request, &step);
                return Ok(Some(Move {
                    task: folder.task().clone(),
                    shown: shown.map_err(|error| fact(folder.task(), &error))?,
                    foretold: crate::cli::effects::foretold(model, &facts, &step),
                    request,
                }));
            }
        }
    }
    Ok(None)
}

/// Asks the person once about all tasks.
fn confirmed(args: &Args, session: &Session, moves: &[Move]) -> Result<(), Answer> {
    let shown: String = moves.iter().map(|one| one.shown.to_string()).collect();
    let confirmed = if args.dry_run {
        confirm::could_ask(session)
    } else {
        confirm::ask(session, &shown, WORD)
    };
    confirmed.map_err(|why| {
        let mut call = "upgrade".to_owned();
        if let Some(task) = &args.task {
            _ = write!(call, " --task {task}");
        }
        for (old, new) in &args.maps {
            _ = write!(call, " --map {old}={new}");
        }
        let found = Diagnostic::call(&topics::PERSON_REQUIRED, format!("refused: {call}"));
        let found = found
            .reason(why)
            .reason(format!("it would\n{}", shown.trim_end()));
        Answer::refused(found.next(NextStep::human(format!("automaton {call}"))))
    })
}
