//! Every configuration that a task can come to, found by asking the engine.
//!
//! A configuration is a state with the artifacts that exist in it. In its base state a phase may
//! write what it produces, in every content that guards tell apart, and take it away again. So the
//! phase's own artifacts need not be kept apart there: they are chosen when the task leaves.

mod alphabet;
mod asking;
mod imagined;
mod live;
mod path;
mod stuck;

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};

use super::existence::{is_after_work, is_arrival, needs_work};
use super::flow::{Order, Rows, bit, clear, put};
use crate::engine::{Obstacle, Record};
use crate::workflow::{ArtifactId, Edge, EdgeId, Model, State};
use alphabet::Alphabet;
use live::{live, looked_at};

pub(super) use alphabet::{Content, Value};
pub(super) use asking::{Asker, Refused};
pub(super) use imagined::digest;
pub(super) use stuck::Trap;

/// A configuration, by the order in which it was found.
pub(super) type ConfigId = u32;

/// What a phase wrote before a step, as far as the step or what follows depends on it.
pub(super) type Choices = Vec<(ArtifactId, Value)>;

/// A task in `config` that made `choices` and wants to take `edge`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Attempt {
    pub(super) config: ConfigId,
    pub(super) edge: EdgeId,
    pub(super) choices: Choices,
}

/// What became of all attempts to take one edge.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcome {
    /// The first one that the engine let pass.
    pub(super) taken: Option<Attempt>,
    /// The first one in whose way each thing stood.
    pub(super) refused: BTreeMap<Obstacle, Attempt>,
    /// How many there were.
    attempts: usize,
    /// How often each thing stood in the way.
    count: BTreeMap<Obstacle, usize>,
}

impl Outcome {
    /// What stood in the way of every single attempt.
    pub(super) fn always(&self) -> impl Iterator<Item = (Obstacle, &Attempt)> {
        let everywhere = |obstacle: &Obstacle| self.count.get(obstacle) == Some(&self.attempts);
        self.refused
            .iter()
            .filter(move |(obstacle, _)| everywhere(obstacle))
            .map(|(&obstacle, attempt)| (obstacle, attempt))
    }

    /// What stood in the way of the first attempt.
    pub(super) fn first_refusal(&self) -> Option<(Obstacle, &Attempt)> {
        let first = self
            .refused
            .iter()
            .min_by_key(|(_, attempt)| attempt.config);
        first.map(|(&obstacle, attempt)| (obstacle, attempt))
    }

    /// Whether tasks come to where the edge leaves, and none can take it.
    pub(super) fn is_dead(&self) -> bool {
        self.taken.is_none() && self.attempts > 0
    }
}

struct Config {
    state: State,
    values: Box<[u64]>,
    /// The attempt that led here; nothing for the first.
    came: Option<Attempt>,
}

/// All configurations and the steps between them, found breadth-first, so that the first way to
/// each is a shortest one.
pub(super) struct Exploration<'m> {
    model: &'m Model,
    asker: Asker<'m>,
    alphabet: Alphabet,
    live: Rows,
    configs: Vec<Config>,
    known: HashMap<(State, Box<[u64]>), ConfigId>,
    /// The first configuration found in each state.
    first: Vec<Option<ConfigId>>,
    arcs: Vec<(ConfigId, ConfigId)>,
    outcomes: Vec<Outcome>,
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

/// What the engine says to an attempt: the values behind the step, or why there is none.
type Answer = Result<Box<[u64]>, Refused>;

impl<'m> Exploration<'m> {
    pub(super) fn new(model: &'m Model, order: &Order) -> Self {
        let mut found = Self {
            model,
            asker: Asker::new(model),
            alphabet: Alphabet::new(model),
            live: live(model, order),
            configs: Vec::new(),
            known: HashMap::new(),
            first: vec![None; model.graph.len()],
            arcs: Vec::new(),
            outcomes: vec![Outcome::default(); model.edges.len()],
            shown_steps: Cell::new(0),
            complete: false,
        };
        found.complete = found.alphabet.complete && found.run();
        found
    }

