//! `automaton init`

mod files;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser as _};

use self::files::{Fate, Item};
use super::session::Session;
use super::{confirm, hooks, step};
use crate::approval::Preview;
use crate::diagnostic::{Diagnostic, Exit, NextStep, Severity, Topic};
use crate::engine::topics::PERSON_REQUIRED;
use crate::fs::Dir;
use crate::report::Answer;
use crate::task::root::{Asked, FOLDER, NO_PROJECT, Project, WORKFLOW_NOT_A_FILE};
use crate::workflow::{DEFAULT, EXAMPLES};

/// A workflow file that was changed and stands where another one was asked for.
pub(super) static WOULD_OVERWRITE: Topic = Topic {
    code: "would-overwrite",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "another workflow file stands where the example should go",
    explanation: "`init` writes what is missing and overwrites nothing. Move the project's own \
        `.automaton/workflow.kdl` away first, if the example is to take its place.",
};

/// Set up `.automaton` in the current folder, or in the one that --project names
///
/// Nothing that stands there already is overwritten.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Start from this example instead of the default workflow
    #[arg(long, value_name = "EXAMPLE", value_parser = example())]
    from: Option<&'static str>,
    /// Keep all of it out of Git: one live state, for this machine only
    #[arg(long)]
    local: bool,
    /// Make the harnesses that are here, and Git, call the gate too, as `hooks install` does
    #[arg(long)]
    hooks: bool,
    /// Say what would be written, and write nothing
    #[arg(long)]
    dry_run: bool,
}

/// One of the names of [`EXAMPLES`].
fn example() -> impl clap::builder::TypedValueParser<Value = &'static str> {
    let names = EXAMPLES.iter().map(|shipped| shipped.name);
    PossibleValuesParser::new(names.clone()).try_map(move |word| {
        let known = names.clone().find(|name| *name == word);
        known.ok_or("not an example")
    })
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let answer = set_up(args, session)?;
    if !args.hooks || args.dry_run {
        return Ok(answer);
    }
    let folder = folder(session)?;
    let asked = if session.global.framework {
        Asked::Framework
    } else {
        Asked::Folder(&folder)
    };
    let project = Project::find(asked, &session.environment)
        .map_err(|error| Answer::refused(error.diagnostic()))?;
    let installed = hooks::everything(session, &project)?;
    let mut both = answer.field("hooks", installed.fields);
    both.text.push_str(&installed.text);
    both.next.extend(installed.next);
    Ok(Answer {
        exit: installed.exit,
        code: installed.code,
        ..both
    })
}

fn set_up(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let folder = folder(session)?;
    let io = |error: &_| Answer::refused(step::io(error));
    let dir = Dir::open(&folder, "").map_err(|error| io(&error))?;
    let home = files::existing(&dir).map_err(|error| io(&error))?;
    let home = home.map_err(|kind| {
        let message = format!("refused: `{FOLDER}` is {}", kind.noun());
        Answer::refused(Diagnostic::about(&WORKFLOW_NOT_A_FILE, FOLDER, message))
    })?;
    let example = EXAMPLES
        .iter()
        .find(|shipped| Some(shipped.name) == args.from);
    let items = files::items(home.as_ref(), example.unwrap_or(&DEFAULT), args.local)
        .map_err(|error| io(&error))?;
    let missing = items.iter().any(|item| item.fate == Fate::Missing);
    if args.from.is_some() {
        overwrites_nothing(&items)?;
    }
    if !missing {
        // The last sync of the call that set it up may have failed.
        dir.sync().map_err(|error| io(&error))?;
        return Ok(answer("nothing to do: the project is set up", &items, ""));
    }
    if args.dry_run {
        return Ok(answer("would set up the project", &items, "would write").field("dry_run", true));
    }
    if let Some(why) = in_force(session, &folder, home.is_some())? {
        let preview = items.iter().filter(|item| item.fate == Fate::Missing).fold(
            Preview::new(format!("set up {} ({why})", folder.display())),
            |preview, item| preview.effect(format!("write {}", item.path())),
        );
        let word = folder.file_name().and_then(|name| name.to_str());
        confirm::ask(session, &preview, word.unwrap_or("init"))
            .map_err(|no| by_a_person(args, session, why, no))?;
    }
    files::write(&dir, home.as_ref(), &items).map_err(|error| io(&error))?;
    let next = vec![NextStep::anyone("automaton create-task NAME")];
    Ok(answer("the project is set up", &items, "wrote").next(next))
}

