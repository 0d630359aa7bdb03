//! What a tick runs: the harness, and then the verifier.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use super::{Ground, Tick};
use crate::cli::exec::violation;
use crate::cli::loops::topics::{
    HARNESS_FAILED, HARNESS_MISSING, HARNESS_TIMED_OUT, LOOP_INTERRUPTED,
};
use crate::cli::{can_edit, prompt};
use crate::clock::Deadline;
use crate::diagnostic::Diagnostic;
use crate::engine::Outlook;
use crate::environment::{ACTOR, LOOP, LOOP_HOME};
use crate::guard::sandbox::{Cut, Ending, Limits, Sandbox};
use crate::loops::brakes::Observed;
use crate::loops::harness::{Filling, environment};
use crate::loops::held::{self, Ran, Unrun};
use crate::loops::meter::{self, Used};
use crate::loops::plan::Span;
use crate::loops::state::Status;
use crate::loops::verifier::{self, Scored};
use crate::names::TaskPath;
use crate::prompts::Subject;
use crate::report::Answer;

/// How often a running harness asks whether its loop goes on.
const BEAT: Duration = Duration::from_millis(500);

/// What came of the programs of a tick.
#[derive(Default)]
pub(super) struct Done {
    /// What went wrong.
    pub(super) failure: Option<Diagnostic>,
    /// What the harness says it used.
    pub(super) used: Used,
    /// Why it is not known what it used, where a limit depends on it.
    pub(super) unmetered: Option<String>,
    /// What the verifier said, where there is one.
    pub(super) score: Option<Scored>,
    /// What was changed although nothing may change it.
    pub(super) violations: Vec<String>,
}

impl Done {
    /// What came of the tick, in one line.
    pub(super) fn summary(&self, observed: &Observed, steps: &[String]) -> String {
        let mut parts = Vec::new();
        if let Some(failure) = &self.failure {
            parts.push(format!(
                "{}: {}",
                failure.topic.code,
                failure.reasons.join("; ")
            ));
        }
        if let Some(drift) = &observed.drift {
            let (files, lines) = (of(drift.files, "file"), of(drift.lines, "line"));
            parts.push(format!("{files} and {lines} changed"));
        }
        if let Some(Scored(score)) = self.score {
            let score = score.map_or("none".to_owned(), |score| score.to_string());
            parts.push(format!("score {score}"));
        }
        if !steps.is_empty() {
            parts.push(format!("moved to {}", steps.join(", then ")));
        }
        parts.join(", ")
    }
}

/// So many of a thing, in words.
fn of(count: u64, thing: &str) -> String {
    let more = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{more}")
}

/// Runs the programs of a tick. Whatever goes wrong is a part of what came of it: the iteration has
/// been counted.
pub(super) fn work(tick: &Tick<'_>, ground: &Ground, task: &TaskPath, outlook: &Outlook) -> Done {
    let mut done = Done::default();
    match harness(tick, ground, task, outlook, &mut done) {
        Ok(()) => {}
        Err(Stopped::Failed(found)) => done.failure = Some(*found),
        Err(Stopped::Refused(answer)) => {
            let Answer {
                refusal, message, ..
            } = *answer;
            let unknown = || Box::new(Diagnostic::call(&HARNESS_FAILED, message));
            done.failure = Some(*refusal.unwrap_or_else(unknown));
        }
    }
    done
}

enum Stopped {
    Failed(Box<Diagnostic>),
    Refused(Box<Answer>),
}

impl From<Answer> for Stopped {
    fn from(answer: Answer) -> Self {
        Self::Refused(Box::new(answer))
    }
}

fn harness(
    tick: &Tick<'_>,
    ground: &Ground,
    task: &TaskPath,
    outlook: &Outlook,
    done: &mut Done,
) -> Result<(), Stopped> {
    let place = &ground.place;
    let state = outlook.record.as_ref().map(|record| record.state.clone());
    let subject = state
        .as_ref()
        .and_then(|state| Subject::named(&place.workflow, state.phase.as_str()));
    let (Some(state), Some(subject)) = (state, subject) else {
        let lost = Diagnostic::call(&HARNESS_FAILED, format!("failed: `{task}` is in no phase"));
        return Err(Stopped::Failed(Box::new(lost)));
    };
    let filling = Filling {
        prompt: prompt::page(&ground.session, place, (subject, task, &state), outlook)?,
        task: task.to_string(),
        worktree: place.project.code.display().to_string(),
    };
    let plan = &tick.plan;
    let words = filling.words(&plan.harness.command);
    let limit = plan.harness.time_limit;
    let ran = held(tick, ground, task, &words, limit, "harness.log", done)?;
    meter(tick, &ran, done);
    ended(tick, &ran, "harness", limit)?;
    let Some(verifying) = &plan.verifier else {
        return Ok(());
    };
    let words = filling.words(&verifying.command);
    let limit = verifying.time_limit;
    let ran = held(tick, ground, task, &words, limit, "verifier.log", done)?;
    done.score = Some(verifier::score(&verifying.score, &ran));
    match ran.ended.cut {
        Some(Cut::Stopped | Cut::Interrupted(_)) => ended(tick, &ran, "verifier", limit),
        // One that fails, or takes too long, has said how well the loop does.
        _ => Ok(()),
    }
}

