//! Every folder that a task can have, tried out one by one: slow, and with nothing forgotten.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use automaton::names::{ArtifactName, StateName};
use automaton::workflow::{EdgeId, Event, GuardTest, Model, State, SubState};

use crate::folder::Folder;

/// What a folder is told apart by.
type Key = (StateName, BTreeMap<ArtifactName, String>);

/// All folders, and what can be done with them.
pub struct Oracle {
    keys: HashMap<Key, usize>,
    states: Vec<State>,
    /// Whether a terminal phase can be reached.
    pub finishes: Vec<bool>,
    /// The edges that some task takes.
    pub taken: BTreeSet<EdgeId>,
}

impl Oracle {
    /// Nothing, where there are more than `limit` folders.
    pub fn new(model: &Model, limit: usize) -> Option<Self> {
        let asked = asked(model);
        let mut oracle = Self {
            keys: HashMap::new(),
            states: Vec::new(),
            finishes: Vec::new(),
            taken: BTreeSet::new(),
        };
        let mut folders = vec![Folder::new(model)];
        oracle.learn(model, &folders[0]);
        let mut before: Vec<Vec<usize>> = vec![Vec::new()];
        let mut next = 0;
        while next < folders.len() {
            if folders.len() > limit {
                return None;
            }
            let folder = folders[next].clone();
            let mut reached = worked(model, &folder, &asked);
            for (id, edge) in model.leaving(oracle.states[next]) {
                // The engine takes the first of several edges to one state whose guards hold.
                if let Ok(step) = folder.ask(edge) {
                    oracle.taken.insert(id);
                    let mut after = folder.clone();
                    after.take(edge, &step);
                    reached.push(after);
                }
            }
            for folder in reached {
                let known = oracle.keys.len();
                let index = oracle.learn(model, &folder);
                if index == known {
                    folders.push(folder);
                    before.push(Vec::new());
                }
                before[index].push(next);
            }
            next += 1;
        }
        oracle.finish(model, &before);
        Some(oracle)
    }

    fn learn(&mut self, model: &Model, folder: &Folder) -> usize {
        let key = (folder.record.state.clone(), folder.files.clone());
        let next = self.keys.len();
        let states = &mut self.states;
        *self.keys.entry(key).or_insert_with(|| {
            let state = model.state_named(&folder.record.state);
            states.push(state.expect("a state"));
            next
        })
    }

    fn finish(&mut self, model: &Model, before: &[Vec<usize>]) {
        let is_end = |state: &State| model.phase(state.phase).terminal.is_some();
        self.finishes = self.states.iter().map(is_end).collect();
        let mut queue: Vec<usize> = (0..self.states.len())
            .filter(|&i| self.finishes[i])
            .collect();
        while let Some(index) = queue.pop() {
            for &from in &before[index] {
                if !self.finishes[from] {
                    self.finishes[from] = true;
                    queue.push(from);
                }
            }
        }
    }

    /// Whether this folder can come to an end.
    pub fn can_finish(&self, folder: &Folder) -> bool {
        let key = (folder.record.state.clone(), folder.files.clone());
        self.finishes[self.keys[&key]]
    }
}

/// The texts that guards ask for.
pub type Asked<'m> = BTreeMap<ArtifactName, BTreeSet<&'m str>>;

/// The texts that guards ask for, by artifact.
pub fn asked(model: &Model) -> Asked<'_> {
    let mut asked = Asked::new();
    for test in model.edges.iter().flat_map(|e| &e.guards).map(|g| &g.test) {
        if let GuardTest::Contains { artifact, text } = test {
            let name = model.artifact(*artifact).name.clone();
            asked.entry(name).or_default().insert(text);
        }
    }
    asked
}

/// What the folder becomes when the phase writes or takes away one of its artifacts, or changes
/// one that is never frozen.
pub fn worked<'m>(model: &'m Model, folder: &Folder<'m>, asked: &Asked<'_>) -> Vec<Folder<'m>> {
    let state = model.state_named(&folder.record.state).expect("a state");
    if state.sub != SubState::Base {
        return Vec::new();
    }
    let phase = model.phase(state.phase);
    let mut worked = Vec::new();
    for (id, artifact) in model.artifact_ids().zip(&model.artifacts) {
        let own = phase.writes(id);
        let loose = !artifact.frozen && folder.files.contains_key(&artifact.name);
        if !own && !loose {
            continue;
        }
        let asked: Vec<&str> = asked
            .get(&artifact.name)
            .map(|texts| texts.iter().copied().collect())
            .unwrap_or_default();
        let mut texts = Folder::texts(artifact, &asked);
        if !own {
            texts.pop();
        }
        for text in texts {
            let mut after = folder.clone();
            after.files.insert(artifact.name.clone(), text);
            worked.push(after);
        }
        if own {
            let mut after = folder.clone();
            after.files.remove(&artifact.name);
            worked.push(after);
        }
    }
    worked
}

/// The edges that the text declares and tasks may take.
pub fn declared(model: &Model) -> impl Iterator<Item = EdgeId> + '_ {
    let edges = model.edge_ids();
    edges.filter(|&id| matches!(model.edge(id).event, Event::Next | Event::Rework))
}
