//! Every way to change what should not be changed, and what notices.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::PathBuf;

use serde_json::json;

use crate::forged::forge;
use crate::project::Project;

/// One change, and what each command answers after it.
#[derive(Clone, Copy)]
pub struct Row {
    pub what: &'static str,
    /// The task that the commands are called with.
    pub task: &'static str,
    pub change: fn(&Project),
    /// `transition`, `approve`, `validate-folder`, `audit`, and `audit --commits` where the change
    /// was committed; `-` for one that the change has nothing to do with.
    pub answers: [&'static str; 5],
    /// Whether a step that is taken all the same is the one that would have been taken.
    pub gains_nothing: bool,
}

const TAMPERED: [&str; 5] = ["6 tampered"; 5];
/// The same, of a journal: in its history every other journal is.
const REWRITTEN: [&str; 5] = [
    "6 tampered",
    "6 tampered",
    "6 tampered",
    "6 tampered",
    "6 journal-rewritten tampered",
];
/// Nothing is found, because nothing is gained.
const UNMOVED: [&str; 5] = [DONE; 5];
const DONE: &str = "0 done";
const CHANGED: &str = "6 artifact-changed";
const STATE: &str = ".state";
const JOURNAL: &str = ".state.journal";

fn row(what: &'static str, change: fn(&Project), answers: [&'static str; 5]) -> Row {
    Row {
        what,
        task: "login",
        change,
        answers,
        gains_nothing: true,
    }
}

fn of(task: &'static str, row: Row) -> Row {
    Row { task, ..row }
}

fn at(p: &Project, name: &str) -> PathBuf {
    p.in_task("login", name)
}

fn put(p: &Project, name: &str, bytes: impl AsRef<[u8]>) {
    fs::write(at(p, name), bytes).expect("written");
}

fn remove(p: &Project, name: &str) {
    let path = at(p, name);
    let done = if path.is_dir() && !path.is_symlink() {
        fs::remove_dir_all(path)
    } else {
        fs::remove_file(path)
    };
    done.expect("removed");
}

fn remove_all(p: &Project, names: &[&str]) {
    for name in names {
        remove(p, name);
    }
}

fn rename(p: &Project, from: &str, to: &str) {
    let tasks = p.path(".automaton/tasks");
    let to = tasks.join(to);
    fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
    fs::rename(tasks.join(from), to).expect("moved");
}

/// Makes a link to the same bytes in the place of a file.
fn linked(p: &Project, name: &str, link: fn(PathBuf, PathBuf) -> std::io::Result<()>) {
    let aside = p.root().with_file_name("aside");
    fs::rename(at(p, name), &aside).expect("moved");
    link(aside, at(p, name)).expect("a link");
}

fn lines(p: &Project, change: impl FnOnce(&mut Vec<String>)) {
    let path = ".automaton/tasks/login/.state.journal";
    let mut lines: Vec<String> = p.read(path).lines().map(|l| format!("{l}\n")).collect();
    change(&mut lines);
    p.write(path, &lines.concat());
}

/// The state that the last step started from.
fn from(p: &Project) -> String {
    let journal = p.read(".automaton/tasks/login/.state.journal");
    let last: serde_json::Value =
        serde_json::from_str(journal.lines().last().expect("a line")).expect("an entry");
    last["from"].as_str().expect("a state").to_owned() + "\n"
}

/// The only file in a folder.
fn only(folder: PathBuf) -> PathBuf {
    let mut entries = fs::read_dir(folder).expect("a folder");
    entries.next().expect("a file").expect("a file").path()
}

fn workflow(p: &Project, from: &str, to: &str) {
    let path = ".automaton/workflow.kdl";
    let text = p.read(path);
    assert!(text.contains(from));
    p.write(path, &text.replace(from, to));
}

pub fn table() -> Vec<Row> {
    [
        records(),
        artifacts(),
        kept(),
        folders(),
        archived(),
        under_way(),
    ]
    .concat()
}

