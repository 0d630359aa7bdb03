//! The protocol itself: stages, errors, encodings, and how the process ends.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::client::{Client, URI};
use crate::lint_workflow::GOOD;

fn code(answer: &Value) -> &Value {
    &answer["error"]["code"]
}

#[test]
fn a_session_goes_from_initialize_to_exit() {
    let mut client = Client::silent();
    let early = client.request("textDocument/hover", &json!({}));
    assert_eq!(code(&early), -32002);
    // Nothing is open yet, and nothing is said about it.
    client.notify("textDocument/didChange", &json!({}));
    let greeting = client.request("initialize", &json!({"capabilities": {"general": {}}}));
    let mut answer = greeting["result"].clone();
    assert_eq!(answer["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
    answer["serverInfo"]["version"] = json!("VERSION");
    assert_snapshot!(format!("{answer:#}"), @r#"
    {
      "capabilities": {
        "positionEncoding": "utf-16",
        "textDocumentSync": {
          "openClose": true,
          "change": 2
        },
        "hoverProvider": true,
        "definitionProvider": true,
        "documentSymbolProvider": true,
        "codeActionProvider": {
          "codeActionKinds": [
            "quickfix",
            "source.fixAll.automaton"
          ]
        }
      },
      "serverInfo": {
        "name": "automaton",
        "version": "VERSION"
      }
    }
    "#);
    assert_eq!(code(&client.request("initialize", &json!({}))), -32600);
    let unknown = client.request("textDocument/rename", &json!({}));
    assert_eq!(code(&unknown), -32601);
    client.notify("$/setTrace", &json!({"value": "off"}));
    let down = client.request("shutdown", &Value::Null);
    assert_eq!(down["result"], Value::Null);
    assert_eq!(down["error"], Value::Null);
    assert_eq!(
        code(&client.request("textDocument/hover", &json!({}))),
        -32600
    );
    client.notify("exit", &Value::Null);
    assert_eq!(client.exit(), 0);
}

#[test]
fn leaving_without_shutdown_is_a_failure() {
    let mut client = Client::silent();
    client.notify("exit", &Value::Null);
    assert_eq!(client.exit(), 1);
    let mut client = Client::start();
    client.notify("exit", &Value::Null);
    assert_eq!(client.exit(), 1);
    let mut client = Client::start();
    client.hang_up();
    assert_eq!(client.exit(), 1);
    let mut client = Client::start();
    client.request("shutdown", &Value::Null);
    client.hang_up();
    assert_eq!(client.exit(), 0);
}

#[test]
fn what_is_malformed_is_answered_and_the_session_goes_on() {
    let mut client = Client::start();
    client.raw(b"Content-Length: 3\r\n\r\n{{{");
    assert_eq!(client.next()["error"]["code"], -32700);
    client.raw(b"what is this\r\n\r\n");
    assert_eq!(client.next()["error"]["code"], -32700);
    client.send(&json!({"jsonrpc": "2.0", "id": 7, "method": 1}));
    let answer = client.next();
    assert_eq!((&answer["id"], code(&answer)), (&json!(7), &json!(-32600)));
    client.send(&json!({"jsonrpc": "2.0", "id": 3, "result": null}));

    let hover = client.request("textDocument/hover", &json!({"textDocument": 1}));
    assert_eq!(code(&hover), -32602);
    let nowhere = json!({"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}});
    assert_eq!(
        code(&client.request("textDocument/hover", &nowhere)),
        -32602
    );
    client.notify(
        "textDocument/didClose",
        &json!({"textDocument": {"uri": URI}}),
    );
    let told = client.next();
    assert_eq!(told["method"], "window/logMessage");
    assert_eq!(
        told["params"],
        json!({"type": 1, "message": format!("`{URI}` is not open")})
    );
    client.notify("textDocument/didOpen", &json!([]));
    assert_eq!(client.next()["method"], "window/logMessage");
    assert_eq!(client.open(GOOD), json!([]));
    let far = json!({"line": 4_000_000_000_u32, "character": 4_000_000_000_u32});
    let past = json!({"start": far, "end": {"line": 0, "character": 0}});
    assert_eq!(
        client.change(&json!([{"range": past, "text": "\n"}])),
        json!([])
    );
}

#[test]
fn columns_count_bytes_where_the_client_can() {
    let text = "workflow w version=1 {\r\n    initial a; /* 🦀 */ inital a\r\n}\r\n";
    for (offered, chosen, column) in [
        (json!(["utf-8", "utf-16"]), "utf-8", 26),
        (json!(["utf-16", "utf-8"]), "utf-8", 26),
        (json!(["utf-32", "utf-16"]), "utf-16", 24),
        (json!(null), "utf-16", 24),
    ] {
        let mut client = Client::silent();
        let general = json!({"positionEncodings": offered});
        let params = json!({"capabilities": {"general": general}});
        let greeting = client.request("initialize", &params);
        assert_eq!(
            greeting["result"]["capabilities"]["positionEncoding"],
            chosen
        );
        let found = client.open(text);
        let found = found.as_array().expect("a list");
        let unknown = found.iter().find(|found| found["code"] == "unknown-node");
        let range = &unknown.expect("it is found")["range"];
        assert_eq!(
            range,
            &json!({
                "start": {"line": 1, "character": column},
                "end": {"line": 1, "character": column + 6},
            })
        );
    }
}

#[test]
fn a_client_without_markdown_gets_plain_text() {
    for (formats, kind) in [
        (json!(["plaintext"]), "plaintext"),
        (json!(["markdown"]), "markdown"),
    ] {
        let hover = json!({"contentFormat": formats});
        let mut client = Client::able(&json!({"textDocument": {"hover": hover}}));
        client.open(GOOD);
        let shown = client.about("textDocument/hover", 0, 2);
        assert_eq!(shown["contents"]["kind"], kind);
    }
}
