//! Whether a harness that calls the gate is really stopped by it, and what goes round it.

use std::path::Path;

use serde_json::Value;

use super::change::Found;
use super::mention::{calls, commands};
use super::place::Place;
use super::settings::Settings;
use super::setup::{Caller, Entry, Form, Level, Part, Setup, Write};
use super::surroundings::{Surroundings, Trust, read_json};
use super::trial::{FREE, GUARDED, Trial, ran};

/// What was seen of one harness.
#[derive(Clone, Debug)]
pub struct Inspection {
    /// The harness.
    pub harness: &'static str,
    /// For whom it is installed.
    pub level: &'static str,
    /// The files that make it call the gate.
    pub files: Vec<String>,
    /// What keeps the gate from stopping it.
    pub faults: Vec<Fault>,
    /// What would go round the gate.
    pub cautions: Vec<Fault>,
}

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What was seen.
    pub seen: String,
    /// What to do about it.
    pub remedy: String,
}

impl Inspection {
    pub(super) fn of(harness: &'static str, level: &'static str, files: Vec<String>) -> Self {
        Self {
            harness,
            level,
            files,
            faults: Vec::new(),
            cautions: Vec::new(),
        }
    }

    /// Whether the harness stops where the gate says so.
    pub fn stops(&self) -> bool {
        self.faults.is_empty()
    }
}

/// Looks at what is installed for a harness, and tries it; nothing where nothing is.
pub fn inspect(
    setup: &Setup,
    place: &Place,
    caller: &Caller<'_>,
    around: &Surroundings<'_>,
    user: Option<&Place>,
) -> Option<Inspection> {
    let parts = (setup.parts)(caller);
    if !parts
        .iter()
        .any(|part| is_installed(place, setup.harness, part))
    {
        return None;
    }
    let files = parts.iter().map(|part| place.shown(&part.path)).collect();
    let mut inspection = Inspection::of(setup.harness, caller.level.word(), files);
    let mut commands = Vec::new();
    for part in &parts {
        let (faults, found) = looked_at(place, setup.harness, part);
        inspection.faults.extend(faults);
        commands.extend(found);
    }
    commands.sort();
    commands.dedup();
    for command in &commands {
        if let Err(fault) = tried(setup, command, around) {
            inspection.faults.push(fault);
        }
    }
    inspection.faults.extend(switched_off(setup, around));
    if let Some(trust) = setup.trust {
        match trust(around) {
            Trust::Given => {}
            Trust::Missing { seen, remedy } => inspection.faults.push(Fault { seen, remedy }),
            Trust::Unknown { seen, remedy } => inspection.cautions.push(Fault { seen, remedy }),
        }
    }
    if setup.subfolders_need_user && caller.level == Level::Project {
        let by_user = Caller {
            level: Level::User,
            ..*caller
        };
        let parts = (setup.parts)(&by_user);
        let is_there = |place: &Place| {
            let mut parts = parts.iter();
            parts.any(|part| is_installed(place, setup.harness, part))
        };
        if !user.is_some_and(is_there) {
            inspection.cautions.push(Fault {
                seen: "a session that starts in a subfolder does not read the project's settings"
                    .to_owned(),
                remedy: format!("run `automaton hooks install --user {}`", setup.harness),
            });
        }
    }
    Some(inspection)
}

/// Whether a file calls the gate, or once was made to.
fn is_installed(place: &Place, harness: &str, part: &Part) -> bool {
    if place.ledger.of(&part.path).is_some() {
        return true;
    }
    match place.look(&part.path) {
        Found::Text { text, .. } => !commands_in(&text, harness).is_empty(),
        _ => false,
    }
}

/// What is wrong with a file, and the commands in it that call the gate.
fn looked_at(place: &Place, harness: &str, part: &Part) -> (Vec<Fault>, Vec<String>) {
    let shown = place.shown(&part.path);
    let found = place.look(&part.path);
    let faults = match (&part.form, &found) {
        (Form::Entries { entries, .. }, Found::Text { text, .. }) => {
            changed_entries(text, harness, entries, &shown)
        }
        _ => own_file(&found, part, &shown, harness),
    };
    let called = match &found {
        Found::Text { text, .. } => commands_in(text, harness),
        _ => Vec::new(),
    };
    (faults, called)
}