#[rustfmt::skip]
fn records() -> Vec<Row> {
    vec![
        row("state says a later state", |p| put(p, STATE, "over\n"), TAMPERED),
        row("state says the state before", |p| put(p, STATE, from(p)), TAMPERED),
        row("state emptied", |p| put(p, STATE, ""), TAMPERED),
        row("state filled with NUL", |p| put(p, STATE, "\0\0\0\0\0"), TAMPERED),
        row("state swapped with another task's", |p| {
            let (mine, other) = (p.state("login"), p.state("other"));
            put(p, STATE, other);
            p.artifact("other", STATE, &mine);
        }, TAMPERED),
        row("state behind a link", |p| linked(p, STATE, symlink), TAMPERED),
        row("state a folder", |p| { remove(p, STATE); p.artifact("login", ".state/x", "over\n"); }, TAMPERED),
        row("state deleted", |p| remove(p, STATE), UNMOVED),
        row("journal cut after a line", |p| lines(p, |l| drop(l.pop())), REWRITTEN),
        row("journal cut in a line", |p| lines(p, |l| l.last_mut().expect("a line").truncate(40)), REWRITTEN),
        row("journal emptied", |p| put(p, JOURNAL, ""), REWRITTEN),
        row("journal reordered", |p| lines(p, |l| l.swap(1, 2)), REWRITTEN),
        row("one line edited", |p| lines(p, |l| l[2] = l[2].replace("tester", "nobody")), REWRITTEN),
        row("the last line edited", |p| {
            lines(p, |l| { let last = l.last_mut().expect("a line"); *last = last.replace("\"prev\":\"", "\"prev\":\"0"); });
        }, REWRITTEN),
        row("the last line twice", |p| lines(p, |l| l.extend(l.last().cloned())), TAMPERED),
        row("a line of junk at the end", |p| lines(p, |l| l.push("{}\n".to_owned())), TAMPERED),
        row("junk that is no whole line at the end", |p| lines(p, |l| l.push("{}".to_owned())), UNMOVED),
        row("line ends converted", |p| lines(p, |l| l.iter_mut().for_each(|l| *l = l.replace('\n', "\r\n"))), REWRITTEN),
        row("journal replaced by another task's", |p| put(p, JOURNAL, p.read(".automaton/tasks/other/.state.journal")), REWRITTEN),
        row("journal behind a link", |p| linked(p, JOURNAL, symlink), REWRITTEN),
        row("journal a folder", |p| { remove(p, JOURNAL); p.artifact("login", ".state.journal/x", ""); }, REWRITTEN),
        row("journal replaced by a shorter one", |p| lines(p, |l| l.truncate(3)), REWRITTEN),
        row("journal deleted", |p| remove(p, JOURNAL), REWRITTEN),
        row("journal and lock deleted", |p| remove_all(p, &[JOURNAL, ".state.lock"]), REWRITTEN),
        row("everything but the artifacts deleted", |p| {
            remove_all(p, &[STATE, JOURNAL, ".state.lock", ".state.attic"]);
        }, ["4 untracked", "4 untracked", "4 untracked", "1 untracked", "6 journal-rewritten untracked"]),
        // A journal whose chain was made anew cannot be told from another one on this machine, but
        // for steps that no workflow has. In Git history it can.
        row("a step made up, and the chain made anew", |p| forge(p, "login", |entries| entries[1]["event"] = json!("revise")),
            [DONE, DONE, DONE, "6 not-an-edge", "6 journal-rewritten not-an-edge"]),
        row("who decided made unknown, and the chain made anew", |p| forge(p, "login", |entries| drop(entries[2].as_object_mut().expect("an entry").remove("approval"))),
            [DONE, DONE, DONE, "6 approval-too-weak", "6 journal-rewritten approval-too-weak"]),
        Row { gains_nothing: false, ..row("another actor, and the chain made anew from the middle on", |p| forge(p, "login", |entries| entries[2]["actor"] = json!("nobody")),
            [DONE, DONE, DONE, DONE, "6 journal-rewritten"]) },
        row("a claim made up, and the chain made anew", |p| forge(p, "login", |entries| {
            let last = entries.last_mut().expect("an entry");
            last["epoch"] = json!(1);
            last["claim"] = json!({"owner": "nobody", "since": last["at"], "until": "2100-01-01T00:00:00Z", "lease": u32::MAX});
        }), ["5 claimed", "5 claimed", DONE, "6 claim-broken", "6 journal-rewritten claim-broken"]),
        Row { gains_nothing: false, ..row("a scope made up, and the chain made anew", |p| forge(p, "login", |entries| entries.last_mut().expect("an entry")["scope"] = json!(["src/**"])),
            [DONE, DONE, DONE, "6 scope-misplaced", "6 journal-rewritten scope-misplaced"]) },
        row("journal and state rolled back together", |p| { put(p, STATE, from(p)); lines(p, |l| drop(l.pop())); },
            ["3 approval-required", "1 nothing-pending", DONE, DONE, "6 journal-rewritten"]),
    ]
}

