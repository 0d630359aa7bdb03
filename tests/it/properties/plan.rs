//! Random workflows: what one declares, its text, and the steps that the text stands for.

use std::fmt::Write as _;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

/// How many artifacts a workflow declares, and how many commands its guards ask for.
pub const ARTIFACTS: usize = 4;
pub const CHECKS: usize = 2;

/// What an artifact has to contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    Anything,
    /// YES or NO.
    Outcome,
    Token,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Anyone,
    Human,
    Signed,
}

#[derive(Clone, Debug)]
pub enum Guard {
    /// The artifact says YES, or else NO.
    Says(usize, bool),
    Contains(usize),
    Check(usize),
    Subtasks,
}

#[derive(Clone, Debug)]
pub struct Phase {
    pub terminal: Option<bool>,
    /// Artifacts, and whether each is optional.
    pub reads: Vec<(usize, bool)>,
    pub produces: Vec<(usize, bool)>,
    pub forbids: Vec<usize>,
    pub approval: Option<By>,
    pub next: Vec<(usize, Vec<Guard>)>,
    /// Targets, and whether only a person may go there.
    pub rework: Vec<(usize, bool)>,
}

#[derive(Clone, Debug)]
pub struct Plan {
    /// For each artifact: whether it is frozen, and what it has to contain.
    pub artifacts: Vec<(bool, Rule)>,
    pub refuses_unknown_files: bool,
    /// Tasks start in the first.
    pub phases: Vec<Phase>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sub {
    Base,
    Pending,
    Granted,
}

/// A phase by number, with its sub-state.
pub type At = (usize, Sub);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Submit,
    Approve,
    Reject,
    Withdraw,
    Revise,
    Next,
    Rework,
}

impl Plan {
    /// Every step, from where to where, as LANGUAGE, "What it compiles to", lists them.
    pub fn steps(&self) -> Vec<(At, At, Kind)> {
        let mut steps = Vec::new();
        for (p, phase) in self.phases.iter().enumerate() {
            let settled = self.settled(p);
            if phase.approval.is_some() {
                steps.push(((p, Sub::Base), (p, Sub::Pending), Kind::Submit));
                steps.push(((p, Sub::Pending), (p, Sub::Granted), Kind::Approve));
                steps.push(((p, Sub::Pending), (p, Sub::Base), Kind::Reject));
                steps.push(((p, Sub::Pending), (p, Sub::Base), Kind::Withdraw));
                steps.push(((p, Sub::Granted), (p, Sub::Base), Kind::Revise));
            }
            for (to, _) in &phase.next {
                steps.push((settled, (*to, Sub::Base), Kind::Next));
            }
            for (to, _) in &phase.rework {
                for from in self.states().into_iter().filter(|(of, _)| *of == p) {
                    steps.push((from, (*to, Sub::Base), Kind::Rework));
                }
            }
        }
        steps
    }

    /// Every state.
    pub fn states(&self) -> Vec<At> {
        let all = [Sub::Base, Sub::Pending, Sub::Granted];
        let phases = self.phases.iter().enumerate();
        let states = phases.flat_map(|(p, phase)| {
            let count = if phase.approval.is_some() { 3 } else { 1 };
            all[..count].iter().map(move |sub| (p, *sub))
        });
        states.collect()
    }

    pub fn settled(&self, phase: usize) -> At {
        match self.phases[phase].approval {
            Some(_) => (phase, Sub::Granted),
            None => (phase, Sub::Base),
        }
    }

    /// The name of a state.
    pub fn name(at: At) -> String {
        match at {
            (phase, Sub::Base) => format!("p{phase}"),
            (phase, Sub::Pending) => format!("p{phase}:waiting"),
            (phase, Sub::Granted) => format!("p{phase}:agreed"),
        }
    }

    /// The text that declares it.
    pub fn text(&self) -> String {
        let mut text = String::from("workflow random version=1 {\n  initial p0\n");
        text.push_str("  approval pending=waiting granted=agreed\n");
        if self.refuses_unknown_files {
            text.push_str("  unknown-files refuse\n");
        }
        for (a, (frozen, rule)) in self.artifacts.iter().enumerate() {
            let rule = match rule {
                Rule::Anything => "",
                Rule::Outcome => " { outcome YES NO; }",
                Rule::Token => " { contains TOKEN; }",
            };
            _ = writeln!(text, "  artifact A{a}.md frozen=#{frozen}{rule}");
        }
        for (p, phase) in self.phases.iter().enumerate() {
            phase.write(p, &mut text);
        }
        text.push_str("}\n");
        text
    }
}

