//! What an artifact's content can be, as far as any guard can tell.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;

use crate::lint::flow::{Rows, bit, clear, clear_all, first_of, ones, put, put_all};
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
    /// Those of them that are never frozen.
    loose: Vec<ArtifactId>,
    bits: usize,
    /// Whether every difference that a guard can see is there.
    pub(super) complete: bool,
}

/// How many texts of one artifact are told apart: each doubles the contents.
const TEXTS: usize = 6;

/// How many contents of one artifact a value can name.
const VALUES: usize = Value::MAX as usize;

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
            loose: Vec::new(),
            bits: model.artifacts.len(),
            complete: true,
        };
        let nothing = Asked::default();
        for (id, artifact) in model.artifact_ids().zip(&model.artifacts) {
            let asked = asked.get(&id).unwrap_or(&nothing);
            let contents = asked.contents(artifact);
            alphabet.complete &= asked.texts.len() <= TEXTS && contents.len() < VALUES;
            alphabet.further.push(alphabet.bits);
            alphabet.bits += contents.len() - 1;
            if contents.len() > 1 {
                alphabet.several.push(id);
                alphabet.loose.extend((!artifact.frozen).then_some(id));
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

    /// The artifacts that can have several contents and are never frozen.
    pub(super) fn loose(&self) -> &[ArtifactId] {
        &self.loose
    }

    /// The content behind a value; nothing where the artifact is missing.
    pub(super) fn content(&self, artifact: ArtifactId, value: Value) -> Option<&Content> {
        let place = usize::from(value).checked_sub(1)?;
        self.contents[artifact.index()].get(place)
    }

    /// The bits of all values that the artifacts in `live` can have.
    pub(super) fn masks(&self, live: Rows) -> Rows {
        if self.several.is_empty() {
            return live;
        }
        let mut several = vec![0; self.contents.len().div_ceil(64)];
        for artifact in &self.several {
            put(&mut several, artifact.index());
        }
        live.widened(self.width(), |live, mask| {
            // What fills a row goes beyond the last artifact.
            for artifact in ones(live).take_while(|&artifact| artifact < self.contents.len()) {
                put(mask, artifact);
                if bit(&several, artifact) {
                    put_all(mask, self.further(artifact));
                }
            }
        })
    }

    /// The bits of an artifact's further contents.
    fn further(&self, artifact: usize) -> Range<usize> {
        let first = self.further[artifact];
        first..first + self.contents[artifact].len() - 1
    }

    /// The value of one artifact.
    pub(super) fn value(&self, values: &[u64], artifact: ArtifactId) -> Value {
        let artifact = artifact.index();
        if bit(values, artifact) {
            return 1;
        }
        let place = first_of(values, self.further(artifact));
        place.map_or(0, |place| Value::try_from(place + 2).unwrap_or(Value::MAX))
    }

    /// Gives one artifact a value.
    pub(super) fn set(&self, values: &mut [u64], artifact: ArtifactId, value: Value) {
        clear(values, artifact.index());
        clear_all(values, self.further(artifact.index()));
        if value > 0 {
            put(values, self.bit(artifact, value));
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
        let mut accepting: HashMap<&str, Vec<usize>> = HashMap::new();
        for (guard, words) in self.outcomes.iter().enumerate() {
            for word in words {
                accepting.entry(word).or_default().push(guard);
            }
        }
        let mut seen: HashSet<Vec<usize>> = HashSet::new();
        let words = artifact.contract.outcomes.iter().map(|word| &word.value);
        let mut words: Vec<Option<String>> = words
            .filter(|word| {
                let mut guards = accepting.remove(word.as_str()).unwrap_or_default();
                guards.dedup();
                seen.insert(guards)
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
