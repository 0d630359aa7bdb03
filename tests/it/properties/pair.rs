//! One task in two worlds: what the engine and the reference answer is compared at every step.

use std::collections::{BTreeMap, BTreeSet};

use automaton::digest::Digest;
use automaton::engine::{CheckResult, Order, Request, StepKind, SubtaskStanding};
use automaton::workflow::{Event, Workflow};
use proptest::prelude::*;

use super::content::{Content, Thing};
use super::happening::Happening;
use super::plan::{ARTIFACTS, At, CHECKS, Kind, Plan, Rule, Sub};
use super::reference::{Ask, Child, Reference};
use crate::ask::{
    By as _, abandon, allowed, approve, asked, create, reject, rework, step, transition, validate,
};
use crate::world::{World, name};

/// The same task twice: in the world of the engine, and in that of the reference.
pub struct Pair<'a> {
    workflow: &'a Workflow,
    world: World,
    reference: Reference<'a>,
    /// What was seen, so that a generator that reaches nothing is found.
    pub seen: BTreeSet<String>,
}

fn file(artifact: usize) -> String {
    format!("A{artifact}.md")
}

/// The step of DESIGN section 5 that a refusal comes from.
fn failing_step(code: &str) -> u8 {
    match code {
        "claimed" | "abandoned" => 1,
        "no-such-transition" | "approval-required" | "nothing-pending" | "person-required"
        | "signature-required" | "already-there" => 2,
        "forbidden-artifact" | "not-a-file" | "case-mismatch" | "artifact-changed"
        | "unknown-file" => 3,
        "missing-artifact" | "contract-unmet" => 4,
        "guard-failed" | "check-not-run" => 5,
        "target-forbids" | "target-reads" | "open-subtasks" => 6,
        other => panic!("`{other}` belongs to no step"),
    }
}

fn kind(kind: StepKind) -> Option<Kind> {
    match kind {
        StepKind::Edge(event) => Some(match event {
            Event::Submit => Kind::Submit,
            Event::Approve => Kind::Approve,
            Event::Reject => Kind::Reject,
            Event::Withdraw => Kind::Withdraw,
            Event::Revise => Kind::Revise,
            Event::Next => Kind::Next,
            Event::Rework => Kind::Rework,
        }),
        _ => None,
    }
}

impl<'a> Pair<'a> {
    pub fn new(workflow: &'a Workflow, plan: &'a Plan) -> Self {
        let mut world = World::absent();
        step(workflow, &mut world, &create());
        Self {
            workflow,
            world,
            reference: Reference::new(plan),
            seen: BTreeSet::new(),
        }
    }

    pub fn happen(&mut self, happening: &Happening) -> Result<(), TestCaseError> {
        let states = self.reference.plan.states();
        let phases = self.reference.plan.phases.len();
        match *happening {
            Happening::Write(a, content) => self.write(a, Some(Thing::File(content))),
            Happening::Delete(a) => {
                self.write(a, None);
                self.reference.other_case.remove(&a);
                self.world.delete(&file(a).to_lowercase());
            }
            Happening::Folder(a) => self.write(a, Some(Thing::Folder)),
            Happening::OtherCase(a) => {
                self.reference.other_case.insert(a);
                self.world.write(&file(a).to_lowercase(), "x");
            }
            Happening::UnknownFile(there) => {
                self.reference.unknown_file = there;
                self.world.delete("notes.txt");
                if there {
                    self.world.write("notes.txt", "x");
                }
            }
            Happening::Check(c, result) => self.check(c, result),
            Happening::Child(number) => self.child(number, &states),
            Happening::Claim(claimed) => {
                self.reference.claimed = claimed;
                self.world = self
                    .world
                    .clone()
                    .claimed_by(if claimed { "bob" } else { "anna" });
            }
            Happening::Finish(version, yes) => self.finish(version, yes),
            Happening::Follow(number) => return self.follow(number),
            Happening::Transition(to, person) => {
                return self.ask(Ask::Transition(states[to % states.len()]), person);
            }
            Happening::Approve(person) => return self.ask(Ask::Approve, person),
            Happening::Reject(person) => return self.ask(Ask::Reject, person),
            Happening::Rework(to, person) => return self.ask(Ask::Rework(to % phases), person),
            Happening::Abandon(person) => return self.ask(Ask::Abandon, person),
            Happening::Validate => return self.ask(Ask::Validate, false),
        }
        Ok(())
    }

    fn write(&mut self, a: usize, thing: Option<Thing>) {
        self.world.delete(&file(a));
        self.reference.files.remove(&a);
        match thing {
            Some(Thing::File(content)) => self.world.write(&file(a), &content.text()),
            Some(Thing::Folder) => {
                self.world = self.world.clone().with_other(&file(a), "a folder");
            }
            None => {}
        }
        self.reference.files.extend(thing.map(|thing| (a, thing)));
    }

    fn check(&mut self, c: usize, result: Option<bool>) {
        self.reference.checks[c] = result;
        let result = match result {
            Some(true) => CheckResult::Passed,
            Some(false) => CheckResult::Failed {
                ended: "it exited with 1".to_owned(),
                tail: Vec::new(),
            },
            None => CheckResult::NotRun,
        };
        self.world = self.world.clone().ran(&format!("c{c}"), result);
    }

    fn child(&mut self, number: usize, states: &[At]) {
        let (child, at) = if number == 7 {
            (Child::Abandoned, SubtaskStanding::Abandoned)
        } else {
            // Most sub-tasks have ended, or nothing would ever come of them.
            let at = states[states.len() - 1 - number % states.len().min(3)];
            (Child::At(at), SubtaskStanding::State(name(&Plan::name(at))))
        };
        let name = format!("c{}", self.reference.children.len());
        self.reference.children.push(child);
        self.world = self.world.clone().subtask_at(&name, at);
    }

