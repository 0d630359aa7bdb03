//! What a finding claims happens in a real task folder: each counterexample is walked through the
//! store, by steps that the engine grants, and at its end the claim is there to be seen.

use std::collections::{BTreeMap, BTreeSet};

use automaton::diagnostic::{Counterexample, Diagnostic, Ending, Passage};
use automaton::digest::Digest;
use automaton::engine::{Authority, Obstacle};
use automaton::lint::{Nothing, lint, replay};
use automaton::names::{ArtifactName, PhaseName};
use automaton::source::SourceFile;
use automaton::workflow::{ArtifactId, Edge, Model, Origin, Resolved, Workflow};

use crate::corpus;
use crate::folder::{Folder, text};
use crate::scratch::{Scratch, authority};

#[test]
fn every_counterexample_of_the_corpus_shows_its_claim_in_a_real_folder() {
    let (mut walked, mut judged) = (BTreeSet::new(), BTreeSet::new());
    let (mut walks, mut judgements) = (0, 0);
    let files = corpus::files("invalid").into_iter();
    for (_, source) in files.chain(corpus::files("valid")) {
        for found in lint(&source, Origin::File, &Nothing) {
            let Some(path) = &found.counterexample else {
                continue;
            };
            if let Ok(workflow) = Workflow::compile(&source, Origin::File) {
                Walk::new(workflow, &source, &found, path).go();
                walked.insert(found.topic.code);
                walks += 1;
            } else {
                let model = Resolved::read(&source, Origin::File).model;
                let model = model.expect("a path leads through a graph");
                assert_eq!(replay(&model, path).err(), None, "{found}");
                judged.insert(found.topic.code);
                judgements += 1;
            }
        }
    }
    let expected = [
        "approval-bypass",
        "cycle-without-person",
        "deadlock",
        "maybe-missing",
        "transition-always-blocked",
        "transition-may-block",
    ];
    assert_eq!(walked, BTreeSet::from(expected));
    // No task can be made under these: the workflow does not compile.
    assert_eq!(judged, BTreeSet::from(["dead-end", "no-path-to-terminal"]));
    assert!(walks >= 20 && judgements >= 6, "{walks} and {judgements}");
}

/// A counterexample, the finding that shows it, and the task that follows it.
struct Walk<'a> {
    scratch: Scratch,
    source: &'a SourceFile,
    found: &'a Diagnostic,
    path: &'a Counterexample,
}

impl<'a> Walk<'a> {
    fn new(
        workflow: Workflow,
        source: &'a SourceFile,
        found: &'a Diagnostic,
        path: &'a Counterexample,
    ) -> Self {
        Self {
            scratch: Scratch::new(workflow),
            source,
            found,
            path,
        }
    }

    fn model(&self) -> &Model {
        &self.scratch.workflow
    }

    fn go(&self) {
        assert_eq!(
            self.scratch.record().state,
            self.path.start,
            "{}",
            self.found
        );
        match self.path.ending {
            Ending::Refused(code) => self.is_refused(code),
            Ending::Round(first) => self.goes_round(first),
            Ending::Stuck => self.is_stuck(),
            Ending::Here => self.is_not_approved(),
        }
    }

    /// The last step is refused, with the code that the path names and for the file or the guard
    /// that the finding names.
    fn is_refused(&self, code: &str) {
        let (last, before) = self.path.steps.split_last().expect("a step");
        self.follow(before);
        self.work(last);
        let edge = self.edge(last);
        let refused = self.scratch.take(&edge).expect_err("refused");
        assert_eq!(refused.code, code, "{}", self.found);
        let files = self.scratch.files();
        match code {
            "target-reads" => {
                let (id, name) = self.artifact();
                assert!(
                    refused.obstacles.contains(&Obstacle::Missing(id)),
                    "{}",
                    self.found
                );
                assert!(!files.contains_key(name), "{}", self.found);
            }
            "target-forbids" => {
                let (id, name) = self.artifact();
                assert!(
                    refused.obstacles.contains(&Obstacle::Present(id)),
                    "{}",
                    self.found
                );
                assert!(files.contains_key(name), "{}", self.found);
            }
            "guard-failed" => {
                let [Obstacle::Guard(id)] = refused.obstacles[..] else {
                    panic!("{}: {refused:?}", self.found);
                };
                assert_eq!(Some(self.model().edge(id).span), self.found.span());
            }
            other => panic!(
                "nothing in the corpus is refused with {other}: {}",
                self.found
            ),
        }
        assert_eq!(self.scratch.record().seq, taken(before), "{}", self.found);
    }

