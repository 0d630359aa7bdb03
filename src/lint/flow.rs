//! What holds of each artifact in each state, spread along edges until nothing changes.

use std::ops::Range;

use crate::workflow::{Edge, EdgeId, Model};

/// A set of artifacts for each state, as bits.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    width: usize,
    words: Vec<u64>,
}

impl Rows {
    pub(super) fn new(model: &Model) -> Self {
        let width = model.artifacts.len().div_ceil(64);
        Self {
            width,
            words: vec![0; width * model.graph.len()],
        }
    }

    pub(super) fn row(&self, state: usize) -> &[u64] {
        &self.words[state * self.width..][..self.width]
    }

    pub(super) fn holds(&self, state: usize, artifact: usize) -> bool {
        bit(self.row(state), artifact)
    }

    /// The same sets, with room for `width` words, as `widen` copies them.
    pub(super) fn widened(&self, width: usize, widen: impl Fn(&[u64], &mut [u64])) -> Self {
        let rows = self.words.chunks(self.width.max(1));
        let mut words = vec![0; width * rows.len()];
        for (old, new) in rows.zip(words.chunks_mut(width.max(1))) {
            widen(old, new);
        }
        Self { width, words }
    }

    /// Adds every artifact to one state.
    pub(super) fn fill(&mut self, state: usize) {
        self.words[state * self.width..][..self.width].fill(u64::MAX);
    }

    /// Adds every artifact to every state.
    pub(super) fn fill_all(&mut self) {
        self.words.fill(u64::MAX);
    }

    /// Adds a set to a state; whether that changed it.
    pub(super) fn add(&mut self, state: usize, set: &[u64]) -> bool {
        let row = &mut self.words[state * self.width..][..self.width];
        let mut added = 0;
        for (have, more) in row.iter_mut().zip(set) {
            added |= more & !*have;
            *have |= more;
        }
        added != 0
    }
}

/// Where the first bit of a range that is set stands in it.
pub(super) fn first_of(set: &[u64], range: Range<usize>) -> Option<usize> {
    let mut at = range.start;
    while at < range.end {
        let rest = set[at / 64] >> (at % 64);
        if rest != 0 {
            let found = at + rest.trailing_zeros() as usize;
            return (found < range.end).then_some(found - range.start);
        }
        at = (at / 64 + 1) * 64;
    }
    None
}

/// Unsets all bits of a range.
pub(super) fn clear_all(set: &mut [u64], range: Range<usize>) {
    while let Some(found) = first_of(set, range.clone()) {
        clear(set, range.start + found);
    }
}

/// Sets all bits of a range.
pub(super) fn put_all(set: &mut [u64], range: Range<usize>) {
    range.for_each(|index| put(set, index));
}

pub(super) fn bit(set: &[u64], index: usize) -> bool {
    set[index / 64] >> (index % 64) & 1 == 1
}

/// The places of all bits that are set.
pub(super) fn ones(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(index, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let place = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(index * 64 + place)
        })
    })
}

pub(super) fn put(set: &mut [u64], index: usize) {
    set[index / 64] |= 1 << (index % 64);
}

pub(super) fn clear(set: &mut [u64], index: usize) {
    set[index / 64] &= !(1 << (index % 64));
}

/// The edges in the order in which facts spread along them: component by component, so that all
/// that leads into one is settled before it is looked at.
#[derive(Clone, Debug)]
pub(super) struct Order {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, Default)]
struct Part {
    inner: Vec<EdgeId>,
    outer: Vec<EdgeId>,
}

/// Which way facts spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// With the edges.
    Onward,
    /// Against the edges.
    Back,
}

/// How many words and mentions all sweeps of one kind of fact may touch: a tenth of a second.
const WORK: usize = 1 << 26;

