//! `automaton hooks uninstall`

use std::fmt::Write as _;

use super::super::confirm;
use super::super::session::Session;
use super::Chosen;
use super::install::{HOOKS_LEFT, files};
use super::scene::{Scene, Work, word};
use crate::approval::Preview;
use crate::diagnostic::{Diagnostic, NextStep};
use crate::engine::topics::PERSON_REQUIRED;
use crate::guard::hooks::Fate;
use crate::report::Answer;

/// Make harnesses and Git call the gate no longer; by a person only
///
/// What others wrote stays: files are put back as they were before `hooks install`, and where they
/// were changed since, only our entries are taken out.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    chosen: Chosen,
    /// Take the hooks out of the home folder instead of the project
    #[arg(long)]
    user: bool,
    /// Print what would change as a diff, and write nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let mut scene = Scene::asked(session, args.user)?;
    let mut work = scene.uninstall(&args.chosen);
    if args.dry_run {
        let answer = answer(&work, "would take the hooks out", "would change");
        return Ok(Answer {
            text: format!("{}{}", work.diff(), answer.text),
            ..answer.field("dry_run", true)
        });
    }
    if work.turns() > 0 {
        let preview = Preview::new(format!(
            "take the edit gate out of {}",
            scene.folder.display()
        ));
        let changed = work
            .changes()
            .filter(|change| matches!(change.fate, Fate::Turn(_)));
        let preview = changed.fold(preview, |preview, change| {
            preview.effect(format!("{}: {}", change.harness, change.shown))
        });
        confirm::ask(session, &preview, word(&scene.folder)).map_err(|no| by_a_person(args, no))?;
        // Files may have changed while the person was asked.
        work = scene.uninstall(&args.chosen);
        scene.apply(&work)?;
    }
    Ok(answer(&work, "the hooks are taken out", "changed"))
}

fn by_a_person(args: &Args, no: String) -> Answer {
    let user = if args.user { " --user" } else { "" };
    let again = format!("automaton hooks uninstall{}{user}", args.chosen.words());
    let found = Diagnostic::call(&PERSON_REQUIRED, "refused: hooks uninstall")
        .reason("without the hooks nothing is asked before an edit")
        .reason(no)
        .next(NextStep::human(again));
    Answer::refused(found)
}

fn answer(work: &Work, done: &str, changed: &str) -> Answer {
    let left = work.left();
    let message = match (work.turns(), left.len()) {
        (0, 0) => "nothing to do: no hook is installed".to_owned(),
        (_, 0) => done.to_owned(),
        (_, count) => format!("left as they are: {count}"),
    };
    let mut text = format!("{message}\n");
    for change in work.changes() {
        match &change.fate {
            Fate::Turn(turn) if turn.after.is_some() => {
                _ = writeln!(text, "  {changed} {}", change.shown);
            }
            Fate::Turn(_) => _ = writeln!(text, "  {changed} {} (removed)", change.shown),
            Fate::Same | Fate::Left { .. } => {}
        }
    }
    for line in &left {
        _ = writeln!(text, "  left {line}");
    }
    let answer = Answer::page(message, text)
        .field("files", files(work))
        .field("left", left.clone());
    if left.is_empty() {
        answer
    } else {
        answer.ending(HOOKS_LEFT.exit, HOOKS_LEFT.code)
    }
}