impl Phase {
    fn write(&self, number: usize, text: &mut String) {
        _ = match self.terminal {
            Some(true) => writeln!(text, "  phase p{number} terminal=success {{"),
            Some(false) => writeln!(text, "  phase p{number} terminal=failure {{"),
            None => writeln!(text, "  phase p{number} {{"),
        };
        for (word, list) in [("reads", &self.reads), ("produces", &self.produces)] {
            for (a, optional) in list {
                _ = writeln!(text, "    {word} A{a}.md optional=#{optional}");
            }
        }
        for a in &self.forbids {
            _ = writeln!(text, "    forbids A{a}.md");
        }
        match self.approval {
            Some(By::Anyone) => text.push_str("    approval by=anyone\n"),
            Some(By::Human) => text.push_str("    approval by=human\n"),
            Some(By::Signed) => text.push_str("    approval by=signed\n"),
            None => {}
        }
        for (to, guards) in &self.next {
            _ = writeln!(text, "    next p{to} {{");
            for guard in guards {
                _ = match guard {
                    Guard::Says(a, true) => writeln!(text, "      outcome A{a}.md YES"),
                    Guard::Says(a, false) => writeln!(text, "      outcome A{a}.md NO"),
                    Guard::Contains(a) => writeln!(text, "      contains A{a}.md TOKEN"),
                    Guard::Check(c) => writeln!(text, "      check c{c}"),
                    Guard::Subtasks => writeln!(text, "      subtasks complete"),
                };
            }
            text.push_str("    }\n");
        }
        for (to, person) in &self.rework {
            let by = if *person { "human" } else { "anyone" };
            _ = writeln!(text, "    rework p{to} by={by}");
        }
        text.push_str("  }\n");
    }
}

fn guard() -> impl Strategy<Value = Guard> {
    let artifact = 0..ARTIFACTS;
    prop_oneof![
        (artifact.clone(), any::<bool>()).prop_map(|(a, yes)| Guard::Says(a, yes)),
        artifact.prop_map(Guard::Contains),
        (0..CHECKS).prop_map(Guard::Check),
        Just(Guard::Subtasks),
    ]
}

fn phase() -> impl Strategy<Value = Phase> {
    let mention = || (0..ARTIFACTS, prop::bool::weighted(0.3));
    let by = prop_oneof![3 => Just(By::Anyone), 2 => Just(By::Human), 1 => Just(By::Signed)];
    let edge = (0_usize..8, vec(guard(), 0..2));
    (
        vec(mention(), 0..2),
        vec(mention(), 0..3),
        vec(0..ARTIFACTS, 0..3),
        option::of(by),
        vec(guard(), 0..2),
        vec(edge, 0..3),
        vec((0_usize..8, any::<bool>()), 0..2),
    )
        .prop_map(
            |(reads, produces, forbids, approval, guards, next, rework)| Phase {
                terminal: None,
                reads: once(reads, |(a, _)| *a),
                produces: once(produces, |(a, _)| *a),
                forbids: once(forbids, |a| *a),
                approval,
                // The way to the following phase; the others are numbered once there are phases.
                next: [vec![(usize::MAX, guards)], next].concat(),
                rework,
            },
        )
}

/// The list without what repeats a key.
fn once<T>(list: Vec<T>, key: impl Fn(&T) -> usize) -> Vec<T> {
    let mut seen = Vec::new();
    let mut list = list;
    list.retain(|item| {
        let new = !seen.contains(&key(item));
        seen.push(key(item));
        new
    });
    list
}

fn end(success: bool) -> Phase {
    Phase {
        terminal: Some(success),
        reads: Vec::new(),
        produces: Vec::new(),
        forbids: Vec::new(),
        approval: None,
        next: Vec::new(),
        rework: Vec::new(),
    }
}

/// Workflows whose phases follow each other, with ways that skip, return and end.
pub fn plan() -> impl Strategy<Value = Plan> {
    let rule = prop_oneof![Just(Rule::Anything), Just(Rule::Outcome), Just(Rule::Token)];
    let artifacts = vec((prop::bool::weighted(0.8), rule), ARTIFACTS);
    let phases = vec(phase(), 1..5);
    (artifacts, prop::bool::weighted(0.3), phases).prop_map(|(artifacts, refuses, phases)| {
        let mut plan = Plan {
            artifacts,
            refuses_unknown_files: refuses,
            phases,
        };
        let working = plan.phases.len();
        for (p, phase) in plan.phases.iter_mut().enumerate() {
            for (to, _) in &mut phase.next {
                *to = if *to == usize::MAX {
                    p + 1
                } else {
                    *to % (working + 2)
                };
            }
            for (to, _) in &mut phase.rework {
                *to %= working;
            }
            phase.next.retain(|(to, _)| *to != p);
            phase.rework.retain(|(to, _)| *to != p);
        }
        let fails = |phase: &Phase| phase.next.iter().any(|(to, _)| *to == working + 1);
        let failure = plan.phases.iter().any(fails);
        plan.phases.push(end(true));
        plan.phases.extend(failure.then(|| end(false)));
        plan
    })
}