#[rustfmt::skip]
fn artifacts() -> Vec<Row> {
    vec![
        row("approved artifact edited", |p| put(p, "CODE.md", "other code\n"), [CHANGED; 5]),
        row("approved artifact emptied", |p| put(p, "CODE.md", ""), [CHANGED; 5]),
        row("approved artifact deleted", |p| remove(p, "CODE.md"), [CHANGED; 5]),
        row("approved artifact made anew with other bytes", |p| { remove(p, "CODE.md"); put(p, "CODE.md", "the code!\n"); }, [CHANGED; 5]),
        row("approved artifact behind a link to the same bytes", |p| linked(p, "CODE.md", symlink),
            ["6 artifact-changed", "6 artifact-changed", "6 artifact-changed", "6 artifact-changed not-a-file", "6 artifact-changed not-a-file"]),
        row("approved artifact renamed to another case", |p| { let to = at(p, "Code.md"); fs::rename(at(p, "CODE.md"), to).expect("moved"); },
            ["6 artifact-changed", "6 artifact-changed", "6 artifact-changed", "6 artifact-changed case-mismatch", "6 artifact-changed case-mismatch"]),
        // Bytes are what was approved: another name of the same file, or another mode, changes none.
        row("approved artifact under a second name", |p| linked(p, "CODE.md", fs::hard_link), UNMOVED),
        row("approved artifact with another mode", |p| fs::set_permissions(at(p, "CODE.md"), fs::Permissions::from_mode(0o755)).expect("set"), UNMOVED),
        row("frozen artifact edited", |p| put(p, "PLAN.md", "another plan\n"), [CHANGED; 5]),
        row("frozen artifact deleted", |p| remove(p, "PLAN.md"), [CHANGED; 5]),
    ]
}

#[rustfmt::skip]
fn kept() -> Vec<Row> {
    vec![
        row("kept bytes deleted", |p| remove(p, ".state.attic/bytes"), [DONE, DONE, DONE, "6 kept-bytes-lost", "6 kept-bytes-lost"]),
        row("kept bytes edited", |p| fs::write(only(at(p, ".state.attic/bytes")), "x").expect("written"),
            [DONE, DONE, DONE, "6 kept-bytes-lost", "6 kept-bytes-lost"]),
        row("kept text of the workflow in force deleted", |p| fs::remove_file(only(p.path(".automaton/workflows"))).expect("removed"),
            [DONE, DONE, DONE, DONE, "1 workflow-text-missing"]),
        row("kept text of the workflow edited", |p| fs::write(only(p.path(".automaton/workflows")), "x").expect("written"),
            [DONE, DONE, DONE, "6 workflow-text-changed", "6 workflow-text-changed"]),
        row("kept text of an earlier workflow deleted", |p| {
            workflow(p, "initial plan", "// later\n    initial plan");
            fs::remove_file(only(p.path(".automaton/workflows"))).expect("removed");
        }, [DONE, DONE, DONE, "1 workflow-text-missing workflow-changed", "1 workflow-text-missing protected-path"]),
        row("workflow deleted", |p| fs::remove_file(p.path(".automaton/workflow.kdl")).expect("removed"),
            ["6 workflow-missing", "6 workflow-missing", "6 workflow-missing", "6 workflow-missing orphan-state", "1 protected-path"]),
        row("workflow does not compile", |p| p.write(".automaton/workflow.kdl", "workflow"), ["2 workflow-broken"; 5]),
        // The file in force decides: the edit gate protects it, and an audit of commits.
        Row { gains_nothing: false, ..of("epic", row("workflow made permissive", |p| workflow(p, "next over { subtasks complete; }", "next over"),
            [DONE, "-", DONE, "0 workflow-changed", "1 protected-path"])) },
    ]
}

