//! Deciding on the page: by whom, about what, and what is put on record.

use insta::assert_snapshot;

use super::visitor::Server;
use crate::project::Project;

/// A project called `project` with a task that waits for an approval.
pub fn submitted() -> Project {
    let project = Project::bare();
    project.all(&[
        "init",
        "create-task login",
        "transition research --task login",
    ]);
    project.artifact("login", "SPEC.md", "what is wanted\n");
    project.all(&["transition research:awaiting_approval --task login"]);
    project
}

/// The name of the only project of a dashboard.
pub fn home(server: &Server) -> String {
    let reply = server.get("/");
    assert_eq!(reply.status, 303);
    let board = reply.header("location").expect("a board");
    board.strip_suffix("/board").expect("a board").to_owned()
}

/// The form of the only approval, to which what is decided is still to be added.
pub fn form(server: &Server, cookie: &str) -> String {
    let (home, host) = (home(server), server.host());
    let reply = server.raw(&format!(
        "GET {home}/approvals HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n"
    ));
    let shown = reply.body.split("name=\"shown\" value=\"").nth(1);
    let shown = shown.and_then(|rest| rest.split('"').next());
    format!("task=login&shown={}", shown.expect("a form"))
}

#[test]
fn an_approval_on_the_page_is_on_record_as_one() {
    let project = submitted();
    let server = Server::deciding(&project);
    let cookie = server.enter();
    let form = form(&server, &cookie);
    let to = format!("{}/decide", home(&server));
    let reply = server.send(&cookie, &to, &format!("{form}&decision=approve&reason="));
    assert_eq!(reply.status, 303, "{}", reply.body);
    assert_eq!(project.state("login"), "research:approved\n");
    assert_snapshot!(project.run("audit"), @"
    exit 0
    login
      approved: research, at TIME, by tester, decided by a person on the dashboard

    1 task, 0 errors, 0 warnings
    ");
    // The same again is about what is no longer there.
    let again = server.send(&cookie, &to, &format!("{form}&decision=approve&reason="));
    assert_eq!(again.status, 409);
}

#[test]
fn a_rejection_says_why() {
    let project = submitted();
    let server = Server::deciding(&project);
    let cookie = server.enter();
    let form = form(&server, &cookie);
    let to = format!("{}/decide", home(&server));
    for silent in ["", "&reason=", "&reason=%20", "&reason=a%0Ab"] {
        let reply = server.send(&cookie, &to, &format!("{form}&decision=reject{silent}"));
        assert_eq!(reply.status, 400, "{silent}");
    }
    assert_eq!(project.state("login"), "research:awaiting_approval\n");
    let reply = server.send(
        &cookie,
        &to,
        &format!("{form}&decision=reject&reason=too+short"),
    );
    assert_eq!(reply.status, 303, "{}", reply.body);
    assert_eq!(project.state("login"), "research\n");
    assert_snapshot!(project.run("log login --event reject"), @"
    exit 0
    4  TIME  reject  research:awaiting_approval -> research  by tester
          a person decided it on the dashboard
          reason: too short
          no longer approved: research
    ");
}

#[test]
fn what_changed_since_it_was_shown_is_not_approved() {
    let project = submitted();
    let server = Server::deciding(&project);
    let cookie = server.enter();
    let to = format!("{}/decide", home(&server));
    let seen = form(&server, &cookie);
    let approve = |form: &str| {
        let reply = server.send(&cookie, &to, &format!("{form}&decision=approve&reason="));
        (
            reply.status,
            reply.body.contains("<code class=\"dim\">moved-on</code>"),
        )
    };
    // Other bytes.
    project.artifact("login", "SPEC.md", "what is not wanted\n");
    assert_eq!(approve(&seen), (409, true));
    // The same bytes, submitted once more.
    project.artifact("login", "SPEC.md", "what is wanted\n");
    project.all(&[
        "transition research --task login",
        "transition research:awaiting_approval --task login",
    ]);
    assert_eq!(approve(&seen), (409, true));
    assert_eq!(project.state("login"), "research:awaiting_approval\n");
    assert_eq!(approve(&form(&server, &cookie)).0, 303);
}

#[test]
fn only_a_person_at_a_terminal_starts_a_dashboard_that_decides() {
    let project = submitted();
    assert_snapshot!(project.run("dashboard --approve"), @"
    exit 3
    --- stderr
    refused: a dashboard that approves  [person-required]
      only a person at a terminal starts one
      standard input is not a terminal
      next, by a person: automaton dashboard --approve
      next: automaton dashboard
    ");
    assert_snapshot!(project.as_agent("dashboard --approve"), @"
    exit 3
    --- stderr
    refused: a dashboard that approves  [person-required]
      only a person at a terminal starts one
      an agent is at work here: `CLAUDECODE` is set (Claude Code sets it for the commands it runs)
      next, by a person: automaton dashboard --approve
      next: automaton dashboard
    ");
}