    fn finish(&mut self, version: u8, yes: bool) {
        let plan = self.reference.plan;
        let phase = &plan.phases[self.reference.at.0];
        for a in 0..ARTIFACTS {
            let mut produces = phase.produces.iter();
            if phase.forbids.contains(&a) {
                self.write(a, None);
            } else if let Some(&before) = self.reference.recorded.get(&a)
                && (self.reference.at.1 != Sub::Base || !produces.any(|(p, _)| *p == a))
            {
                self.write(a, Some(Thing::File(before)));
            } else if phase
                .produces
                .iter()
                .chain(&phase.reads)
                .any(|(p, _)| *p == a)
            {
                let outcome = plan.artifacts[a].1 == Rule::Outcome;
                let says = if outcome { (yes, !yes) } else { (false, false) };
                let content = Content {
                    empty: false,
                    says,
                    token: true,
                    version,
                };
                self.write(a, Some(Thing::File(content)));
            }
            self.reference.other_case.remove(&a);
            self.world.delete(&file(a).to_lowercase());
        }
        for c in 0..CHECKS {
            self.check(c, Some(true));
        }
    }

    fn follow(&mut self, number: usize) -> Result<(), TestCaseError> {
        let steps = self.reference.plan.steps();
        let leaving: Vec<_> = steps
            .into_iter()
            .filter(|(from, ..)| *from == self.reference.at)
            .collect();
        let Some((_, to, kind)) = leaving.get(number % leaving.len().max(1)) else {
            return Ok(());
        };
        match kind {
            Kind::Approve => self.ask(Ask::Approve, true),
            Kind::Reject => self.ask(Ask::Reject, true),
            Kind::Rework => self.ask(Ask::Rework(to.0), true),
            _ => self.ask(Ask::Transition(*to), false),
        }
    }

    /// Asks both, and compares.
    fn ask(&mut self, ask: Ask, person: bool) -> Result<(), TestCaseError> {
        if ask == Ask::Validate && self.reference.abandoned {
            // Whether an ended task's folder may still be looked at is not the engine's promise.
            return Ok(());
        }
        let request = request(ask);
        let request = if person { request.person() } else { request };
        let before = self.reference.at;
        let expected = self.reference.ask(ask, person);
        match asked(self.workflow, &self.world, &request) {
            Ok(grant) => {
                let (_, order) = grant.into_parts();
                prop_assert_eq!(expected, Ok(kind(order.kind)), "allowed {:?}", ask);
                self.world.apply(&order);
                self.seen.insert(format!("{:?}", order.kind));
                self.never(before, &order)?;
                self.same()
            }
            Err(refusal) => {
                let code = refusal.topic().code;
                self.seen.insert(code.to_owned());
                prop_assert_eq!(expected, Err(failing_step(code)), "{} {:?}", code, ask);
                Ok(())
            }
        }
    }

    /// What must never happen, said once more without the reference.
    fn never(&self, from: At, order: &Order) -> Result<(), TestCaseError> {
        let Some(kind) = kind(order.kind) else {
            return Ok(());
        };
        let steps = self.reference.plan.steps();
        let to = order.to.to_string();
        let along = |step: &&(At, At, Kind)| step.0 == from && Plan::name(step.1) == to;
        let edge = steps.iter().filter(along).find(|step| step.2 == kind);
        prop_assert!(edge.is_some(), "{:?} -> {} without an edge", from, to);
        if to.ends_with(":agreed") {
            prop_assert_eq!(kind, Kind::Approve, "granted without an approval");
        }
        if from.1 == Sub::Pending {
            let waits = !matches!(kind, Kind::Next | Kind::Submit | Kind::Revise);
            prop_assert!(waits, "{:?} passed a pending approval", kind);
        }
        if kind == Kind::Next {
            prop_assert_eq!(self.reference.plan.settled(from.0), from, "left unsettled");
        }
        if matches!(kind, Kind::Next | Kind::Submit | Kind::Approve) {
            allowed(self.workflow, &self.world, &validate());
        }
        Ok(())
    }

    /// Both worlds hold the same.
    fn same(&self) -> Result<(), TestCaseError> {
        let record = self.world.on_record();
        prop_assert_eq!(record.state.to_string(), Plan::name(self.reference.at));
        let digests = |contents: &BTreeMap<usize, Content>| {
            let digest = |content: &Content| content.text().into_bytes();
            let digests = contents.iter().map(|(a, content)| {
                let digest = Digest::of(&digest(content));
                (name(&file(*a)), digest)
            });
            digests.collect::<BTreeMap<_, _>>()
        };
        prop_assert_eq!(&record.artifacts, &digests(&self.reference.recorded));
        let approved = self.reference.approved.iter();
        let approved = approved.map(|(phase, bytes)| (name(&format!("p{phase}")), digests(bytes)));
        prop_assert_eq!(&record.approved, &approved.collect());
        for a in 0..ARTIFACTS {
            let expected = match self.reference.files.get(&a) {
                Some(Thing::File(content)) => Some(content.text()),
                _ => None,
            };
            prop_assert_eq!(self.world.text(&file(a)), expected);
        }
        Ok(())
    }
}

fn request(ask: Ask) -> Request {
    match ask {
        Ask::Transition(to) => transition(&Plan::name(to)),
        Ask::Approve => approve(),
        Ask::Reject => reject(),
        Ask::Rework(to) => rework(&format!("p{to}")),
        Ask::Abandon => abandon(),
        Ask::Validate => validate(),
    }
}
