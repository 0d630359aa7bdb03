//! Requests in the words of the command line, and what the engine answers to them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use automaton::diagnostic::Diagnostic;
use automaton::engine::{
    Action, Authority, Evidence, Grant, Keep, Order, Refusal, Request, decide, scope_glob,
};
use automaton::source::SourceFile;
use automaton::workflow::{Origin, Workflow, embedded};

use crate::world::{World, name};

/// A request that `anna` makes, without anybody at a terminal.
fn request(action: Action) -> Request {
    Request {
        actor: name("anna"),
        authority: Authority::Program,
        epoch: None,
        action,
    }
}

pub fn create() -> Request {
    request(Action::Create { scope: Vec::new() })
}

pub fn transition(to: &str) -> Request {
    request(Action::Transition { to: name(to) })
}

pub fn approve() -> Request {
    request(Action::Approve)
}

/// Approving by what was verified.
pub fn approve_signed(evidence: Evidence) -> Request {
    request(Action::ApproveSigned(Box::new(evidence)))
}

pub fn reject() -> Request {
    let reason = "not yet".to_owned();
    request(Action::Reject { reason })
}

pub fn rework(to: &str) -> Request {
    let reason = "a question is open".to_owned();
    request(Action::Rework {
        to: name(to),
        reason,
    })
}

pub fn abandon() -> Request {
    let reason = "no longer wanted".to_owned();
    request(Action::Abandon { reason })
}

pub fn claim(lease: &str) -> Request {
    let lease = lease.parse::<jiff::SignedDuration>().expect("a length");
    let lease = lease.try_into().expect("no negative length");
    request(Action::Claim { lease })
}

pub fn release() -> Request {
    request(Action::Release)
}

pub fn scope(globs: &[&str]) -> Request {
    let globs = globs.iter().map(|glob| scope_glob(glob).expect(glob));
    request(Action::Scope {
        globs: globs.collect(),
    })
}

/// Archiving what has rested since before a time.
pub fn archive(before: Option<&str>) -> Request {
    let before = before.map(str::to_owned);
    request(Action::Archive { before })
}

pub fn restore() -> Request {
    request(Action::Restore)
}

pub fn put_back(seq: u64, file: &str) -> Request {
    let name = name(file);
    request(Action::RestoreArtifact { seq, name })
}

pub fn validate() -> Request {
    request(Action::Validate)
}

pub fn adopt(state: Option<&str>) -> Request {
    let state = state.map(name);
    request(Action::Adopt {
        state,
        renamed: BTreeMap::new(),
    })
}

/// Adopting where the settings say what phases are called that an older tool wrote.
pub fn adopt_renamed(table: &[(&str, &str)]) -> Request {
    let entries = table.iter().map(|(old, new)| (name(old), name(new)));
    request(Action::Adopt {
        state: None,
        renamed: entries.collect(),
    })
}

pub fn map(old: &str, new: &str) -> Request {
    request(Action::Map {
        old: name(old),
        new: name(new),
    })
}

pub fn repair(keep: Keep) -> Request {
    request(Action::Repair { keep })
}

/// Who asks.
pub trait By {
    fn person(self) -> Self;
    fn agent(self) -> Self;
    fn actor(self, actor: &str) -> Self;
    fn in_epoch(self, epoch: u64) -> Self;
}

impl By for Request {
    fn person(mut self) -> Self {
        self.authority = Authority::Person;
        self
    }

    fn agent(mut self) -> Self {
        self.authority = Authority::Agent;
        self
    }

    fn actor(mut self, actor: &str) -> Self {
        self.actor = name(actor);
        self
    }

    fn in_epoch(mut self, epoch: u64) -> Self {
        self.epoch = Some(epoch);
        self
    }
}

/// Compiles a workflow as a project's own file.
pub fn workflow(text: &str) -> Workflow {
    let source = SourceFile::new("workflow.kdl", text);
    match Workflow::compile(&source, Origin::File) {
        Ok(workflow) => workflow,
        Err(findings) => panic!("does not compile: {}", listed(&findings)),
    }
}

/// A small workflow: what `body` says, from `work` to `done`.
pub fn small(body: &str) -> Workflow {
    workflow(&format!(
        "workflow w version=1 {{\ninitial work\n{body}\n}}"
    ))
}

/// Findings in one line, for a test that fails.
pub fn listed(findings: &[Diagnostic]) -> String {
    let lines = findings.iter().map(ToString::to_string);
    lines.collect::<Vec<_>>().join("; ")
}

/// The answer to `request`: the grant, or the refusal.
pub fn asked(
    workflow: &Workflow,
    world: &World,
    request: &Request,
) -> Result<Grant<World>, Box<Refusal>> {
    decide(workflow, world.clone(), request).map_err(|(_, refusal)| refusal)
}

/// The order of a request that is allowed.
#[track_caller]
pub fn allowed(workflow: &Workflow, world: &World, request: &Request) -> Order {
    match asked(workflow, world, request) {
        Ok(grant) => grant.into_parts().1,
        Err(refusal) => panic!("refused: {:?}", refusal.diagnose(workflow)),
    }
}

/// Takes a step that is allowed: the world moves on.
#[track_caller]
pub fn step(workflow: &Workflow, world: &mut World, request: &Request) -> Order {
    let order = allowed(workflow, world, request);
    world.apply(&order);
    order
}

/// The finding about a request that is refused.
#[track_caller]
pub fn refused(workflow: &Workflow, world: &World, request: &Request) -> Diagnostic {
    match asked(workflow, world, request) {
        Ok(grant) => panic!("allowed: {:?}", grant.step()),
        Err(refusal) => refusal.diagnose(workflow),
    }
}

/// The code and exit of the answer: `allowed` and 0, or those of the refusal.
pub fn answer(workflow: &Workflow, world: &World, request: &Request) -> (&'static str, u8) {
    match asked(workflow, world, request) {
        Ok(_) => ("allowed", 0),
        Err(refusal) => (refusal.topic().code, refusal.exit().code()),
    }
}

/// Asserts code and exit of the answer.
#[track_caller]
pub fn answers(workflow: &Workflow, world: &World, request: &Request, code: &str, exit: u8) {
    let found = answer(workflow, world, request);
    assert_eq!(found, (code, exit), "{:?}", request.action);
}

/// The default workflow.
pub static DEFAULT: LazyLock<&'static Workflow> = LazyLock::new(embedded);
