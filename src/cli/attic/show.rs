//! `automaton attic show`

use crate::cli::session::Session;
use crate::cli::step::{find, io};
use crate::cli::subject::Subject;
use crate::diagnostic::{Diagnostic, NextStep};
use crate::digest::Digest;
use crate::engine::topics::NOT_IN_ATTIC;
use crate::fs::Content;
use crate::report::Answer;
use crate::task::{Stored, TaskFolder};

/// The fewest characters of a digest that name what is kept.
const SHORTEST: usize = 8;

/// Print what lies in the attic, byte for byte
///
/// A number and a name mean what that step moved aside; a digest alone, or its first eight
/// characters or more, what is kept under it.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// The number of a step, or the SHA-256 of kept bytes
    #[arg(value_name = "SEQ|SHA256")]
    what: String,
    /// The file that the step moved
    name: Option<String>,
    #[command(flatten)]
    subject: Subject,
}

pub(in crate::cli) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let place = session.place()?;
    let folder = find(&place, args.subject.task(&place)?)?;
    let bytes = match &args.name {
        Some(name) => moved(&folder, &args.what, name)?,
        None => kept(&folder, &args.what)?,
    };
    let digest = Digest::of(&bytes);
    let mut answer = Answer::page(format!("sha256 {digest}, {} bytes", bytes.len()), "")
        .field("task", folder.task().to_string())
        .field("sha256", digest.to_string())
        .field("bytes", bytes.len());
    if let Ok(text) = std::str::from_utf8(&bytes) {
        answer = answer.field("content", text);
    }
    answer.bytes = bytes;
    Ok(answer)
}

fn moved(folder: &TaskFolder, seq: &str, name: &str) -> Result<Vec<u8>, Answer> {
    let missing = || {
        nothing(
            folder,
            &format!("step `{seq}` moved no file `{name}` to it"),
        )
    };
    let number = seq.parse().map_err(|_| missing())?;
    let is_there = |shelf: &Vec<Stored>| shelf.iter().any(|item| item.name == name);
    let shelves = folder
        .shelves()
        .map_err(|error| Answer::refused(io(&error)))?;
    // Only what the folder lists is opened: the name may be anything.
    if !shelves.get(&number).is_some_and(is_there) {
        return Err(missing());
    }
    match folder
        .moved(number, name)
        .map_err(|error| Answer::refused(io(&error)))?
    {
        Content::Bytes(bytes) => Ok(bytes),
        _ => Err(missing()),
    }
}

fn kept(folder: &TaskFolder, digest: &str) -> Result<Vec<u8>, Answer> {
    let failed = |error| Answer::refused(io(&error));
    let missing = || {
        nothing(
            folder,
            &format!("it keeps no bytes with the SHA-256 `{digest}`"),
        )
    };
    if digest.len() < SHORTEST {
        let problem = format!(
            "`{digest}` is neither a step with the name of a file nor {SHORTEST} characters of a SHA-256"
        );
        return Err(nothing(folder, &problem));
    }
    let known = folder.kept_bytes().map_err(failed)?.into_iter();
    let mut meant = known.filter(|(known, _)| known.to_string().starts_with(digest));
    let (Some((only, _)), None) = (meant.next(), meant.next()) else {
        return Err(missing());
    };
    folder.kept(only).map_err(failed)?.ok_or_else(missing)
}

fn nothing(folder: &TaskFolder, problem: &str) -> Answer {
    let task = folder.task();
    let found = Diagnostic::call(
        &NOT_IN_ATTIC,
        format!("refused: not in the attic of `{task}`"),
    )
    .reason(problem)
    .next(NextStep::anyone(format!(
        "automaton attic list --task {task}"
    )));
    Answer::refused(found).field("task", task.to_string())
}
