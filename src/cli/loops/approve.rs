//! `automaton loop approve`

use std::time::Duration;

use super::failures::{named, refused};
use super::topics::{LOOP_NOT_HALTED, LOOP_STILL_HELD};
use crate::approval::Preview;
use crate::cli::confirm;
use crate::cli::duration::duration;
use crate::cli::output::USAGE;
use crate::cli::reason::Reason;
use crate::cli::session::Session;
use crate::diagnostic::{Diagnostic, NextStep};
use crate::engine::topics::PERSON_REQUIRED;
use crate::loops::plan::Limits;
use crate::loops::release::{NotReleased, Raise, release};
use crate::loops::state::{State, Status};
use crate::loops::{Amount, Event, LoopFolder, Note};
use crate::names::LoopName;
use crate::report::{Answer, loop_page};

/// Let a halted loop go on; by a person only
///
/// What it used stays counted: a brake that is out of reach again needs its limit raised. The
/// worktree is taken as it is now.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The loop
    #[arg(value_name = "LOOP")]
    name: LoopName,
    /// Why; the journal keeps it
    #[arg(long, short)]
    reason: Reason,
    /// Let the harness run so many times more
    #[arg(long, value_name = "+N", value_parser = more::<u64>)]
    iterations: Option<u64>,
    /// Let it use so much more of what it has a budget of: money, tokens or time
    #[arg(long, value_name = "+X", conflicts_with_all = ["tokens", "money", "wall_clock"])]
    budget: Option<String>,
    /// Let it use so many tokens more
    #[arg(long, value_name = "+N", value_parser = more::<u64>)]
    tokens: Option<u64>,
    /// Let it spend so much more money
    #[arg(long, value_name = "+X", value_parser = more::<Amount>)]
    money: Option<Amount>,
    /// Let it run for so much longer
    #[arg(long, value_name = "+TIME", value_parser = longer)]
    wall_clock: Option<Duration>,
    /// Say what would happen, and change nothing
    #[arg(long)]
    dry_run: bool,
}

fn more<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    let number = text.strip_prefix('+').unwrap_or(text).parse();
    number.map_err(|_| format!("`{text}` is not how much more, such as `+5`"))
}

fn longer(text: &str) -> Result<Duration, String> {
    duration(text.strip_prefix('+').unwrap_or(text))
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let project = session.project()?;
    let folder = LoopFolder::open(project.automaton_dir(), &args.name);
    let folder = folder.map_err(|error| refused(&error))?;
    let plan = folder.plan().map_err(|error| refused(&error))?;
    let state = folder.state().map_err(|error| refused(&error))?;
    let raise = raise(args, &state.limits)?;
    let mut after = state.clone();
    release(&plan, &mut after, &raise).map_err(|why| unreleased(&args.name, &state, &why))?;
    person(args, session, &state, &after)?;
    let page = loop_page::brakes(&plan, &after);
    if args.dry_run {
        let message = format!("the loop `{}` would go on", args.name);
        let answer = Answer::page(message.clone(), format!("{message}\n{page}"));
        return Ok(answer.field("dry_run", true));
    }
    let actor = session.actor()?;
    let changed = folder.change(&session.waiter(), |state| {
        let released = release(&plan, state, &raise);
        let note = Note {
            event: Event::Approve,
            actor,
            note: Some(args.reason.text()),
        };
        let is_released = released.is_ok();
        Ok((released, is_released.then_some(note)))
    });
    let (state, released) = changed.map_err(|error| refused(&error))?;
    released.map_err(|why| unreleased(&args.name, &state, &why))?;
    let message = format!("the loop `{}` goes on", args.name);
    let mut next = vec![NextStep::anyone(format!(
        "automaton loop tick {}",
        args.name
    ))];
    if plan.schedule.is_some() {
        let install = format!("automaton loop schedule install {}", args.name);
        next.push(NextStep::human(install));
    }
    Ok(named(
        Answer::page(message.clone(), format!("{message}\n{page}")),
        &state,
    )
    .next(next))
}

