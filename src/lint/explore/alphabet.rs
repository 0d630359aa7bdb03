//! What an artifact's content can be, as far as any guard can tell.

use std::collections::{BTreeMap, BTreeSet};

use crate::lint::flow;
use crate::workflow::{Artifact, ArtifactId, GuardTest, Model};

/// The content of an artifact that exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Content {
    /// The outcome that it states.
    pub(crate) outcome: Option<String>,
    /// The texts that it contains, of those that guards ask for.
    pub(crate) contains: Vec<String>,
    /// Whether it is as its contract says. A `rework` may leave it otherwise.
    pub(crate) finished: bool,
}

/// Zero where an artifact is missing, else one more than the place of its content in the alphabet.
pub(crate) type Value = u16;

/// The contents of each artifact that guards tell apart.
pub(super) struct Alphabet {
    contents: Vec<Vec<Content>>,
    /// Where the bits of further contents begin; the first has the artifact's own bit.
    further: Vec<usize>,
    /// The artifacts that have further contents.
    several: Vec<ArtifactId>,
    bits: usize,
    /// Whether every difference that a guard can see is there.
    pub(super) complete: bool,
}

/// How many texts of one artifact are told apart: each doubles the contents.
const TEXTS: usize = 6;

impl Alphabet {
    pub(super) fn new(model: &Model) -> Self {
        let mut asked: BTreeMap<ArtifactId, Asked> = BTreeMap::new();
        for test in model.edges.iter().flat_map(|e| &e.guards).map(|g| &g.test) {
            match test {
                GuardTest::Outcome { artifact, words } => {
                    let words = words.iter().map(|word| word.value.as_str());
                    let asked = asked.entry(*artifact).or_default();
                    asked.outcomes.push(words.collect());
                }
                GuardTest::Contains { artifact, text } => {
                    let asked = asked.entry(*artifact).or_default();
                    asked.texts.insert(text);
                }
                GuardTest::SubtasksComplete | GuardTest::Check(_) => {}
            }
        }
        let mut alphabet = Self {
            contents: Vec::with_capacity(model.artifacts.len()),
            further: Vec::with_capacity(model.artifacts.len()),
            several: Vec::new(),
            bits: model.artifacts.len(),
            complete: true,
        };
        let nothing = Asked::default();
        for (id, artifact) in model.artifact_ids().zip(&model.artifacts) {
            let asked = asked.get(&id).unwrap_or(&nothing);
            alphabet.complete &= asked.texts.len() <= TEXTS;
            let contents = asked.contents(artifact);
            alphabet.further.push(alphabet.bits);
            alphabet.bits += contents.len() - 1;
            if contents.len() > 1 {
                alphabet.several.push(id);
            }
            alphabet.contents.push(contents);
        }
        alphabet
    }

    /// How many words hold the values of all artifacts.
    pub(super) fn width(&self) -> usize {
        self.bits.div_ceil(64)
    }

    /// The largest value that an artifact can have.
    pub(super) fn most(&self, artifact: ArtifactId) -> Value {
        Value::try_from(self.contents[artifact.index()].len()).unwrap_or(Value::MAX)
    }

    /// The largest value that an artifact can have when its phase is done.
    pub(super) fn most_finished(&self, artifact: ArtifactId) -> Value {
        let contents = &self.contents[artifact.index()];
        let unfinished = contents.iter().filter(|content| !content.finished).count();
        Value::try_from(contents.len() - unfinished).unwrap_or(Value::MAX)
    }

