//! Requests that never come to their end.

use std::io::Write as _;
use std::net::TcpStream;

use super::decisions::{home, submitted};
use super::visitor::Server;

#[test]
fn forms_of_strangers_that_never_come_keep_nobody_out() {
    let project = submitted();
    let server = Server::looked_at(&project, &[]);
    let (home, host) = (home(&server), server.host());
    let begun = format!(
        "POST {home}/decide HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\ndecision="
    );
    // More than there are connections at once.
    let waiting: Vec<TcpStream> = (0..80)
        .map(|_| {
            let mut stream = TcpStream::connect(("127.0.0.1", server.port)).expect("connected");
            stream.write_all(begun.as_bytes()).expect("sent");
            stream
        })
        .collect();
    assert_eq!(server.get(&format!("{home}/board")).status, 200);
    drop(waiting);
}
