//! The archive: `cleanup-done` and back.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::thread;

use insta::assert_snapshot;
use serde_json::json;

use crate::project::Project;
use crate::terminal::talk;

const WORKFLOW: &str = "workflow archive version=1 {
    initial work
    artifact CHANGE.md
    phase work { produces CHANGE.md; edits \"**\"; subtasks depth=2; next done; next failed; }
    phase done terminal=success
    phase failed terminal=failure { rework work by=anyone; }
}
";

fn done(project: &Project, task: &str) {
    let folder = task.replace('/', "/subtasks/");
    project.artifact(&folder, "CHANGE.md", &format!("the change of {task}\n"));
    project.all(&[&format!("transition done --task {task}")]);
}

/// One task that is done, and one that goes on.
fn two() -> Project {
    let project = Project::with(WORKFLOW);
    project.all(&["create-task login", "create-task other"]);
    done(&project, "login");
    project
}

/// The files of a task by their paths in its folder, without its journal and lock.
fn content(project: &Project, folder: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let top = project.in_task(folder, "");
    let files = project.files().into_iter().filter_map(|(path, bytes)| {
        let inside = path.strip_prefix(&top).ok()?.to_owned();
        let name = inside.file_name()?.to_string_lossy().into_owned();
        (!matches!(name.as_str(), ".state.journal" | ".state.lock")).then_some((inside, bytes))
    });
    files.collect()
}

#[test]
fn what_is_over_goes_to_the_archive_and_comes_back_as_it_was() {
    let project = two();
    let before = content(&project, "login");
    assert_snapshot!(project.run("cleanup-done --dry-run"), @"");
    assert_eq!(content(&project, "login"), before);
    assert_snapshot!(project.run("cleanup-done"), @"");
    assert!(!project.in_task("login", "").exists());
    assert_eq!(content(&project, "complete/login"), before);
    assert_snapshot!(project.run("cleanup-done"), @"");
    assert_snapshot!(project.run("cleanup-done --task login"), @"");
    assert_snapshot!(project.run("cleanup-done --task other"), @"");
    assert_snapshot!(project.run("cleanup-done --restore login"), @"");
    assert_eq!(content(&project, "login"), before);
    assert!(!project.in_task("complete/login", "").exists());
    assert_snapshot!(project.run("cleanup-done --restore login"), @"");
    assert_snapshot!(project.run("log login"), @"");
    assert_snapshot!(project.run("cleanup-done --restore nothing"), @"");
}

#[test]
fn an_archived_task_is_seen_and_not_worked_on() {
    let project = two();
    project.all(&["cleanup-done"]);
    assert_snapshot!(project.run("status login"), @"");
    assert_snapshot!(project.run("status --archived"), @"");
    assert_snapshot!(project.run("status"), @"");
    assert_snapshot!(project.run("log login"), @"");
    assert_snapshot!(project.run("audit login"), @"");
    assert_snapshot!(project.run("audit"), @"");
    assert_eq!(project.run("validate-folder --task login").exit, 0);
    let before = project.files();
    for (line, code) in [
        ("transition work --task login", "archived"),
        ("approve --task complete/login", "archived"),
        ("reject --reason r --task login", "archived"),
        ("rework work --reason r --task login", "archived"),
        ("abandon --reason r --task login", "archived"),
        ("create-task part --parent complete/login", "archived"),
        ("upgrade --task login --as work", "archived"),
        ("attic restore 2 CHANGE.md --task login", "archived"),
        ("cleanup-done --task login", "archived"),
        ("repair --task login", "nothing-to-repair"),
    ] {
        let words: Vec<&str> = line.split(' ').chain(["--json"]).collect();
        let answer = project.json(&words);
        assert_eq!(answer["code"], code, "{line}: {answer}");
        let restore = "automaton cleanup-done --restore complete/login";
        if code == "archived" {
            let next = json!([{"run": restore, "by": "anyone"}]);
            assert_eq!(answer["next"], next, "{line}");
        }
    }
    assert_eq!(
        project.run("can-edit --task complete/login src/x.rs").exit,
        1
    );
    assert_eq!(project.files(), before);
    project.all(&["cleanup-done --restore complete/login"]);
}

#[test]
fn the_name_of_an_archived_task_is_free() {
    let project = two();
    project.all(&["cleanup-done", "create-task Login", "create-task login2"]);
    done(&project, "Login");
    project.all(&["cleanup-done", "create-task login"]);
    done(&project, "login");
    assert_snapshot!(project.run("cleanup-done"), @"");
    assert_snapshot!(project.run("status --archived"), @"");
    assert_eq!(project.run("audit").exit, 0);
    // Each comes back under its own name, one at a time.
    project.all(&["cleanup-done --restore complete/login~3"]);
    assert_snapshot!(project.run("cleanup-done --restore complete/login"), @"");
    assert_snapshot!(project.run("cleanup-done --restore complete/Login~2"), @"");
    project.all(&["cleanup-done", "cleanup-done --restore complete/Login~2"]);
    assert_eq!(project.state("Login"), "done\n");
    assert_eq!(project.run("audit").exit, 0);
}

