//! Every configuration that a task can come to, found by asking the engine.
//!
//! A configuration is a state with the artifacts that exist in it. In its base state a phase may
//! write what it produces, in every content that guards tell apart, and take it away again. So the
//! phase's own artifacts need not be kept apart there: they are chosen when the task leaves.

mod alphabet;
mod asking;
mod attempt;
mod imagined;
mod live;
mod path;
mod stuck;

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::existence::{is_after_work, is_arrival, needs_work};
use super::flow::{Order, Rows, bit, mentioned};
use crate::engine::Record;
use crate::workflow::{ArtifactId, Edge, EdgeId, Event, Model, PhaseId, State};
use alphabet::Alphabet;
use live::{live, looked_at};

pub(super) use alphabet::{Content, Value};
pub(super) use asking::{Asker, Refused};
pub(super) use attempt::{Attempt, Choices, ConfigId, Outcome};
pub(super) use imagined::digest;
pub(super) use stuck::Trap;

struct Config {
    state: State,
    values: Rc<[u64]>,
    /// The attempt that led here; nothing for the first.
    came: Option<Attempt>,
}

/// All configurations and the steps between them, found breadth-first, so that the first way to
/// each is a shortest one.
pub(super) struct Exploration<'m> {
    model: &'m Model,
    asker: Asker<'m>,
    alphabet: Alphabet,
    /// For each state the values that still make a difference there.
    live: Rows,
    configs: Vec<Config>,
    known: HashMap<(State, Rc<[u64]>), ConfigId>,
    /// The first configuration found in each state.
    first: Vec<Option<ConfigId>>,
    arcs: Vec<(ConfigId, ConfigId)>,
    outcomes: Vec<Outcome>,
    /// The ways from a phase to a state that some task takes, from whichever sub-state.
    taken: HashSet<(PhaseId, Event, State)>,
    /// The work after which it is given up.
    limit: usize,
    /// How many steps the counterexamples so far have.
    shown_steps: Cell<usize>,
    /// Whether everything was seen. If not, nothing may be concluded from what was not.
    pub(super) complete: bool,
}

/// The work after which an exploration is given up, in words looked at: a tenth of a second, and
/// what a long workflow needs that has few configurations in each state.
fn limit(model: &Model) -> usize {
    20_000_000 + 4 * model.edges.len() * ASKING
}

/// What asking the engine once costs, in the same measure.
const ASKING: usize = 500;

/// What looking at one artifact, or at the guards of one edge, costs.
const LOOKING: usize = 20;

/// What the engine says to an attempt: the values behind the step, or why there is none.
type Answer = Result<Rc<[u64]>, Refused>;

impl<'m> Exploration<'m> {
    pub(super) fn new(model: &'m Model, order: &Order) -> Self {
        let alphabet = Alphabet::new(model);
        let mut found = Self {
            model,
            asker: Asker::new(model),
            live: alphabet.masks(live(model, order)),
            alphabet,
            configs: Vec::new(),
            known: HashMap::new(),
            first: vec![None; model.graph.len()],
            arcs: Vec::new(),
            outcomes: vec![Outcome::default(); model.edges.len()],
            taken: HashSet::new(),
            limit: limit(model),
            shown_steps: Cell::new(0),
            complete: false,
        };
        found.complete = found.alphabet.complete && found.run();
        found
    }

    fn run(&mut self) -> bool {
        let nothing: Rc<[u64]> = vec![0; self.alphabet.width()].into();
        self.arrive(self.model.start(), nothing, None);
        let mut work = 0;
        let mut next: ConfigId = 0;
        while let Some(config) = self.configs.get(next as usize) {
            let state = config.state;
            let record = self.asker.record(state);
            for &id in self.model.graph.leaving(state) {
                for (attempt, answer) in self.attempts(next, id, &record, &mut work) {
                    self.learn(attempt, answer);
                }
                if work > self.limit {
                    return false;
                }
            }
            next += 1;
        }
        true
    }

    /// What the engine says to each attempt to take an edge, with everything that the phase may
    /// have written.
    fn attempts(
        &self,
        config: ConfigId,
        id: EdgeId,
        record: &Record,
        work: &mut usize,
    ) -> Vec<(Attempt, Answer)> {
        let edge = self.model.edge(id);
        let looked = looked_at(self.model, edge);
        let live = self.live.row(self.model.graph.position(edge.to));
        let mut choices = self.first_choices(config, edge, &looked, live);
        let mut chosen: Vec<ArtifactId> = choices.iter().map(|choice| choice.artifact).collect();
        chosen.sort_unstable();
        let fixed: Choices = looked
            .iter()
            .filter(|artifact| chosen.binary_search(artifact).is_err())
            .map(|&artifact| (artifact, self.value(config, artifact)))
            .collect();
        let asking = self.asking(edge) + LOOKING * (fixed.len() + choices.len());
        let mut answers = Vec::new();
        loop {
            *work += asking;
            let attempt = Attempt {
                config,
                edge: id,
                choices: choices.iter().map(|c| (c.artifact, c.value)).collect(),
            };
            let mut files: Vec<(ArtifactId, &Content)> = fixed
                .iter()
                .chain(&attempt.choices)
                .filter_map(|&(id, value)| Some((id, self.alphabet.content(id, value)?)))
                .collect();
            files.sort_unstable_by_key(|(id, _)| *id);
            let answer = self.asker.ask(record, &files, edge);
            let answer = answer.map(|_| self.behind(&attempt, edge, live));
            answers.push((attempt, answer));
            if *work > self.limit || !advance(&mut choices) {
                return answers;
            }
        }
    }

