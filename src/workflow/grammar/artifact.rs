//! The `artifact` node.

use super::{Once, plain, words};
use crate::source::Spanned;
use crate::workflow::artifact::Contract;
use crate::workflow::declarations::ArtifactDeclaration;
use crate::workflow::reader::Reader;
use crate::workflow::syntax::{Node, Value};

/// The nodes in `artifact` that may be repeated.
const REPEATED: &[&str] = &["heading", "contains"];

/// The size that an artifact may have unless the file says otherwise.
const MAX_BYTES: u64 = 1 << 20;

/// The largest size that a file may allow: every step reads the artifact whole.
const MOST_BYTES: u64 = 64 << 20;

pub(super) fn read(reader: &mut Reader, node: &Node) -> Option<ArtifactDeclaration> {
    reader.properties(node, words::properties("artifact"));
    let mut contract = Contract {
        outcomes: Vec::new(),
        headings: Vec::new(),
        contains: Vec::new(),
        checklist: None,
        max_bytes: MAX_BYTES,
    };
    let mut once = Once::default();
    for child in node.children.as_deref().unwrap_or_default() {
        once.check(reader, child, REPEATED, "`artifact`");
        rule(reader, child, &mut contract);
    }
    Some(ArtifactDeclaration {
        frozen: reader.flag_property(node, "frozen").unwrap_or(true),
        name: reader.one_name(node, "a file name")?,
        contract,
    })
}

fn rule(reader: &mut Reader, node: &Node, contract: &mut Contract) {
    match node.name.value.as_str() {
        "outcome" => {
            plain(reader, node);
            for word in reader.texts(node, "the words of which the file states one") {
                outcome(reader, word, &mut contract.outcomes);
            }
        }
        "heading" => {
            plain(reader, node);
            contract.headings.extend(reader.texts(node, "a heading"));
        }
        "contains" => {
            plain(reader, node);
            contract.contains.extend(reader.texts(node, "a text"));
        }
        "checklist" => {
            plain(reader, node);
            if let Some(text) = reader.one_text(node, "`complete`") {
                contract.checklist = reader.word(&text, &[("complete", text.span)]);
            }
        }
        "max-bytes" => max_bytes(reader, node, contract),
        _ => reader.unknown_node(node, "artifact"),
    }
}

fn outcome(reader: &mut Reader, word: Spanned<String>, outcomes: &mut Vec<Spanned<String>>) {
    let letters = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    if word.value.is_empty() || !word.value.chars().all(letters) {
        let message = format!(
            "`{}` is not an outcome: it is one word of letters, digits, `_` and `-`",
            word.value
        );
        reader.wrong(word.span, message);
    } else if let Some(first) = outcomes.iter().find(|known| known.value == word.value) {
        let first = first.span;
        reader.duplicate(&format!("the outcome `{}`", word.value), first, word.span);
    } else {
        outcomes.push(word);
    }
}

fn max_bytes(reader: &mut Reader, node: &Node, contract: &mut Contract) {
    plain(reader, node);
    let number = match node.arguments.as_slice() {
        [
            Spanned {
                value: Value::Whole(number),
                ..
            },
        ] => u64::try_from(*number).ok(),
        _ => None,
    };
    match number.filter(|number| (1..=MOST_BYTES).contains(number)) {
        Some(number) => contract.max_bytes = number,
        None => {
            let message = format!("`max-bytes` takes one whole number from 1 to {MOST_BYTES}");
            reader.wrong(node.span, message);
        }
    }
}