    fn run(&mut self) -> bool {
        let nothing: Box<[u64]> = vec![0; self.alphabet.width()].into();
        self.arrive(self.model.start(), nothing, None);
        let mut work = 0;
        let mut next: ConfigId = 0;
        while let Some(config) = self.configs.get(next as usize) {
            let state = config.state;
            let record = self.asker.record(state);
            for id in self.model.graph.leaving(state) {
                for (attempt, answer) in self.attempts(next, id, &record, &mut work) {
                    self.learn(attempt, answer);
                }
                if work > limit(self.model) {
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
        let mut choices = self.first_choices(edge, &looked, live);
        let own = |artifact: ArtifactId| {
            is_after_work(edge) && self.model.phase(edge.from.phase).writes(artifact)
        };
        let fixed: Choices = looked
            .iter()
            .filter(|&&artifact| !own(artifact))
            .map(|&artifact| (artifact, self.value(config, artifact)))
            .collect();
        let mut answers = Vec::new();
        loop {
            *work += ASKING + self.alphabet.width();
            let attempt = Attempt {
                config,
                edge: id,
                choices: choices.iter().map(|c| (c.artifact, c.value)).collect(),
            };
            let files: Vec<(ArtifactId, &Content)> = fixed
                .iter()
                .chain(&attempt.choices)
                .filter_map(|&(id, value)| Some((id, self.alphabet.content(id, value)?)))
                .collect();
            let answer = self.asker.ask(record, &files, edge);
            let answer = answer.map(|_| self.behind(&attempt, edge, live));
            answers.push((attempt, answer));
            if *work > limit(self.model) || !advance(&mut choices) {
                return answers;
            }
        }
    }

    fn learn(&mut self, attempt: Attempt, answer: Answer) {
        let outcome = &mut self.outcomes[attempt.edge.index()];
        outcome.attempts += 1;
        match answer {
            Ok(values) => {
                if outcome.taken.is_none() {
                    outcome.taken = Some(attempt.clone());
                }
                let (from, to) = (attempt.config, self.model.edge(attempt.edge).to);
                let reached = self.arrive(to, values, Some(attempt));
                self.arcs.push((from, reached));
            }
            Err(refused) => {
                for obstacle in refused.obstacles {
                    *outcome.count.entry(obstacle).or_default() += 1;
                    let first = outcome.refused.entry(obstacle);
                    first.or_insert_with(|| attempt.clone());
                }
            }
        }
    }

    /// The phase's own artifacts whose content matters for this edge, each at its first value.
    fn first_choices(&self, edge: &Edge, looked: &[ArtifactId], live: &[u64]) -> Vec<Choice> {
        if !is_after_work(edge) {
            return Vec::new();
        }
        let produced = self.model.phase(edge.from.phase).produces.iter();
        produced
            .filter(|mention| {
                let artifact = mention.artifact;
                looked.binary_search(&artifact).is_ok() || bit(live, artifact.index())
            })
            .map(|mention| {
                let least = Value::from(needs_work(edge) && !mention.optional);
                Choice {
                    artifact: mention.artifact,
                    least,
                    value: least,
                    most: self.alphabet.most(mention.artifact),
                }
            })
            .collect()
    }

    /// The values behind an edge that was taken, as far as they still matter there.
    fn behind(&self, attempt: &Attempt, edge: &Edge, live: &[u64]) -> Box<[u64]> {
        let mut values = self.configs[attempt.config as usize].values.clone();
        for &(artifact, value) in attempt.choices.iter().filter(|(_, value)| *value > 0) {
            put(&mut values, self.alphabet.bit(artifact, value));
        }
        if is_arrival(edge) {
            for mention in &self.model.phase(edge.to.phase).forbids {
                for value in 1..=self.alphabet.most(mention.artifact) {
                    clear(&mut values, self.alphabet.bit(mention.artifact, value));
                }
            }
        }
        self.alphabet.keep(&mut values, live);
        values
    }

    fn arrive(&mut self, state: State, values: Box<[u64]>, came: Option<Attempt>) -> ConfigId {
        let next = ConfigId::try_from(self.configs.len()).unwrap_or(ConfigId::MAX);
        let (configs, first) = (&mut self.configs, &mut self.first);
        let position = self.model.graph.position(state);
        let known = self.known.entry((state, values.clone()));
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

    fn value(&self, config: ConfigId, artifact: ArtifactId) -> Value {
        let values = &self.configs[config as usize].values;
        (1..=self.alphabet.most(artifact))
            .find(|&value| bit(values, self.alphabet.bit(artifact, value)))
            .unwrap_or(0)
    }
}

/// One artifact of the phase, and the values that it goes through.
struct Choice {
    artifact: ArtifactId,
    least: Value,
    value: Value,
    most: Value,
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
