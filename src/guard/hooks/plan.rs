//! What installing changes: entries are merged, foreign hooks are chained, and what somebody changed
//! stays.

use serde_json::Value;

use super::block;
use super::change::{Change, Fate, Found, Turn, beside, digest};
use super::ledger::Record;
use super::mention::calls;
use super::place::Place;
use super::settings::Settings;
use super::setup::{Entry, Form, Part};
use super::undo::taken_out;

pub(super) fn install(place: &Place, harness: &'static str, part: &Part) -> Change {
    let record = place.ledger.of(&part.path);
    let fate = match (place.look(&part.path), &part.form) {
        (Found::Other(why), _) => Fate::Left { why, beside: None },
        (
            found,
            Form::Own {
                text,
                executable,
                aside,
            },
        ) => own(found, text, *executable, *aside, record, place, part),
        (found, Form::Entries { version, entries }) => {
            merged(found, harness, *version, entries, record)
        }
        (found, Form::Block { text, marks }) => block::installed(found, text, *marks, record),
    };
    Change {
        harness,
        shown: place.shown(&part.path),
        fate,
        path: part.path.clone(),
    }
}

fn own(
    found: Found,
    wanted: &str,
    executable: bool,
    aside: Option<&'static str>,
    record: Option<&Record>,
    place: &Place,
    part: &Part,
) -> Fate {
    let turn = Turn {
        executable,
        ..Turn::towards(wanted.to_owned())
    };
    let Found::Text { text, runs } = found else {
        return Fate::Turn(turn);
    };
    if text == wanted && (runs || !executable) {
        return Fate::Same;
    }
    let is_ours = text == wanted || record.is_some_and(|known| known.sha256 == digest(&text));
    if is_ours {
        return Fate::Turn(Turn {
            before: Some(text),
            ..turn
        });
    }
    let why = match record {
        Some(_) => "somebody changed it since it was installed",
        None => "it is somebody else's",
    };
    match aside {
        Some(folder) if record.is_none() => match place.look(&beside(&part.path, folder)) {
            Found::Nothing => Fate::Turn(Turn {
                before: Some(text),
                aside,
                ..turn
            }),
            _ => Fate::Left {
                why: format!("{why}, and so is what stands in `{folder}/`"),
                beside: Some(wanted.to_owned()),
            },
        },
        _ => Fate::Left {
            why: why.to_owned(),
            beside: Some(wanted.to_owned()),
        },
    }
}

fn merged(
    found: Found,
    harness: &str,
    version: Option<u64>,
    entries: &[Entry],
    record: Option<&Record>,
) -> Fate {
    let ours = || entries.iter().map(|entry| entry.value.clone()).collect();
    let Found::Text { text, .. } = found else {
        return Fate::Turn(Turn {
            entries: ours(),
            ..Turn::towards(fresh(version, entries))
        });
    };
    let left = |why: String| Fate::Left { why, beside: None };
    let settings = match Settings::parse(&text) {
        Ok(settings) => settings,
        Err(why) => return left(why),
    };
    let mut changed = false;
    for entry in entries {
        let present = settings.list(entry.list);
        if present.contains(&entry.value) {
            continue;
        }
        let older = present.iter().find(|value| calls(value, harness));
        let done = match older {
            None => settings.append(entry.list, &entry.value),
            Some(older) => {
                changed |= !record.is_some_and(|known| known.entries.contains(older));
                settings.replace(entry.list, older, &entry.value);
                Ok(())
            }
        };
        if let Err(why) = done {
            return left(why);
        }
    }
    if let Some(version) = version {
        settings.state("version", version);
    }
    let after = settings.text();
    if after == text {
        return Fate::Same;
    }
    if changed {
        return Fate::Left {
            why: "somebody changed the entry that calls the gate".to_owned(),
            beside: Some(after),
        };
    }
    let original = match record {
        Some(known) if known.sha256 == digest(&text) => known.before.clone(),
        _ => taken_out(&text, entries, record).map_or(Some(text.clone()), |found| found.0),
    };
    Fate::Turn(Turn {
        before: Some(text),
        entries: ours(),
        original,
        ..Turn::towards(after)
    })
}

/// The text of a settings file that holds our entries alone.
fn fresh(version: Option<u64>, entries: &[Entry]) -> String {
    let mut document = Value::Object(serde_json::Map::new());
    if let Some(version) = version {
        document["version"] = version.into();
    }
    for entry in entries {
        let mut at = &mut document;
        for name in entry.list {
            at = &mut at[*name];
        }
        *at = Value::Array(vec![entry.value.clone()]);
    }
    format!("{document:#}\n")
}
