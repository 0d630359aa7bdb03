//! What stands in braces in a template, and what it becomes.

use crate::names::{ActorName, PhaseName, TaskPath, WorkflowName};
use crate::source::{SourceFile, Span};
use crate::workflow::nearest;

/// What a template may say about the task that it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filling {
    /// `{task}`, and by its last name `{name}`.
    pub task: TaskPath,
    /// `{actor}`: who makes the task.
    pub actor: ActorName,
    /// `{date}`: the day, in UTC.
    pub date: String,
    /// `{workflow}`: the workflow in force.
    pub workflow: WorkflowName,
    /// `{phase}`: where the task starts.
    pub phase: PhaseName,
}

/// Every placeholder, without its braces.
pub(super) const PLACEHOLDERS: [&str; 6] = ["task", "name", "date", "actor", "workflow", "phase"];

impl Filling {
    fn value(&self, placeholder: &str) -> Option<String> {
        Some(match placeholder {
            "task" => self.task.to_string(),
            "name" => self.task.name().to_string(),
            "date" => self.date.clone(),
            "actor" => self.actor.to_string(),
            "workflow" => self.workflow.to_string(),
            "phase" => self.phase.to_string(),
            _ => return None,
        })
    }

    /// The text with its placeholders filled in, or every place that is none. A brace of the text
    /// itself is written twice.
    pub(super) fn fill(&self, source: &SourceFile) -> Result<String, Vec<(Span, String)>> {
        let text = source.text();
        let (mut filled, mut faults) = (String::with_capacity(text.len()), Vec::new());
        let mut at = 0;
        while let Some(found) = text[at..].find(['{', '}']) {
            let brace = at + found;
            filled.push_str(&text[at..brace]);
            let rest = &text[brace..];
            at = brace + 1;
            if rest.starts_with("{{") || rest.starts_with("}}") {
                filled.push_str(&rest[..1]);
                at += 1;
                continue;
            }
            let named = rest.strip_prefix('{').and_then(placeholder);
            match named.map(|name| (name, self.value(name))) {
                Some((name, Some(value))) => {
                    filled.push_str(&value);
                    at += name.len() + 1;
                }
                Some((name, None)) => {
                    let near = nearest(name, PLACEHOLDERS);
                    let near = near.map(|near| format!("; did you mean `{{{near}}}`?"));
                    let problem =
                        format!("`{{{name}}}` is no placeholder{}", near.unwrap_or_default());
                    at += name.len() + 1;
                    faults.push((Span::new(brace, at), problem));
                }
                None => {
                    let problem = "a brace of the text itself is written twice: `{{` or `}}`";
                    faults.push((Span::new(brace, at), problem.to_owned()));
                }
            }
        }
        filled.push_str(&text[at..]);
        if faults.is_empty() {
            Ok(filled)
        } else {
            Err(faults)
        }
    }
}

/// The word that a closing brace ends, if nothing else comes before one.
fn placeholder(rest: &str) -> Option<&str> {
    let (name, _) = rest.split_once('}')?;
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    (!name.is_empty() && name.chars().all(is_word)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filling() -> Filling {
        Filling {
            task: "epic/part".parse().expect("a task"),
            actor: "ann".parse().expect("an actor"),
            date: "2026-01-02".to_owned(),
            workflow: "rfc".parse().expect("a name"),
            phase: "draft".parse().expect("a phase"),
        }
    }

    #[test]
    fn placeholders_are_filled_in_and_doubled_braces_are_braces() {
        for (text, filled) in [
            ("", ""),
            ("no braces\r\n", "no braces\r\n"),
            (
                "{task} {name} {date} {actor} {workflow} {phase}",
                "epic/part part 2026-01-02 ann rfc draft",
            ),
            ("{{task}}", "{task}"),
            ("{{{task}}}", "{epic/part}"),
            ("fn f() {{ größe }}\n", "fn f() { größe }\n"),
            ("{{}}{{", "{}{"),
        ] {
            let source = SourceFile::new("T.md", text);
            assert_eq!(filling().fill(&source).as_deref(), Ok(filled), "{text}");
        }
    }

    #[test]
    fn everything_else_in_braces_is_refused_at_its_place() {
        for (text, places) in [
            ("{", &["{"][..]),
            ("}", &["}"]),
            ("a { b }", &["{", "}"]),
            ("{}", &["{", "}"]),
            ("{tusk} and {Task}", &["{tusk}", "{Task}"]),
            ("{task", &["{"]),
            ("{ta\nsk}", &["{", "}"]),
            ("}{{", &["}"]),
            ("größe {größe}", &["{", "}"]),
        ] {
            let source = SourceFile::new("T.md", text);
            let faults = filling().fill(&source).expect_err(text);
            let found: Vec<&str> = faults.iter().map(|(span, _)| source.slice(*span)).collect();
            assert_eq!(found, places, "{text}");
        }
        let source = SourceFile::new("T.md", "{tusk}");
        let faults = filling().fill(&source).expect_err("refused");
        assert_eq!(
            faults[0].1,
            "`{tusk}` is no placeholder; did you mean `{task}`?"
        );
    }

    #[test]
    fn every_placeholder_has_a_value() {
        for name in PLACEHOLDERS {
            assert!(filling().value(name).is_some(), "{name}");
        }
    }
}
