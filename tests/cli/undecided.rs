//! A gate that cannot decide says no.

use std::fs;
use std::os::unix::fs::symlink;

use crate::can_edit::verdict;
use crate::project::Project;

const WORKFLOW: &str = r#"workflow w version=1 {
    initial start
    phase start { next build; }
    phase build { edits "**"; next done; }
    phase done terminal=success
}"#;

fn project() -> Project {
    let project = Project::with(WORKFLOW);
    project.all(&["create-task t", "transition build --task t"]);
    assert_eq!(verdict(&project, &["src/a.rs"]), "allowed: edits");
    project
}

fn remove(project: &Project, path: &str) {
    fs::remove_file(project.path(path)).expect(path);
}

#[test]
#[expect(clippy::too_many_lines, reason = "it is one table")]
fn whatever_is_missing_or_broken_widens_nothing() {
    let state = ".automaton/tasks/t/.state";
    let journal = ".automaton/tasks/t/.state.journal";
    let file = ".automaton/workflow.kdl";
    for (what, spoil, expected) in [
        (
            "the state is gone",
            Box::new(|p: &Project| remove(p, state)) as Box<dyn Fn(&Project)>,
            "tampered",
        ),
        (
            "the state is another",
            Box::new(|p| p.write(state, "done\n")),
            "tampered",
        ),
        (
            "the state is empty",
            Box::new(|p| p.write(state, "")),
            "tampered",
        ),
        (
            "the state is NUL",
            Box::new(|p| p.write(state, "\0\0\0\0")),
            "tampered",
        ),
        (
            "the state is a link",
            Box::new(|p| {
                p.write("build", "build\n");
                remove(p, state);
                symlink(p.path("build"), p.path(state)).expect("a link");
            }),
            "tampered",
        ),
        (
            "the journal is gone",
            Box::new(|p| remove(p, journal)),
            "tampered",
        ),
        (
            "the journal is empty",
            Box::new(|p| p.write(journal, "")),
            "tampered",
        ),
        (
            "the journal is text",
            Box::new(|p| p.write(journal, "build\n")),
            "tampered",
        ),
        (
            "the journal is another task's",
            Box::new(|p| {
                p.all(&["create-task u"]);
                p.write(journal, &p.read(".automaton/tasks/u/.state.journal"));
                remove(p, ".automaton/tasks/u/.state.journal");
                remove(p, ".automaton/tasks/u/.state");
            }),
            "tampered",
        ),
        (
            "all records are gone",
            Box::new(|p| {
                remove(p, state);
                remove(p, journal);
                remove(p, ".automaton/tasks/t/.state.lock");
            }),
            "untracked",
        ),
        (
            "the workflow is gone",
            Box::new(|p| remove(p, file)),
            "workflow-missing",
        ),
        (
            "the workflow is empty",
            Box::new(|p| p.write(file, "")),
            "workflow-broken",
        ),
        (
            "the workflow is cut short",
            Box::new(|p| p.write(file, "workflow w {")),
            "workflow-broken",
        ),
        (
            "the workflow is a folder",
            Box::new(|p| {
                remove(p, file);
                fs::create_dir(p.path(file)).expect("a folder");
            }),
            "workflow-not-a-file",
        ),
        (
            "the workflow is a link",
            Box::new(|p| {
                p.write("w.kdl", WORKFLOW);
                remove(p, file);
                symlink(p.path("w.kdl"), p.path(file)).expect("a link");
            }),
            "workflow-not-a-file",
        ),
        (
            "the state is one that the workflow lost",
            Box::new(|p| p.write(file, &WORKFLOW.replace("build", "make"))),
            "orphan-state",
        ),
        (
            "the task folder is gone",
            Box::new(|p| fs::remove_dir_all(p.path(".automaton/tasks/t")).expect("removed")),
            "no-task-at-work",
        ),
        (
            "the tasks are gone",
            Box::new(|p| fs::remove_dir_all(p.path(".automaton/tasks")).expect("removed")),
            "no-task-at-work",
        ),
        (
            "the project is gone",
            Box::new(|p| fs::remove_dir_all(p.path(".automaton")).expect("removed")),
            "no-project",
        ),
        (
            "the overrides are damaged",
            Box::new(|p| {
                p.write(".automaton/overrides.journal", "{}\n");
                p.write(file, &WORKFLOW.replace("edits \"**\";", ""));
            }),
            "edit-not-in-phase",
        ),
    ] {
        let project = project();
        spoil(&project);
        let before = project.files();
        assert_eq!(verdict(&project, &["src/a.rs"]), expected, "{what}");
        assert_eq!(project.files(), before, "{what}: the gate only looks");
    }
}

