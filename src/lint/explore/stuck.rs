//! Configurations from which no end can be reached any more.

use std::collections::BTreeMap;

use super::{ConfigId, Exploration};
use crate::workflow::{EdgeId, PhaseId, State, strongly_connected};

/// Where tasks are caught: a first configuration, and every phase that they still move in.
pub(in crate::lint) struct Trap {
    pub(in crate::lint) config: ConfigId,
    pub(in crate::lint) phases: Vec<PhaseId>,
}

impl Exploration<'_> {
    /// Every set of phases in which tasks are caught, with a shortest way there. States that
    /// `excused` names count as ends: what is wrong with them is reported by itself.
    pub(in crate::lint) fn traps(&self, excused: impl Fn(State) -> bool) -> Vec<Trap> {
        let is_end = |config: &super::Config| {
            let terminal = self.model.phase(config.state.phase).terminal;
            terminal.is_some() || excused(config.state)
        };
        let mut free: Vec<bool> = self.configs.iter().map(is_end).collect();
        if free.iter().all(|&free| free) {
            return Vec::new();
        }
        self.spread_back(&mut free);
        let caught = |config: ConfigId| !free[config as usize];
        let arcs = || {
            let arcs = self.arcs.iter().copied();
            arcs.filter(|&(from, _)| caught(from))
        };
        let parts = strongly_connected(self.configs.len(), arcs());
        let mut part_of = vec![0; self.configs.len()];
        for (part, configs) in parts.iter().enumerate() {
            for &config in configs {
                part_of[config as usize] = part;
            }
        }
        let mut left = vec![false; parts.len()];
        for (from, to) in arcs() {
            if part_of[from as usize] != part_of[to as usize] {
                left[part_of[from as usize]] = true;
            }
        }
        let mut traps: BTreeMap<Vec<PhaseId>, ConfigId> = BTreeMap::new();
        for (part, configs) in parts.iter().enumerate() {
            let Some(&first) = configs.iter().min().filter(|&&first| caught(first)) else {
                continue;
            };
            if !left[part] {
                let phases = configs
                    .iter()
                    .map(|&c| self.configs[c as usize].state.phase);
                let mut phases: Vec<PhaseId> = phases.collect();
                phases.sort_unstable();
                phases.dedup();
                let earliest = traps.entry(phases).or_insert(first);
                *earliest = first.min(*earliest);
            }
        }
        let traps = traps.into_iter();
        traps
            .map(|(phases, config)| Trap { config, phases })
            .collect()
    }

    /// Marks every configuration from which a marked one can be reached.
    fn spread_back(&self, marked: &mut [bool]) {
        let mut before: Vec<Vec<ConfigId>> = vec![Vec::new(); self.configs.len()];
        for &(from, to) in &self.arcs {
            before[to as usize].push(from);
        }
        let mut queue: Vec<usize> = (0..marked.len()).filter(|&c| marked[c]).collect();
        while let Some(config) = queue.pop() {
            for &from in &before[config] {
                if !marked[from as usize] {
                    marked[from as usize] = true;
                    queue.push(from as usize);
                }
            }
        }
    }

    /// The state of a configuration.
    pub(in crate::lint) fn state(&self, config: ConfigId) -> State {
        self.configs[config as usize].state
    }

    /// The edges out of a trap's configuration that the engine refuses, with one obstacle each.
    pub(in crate::lint) fn refusals(&self, config: ConfigId) -> Vec<(EdgeId, super::Refused)> {
        let state = self.state(config);
        let record = self.asker.record(state);
        let mut work = 0;
        let mut refusals = Vec::new();
        for &edge in self.model.graph.leaving(state) {
            let answers = self.attempts(config, edge, &record, &mut work);
            if answers.iter().all(|(_, answer)| answer.is_err()) {
                let mut errors = answers.into_iter().filter_map(|(_, answer)| answer.err());
                refusals.extend(errors.next().map(|refused| (edge, refused)));
            }
        }
        refusals
    }
}
