//! What reading a workflow and deciding by it cost, beside the bare parser.
//!
//! `cargo bench` prints all of them in one run: compare them with each other, not with yesterday.

use std::collections::BTreeMap;
use std::hint::black_box;

use automaton::digest::Digest;
use automaton::engine::contract::{Breach, Stated};
use automaton::engine::{
    Action, Authority, CheckResult, Claims, Fact, Facts, Presence, Record, Request, Standing,
    Submission, Subtask, decide, judge,
};
use automaton::names::{ArtifactName, TaskPath};
use automaton::source::SourceFile;
use automaton::workflow::{Artifact, Check, EMBEDDED_TEXT, Origin, Workflow, embedded};
use criterion::{Criterion, criterion_group, criterion_main};

/// A task in the second phase of the default workflow, with what that phase writes.
struct Folder {
    task: TaskPath,
    record: Record,
}

impl Folder {
    fn new() -> Self {
        Self {
            task: "login".parse().expect("a task"),
            record: Record {
                state: "research".parse().expect("a state"),
                seq: 2,
                since: "2026-01-01T00:00:00Z".to_owned(),
                by: "bench@host".parse().expect("an actor"),
                artifacts: BTreeMap::new(),
                approved: BTreeMap::new(),
                origin: Origin::Embedded,
                abandoned: None,
                rested: String::new(),
                submission: Submission {
                    project: Digest::of(b"first"),
                    head: Digest::of(b"head"),
                    at: String::new(),
                    signatures: Vec::new(),
                },
                claims: Claims::default(),
                scope: Vec::new(),
            },
        }
    }
}

impl Facts for &Folder {
    fn task(&self) -> &TaskPath {
        &self.task
    }

    fn standing(&self) -> Fact<Standing<'_>> {
        Ok(Standing::Tracked(&self.record))
    }

    fn now(&self) -> Fact<String> {
        Ok("2026-01-01T00:00:00Z".to_owned())
    }

    fn halted_loop(&self) -> Fact<Option<String>> {
        Ok(None)
    }

    fn presence(&self, name: &ArtifactName) -> Fact<Presence> {
        Ok(match name.as_str() {
            "SPEC.md" => Presence::File,
            _ => Presence::Missing,
        })
    }

    fn digest(&self, _: &Artifact) -> Fact<Option<Digest>> {
        Ok(Some(Digest::of(b"")))
    }

    fn breaches(&self, _: &Artifact) -> Fact<Vec<Breach>> {
        Ok(Vec::new())
    }

    fn stated(&self, _: &Artifact) -> Fact<Stated> {
        Ok(Stated::Nothing)
    }

    fn contains(&self, _: &Artifact, _: &str) -> Fact<bool> {
        Ok(true)
    }

    fn names(&self) -> Fact<Vec<String>> {
        Ok(vec!["SPEC.md".to_owned()])
    }

    fn subtasks(&self) -> Fact<Vec<Subtask>> {
        Ok(Vec::new())
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

fn reading(c: &mut Criterion) {
    let mut group = c.benchmark_group("the default workflow");
    group.bench_function("parsed by kdl alone", |b| {
        b.iter(|| kdl::KdlDocument::parse_v2(black_box(EMBEDDED_TEXT)).expect("it parses"));
    });
    group.bench_function("scanned, parsed, compiled", |b| {
        let source = SourceFile::new("workflow.kdl", EMBEDDED_TEXT);
        b.iter(|| Workflow::compile(black_box(&source), Origin::Embedded).expect("it compiles"));
    });
    group.finish();
}

fn deciding(c: &mut Criterion) {
    let workflow = embedded();
    let folder = Folder::new();
    let request = |to: &str| Request {
        actor: "bench@host".parse().expect("an actor"),
        authority: Authority::Program,
        epoch: None,
        action: Action::Transition {
            to: to.parse().expect("a state"),
        },
    };
    let (submit, skip) = (request("research:awaiting_approval"), request("design"));
    let mut group = c.benchmark_group("one request");
    group.bench_function("judged: allowed", |b| {
        b.iter(|| judge(workflow, &&folder, black_box(&submit)).expect("allowed"));
    });
    group.bench_function("judged: refused", |b| {
        b.iter(|| judge(workflow, &&folder, black_box(&skip)).expect_err("refused"));
    });
    group.bench_function("decided, with a grant", |b| {
        b.iter(|| {
            decide(workflow, &folder, black_box(&submit))
                .map_err(|_| ())
                .expect("granted")
        });
    });
    group.finish();
}

criterion_group!(benches, reading, deciding);
criterion_main!(benches);
