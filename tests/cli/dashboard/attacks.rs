//! What strangers send: other sites, other ports, other names, and agents on this machine.

use super::decisions::{form, home, submitted};
use super::visitor::Server;
use crate::project::Project;

const FORM: &str = "application/x-www-form-urlencoded";

#[test]
fn nothing_is_answered_that_no_page_of_the_dashboard_asks() {
    let project = submitted();
    let server = Server::looked_at(&project, &[]);
    let (host, home) = (server.host(), home(&server));
    for path in [
        "/",
        "/live",
        "/style.css",
        "/nothing",
        &format!("{home}/board"),
    ] {
        for (headers, status) in [
            // A name that its owner points at this machine after the page was loaded.
            ("Host: evil.example".to_owned(), 421),
            (format!("Host: evil.example:{}", server.port), 421),
            ("Host: 127.0.0.1".to_owned(), 421),
            (format!("Host: {host}\r\nOrigin: http://evil.example"), 403),
            (format!("Host: {host}\r\nOrigin: null"), 403),
            // Another port of this machine.
            (format!("Host: {host}\r\nOrigin: http://127.0.0.1:1"), 403),
            (format!("Host: {host}\r\nSec-Fetch-Site: same-site"), 403),
            (format!("Host: {host}\r\nSec-Fetch-Site: cross-site"), 403),
        ] {
            let reply = server.raw(&format!(
                "GET {path} HTTP/1.1\r\n{headers}\r\nConnection: close\r\n\r\n"
            ));
            assert_eq!(reply.status, status, "{path} {headers}");
            assert_eq!(reply.header("access-control-allow-origin"), None);
        }
    }
}

#[test]
fn a_dashboard_that_is_looked_at_changes_nothing() {
    let project = submitted();
    let server = Server::looked_at(&project, &[]);
    let before = project.files();
    let home = home(&server);
    for path in ["decide", "do"] {
        let reply = server.send("", &format!("{home}/{path}"), "decision=approve&task=login");
        assert_eq!(reply.status, 403);
        let next = "next, by a person: automaton dashboard --approve";
        assert_eq!(reply.body.lines().nth(1).map(str::trim), Some(next));
    }
    assert_eq!(server.get("/enter?token=").status, 403);
    assert_eq!(project.files(), before);
}

#[test]
fn nobody_else_sends_the_form_of_the_page() {
    let project = submitted();
    let server = Server::deciding(&project);
    let cookie = server.enter();
    let body = format!("{}&decision=approve&reason=", form(&server, &cookie));
    let to = format!("{}/decide", home(&server));
    let host = server.host();
    let own = format!("http://{host}");
    let stale = format!("automaton-{}={}", server.port, server.token);
    let elsewhere = cookie.replace("automaton-", "automaton-1");
    let base = [("Host", host.as_str()), ("Content-Type", FORM)];
    for (what, headers, status) in [
        ("no origin", vec![("Cookie", cookie.as_str())], 403),
        (
            "a sandbox",
            vec![("Cookie", &cookie), ("Origin", "null")],
            403,
        ),
        (
            "another site",
            vec![("Cookie", &cookie), ("Origin", "http://evil.example")],
            403,
        ),
        (
            "another port",
            vec![("Cookie", &cookie), ("Origin", "http://127.0.0.1:1")],
            403,
        ),
        (
            "another name",
            vec![("Cookie", &cookie), ("Origin", "http://localhost:1")],
            403,
        ),
        (
            "a fetch",
            vec![
                ("Cookie", &cookie),
                ("Origin", &own),
                ("Sec-Fetch-Site", "same-site"),
            ],
            403,
        ),
        ("no cookie", vec![("Origin", &own)], 403),
        (
            "the link as cookie",
            vec![("Origin", &own), ("Cookie", &stale)],
            403,
        ),
        (
            "a cookie of another port",
            vec![("Origin", &own), ("Cookie", &elsewhere)],
            403,
        ),
    ] {
        let headers: Vec<_> = base.iter().copied().chain(headers).collect();
        assert_eq!(server.post(&to, &headers, &body).status, status, "{what}");
    }
    let plain = [
        ("Host", host.as_str()),
        ("Content-Type", "text/plain"),
        ("Origin", &own),
        ("Cookie", &cookie),
    ];
    assert_eq!(server.post(&to, &plain, &body).status, 415);
    assert_eq!(project.state("login"), "research:awaiting_approval\n");
}

