//! Random workflows under random sequences: the engine and the reference always agree, and what
//! must never happen never does. `PROPTEST_CASES` sets how many sequences are tried.

use std::collections::BTreeSet;

use automaton::engine::{CheckResult, Order, Request, StepKind, SubtaskStanding};
use automaton::source::SourceFile;
use automaton::workflow::{Event, Origin, Workflow};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

use crate::ask::{
    By as _, abandon, allowed, asked, create, reject, rework, step, transition, validate,
};
use crate::plan::{ARTIFACTS, At, CHECKS, Kind, Plan, Rule, Sub, plan};
use crate::reference::{Ask, Child, Content, Reference, Thing};
use crate::world::{World, name};

/// Something that happens to a task. Numbers that are too large are taken round.
#[derive(Clone, Debug)]
enum Happening {
    Write(usize, Content),
    Delete(usize),
    Folder(usize),
    OtherCase(usize),
    UnknownFile(bool),
    Check(usize, Option<bool>),
    Child(usize),
    Claim(bool),
    /// Everything is written that the phase has to write, and nothing else is in the way.
    Finish(u8, bool),
    /// The step with this number, of those that leave the state.
    Follow(usize),
    Transition(usize, bool),
    Approve(bool),
    Reject(bool),
    Rework(usize, bool),
    Abandon(bool),
    Validate,
}

fn content() -> impl Strategy<Value = Content> {
    let says = prop_oneof![
        Just((false, false)),
        Just((true, false)),
        Just((false, true)),
        Just((true, true)),
    ];
    let empty = prop::bool::weighted(0.1);
    (empty, says, any::<bool>(), 0..3_u8).prop_map(|(empty, says, token, version)| Content {
        empty,
        says: if empty { (false, false) } else { says },
        token: token && !empty,
        version: if empty { 0 } else { version },
    })
}

fn happening() -> impl Strategy<Value = Happening> {
    use Happening as H;
    let artifact = || 0..ARTIFACTS;
    prop_oneof![
        6 => (artifact(), content()).prop_map(|(a, content)| H::Write(a, content)),
        2 => artifact().prop_map(H::Delete),
        1 => artifact().prop_map(H::Folder),
        1 => artifact().prop_map(H::OtherCase),
        1 => any::<bool>().prop_map(H::UnknownFile),
        2 => (0..CHECKS, option::of(any::<bool>())).prop_map(|(c, result)| H::Check(c, result)),
        1 => (0_usize..8).prop_map(H::Child),
        1 => prop::bool::weighted(0.2).prop_map(H::Claim),
        12 => (0..3_u8, any::<bool>()).prop_map(|(version, yes)| H::Finish(version, yes)),
        16 => (0_usize..8).prop_map(H::Follow),
        4 => (0_usize..20, any::<bool>()).prop_map(|(to, person)| H::Transition(to, person)),
        2 => any::<bool>().prop_map(H::Approve),
        1 => any::<bool>().prop_map(H::Reject),
        1 => (0_usize..6, any::<bool>()).prop_map(|(to, person)| H::Rework(to, person)),
        1 => prop::bool::weighted(0.1).prop_map(H::Abandon),
        2 => Just(H::Validate),
    ]
}

/// The same task twice: in the world of the engine, and in that of the reference.
struct Pair<'a> {
    workflow: &'a Workflow,
    world: World,
    reference: Reference<'a>,
    /// What was seen, so that a generator that reaches nothing is found.
    seen: BTreeSet<String>,
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
    fn new(workflow: &'a Workflow, plan: &'a Plan) -> Self {
        let mut world = World::absent();
        step(workflow, &mut world, &create());
        Self {
            workflow,
            world,
            reference: Reference::new(plan),
            seen: BTreeSet::new(),
        }
    }

    fn happen(&mut self, happening: &Happening) -> Result<(), TestCaseError> {
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
        let digests = |contents: &std::collections::BTreeMap<usize, Content>| {
            let digest = |content: &Content| content.text().into_bytes();
            let digests = contents.iter().map(|(a, content)| {
                let digest = automaton::digest::Digest::of(&digest(content));
                (name(&file(*a)), digest)
            });
            digests.collect::<std::collections::BTreeMap<_, _>>()
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
        Ask::Approve => crate::ask::approve(),
        Ask::Reject => reject(),
        Ask::Rework(to) => rework(&format!("p{to}")),
        Ask::Abandon => abandon(),
        Ask::Validate => validate(),
    }
}

fn compile(plan: &Plan) -> Option<Workflow> {
    let source = SourceFile::new("workflow.kdl", plan.text());
    Workflow::compile(&source, Origin::File).ok()
}

fn sequence() -> impl Strategy<Value = Vec<Happening>> {
    vec(happening(), 1..60)
}

proptest! {
    #[test]
    fn the_engine_and_the_reference_agree(plan in plan(), happenings in sequence()) {
        if let Some(workflow) = compile(&plan) {
            let mut pair = Pair::new(&workflow, &plan);
            for happening in &happenings {
                pair.happen(happening)?;
            }
        }
    }
}

#[test]
fn the_random_sequences_reach_every_kind_of_step_and_of_failure() {
    let mut runner = TestRunner::deterministic();
    let mut seen = BTreeSet::new();
    let mut compiled = 0;
    for _ in 0..256 {
        let plan = plan().new_tree(&mut runner).expect("a plan").current();
        let happenings = sequence()
            .new_tree(&mut runner)
            .expect("a sequence")
            .current();
        let Some(workflow) = compile(&plan) else {
            continue;
        };
        compiled += 1;
        let mut pair = Pair::new(&workflow, &plan);
        for happening in &happenings {
            pair.happen(happening).expect("they agree");
        }
        seen.extend(pair.seen);
    }
    assert!(
        compiled >= 250,
        "only {compiled} of 256 random workflows compile"
    );
    let expected = [
        "Abandon",
        "Edge(Approve)",
        "Edge(Next)",
        "Edge(Reject)",
        "Edge(Revise)",
        "Edge(Rework)",
        "Edge(Submit)",
        "Edge(Withdraw)",
        "Validate",
        "abandoned",
        "already-there",
        "approval-required",
        "artifact-changed",
        "case-mismatch",
        "check-not-run",
        "claimed",
        "contract-unmet",
        "forbidden-artifact",
        "guard-failed",
        "missing-artifact",
        "no-such-transition",
        "not-a-file",
        "nothing-pending",
        "open-subtasks",
        "person-required",
        "signature-required",
        "target-forbids",
        "target-reads",
        "unknown-file",
    ];
    let seen: Vec<&str> = seen.iter().map(String::as_str).collect();
    assert_eq!(seen, expected);
}
