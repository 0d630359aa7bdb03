//! `status --watch`: the page again whenever it changes.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use insta::assert_snapshot;

use crate::project::Project;

/// Starts to watch.
fn watch(project: &Project, line: &str) -> Child {
    let mut command = project.command();
    command.args(line.split(' ')).stdout(Stdio::piped());
    command.stderr(Stdio::piped()).spawn().expect("started")
}

/// The lines of all pages, as they come.
fn lines(child: &mut Child) -> Receiver<String> {
    let pages = BufReader::new(child.stdout.take().expect("a pipe"));
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let lines = pages.lines().map_while(Result::ok);
        lines.for_each(|line| drop(sender.send(line)));
    });
    receiver
}

/// Waits for a line that starts so.
fn until(lines: &Receiver<String>, start: &str) {
    loop {
        let line = lines.recv_timeout(Duration::from_mins(1)).expect(start);
        assert!(!line.contains('\u{1b}'), "plain on a pipe: {line:?}");
        if line.starts_with(start) {
            return;
        }
    }
}

#[test]
fn the_page_comes_again_when_something_changes_and_an_interruption_ends_it_well() {
    let project = Project::relayed();
    project.all(&["create-task login"]);
    let mut child = watch(&project, "status login --watch");
    let shown = lines(&mut child);
    until(&shown, "login: new");
    project.all(&["transition research --task login"]);
    until(&shown, "login: research");
    // A workflow that is broken for a while is a page like any other.
    let workflow = project.read(".automaton/workflow.kdl");
    project.write(".automaton/workflow.kdl", "workflow");
    until(&shown, "refused: the workflow file does not compile");
    project.write(".automaton/workflow.kdl", &workflow);
    until(&shown, "login: research");
    let mut kill = Command::new("kill");
    let killed = kill.args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    assert_eq!(child.wait().expect("an end").code(), Some(0));
    let mut errors = String::new();
    let stderr = child.stderr.as_mut().expect("a pipe");
    stderr.read_to_string(&mut errors).expect("text");
    assert_eq!(errors, "");
}

#[test]
fn it_ends_well_when_nobody_reads_any_more() {
    let project = Project::relayed();
    project.all(&["create-task login"]);
    let mut child = watch(&project, "status --watch");
    let mut first = [0];
    let mut pages = child.stdout.take().expect("a pipe");
    pages.read_exact(&mut first).expect("a page");
    drop(pages);
    project.all(&["create-task other"]);
    assert_eq!(child.wait().expect("an end").code(), Some(0));
}

#[test]
fn what_is_wrong_from_the_start_is_not_watched() {
    let project = Project::relayed();
    assert_snapshot!(project.run("status --watch --json"), @r#"
    exit 2
    {"schema":"automaton/1","ok":false,"code":"usage","exit":2,"message":"refused: `--watch` shows many pages, and `--json` answers with one document","reasons":[],"offending":[],"places":[],"next":[{"run":"automaton status --json","by":"anyone"}]}
    "#);
    assert_eq!(project.run("status nobody --watch").exit, 4);
    assert_eq!(Project::bare().run("status --watch").exit, 2);
}
