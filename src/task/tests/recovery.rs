//! What every crash leaves behind, built by hand, and what the next command makes of it.

use std::collections::BTreeMap;

use super::scratch::{NEXT, Scratch, order};
use crate::engine::{Order, Standing, StepKind};
use crate::task::Checks;
use crate::workflow::Event;

type Tree = BTreeMap<String, String>;

/// A step that moves two artifacts, cut short in every way.
struct Step {
    scratch: Scratch,
    before: Tree,
    after: Tree,
    line: String,
}

fn rework() -> Order {
    Order {
        moves: ["PLAN.md", "TESTS.md"]
            .map(|n| n.parse().expect("a name"))
            .to_vec(),
        ..order(StepKind::Edge(Event::Rework), Some("implement"), "research")
    }
}

impl Step {
    /// Takes the step, and remembers the folder before and after.
    fn new() -> Self {
        let scratch = Scratch::with_login();
        let order = order(NEXT, Some("research"), "implement");
        scratch.commit("login", order).expect("moved");
        scratch.write("login/PLAN.md", "plan");
        scratch.write("login/TESTS.md", "tests");
        let before = scratch.tree("login");
        scratch.commit("login", rework()).expect("moved back");
        let after = scratch.tree("login");
        let line = after[".state.journal"][before[".state.journal"].len()..].to_owned();
        Self {
            scratch,
            before,
            after,
            line,
        }
    }

    /// Puts the folder into the state before the step, with these changes.
    fn put(&self, changes: &[(&str, Option<&str>)]) {
        let folder = self.scratch.path("login");
        std::fs::remove_dir_all(folder).expect("removed");
        let mut tree = self.before.clone();
        tree.insert(".state.lock".to_owned(), String::new());
        for (name, content) in changes {
            match content {
                Some(content) => tree.insert((*name).to_owned(), (*content).to_owned()),
                None => tree.remove(*name),
            };
        }
        for (name, content) in tree.iter().filter(|(name, _)| !name.ends_with('/')) {
            self.scratch.write(&format!("login/{name}"), content);
        }
    }

    /// The journal before the step with `tail` behind it.
    fn journal_with(&self, tail: &str) -> String {
        format!("{}{tail}", self.before[".state.journal"])
    }

    /// Recovers, and says where the task stands.
    fn recovered(&self) -> String {
        let observed = self
            .scratch
            .namespace()
            .find(&super::scratch::path("login"));
        let observed = observed.expect("no error").expect("a task");
        let looked = said(&observed.observe(Checks::new()).expect("facts"));
        let mut lock = self.scratch.lock("login");
        let read = said(&lock.read(Checks::new()).expect("facts"));
        if looked != read {
            assert_eq!(looked, "implement", "before a step that is under way");
        }
        read
    }
}

fn said(facts: &impl crate::engine::Facts) -> String {
    match facts.standing().expect("a standing") {
        Standing::Tracked(record) => record.state.to_string(),
        Standing::Tampered(tampering) => format!("{} {}", tampering.file, tampering.problem),
        Standing::Untracked { .. } => "untracked".to_owned(),
        Standing::Absent | Standing::Taken { .. } => "absent".to_owned(),
    }
}

const STAGED: (&str, Option<&str>) = (".state.tmp", Some("research\n"));

#[test]
fn a_staged_state_without_an_entry_is_dropped() {
    let step = Step::new();
    for staged in ["", "rese", "research\n", "\0\0\0\0", "implement\n"] {
        step.put(&[(".state.tmp", Some(staged))]);
        assert_eq!(step.recovered(), "implement", "{staged:?}");
        assert_eq!(step.scratch.tree("login"), step.before, "{staged:?}");
    }
}

#[test]
fn a_torn_line_is_dropped_wherever_it_is_torn() {
    let step = Step::new();
    let whole = step.line.len() - 1;
    // Every length would do; these include both ends and take a tenth of the time.
    for cut in (1..=whole).rev().step_by(10).chain([1, 2]) {
        step.put(&[
            STAGED,
            (
                ".state.journal",
                Some(&step.journal_with(&step.line[..cut])),
            ),
        ]);
        assert_eq!(step.recovered(), "implement", "cut after {cut} bytes");
        assert_eq!(step.scratch.tree("login"), step.before, "cut after {cut}");
    }
    let nul = "\0".repeat(40);
    for tail in [
        nul.clone(),
        format!("{nul}\n"),
        format!("{}{nul}", &step.line[..40]),
        format!("{nul}{}", &step.line[40..]),
    ] {
        step.put(&[STAGED, (".state.journal", Some(&step.journal_with(&tail)))]);
        assert_eq!(step.recovered(), "implement", "{tail:?}");
        assert_eq!(step.scratch.tree("login"), step.before, "{tail:?}");
    }
}