    /// What it costs to ask about an edge, whatever exists: the engine looks at every edge that leads
    /// to the same state, and at what both phases mention.
    fn asking(&self, edge: &Edge) -> usize {
        let rivals = self.model.between(edge.from, edge.to).len();
        let loose = self.alphabet.loose().len();
        let looked = LOOKING * rivals + mentioned(self.model, edge);
        ASKING + self.alphabet.width() + loose + looked
    }

    fn learn(&mut self, attempt: Attempt, answer: Answer) {
        let outcome = &mut self.outcomes[attempt.edge.index()];
        match answer {
            Ok(values) => {
                let edge = self.model.edge(attempt.edge);
                if outcome.taken.is_none() {
                    self.taken.insert((edge.from.phase, edge.event, edge.to));
                }
                outcome.pass(&attempt);
                let (from, to) = (attempt.config, edge.to);
                let reached = self.arrive(to, values, Some(attempt));
                self.arcs.push((from, reached));
            }
            Err(refused) => outcome.refuse(&attempt, &refused),
        }
    }

    /// What may be written before the edge and matters for it or later, each at its first value:
    /// the phase's own artifacts, and the content of those that are never frozen.
    fn first_choices(
        &self,
        config: ConfigId,
        edge: &Edge,
        looked: &[ArtifactId],
        live: &[u64],
    ) -> Vec<Choice> {
        if !is_after_work(edge) {
            return Vec::new();
        }
        let phase = self.model.phase(edge.from.phase);
        let own = phase.produces.iter().filter(|mention| {
            let artifact = mention.artifact;
            looked.binary_search(&artifact).is_ok() || bit(live, artifact.index())
        });
        let own = own.map(|mention| {
            let artifact = mention.artifact;
            let most = if needs_work(edge) {
                self.alphabet.most_finished(artifact)
            } else {
                self.alphabet.most(artifact)
            };
            let least = Value::from(needs_work(edge) && !mention.optional);
            Choice::new(artifact, least, most)
        });
        let others = self.alphabet.loose().iter().filter_map(|&artifact| {
            let there = self.value(config, artifact) > 0 && !phase.writes(artifact);
            there.then(|| Choice::new(artifact, 1, self.alphabet.most_finished(artifact)))
        });
        own.chain(others).collect()
    }

    /// The values behind an edge that was taken, as far as they still matter there.
    fn behind(&self, attempt: &Attempt, edge: &Edge, live: &[u64]) -> Rc<[u64]> {
        let mut values = self.configs[attempt.config as usize].values.to_vec();
        for &(artifact, value) in &attempt.choices {
            self.alphabet.set(&mut values, artifact, value);
        }
        if is_arrival(edge) {
            for mention in &self.model.phase(edge.to.phase).forbids {
                self.alphabet.set(&mut values, mention.artifact, 0);
            }
        }
        for (value, live) in values.iter_mut().zip(live) {
            *value &= live;
        }
        values.into()
    }

    fn arrive(&mut self, state: State, values: Rc<[u64]>, came: Option<Attempt>) -> ConfigId {
        let next = ConfigId::try_from(self.configs.len()).unwrap_or(ConfigId::MAX);
        let (configs, first) = (&mut self.configs, &mut self.first);
        let position = self.model.graph.position(state);
        let known = self.known.entry((state, Rc::clone(&values)));
        *known.or_insert_with(|| {
            first[position].get_or_insert(next);
            configs.push(Config {
                state,
                values,
                came,
            });
            next
        })
    }

    /// What became of the attempts to take an edge.
    pub(super) fn outcome(&self, edge: EdgeId) -> &Outcome {
        &self.outcomes[edge.index()]
    }

    /// Whether tasks come to where the edge leaves, and none can take it, from no sub-state of the
    /// phase: a rework edge stands in the text once and leaves from each of them.
    pub(super) fn is_dead(&self, id: EdgeId) -> bool {
        let edge = self.model.edge(id);
        let way = (edge.from.phase, edge.event, edge.to);
        self.outcome(id).is_dead() && !self.taken.contains(&way)
    }

    fn value(&self, config: ConfigId, artifact: ArtifactId) -> Value {
        let values = &self.configs[config as usize].values;
        self.alphabet.value(values, artifact)
    }
}

/// One artifact, and the values that it goes through.
struct Choice {
    artifact: ArtifactId,
    least: Value,
    value: Value,
    most: Value,
}

impl Choice {
    fn new(artifact: ArtifactId, least: Value, most: Value) -> Self {
        Self {
            artifact,
            least,
            value: least,
            most,
        }
    }
}

/// Goes on to the next combination; whether there was one.
fn advance(choices: &mut [Choice]) -> bool {
    for choice in choices {
        if choice.value < choice.most {
            choice.value += 1;
            return true;
        }
        choice.value = choice.least;
    }
    false
}
