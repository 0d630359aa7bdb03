//! What uninstalling changes: our own goes, what others wrote stays.

use super::block;
use super::change::{Change, Fate, Found, Turn, beside, digest};
use super::ledger::Record;
use super::mention::{calls, is_call};
use super::place::Place;
use super::settings::Settings;
use super::setup::{Entry, Form, Part};

pub(super) fn uninstall(place: &Place, harness: &'static str, part: &Part) -> Change {
    let record = place.ledger.of(&part.path);
    let fate = match (place.look(&part.path), &part.form) {
        (Found::Other(why), _) => Fate::Left { why, beside: None },
        (found, Form::Own { text, aside, .. }) => {
            let returns = aside.filter(|folder| {
                let moved = beside(&part.path, folder);
                !matches!(place.look(&moved), Found::Nothing)
            });
            taken_away(found, harness, text, returns, record)
        }
        (Found::Text { text, .. }, Form::Entries { entries, .. }) => {
            separated(text, harness, entries, record)
        }
        (Found::Text { text, .. }, Form::Block { marks, .. }) => {
            block::removed(text, *marks, record)
        }
        (Found::Nothing, Form::Entries { .. } | Form::Block { .. }) => gone(record),
    };
    Change {
        harness,
        shown: place.shown(&part.path),
        fate,
        path: part.path.clone(),
    }
}

/// A file that is not there; what is known of it is forgotten.
fn gone(record: Option<&Record>) -> Fate {
    record.map_or(Fate::Same, |_| Fate::Turn(Turn::back(None)))
}

fn taken_away(
    found: Found,
    harness: &str,
    ours: &str,
    returns: Option<&'static str>,
    record: Option<&Record>,
) -> Fate {
    let Found::Text { text, .. } = found else {
        return match gone(record) {
            Fate::Turn(turn) => Fate::Turn(Turn {
                aside: returns,
                ..turn
            }),
            fate => fate,
        };
    };
    if text == ours || record.is_some_and(|known| known.sha256 == digest(&text)) {
        return Fate::Turn(Turn {
            before: Some(text),
            aside: returns,
            ..Turn::back(None)
        });
    }
    if record.is_some() || is_call(&text, harness) {
        return Fate::Left {
            why: "somebody changed it since it was installed".to_owned(),
            beside: None,
        };
    }
    Fate::Same
}

fn separated(text: String, harness: &str, entries: &[Entry], record: Option<&Record>) -> Fate {
    if let Some(known) = record.filter(|known| known.sha256 == digest(&text)) {
        return Fate::Turn(Turn {
            before: Some(text),
            ..Turn::back(known.before.clone())
        });
    }
    let (after, removed) = match taken_out(&text, entries, record) {
        Ok(found) => found,
        Err(why) => return Fate::Left { why, beside: None },
    };
    let rest = after.as_deref().and_then(|text| Settings::parse(text).ok());
    let is_left = rest.is_some_and(|rest| calls(&rest.value(), harness));
    match (removed, is_left) {
        (0, false) if record.is_none() => Fate::Same,
        (_, true) => Fate::Left {
            why: "somebody changed the entry that calls the gate".to_owned(),
            beside: None,
        },
        _ => Fate::Turn(Turn {
            before: Some(text),
            ..Turn::back(after)
        }),
    }
}

/// The text without our entries, or nothing where the file would hold nothing then; and the entries
/// that somebody changed.
pub(super) fn taken_out(
    text: &str,
    entries: &[Entry],
    record: Option<&Record>,
) -> Result<(Option<String>, usize), String> {
    let settings = Settings::parse(text)?;
    let before = record.and_then(|known| known.before.as_deref());
    let before = before.and_then(|text| Some(Settings::parse(text).ok()?.value()));
    let keep = before.clone().unwrap_or_default();
    let mut removed = 0;
    for entry in entries {
        for value in settings.list(entry.list) {
            let known = record.is_some_and(|known| known.entries.contains(&value));
            if known || value == entry.value {
                settings.remove(entry.list, &value, &keep);
                removed += 1;
            }
        }
    }
    let rest = settings.value();
    let fields = rest.as_object().map_or(0, serde_json::Map::len);
    let is_bare = fields == 0 || (fields == 1 && rest.get("version").is_some());
    let goes = removed > 0 && before.is_none() && is_bare;
    Ok(((!goes).then(|| settings.text()), removed))
}