#[test]
fn a_journaled_step_is_completed_from_wherever_it_stopped() {
    let step = Step::new();
    let journal = step.journal_with(&step.line);
    let journaled = (".state.journal", Some(&journal[..]));
    let moved = |name: &'static str, shelved: &'static str, content| {
        [(name, None), (shelved, Some(content))]
    };
    let plan = moved("PLAN.md", ".state.attic/4/PLAN.md", "plan");
    let tests = moved("TESTS.md", ".state.attic/4/TESTS.md", "tests");
    let both = [plan, tests].concat();
    let renamed = [(".state", Some("research\n"))];
    let missing = [(".state", None)];
    for (situation, changes) in [
        ("nothing moved", vec![STAGED]),
        ("one moved", [&[STAGED], &plan[..]].concat()),
        ("both moved", [&[STAGED], &both[..]].concat()),
        ("renamed", [&renamed, &both[..]].concat()),
        ("state deleted", [&missing, &both[..]].concat()),
        ("state deleted before the moves", missing.to_vec()),
    ] {
        step.put(&[&[journaled], &changes[..]].concat());
        assert_eq!(step.recovered(), "research", "{situation}");
        assert_eq!(step.scratch.tree("login"), step.after, "{situation}");
    }
}

#[test]
fn what_came_after_a_completed_step_stays() {
    let step = Step::new();
    step.scratch.write("login/PLAN.md", "a new plan");
    assert_eq!(step.recovered(), "research");
    assert_eq!(step.scratch.read("login/PLAN.md"), "a new plan");
    assert_eq!(step.scratch.read("login/.state.attic/4/PLAN.md"), "plan");
}

#[test]
fn what_no_crash_leaves_behind_is_tampered_and_left_alone() {
    let step = Step::new();
    let journal = step.journal_with(&step.line);
    let journaled = (".state.journal", Some(&journal[..]));
    let torn = step.journal_with(&step.line[..30]);
    let torn = (".state.journal", Some(&torn[..]));
    let garbled = journal.replacen("tester", "sombod", 1);
    for (changes, expected) in [
        (
            vec![journaled],
            ".state says `implement`; the journal says `research`",
        ),
        (
            vec![journaled, (".state.tmp", Some("implement\n"))],
            ".state says `implement`; the journal says `research`",
        ),
        (
            vec![journaled, STAGED, (".state", Some("new\n"))],
            ".state says `new`; the journal says `research`",
        ),
        (
            vec![(".state", Some("complete\n"))],
            ".state says `complete`; the journal says `implement`",
        ),
        (
            vec![torn, (".state", Some("research\n"))],
            ".state.journal ends in a torn line, and `.state` says `research`; the entry before says `implement`",
        ),
        (
            vec![torn, (".state", None)],
            ".state.journal ends in a torn line, and `.state` is missing",
        ),
        (
            vec![(".state.journal", None)],
            ".state.journal is missing, but `.state.lock` is there, which only a task with a journal has",
        ),
        (
            vec![
                (".state.journal", None),
                (".state.lock", None),
                (".state.attic/bytes/kept", Some("x")),
            ],
            ".state.journal is missing, but `.state.attic` is there, which only a task with a journal has",
        ),
        (
            vec![(".state.journal", Some(""))],
            ".state.journal holds no whole entry",
        ),
        (
            vec![(".state.journal", Some(&garbled))],
            ".state.journal line 2 breaks the chain: `prev` is not the digest of line 1",
        ),
        (
            vec![(".state", Some(""))],
            ".state is empty; the journal says `implement`",
        ),
        (
            vec![(".state", Some("\0\0\0"))],
            ".state contains NUL bytes, as a crash can leave them; the journal says `implement`",
        ),
    ] {
        step.put(&changes);
        let before = step.scratch.tree("login");
        assert_eq!(step.recovered(), expected);
        assert_eq!(step.scratch.tree("login"), before, "{expected}");
    }
}

#[test]
fn a_folder_without_journal_and_lock_file_is_untracked() {
    let step = Step::new();
    step.put(&[(".state.journal", None), (".state.lock", None)]);
    assert_eq!(step.recovered(), "untracked");
    assert!(!step.scratch.path("login/.state.lock").exists());
}

#[test]
fn the_next_step_goes_on_from_what_was_recovered() {
    let step = Step::new();
    let journal = step.journal_with(&step.line);
    step.put(&[STAGED, (".state.journal", Some(&journal))]);
    let next = order(NEXT, Some("research"), "design");
    let committed = step.scratch.commit("login", next).expect("moved");
    assert_eq!(committed.seq, 5);
    assert_eq!(step.recovered(), "design");
}
