//! The way to a configuration, step by step, as something that can be shown and replayed.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use super::{Attempt, ConfigId, Exploration, Value};
use crate::diagnostic::{Counterexample, Ending, Passage, Writing};
use crate::lint::existence::{is_after_work, needs_work};
use crate::workflow::{ArtifactId, Edge, EdgeId, Event, State};

/// How many steps all counterexamples of one text may have. Faults in a very long workflow would
/// each have a very long path, which nobody reads. The first one that is too much is the last.
const SHOWN: usize = 10_000;

/// An artifact that a path follows.
struct Wanted {
    artifact: ArtifactId,
    /// For each step, whether it makes the mark: what the phase writes before it is another text.
    marking: Vec<bool>,
}

impl Exploration<'_> {
    /// The way to where `attempt` is refused, and the refused step.
    pub(in crate::lint) fn to_refusal(&self, attempt: &Attempt) -> Option<Counterexample> {
        self.may_show()?;
        let record = self.asker.record(self.model.edge(attempt.edge).from);
        let mut work = 0;
        let answers = self.attempts(attempt.config, attempt.edge, &record, &mut work);
        let (_, answer) = answers.into_iter().find(|(other, _)| other == attempt)?;
        let mut steps = self.way_to(attempt.config);
        steps.push(attempt.clone());
        self.shown(&steps, Ending::Refused(answer.err()?.code), None)
    }

    /// The way to a configuration that nothing leads out of for good.
    pub(in crate::lint) fn to_stuck(&self, config: ConfigId) -> Option<Counterexample> {
        self.may_show()?;
        let round = self.to_round(config, |_| true);
        round.or_else(|| self.shown(&self.way_to(config), Ending::Stuck, None))
    }

    /// The way to a configuration, and from there round along edges that `keep` names.
    pub(in crate::lint) fn to_round(
        &self,
        config: ConfigId,
        keep: impl Fn(EdgeId) -> bool,
    ) -> Option<Counterexample> {
        self.may_show()?;
        let mut steps = self.way_to(config);
        let first = steps.len() + 1;
        steps.extend(self.round(config, keep)?);
        self.shown(&steps, Ending::Round(first), None)
    }

    /// The first configuration found in a state.
    pub(in crate::lint) fn first_in(&self, state: State) -> Option<ConfigId> {
        self.first[self.model.graph.position(state)]
    }

    fn may_show(&self) -> Option<()> {
        (self.shown_steps.get() <= SHOWN).then_some(())
    }

    /// The attempts that lead from the first configuration to this one.
    fn way_to(&self, mut config: ConfigId) -> Vec<Attempt> {
        let mut steps = Vec::new();
        while let Some(attempt) = &self.configs[config as usize].came {
            steps.push(attempt.clone());
            config = attempt.config;
        }
        steps.reverse();
        steps
    }

    /// A shortest way round from a configuration through another phase and back to it, along edges
    /// that `keep` names.
    fn round(&self, start: ConfigId, keep: impl Fn(EdgeId) -> bool) -> Option<Vec<Attempt>> {
        let home = self.configs[start as usize].state.phase;
        let mut came: HashMap<ConfigId, Attempt> = HashMap::new();
        let mut queue = VecDeque::from([start]);
        while let Some(config) = queue.pop_front() {
            for (attempt, reached) in self.steps(config, &keep) {
                if reached == start && self.state(config).phase != home {
                    return Some(back(&came, start, attempt));
                }
                if reached != start && !came.contains_key(&reached) {
                    came.insert(reached, attempt);
                    queue.push_back(reached);
                }
            }
        }
        None
    }

    /// The steps that the engine lets a configuration take along edges that `keep` names, and where
    /// they lead.
    fn steps(&self, config: ConfigId, keep: impl Fn(EdgeId) -> bool) -> Vec<(Attempt, ConfigId)> {
        let state = self.state(config);
        let record = self.asker.record(state);
        let mut steps = Vec::new();
        let leaving = self.model.graph.leaving(state).iter();
        for &edge in leaving.filter(|&&edge| keep(edge)) {
            let to = self.model.edge(edge).to;
            for (attempt, answer) in self.attempts(config, edge, &record, &mut 0) {
                let reached = answer.ok().and_then(|values| self.known.get(&(to, values)));
                steps.extend(reached.map(|&reached| (attempt, reached)));
            }
        }
        steps
    }

    /// A shortest path on which a mark that `mark` makes and unmakes step by step comes to an edge
    /// where `is_goal` says so. While it is on its way, the artifact is written wherever it may be.
    pub(in crate::lint) fn marked_path(
        &self,
        artifact: ArtifactId,
        mark: impl Fn(&Edge, bool) -> bool,
        is_goal: impl Fn(&Edge, bool) -> bool,
    ) -> Option<Counterexample> {
        let mut came: HashMap<(ConfigId, bool), (Attempt, bool)> = HashMap::new();
        let mut queue = VecDeque::from([(0, false)]);
        while let Some((config, marked)) = queue.pop_front() {
            for (attempt, reached) in self.steps(config, |_| true) {
                let edge = self.model.edge(attempt.edge);
                let left_out = attempt.choices.contains(&(artifact, 0));
                let next = !left_out && mark(edge, marked);
                if is_goal(edge, next) {
                    let mut steps = vec![attempt];
                    let mut marking = vec![!marked];
                    let mut at = (config, marked);
                    while let Some((step, before)) = came.get(&at) {
                        steps.push(step.clone());
                        marking.push(at.1 && !before);
                        at = (step.config, *before);
                    }
                    steps.reverse();
                    marking.reverse();
                    let wanted = Wanted { artifact, marking };
                    return self.shown(&steps, Ending::Here, Some(&wanted));
                }
                let first = (reached, next) != (0, false);
                if first && !came.contains_key(&(reached, next)) {
                    came.insert((reached, next), (attempt, marked));
                    queue.push_back((reached, next));
                }
            }
        }
        None
    }

    /// The steps with everything that is in the folder meanwhile, what was forgotten included.
    fn shown(
        &self,
        steps: &[Attempt],
        ending: Ending,
        wanted: Option<&Wanted>,
    ) -> Option<Counterexample> {
        self.shown_steps.set(self.shown_steps.get() + steps.len());
        self.may_show()?;
        let mut files: BTreeMap<ArtifactId, Value> = BTreeMap::new();
        let last = steps.len();
        let passages = steps.iter().enumerate().map(|(index, attempt)| {
            let refused = index + 1 == last && matches!(ending, Ending::Refused(_));
            let wanted = wanted.map(|wanted| (wanted.artifact, wanted.marking[index]));
            self.passage(attempt, refused, wanted, &mut files)
        });
        Some(Counterexample {
            start: self.model.state_name(self.model.start()),
            steps: passages.collect(),
            ending,
        })
    }

    /// One step. The `wanted` artifact is there once it may be, and with `true` it is written even
    /// if it is there already.
    fn passage(
        &self,
        attempt: &Attempt,
        refused: bool,
        wanted: Option<(ArtifactId, bool)>,
        files: &mut BTreeMap<ArtifactId, Value>,
    ) -> Passage {
        let model = self.model;
        let edge = model.edge(attempt.edge);
        let (mut written, mut removed, mut archived) = (Vec::new(), Vec::new(), Vec::new());
        for (artifact, value) in self.written(attempt, wanted.map(|(artifact, _)| artifact), files)
        {
            let now = files.insert(artifact, value).unwrap_or_default();
            let name = model.artifact(artifact).name.clone();
            match self.alphabet.content(artifact, value) {
                _ if value == now && wanted != Some((artifact, true)) => {}
                None => removed.push(name),
                Some(content) => written.push(Writing {
                    artifact: name,
                    outcome: content.outcome.clone(),
                    contains: content.contains.clone(),
                    finished: content.finished,
                }),
            }
        }
        if edge.event == Event::Rework && !refused {
            for mention in &model.phase(edge.to.phase).forbids {
                let gone = files.insert(mention.artifact, 0).unwrap_or_default();
                if gone > 0 {
                    archived.push(model.artifact(mention.artifact).name.clone());
                }
            }
        }
        Passage {
            written,
            removed,
            event: edge.event.word(),
            to: model.state_name(edge.to),
            archived,
        }
    }

    /// The values that the task's artifacts have before the step: those that were chosen, and for
    /// the phase's others, on which nothing depends, whatever makes it complete.
    fn written(
        &self,
        attempt: &Attempt,
        wanted: Option<ArtifactId>,
        files: &BTreeMap<ArtifactId, Value>,
    ) -> Vec<(ArtifactId, Value)> {
        let edge = self.model.edge(attempt.edge);
        let mut values = attempt.choices.clone();
        let chosen: HashSet<ArtifactId> = values.iter().map(|(artifact, _)| *artifact).collect();
        let produces = self.model.phase(edge.from.phase).produces.iter();
        for mention in produces.filter(|_| is_after_work(edge)) {
            let artifact = mention.artifact;
            if chosen.contains(&artifact) {
                continue;
            }
            let now = files.get(&artifact).copied().unwrap_or_default();
            let due = needs_work(edge) && (!mention.optional || now > 0);
            let fits = now > 0 && !(due && now > self.alphabet.most_finished(artifact));
            let write = (due || wanted == Some(artifact)) && !fits;
            values.push((artifact, if write { 1 } else { now }));
        }
        values
    }
}

/// The steps from `start` to the last one, by the steps that first led to each configuration.
fn back(came: &HashMap<ConfigId, Attempt>, start: ConfigId, last: Attempt) -> Vec<Attempt> {
    let mut steps = vec![last];
    while let Some(config) = steps.last().map(|step| step.config)
        && config != start
        && let Some(step) = came.get(&config)
    {
        steps.push(step.clone());
    }
    steps.reverse();
    steps
}