/// The folder to set up.
fn folder(session: &Session) -> Result<PathBuf, Answer> {
    let environment = &session.environment;
    let refused = |message: String| Answer::refused(Diagnostic::call(&NO_PROJECT, message));
    let home = environment.home().and_then(|home| home.canonicalize().ok());
    if session.global.framework {
        return home.ok_or_else(|| refused("`--framework` needs a home folder".to_owned()));
    }
    let named = session.global.project.as_deref().or(environment.project());
    let here = environment.folder().unwrap_or(Path::new("."));
    let folder = here.join(named.unwrap_or(Path::new("")));
    let found = folder
        .canonicalize()
        .map_err(|error| refused(format!("`{}` cannot be set up: {error}", folder.display())))?;
    if Some(&found) == home.as_ref() {
        let message = "the home folder's own `.automaton` is the framework's root";
        let found = Diagnostic::call(&NO_PROJECT, message)
            .next(NextStep::anyone("automaton init --framework"));
        return Err(Answer::refused(found));
    }
    Ok(found)
}

/// Refuses an example where the project has another workflow file.
fn overwrites_nothing(items: &[Item]) -> Result<(), Answer> {
    let other = |item: &&Item| item.is_workflow() && matches!(item.fate, Fate::Kept(_));
    match items.iter().find(other) {
        None => Ok(()),
        Some(item) => {
            let message = "refused: the project has a workflow file of its own";
            let found = Diagnostic::about(&WOULD_OVERWRITE, item.path(), message);
            Err(Answer::refused(found.help("nothing has changed")))
        }
    }
}

/// Why only a person may set up this folder, if so. An agent could otherwise choose its own rules,
/// also by a project of its own inside the one that it works on.
fn in_force(session: &Session, folder: &Path, exists: bool) -> Result<Option<String>, Answer> {
    if exists {
        return Ok(Some(format!("`{FOLDER}` exists already")));
    }
    let around = Project::around(folder, &session.environment);
    let around = around.map_err(|error| Answer::refused(error.diagnostic()))?;
    Ok(around.map(|project| format!("it is inside the project `{}`", project.root.display())))
}

fn by_a_person(args: &Args, session: &Session, why: String, no: String) -> Answer {
    let mut again = "automaton init".to_owned();
    if let Some(folder) = &session.global.project {
        _ = write!(again, " --project {}", folder.display());
    }
    if let Some(example) = args.from {
        _ = write!(again, " --from {example}");
    }
    if args.local {
        again.push_str(" --local");
    }
    if args.hooks {
        again.push_str(" --hooks");
    }
    let found = Diagnostic::call(&PERSON_REQUIRED, "refused: init");
    let found = found.reason(why).reason(no).next(NextStep::human(again));
    Answer::refused(found)
}

fn answer(message: &str, items: &[Item], done: &str) -> Answer {
    let mut answer = Answer::done(message);
    let mut written = Vec::new();
    let mut folders: BTreeMap<&str, usize> = BTreeMap::new();
    let is_missing = |item: &&Item| item.fate == Fate::Missing;
    for folder in items.iter().filter(is_missing).filter_map(Item::folder) {
        *folders.entry(folder).or_default() += 1;
    }
    for item in items {
        let line = match &item.fate {
            Fate::Missing => {
                written.push(item.path());
                match item.folder() {
                    None => format!("{done} {}", item.path()),
                    // The files of one folder are one line.
                    Some(folder) => match folders.remove(folder) {
                        None => continue,
                        Some(1) => format!("{done} {}", item.path()),
                        Some(count) => format!("{done} {FOLDER}/{folder}/ ({count} files)"),
                    },
                }
            }
            Fate::Same => continue,
            Fate::Kept(why) => format!("left {} as it is: {why}", item.path()),
        };
        _ = writeln!(answer.text, "  {line}");
    }
    answer.field("files", written)
}