#[test]
fn a_link_is_good_once_and_for_one_launch() {
    let project = submitted();
    let first = Server::deciding(&project);
    let cookie = first.enter();
    let again = first.get(&format!("/enter?token={}", first.token));
    assert_eq!((again.status, again.header("set-cookie")), (403, None));
    let second = Server::deciding(&project);
    assert_eq!(
        second.get(&format!("/enter?token={}", first.token)).status,
        403
    );
    let (_, value) = cookie.split_once('=').expect("a value");
    let stale = format!("automaton-{}={value}", second.port);
    let to = format!("{}/decide", home(&second));
    let reply = second.send(&stale, &to, "task=login&decision=approve&shown=0");
    assert_eq!(reply.status, 403);
}

#[test]
fn no_address_leads_out_of_a_task() {
    let project = submitted();
    project.write("secret", "a secret\n");
    let target = project.root().join("secret");
    let link = project.in_task("login", "DESIGN.md");
    std::os::unix::fs::symlink(target, link).expect("a link");
    let server = Server::looked_at(&project, &[]);
    let home = home(&server);
    for path in [
        "/../secret",
        "/task/../../secret",
        "/task/%2e%2e%2f%2e%2e%2fsecret",
        "/artifact/../login",
        "/artifact/%2e%2e%2fsecret/login",
        "/artifact/.state/login",
        "/artifact/secret/login",
        "/artifact/DESIGN.md/login",
        "/artifact/SPEC.md/../login",
        "/artifact/SPEC.md/login%00",
        "/diff/DESIGN.md/login",
    ] {
        let reply = server.get(&format!("{home}{path}"));
        assert!(!reply.body.contains("a secret"), "{path}");
        assert!(
            matches!(reply.status, 200 | 404 | 409),
            "{path} {}",
            reply.status
        );
        assert!(reply.status != 200 || path.starts_with("/diff"), "{path}");
    }
    assert_eq!(server.get("/p/../../etc/passwd/board").status, 404);
}

#[test]
fn an_artifact_cannot_approve_itself() {
    let project = Project::bare();
    project.all(&[
        "init",
        "create-task login",
        "transition research --task login",
    ]);
    let hostile = "<form action=decide method=post><button name=decision value=approve \
        autofocus>x</button></form>\n<script src=/x.js></script>\n\
        <img src=x onerror=alert(1)>\n\n[x](javascript:alert(1))\n";
    project.artifact("login", "SPEC.md", hostile);
    project.all(&["transition research:awaiting_approval --task login"]);
    let server = Server::looked_at(&project, &[]);
    let reply = server.get(&format!("{}/approvals", home(&server)));
    let policy = reply.header("content-security-policy").expect("a policy");
    assert_eq!(
        policy,
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; \
         connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    );
    // The only form is that of the list of keys, the only script the dashboard's own.
    assert_eq!(reply.body.matches("<form").count(), 1);
    assert_eq!(reply.body.matches("<script").count(), 1);
    assert_eq!(reply.body.matches("<img").count(), 0);
    assert_eq!(reply.body.matches("href=\"javascript:").count(), 0);
}

#[test]
fn requests_are_bounded() {
    let project = submitted();
    let server = Server::deciding(&project);
    let cookie = server.enter();
    let host = server.host();
    let long = "a".repeat(64 << 10);
    let reply = server.raw(&format!(
        "GET / HTTP/1.1\r\nHost: {host}\r\nX-Long: {long}\r\n\r\n"
    ));
    assert_eq!(reply.status, 431);
    let body = format!(
        "task=login&shown=0&decision=reject&reason={}",
        "a".repeat(17 << 10)
    );
    let reply = server.send(&cookie, &format!("{}/decide", home(&server)), &body);
    assert_eq!(reply.status, 413);
}