#[test]
fn a_task_with_sub_tasks_under_way_stays() {
    let project = Project::with(WORKFLOW);
    project.all(&[
        "create-task epic",
        "create-task part --parent epic",
        "create-task deep --parent epic/part",
    ]);
    for task in ["epic", "epic/part"] {
        done(&project, task);
    }
    assert_snapshot!(project.run("cleanup-done"), @"");
    assert_snapshot!(project.run("cleanup-done --task epic/part"), @"");
    done(
        &project,
        "epic/deep".replace("epic/", "epic/part/").as_str(),
    );
    project.all(&["cleanup-done"]);
    assert_snapshot!(project.run("status complete/epic/part/deep"), @"");
    assert_snapshot!(project.run("transition work --task complete/epic/part"), @"");
    assert_snapshot!(project.run("audit"), @"");
    assert_snapshot!(project.run("cleanup-done --restore complete/epic/part"), @"");
    project.all(&["cleanup-done --restore epic"]);
    assert_eq!(project.state("epic/subtasks/part/subtasks/deep"), "done\n");
    assert_eq!(project.run("audit").exit, 0);
}

#[test]
fn what_ended_lately_is_kept_for_as_long_as_is_asked() {
    let project = two();
    for (age, message) in [
        ("14d", "nothing to archive\n"),
        ("1h", "nothing to archive\n"),
        ("0s", "nothing to archive\n"),
    ] {
        let run = project.run(&format!("cleanup-done --older-than {age} --dry-run"));
        assert!(
            run.exit == 0 && (run.stdout == message || age == "0s"),
            "{run}"
        );
    }
    assert_snapshot!(project.run("cleanup-done --older-than 14d --task login"), @"");
    let run = project.run("cleanup-done --older-than fortnight");
    assert_eq!(run.exit, 2);
    crate::forged::forge(&project, "login", |entries| {
        for entry in entries.iter_mut() {
            entry["at"] = json!("2020-01-01T00:00:00Z");
        }
    });
    assert_snapshot!(project.run("cleanup-done --older-than 14d"), @"");
    // Coming back starts the time anew: otherwise the next night would undo it.
    project.all(&["cleanup-done --restore login"]);
    assert_snapshot!(project.run("cleanup-done --older-than 14d"), @"");
}

#[test]
fn a_task_that_a_person_abandoned_is_archived_wherever_it_stood() {
    let project = two();
    talk(&project, "abandon --task other --reason enough", "other");
    project.all(&["cleanup-done --task other"]);
    assert_eq!(project.state("complete/other"), "work\n");
    assert_eq!(project.run("audit").exit, 0);
    project.all(&["cleanup-done --restore other"]);
    assert_eq!(project.run("can-edit src/x.rs --task other").exit, 1);
    assert_eq!(project.run("transition done --task other").exit, 1);
}

#[test]
fn a_folder_on_its_way_to_the_archive_is_taken_there_by_the_next_command() {
    let archived = two();
    archived.all(&["cleanup-done"]);
    // As a crash leaves it: the journal says so, and the folder did not come there.
    fs::rename(
        archived.in_task("complete/login", ""),
        archived.in_task("login", ""),
    )
    .expect("moved");
    for (line, exit) in [
        ("transition work --task login", 1),
        ("create-task login", 0),
        ("cleanup-done", 0),
        ("cleanup-done --restore complete/login", 0),
        ("cleanup-done --restore login", 0),
        ("repair --task login", 1),
    ] {
        let project = archived.copy();
        assert_eq!(project.run("status login").exit, 0);
        assert_eq!(project.run("can-edit src/x.rs --task login").exit, 1);
        assert_eq!(project.run("audit").exit, 0);
        let run = project.run(line);
        assert_eq!(run.exit, exit, "{line}\n{run}");
        let is_back = line.contains("--restore");
        if !line.starts_with("transition") && !line.starts_with("repair") {
            assert_eq!(
                project.in_task("complete/login", "").exists(),
                !is_back,
                "{line}"
            );
        }
        assert_eq!(project.run("audit").exit, 0, "{line}");
    }
}

#[test]
fn two_cleanups_at_once_archive_each_task_once() {
    let project = Project::with(WORKFLOW);
    let names: Vec<String> = (0..12).map(|number| format!("t{number}")).collect();
    for name in &names {
        project.all(&[&format!("create-task {name}")]);
        done(&project, name);
    }
    let counted = thread::scope(|scope| {
        let run = || {
            let answer = project.json(&["cleanup-done", "--json"]);
            assert_eq!(answer["exit"], 0, "{answer}");
            answer["archived"].as_array().expect("a list").len()
        };
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(run)).collect();
        let counts = runs.into_iter().map(|run| run.join().expect("no panic"));
        counts.sum::<usize>()
    });
    assert_eq!(counted, names.len());
    for name in &names {
        assert_eq!(project.state(&format!("complete/{name}")), "done\n");
    }
    assert_eq!(project.run("audit").exit, 0);
}
