//! `automaton prompts sync`

use std::fmt::Write as _;

use clap::builder::PossibleValuesParser;
use serde_json::{Value, json};

use crate::cli::session::{Session, broken};
use crate::cli::step;
use crate::cli::workflow_text::WorkflowText;
use crate::diagnostic::{Diagnostic, Exit, NextStep, Severity, Topic};
use crate::guard::hooks::{Change, Fate, Place};
use crate::lint::PROMPT_MISSING;
use crate::prompts::{ADAPTERS, RECORD, Shelf, rendered};
use crate::report::{self, Answer};
use crate::workflow::Workflow;

/// Files that should hold prompts and were left as they are.
pub(in crate::cli) static PROMPTS_LEFT: Topic = Topic {
    code: "prompts-left",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "a file that should hold a prompt was changed by somebody, and was left as it is",
    explanation: "`prompts sync` replaces only what it wrote itself and nobody has changed since. Where \
        somebody did, the file stays, and what would have been written stands beside it with `.new` behind its \
        name: take over what is wanted by hand, or move the old file away and run the command again.",
};

/// Render the prompts into what harnesses read
///
/// `skills` writes Agent Skills, `claude` skills and commands for Claude Code, `opencode` commands and agents
/// with the permissions of their phases, and `agents` a block in AGENTS.md. Files that nobody changed are
/// replaced, others stay. Nothing that only a person may do is allowed beforehand.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The forms to write
    #[arg(value_name = "HARNESS", required = true, value_parser = names())]
    names: Vec<String>,
    /// Take out what was written instead
    #[arg(long)]
    uninstall: bool,
    /// Print what would change as a diff, and write nothing
    #[arg(long)]
    dry_run: bool,
}

fn names() -> PossibleValuesParser {
    ADAPTERS
        .iter()
        .map(|adapter| adapter.name)
        .collect::<Vec<_>>()
        .into()
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let project = session.project()?;
    let place = Place::recorded(&project.root, project.automaton_dir(), RECORD);
    let mut place = place.map_err(|error| Answer::refused(step::io(&error)))?;
    let changes = changes(args, session, &place)?;
    if !args.dry_run {
        place
            .apply(&changes)
            .map_err(|error| Answer::refused(step::io(&error)))?;
    }
    Ok(answer(args, &changes))
}

fn changes(args: &Args, session: &Session, place: &Place) -> Result<Vec<Change>, Answer> {
    let chosen = ADAPTERS
        .iter()
        .filter(|adapter| args.names.iter().any(|name| name == adapter.name));
    if args.uninstall {
        return Ok(chosen.flat_map(|adapter| adapter.remove(place)).collect());
    }
    let text = WorkflowText::in_force(session).map_err(Answer::refused)?;
    let workflow = Workflow::compile(&text.source, text.origin)
        .map_err(|findings| broken(&text.source, &findings))?;
    let shelf = text.shelf().unwrap_or(Shelf::Texts(&[]));
    let prompts = rendered(&workflow, &shelf).map_err(|found| {
        let message = format!("refused: `{}` cannot be read: {}", found.path, found.error);
        let found = Diagnostic::about(&PROMPT_MISSING, found.path, message);
        Answer::refused(found.next(NextStep::anyone("automaton prompts check")))
    })?;
    Ok(chosen
        .flat_map(|adapter| adapter.sync(place, &workflow, &prompts))
        .collect())
}

fn answer(args: &Args, changes: &[Change]) -> Answer {
    let (mut turned, mut left, mut diff) = (Vec::new(), Vec::new(), String::new());
    for change in changes {
        let shown = &change.shown;
        match &change.fate {
            Fate::Same => {}
            Fate::Turn(turn) => {
                let text = |text: &Option<String>| text.clone().unwrap_or_default();
                diff.push_str(&report::diff(
                    shown,
                    &text(&turn.before),
                    &text(&turn.after),
                ));
                let removed = if turn.after.is_none() {
                    " (removed)"
                } else {
                    ""
                };
                turned.push(format!("{shown}{removed}"));
            }
            Fate::Left { why, beside } => {
                let compare = beside
                    .as_ref()
                    .map_or_else(String::new, |_| format!("; compare it with `{shown}.new`"));
                left.push(format!("{shown}: {why}{compare}"));
            }
        }
    }
    let message = match (turned.len(), left.len(), args.dry_run) {
        (0, 0, _) => "nothing to do".to_owned(),
        (_, 0, false) => format!("in sync: {}", args.names.join(", ")),
        (_, 0, true) => format!("would be in sync: {}", args.names.join(", ")),
        (_, count, _) => format!("left as they are: {count}"),
    };
    let mut text = if args.dry_run { diff } else { String::new() };
    _ = writeln!(text, "{message}");
    let wrote = if args.dry_run {
        "would change"
    } else {
        "changed"
    };
    for shown in &turned {
        _ = writeln!(text, "  {wrote} {shown}");
    }
    for shown in &left {
        _ = writeln!(text, "  left {shown}");
    }
    let mut answer = Answer::page(message, text)
        .field("files", files(changes))
        .field("left", left.clone());
    if args.dry_run {
        answer = answer.field("dry_run", true);
    }
    if left.is_empty() {
        answer
    } else {
        answer.ending(PROMPTS_LEFT.exit, PROMPTS_LEFT.code)
    }
}

/// Every file, for programs.
fn files(changes: &[Change]) -> Value {
    let one = |change: &Change| {
        let fate = match &change.fate {
            Fate::Same => "same",
            Fate::Turn(turn) if turn.after.is_some() => "written",
            Fate::Turn(_) => "removed",
            Fate::Left { .. } => "left",
        };
        json!({"harness": change.harness, "path": change.shown, "fate": fate})
    };
    changes.iter().map(one).collect()
}
