//! Making, adopting, reworking and repairing tasks.

use automaton::diagnostic::Diagnostic;
use automaton::engine::Keep;

use super::Case;
use crate::ask::{
    By, DEFAULT, abandon, adopt, adopt_renamed, create, map, refused, repair, rework, small,
    transition,
};
use crate::page::page;
use crate::world::{Unreadable, World};

pub const CASES: &[Case] = &[
    task_exists,
    no_subtasks_here,
    inherited_name,
    open_subtasks,
    not_inferred,
    not_a_base_state,
    nothing_to_map,
    nothing_to_repair,
    bytes_lost,
    nothing_says_where,
];

fn task_exists() -> Diagnostic {
    refused(&DEFAULT, &World::at("new"), &create())
}

fn no_subtasks_here() -> Diagnostic {
    let parent = World::at("decomposition:awaiting_approval");
    let world = World::absent().named("epic/part").under(&parent);
    refused(&DEFAULT, &world, &create())
}

fn inherited_name() -> Diagnostic {
    let parent = World::at("decomposition:approved");
    let world = World::absent()
        .named("epic/part")
        .under(&parent)
        .with("PARENT_SPEC.md", "mine");
    refused(&DEFAULT, &world, &create())
}

fn open_subtasks() -> Diagnostic {
    let workflow = small(
        "phase work { next split; }
         phase split { subtasks; next done { subtasks complete; }; rework work; }
         phase done terminal=success",
    );
    let world = World::at("split")
        .subtask("a", "done")
        .subtask("b", "split");
    refused(&workflow, &world, &rework("work").person())
}

fn not_inferred() -> Diagnostic {
    let files = ["SPEC.md", "DESIGN.md", "DECOMPOSITION.md"];
    refused(
        &DEFAULT,
        &World::untracked(None).with_all(&files),
        &adopt(None),
    )
}

fn not_a_base_state() -> Diagnostic {
    let request = adopt(Some("research:approved")).person();
    refused(&DEFAULT, &World::untracked(None), &request)
}

fn nothing_to_map() -> Diagnostic {
    refused(
        &DEFAULT,
        &World::at("new"),
        &map("new", "research").person(),
    )
}

fn nothing_to_repair() -> Diagnostic {
    refused(&DEFAULT, &World::at("new"), &repair(Keep::Journal).person())
}

fn bytes_lost() -> Diagnostic {
    let world = World::at("design").with("SPEC.md", "spec").recorded();
    let request = repair(Keep::Journal).person();
    refused(&DEFAULT, &world.with("SPEC.md", "other"), &request)
}

fn nothing_says_where() -> Diagnostic {
    let world = World::destroyed(".state.journal", "line 1 is not JSON", None);
    refused(&DEFAULT, &world, &repair(Keep::Journal).person())
}

