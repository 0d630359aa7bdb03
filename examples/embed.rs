//! The engine inside another program: a workflow from a text, facts from memory, and a decision.
//!
//! Run it with `cargo run --example embed`. Nothing is read or written: where the facts come from
//! is up to the program that embeds the engine.
#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::collections::BTreeMap;
use std::error::Error;

use automaton::digest::Digest;
use automaton::engine::contract::{self, Breach, Stated};
use automaton::engine::{
    Action, Authority, CheckResult, Claims, Fact, Facts, Presence, Record, Request, Standing,
    Submission, Subtask, decide,
};
use automaton::names::{ArtifactName, TaskPath};
use automaton::report;
use automaton::source::SourceFile;
use automaton::workflow::{Artifact, Check, Origin, Workflow};

/// One artifact with one section that it must have.
const WORKFLOW: &str = r#"
workflow article version=1 {
    initial draft
    artifact ARTICLE.md { heading "Summary"; }
    phase draft { produces ARTICLE.md; next published; }
    phase published terminal=success
}
"#;

/// A task that exists only here.
struct Memory {
    task: TaskPath,
    record: Record,
    files: BTreeMap<ArtifactName, &'static str>,
}

impl Memory {
    fn file(&self, artifact: &Artifact) -> &[u8] {
        self.files
            .get(&artifact.name)
            .map_or(&[], |text| text.as_bytes())
    }
}

impl Facts for Memory {
    fn task(&self) -> &TaskPath {
        &self.task
    }

    fn standing(&self) -> Fact<Standing<'_>> {
        Ok(Standing::Tracked(&self.record))
    }

    fn presence(&self, name: &ArtifactName) -> Fact<Presence> {
        Ok(match self.files.get(name) {
            None => Presence::Missing,
            Some(&"") => Presence::Empty,
            Some(_) => Presence::File,
        })
    }

    fn digest(&self, artifact: &Artifact) -> Fact<Option<Digest>> {
        Ok(self
            .files
            .get(&artifact.name)
            .map(|text| Digest::of(text.as_bytes())))
    }

    fn breaches(&self, artifact: &Artifact) -> Fact<Vec<Breach>> {
        Ok(contract::breaches(&artifact.contract, self.file(artifact)))
    }

    fn stated(&self, artifact: &Artifact) -> Fact<Stated> {
        Ok(contract::stated(&artifact.contract, self.file(artifact)))
    }

    fn contains(&self, artifact: &Artifact, text: &str) -> Fact<bool> {
        Ok(contract::contains(self.file(artifact), text))
    }

    fn names(&self) -> Fact<Vec<String>> {
        Ok(self.files.keys().map(ToString::to_string).collect())
    }

    fn now(&self) -> Fact<String> {
        Ok("2026-01-01T00:00:00Z".to_owned())
    }

    fn halted_loop(&self) -> Fact<Option<String>> {
        Ok(None)
    }

    fn subtasks(&self) -> Fact<Vec<Subtask>> {
        Ok(Vec::new())
    }

    fn parent(&self) -> Fact<Option<Standing<'_>>> {
        Ok(None)
    }

    fn is_kept(&self, _: Digest) -> Fact<bool> {
        Ok(false)
    }

    fn in_attic(&self, _: u64, _: &ArtifactName) -> Fact<Option<Digest>> {
        Ok(None)
    }

    fn place_taken(&self) -> Fact<Option<String>> {
        Ok(None)
    }

    fn check(&self, _: &Check) -> Fact<CheckResult> {
        Ok(CheckResult::NotRun)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    for text in ["# Notes\n", "# Summary\n\nIt works.\n"] {
        println!("{}", may_be_published(text)?);
    }
    Ok(())
}

/// Decides whether an article with this text may go on, and says so in words.
pub fn may_be_published(text: &'static str) -> Result<String, Box<dyn Error>> {
    let source = SourceFile::new("article.kdl", WORKFLOW);
    let workflow =
        Workflow::compile(&source, Origin::File).map_err(|findings| findings[0].to_string())?;
    let request = Request {
        actor: "editor".parse()?,
        authority: Authority::Program,
        epoch: None,
        action: Action::Transition {
            to: "published".parse()?,
        },
    };
    let facts = Memory {
        task: "first".parse()?,
        record: Record {
            state: "draft".parse()?,
            seq: 1,
            since: "2026-01-01T00:00:00Z".to_owned(),
            by: "editor".parse()?,
            artifacts: BTreeMap::new(),
            approved: BTreeMap::new(),
            origin: Origin::File,
            abandoned: None,
            rested: String::new(),
            submission: Submission {
                project: Digest::of(b"the first entry"),
                head: Digest::of(b"the last entry"),
                at: "2026-01-01T00:00:00Z".to_owned(),
                signatures: Vec::new(),
            },
            claims: Claims::default(),
            scope: Vec::new(),
        },
        files: BTreeMap::from([("ARTICLE.md".parse()?, text)]),
    };
    Ok(match decide(&workflow, facts, &request) {
        Ok(grant) => format!(
            "granted: {} may go on to {}\n",
            grant.facts().task,
            grant.order().to
        ),
        Err((_, refusal)) => report::refusal(&refusal.diagnose(&workflow)),
    })
}
