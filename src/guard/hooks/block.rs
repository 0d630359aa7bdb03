//! A block between two marks in a text that others write.

use serde_json::Value;

use super::change::{Fate, Found, Turn};
use super::ledger::Record;

/// Where a block begins and ends in a text, its marks included.
enum Stands {
    Nowhere,
    At(usize, usize),
    Torn,
}

fn find(text: &str, marks: (&str, &str)) -> Stands {
    let (first, last) = marks;
    match (text.find(first), text.find(last)) {
        (None, None) => Stands::Nowhere,
        (Some(start), Some(end)) if start < end => Stands::At(start, end + last.len()),
        _ => Stands::Torn,
    }
}

/// What putting the block into the text changes. `block` begins and ends with its marks.
pub(super) fn installed(
    found: Found,
    block: &str,
    marks: (&str, &str),
    record: Option<&Record>,
) -> Fate {
    let turn = |after: String| Turn {
        entries: vec![Value::from(block)],
        ..Turn::towards(after)
    };
    let Found::Text { text, .. } = found else {
        return Fate::Turn(turn(format!("{block}\n")));
    };
    let (start, end) = match find(&text, marks) {
        Stands::At(start, end) => (start, end),
        Stands::Torn => {
            let why = "the marks of the block in it do not match".to_owned();
            return Fate::Left { why, beside: None };
        }
        Stands::Nowhere => {
            let gap = match text.as_str() {
                "" => "",
                text if text.ends_with('\n') => "\n",
                _ => "\n\n",
            };
            let after = format!("{text}{gap}{block}\n");
            return Fate::Turn(Turn {
                original: Some(text.clone()),
                before: Some(text),
                ..turn(after)
            });
        }
    };
    let present = &text[start..end];
    if present == block {
        return Fate::Same;
    }
    let after = format!("{}{block}{}", &text[..start], &text[end..]);
    if !is_ours(present, record) {
        return Fate::Left {
            why: "somebody changed the block in it".to_owned(),
            beside: Some(after),
        };
    }
    Fate::Turn(Turn {
        original: record.and_then(|known| known.before.clone()),
        before: Some(text),
        ..turn(after)
    })
}

/// What taking the block out of the text changes.
pub(super) fn removed(text: String, marks: (&str, &str), record: Option<&Record>) -> Fate {
    let (start, end) = match find(&text, marks) {
        Stands::At(start, end) => (start, end),
        Stands::Nowhere | Stands::Torn if record.is_none() => return Fate::Same,
        Stands::Nowhere => {
            return Fate::Turn(Turn {
                before: Some(text.clone()),
                ..Turn::back(Some(text))
            });
        }
        Stands::Torn => {
            let why = "the marks of the block in it do not match".to_owned();
            return Fate::Left { why, beside: None };
        }
    };
    if !is_ours(&text[start..end], record) {
        return Fate::Left {
            why: "somebody changed the block in it".to_owned(),
            beside: None,
        };
    }
    let before = record.and_then(|known| known.before.as_ref());
    let after = match before.filter(|before| is_at_its_end(&text, before, &text[start..end])) {
        Some(before) => Some(before.clone()),
        None => {
            let rest = format!("{}{}", text[..start].trim_end(), &text[end..]);
            (!rest.trim().is_empty()).then_some(rest)
        }
    };
    Fate::Turn(Turn {
        before: Some(text),
        ..Turn::back(after)
    })
}

/// Whether the text is what stood there before, and the block behind it.
fn is_at_its_end(text: &str, before: &str, block: &str) -> bool {
    let rest = text.strip_prefix(before);
    rest.is_some_and(|rest| rest.trim() == block)
}

fn is_ours(block: &str, record: Option<&Record>) -> bool {
    record.is_some_and(|known| known.entries.iter().any(|entry| entry == block))
}
