//! What is offered for a finding, and what the text is after it.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::client::{Client, applied};
use super::{FAULTY, SHAKY};
use crate::lint_workflow::GOOD;

fn titles(actions: &[Value]) -> Vec<&str> {
    let titles = actions.iter().map(|action| action["title"].as_str());
    titles.map(|title| title.expect("a title")).collect()
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