impl Order {
    /// The order over the edges that `keep` names.
    pub(super) fn new(model: &Model, keep: impl Fn(&Edge) -> bool) -> Self {
        let components = model.graph.components();
        let mut part_of = vec![0; model.graph.len()];
        for (part, component) in components.iter().rev().enumerate() {
            for &state in &component.states {
                part_of[model.graph.position(state)] = part;
            }
        }
        let mut parts = vec![Part::default(); components.len()];
        for (id, edge) in model.edge_ids().zip(&model.edges) {
            if keep(edge) {
                let from = part_of[model.graph.position(edge.from)];
                let to = part_of[model.graph.position(edge.to)];
                if from == to {
                    parts[from].inner.push(id);
                } else {
                    parts[from].outer.push(id);
                }
            }
        }
        Self { parts }
    }

    /// Every edge of the order, once.
    pub(super) fn once(&self, model: &Model, mut visit: impl FnMut(&Edge)) {
        let edges = self
            .parts
            .iter()
            .flat_map(|part| part.inner.iter().chain(&part.outer));
        edges.for_each(|&id| visit(model.edge(id)));
    }

    /// Spreads what `rows` holds along every edge, as `pass` changes it there; whether it came to
    /// an end. If not, `rows` holds too little.
    pub(super) fn spread(
        &self,
        model: &Model,
        way: Way,
        rows: &mut Rows,
        pass: impl Fn(&Edge, &mut [u64]),
    ) -> bool {
        let mut sweep = Sweep {
            model,
            way,
            scratch: vec![0; rows.width],
            changed: vec![0; model.graph.len()],
            passed: vec![None; model.edges.len()],
            rows,
            pass,
            work: 0,
        };
        let settle = |part: &Part| match way {
            Way::Onward => {
                sweep.until_stable(&part.inner);
                sweep.along(part.outer.iter());
            }
            Way::Back => {
                sweep.along(part.outer.iter());
                sweep.until_stable(&part.inner);
            }
        };
        match way {
            Way::Onward => self.parts.iter().for_each(settle),
            Way::Back => self.parts.iter().rev().for_each(settle),
        }
        sweep.work <= WORK
    }
}

struct Sweep<'a, F> {
    model: &'a Model,
    way: Way,
    rows: &'a mut Rows,
    pass: F,
    scratch: Vec<u64>,
    /// How often the row of each state changed.
    changed: Vec<u32>,
    /// How often the row behind each edge had changed when the edge was last followed.
    passed: Vec<Option<u32>>,
    work: usize,
}

impl<F: Fn(&Edge, &mut [u64])> Sweep<'_, F> {
    /// One step along each edge behind which something is new; whether that changed anything.
    fn along<'e>(&mut self, edges: impl Iterator<Item = &'e EdgeId>) -> bool {
        let mut changed = false;
        for &id in edges {
            let edge = self.model.edge(id);
            let (from, to) = match self.way {
                Way::Onward => (edge.from, edge.to),
                Way::Back => (edge.to, edge.from),
            };
            let from = self.model.graph.position(from);
            if self.passed[id.index()] == Some(self.changed[from]) {
                continue;
            }
            if self.work > WORK {
                return false;
            }
            self.passed[id.index()] = Some(self.changed[from]);
            self.scratch.copy_from_slice(self.rows.row(from));
            (self.pass)(edge, &mut self.scratch);
            let to = self.model.graph.position(to);
            if self.rows.add(to, &self.scratch) {
                self.changed[to] += 1;
                changed = true;
            }
            self.work += self.scratch.len() + mentioned(self.model, edge);
        }
        changed
    }

    /// Sweeps over the edges of one component, until nothing changes or it takes too long.
    fn until_stable(&mut self, edges: &[EdgeId]) {
        // A chain with an edge back from each link settles at once if every other sweep runs the
        // other way; in one direction it would take as many sweeps as it has links.
        while self.along(edges.iter()) && self.along(edges.iter().rev()) {}
    }
}

/// How many artifacts the phases at both ends of an edge mention.
pub(super) fn mentioned(model: &Model, edge: &Edge) -> usize {
    let phases = [edge.from.phase, edge.to.phase].map(|phase| model.phase(phase));
    let mentioned = phases.map(|p| p.reads.len() + p.produces.len() + p.forbids.len());
    mentioned.iter().sum::<usize>() + 1
}
