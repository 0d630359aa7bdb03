//! Messages on the wire. What comes in is bounded, and what is malformed is told apart from the end.

use std::io::{self, BufRead, Read, Write};

use lsp_server::{ErrorCode, Message};
use serde_json::{Value, json};

use super::fault::Fault;

/// The longest body that is read: a workflow has at most 1 MiB, and JSON escapes may blow it up.
const MOST_BODY: u64 = 64 << 20;

/// The longest line of a header that is read at once.
const MOST_HEADER: u64 = 8 << 10;

/// What the client sent.
#[derive(Debug)]
pub(super) enum Incoming {
    /// A message.
    Message(Message),
    /// Something else; with the id of the request, where one can be made out.
    Malformed { id: Value, fault: Fault },
}

/// The next message; nothing at the end of the stream.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let length = match header(input)? {
        Header::End => return Ok(None),
        Header::Length(length) if length <= MOST_BODY => length,
        Header::Length(length) => {
            io::copy(&mut input.take(length), &mut io::sink())?;
            let message = format!("a message has at most {MOST_BODY} bytes");
            return Ok(Some(malformed(
                Value::Null,
                ErrorCode::InvalidRequest,
                message,
            )));
        }
        Header::Broken => {
            let message = "a message begins with `Content-Length: N` and an empty line";
            return Ok(Some(malformed(Value::Null, ErrorCode::ParseError, message)));
        }
    };
    let mut body = Vec::new();
    if input.take(length).read_to_end(&mut body)? as u64 != length {
        return Ok(None);
    }
    Ok(Some(message(&body)))
}

/// What stands before a body.
enum Header {
    /// Nothing: the stream has ended.
    End,
    /// The length of the body.
    Length(u64),
    /// Something that gives no length.
    Broken,
}

/// Reads up to the empty line.
fn header(input: &mut impl BufRead) -> io::Result<Header> {
    let (mut length, mut any) = (None, false);
    loop {
        let mut line = Vec::new();
        if input.take(MOST_HEADER).read_until(b'\n', &mut line)? == 0 {
            return Ok(Header::End);
        }
        let line = String::from_utf8_lossy(&line).to_ascii_lowercase();
        if line.trim().is_empty() {
            if any {
                return Ok(length.map_or(Header::Broken, Header::Length));
            }
            continue;
        }
        any = true;
        // After a message of a wrong length the next header follows in the middle of a line.
        if let Some((_, value)) = line.rsplit_once("content-length:") {
            length = value.trim().parse().ok();
        }
    }
}

fn message(body: &[u8]) -> Incoming {
    let value: Value = match serde_json::from_slice(body) {
        Ok(value) => value,
        Err(error) => return malformed(Value::Null, ErrorCode::ParseError, error.to_string()),
    };
    let id = value.get("id").cloned();
    match serde_json::from_value(value) {
        // A request whose id cannot be read would pass for a notification, and never be answered.
        Ok(Message::Notification(_)) if id.is_some() => {}
        Ok(message) => return Incoming::Message(message),
        Err(_) => {}
    }
    malformed(
        id.unwrap_or_default(),
        ErrorCode::InvalidRequest,
        "this is neither a request nor a notification nor a response",
    )
}

fn malformed(id: Value, code: ErrorCode, message: impl Into<String>) -> Incoming {
    Incoming::Malformed {
        id,
        fault: Fault::new(code, message),
    }
}

/// Answers what was malformed. Its id may be anything, nothing included.
pub(super) fn refuse(output: &mut impl Write, id: &Value, fault: &Fault) -> io::Result<()> {
    let error = json!({"code": fault.code, "message": fault.message});
    let body = json!({"jsonrpc": "2.0", "id": id, "error": error}).to_string();
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is read of a stream: methods, and the ids and codes of what is malformed.
    fn all(mut stream: &[u8]) -> Vec<String> {
        let mut seen = Vec::new();
        while let Some(incoming) = read(&mut stream).expect("a slice can be read") {
            seen.push(match incoming {
                Incoming::Message(Message::Request(request)) => request.method,
                Incoming::Message(Message::Notification(told)) => told.method,
                Incoming::Message(Message::Response(_)) => "response".to_owned(),
                Incoming::Malformed { id, fault } => format!("{id} {}", fault.code),
            });
        }
        seen
    }

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn every_message_gets_through_and_what_is_none_is_told() {
        for (body, expected) in [
            (r#"{"id":1,"method":"a"}"#, "a"),
            (r#"{"id":"x","method":"a"}"#, "a"),
            (r#"{"method":"größe"}"#, "größe"),
            (r#"{"id":1,"result":null}"#, "response"),
            (r#"{"id":1,"method":2}"#, "1 -32600"),
            (r#"{"id":1.5,"method":"a"}"#, "1.5 -32600"),
            (r#"{"id":99999999999,"method":"a"}"#, "99999999999 -32600"),
            (r#"{"id":null,"method":"a"}"#, "null -32600"),
            ("[]", "null -32600"),
            ("{", "null -32700"),
            ("", "null -32700"),
        ] {
            let stream = framed(body) + &framed(r#"{"method":"after"}"#);
            assert_eq!(all(stream.as_bytes()), [expected, "after"], "{body}");
        }
        let deep = framed(&"[".repeat(100_000));
        assert_eq!(all(deep.as_bytes()), ["null -32700"]);
    }

    #[test]
    fn a_broken_header_loses_no_more_than_its_message() {
        let after = framed(r#"{"method":"after"}"#);
        for (before, expected) in [
            ("garbage\r\n\r\n", &["null -32700", "after"][..]),
            ("Content-Length: x\r\n\r\n", &["null -32700", "after"]),
            ("Content-Length: -1\r\n\r\n", &["null -32700", "after"]),
            ("content-length:2\n\n[]", &["null -32600", "after"]),
            (
                "Content-Type: x\r\nContent-Length: 2\r\n\r\n[]",
                &["null -32600", "after"],
            ),
            ("Content-Length: 1\r\n\r\n[]", &["null -32700", "after"]),
            ("\r\n", &["after"]),
            ("\u{0}\u{1}\r\n", &["after"]),
        ] {
            let stream = format!("{before}{after}");
            assert_eq!(all(stream.as_bytes()), expected, "{before:?}");
        }
        let endless = "Content-Length: 18446744073709551615\r\n\r\n[]";
        assert_eq!(all(endless.as_bytes()), ["null -32600"]);
        let torn = "Content-Length: 50\r\n\r\n[]";
        assert_eq!(all(torn.as_bytes()), [""; 0]);
        assert_eq!(all("x".repeat(100_000).as_bytes()), [""; 0]);
    }
}
