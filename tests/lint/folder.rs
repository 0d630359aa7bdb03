//! A task folder of texts, as the engine sees it: its contracts are read from real bytes.

use std::collections::BTreeMap;

use automaton::diagnostic::Writing;
use automaton::digest::Digest;
use automaton::engine::contract::{self, Breach, Stated};
use automaton::engine::{
    Action, Authority, CheckResult, Claims, Fact, Facts, Presence, Record, Request, Standing, Step,
    Submission, Subtask, SubtaskStanding, judge,
};
use automaton::names::{ArtifactName, StateName, TaskPath};
use automaton::workflow::{Artifact, Check, Edge, Event, Model, Terminal};

/// A task, its record and its files.
#[derive(Clone, Debug)]
pub struct Folder<'m> {
    model: &'m Model,
    task: TaskPath,
    pub record: Record,
    pub files: BTreeMap<ArtifactName, String>,
}

impl<'m> Folder<'m> {
    pub fn new(model: &'m Model) -> Self {
        Self {
            model,
            task: "task".parse().expect("a task"),
            record: Record {
                state: model.state_name(model.start()),
                seq: 1,
                since: String::new(),
                by: "someone".parse().expect("an actor"),
                artifacts: BTreeMap::new(),
                approved: BTreeMap::new(),
                origin: model.origin,
                abandoned: None,
                rested: String::new(),
                submission: Submission {
                    project: Digest::of(b"first"),
                    head: Digest::of(b"head"),
                    at: "2026-01-02T03:04:05Z".to_owned(),
                    signatures: Vec::new(),
                },
                claims: Claims::default(),
                scope: Vec::new(),
            },
            files: BTreeMap::new(),
        }
    }

    /// What the engine says to a person who wants to take `edge`.
    pub fn ask(&self, edge: &Edge) -> Result<Step, &'static str> {
        let to = self.model.state_name(edge.to);
        let reason = "because".to_owned();
        let action = match edge.event {
            Event::Approve => Action::Approve,
            Event::Reject => Action::Reject { reason },
            Event::Rework => Action::Rework {
                to: to.phase,
                reason,
            },
            _ => Action::Transition { to },
        };
        let request = Request {
            actor: "someone".parse().expect("an actor"),
            authority: Authority::Person,
            epoch: None,
            action,
        };
        judge(self.model, self, &request).map_err(|refusal| refusal.topic().code)
    }

    /// Takes a step that the engine allowed, as the store does.
    pub fn take(&mut self, edge: &Edge, step: &Step) {
        for &artifact in &step.moves {
            self.files.remove(&self.model.artifact(artifact).name);
        }
        self.record.state = self.model.state_name(edge.to);
        let digests = |files: &BTreeMap<ArtifactName, String>| {
            let digests = files.iter();
            digests
                .map(|(name, text)| (name.clone(), Digest::of(text.as_bytes())))
                .collect::<BTreeMap<_, _>>()
        };
        self.record.artifacts = digests(&self.files);
        if edge.event == Event::Approve {
            let phase = self.model.phase(edge.from.phase);
            self.record
                .approved
                .insert(phase.name.clone(), digests(&self.files));
        }
        for &phase in &step.voids {
            self.record.approved.remove(&self.model.phase(phase).name);
        }
    }

    /// Every text that an artifact can have, as far as guards tell them apart, one that breaks its
    /// contract included.
    pub fn texts(artifact: &Artifact, asked: &[&str]) -> Vec<String> {
        let contract = &artifact.contract;
        let mut texts = Vec::new();
        let mut words: Vec<&str> = contract.outcomes.iter().map(|w| w.value.as_str()).collect();
        if words.is_empty() {
            words.push("text");
        }
        for word in words {
            for chosen in 0..1 << asked.len() {
                let mut text = format!("{word}\n");
                let held = asked
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| chosen >> i & 1 == 1);
                text.extend(held.map(|(_, asked)| format!("it says {asked}\n")));
                text.extend(
                    contract
                        .contains
                        .iter()
                        .map(|due| format!("it says {}\n", due.value)),
                );
                text.extend(
                    contract
                        .headings
                        .iter()
                        .map(|due| format!("\n# {}\n", due.value)),
                );
                texts.push(text);
            }
        }
        texts.push("nothing yet\n".to_owned());
        texts
    }
}

