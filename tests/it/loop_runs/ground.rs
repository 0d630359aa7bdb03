//! A loop on disk, whose ticks are made of what `loop tick` is made of, and a count of what really happened.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use automaton::loops::brakes::{self, Observed};
use automaton::loops::meter::Used;
use automaton::loops::plan::Plan;
use automaton::loops::release::{Raise, release};
use automaton::loops::state::{State, Status};
use automaton::loops::turn::{self, Beginning, Ending};
use automaton::loops::verifier::Scored;
use automaton::loops::{Amount, Event, LoopFolder, Note};
use automaton::task::Waiter;
use serde_json::json;
use tempfile::TempDir;

use super::happening::{Cut, Happening, Harness, Limits, Tick};

const FILES: [&str; 3] = [".state.loop", ".state.journal", ".state.tmp"];

pub struct Ground {
    _temporary: TempDir,
    path: PathBuf,
    folder: LoopFolder,
    plan: Plan,
    clock: i64,
    pub truth: Truth,
}

/// What really happened, and what a person allowed.
#[derive(Debug)]
pub struct Truth {
    pub runs: u64,
    seconds: u64,
    tokens: u64,
    money: u64,
    /// Whether a harness ran of which nobody knows what it used.
    unknown: bool,
    allowed: Limits,
    /// Why a harness that was run should not have been.
    pub wrongs: Vec<String>,
}

impl Truth {
    /// A harness is run.
    fn run(&mut self) {
        let reached = |used: u64, most: Option<u64>| most.is_some_and(|most| used >= most);
        let allowed = &self.allowed;
        let metered = allowed.tokens.is_some() || allowed.money.is_some();
        for (is_wrong, why) in [
            (reached(self.runs, allowed.iterations), "iterations"),
            (reached(self.runs, allowed.seconds), "a second for each"),
            (reached(self.seconds, allowed.seconds), "wall clock"),
            (reached(self.tokens, allowed.tokens), "tokens"),
            (reached(self.money, allowed.money), "money"),
            (self.unknown && metered, "what nobody knows"),
        ] {
            if is_wrong {
                self.wrongs.push(format!("{why}: {self:?}"));
            }
        }
        self.runs += 1;
        // Until it has said what it used, that is not known.
        self.unknown = true;
    }

    fn ended(&mut self, harness: &Harness) {
        self.seconds += harness.seconds;
        self.money += harness.money;
        self.tokens += harness.tokens.unwrap_or(0);
        self.unknown = harness.tokens.is_none();
    }

    fn approved(&mut self, more: &Limits) {
        let allowed = &mut self.allowed;
        for (limit, more) in [
            (&mut allowed.iterations, more.iterations),
            (&mut allowed.seconds, more.seconds),
            (&mut allowed.tokens, more.tokens),
            (&mut allowed.money, more.money),
        ] {
            *limit = limit.map(|limit| limit + more.unwrap_or(0));
        }
        self.unknown = false;
    }
}

/// So many millionths.
fn amount(count: u64) -> Amount {
    Amount::millionths(count.try_into().expect("a small amount"))
}

impl Ground {
    pub fn new(limits: &Limits) -> Self {
        let temporary = TempDir::new().expect("a folder");
        let automaton = temporary.path().join(".automaton");
        fs::create_dir(&automaton).expect("a folder");
        let mut declared = json!({});
        if let Some(runs) = limits.iterations {
            declared["iterations"] = json!(runs);
        }
        if let Some(seconds) = limits.seconds {
            declared["wall_clock"] = json!(format!("{seconds}s"));
        }
        if let Some(tokens) = limits.tokens {
            declared["tokens"] = json!(tokens);
        }
        if let Some(money) = limits.money {
            declared["money"] = json!(amount(money));
        }
        let plan = json!({
            "tasks": ["t"],
            "harness": {"command": ["x"], "time_limit": "1m"},
            "limits": declared,
            "meter": {"tokens": ["/tokens"], "money": ["/money"]},
            "blast_radius": {"file_scope": ["docs/**"], "max_files": 1, "max_lines": 1},
            "verifier": {"command": ["x"], "time_limit": "1m"},
            "plateau": {"window": 4, "least_gain": "0.000001"},
        });
        let plan = Plan::parse(plan.to_string().as_bytes()).expect("a plan");
        let name = "docs".parse().expect("a name");
        let actor = "tester".parse().expect("a name");
        let folder = LoopFolder::create(&automaton, &name, &plan, &actor).expect("made");
        Self {
            path: automaton.join("loops/docs"),
            _temporary: temporary,
            folder,
            plan,
            clock: 1_800_000_000,
            truth: Truth {
                runs: 0,
                seconds: 0,
                tokens: 0,
                money: 0,
                unknown: false,
                allowed: limits.clone(),
                wrongs: Vec::new(),
            },
        }
    }