#[rustfmt::skip]
fn folders() -> Vec<Row> {
    vec![
        of("copy", row("folder copied", |p| {
            crate::tree::copy(&at(p, ""), &p.path(".automaton/tasks/copy"));
        }, TAMPERED)),
        of("moved", row("folder renamed", |p| rename(p, "login", "moved"), ["6 tampered", "6 tampered", "6 tampered", "6 tampered", "6 journal-rewritten tampered"])),
        row("folder moved away", |p| rename(p, "login", "../../../login"),
            ["4 no-such-task", "4 no-such-task", "4 no-such-task", DONE, "6 journal-rewritten"]),
        row("folder renamed to another case", |p| rename(p, "login", "Login"),
            ["4 no-such-task", "4 no-such-task", "4 no-such-task", "6 tampered", "6 journal-rewritten tampered"]),
        row("folder behind a link", |p| {
            rename(p, "login", "../../../login");
            symlink("../../../login", p.path(".automaton/tasks/login")).expect("a link");
        }, ["7 io", "7 io", "7 io", "1 not-a-task", "6 journal-rewritten"]),
        of("epic", row("sub-task moved to another parent", |p| rename(p, "epic/subtasks/open", "saga/subtasks/open"),
            ["1 guard-failed", "-", DONE, "6 subtask-missing tampered", "6 journal-rewritten tampered"])),
        of("epic", row("open sub-task deleted", |p| fs::remove_dir_all(p.path(".automaton/tasks/epic/subtasks/open")).expect("removed"),
            ["1 guard-failed", "-", DONE, "6 subtask-missing", "6 journal-rewritten"])),
        of("saga", row("sub-task planted by hand", |p| p.artifact("saga/subtasks/planted", "PLAN.md", "x"),
            ["1 guard-failed", "-", DONE, "1 untracked", "1 untracked"])),
        of("saga", row("sub-task planted with a journal", |p| {
            crate::tree::copy(&p.path(".automaton/tasks/epic/subtasks/done"), &p.path(".automaton/tasks/saga/subtasks/done"));
            forge(p, "saga/subtasks/done", |entries| entries.iter_mut().for_each(|entry| entry["task"] = json!("saga/done")));
        }, ["1 guard-failed", "-", DONE, "1 subtask-unrecorded", "1 subtask-unrecorded"])),
    ]
}

/// What is in the archive is only looked at, and yet nobody changes it unnoticed.
#[rustfmt::skip]
fn archived() -> Vec<Row> {
    vec![
        of("complete/old", row("archived task's state edited", |p| fs::write(p.in_task("complete/old", STATE), "plan\n").expect("written"), TAMPERED)),
        of("complete/old", row("archived task's journal deleted", |p| fs::remove_file(p.in_task("complete/old", JOURNAL)).expect("removed"), REWRITTEN)),
        of("complete/old", row("archived task's artifact edited", |p| p.artifact("complete/old", "PLAN.md", "another plan\n"),
            ["1 archived", "1 archived", CHANGED, CHANGED, CHANGED])),
        of("complete/old", row("archived task deleted", |p| fs::remove_dir_all(p.in_task("complete/old", "")).expect("removed"),
            ["4 no-such-task", "4 no-such-task", "4 no-such-task", DONE, "6 journal-rewritten"])),
        // On a disk it is on its way back to the archive; in a commit nothing is.
        of("old", row("archived task moved back by hand", |p| rename(p, "complete/old", "old"),
            ["1 archived", "-", DONE, DONE, "6 tampered"])),
        of("complete/login", row("open task moved to the archive by hand", |p| rename(p, "login", "complete/login"), TAMPERED)),
        of("complete/copy", row("archived task copied under another name", |p| {
            crate::tree::copy(&p.in_task("complete/old", ""), &p.in_task("complete/copy", ""));
        }, TAMPERED)),
        of("complete/old~2", row("archived task copied as the next of its name", |p| {
            crate::tree::copy(&p.in_task("complete/old", ""), &p.in_task("complete/old~2", ""));
        }, TAMPERED)),
        of("complete/login", row("open task archived by a forged entry", |p| {
            forge(p, "login", |entries| {
                let mut entry = entries.last().expect("an entry").clone();
                entry["event"] = json!("archive");
                entry["seq"] = json!(entries.len() + 1);
                entry["from"] = entry["to"].clone();
                entry["place"] = json!("complete/login");
                entry.as_object_mut().expect("an object").remove("approval");
                entries.push(entry);
            });
            rename(p, "login", "complete/login");
        }, ["1 archived", "1 archived", DONE, "6 not-an-edge", "6 not-an-edge"])),
    ]
}

#[rustfmt::skip]
fn under_way() -> Vec<Row> {
    vec![
        row("a staged state planted", |p| put(p, ".state.tmp", "over\n"), UNMOVED),
        row("a folder in the place of the staged state", |p| p.artifact("login", ".state.tmp/x", ""),
            ["6 tampered", "6 tampered", "6 tampered", "6 tampered", DONE]),
        row("the last step made to look as if it were under way", |p| {
            put(p, ".state.tmp", p.state("login"));
            put(p, STATE, from(p));
        // What is looked at without the lock is still the step before.
        }, ["3 approval-required", DONE, DONE, DONE, "6 tampered"]),
        row("lock deleted", |p| remove(p, ".state.lock"), UNMOVED),
        row("lock behind a link", |p| linked(p, ".state.lock", symlink),
            ["6 tampered", "6 tampered", "6 tampered", "6 tampered", DONE]),
        row("lock a folder", |p| { remove(p, ".state.lock"); p.artifact("login", ".state.lock/x", ""); },
            ["6 tampered", "6 tampered", "6 tampered", "6 tampered", DONE]),
    ]
}
