//! The guards of a `next` node.

use std::time::Duration;

use super::plain;
use crate::source::Spanned;
use crate::workflow::declarations::GuardDeclaration;
use crate::workflow::reader::Reader;
use crate::workflow::syntax::Node;

/// How long a `check` may run unless the file says otherwise.
const TIMEOUT: Duration = Duration::from_mins(10);

/// How long a file may let a `check` run.
const LONGEST: Duration = Duration::from_hours(24);

pub(super) fn read(reader: &mut Reader, node: &Node) -> Option<Spanned<GuardDeclaration>> {
    let guard = match node.name.value.as_str() {
        "outcome" => {
            plain(reader, node);
            let what = "an artifact and at least one of its outcomes";
            let mut texts = reader.texts(node, what).into_iter();
            let artifact = reader.name(&texts.next()?);
            let words: Vec<_> = texts.collect();
            if words.is_empty() {
                reader.wrong(node.span, format!("`outcome` needs {what}"));
            }
            GuardDeclaration::Outcome(artifact?, words)
        }
        "contains" => {
            plain(reader, node);
            let what = "an artifact and one text";
            let texts = reader.texts(node, what);
            let [artifact, text] = texts.as_slice() else {
                reader.wrong(node.span, format!("`contains` needs {what}"));
                return None;
            };
            GuardDeclaration::Contains(reader.name(artifact)?, text.value.clone())
        }
        "subtasks" => {
            plain(reader, node);
            let text = reader.one_text(node, "`complete`")?;
            reader.word(&text, &[("complete", ())])?;
            GuardDeclaration::SubtasksComplete
        }
        "check" => check(reader, node)?,
        _ => {
            reader.unknown_node(node, "next");
            return None;
        }
    };
    Some(Spanned::new(guard, node.span))
}

fn check(reader: &mut Reader, node: &Node) -> Option<GuardDeclaration> {
    reader.properties(node, &["timeout"]);
    reader.no_children(node);
    let command = reader.one_text(node, "a command in quotes")?;
    if command.value.trim().is_empty() || command.value.contains('\0') {
        reader.wrong(command.span, "`check` needs a command that is not empty");
    }
    let timeout = match reader.text_property(node, "timeout") {
        None => TIMEOUT,
        Some(text) => match duration(&text.value) {
            Some(duration) => duration,
            None => {
                let message = format!(
                    "`{}` is not a time limit: write for example \"30s\", \"10m\" or \"1h 30m\", \
                     at most 24h",
                    text.value
                );
                reader.wrong(text.span, message);
                TIMEOUT
            }
        },
    };
    Some(GuardDeclaration::Check(command.value, timeout))
}

fn duration(text: &str) -> Option<Duration> {
    let duration: Duration = text.parse::<jiff::SignedDuration>().ok()?.try_into().ok()?;
    (!duration.is_zero() && duration <= LONGEST).then_some(duration)
}
