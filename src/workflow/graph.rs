//! The states of a workflow and the steps between them, as a graph. Only this file knows petgraph.

use std::collections::VecDeque;

use fixedbitset::FixedBitSet;
use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;

use super::edge::Edge;
use super::ids::{EdgeId, PhaseId, State, SubState};

/// The states and steps of a model.
#[derive(Clone, Debug, Default)]
pub struct StateGraph {
    graph: DiGraph<State, EdgeId>,
    /// The node of each phase's base state; pending and granted follow it directly.
    first: Vec<NodeIndex>,
    leaving: Grouped,
    entering: Grouped,
    /// Each edge by the state that it leaves, then by the one that it enters.
    pairs: Vec<(usize, usize, EdgeId)>,
}

/// The edges by the state at one of their ends, each group in the order of the edges.
#[derive(Clone, Debug, Default)]
struct Grouped {
    edges: Vec<EdgeId>,
    /// Where each group starts, and where the last one ends.
    starts: Vec<usize>,
}

impl Grouped {
    fn new(groups: usize, ends: &[usize]) -> Self {
        let mut starts = vec![0; groups + 1];
        for &group in ends {
            starts[group + 1] += 1;
        }
        for group in 0..groups {
            starts[group + 1] += starts[group];
        }
        let mut next = starts.clone();
        let mut edges = vec![EdgeId(0); ends.len()];
        for (id, &group) in (0..).map(EdgeId).zip(ends) {
            edges[next[group]] = id;
            next[group] += 1;
        }
        Self { edges, starts }
    }

    fn of(&self, group: usize) -> &[EdgeId] {
        &self.edges[self.starts[group]..self.starts[group + 1]]
    }
}

/// A set of states of one graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateSet(FixedBitSet);

/// States that all lead to each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// The states, in order.
    pub states: Vec<State>,
    /// Whether an edge leads into it from outside.
    pub entered: bool,
    /// Whether an edge leads out of it.
    pub left: bool,
}

impl StateGraph {
    /// Builds the graph over `states`, which come phase by phase, base state first.
    pub fn new(states: impl Iterator<Item = State>, edges: &[Edge]) -> Self {
        let mut built = Self::default();
        for state in states {
            let node = built.graph.add_node(state);
            if state.sub == SubState::Base {
                built.first.push(node);
            }
        }
        for (index, edge) in (0..).zip(edges) {
            let (from, to) = (built.node(edge.from), built.node(edge.to));
            built.graph.add_edge(from, to, EdgeId(index));
        }
        let ends = |end: fn(&Edge) -> State| -> Vec<usize> {
            edges.iter().map(|edge| built.position(end(edge))).collect()
        };
        let (from, to) = (ends(|edge| edge.from), ends(|edge| edge.to));
        let ids = (0..).map(EdgeId);
        let pairs = from.iter().zip(&to).zip(ids);
        built.pairs = pairs.map(|((&from, &to), id)| (from, to, id)).collect();
        built.pairs.sort_unstable();
        built.leaving = Grouped::new(built.len(), &from);
        built.entering = Grouped::new(built.len(), &to);
        built
    }

    fn node(&self, state: State) -> NodeIndex {
        let base = self.first[state.phase.index()].index();
        NodeIndex::new(base + state.sub as usize)
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.graph.node_count()
    }

    /// Whether there is no state.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The position of `state` among all states, phase by phase.
    pub fn position(&self, state: State) -> usize {
        self.node(state).index()
    }

    /// The steps that leave `state`, in the order in which they were declared.
    pub fn leaving(&self, state: State) -> &[EdgeId] {
        self.leaving.of(self.position(state))
    }

    /// The steps that enter `state`, in the order in which they were declared.
    pub fn entering(&self, state: State) -> &[EdgeId] {
        self.entering.of(self.position(state))
    }