#[test]
fn what_is_said_about_tasks_that_are_made_adopted_or_repaired() {
    insta::assert_snapshot!(page(&task_exists()), @"
    refused: create-task [task-exists] exit 1
      `.automaton/tasks/login` exists, and a task is never overwritten: choose another name
      next (anyone): automaton status login
    ");
    insta::assert_snapshot!(page(&no_subtasks_here()), @"
    refused: create-task [no-subtasks-here] exit 1
      no sub-task can be made under `epic`: it has to come to `decomposition:approved` first
        workflow.kdl:114  subtasks depth=1
      next (anyone): automaton status epic
    ");
    insta::assert_snapshot!(page(&open_subtasks()), @r#"
    refused: rework split -> work [open-subtasks] exit 1
      sub-tasks are under way, and going back would take their plan away: finish or abandon them first: login/b: stands in `split`
      next (anyone): automaton transition done --task login/b
      next (human): automaton abandon --task login/b --reason "..."
    "#);
    insta::assert_snapshot!(page(&not_inferred()), @"
    refused: upgrade [not-inferred] exit 1
      no phase fits the folder; move aside what one of these forbids: `research` forbids `DECOMPOSITION.md` and `DESIGN.md`; `decomposition` forbids `DESIGN.md`; `design` forbids `DECOMPOSITION.md`
      next (human): automaton upgrade --task login --as research
      next (human): automaton upgrade --task login --as decomposition
      next (human): automaton upgrade --task login --as design
    ");
    insta::assert_snapshot!(page(&not_a_base_state()), @"
    refused: upgrade --as research:approved [not-a-base-state] exit 2
      `research:approved` is an approval sub-state, and what was not approved here is not approved: name the phase `research`
      next (human): automaton upgrade --task login --as research
    ");
    insta::assert_snapshot!(page(&nothing_to_repair()), @"
    refused: repair [nothing-to-repair] exit 1
      state, journal and artifacts agree: there is nothing to repair
      next (anyone): automaton status login
    ");
    insta::assert_snapshot!(page(&bytes_lost()), @"
    refused: repair [bytes-lost] exit 6
      the recorded bytes of `SPEC.md` are not kept: put the file back from version control, or accept what is there
      .automaton/tasks/login/SPEC.md: changed
      next (human): automaton repair --task login --accept
    ");
    insta::assert_snapshot!(page(&nothing_says_where()), @"
    refused: repair [nothing-says-where] exit 6
      no sound journal entry and no readable `.state` names a state of this workflow: a person has to say where the task stands
      next (human): automaton repair --task login --as STATE
    ");
}

#[test]
fn what_only_a_person_may_do_is_shown_as_it_was_asked() {
    let tracked = World::at("new");
    let at = |request| page(&refused(&DEFAULT, &tracked, &request));
    insta::assert_snapshot!(at(abandon().agent()), @r#"
    refused: abandon [person-required] exit 3
      only a person at a terminal may do this; an agent gives the command to its user
      next (human): automaton abandon --task login --reason "..."
    "#);
    insta::assert_snapshot!(at(repair(Keep::Folder).agent()), @"
    refused: repair --accept [person-required] exit 3
      only a person at a terminal may do this; an agent gives the command to its user
      next (human): automaton repair --task login --accept
    ");
    let chosen = refused(&DEFAULT, &World::untracked(None), &adopt(Some("design")));
    insta::assert_snapshot!(page(&chosen), @"
    refused: upgrade --as design [person-required] exit 3
      only a person at a terminal may do this; an agent gives the command to its user
      next (human): automaton upgrade --task login --as design
    ");
    let agent = refused(&DEFAULT, &World::untracked(None), &adopt(None).agent());
    insta::assert_snapshot!(page(&agent), @"
    refused: upgrade [person-required] exit 3
      an agent is at work in this environment, and may not adopt folders: its user runs the command in another terminal
      next (human): automaton upgrade --task login
    ");
}

#[test]
fn a_fact_that_only_the_record_needs_refuses_too() {
    // Nothing in step 1 to 6 asks what is in an artifact that turned up.
    let workflow = small(
        "artifact NOTES.md
         phase work { next done; }
         phase done terminal=success",
    );
    let world = World::at("work")
        .with("NOTES.md", "x")
        .unreadable(Unreadable::Content("NOTES.md"));
    let found = refused(&workflow, &world, &transition("done"));
    insta::assert_snapshot!(page(&found), @"
    refused: work -> done [fact-unavailable] exit 7
      nothing was decided, because a fact could not be had: .automaton/tasks/login/NOTES.md: permission denied
      .automaton/tasks/login/NOTES.md: permission denied
      next (anyone): automaton transition done --task login
    ");
}

#[test]
fn a_folder_that_fits_no_phase_or_several_is_left_to_a_person() {
    let workflow = small(
        "artifact A.md
         artifact B.md
         phase work { next x; next y; }
         phase x { produces A.md; next done; }
         phase y { produces A.md; next done; }
         phase done terminal=success",
    );
    let tied = refused(
        &workflow,
        &World::untracked(None).with("A.md", "a"),
        &adopt(None),
    );
    insta::assert_snapshot!(page(&tied), @"
    refused: upgrade [not-inferred] exit 1
      the folder fits `x` and `y` equally: a person has to choose
      next (human): automaton upgrade --task login --as x
      next (human): automaton upgrade --task login --as y
    ");
    let nobodys = refused(
        &workflow,
        &World::untracked(None).with("B.md", "b"),
        &adopt(None),
    );
    insta::assert_snapshot!(page(&nobodys), @"
    refused: upgrade [not-inferred] exit 1
      no phase produces what is in the folder
      next (human): automaton upgrade --task login --as STATE
    ");
}

#[test]
fn a_state_that_is_gone_is_settled_by_a_person() {
    let world = World::at("qa");
    let found = refused(&DEFAULT, &world, &rework("new"));
    insta::assert_snapshot!(page(&found), @"
    refused: rework qa -> new [orphan-state] exit 3
      the workflow has no state `qa` any more: put it back, or let a person say which phase takes its place
      next (human): automaton upgrade --map qa=STATE
    ");
    let found = refused(&DEFAULT, &World::untracked(Some("qa")), &adopt(None));
    insta::assert_snapshot!(page(&found), @"
    refused: upgrade [orphan-state] exit 3
      the workflow has no state `qa` any more: put it back, name its successor under `[upgrade.states]` in `.automaton/config.toml`, or let a person say which phase takes its place
      next (human): automaton upgrade --task login --as STATE
    ");
    let found = refused(
        &DEFAULT,
        &World::at("qa").under_a_file(),
        &transition("new"),
    );
    insta::assert_snapshot!(page(&found), @"
    refused: qa -> new [workflow-missing] exit 6
      the last step was decided by the project's own `.automaton/workflow.kdl`, which is gone: put it back, or let a person repair the task under the built-in workflow
      the workflow has no state `qa` any more: put it back, or let a person say which phase takes its place
      next (human): automaton repair --task login
      next (anyone): automaton status login
      next (human): automaton repair --task login --as STATE
    ");
    // Only the sub-state is gone, and the phase itself is where the task goes on.
    let found = refused(
        &DEFAULT,
        &World::at("new:approved"),
        &transition("research"),
    );
    insta::assert_snapshot!(page(&found), @"
    refused: new:approved -> research [orphan-state] exit 3
      the workflow has no state `new:approved` any more: put it back, or let a person say which phase takes its place
      next (human): automaton upgrade --map new=new
    ");
}

#[test]
fn a_name_that_the_settings_put_nowhere_is_said_to_be_theirs() {
    let world = World::untracked(Some("qa"));
    let found = refused(&DEFAULT, &world, &adopt_renamed(&[("qa", "refere")]));
    insta::assert_snapshot!(page(&found), @"
    refused: upgrade [unknown-state] exit 2
      the settings put `qa` into `refere`, which is no phase of the workflow; did you mean `referee`?
      next (anyone): automaton graph
      next (human): automaton upgrade --task login --as STATE
    ");
}

#[test]
fn a_task_moves_only_out_of_a_state_that_is_gone_and_only_by_a_person() {
    let world = World::at("qa").with_all(&["SPEC.md", "DESIGN.md", "TEST_PLAN.md"]);
    let found = refused(&DEFAULT, &world, &map("qa", "design").person());
    insta::assert_snapshot!(page(&found), @"
    refused: upgrade --map qa=design [forbidden-artifact] exit 1
      `TEST_PLAN.md` must not exist in `design`: move it out of the task folder
        workflow.kdl:135  TEST_PLAN.md
      .automaton/tasks/login/TEST_PLAN.md: forbidden
      next (human): automaton upgrade --map qa=design
    ");
    let found = refused(&DEFAULT, &world, &map("qa", "implement").agent());
    insta::assert_snapshot!(page(&found), @"
    refused: upgrade --map qa=implement [person-required] exit 3
      only a person at a terminal may do this; an agent gives the command to its user
      next (human): automaton upgrade --map qa=implement
    ");
    let found = refused(&DEFAULT, &World::at("design"), &map("design", "new"));
    insta::assert_snapshot!(page(&found), @"
    refused: upgrade --map design=new [nothing-to-map] exit 1
      the task stands in `design`: only a state that the workflow no longer has is mapped
      next (anyone): automaton status login
    ");
}
