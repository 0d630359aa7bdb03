//! A second engine, small and slow, written from DESIGN section 5 alone. It knows contents where
//! the first knows digests, and numbers where the first knows names.

use std::collections::{BTreeMap, BTreeSet};

use super::content::{Content, Thing};
use super::plan::{At, By, CHECKS, Guard, Kind, Plan, Rule, Sub};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Child {
    At(At),
    Abandoned,
}

/// What is asked, by a person or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    Transition(At),
    Approve,
    Reject,
    Rework(usize),
    Abandon,
    Validate,
}

/// The answer: the kind of step, or the number of the step of DESIGN section 5 that fails.
pub type Answer = Result<Option<Kind>, u8>;

#[derive(Clone, Debug)]
pub struct Reference<'a> {
    pub plan: &'a Plan,
    pub at: At,
    pub files: BTreeMap<usize, Thing>,
    /// Artifacts beside which a file lies whose name differs in case.
    pub other_case: BTreeSet<usize>,
    pub unknown_file: bool,
    pub checks: [Option<bool>; CHECKS],
    pub children: Vec<Child>,
    pub claimed: bool,
    pub abandoned: bool,
    /// What the last step found of each artifact.
    pub recorded: BTreeMap<usize, Content>,
    pub approved: BTreeMap<usize, BTreeMap<usize, Content>>,
}

impl<'a> Reference<'a> {
    pub fn new(plan: &'a Plan) -> Self {
        Self {
            plan,
            at: (0, Sub::Base),
            files: BTreeMap::new(),
            other_case: BTreeSet::new(),
            unknown_file: false,
            checks: Default::default(),
            children: Vec::new(),
            claimed: false,
            abandoned: false,
            recorded: BTreeMap::new(),
            approved: BTreeMap::new(),
        }
    }

    /// Answers, and moves on where the answer allows it.
    pub fn ask(&mut self, ask: Ask, person: bool) -> Answer {
        // 1. The task is tracked, not over, not claimed by someone else.
        let undisturbed = matches!(ask, Ask::Validate | Ask::Abandon) || self.is_a_persons(ask);
        if self.abandoned || (self.claimed && !undisturbed) {
            return Err(1);
        }
        if ask == Ask::Validate {
            return if self.folder_is_valid() {
                Ok(None)
            } else {
                Err(3)
            };
        }
        if ask == Ask::Abandon {
            if !person {
                return Err(2);
            }
            self.abandoned = true;
            self.carry(self.at);
            return Ok(None);
        }
        // 2. There is an edge, and whoever asks may take it.
        let (to, kind) = self.edge(ask, person).ok_or(2)?;
        match kind {
            Kind::Withdraw | Kind::Reject | Kind::Revise => self.go_back(to),
            Kind::Rework => self.rework(to)?,
            Kind::Submit | Kind::Approve | Kind::Next => self.go_on(to, kind)?,
        }
        Ok(Some(kind))
    }

    /// Whether only a person or signatures decide this, which no claim keeps from it.
    fn is_a_persons(&self, ask: Ask) -> bool {
        let phase = &self.plan.phases[self.at.0];
        match ask {
            Ask::Approve | Ask::Reject => {
                matches!(phase.approval, Some(By::Human | By::Signed))
            }
            Ask::Rework(target) => {
                let steps = self.plan.steps();
                let mut reworks = steps.iter().filter(|step| step.2 == Kind::Rework);
                let leads = reworks.any(|(from, to, _)| *from == self.at && to.0 == target);
                let mut edges = phase.rework.iter();
                leads && edges.any(|(to, by_person)| *to == target && *by_person)
            }
            Ask::Transition(_) | Ask::Abandon | Ask::Validate => false,
        }
    }

    fn edge(&self, ask: Ask, person: bool) -> Option<(At, Kind)> {
        let phase = &self.plan.phases[self.at.0];
        // Only a signature approves where one is asked for; a person turns down without.
        let (may_approve, may_reject) = match phase.approval {
            Some(By::Anyone) => (true, true),
            Some(By::Human) => (person, person),
            Some(By::Signed) => (false, person),
            None => (false, false),
        };
        let wanted = |kind: Kind, to: At| match ask {
            Ask::Approve => kind == Kind::Approve && may_approve,
            Ask::Reject => kind == Kind::Reject && may_reject,
            Ask::Rework(target) => {
                let mut edges = phase.rework.iter();
                let edge = edges.find(|(to, _)| *to == target);
                let may = edge.is_some_and(|(_, by_person)| person || !by_person);
                kind == Kind::Rework && to.0 == target && may
            }
            Ask::Transition(target) => {
                let taken = matches!(
                    kind,
                    Kind::Submit | Kind::Withdraw | Kind::Revise | Kind::Next
                );
                taken && to == target
            }
            Ask::Abandon | Ask::Validate => false,
        };
        let steps = self.plan.steps();
        let mut leaving = steps.into_iter().filter(|(from, ..)| *from == self.at);
        let found = leaving.find(|(_, to, kind)| wanted(*kind, *to));
        found.map(|(_, to, kind)| (to, kind))
    }