/// What a counterexample writes, as a text. What it calls finished is as the contract says.
pub fn text(artifact: &Artifact, writing: &Writing) -> String {
    let contract = &artifact.contract;
    let first = match (&writing.outcome, writing.finished) {
        (Some(word), _) => word.as_str(),
        (None, true) => "text",
        (None, false) => "nothing yet",
    };
    let mut lines = vec![first.to_owned()];
    lines.extend(
        writing
            .contains
            .iter()
            .map(|held| format!("it says {held}")),
    );
    if writing.finished {
        let contains = contract.contains.iter();
        lines.extend(contains.map(|due| format!("it says {}", due.value)));
        let headings = contract.headings.iter();
        lines.extend(headings.map(|due| format!("\n# {}", due.value)));
    }
    lines.join("\n") + "\n"
}

impl Facts for Folder<'_> {
    fn task(&self) -> &TaskPath {
        &self.task
    }

    fn standing(&self) -> Fact<Standing<'_>> {
        Ok(Standing::Tracked(&self.record))
    }

    fn now(&self) -> Fact<String> {
        Ok("2026-01-02T03:30:00Z".to_owned())
    }

    fn halted_loop(&self) -> Fact<Option<String>> {
        Ok(None)
    }

    fn presence(&self, name: &ArtifactName) -> Fact<Presence> {
        Ok(match self.files.get(name) {
            Some(_) => Presence::File,
            None => Presence::Missing,
        })
    }

    fn digest(&self, artifact: &Artifact) -> Fact<Option<Digest>> {
        let text = self.files.get(&artifact.name);
        Ok(text.map(|text| Digest::of(text.as_bytes())))
    }

    fn breaches(&self, artifact: &Artifact) -> Fact<Vec<Breach>> {
        let text = &self.files[&artifact.name];
        Ok(contract::breaches(&artifact.contract, text.as_bytes()))
    }

    fn stated(&self, artifact: &Artifact) -> Fact<Stated> {
        let text = self.files.get(&artifact.name);
        Ok(text.map_or(Stated::Nothing, |text| {
            contract::stated(&artifact.contract, text.as_bytes())
        }))
    }

    fn contains(&self, artifact: &Artifact, text: &str) -> Fact<bool> {
        let file = self.files.get(&artifact.name);
        Ok(file.is_some_and(|file| contract::contains(file.as_bytes(), text)))
    }

    fn names(&self) -> Fact<Vec<String>> {
        Ok(self.files.keys().map(ToString::to_string).collect())
    }

    fn subtasks(&self) -> Fact<Vec<Subtask>> {
        let mut phases = self.model.phases.iter();
        let done = phases.find(|phase| phase.terminal == Some(Terminal::Success));
        let done = done.map(|phase| Subtask {
            task: self.task.clone(),
            at: SubtaskStanding::State(StateName::from(phase.name.clone())),
            parts: Vec::new(),
        });
        Ok(done.into_iter().collect())
    }

    fn parent(&self) -> Fact<Option<Standing<'_>>> {
        Ok(None)
    }

    fn is_kept(&self, _: Digest) -> Fact<bool> {
        Ok(true)
    }

    fn in_attic(&self, _: u64, _: &ArtifactName) -> Fact<Option<Digest>> {
        Ok(None)
    }

    fn place_taken(&self) -> Fact<Option<String>> {
        Ok(None)
    }

    fn check(&self, _: &Check) -> Fact<CheckResult> {
        Ok(CheckResult::Passed)
    }
}
