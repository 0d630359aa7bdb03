//! A dashboard that runs, and raw requests to it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::project::Project;
use crate::terminal::{Talking, start};

/// A dashboard, until it is dropped.
pub struct Server {
    pub port: u16,
    /// The secret of the link, where it decides.
    pub token: String,
    running: Running,
}

enum Running {
    Looked(Child),
    Decides(Option<Talking>),
}

impl Drop for Server {
    fn drop(&mut self) {
        match &mut self.running {
            Running::Looked(child) => {
                _ = child.kill();
                _ = child.wait();
            }
            Running::Decides(talking) => talking.take().expect("once").end(),
        }
    }
}

/// What a request was answered with.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Reply {
    /// The value of a header, if it is there.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let found = lines.find(|(header, _)| header.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value)
    }
}

impl Server {
    /// One that can be looked at.
    pub fn looked_at(project: &Project, arguments: &[&str]) -> Self {
        let mut command = project.command();
        command.arg("dashboard").args(arguments);
        let mut child = command
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let out = child.stdout.take().expect("standard output");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let port = line
            .trim()
            .strip_prefix("http://127.0.0.1:")
            .and_then(|rest| rest.strip_suffix('/'))
            .and_then(|port| port.parse().ok());
        Self {
            port: port.unwrap_or_else(|| panic!("an address of loopback: {line:?}")),
            token: String::new(),
            running: Running::Looked(child),
        }
    }

    /// One that a person at a terminal started to decide on.
    pub fn deciding(project: &Project) -> Self {
        let mut talking = start(project, "dashboard --approve", |command| command);
        talking.shows(b"to confirm: ");
        talking.types("dashboard");
        talking.shows(b"http://127.0.0.1:");
        let port = String::from_utf8(talking.shows(b"/enter?token=")).expect("text");
        let port = port.trim_end_matches("/enter?token=");
        let token = String::from_utf8(talking.shows(b"\r\n")).expect("text");
        Self {
            port: port.parse().expect("a port"),
            token: token.trim().to_owned(),
            running: Running::Decides(Some(talking)),
        }
    }

    /// The name under which its own pages know it.
    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// What these bytes are answered with.
    pub fn raw(&self, request: &str) -> Reply {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("connected");
        let patience = Some(Duration::from_mins(1));
        stream.set_read_timeout(patience).expect("set");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("answered");
        let answer = String::from_utf8(answer).expect("text");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
        Reply {
            status: status.expect("a status"),
            head: head.to_owned(),
            body: body.to_owned(),
        }
    }

    /// A page, as somebody gets it who typed its address.
    pub fn get(&self, path: &str) -> Reply {
        let host = self.host();
        self.raw(&format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        ))
    }

    /// The cookie that the link is exchanged for.
    pub fn enter(&self) -> String {
        let reply = self.get(&format!("/enter?token={}", self.token));
        assert_eq!((reply.status, reply.header("location")), (303, Some("/")));
        let cookie = reply.header("set-cookie").expect("a cookie");
        let (pair, flags) = cookie.split_once("; ").expect("flags");
        assert_eq!(flags, "Path=/; HttpOnly; SameSite=Strict");
        assert!(pair.starts_with(&format!("automaton-{}=", self.port)));
        pair.to_owned()
    }

    /// A form that is sent with these headers.
    pub fn post(&self, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        let headers = headers
            .iter()
            .map(|(name, value)| format!("{name}: {value}\r\n"));
        let (headers, length) = (headers.collect::<String>(), body.len());
        self.raw(&format!(
            "POST {path} HTTP/1.1\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        ))
    }

    /// A form as the page sends it.
    pub fn send(&self, cookie: &str, path: &str, body: &str) -> Reply {
        let host = self.host();
        let origin = format!("http://{host}");
        let headers = [
            ("Host", host.as_str()),
            ("Origin", &origin),
            ("Sec-Fetch-Site", "same-origin"),
            ("Content-Type", "application/x-www-form-urlencoded"),
            ("Cookie", cookie),
        ];
        self.post(path, &headers, body)
    }
}