    /// The steps from one state to another, in the order in which they were declared.
    pub fn between(&self, from: State, to: State) -> impl ExactSizeIterator<Item = EdgeId> + '_ {
        let pair = (self.position(from), self.position(to));
        let rest = &self.pairs[self.pairs.partition_point(|&(a, b, _)| (a, b) < pair)..];
        let found = &rest[..rest.partition_point(|&(a, b, _)| (a, b) == pair)];
        found.iter().map(|&(_, _, id)| id)
    }

    /// The states that can be reached from `starts` along the edges that `keep` names.
    pub fn reachable(
        &self,
        starts: impl IntoIterator<Item = State>,
        keep: impl Fn(EdgeId) -> bool,
    ) -> StateSet {
        self.search(starts, Direction::Outgoing, keep)
    }

    /// The states from which one of `ends` can be reached along the edges that `keep` names.
    pub fn reaching(
        &self,
        ends: impl IntoIterator<Item = State>,
        keep: impl Fn(EdgeId) -> bool,
    ) -> StateSet {
        self.search(ends, Direction::Incoming, keep)
    }

    fn search(
        &self,
        starts: impl IntoIterator<Item = State>,
        direction: Direction,
        keep: impl Fn(EdgeId) -> bool,
    ) -> StateSet {
        let mut seen = FixedBitSet::with_capacity(self.graph.node_count());
        let mut queue: VecDeque<NodeIndex> = starts.into_iter().map(|s| self.node(s)).collect();
        seen.extend(queue.iter().map(|node| node.index()));
        while let Some(node) = queue.pop_front() {
            for edge in self.graph.edges_directed(node, direction) {
                let other = match direction {
                    Direction::Outgoing => edge.target(),
                    Direction::Incoming => edge.source(),
                };
                if keep(*edge.weight()) && !seen.put(other.index()) {
                    queue.push_back(other);
                }
            }
        }
        StateSet(seen)
    }

    /// Whether `set`, made by this graph, holds `state`.
    pub fn holds(&self, set: &StateSet, state: State) -> bool {
        set.0.contains(self.node(state).index())
    }

    /// The strongly connected components, the last ones first, each with whether other components lead to it and
    /// whether it leads to others.
    pub fn components(&self) -> Vec<Component> {
        // Tarjan's algorithm recurses in this library, and a workflow may be a very long chain.
        let parts = petgraph::algo::kosaraju_scc(&self.graph);
        let mut part_of = vec![0; self.graph.node_count()];
        for (part, nodes) in parts.iter().enumerate() {
            for node in nodes {
                part_of[node.index()] = part;
            }
        }
        let mut components: Vec<Component> = parts
            .iter()
            .map(|nodes| Component {
                states: nodes.iter().map(|&node| self.graph[node]).collect(),
                entered: false,
                left: false,
            })
            .collect();
        for edge in self.graph.edge_references() {
            let (from, to) = (
                part_of[edge.source().index()],
                part_of[edge.target().index()],
            );
            if from != to {
                components[from].left = true;
                components[to].entered = true;
            }
        }
        for component in &mut components {
            component.states.sort_unstable();
        }
        components
    }

    /// The shortest distance in phases from `start` along the edges that `keep` names, for each
    /// phase in order; nothing where no path leads there.
    pub fn phase_distances(
        &self,
        start: PhaseId,
        edges: &[Edge],
        keep: impl Fn(&Edge) -> bool,
    ) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.first.len()];
        distances[start.index()] = Some(0);
        let mut queue = VecDeque::from([start]);
        let mut leaving: Vec<Vec<PhaseId>> = vec![Vec::new(); self.first.len()];
        for edge in edges.iter().filter(|edge| keep(edge)) {
            leaving[edge.from.phase.index()].push(edge.to.phase);
        }
        while let Some(phase) = queue.pop_front() {
            let next = distances[phase.index()].map(|distance: u32| distance + 1);
            for &other in &leaving[phase.index()] {
                if distances[other.index()].is_none() {
                    distances[other.index()] = next;
                    queue.push_back(other);
                }
            }
        }
        distances
    }
}

/// The strongly connected components of any directed graph over the numbers up to `count`.
pub fn strongly_connected(count: usize, arcs: impl Iterator<Item = (u32, u32)>) -> Vec<Vec<u32>> {
    let mut graph = DiGraph::<(), ()>::with_capacity(count, 0);
    for _ in 0..count {
        graph.add_node(());
    }
    for (from, to) in arcs {
        graph.add_edge(from.into(), to.into(), ());
    }
    let number = |node: NodeIndex| u32::try_from(node.index()).unwrap_or(u32::MAX);
    let parts = petgraph::algo::kosaraju_scc(&graph);
    let parts = parts.into_iter();
    parts
        .map(|part| part.into_iter().map(number).collect())
        .collect()
}
