//! The archive and the attic.

use automaton::diagnostic::Diagnostic;
use automaton::workflow::Workflow;

use super::Case;
use crate::ask::{By, archive, put_back, refused, restore, small, transition};
use crate::page::page;
use crate::world::World;

pub const CASES: &[Case] = &[
    archived,
    not_archived,
    not_over,
    too_recent,
    part_of_task,
    not_in_attic,
    not_writable,
];

fn plan() -> Workflow {
    small(
        "artifact A.md
         artifact B.md
         phase work { produces A.md; forbids B.md; next b; }
         phase b { reads A.md; produces B.md; next done; }
         phase done terminal=success",
    )
}

fn archived() -> Diagnostic {
    let world = World::at("work").archived();
    refused(&plan(), &world, &transition("b"))
}

fn not_archived() -> Diagnostic {
    refused(&plan(), &World::at("done"), &restore())
}

fn not_over() -> Diagnostic {
    refused(&plan(), &World::at("work"), &archive(None))
}

fn too_recent() -> Diagnostic {
    let world = World::at("done").rested_since("2026-03-01T00:00:00Z");
    refused(&plan(), &world, &archive(Some("2026-02-01T00:00:00Z")))
}

fn part_of_task() -> Diagnostic {
    let world = World::at("done").named("epic/part");
    refused(&plan(), &world, &archive(None))
}

fn not_in_attic() -> Diagnostic {
    let world = World::at("work").in_attic(8, "A.md", "old");
    refused(&plan(), &world, &put_back(7, "A.md").person())
}

fn not_writable() -> Diagnostic {
    let world = World::at("b").in_attic(7, "A.md", "old");
    refused(&plan(), &world, &put_back(7, "A.md").person())
}

#[test]
fn what_is_said_about_the_archive_and_the_attic() {
    let pages = CASES.iter().map(|case| page(&case()));
    insta::assert_snapshot!(pages.collect::<Vec<_>>().join("\n"), @r#"
    refused: work -> b [archived] exit 1
      `complete/login` is archived, and is only looked at until it is brought back
      next (anyone): automaton cleanup-done --restore complete/login
    refused: cleanup-done --restore [not-archived] exit 1
      `login` is not in the archive: it stands among the other tasks
      next (anyone): automaton status login
    refused: cleanup-done [not-over] exit 1
      it stands in `work`: only a task that has ended or was abandoned is archived
      next (anyone): automaton status login
      next (human): automaton abandon --task login --reason "..."
    refused: cleanup-done [too-recent] exit 1
      it has rested only since 2026-03-01T00:00:00Z
      next (anyone): automaton status login
    refused: cleanup-done [part-of-task] exit 2
      `epic/part` is a sub-task, and goes where `epic` does
      next (anyone): automaton cleanup-done --task epic
    refused: attic restore 7 A.md [not-in-attic] exit 2
      step 7 moved no artifact `A.md` to the attic
      next (anyone): automaton attic list --task login
    refused: attic restore 7 A.md [not-writable] exit 1
      `A.md` is not written in `b`: `work` writes it
      next (anyone): automaton status login
    "#);
}