    pub fn happen(&mut self, happening: &Happening) {
        match happening {
            Happening::Tick(tick) => _ = self.tick(tick),
            Happening::Pause(cut) => {
                self.change(*cut, |state| {
                    let is_running = state.status == Status::Running;
                    if is_running {
                        state.status = Status::Paused { at_once: false };
                    }
                    is_running.then_some(Event::Pause)
                });
            }
            Happening::Resume(cut) => {
                self.change(*cut, |state| {
                    let is_paused = matches!(state.status, Status::Paused { .. });
                    if is_paused {
                        state.status = Status::Running;
                    }
                    is_paused.then_some(Event::Resume)
                });
            }
            Happening::Approve(more, cut) => {
                let plan = self.plan.clone();
                let raise = Raise {
                    iterations: more.iterations,
                    wall_clock: more.seconds.map(Duration::from_secs),
                    tokens: more.tokens,
                    money: more.money.map(amount),
                };
                let written = self.change(*cut, |state| {
                    let mut after = state.clone();
                    release(&plan, &mut after, &raise).ok()?;
                    *state = after;
                    Some(Event::Approve)
                });
                if written {
                    self.truth.approved(more);
                }
            }
            Happening::Clock(seconds) => self.clock += seconds,
        }
    }

    /// One pass, as `loop tick` makes it; nothing where it was cut short.
    fn tick(&mut self, tick: &Tick) -> Option<()> {
        let now = self.now();
        self.change(tick.settling, |state| {
            turn::settle(state, &now).map(|_| Event::Crash)
        });
        if tick.settling != Cut::Not {
            return None;
        }
        let observed = Observed {
            waits_for_person: tick.waits.then(|| "it waits".to_owned()),
            ..Observed::default()
        };
        let plan = self.plan.clone();
        if let Err(brake) = brakes::check(&plan, &self.state(), &observed) {
            let halt_reason = brake.halts?;
            self.change(Cut::Not, |state| {
                state.status = Status::Halted {
                    halt_reason,
                    halted_because: brake.why,
                };
                Some(Event::Halt)
            });
            return None;
        }
        let beginning = Beginning {
            task: "t".parse().expect("a name"),
            worktree: "/w".to_owned(),
            seen: None,
            pid: 1,
            at: self.now(),
        };
        let begun = self.change(tick.beginning, |state| {
            turn::begin(state, beginning).ok().map(|()| Event::Begin)
        });
        if !begun || tick.beginning != Cut::Not {
            return None;
        }
        self.truth.run();
        let harness = tick.harness.as_ref()?;
        let ending = Ending {
            seconds: harness.seconds,
            used: Used {
                tokens: harness.tokens.unwrap_or(0),
                money: amount(harness.money),
            },
            unmetered: harness.tokens.is_none().then(|| "unknown".to_owned()),
            score: Some(Scored(harness.score.map(Amount::millionths))),
            seen: None,
            at: self.now(),
        };
        let known = self.change(harness.ending, |state| {
            turn::end(state, ending);
            Some(Event::End)
        });
        if known {
            self.truth.ended(harness);
        }
        Some(())
    }

    fn now(&self) -> String {
        let at = jiff::Timestamp::from_second(self.clock).expect("a time");
        at.to_string()
    }

    /// What whoever comes next finds.
    pub fn state(&self) -> State {
        let looked = self.folder.change(&waiter(), |_| Ok(((), None)));
        looked.expect("a loop").0
    }

    /// The journal, which has to be whole.
    pub fn events(&self) -> Vec<(Event, u64)> {
        let (entries, problem) = self.folder.entries().expect("a journal");
        assert_eq!(problem, None);
        let entries = entries.iter();
        entries
            .map(|entry| (entry.event, entry.iteration))
            .collect()
    }

    /// Changes the loop, or stops on the way. Whether whoever comes next will find it changed.
    fn change(&self, cut: Cut, change: impl FnOnce(&mut State) -> Option<Event>) -> bool {
        self.state();
        let [state, journal] = [FILES[0], FILES[1]].map(|name| self.read(name));
        let changed = self.folder.change(&waiter(), |state| {
            let note = change(state).map(|event| Note {
                event,
                actor: "tester".parse().expect("a name"),
                note: None,
            });
            Ok((note.is_some(), note))
        });
        let (_, is_changed) = changed.expect("changed");
        if !is_changed || cut == Cut::Not {
            return is_changed;
        }
        let [new_state, new_journal] = [FILES[0], FILES[1]].map(|name| self.read(name));
        let half = journal.len() + (new_journal.len() - journal.len()) / 2;
        let line = match cut {
            Cut::Not | Cut::Journaled => &new_journal[..],
            Cut::Torn => &new_journal[..half],
            Cut::Staged => &journal[..],
        };
        for (name, bytes) in FILES.iter().zip([&state[..], line, &new_state[..]]) {
            fs::write(self.path.join(name), bytes).expect("written");
        }
        cut == Cut::Journaled
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path.join(name)).expect(name)
    }
}

fn waiter() -> Waiter {
    Waiter {
        host: "here".to_owned(),
        command: "a test".to_owned(),
        wait: Duration::from_secs(5),
    }
}
