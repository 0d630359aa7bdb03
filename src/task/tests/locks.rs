//! Locks: one owner, bounded waits, and a holder who is named.

use std::sync::Barrier;
use std::thread;

use super::scratch::{NEXT, Scratch, order, path, waiter};
use crate::engine::{Facts as _, Grant, StepKind};
use crate::task::{Checks, LockError, Namespace, NamespaceLock, TaskLock, commit, create};

const RACERS: usize = 16;

/// Runs `attempt` in many threads at once, and counts those who say that they won.
fn winners(attempt: impl Fn() -> bool + Sync) -> usize {
    let start = Barrier::new(RACERS);
    let race = || {
        start.wait();
        attempt()
    };
    thread::scope(|scope| {
        let racers: Vec<_> = (0..RACERS).map(|_| scope.spawn(race)).collect();
        let won = racers
            .into_iter()
            .map(|racer| racer.join().expect("no panic"));
        won.filter(|&won| won).count()
    })
}

#[test]
fn one_of_many_steps_from_one_state_is_taken() {
    let scratch = Scratch::with_login();
    // A fresh clone has no lock file: the racers also race to make it.
    scratch.remove("login/.state.lock");
    let root = scratch.root();
    let won = winners(|| {
        let namespace = Namespace::open(root).expect("a project");
        let lock = TaskLock::acquire(&namespace, &path("login"), &waiter(30_000));
        let mut lock = lock.expect("the lock");
        let facts = lock.read(Checks::new()).expect("facts");
        commit(Grant::for_tests(
            facts,
            order(NEXT, Some("research"), "design"),
        ))
        .is_ok()
    });
    assert_eq!(won, 1);
    assert_eq!(scratch.read("login/.state.journal").lines().count(), 3);
}

#[test]
fn one_of_many_tasks_of_one_name_is_made() {
    let scratch = Scratch::new();
    let root = scratch.root();
    let won = winners(|| {
        let namespace = Namespace::open(root).expect("a project");
        let lock = NamespaceLock::acquire(&namespace, &path("login"), &waiter(30_000));
        let mut lock = lock.expect("the lock");
        let facts = lock.read().expect("facts");
        create(Grant::for_tests(
            facts,
            order(StepKind::Create, None, "new"),
        ))
        .is_ok()
    });
    assert_eq!(won, 1);
    assert_eq!(scratch.read("login/.state"), "new\n");
}

#[test]
fn one_of_many_adoptions_happens() {
    let scratch = Scratch::new();
    scratch.write("old/SPEC.md", "spec");
    let root = scratch.root();
    let won = winners(|| {
        let namespace = Namespace::open(root).expect("a project");
        let lock = TaskLock::acquire(&namespace, &path("old"), &waiter(30_000));
        let mut lock = lock.expect("the lock");
        let facts = lock.read(Checks::new()).expect("facts");
        commit(Grant::for_tests(
            facts,
            order(StepKind::Adopt, None, "research"),
        ))
        .is_ok()
    });
    assert_eq!(won, 1);
    assert_eq!(scratch.read("old/.state.journal").lines().count(), 1);
}

#[test]
fn observers_never_see_half_a_step() {
    let scratch = Scratch::with_login();
    let namespace = scratch.namespace();
    let states = ["research", "design"];
    thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for (from, to) in states
                .iter()
                .zip(states.iter().cycle().skip(1))
                .cycle()
                .take(60)
            {
                scratch
                    .commit("login", order(NEXT, Some(from), to))
                    .expect("moved");
            }
        });
        while !writer.is_finished() {
            let folder = namespace.find(&path("login")).expect("no error");
            let facts = folder.expect("a task").observe(Checks::new());
            let facts = facts.expect("facts");
            assert!(facts.record().is_some(), "{:?}", facts.standing());
        }
    });
}

#[test]
fn a_wait_ends_and_names_the_holder() {
    let scratch = Scratch::with_login();
    let _held = scratch.lock("login");
    let refused = TaskLock::acquire(&scratch.namespace(), &path("login"), &waiter(50));
    let Err(LockError::Busy { path: file, holder }) = refused else {
        panic!("the lock is held");
    };
    assert_eq!(file, ".automaton/tasks/login/.state.lock");
    let holder = holder.expect("a holder");
    assert_eq!(holder.pid, std::process::id());
    assert_eq!(holder.command, "automaton test");
    let error = LockError::Busy {
        path: file,
        holder: Some(holder.clone()),
    };
    assert_eq!(
        error.to_string(),
        format!(
            ".automaton/tasks/login/.state.lock: is locked by `automaton test` (process {} on here) since {}",
            holder.pid, holder.since
        )
    );
}

#[test]
fn a_lock_file_that_was_replaced_while_waiting_is_not_believed() {
    let scratch = Scratch::with_login();
    let held = scratch.lock("login");
    let namespace = scratch.namespace();
    thread::scope(|scope| {
        let waiting = scope.spawn(|| TaskLock::acquire(&namespace, &path("login"), &waiter(5000)));
        thread::sleep(std::time::Duration::from_millis(50));
        scratch.remove("login/.state.lock");
        drop(held);
        let lock = waiting.join().expect("no panic").expect("the lock");
        let again = TaskLock::acquire(&namespace, &path("login"), &waiter(50));
        assert!(matches!(again, Err(LockError::Busy { .. })));
        drop(lock);
    });
}

#[test]
fn a_task_that_went_away_while_waiting_is_missing() {
    let scratch = Scratch::with_login();
    let held = scratch.lock("login");
    let namespace = scratch.namespace();
    thread::scope(|scope| {
        let waiting = scope.spawn(|| TaskLock::acquire(&namespace, &path("login"), &waiter(5000)));
        thread::sleep(std::time::Duration::from_millis(50));
        std::fs::rename(scratch.path("login"), scratch.path("elsewhere")).expect("moved");
        drop(held);
        let outcome = waiting.join().expect("no panic");
        assert!(matches!(outcome, Err(LockError::NoTask(_))), "{outcome:?}");
    });
}
