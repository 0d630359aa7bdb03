//! Locks: whoever holds one is named, whoever is gone holds none, and nobody deletes a file.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use automaton::task::{Namespace, TaskLock, Waiter};
use insta::assert_snapshot;
use rustix::process::{Pid, Signal, kill_process};

use crate::project::{Project, Run};

/// Tells [`hold`] in which project.
const HELD_IN: &str = "TEST_HELD_IN";
const NEXT: &str = "transition research --task login";

/// Not a test: what [`Holder`] runs in a process of its own. It takes the lock of the task and
/// keeps it, as a step does that does not come to its end.
#[test]
#[ignore = "a process that other tests start"]
fn hold() {
    let Some(root) = std::env::var_os(HELD_IN) else {
        return;
    };
    let namespace = Namespace::open(Path::new(&root)).expect("a project");
    let waiter = Waiter {
        host: "here".to_owned(),
        command: "automaton approve --task login".to_owned(),
        wait: Duration::from_secs(5),
    };
    let task = "login".parse().expect("a name");
    let _lock = TaskLock::acquire(&namespace, &task, &waiter).expect("the lock");
    std::fs::write(Path::new(&root).join("held"), "").expect("written");
    std::thread::sleep(Duration::from_mins(5));
}

/// A process that holds the lock of the task.
struct Holder(Child);

impl Holder {
    fn start(project: &Project) -> Self {
        let child = Command::new(std::env::current_exe().expect("this program"))
            .args(["holders::hold", "--exact", "--ignored", "--nocapture"])
            .env(HELD_IN, project.root())
            .stdout(Stdio::null())
            .spawn();
        let mut holder = Self(child.expect("started"));
        while !project.path("held").exists() {
            let ended = holder.0.try_wait().expect("a child");
            assert_eq!(ended, None, "the lock is held");
            std::thread::sleep(Duration::from_millis(5));
        }
        holder
    }

    fn pid(&self) -> u32 {
        self.0.id()
    }

    fn stop(&self) {
        let pid = i32::try_from(self.pid()).ok().and_then(Pid::from_raw);
        kill_process(pid.expect("an id"), Signal::STOP).expect("stopped");
    }

    fn kill(mut self) {
        self.0.kill().expect("killed");
        self.0.wait().expect("ended");
    }
}

fn project() -> Project {
    let project = Project::relayed();
    project.all(&["create-task login"]);
    project
}

fn without_pid(run: &Run, holder: &Holder) -> String {
    let pid = format!("process {} ", holder.pid());
    let shown = run.to_string();
    assert!(shown.contains(&pid), "{shown}");
    shown.replace(&pid, "process PID ")
}

#[test]
fn a_stopped_holder_is_waited_for_and_named_and_a_killed_one_needs_nobody() {
    let project = project();
    let holder = Holder::start(&project);
    holder.stop();
    let started = Instant::now();
    let refused = project.run(NEXT);
    let waited = started.elapsed();
    assert_snapshot!(without_pid(&refused, &holder), @"
    exit 5
    --- stderr
    refused: `login` is busy  [busy]
      .automaton/tasks/login/.state.lock: is locked by `automaton approve --task login` (process PID on here) since TIME
      help: nothing has changed; run the command again
    ");
    assert!(waited >= Duration::from_secs(5), "{waited:?}");
    assert!(waited < Duration::from_secs(30), "{waited:?}");
    assert_eq!(project.state("login"), "new\n");
    holder.kill();
    project.all(&[NEXT]);
}

#[test]
fn a_process_id_that_somebody_else_has_now_needs_nobody() {
    let project = project();
    let holder = Holder::start(&project);
    let path = ".automaton/tasks/login/.state.lock";
    let gone = holder.pid().to_string();
    holder.kill();
    let note = project.read(path);
    // This process lives, and holds no lock.
    let reused = note.replace(&gone, &std::process::id().to_string());
    assert_ne!(note, reused, "the lock says who held it");
    project.write(path, &reused);
    project.all(&[NEXT]);
}

#[test]
fn what_is_no_lock_file_is_tampering_and_repair_moves_it_aside() {
    type Replace = fn(&Path);
    let in_its_place: [(&str, Replace); 2] = [
        ("a symbolic link", |path| {
            std::os::unix::fs::symlink("elsewhere", path).expect("a link");
        }),
        ("a folder", |path| {
            std::fs::create_dir(path).expect("a folder");
        }),
    ];
    for (noun, replace) in in_its_place {
        let project = project();
        project.all(&[NEXT]);
        let lock = project.in_task("login", ".state.lock");
        std::fs::remove_file(&lock).expect("removed");
        replace(&lock);
        let refused = project.run("transition design --task login");
        assert_eq!(refused.exit, 6, "{refused}");
        let said = format!("`.state.lock`: is {noun}; a regular file is expected");
        assert!(refused.to_string().contains(&said), "{refused}");
        let repaired = crate::terminal::talk(&project, "repair --task login", "login").to_string();
        assert!(repaired.ends_with("\nexit 0"), "{repaired}");
        let moved = project.in_task("login", ".state.attic/3/.state.lock");
        assert!(moved.symlink_metadata().is_ok(), "nothing is lost");
        assert!(!lock.exists());
        let valid = project.run("validate-folder --task login");
        assert_eq!(valid.exit, 0, "{valid}");
    }
}

#[test]
fn what_is_no_lock_file_among_the_tasks_is_reported() {
    let project = project();
    let lock = project.path(".automaton/tasks/.state.lock");
    std::fs::remove_file(&lock).expect("removed");
    std::fs::create_dir(&lock).expect("a folder");
    assert_snapshot!(project.run("create-task signup"), @"
    exit 6
    --- stderr
    refused: the lock for `signup` cannot be taken  [tampered]
      .automaton/tasks/.state.lock: is a folder; a regular file is expected
      help: nothing has changed; move it away, and nothing is lost
    ");
}