/// What is wrong with a file that is wholly ours.
pub(super) fn own_file(found: &Found, part: &Part, shown: &str, harness: &str) -> Vec<Fault> {
    let install = format!("run `automaton hooks install {harness}`");
    let fault = |problem: String, remedy: String| {
        vec![Fault {
            seen: format!("`{shown}` {problem}"),
            remedy,
        }]
    };
    match (found, &part.form) {
        (Found::Nothing, _) => fault("is missing".to_owned(), install),
        (Found::Other(why), _) => fault(
            format!("cannot be used: {why}"),
            format!("put a file in its place, and {install}"),
        ),
        (Found::Text { text, .. }, Form::Own { text: wanted, .. }) if text != wanted => fault(
            "is not what was installed".to_owned(),
            format!("move it away, and {install}"),
        ),
        (
            Found::Text { runs: false, .. },
            Form::Own {
                executable: true, ..
            },
        ) => fault("may not be run".to_owned(), install),
        _ => Vec::new(),
    }
}

/// What is wrong with our entries in a file that others write too.
fn changed_entries(text: &str, harness: &str, entries: &[Entry], shown: &str) -> Vec<Fault> {
    let settings = match Settings::parse(text) {
        Ok(settings) => settings,
        Err(why) => {
            return vec![Fault {
                seen: format!("`{shown}` cannot be read: {why}"),
                remedy: "mend the file; the harness cannot read it either".to_owned(),
            }];
        }
    };
    let wrong = entries.iter().filter_map(|entry| {
        let list = entry.list.join(".");
        let present = settings.list(entry.list);
        if present.contains(&entry.value) {
            return None;
        }
        let older = present.iter().any(|value| calls(value, harness));
        let install = format!("run `automaton hooks install {harness}`");
        Some(if older {
            Fault {
                seen: format!("the entry in `{list}` of `{shown}` is not what was installed"),
                remedy: format!("take the entry out, and {install}"),
            }
        } else {
            Fault {
                seen: format!("`{list}` of `{shown}` does not call the gate"),
                remedy: install,
            }
        })
    });
    wrong.collect()
}

/// The commands that a file runs to ask the gate.
fn commands_in(text: &str, harness: &str) -> Vec<String> {
    if let Ok(settings) = Settings::parse(text) {
        return commands(&settings.value(), harness);
    }
    if text.starts_with("#!") {
        return calls(&text.into(), harness)
            .then(|| text.to_owned())
            .into_iter()
            .collect();
    }
    let constants = text
        .lines()
        .filter_map(|line| line.strip_prefix("const COMMAND = "));
    let values = constants.filter_map(|value| serde_json::from_str::<Value>(value).ok());
    values.flat_map(|value| commands(&value, harness)).collect()
}

/// Announces a write that has to be stopped, and one that has to pass.
fn tried(setup: &Setup, command: &str, around: &Surroundings<'_>) -> Result<(), Fault> {
    let guarded = around.project.join(GUARDED);
    let run = |file: &Path| {
        let announced = (setup.announce)(&Write {
            folder: around.project,
            file: &file.to_string_lossy(),
        });
        let reply = ran(command, &announced.to_string(), around.project, around, &[]);
        reply.map_err(|error| Fault {
            seen: error.to_string(),
            remedy: format!("see what `{command}` waits for"),
        })
    };
    let trial = Trial {
        command,
        stopped: run(&guarded)?,
        passed: run(Path::new(FREE))?,
        stops: &setup.stops,
    };
    trial.verdict(around, "write")
}

/// The settings that switch the harness's hooks off.
fn switched_off<'a>(
    setup: &'a Setup,
    around: &'a Surroundings<'_>,
) -> impl Iterator<Item = Fault> + 'a {
    setup.switches.iter().filter_map(|switch| {
        let (folder, prefix) = match switch.level {
            Level::Project => (around.project, ""),
            Level::User => (around.home?, "~/"),
        };
        let settings = read_json(folder, switch.file)?;
        let mut keys = switch.keys.iter();
        let value = keys.try_fold(&settings, |value, key| value.get(key))?;
        (value == &Value::Bool(switch.off)).then(|| Fault {
            seen: format!(
                "`{prefix}{}` switches hooks off: `{}` is {}",
                switch.file,
                switch.keys.join("."),
                switch.off
            ),
            remedy: "take the setting out".to_owned(),
        })
    })
}
