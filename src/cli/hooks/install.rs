//! `automaton hooks install`

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::super::session::Session;
use super::Chosen;
use super::scene::{Scene, Work};
use crate::diagnostic::{Exit, NextStep, Severity, Topic};
use crate::guard::hooks::{Change, Fate};
use crate::report::Answer;
use crate::task::root::Project;

/// Files that should call the gate and were left as they are.
pub(in crate::cli) static HOOKS_LEFT: Topic = Topic {
    code: "hooks-left",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "a file that makes a harness call the gate was left as it is",
    explanation: "`hooks install` and `hooks uninstall` change only what they can read and what is \
        theirs. A settings file that does not parse, a link, a hook or plugin that somebody changed, \
        and a folder of hooks that several repositories share stay as they are; everything else is \
        done. Where a file was to be written, it stands beside the old one with `.new` behind its \
        name: take over what is wanted by hand, or move the old file away and run the command again.",
};

/// Make harnesses and Git call the gate before every edit, shell command and commit
///
/// Settings are merged: comments and the entries of others stay, an existing Git hook is chained, and
/// a file of ours that somebody changed is left alone. Without names, every harness whose folder or
/// program is here is set up, and Git where there is a repository. Running it again changes nothing.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    chosen: Chosen,
    /// Set up the harnesses for every project of this user, in the home folder
    #[arg(long)]
    user: bool,
    /// Print what would change as a diff, and write nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let mut scene = Scene::asked(session, args.user)?;
    let work = scene.install(&args.chosen);
    if args.dry_run {
        let answer = answer(&work, "would write");
        return Ok(Answer {
            text: format!("{}{}", work.diff(), answer.text),
            next: Vec::new(),
            ..answer.field("dry_run", true)
        });
    }
    scene.apply(&work)?;
    Ok(answer(&work, "wrote"))
}

/// Sets up whatever is in a project: what `init --hooks` does besides.
pub(in crate::cli) fn everything(session: &Session, project: &Project) -> Result<Answer, Answer> {
    let mut scene = Scene::of_project(session, project)?;
    let work = scene.install(&Chosen::default());
    scene.apply(&work)?;
    Ok(answer(&work, "wrote"))
}

fn answer(work: &Work, wrote: &str) -> Answer {
    let mut harnesses: Vec<&str> = work.changes().filter_map(calling).collect();
    harnesses.dedup();
    let left = work.left();
    let message = match (harnesses.as_slice(), left.len(), work.turns()) {
        ([], 0, _) => "nothing to do: no harness is here; name one".to_owned(),
        (_, 0, 0) => format!("nothing to do: {} call the gate", harnesses.join(", ")),
        (_, 0, _) if wrote == "wrote" => format!("call the gate: {}", harnesses.join(", ")),
        (_, 0, _) => format!("would call the gate: {}", harnesses.join(", ")),
        (_, count, _) => format!("left as they are: {count}"),
    };
    let mut text = format!("{message}\n");
    for change in work.changes() {
        if let Fate::Turn(_) = change.fate {
            _ = writeln!(text, "  {wrote} {}", change.shown);
        }
    }
    for line in &left {
        _ = writeln!(text, "  left {line}");
    }
    let answer = Answer::page(message, text)
        .field("files", files(work))
        .field("harnesses", harnesses)
        .field("left", left.clone())
        .next(vec![NextStep::anyone("automaton hooks test")]);
    if left.is_empty() {
        answer
    } else {
        answer.ending(HOOKS_LEFT.exit, HOOKS_LEFT.code)
    }
}

/// The harness that a change makes call the gate.
fn calling(change: &Change) -> Option<&'static str> {
    match change.fate {
        Fate::Left { .. } => None,
        Fate::Same | Fate::Turn(_) => Some(change.harness),
    }
}

/// Every file, for programs.
pub(super) fn files(work: &Work) -> Value {
    let one = |change: &Change| {
        let fate = match &change.fate {
            Fate::Same => "same",
            Fate::Turn(turn) if turn.after.is_some() => "written",
            Fate::Turn(_) => "removed",
            Fate::Left { .. } => "left",
        };
        json!({"harness": change.harness, "path": change.shown, "fate": fate})
    };
    work.changes().map(one).collect()
}
