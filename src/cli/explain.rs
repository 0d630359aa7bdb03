//! `automaton explain`

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::catalogue::{Group, groups};
use crate::diagnostic::{Diagnostic, Exit, NextStep, Severity, Topic};
use crate::lint;
use crate::report::Answer;
use crate::workflow::nearest;

/// A code that nothing answers with.
pub(super) static UNKNOWN_CODE: Topic = Topic {
    code: "unknown-code",
    severity: Severity::Error,
    exit: Exit::Usage,
    summary: "there is no code of that name",
    explanation: "Findings and refusals show their code in brackets, such as `[dead-end]`. Give it \
        without the brackets. `automaton explain` lists all of them.",
};

/// How wide the text is.
const WIDTH: usize = 80;

/// Explain a finding or a refusal by its code
///
/// Without a code it lists all of them.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The code, as output shows it in brackets
    code: Option<String>,
}

pub(super) fn run(args: &Args) -> Answer {
    let groups = groups();
    let Some(code) = &args.code else {
        return list(&groups);
    };
    let code = code.trim_matches(['[', ']']);
    let found = groups.iter().find_map(|group| {
        let topic = group.topics.iter().find(|topic| topic.code == code)?;
        Some((group, *topic))
    });
    match found {
        Some((group, topic)) => {
            Answer::page(topic.summary, page(topic)).field("topic", data(group, topic))
        }
        None => unknown(code, &groups),
    }
}

fn page(topic: &Topic) -> String {
    let (code, level, exit) = (topic.code, topic.severity.word(), topic.exit.code());
    let mut text = format!("{code}  ({level}, exit {exit})\n");
    for paragraph in [topic.summary, topic.explanation] {
        text.push('\n');
        for line in textwrap::wrap(paragraph, WIDTH - 2) {
            _ = writeln!(text, "  {line}");
        }
    }
    if let Some(case) = lint::case(code) {
        for (title, example) in [("found in", case.triggers), ("not in", case.passes)] {
            _ = writeln!(text, "\n{title}\n");
            for line in example.trim_end().lines() {
                _ = writeln!(text, "{}", format!("    {line}").trim_end());
            }
        }
    }
    text
}

fn list(groups: &[Group]) -> Answer {
    let topics = || {
        let in_groups = groups.iter();
        in_groups.flat_map(|group| group.topics.iter().map(move |topic| (group, *topic)))
    };
    let longest = topics().map(|(_, topic)| topic.code.len()).max();
    let width = longest.unwrap_or_default();
    let mut text = String::new();
    for group in groups {
        let gap = if text.is_empty() { "" } else { "\n" };
        _ = writeln!(text, "{gap}{}", group.title);
        for topic in &group.topics {
            _ = writeln!(text, "  {:width$}  {}", topic.code, topic.summary);
        }
    }
    let listed: Vec<Value> = topics().map(|(group, topic)| data(group, topic)).collect();
    Answer::page(format!("{} codes", listed.len()), text).field("topics", listed)
}

fn data(group: &Group, topic: &Topic) -> Value {
    json!({
        "code": topic.code,
        "level": topic.severity.word(),
        "exit": topic.exit.code(),
        "group": group.title,
        "summary": topic.summary,
        "explanation": topic.explanation,
    })
}

fn unknown(code: &str, groups: &[Group]) -> Answer {
    let message = format!("refused: there is no code `{code}`");
    let mut found = Diagnostic::call(&UNKNOWN_CODE, message);
    let known = groups.iter().flat_map(|group| &group.topics);
    if let Some(near) = nearest(code, known.map(|topic| topic.code)) {
        found = found
            .reason(format!("did you mean `{near}`?"))
            .next(NextStep::anyone(format!("automaton explain {near}")));
    }
    Answer::refused(found.next(NextStep::anyone("automaton explain")))
}
