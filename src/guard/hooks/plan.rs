//! What installing or uninstalling changes, decided before anything is written.

use serde_json::Value;

use super::ledger::Record;
use super::place::Place;
use super::settings::Settings;
use super::setup::{Entry, Form, Part};
use crate::digest::Digest;

/// What becomes of one file.
#[derive(Clone, Debug)]
pub struct Change {
    /// The harness that reads the file.
    pub harness: &'static str,
    /// The file, as messages show it.
    pub shown: String,
    /// What becomes of it.
    pub fate: Fate,
    pub(super) path: String,
}

/// What becomes of a file.
#[derive(Clone, Debug)]
pub enum Fate {
    /// It is as it should be.
    Same,
    /// It is written, removed, or put back.
    Turn(Turn),
    /// It stays as it is, although it should be another.
    Left {
        /// Why.
        why: String,
        /// What would be written, to be compared by hand.
        beside: Option<String>,
    },
}

/// A file that is written, removed, or put back.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The text that stands there; nothing where there is no file.
    pub before: Option<String>,
    /// The text that is to stand there; nothing where the file goes.
    pub after: Option<String>,
    /// Whether it comes to call the gate, or no longer does.
    pub(super) calls: bool,
    pub(super) executable: bool,
    /// The folder into which the file that stands there is moved, or from which it comes back.
    pub(super) aside: Option<&'static str>,
    pub(super) entries: Vec<Value>,
    /// The text without what is ours.
    pub(super) original: Option<String>,
}

impl Turn {
    /// To a file that calls the gate.
    fn towards(after: String) -> Self {
        Self {
            calls: true,
            ..Self::back(Some(after))
        }
    }

    /// To what stood there before; nothing where there was no file.
    fn back(after: Option<String>) -> Self {
        Self {
            before: None,
            after,
            calls: false,
            executable: false,
            aside: None,
            entries: Vec::new(),
            original: None,
        }
    }
}

/// What stands under a path.
pub(super) enum Found {
    Nothing,
    Text { text: String, runs: bool },
    Other(String),
}

/// Whether a value calls the gate for a harness: somebody's version of our entry.
pub(super) fn calls(value: &Value, harness: &str) -> bool {
    !commands(value, harness).is_empty()
}

/// The shell commands in a value that call the gate for a harness.
pub(super) fn commands(value: &Value, harness: &str) -> Vec<String> {
    match value {
        Value::String(text) if is_call(text, harness) => vec![text.clone()],
        Value::Array(items) => items
            .iter()
            .flat_map(|item| commands(item, harness))
            .collect(),
        Value::Object(fields) => {
            let fields = fields.values();
            fields.flat_map(|field| commands(field, harness)).collect()
        }
        _ => Vec::new(),
    }
}

fn is_call(text: &str, harness: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    text.contains("automaton") && words.windows(2).any(|pair| pair == ["hook", harness])
}

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

/// The path of a file that was moved into a folder beside it.
pub(super) fn beside(path: &str, folder: &str) -> String {
    match path.rsplit_once('/') {
        Some((above, name)) => format!("{above}/{folder}/{name}"),
        None => format!("{folder}/{path}"),
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

/// The text without our entries, or nothing where the file would hold nothing then; and the entries
/// that somebody changed.
fn taken_out(
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

pub(super) fn uninstall(place: &Place, harness: &'static str, part: &Part) -> Change {
    let record = place.ledger.of(&part.path);
    let fate = match (place.look(&part.path), &part.form) {
        (Found::Other(why), _) => Fate::Left { why, beside: None },
        (Found::Nothing, _) if record.is_some() => Fate::Turn(Turn::back(None)),
        (Found::Nothing, _) => Fate::Same,
        (
            Found::Text { text, .. },
            Form::Own {
                text: ours, aside, ..
            },
        ) => {
            let digest = digest(&text);
            if text == *ours || record.is_some_and(|known| known.sha256 == digest) {
                let kept = aside.filter(|folder| {
                    let moved = beside(&part.path, folder);
                    !matches!(place.look(&moved), Found::Nothing)
                });
                Fate::Turn(Turn {
                    before: Some(text),
                    aside: kept,
                    ..Turn::back(None)
                })
            } else if record.is_some() || is_call(&text, harness) {
                Fate::Left {
                    why: "somebody changed it since it was installed".to_owned(),
                    beside: None,
                }
            } else {
                Fate::Same
            }
        }
        (Found::Text { text, .. }, Form::Entries { entries, .. }) => {
            separated(text, harness, entries, record)
        }
    };
    Change {
        harness,
        shown: place.shown(&part.path),
        fate,
        path: part.path.clone(),
    }
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

pub(super) fn digest(text: &str) -> Digest {
    Digest::of(text.as_bytes())
}
