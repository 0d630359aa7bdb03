//! `automaton loop tick`: one pass of a loop.
//!
//! The iteration is on record before the harness runs, so that a crash counts; what the harness did is
//! measured before anything is made of it. The lock of the tick is held from the beginning to the
//! end, the short one only while `.state.loop` is read and written.

mod ground;
mod halt;
mod measure;
mod task;
mod work;

use serde_json::json;

use self::ground::Ground;
use self::task::Choice;
use super::failures::{refused, unmeasured};
use crate::cli::session::Session;
use crate::cli::step;
use crate::clock::{self, Stopwatch};
use crate::diagnostic::{Exit, NextStep};
use crate::engine::{Action, Outlook};
use crate::loops::brakes::{self, Observed};
use crate::loops::plan::Plan;
use crate::loops::state::{State, Status};
use crate::loops::turn::{self, Beginning};
use crate::loops::verifier::Scored;
use crate::loops::{Event, LoopError, LoopFolder, Note};
use crate::names::{ActorName, LoopName, TaskPath};
use crate::report::Answer;

/// Run a loop's harness once, if its brakes let it
///
/// The task is claimed, the harness is told what the task's phase asks for and held as by `exec`; what
/// it changed and used is measured, the verifier is asked, and the steps are taken that need no
/// person. A tick that may not run says so, and exits 0: it is what a schedule calls.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The loop
    #[arg(value_name = "LOOP")]
    name: LoopName,
}

/// One tick.
struct Tick<'s> {
    session: &'s Session,
    folder: LoopFolder,
    plan: Plan,
    actor: ActorName,
}

/// What a tick is about to work on, every gate being open.
struct Chance {
    ground: Ground,
    task: TaskPath,
    outlook: Outlook,
}

#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the method is one for each lifetime, and what is asked for is one for all"
)]
pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    begun(&args.name, session, |tick| tick.pass())
}

/// Asks the gates as a tick would, and runs nothing. The first that is closed halts the loop.
pub(super) fn check_gate(name: &LoopName, session: &Session) -> Result<Answer, Answer> {
    begun(name, session, |tick| match tick.gates()? {
        Ok(chance) => Ok(Answer::done(format!("{name}: every gate is open"))
            .field("loop", name.to_string())
            .field("open", true)
            .field("task", chance.task.to_string())),
        Err(still) => Ok(still),
    })
}

