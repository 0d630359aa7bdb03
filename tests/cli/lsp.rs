//! `lsp`: what an editor is told about a workflow file.

mod client;
mod session;

use std::fmt::Write as _;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::lint_workflow::GOOD;
use client::{Client, URI, applied};

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

fn titles(actions: &[Value]) -> Vec<&str> {
    let titles = actions.iter().map(|action| action["title"].as_str());
    titles.map(|title| title.expect("a title")).collect()
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
fn a_fix_is_an_action_and_all_safe_ones_are_one() {
    let mut client = Client::start();
    for text in [FAULTY.to_owned(), FAULTY.replace('\n', "\r\n")] {
        client.open(&text);
        let actions = client.actions(0, 12, &Value::Null);
        let all = "apply all safe fixes of automaton";
        let known = ["write `SPEC.md`", "remove `.state`", all];
        assert_eq!(titles(&actions), known);
        let preferred: Vec<&Value> = actions.iter().map(|each| &each["isPreferred"]).collect();
        assert_eq!(preferred, [&Value::Null, &json!(true), &Value::Null]);
        assert_eq!(actions[0]["diagnostics"][0]["code"], "undefined-reference");
        for (only, offered) in [
            (json!(["quickfix"]), &known[..2]),
            (json!(["source"]), &known[2..]),
            (json!(["source.fixAll", "refactor"]), &known[2..]),
            (json!([""]), &known),
            (json!(["refactor", "source.fix"]), &[]),
        ] {
            assert_eq!(titles(&client.actions(0, 12, &only)), offered, "{only}");
        }
        assert_eq!(titles(&client.actions(6, 6, &json!(["quickfix"]))), [""; 0]);

        let safe = applied(&text, &actions[2]);
        assert_eq!(safe, applied(&text, &actions[1]));
        let left = client.change(&json!([{"text": safe}]));
        assert_eq!(left.as_array().map(Vec::len), Some(1));
        let actions = client.actions(0, 12, &Value::Null);
        assert_eq!(titles(&actions), known[..1]);
        let clean = applied(&safe, &actions[0]);
        assert_eq!(client.change(&json!([{"text": clean}])), json!([]));
    }
}

#[test]
fn a_warning_is_accepted_by_a_comment_above_its_line() {
    let mut client = Client::start();
    let mut accepted = Vec::new();
    for text in [SHAKY.to_owned(), SHAKY.replace('\n', "\r\n")] {
        let mut text = text;
        client.open(&text);
        for code in ["unused-artifact", "cycle-without-person"] {
            let actions = client.actions(0, 99, &json!(["quickfix"]));
            let title = format!("accept `{code}` here");
            let action = actions.iter().find(|action| action["title"] == title);
            text = applied(&text, action.expect("it is offered"));
            client.change(&json!([{"text": text}]));
        }
        assert_eq!(client.change(&json!([{"text": text}])), json!([]));
        accepted.push(text);
    }
    assert_eq!(accepted[1], accepted[0].replace('\n', "\r\n"));
    assert_snapshot!(accepted[0], @"
    workflow w version=1 {
        initial draft
        artifact SPEC.md
        // automaton: allow(unused-artifact) reason
        artifact OLD.md
        phase draft {
            produces SPEC.md
            next review
            next done
        }
        phase review {
            reads SPEC.md
            // automaton: allow(cycle-without-person) reason
            next draft
        }
        phase done terminal=success
    }
    ");
}

#[test]
fn no_comment_is_offered_inside_a_text_or_for_what_cannot_be_accepted() {
    let mut client = Client::start();
    let offered = |client: &mut Client, text: &str| {
        client.open(text);
        let actions = client.actions(10, 99, &json!(["quickfix"]));
        titles(&actions).join(", ")
    };
    assert_eq!(
        offered(&mut client, SHAKY),
        "accept `cycle-without-person` here"
    );
    let inside = "description \"\"\"\n        x\n        \"\"\"; next draft";
    assert_eq!(
        offered(&mut client, &SHAKY.replace("next draft", inside)),
        ""
    );
    let behind = "description \\\n        x; next draft";
    assert_eq!(
        offered(&mut client, &SHAKY.replace("next draft", behind)),
        ""
    );
    let needless = GOOD.to_owned() + &"\n".repeat(8) + "// automaton: allow(dead-end) x\n";
    assert_eq!(offered(&mut client, &needless), "remove the comment");
}

/// A phase with all that hover tells.
const RICH: &str = "workflow w version=1 {
    initial draft
    artifact SPEC.md frozen=#false
    artifact CODE.md { outcome GO STOP; }
    phase draft {
        description \"größe 🦀\"; reads SPEC.md optional=#true
        produces SPEC.md
        forbids CODE.md
        edits \"src/**\" \"*.md\"
        protects \"src/x.rs\"
        approval
        next work
    }
    phase work {
        reads SPEC.md
        produces CODE.md
        next done { outcome CODE.md GO; }
        next failed { outcome CODE.md STOP; }
    }
    phase done terminal=success
    phase failed terminal=failure
}
";

#[test]
fn hover_tells_of_names_and_words() {
    let mut client = Client::start();
    client.open(RICH);
    let places = [
        (1, 14),
        (17, 15),
        (14, 16),
        (3, 14),
        (16, 22),
        (3, 24),
        (9, 9),
        (16, 35),
        (0, 10),
        (99, 0),
    ];
    let mut texts = String::new();
    for (line, column) in places {
        _ = write!(texts, "== {line}:{column}\n{}", client.hover(line, column));
    }
    assert_snapshot!(texts, @"
    == 1:14
    phase **draft**

    größe 🦀

    - reads `SPEC.md` (optional)
    - produces `SPEC.md`
    - forbids `CODE.md`
    - edits `src/**`, `*.md`
    - protects `src/x.rs`
    == 17:15
    phase **failed**, ends a task: failure
    == 14:16
    artifact **SPEC.md**, may change in later phases

    - produced by `draft`
    - read by `draft`, `work`
    == 3:14
    artifact **CODE.md**

    - produced by `work`
    - forbidden in `draft`
    - states one of `GO`, `STOP`
    == 16:22
    **outcome**: Holds when the artifact states one of these words.
    == 3:24
    **outcome**: The words of which the file has to state exactly one.
    == 9:9
    **protects**: Exceptions from `edits`, as globs.
    == 16:35
    artifact **CODE.md**

    - produced by `work`
    - forbidden in `draft`
    - states one of `GO`, `STOP`
    == 0:10
    == 99:0
    ");
}

#[test]
fn hover_explains_findings_names_and_words() {
    let mut client = Client::start();
    client.open(FAULTY);
    let texts = [
        ("a finding", client.hover(5, 42)),
        ("a phase", client.hover(4, 12)),
        ("an artifact", client.hover(2, 14)),
        ("a word", client.hover(10, 8)),
        ("nothing", client.hover(5, 23)),
    ];
    let mut shown = String::new();
    for (what, text) in &texts {
        _ = write!(shown, "== {what}\n{text}");
    }
    assert_snapshot!(shown, @"
    == a finding
    **undefined-reference** (error): a phase or an artifact is used that nothing declares

    Every phase is declared by a `phase` node, every artifact by an `artifact` node, and the copy that a sub-task inherits by `metadata`. A misspelt name would otherwise be a rule about nothing.

    found in

    ```kdl
    workflow w version=1 {
        initial work
        artifact NOTE.md
        phase work { produces NOTES.md; next done; }
        phase done terminal=success
    }
    ```

    not in

    ```kdl
    workflow w version=1 {
        initial work
        artifact NOTE.md
        phase work { produces NOTE.md; next done; }
        phase done terminal=success
    }
    ```
    == a phase
    phase **draft**

    größe 🦀
    == an artifact
    artifact **SPEC.md**

    - read by `done`
    == a word
    **reads**: Artifacts that have to exist when a task enters the phase.
    == nothing
    ");
}

#[test]
fn while_a_text_cannot_be_read_the_last_good_one_answers() {
    let mut client = Client::start();
    client.open(SHAKY);
    let broken = SHAKY.replace(
        "workflow w version=1 {\n",
        "workflow w version=1 {\n\n\n\"\n",
    );
    let found = client.change(&json!([{"text": broken}]));
    let codes: Vec<&Value> = found
        .as_array()
        .expect("a list")
        .iter()
        .map(|f| &f["code"])
        .collect();
    assert_eq!(codes, ["syntax"]);
    let unfinished = SHAKY.replace(
        "phase review {\n",
        "phase review {\n produces SPEC.md {\n\n",
    );
    client.change(&json!([{"text": unfinished}]));
    assert_snapshot!(client.hover(10, 12), @"
    artifact **SPEC.md**

    - produced by `draft`
    - read by `review`

    (from the last text that could be read)
    ");
    let definition = client.about("textDocument/definition", 10, 12);
    assert_eq!(
        definition["range"]["start"],
        json!({"line": 2, "character": 13})
    );
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