/// Runs one program, held to what the task's phase lets it write.
fn held(
    tick: &Tick<'_>,
    ground: &Ground,
    task: &TaskPath,
    words: &[OsString],
    limit: Span,
    log: &str,
    done: &mut Done,
) -> Result<Ran, Stopped> {
    let project = &ground.place.project;
    let gate = can_edit::open(project, Some(task.clone()), &ground.session)?;
    let sandbox = Sandbox::of(&gate, project, Some(task), &project.code);
    let sandbox = sandbox.map_err(Stopped::Failed)?;
    let name = tick.folder.name();
    let home = tick.session.project()?;
    let said = [
        (ACTOR, tick.actor.to_string()),
        (LOOP, name.to_string()),
        (LOOP_HOME, home.automaton_dir().display().to_string()),
    ];
    let environment = environment(&tick.plan.harness.environment, &said);
    let log = tick.folder.log(log);
    let log = log.map_err(|error| Answer::refused(crate::cli::step::io(&error)))?;
    let mut next = Deadline::after(BEAT);
    let mut stop = || {
        if next.remaining().is_some() {
            return false;
        }
        next = Deadline::after(BEAT);
        // What cannot be read is no leave to go on.
        !matches!(
            tick.folder.state().map(|state| state.status),
            Ok(Status::Running | Status::Paused { at_once: false })
        )
    };
    let mut limits = Limits {
        time: limit.0,
        stop: &mut stop,
    };
    let ran = match held::run(&sandbox, words, &environment, log, &mut limits) {
        Ok(ran) => ran,
        Err(Unrun::Unheld(found)) => return Err(Stopped::Failed(found)),
        Err(Unrun::NoProgram(problem)) => {
            let message = format!("failed: a program of the loop `{name}`");
            let found = Diagnostic::call(&HARNESS_MISSING, message).reason(problem);
            return Err(Stopped::Failed(Box::new(found)));
        }
    };
    if !ran.ended.changed.is_empty() {
        // The journal of the task says so as well; what the loop is halted for names them anyway.
        let _ = violation(&ran.ended, &sandbox, project, &ground.session);
        let shown = |path: &PathBuf| {
            let inside = path.strip_prefix(&project.code).unwrap_or(path);
            inside.display().to_string()
        };
        done.violations.extend(ran.ended.changed.iter().map(shown));
    }
    Ok(ran)
}

/// What the harness says it used; where a limit depends on what it does not say, that is known.
fn meter(tick: &Tick<'_>, ran: &Ran, done: &mut Done) {
    let (Some(meter), limits) = (&tick.plan.meter, &tick.plan.limits) else {
        return;
    };
    match meter::used(&ran.output, meter) {
        Ok(used) => done.used = used,
        Err(why) if limits.tokens.is_some() || limits.money.is_some() => {
            done.unmetered = Some(why.to_string());
        }
        Err(_) => {}
    }
}

/// Whether a program came to a good end.
fn ended(tick: &Tick<'_>, ran: &Ran, program: &str, limit: Span) -> Result<(), Stopped> {
    let name = tick.folder.name();
    let (topic, why) = match (ran.ended.cut, ran.ended.ending) {
        (None, Ending::Exited(0)) => return Ok(()),
        (None, Ending::Exited(code)) => {
            (&HARNESS_FAILED, format!("it ended with exit code {code}"))
        }
        (None, Ending::Killed(signal)) => {
            (&HARNESS_FAILED, format!("it was ended by signal {signal}"))
        }
        (Some(Cut::TimeUp), _) => (&HARNESS_TIMED_OUT, format!("it did not end within {limit}")),
        (Some(Cut::Stopped), _) => (
            &LOOP_INTERRUPTED,
            "the loop was paused or halted".to_owned(),
        ),
        (Some(Cut::Interrupted(signal)), _) => (
            &LOOP_INTERRUPTED,
            format!("the tick was told to end, by signal {signal}"),
        ),
    };
    let found = Diagnostic::call(topic, format!("failed: the {program} of the loop `{name}`"));
    let log = format!("its output is in `.automaton/loops/{name}/logs/{program}.log`");
    Err(Stopped::Failed(Box::new(found.reason(why).reason(log))))
}
