//! `lsp`: what an editor is told about a workflow file.

mod actions;
mod client;
mod elsewhere;
mod hover;
mod session;

use std::fmt::Write as _;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::lint_workflow::GOOD;
use client::{Client, URI};

/// Two faults: a misspelt name behind letters of several bytes, and bookkeeping that is forbidden.
const FAULTY: &str = "workflow w version=1 {
    initial draft
    artifact SPEC.md
    metadata REVIEW.md
    phase draft {
        description \"größe 🦀\"; produces SPEC.nd
        forbids .state
        next done
    }
    phase done terminal=success {
        reads SPEC.md
    }
}
";

/// Two warnings, of which one shows a path.
const SHAKY: &str = "workflow w version=1 {
    initial draft
    artifact SPEC.md
    artifact OLD.md
    phase draft {
        produces SPEC.md
        next review
        next done
    }
    phase review {
        reads SPEC.md
        next draft
    }
    phase done terminal=success
}
";

/// Each finding as its severity, code and range, and then its message and further places.
fn shown(diagnostics: &Value) -> String {
    let place = |range: &Value| {
        let number = |end: &str, name: &str| range[end][name].to_string();
        format!(
            "{}:{}-{}:{}",
            number("start", "line"),
            number("start", "character"),
            number("end", "line"),
            number("end", "character")
        )
    };
    let mut text = String::new();
    for found in diagnostics.as_array().expect("a list") {
        assert_eq!(found["source"], "automaton");
        let code = found["code"].as_str().expect("a code");
        let range = place(&found["range"]);
        _ = writeln!(text, "{} {code} {range}", found["severity"]);
        for line in found["message"].as_str().expect("text").lines() {
            _ = writeln!(text, "    {line}");
        }
        for related in found["relatedInformation"].as_array().into_iter().flatten() {
            assert_eq!(related["location"]["uri"], URI);
            let range = place(&related["location"]["range"]);
            _ = writeln!(text, "    {range} {}", related["message"]);
        }
    }
    text
}

#[test]
fn findings_come_with_their_exact_places_and_go_with_their_faults() {
    let mut client = Client::start();
    assert_snapshot!(shown(&client.open(FAULTY)), @"
    1 undefined-reference 5:41-5:48
        no artifact `SPEC.nd` is declared
        help: did you mean `SPEC.md`?
    1 forbids-metadata 6:16-6:22
        `.state` is bookkeeping, which no phase forbids
        help: remove it from the list
    ");
    // The name, whose column counts the crab as two.
    let range = json!({
        "start": {"line": 5, "character": 46},
        "end": {"line": 5, "character": 48},
    });
    let found = client.change(&json!([{"range": range, "text": "md"}]));
    assert_snapshot!(shown(&found), @"
    1 forbids-metadata 6:16-6:22
        `.state` is bookkeeping, which no phase forbids
        help: remove it from the list
    ");
    assert_eq!(client.change(&json!([{"text": GOOD}])), json!([]));
    let file = json!({"textDocument": {"uri": URI}});
    client.open(FAULTY);
    client.notify("textDocument/didClose", &file);
    let told = client.next();
    assert_eq!(told["params"], json!({"uri": URI, "diagnostics": []}));
}

#[test]
fn a_message_tells_the_path_that_leads_to_the_fault() {
    let mut client = Client::start();
    assert_snapshot!(shown(&client.open(SHAKY)), @r#"
    2 unused-artifact 3:13-3:19
        `OLD.md` is declared, and no phase mentions it
        help: remove the declaration, or let a phase produce it
    2 cycle-without-person 11:13-11:18
        an agent can go round in `draft`, `review` without end
        for example:
          1. draft  +SPEC.md
          2. review  (next)
             next back to 1. draft
        help: add an approval to one of the phases, or make one edge a `rework`
        11:13-11:18 "and round again"
        6:13-6:19 "round here"
    "#);
}

#[test]
fn pedantic_findings_are_hints() {
    let mut client = Client::start();
    let idle = GOOD.replace("next done; }", "next b; }\n    phase b { next done; }");
    assert_snapshot!(shown(&client.open(&idle)), @"
    4 pass-through-phase 3:10-3:11
        nothing happens in `b`
        help: lead the edge before it to the phase after it
    ");
}

#[test]
fn names_are_listed_and_lead_to_their_declarations() {
    let mut client = Client::start();
    client.open(SHAKY);
    let params = json!({"textDocument": {"uri": URI}});
    let symbols = client.request("textDocument/documentSymbol", &params);
    let whole = &symbols["result"][0];
    assert_eq!(whole["name"], "w");
    let below = whole["children"].as_array().expect("a list");
    let listed: Vec<(&Value, &Value)> = below
        .iter()
        .map(|symbol| (&symbol["name"], &symbol["range"]["end"]["line"]))
        .collect();
    assert_eq!(
        json!(listed),
        json!([
            ["SPEC.md", 2],
            ["OLD.md", 3],
            ["draft", 8],
            ["review", 12],
            ["done", 13],
        ])
    );
    let definition = client.about("textDocument/definition", 6, 15);
    assert_eq!(
        definition,
        json!({
            "uri": URI,
            "range": {
                "start": {"line": 9, "character": 10},
                "end": {"line": 9, "character": 16},
            },
        })
    );
    assert_eq!(client.about("textDocument/definition", 6, 9), Value::Null);
}
