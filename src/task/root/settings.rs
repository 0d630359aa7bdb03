//! What a project and its user set up besides the workflow: `config.toml`.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Project, RootError, text};
use crate::diagnostic::{Diagnostic, Exit, NextStep, Severity, Topic};
use crate::environment::Environment;
use crate::names::{PhaseName, StateName};
use crate::source::{SourceFile, Span};
use crate::workflow::nearest;

/// A file of settings that cannot be used.
pub static CONFIG_BROKEN: Topic = Topic {
    code: "config-broken",
    severity: Severity::Error,
    exit: Exit::Usage,
    summary: "a `config.toml` cannot be read, or says something that is no setting",
    explanation: "Settings are read from `.automaton/config.toml`, and below it from `automaton/config.toml` \
        in the user's configuration folder. A file that is there and cannot be used is never taken for a missing \
        one: nothing is decided until it is mended or moved away. The table `upgrade.states` gives the states which an older tool wrote \
        the names of this workflow's phases, `old = \"new\"`; the table `model` tells `automaton vram` of the model.",
};

/// How messages name the file of a project.
const CONFIG_FILE: &str = ".automaton/config.toml";
/// The name of the file, in the project's folder and in the user's.
const FILE: &str = "config.toml";

/// The table that is read here.
const UPGRADE: &str = "upgrade";
/// Every table of the file. What is in `model` is judged where it is used.
const TABLES: &[&str] = &["model", UPGRADE];

/// The settings that are in force: the project's, and below them the user's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The phases that stand for states which an older tool wrote.
    pub renamed: BTreeMap<StateName, PhaseName>,
}

/// A key or value that is no setting: where it stands, and why.
type Fault = (Span, String);

impl Settings {
    /// Reads the settings of `project` and of its user. A missing file sets nothing.
    pub fn read(project: &Project, environment: &Environment) -> Result<Self, Box<Diagnostic>> {
        let mut settings = Self::default();
        if let Some(folder) = environment.config_dir() {
            let file = folder.join(FILE);
            let text = of_user(&file);
            settings.add(&file.to_string_lossy(), text)?;
        }
        let text = text::read(&project.automaton_dir().join(FILE));
        settings.add(CONFIG_FILE, text)?;
        Ok(settings)
    }

    /// Adds what a file says, which counts before what is known.
    fn add(
        &mut self,
        name: &str,
        text: Result<Option<String>, RootError>,
    ) -> Result<(), Box<Diagnostic>> {
        let unreadable = |error: RootError| {
            let found = Diagnostic::about(&CONFIG_BROKEN, name, MESSAGE).reason(error.to_string());
            Box::new(found.next(look_up()))
        };
        let Some(text) = text.map_err(unreadable)? else {
            return Ok(());
        };
        let source = SourceFile::new(name, text);
        let parsed = parse(source.text()).map_err(|faults| broken(&source, faults))?;
        self.renamed.extend(parsed.renamed);
        Ok(())
    }
}

const MESSAGE: &str = "refused: the settings cannot be used";

fn look_up() -> NextStep {
    NextStep::anyone(format!("automaton explain {}", CONFIG_BROKEN.code))
}

/// The text of the user's own file, which may be a link: it is theirs to lead elsewhere.
fn of_user(file: &Path) -> Result<Option<String>, RootError> {
    match fs::symlink_metadata(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(RootError::unreadable(file, &error)),
        Ok(_) => {
            let real = fs::canonicalize(file);
            text::read(&real.map_err(|error| RootError::unreadable(file, &error))?)
        }
    }
}

fn broken(source: &SourceFile, faults: Vec<Fault>) -> Box<Diagnostic> {
    let mut spans = faults.iter().map(|(span, _)| *span);
    let first = spans.next().unwrap_or_default();
    let found = Diagnostic::at(&CONFIG_BROKEN, source, first, MESSAGE);
    let found = spans.fold(found, |found, span| found.also(span, ""));
    let said = faults.into_iter().map(|(_, problem)| problem);
    Box::new(said.fold(found, Diagnostic::reason).next(look_up()))
}

/// Reads a text, or says all that is wrong with it.
fn parse(text: &str) -> Result<Settings, Vec<Fault>> {
    let table = DeTable::parse(text).map_err(|error| {
        let span = error.span().unwrap_or_default();
        vec![(Span::new(span.start, span.end), error.message().to_owned())]
    })?;
    let mut settings = Settings::default();
    let mut faults = Vec::new();
    for (name, upgrade) in known(table.get_ref(), "", TABLES, &mut faults) {
        if name != UPGRADE {
            continue;
        }
        let Some(upgrade) = table_of(upgrade, UPGRADE, &mut faults) else {
            continue;
        };
        for (_, states) in known(upgrade, "upgrade.", &["states"], &mut faults) {
            if let Some(states) = table_of(states, "upgrade.states", &mut faults) {
                settings.renamed = renamed(states, &mut faults);
            }
        }
    }
    if faults.is_empty() {
        Ok(settings)
    } else {
        faults.sort();
        Err(faults)
    }
}

/// The entries of a table whose keys are settings.
fn known<'t, 'i>(
    table: &'t DeTable<'i>,
    above: &str,
    keys: &[&str],
    faults: &mut Vec<Fault>,
) -> Vec<(&'t str, &'t Spanned<DeValue<'i>>)> {
    let mut found = Vec::new();
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        if keys.contains(&name) {
            found.push((name, value));
            continue;
        }
        let problem = match nearest(name, keys.iter().copied()) {
            Some(near) => format!("`{above}{name}` is no setting; did you mean `{above}{near}`?"),
            None => format!("`{above}{name}` is no setting"),
        };
        faults.push((span(key), problem));
    }
    found
}

fn table_of<'t, 'i>(
    value: &'t Spanned<DeValue<'i>>,
    name: &str,
    faults: &mut Vec<Fault>,
) -> Option<&'t DeTable<'i>> {
    let table = value.get_ref().as_table();
    if table.is_none() {
        let found = value.get_ref().type_str();
        faults.push((span(value), format!("`{name}` is a table; found: {found}")));
    }
    table
}

fn renamed(table: &DeTable<'_>, faults: &mut Vec<Fault>) -> BTreeMap<StateName, PhaseName> {
    let mut renamed = BTreeMap::new();
    for (old, new) in table {
        let state = old.get_ref().parse::<StateName>();
        let state = state.map_err(|error| (span(old), error.to_string()));
        let phase = match new.get_ref().as_str() {
            Some(phase) => phase
                .parse::<PhaseName>()
                .map_err(|error| (span(new), error.to_string())),
            None => {
                let found = new.get_ref().type_str();
                let problem = format!("a phase is named by a string; found: {found}");
                Err((span(new), problem))
            }
        };
        match (state, phase) {
            (Ok(state), Ok(phase)) => _ = renamed.insert(state, phase),
            (state, phase) => faults.extend(state.err().into_iter().chain(phase.err())),
        }
    }
    renamed
}

fn span<T>(spanned: &Spanned<T>) -> Span {
    let range = spanned.span();
    Span::new(range.start, range.end)
}