    fn go_on(&mut self, to: At, kind: Kind) -> Result<(), u8> {
        // 3. The folder is valid for where the task stands.
        if !self.folder_is_valid() {
            return Err(3);
        }
        // 4. What the phase produces exists; what is there is as its contract says.
        let phase = &self.plan.phases[self.at.0];
        let produced = |(a, optional): &(usize, bool)| match self.files.get(a) {
            Some(Thing::File(content)) => {
                !content.empty && content.meets(self.plan.artifacts[*a].1)
            }
            Some(Thing::Folder) => false,
            None => *optional,
        };
        if !phase.produces.iter().all(produced) {
            return Err(4);
        }
        // 5. The guards of one edge that leads there hold.
        let mut edges = phase.next.iter().filter(|(target, _)| *target == to.0);
        if kind == Kind::Next && !edges.any(|(_, guards)| guards.iter().all(|g| self.holds(g))) {
            return Err(5);
        }
        // 6. The folder is valid for where the task comes to.
        if kind != Kind::Approve && !self.may_arrive(to.0, &[]) {
            return Err(6);
        }
        self.recorded = self.now();
        if kind == Kind::Approve {
            let of_phase = phase.produces.iter();
            let bytes = of_phase.filter_map(|(a, _)| Some((*a, *self.recorded.get(a)?)));
            self.approved.insert(self.at.0, bytes.collect());
        }
        if kind == Kind::Next {
            // Work in the phase begins anew.
            self.approved.remove(&to.0);
        }
        self.at = to;
        Ok(())
    }

    fn go_back(&mut self, to: At) {
        self.approved.remove(&self.at.0);
        self.carry(to);
        self.at = to;
    }

    fn rework(&mut self, to: At) -> Result<(), u8> {
        let ended = |child: &Child| match child {
            Child::At((phase, _)) => self.plan.phases[*phase].terminal.is_some(),
            Child::Abandoned => true,
        };
        let target = &self.plan.phases[to.0];
        let moved: Vec<usize> = target.forbids.clone();
        if !self.children.iter().all(ended) || !self.may_arrive(to.0, &moved) {
            return Err(6);
        }
        self.files.retain(|a, _| !moved.contains(a));
        self.carry(to);
        let void = self.following(to.0);
        self.approved.retain(|phase, _| !void.contains(phase));
        self.at = to;
        Ok(())
    }

    /// Going back records what may have been written meanwhile, and never what may not; what has
    /// to be moved away is not missed once it was.
    fn carry(&mut self, to: At) {
        let mut recorded = self.now();
        for (a, before) in &self.recorded {
            if self.is_fixed(*a, self.at) && self.is_fixed(*a, to) {
                recorded.insert(*a, *before);
            }
        }
        recorded.retain(|a, _| !self.plan.phases[to.0].forbids.contains(a));
        self.recorded = recorded;
    }

    /// Frozen unless the phase writes it; in the sub-states the phase writes nothing.
    fn is_fixed(&self, artifact: usize, at: At) -> bool {
        let mut produces = self.plan.phases[at.0].produces.iter();
        if produces.any(|(a, _)| *a == artifact) {
            at.1 != Sub::Base
        } else {
            self.plan.artifacts[artifact].0
        }
    }

    fn folder_is_valid(&self) -> bool {
        let phase = &self.plan.phases[self.at.0];
        let unchanged = |(a, before): (&usize, &Content)| {
            !self.is_fixed(*a, self.at) || self.files.get(a) == Some(&Thing::File(*before))
        };
        !phase.forbids.iter().any(|a| self.files.contains_key(a))
            && self.recorded.iter().all(unchanged)
            && !self.files.values().any(|thing| *thing == Thing::Folder)
            && self.other_case.is_empty()
            && !(self.unknown_file && self.plan.refuses_unknown_files)
    }

    fn may_arrive(&self, phase: usize, moved: &[usize]) -> bool {
        let phase = &self.plan.phases[phase];
        let there = |a: &usize| self.files.contains_key(a) && !moved.contains(a);
        let readable =
            |(a, optional): &(usize, bool)| *optional || (there(a) && self.now().contains_key(a));
        !phase.forbids.iter().any(there) && phase.reads.iter().all(readable)
    }

    fn holds(&self, guard: &Guard) -> bool {
        let content = |a: &usize| self.now().get(a).copied();
        match guard {
            Guard::Says(a, yes) => {
                let declares = self.plan.artifacts[*a].1 == Rule::Outcome;
                declares && content(a).is_some_and(|found| found.says == (*yes, !*yes))
            }
            Guard::Contains(a) => content(a).is_some_and(|found| found.token),
            Guard::Check(c) => self.checks[*c] == Some(true),
            Guard::Subtasks => {
                let mut counted = self
                    .children
                    .iter()
                    .filter(|child| **child != Child::Abandoned);
                let success = |child: &Child| match child {
                    Child::At((phase, _)) => self.plan.phases[*phase].terminal == Some(true),
                    Child::Abandoned => false,
                };
                counted.clone().count() > 0 && counted.all(success)
            }
        }
    }

    /// The files that are not empty.
    fn now(&self) -> BTreeMap<usize, Content> {
        let files = self.files.iter().filter_map(|(a, thing)| match thing {
            Thing::File(content) if !content.empty => Some((*a, *content)),
            _ => None,
        });
        files.collect()
    }

    /// A phase and all that can be reached from it by `next`.
    fn following(&self, phase: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::from([phase]);
        let mut todo = vec![phase];
        while let Some(phase) = todo.pop() {
            let next = self.plan.phases[phase].next.iter();
            todo.extend(next.map(|(to, _)| *to).filter(|to| found.insert(*to)));
        }
        found
    }
}