#[test]
fn a_damaged_task_hides_no_other() {
    let project = project();
    project.all(&["create-task u", "transition build --task u"]);
    project.write(".automaton/tasks/t/.state", "");
    assert_eq!(verdict(&project, &["src/a.rs"]), "allowed: edits");
    assert_eq!(verdict(&project, &["src/a.rs", "--task", "t"]), "tampered");
}

#[test]
fn a_step_under_way_allows_what_both_of_its_states_allow() {
    let project = Project::with(
        r#"workflow w version=1 {
            initial a
            phase a { edits "a/**" "both/**"; next b; }
            phase b { edits "b/**" "both/**"; next done; }
            phase done terminal=success
        }"#,
    );
    project.all(&["create-task t", "transition b --task t"]);
    // As a step from `a` to `b` leaves it when it is cut short before its last rename.
    project.write(".automaton/tasks/t/.state", "a\n");
    assert_eq!(
        verdict(&project, &["both/x"]),
        "tampered",
        "nothing is staged"
    );
    project.write(".automaton/tasks/t/.state.tmp", "b\n");
    for (path, expected) in [
        ("both/x", "allowed: edits"),
        ("a/x", "edit-not-in-phase"),
        ("b/x", "edit-not-in-phase"),
    ] {
        assert_eq!(verdict(&project, &[path]), expected, "{path}");
    }
}

#[test]
fn a_cache_is_believed_only_where_it_is_what_would_be_compiled() {
    let project = project();
    let cache = project.home().join(".cache/automaton");
    let kept = || {
        let entry = fs::read_dir(&cache)
            .expect("a cache")
            .next()
            .expect("a file");
        entry.expect("an entry").path()
    };
    let good = fs::read(kept()).expect("the rules");
    for (what, bytes) in [
        ("empty", Vec::new()),
        ("cut short", good[..good.len() / 2].to_vec()),
        ("noise", b"noise".repeat(100)),
    ] {
        fs::write(kept(), bytes).expect("written");
        assert_eq!(verdict(&project, &["src/a.rs"]), "allowed: edits", "{what}");
        assert_eq!(
            fs::read(kept()).expect("the rules"),
            good,
            "{what}: made again"
        );
    }
    // The rules of another text, in the place of this one's.
    let strict = WORKFLOW.replace("edits \"**\";", "");
    project.write(".automaton/workflow.kdl", &strict);
    assert_eq!(verdict(&project, &["src/a.rs"]), "edit-not-in-phase");
    fs::write(kept(), &good).expect("written");
    assert_eq!(
        verdict(&project, &["src/a.rs"]),
        "edit-not-in-phase",
        "a stale cache"
    );
    // One that somebody else could have written.
    project.write(".automaton/workflow.kdl", WORKFLOW);
    let mut open = fs::metadata(kept()).expect("a file").permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut open, 0o666);
    fs::set_permissions(kept(), open).expect("opened");
    assert_eq!(verdict(&project, &["src/a.rs"]), "allowed: edits");
}

#[test]
fn nothing_is_kept_where_there_is_no_place_for_it() {
    let project = project();
    let mut command = project.command();
    command
        .env("XDG_CACHE_HOME", "/proc/nowhere")
        .args(["can-edit", "src/a.rs"]);
    assert_eq!(command.output().expect("it runs").status.code(), Some(0));
}