/// By how much which limit is raised.
fn raise(args: &Args, limits: &Limits) -> Result<Raise, Answer> {
    let mut raise = Raise {
        iterations: args.iterations,
        wall_clock: args.wall_clock,
        tokens: args.tokens,
        money: args.money,
    };
    let Some(budget) = &args.budget else {
        return Ok(raise);
    };
    let unclear = |why: String| {
        let found = Diagnostic::call(&USAGE, format!("refused: `--budget {budget}`")).reason(why);
        Answer::refused(found)
    };
    match (limits.money, limits.tokens, limits.wall_clock) {
        (Some(_), None, None) => raise.money = Some(more(budget).map_err(unclear)?),
        (None, Some(_), None) => raise.tokens = Some(more(budget).map_err(unclear)?),
        (None, None, Some(_)) => raise.wall_clock = Some(longer(budget).map_err(unclear)?),
        (None, None, None) => return Err(unclear("the loop has no budget".to_owned())),
        _ => {
            let why = "the loop has several budgets: say `--money`, `--tokens` or `--wall-clock`";
            return Err(unclear(why.to_owned()));
        }
    }
    Ok(raise)
}

/// The limits that are raised, one line each.
fn raised(before: &Limits, after: &Limits) -> Vec<String> {
    fn line<T: PartialEq + std::fmt::Display>(
        name: &str,
        before: Option<&T>,
        after: Option<&T>,
    ) -> Option<String> {
        let (before, after) = before
            .zip(after)
            .filter(|(before, after)| before != after)?;
        Some(format!(
            "its limit of {name} is raised from {before} to {after}"
        ))
    }
    let lines = [
        line(
            "iterations",
            before.iterations.as_ref(),
            after.iterations.as_ref(),
        ),
        line(
            "time",
            before.wall_clock.as_ref(),
            after.wall_clock.as_ref(),
        ),
        line("tokens", before.tokens.as_ref(), after.tokens.as_ref()),
        line("money", before.money.as_ref(), after.money.as_ref()),
    ];
    lines.into_iter().flatten().collect()
}

/// Asks the person at the terminal.
fn person(args: &Args, session: &Session, before: &State, after: &State) -> Result<(), Answer> {
    let name = &args.name;
    let mut preview = Preview::new(format!("let the loop {name} go on: {}", args.reason.text()));
    if let Status::Halted { halted_because, .. } = &before.status {
        preview = preview.effect(format!("it was halted: {halted_because}"));
    }
    for line in raised(&before.limits, &after.limits) {
        preview = preview.effect(line);
    }
    let asked = if args.dry_run {
        confirm::could_ask(session)
    } else {
        confirm::ask(session, &preview, name.as_str())
    };
    asked.map_err(|why| {
        let found = Diagnostic::call(
            &PERSON_REQUIRED,
            format!("refused: approve the loop `{name}`"),
        );
        let found = found.reason("only a person at a terminal lets a halted loop go on");
        Answer::refused(
            found
                .reason(why)
                .next(NextStep::human(session.called().join(" "))),
        )
    })
}

fn unreleased(name: &LoopName, state: &State, why: &NotReleased) -> Answer {
    let refused = |topic| Diagnostic::call(topic, format!("refused: approve the loop `{name}`"));
    let found = match why {
        NotReleased::NotHalted => refused(&LOOP_NOT_HALTED)
            .reason(format!("it is {}", state.status.word()))
            .next(NextStep::anyone(format!("automaton loop status {name}"))),
        NotReleased::NoLimit(limit) => refused(&LOOP_STILL_HELD)
            .reason(format!("it has no limit of `{limit}` that could be raised"))
            .next(NextStep::anyone(format!("automaton loop status {name}"))),
        NotReleased::StillHeld(brake) => {
            let option = if brake.gate == "iterations" {
                "--iterations +N"
            } else {
                "--budget +X"
            };
            let approve = format!("automaton loop approve {name} --reason \"...\" {option}");
            refused(&LOOP_STILL_HELD)
                .reason(format!("the same brake would hold it again: {}", brake.why))
                .next(NextStep::human(approve))
        }
    };
    named(Answer::refused(found), state)
}
