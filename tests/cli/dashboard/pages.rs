//! What the pages show, and that they follow the files.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

use super::decisions::{home, submitted};
use super::visitor::Server;
use crate::project::Project;
use crate::redact::redacted;

#[test]
fn every_page_of_every_kind_is_there() {
    let project = submitted();
    project.all(&["create-task other", "claim --task other"]);
    let server = Server::looked_at(&project, &[]);
    let home = home(&server);
    for page in [
        "board",
        "board?phase=research&name=log&waiting=true",
        "approvals",
        "approvals?done=login",
        "workflow",
        "audit",
        "agent",
        "loops",
        "archiver",
        "log",
        "log?failures=true",
        "task/login",
        "task/login?failures=true",
        "artifact/SPEC.md/login",
        "diff/SPEC.md/login",
    ] {
        let reply = server.get(&format!("{home}/{page}"));
        assert_eq!(reply.status, 200, "{page}");
        assert!(
            !reply.body.contains("style=\""),
            "{page} has a style of its own"
        );
    }
    // What every page asks for besides itself.
    let page = server.get(&format!("{home}/workflow")).body;
    for part in ["/graph.css", "/style.css", "/script.js"] {
        assert!(page.contains(&format!("\"{part}\"")), "{part}");
        let reply = server.get(part);
        assert_eq!(
            (reply.status, reply.body.is_empty()),
            (200, false),
            "{part}"
        );
    }
    for page in ["task/nobody", "artifact/NONE.md/login", "none", "board/x"] {
        assert_eq!(server.get(&format!("{home}/{page}")).status, 404, "{page}");
    }
}

#[test]
fn the_api_answers_with_the_documents_of_commands() {
    let project = submitted();
    let server = Server::looked_at(&project, &[]);
    let home = home(&server);
    let name = home.strip_prefix("/p/").expect("a name");
    for (address, command) in [
        ("tasks", vec!["status", "--json"]),
        ("tasks/login", vec!["status", "login", "--json"]),
        ("log/login", vec!["log", "login", "--json"]),
        ("audit", vec!["audit", "--json"]),
        ("claims", vec!["claims", "--json"]),
        (
            "attic/login",
            vec!["attic", "list", "--task", "login", "--json"],
        ),
        ("archivable", vec!["cleanup-done", "--dry-run", "--json"]),
        ("loops", vec!["loop", "status", "--json"]),
    ] {
        let reply = server.get(&format!("/api/v1/{name}/{address}"));
        assert_eq!(reply.header("content-type"), Some("application/json"));
        let text = redacted(&reply.body, project.root().parent().expect("a folder"));
        let document: Value = serde_json::from_str(&text).expect("a document");
        assert_eq!(document, project.json(&command), "{address}");
    }
    assert_eq!(server.get(&format!("/api/v1/{name}/secrets")).status, 404);
    let projects = server.get("/api/v1/projects").body;
    assert_eq!(projects, format!("{{\"projects\":[\"{name}\"]}}"));
}

#[test]
fn a_change_is_told_and_a_look_is_not() {
    let project = submitted();
    let server = Server::looked_at(&project, &[]);
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).expect("connected");
    let host = server.host();
    write!(stream, "GET /live HTTP/1.1\r\nHost: {host}\r\n\r\n").expect("sent");
    stream
        .set_read_timeout(Some(Duration::from_secs(30)))
        .expect("set");
    let mut lines = BufReader::new(stream.try_clone().expect("a stream")).lines();
    let mut next = move |event: &str| {
        let wanted = format!("event: {event}");
        lines
            .by_ref()
            .map_while(Result::ok)
            .any(|line| line == wanted)
    };
    assert!(next("open"));
    project.run("status");
    stream
        .set_read_timeout(Some(Duration::from_millis(700)))
        .expect("set");
    assert!(!next("change"), "a look changed something");
    stream
        .set_read_timeout(Some(Duration::from_secs(30)))
        .expect("set");
    project.all(&["create-task other"]);
    assert!(next("change"));
}

#[test]
fn several_projects_are_found_below_a_folder() {
    let (one, other) = (submitted(), Project::bare());
    other.all(&["init", "create-task export"]);
    let folders = [one.root(), other.root()];
    let folders = folders.iter().map(|folder| folder.to_str().expect("text"));
    let server = Server::looked_at(&one, &folders.collect::<Vec<_>>());
    let reply = server.get("/");
    assert_eq!(reply.status, 200);
    assert_eq!(reply.body.matches("/board\"").count(), 2);
    assert_eq!(reply.body.matches("1 waiting on you").count(), 1);
    assert_eq!(one.run("dashboard /nowhere").exit, 2);
}
