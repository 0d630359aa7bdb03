//! The archive: `cleanup-done` and back.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::thread;

use insta::assert_snapshot;
use serde_json::json;

use crate::project::Project;
use crate::terminal::talk;
use crate::tree::tree;

const WORKFLOW: &str = "workflow archive version=1 {
    initial work
    artifact CHANGE.md
    phase work { produces CHANGE.md; edits \"**\"; subtasks depth=2; next done; next failed; }
    phase done terminal=success
    phase failed terminal=failure
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
    assert_snapshot!(project.run("cleanup-done --dry-run"), @"
    exit 0
    would archive 1 task
      login: would be archived
    ");
    assert_eq!(content(&project, "login"), before);
    assert_snapshot!(project.run("cleanup-done"), @"
    exit 0
    archived 1 task
      login: archived as complete/login
    ");
    assert!(!project.in_task("login", "").exists());
    assert_eq!(content(&project, "complete/login"), before);
    assert_snapshot!(project.run("cleanup-done"), @"
    exit 0
    nothing to archive
    ");
    assert_snapshot!(project.run("cleanup-done --task login"), @"
    exit 1
    --- stderr
    refused: cleanup-done  [archived]
      `complete/login` is archived, and is only looked at until it is brought back
      next: automaton cleanup-done --restore complete/login
    ");
    assert_snapshot!(project.run("cleanup-done --task other"), @r#"
    exit 1
    --- stderr
    refused: cleanup-done  [not-over]
      it stands in `work`: only a task that has ended or was abandoned is archived
      next: automaton status other
      next, by a person: automaton abandon --task other --reason "..."
    "#);
    assert_snapshot!(project.run("cleanup-done --restore login"), @"
    exit 0
    complete/login: brought back as login
    ");
    assert_eq!(content(&project, "login"), before);
    assert!(!project.in_task("complete/login", "").exists());
    assert_snapshot!(project.run("cleanup-done --restore login"), @"
    exit 1
    --- stderr
    refused: cleanup-done --restore  [not-archived]
      `login` is not in the archive: it stands among the other tasks
      next: automaton status login
    ");
    assert_snapshot!(project.run("log login"), @"
    exit 0
    1  TIME  create      work          by tester
    2  TIME  transition  work -> done  by tester
    3  TIME  archive     done          by tester
          archived as complete/login
    4  TIME  restore     done          by tester
    ");
    assert_snapshot!(project.run("cleanup-done --restore nothing"), @"
    exit 4
    --- stderr
    refused: there is no task `nothing`  [no-such-task]
      next: automaton status
      next: automaton create-task nothing
    ");
}

#[test]
fn an_archived_task_is_seen_and_not_worked_on() {
    let project = two();
    project.all(&["cleanup-done"]);
    assert_snapshot!(project.run("status login"), @"
    exit 0
    complete/login: done (archived)
      since TIME (just now), by tester
      it is over

    artifacts:
      CHANGE.md  present, frozen
    ");
    assert_snapshot!(project.run("status --archived"), @"
    exit 0
    over:
      complete/login  done (archived)  since TIME (just now), by tester

    1 task: 1 archived; none waits on you
    ");
    assert_snapshot!(project.run("status"), @"
    exit 0
    under way:
      other  work  since TIME (just now), by tester
          next: automaton transition done --task other  (not yet: `CHANGE.md` is missing: `work` has to write it)
          next: automaton transition failed --task other  (not yet: `CHANGE.md` is missing: `work` has to write it)

    1 task: 1 work; none waits on you
    ");
    assert_snapshot!(project.run("log login"), @"
    exit 0
    1  TIME  create      work          by tester
    2  TIME  transition  work -> done  by tester
    3  TIME  archive     done          by tester
          archived as complete/login
    ");
    assert_snapshot!(project.run("audit login"), @"
    exit 0
    1 task, 0 errors, 0 warnings
    ");
    assert_snapshot!(project.run("audit"), @"
    exit 0
    2 tasks, 0 errors, 0 warnings
    ");
    assert_eq!(project.run("validate-folder --task login").exit, 0);
    let before = tree(&project.root());
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
        ("claim --task login", "archived"),
        ("release --task login", "archived"),
        ("scope set src/** --task login", "archived"),
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
    assert!(tree(&project.root()) == before);
    project.all(&["cleanup-done --restore complete/login"]);
}

#[test]
fn the_name_of_an_archived_task_is_free() {
    let project = two();
    project.all(&["cleanup-done", "create-task Login", "create-task login2"]);
    done(&project, "Login");
    project.all(&["cleanup-done", "create-task login"]);
    done(&project, "login");
    assert_snapshot!(project.run("cleanup-done"), @"
    exit 0
    archived 1 task
      login: archived as complete/login~3
    ");
    assert_snapshot!(project.run("status --archived"), @"
    exit 0
    over:
      complete/Login~2  done (archived)  since TIME (just now), by tester
      complete/login    done (archived)  since TIME (just now), by tester
      complete/login~3  done (archived)  since TIME (just now), by tester

    3 tasks: 3 archived; none waits on you
    ");
    assert_eq!(project.run("audit").exit, 0);
    // Each comes back under its own name, one at a time.
    project.all(&["cleanup-done --restore complete/login~3"]);
    assert_snapshot!(project.run("cleanup-done --restore complete/login"), @"
    exit 1
    --- stderr
    refused: cleanup-done --restore  [task-exists]
      `.automaton/tasks/login` exists: the archived task cannot have its name back while it does
      next: automaton status complete/login
    ");
    assert_snapshot!(project.run("cleanup-done --restore complete/Login~2"), @"
    exit 1
    --- stderr
    refused: cleanup-done --restore  [task-exists]
      `.automaton/tasks/login` exists: the archived task cannot have its name back while it does
      next: automaton status complete/Login~2
    ");
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
    assert_snapshot!(project.run("cleanup-done"), @r#"
    exit 0
    nothing to archive, left 1

    epic: refused: cleanup-done  [open-subtasks]
      sub-tasks are under way, and they would be archived with it: finish or abandon them first: epic/part/deep: stands in `work`
      next: automaton transition done --task epic/part/deep
      next: automaton transition failed --task epic/part/deep
      next, by a person: automaton abandon --task epic/part/deep --reason "..."
    "#);
    assert_snapshot!(project.run("cleanup-done --task epic/part"), @"
    exit 2
    --- stderr
    refused: cleanup-done  [part-of-task]
      `epic/part` is a sub-task, and goes where `epic` does
      next: automaton cleanup-done --task epic
    ");
    done(
        &project,
        "epic/deep".replace("epic/", "epic/part/").as_str(),
    );
    project.all(&["cleanup-done"]);
    assert_snapshot!(project.run("status complete/epic/part/deep"), @"
    exit 0
    complete/epic/part/deep: done (archived)
      since TIME (just now), by tester
      it is over

    artifacts:
      CHANGE.md  present, frozen
    ");
    assert_snapshot!(project.run("transition work --task complete/epic/part"), @"
    exit 1
    --- stderr
    refused: done -> work  [archived]
      `complete/epic/part` is archived, and is only looked at until it is brought back
      next: automaton cleanup-done --restore complete/epic
    ");
    assert_snapshot!(project.run("audit"), @"
    exit 0
    3 tasks, 0 errors, 0 warnings
    ");
    assert_snapshot!(project.run("cleanup-done --restore complete/epic/part"), @"
    exit 2
    --- stderr
    refused: cleanup-done --restore  [part-of-task]
      `complete/epic/part` is a sub-task, and goes where `complete/epic` does
      next: automaton cleanup-done --restore complete/epic
    ");
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
    assert_snapshot!(project.run("cleanup-done --older-than 14d --task login"), @"
    exit 1
    --- stderr
    refused: cleanup-done  [too-recent]
      it has rested only since TIME
      next: automaton status login
    ");
    let run = project.run("cleanup-done --older-than fortnight");
    assert_eq!(run.exit, 2);
    crate::forged::forge(&project, "login", |entries| {
        for entry in entries.iter_mut() {
            entry["at"] = json!("2020-01-01T00:00:00Z");
        }
    });
    assert_snapshot!(project.run("cleanup-done --older-than 14d"), @"
    exit 0
    archived 1 task
      login: archived as complete/login
    ");
    // Coming back starts the time anew: otherwise the next night would undo it.
    project.all(&["cleanup-done --restore login"]);
    assert_snapshot!(project.run("cleanup-done --older-than 14d"), @"
    exit 0
    nothing to archive
    ");
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
fn a_damaged_task_in_the_archive_is_repaired_there_by_a_person() {
    let project = two();
    project.all(&["cleanup-done"]);
    project.artifact("complete/login", ".state", "work\n");
    assert_snapshot!(project.run("cleanup-done --restore login"), @"
    exit 6
    --- stderr
    refused: cleanup-done --restore  [tampered]
      `.state`: says `work`; the journal says `done`; nothing moves until a person has repaired the task
      in the way: .automaton/tasks/complete/login/.state (says `work`; the journal says `done`)
      next, by a person: automaton repair --task complete/login
      next: automaton status complete/login
    ");
    let run = talk(&project, "repair --task login", "complete/login");
    assert_snapshot!(run, @"
    repair complete/login (damaged): what the journal says counts, in done
      found: .state says `work`; the journal says `done`
      CHANGE.md  sha256 DIGEST
    type `complete/login` to confirm: complete/login
    login: stays in done
    exit 0
    ");
    assert_eq!(project.state("complete/login"), "done\n");
    assert_eq!(project.run("audit").exit, 0);
    project.all(&["cleanup-done --restore login"]);
    assert_eq!(project.run("audit").exit, 0);
    // An open task that somebody moved there by hand is settled where it stands.
    fs::rename(
        project.in_task("other", ""),
        project.in_task("complete/other", ""),
    )
    .expect("moved");
    assert_eq!(project.run("cleanup-done --restore other").exit, 6);
    talk(&project, "repair --task complete/other", "complete/other");
    project.all(&["cleanup-done --restore other"]);
    assert_eq!(project.state("other"), "work\n");
    assert_eq!(project.run("audit").exit, 0);
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
        // Whoever looks meanwhile finds each task here or there, and nothing wrong.
        scope.spawn(|| {
            for line in ["audit", "status", "audit", "status"] {
                let looked = project.run(line);
                assert_eq!(looked.exit, 0, "{line}\n{looked}");
                assert_eq!(looked.stdout.matches("not-a-task").count(), 0, "{looked}");
            }
        });
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

#[test]
fn what_is_no_folder_takes_a_name_and_is_told_about() {
    let project = two();
    project.all(&["cleanup-done"]);
    project.write(".automaton/tasks/login", "a file\n");
    for line in ["create-task login", "cleanup-done --restore login"] {
        let words: Vec<&str> = line.split(' ').chain(["--json"]).collect();
        assert_eq!(project.json(&words)["code"], "task-exists", "{line}");
    }
}