/// Takes the right to tick, and does something with it.
fn begun(
    name: &LoopName,
    session: &Session,
    act: impl FnOnce(&Tick<'_>) -> Result<Answer, Answer>,
) -> Result<Answer, Answer> {
    let project = session.project()?;
    let folder = LoopFolder::open(project.automaton_dir(), name);
    let folder = folder.map_err(|error| refused(&error))?;
    let plan = folder.plan().map_err(|error| refused(&error))?;
    let held = folder.try_tick(&session.waiter());
    let Some(_held) = held.map_err(|error| refused(&error))? else {
        return Ok(idle(name, "busy", "another tick of it is under way"));
    };
    let tick = Tick {
        session,
        folder,
        plan,
        actor: name.actor().parse().map_err(|_| idle(name, "busy", ""))?,
    };
    act(&tick)
}

/// A tick that did not run its harness.
fn idle(name: &LoopName, code: &str, why: &str) -> Answer {
    let answer = Answer::done(format!("{name}: {why}"));
    let answer = answer.field("loop", name.to_string()).field("ran", false);
    answer.ending(Exit::Done, code)
}

impl Tick<'_> {
    /// What there is to work on, or else why the harness does not run.
    fn gates(&self) -> Result<Result<Chance, Answer>, Answer> {
        let name = self.folder.name();
        let (state, ()) = self.change(|state| {
            let cut = turn::settle(state, &clock::now());
            ((), cut.map(|note| (Event::Crash, Some(note))))
        })?;
        if let Err(brake) = brakes::standing(&state) {
            return self.stop(state, &brake, None).map(Err);
        }
        let ground = self.ground(&state)?;
        let chosen = task::choose(
            &self.plan,
            state.current_task.as_ref(),
            &ground.session,
            &ground.place,
        );
        let task = match chosen {
            Ok(Choice::Task(task)) => task,
            Ok(Choice::AllOver) => return self.complete().map(Err),
            Err(nothing) if halt::is_patient(&nothing) => {
                return Ok(Err(idle(name, &nothing.code, &nothing.message)));
            }
            Err(refused) => return Err(refused),
        };
        let outlook = task::look(&ground.session, &ground.place, &task)?;
        let observed = Observed {
            waits_for_person: task::waits_for_person(&ground.place.workflow, &task, &outlook),
            ..self.since(&ground, &state)?
        };
        if let Err(brake) = brakes::check(&self.plan, &state, &observed) {
            return self.stop(state, &brake, Some(&task)).map(Err);
        }
        Ok(Ok(Chance {
            ground,
            task,
            outlook,
        }))
    }

    fn pass(&self) -> Result<Answer, Answer> {
        let name = self.folder.name();
        let Chance {
            ground,
            task,
            outlook,
        } = match self.gates()? {
            Ok(chance) => chance,
            Err(still) => return Ok(still),
        };
        match task::claim(&self.plan, &ground.session, &ground.place, &task) {
            Err(taken) if halt::is_patient(&taken) => {
                return Ok(idle(name, &taken.code, &taken.message));
            }
            claimed => drop(claimed?),
        }
        let (state, begun) = self.change(|state| begin(state, &ground, &task))?;
        if !begun {
            // Somebody paused it in the meantime.
            let brake = brakes::standing(&state).err().unwrap_or_else(halt::paused);
            return self.stop(state, &brake, None);
        }
        let watch = Stopwatch::start();
        let done = work::work(self, &ground, &task, &outlook);
        self.end(&ground, &task, &done, watch).map_err(|answer| {
            let answer = answer.field("loop", name.to_string());
            answer.field("ran", true).field("task", task.to_string())
        })
    }

    fn change<T>(
        &self,
        change: impl FnOnce(&mut State) -> (T, Option<(Event, Option<String>)>),
    ) -> Result<(State, T), Answer> {
        let noted = |state: &mut State| -> Result<(T, Option<Note>), LoopError> {
            let (answer, note) = change(state);
            let note = note.map(|(event, note)| Note {
                event,
                actor: self.actor.clone(),
                note,
            });
            Ok((answer, note))
        };
        let changed = self.folder.change(&self.session.waiter(), noted);
        changed.map_err(|error| refused(&error))
    }

    /// Puts on record what came of the tick, and answers with it.
    fn end(
        &self,
        ground: &Ground,
        task: &TaskPath,
        done: &work::Done,
        watch: Stopwatch,
    ) -> Result<Answer, Answer> {
        let after = ground
            .looks
            .look()
            .map_err(|problem| unmeasured(&problem))?;
        let drift = measure::drift(&self.plan, ground, &ground.before, &after)?;
        let observed = measure::with_violations(drift, &done.violations);
        let brake = brakes::drift(&self.plan, &observed).err();
        let is_clean = done.failure.is_none() && brake.is_none();
        let (steps, stuck) = if is_clean {
            task::onward(&ground.session, &ground.place, task)
        } else {
            (Vec::new(), None)
        };
        // Nobody has to wait for the lease of a loop that is halted, or that ticks again in an hour. A
        // claim that is gone already needs no word.
        let freed = step::take(&ground.session, &ground.place, task, Action::Release, false).err();
        let freed = freed.filter(|refused| refused.exit != Exit::Refused);
        let (state, ()) = self.change(|state| {
            let ending = turn::Ending {
                seconds: watch.elapsed().as_secs(),
                used: done.used,
                unmetered: done.unmetered.clone(),
                score: done.score,
                // What a step of the task writes since is not measured.
                seen: Some(after),
                at: clock::now(),
            };
            turn::end(state, ending);
            let summary = done.summary(&observed, &steps);
            let event = match &brake {
                Some(brake) => halt::halt(state, brake),
                None => (Event::End, Some(summary)),
            };
            ((), Some(event))
        })?;
        let mut answer = self.report(&state, task, done, &observed, &steps);
        let trouble = stuck.into_iter().chain(freed);
        answer
            .warnings
            .extend(trouble.map(|refused| refused.message));
        match (brake, &done.failure) {
            (Some(brake), _) => {
                let halted = halt::tripped(self, &brake);
                Err(with_fields(halted, answer))
            }
            (None, Some(failure)) => Err(with_fields(Answer::refused(failure.clone()), answer)),
            (None, None) => Ok(answer),
        }
    }

    fn report(
        &self,
        state: &State,
        task: &TaskPath,
        done: &work::Done,
        observed: &Observed,
        steps: &[String],
    ) -> Answer {
        let name = self.folder.name();
        let iteration = state.iteration_count;
        let summary = done.summary(observed, steps);
        let drift = observed.drift.clone().unwrap_or_default();
        let score = done.score.and_then(|Scored(score)| score);
        Answer::done(format!(
            "{name}: iteration {iteration} on {task}: {summary}"
        ))
        .field("loop", name.to_string())
        .field("ran", true)
        .field("status", state.status.word())
        .field("iteration", iteration)
        .field("task", task.to_string())
        .field("steps", steps)
        .field("files", drift.files)
        .field("lines", drift.lines)
        .field("tokens", done.used.tokens)
        .field("money", done.used.money.to_string())
        .field("score", json!(score.map(|score| score.to_string())))
        .next(vec![NextStep::anyone(format!("automaton status {task}"))])
    }

    /// All tasks are over.
    fn complete(&self) -> Result<Answer, Answer> {
        self.change(|state| {
            state.status = Status::Complete;
            state.current_task = None;
            ((), Some((Event::Complete, None)))
        })?;
        let name = self.folder.name();
        let answer = idle(name, "complete", "all of its tasks are over");
        Ok(halt::unscheduled(self, answer.field("status", "complete")))
    }

    /// A gate is closed before the harness ran.
    fn stop(
        &self,
        mut state: State,
        brake: &brakes::Brake,
        task: Option<&TaskPath>,
    ) -> Result<Answer, Answer> {
        let name = self.folder.name();
        let Some(reason) = brake.halts else {
            let answer = idle(name, "stands-still", &brake.why).field("gate", brake.gate);
            return Ok(answer.field("status", state.status.word()));
        };
        (state, ()) = self.change(|state| {
            // What a halted loop works on stays where it is.
            state.current_task = task.cloned().or_else(|| state.current_task.take());
            ((), Some(halt::halt(state, brake)))
        })?;
        let answer = idle(name, "halted", &brake.why)
            .field("gate", brake.gate)
            .field("status", state.status.word())
            .field("halt_reason", reason.word());
        Ok(halt::unscheduled(self, answer))
    }
}

/// Counts the iteration, before the harness runs.
fn begin(
    state: &mut State,
    ground: &Ground,
    task: &TaskPath,
) -> (bool, Option<(Event, Option<String>)>) {
    let beginning = Beginning {
        task: task.clone(),
        worktree: ground.place.project.code.display().to_string(),
        seen: Some(ground.before.clone()),
        pid: std::process::id(),
        at: clock::now(),
    };
    let begun = turn::begin(state, beginning).is_ok();
    (begun, begun.then(|| (Event::Begin, Some(task.to_string()))))
}

/// The same answer with the fields of another.
fn with_fields(mut answer: Answer, other: Answer) -> Answer {
    for (name, value) in other.fields {
        answer.fields.entry(name).or_insert(value);
    }
    answer
}