    /// The artifacts that can have several contents.
    pub(super) fn several(&self) -> impl Iterator<Item = ArtifactId> + '_ {
        self.several.iter().copied()
    }

    /// The content behind a value; nothing where the artifact is missing.
    pub(super) fn content(&self, artifact: ArtifactId, value: Value) -> Option<&Content> {
        let place = usize::from(value).checked_sub(1)?;
        self.contents[artifact.index()].get(place)
    }

    /// Forgets the values of all artifacts that are not in `live`.
    pub(super) fn keep(&self, values: &mut [u64], live: &[u64]) {
        let further = |artifact: &ArtifactId| {
            let first = self.further[artifact.index()];
            first..first + self.contents[artifact.index()].len() - 1
        };
        let several = self.several.iter();
        let live_ones = several.filter(|artifact| flow::bit(live, artifact.index()));
        let kept: Vec<usize> = live_ones
            .flat_map(further)
            .filter(|&bit| flow::bit(values, bit))
            .collect();
        for (index, word) in values.iter_mut().enumerate() {
            *word &= live.get(index).copied().unwrap_or_default();
        }
        // The last word of the artifacts' own bits holds some of the further ones.
        if let Some(shared) = values.get_mut(self.contents.len() / 64) {
            *shared &= (1 << (self.contents.len() % 64)) - 1;
        }
        for bit in kept {
            flow::put(values, bit);
        }
    }

    /// The value of one artifact.
    pub(super) fn value(&self, values: &[u64], artifact: ArtifactId) -> Value {
        (1..=self.most(artifact))
            .find(|&value| flow::bit(values, self.bit(artifact, value)))
            .unwrap_or(0)
    }

    /// Gives one artifact a value.
    pub(super) fn set(&self, values: &mut [u64], artifact: ArtifactId, value: Value) {
        for other in 1..=self.most(artifact) {
            flow::clear(values, self.bit(artifact, other));
        }
        if value > 0 {
            flow::put(values, self.bit(artifact, value));
        }
    }

    /// The bit of a value that is not zero.
    fn bit(&self, artifact: ArtifactId, value: Value) -> usize {
        match value {
            0 | 1 => artifact.index(),
            value => self.further[artifact.index()] + usize::from(value) - 2,
        }
    }
}

/// What guards ask of one artifact.
#[derive(Default)]
struct Asked<'a> {
    outcomes: Vec<Vec<&'a str>>,
    texts: BTreeSet<&'a str>,
}

impl Asked<'_> {
    fn is_asked(&self) -> bool {
        !(self.outcomes.is_empty() && self.texts.is_empty())
    }

    fn contents(&self, artifact: &Artifact) -> Vec<Content> {
        let mut contents = Vec::new();
        for outcome in self.words(artifact) {
            for contains in self.held_texts(artifact) {
                contents.push(Content {
                    outcome: outcome.clone(),
                    contains,
                    finished: true,
                });
            }
        }
        let contract = &artifact.contract;
        if self.is_asked() && !(contract.outcomes.is_empty() && contract.contains.is_empty()) {
            contents.push(Content {
                outcome: None,
                contains: Vec::new(),
                finished: false,
            });
        }
        contents
    }

    /// One outcome for each set of guards that outcomes satisfy.
    fn words(&self, artifact: &Artifact) -> Vec<Option<String>> {
        let mut seen: BTreeSet<Vec<bool>> = BTreeSet::new();
        let words = artifact.contract.outcomes.iter().map(|word| &word.value);
        let mut words: Vec<Option<String>> = words
            .filter(|word| {
                let accepted = self.outcomes.iter().map(|set| set.contains(&word.as_str()));
                seen.insert(accepted.collect())
            })
            .map(|word| Some(word.clone()))
            .collect();
        if words.is_empty() {
            words.push(None);
        }
        words
    }

    /// Each set of texts that a file can contain: with its contract's, and with a text everything
    /// that is part of it.
    fn held_texts(&self, artifact: &Artifact) -> Vec<Vec<String>> {
        let declared = &artifact.contract.contains;
        let texts: Vec<&str> = self.texts.iter().copied().take(TEXTS).collect();
        let is_due = |text: &str| declared.iter().any(|due| due.value.contains(text));
        let mut sets = Vec::new();
        for chosen in 0_usize..1 << texts.len() {
            let holds = |index: usize| chosen >> index & 1 == 1;
            let possible = texts.iter().enumerate().all(|(index, text)| {
                let within = texts.iter().enumerate();
                let mut within =
                    within.filter(|(other, long)| holds(*other) && long.contains(text));
                holds(index) || !(is_due(text) || within.next().is_some())
            });
            if possible {
                let held = texts.iter().enumerate().filter(|(index, _)| holds(*index));
                sets.push(held.map(|(_, text)| (*text).to_owned()).collect());
            }
        }
        sets
    }
}
