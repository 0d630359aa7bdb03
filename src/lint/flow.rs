//! What holds of each artifact in each state, spread along edges until nothing changes.

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
        let mut changed = false;
        for (have, more) in row.iter_mut().zip(set) {
            changed |= *more & !*have != 0;
            *have |= more;
        }
        changed
    }
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

/// How many words all sweeps of one kind of fact may touch: some tenths of a second.
const WORK: usize = 1 << 28;

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
            rows,
            pass,
            work: 0,
        };
        let mut settle = |part: &Part| match way {
            Way::Onward => {
                let settled = sweep.until_stable(&part.inner);
                sweep.along(part.outer.iter());
                settled
            }
            Way::Back => {
                sweep.along(part.outer.iter());
                sweep.until_stable(&part.inner)
            }
        };
        match way {
            Way::Onward => self.parts.iter().all(&mut settle),
            Way::Back => self.parts.iter().rev().all(&mut settle),
        }
    }
}

struct Sweep<'a, F> {
    model: &'a Model,
    way: Way,
    rows: &'a mut Rows,
    pass: F,
    scratch: Vec<u64>,
    work: usize,
}

impl<F: Fn(&Edge, &mut [u64])> Sweep<'_, F> {
    /// One step along each edge; whether anything changed.
    fn along<'e>(&mut self, edges: impl Iterator<Item = &'e EdgeId>) -> bool {
        let mut changed = false;
        for &id in edges {
            let edge = self.model.edge(id);
            let (from, to) = match self.way {
                Way::Onward => (edge.from, edge.to),
                Way::Back => (edge.to, edge.from),
            };
            let from = self.model.graph.position(from);
            self.scratch.copy_from_slice(self.rows.row(from));
            (self.pass)(edge, &mut self.scratch);
            let to = self.model.graph.position(to);
            changed |= self.rows.add(to, &self.scratch);
            self.work += self.scratch.len() + 1;
        }
        changed
    }

    /// Sweeps over the edges of one component; whether it came to an end in time.
    fn until_stable(&mut self, edges: &[EdgeId]) -> bool {
        // A chain with an edge back from each link settles at once if every other sweep runs the
        // other way; in one direction it would take as many sweeps as it has links.
        loop {
            let there = self.along(edges.iter());
            let back = there && self.along(edges.iter().rev());
            if !back {
                return true;
            }
            if self.work > WORK {
                return false;
            }
        }
    }
}