    /// The task comes back to where it was, with the files that it had, as often as one likes. What
    /// leads out of the round is closed where the finding says so.
    fn goes_round(&self, first: usize) {
        let (stem, round) = self.path.steps.split_at(first - 1);
        self.follow(stem);
        let inside: BTreeSet<&PhaseName> = round.iter().map(|step| &step.to.phase).collect();
        let mut seen = None;
        for _ in 0..3 {
            for step in round {
                if self.found.topic.code == "cycle-without-person" {
                    assert_eq!(authority(self.edge(step).event), Authority::Program);
                } else {
                    self.is_closed(&inside);
                }
                self.step(step);
            }
            let now = (self.scratch.record().state, self.scratch.files());
            let before = seen.replace(now);
            assert!(before.is_none() || before == seen, "{}", self.found);
            let start = stem.last().map_or(&self.path.start, |step| &step.to);
            assert_eq!(&self.scratch.record().state, start, "{}", self.found);
        }
    }

    /// No step leads out of the phase, whatever it writes.
    fn is_stuck(&self) {
        self.follow(&self.path.steps);
        let record = self.scratch.record();
        let inside = BTreeSet::from([&record.state.phase]);
        self.is_closed(&inside);
        let model = self.model();
        let state = model.state_named(&record.state).expect("a state");
        let phase = model.phase(state.phase);
        assert_eq!(phase.terminal, None, "{}", self.found);
        for id in model.artifact_ids().filter(|&id| phase.writes(id)) {
            let artifact = model.artifact(id);
            for text in Folder::texts(artifact, &[]) {
                self.scratch.write(&artifact.name, &text);
                self.is_closed(&inside);
            }
        }
    }

    /// The task is where the artifact is read, the artifact is there, and nobody approved it.
    fn is_not_approved(&self) {
        assert_eq!(self.found.topic.code, "approval-bypass");
        self.follow(&self.path.steps);
        let ((id, name), record) = (self.artifact(), self.scratch.record());
        let model = self.model();
        let state = model.state_named(&record.state).expect("a state");
        let reads = &model.phase(state.phase).reads;
        assert!(reads.iter().any(|mention| mention.artifact == id));
        let digest = Digest::of(self.scratch.files()[name].as_bytes());
        let approved = |files: &BTreeMap<_, _>| files.get(name) == Some(&digest);
        assert!(!record.approved.values().any(approved), "{}", self.found);
    }

    fn is_closed(&self, inside: &BTreeSet<&PhaseName>) {
        let here = self.scratch.record().state;
        for edge in self.leaving() {
            if !inside.contains(&self.model().state_name(edge.to).phase) {
                let answer = self.scratch.take(&edge);
                assert!(answer.is_err(), "{here} is left: {}", self.found);
            }
        }
    }

    fn follow(&self, steps: &[Passage]) {
        for step in steps {
            self.step(step);
        }
        assert_eq!(self.scratch.record().seq, taken(steps), "{}", self.found);
    }

    fn step(&self, step: &Passage) {
        self.work(step);
        let before = self.scratch.files();
        let taken = self.scratch.take(&self.edge(step));
        taken.unwrap_or_else(|refused| panic!("{}: {refused:?}", self.found));
        let after = self.scratch.files();
        let gone = before.keys().filter(|name| !after.contains_key(*name));
        assert!(gone.eq(&step.archived), "{}", self.found);
        assert_eq!(self.scratch.record().state, step.to, "{}", self.found);
    }

    fn work(&self, step: &Passage) {
        let mut steps = self.path.steps.iter();
        let number = steps.position(|other| std::ptr::eq(other, step));
        let number = number.expect("a step of the path");
        for writing in &step.written {
            let id = self.model().artifact_named(&writing.artifact);
            let artifact = self.model().artifact(id.expect("declared"));
            // What is written anew is another text, and on the way round the same one again.
            let text = format!("{}\nin step {number}\n", text(artifact, writing));
            self.scratch.write(&artifact.name, &text);
        }
        for name in &step.removed {
            self.scratch.remove(name);
        }
    }

    fn leaving(&self) -> Vec<Edge> {
        let here = self.model().state_named(&self.scratch.record().state);
        let leaving = self.model().leaving(here.expect("a state"));
        leaving.map(|(_, edge)| edge.clone()).collect()
    }

    fn edge(&self, step: &Passage) -> Edge {
        let mut leaving = self.leaving().into_iter();
        let found = leaving.find(|edge| {
            edge.event.word() == step.event && self.model().state_name(edge.to) == step.to
        });
        found.expect("an edge")
    }

    /// The artifact that the finding underlines.
    fn artifact(&self) -> (ArtifactId, &ArtifactName) {
        let mut spans = self.found.spans();
        let named = spans.find_map(|span| {
            let name = self.source.slice(span).parse().ok()?;
            self.model().artifact_named(&name)
        });
        let id = named.expect("an artifact");
        (id, &self.model().artifact(id).name)
    }
}

/// The number of the last journal entry once these steps were taken: making the task is the first.
fn taken(steps: &[Passage]) -> u64 {
    u64::try_from(steps.len()).expect("few") + 1
}
