//! `automaton lint-workflow`

mod around;
mod person;
mod write;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::refusals::io;
use super::session::Session;
use super::workflow_text::{NOT_UTF8, WorkflowText};
use crate::diagnostic::{Diagnostic, Exit, Place, Severity, Topic};
use crate::lint::{self, Wanted};
use crate::report::{self, Answer};
use crate::task::Namespace;
use crate::workflow::Resolved;
pub(super) use around::Around;

/// Findings at the fail level.
pub(super) static LINT_FINDINGS: Topic = Topic {
    code: "lint-findings",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "a workflow file has findings at the level that fails the call",
    explanation: "`lint-workflow` ends with exit code 1 when it finds something at or above \
        `--fail-level`, which is `error` unless the call says otherwise. Each finding has a code of \
        its own: `automaton explain CODE` says why it matters and what to do.",
};

/// Check workflow files, and mend what can be mended
///
/// Without a file it is the workflow in force here, else the embedded one. The exit code is 1 where
/// something is found at the fail level, and 2 where a file is missing or cannot be read.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The workflow files; `-` reads standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Show what comes on standard input under this name
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    stdin_name: String,
    /// Choose what is printed; `--json` stands for `--format json`
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(super) format: Format,
    /// Fail for findings of this level and above
    #[arg(long, value_name = "LEVEL", default_value = "error")]
    fail_level: Level,
    /// Show pedantic findings too
    #[arg(long)]
    pedantic: bool,
    /// Apply the fixes that keep the meaning; `--fix=unsafe` applies all
    #[arg(
        long,
        value_name = "KIND",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "safe"
    )]
    fix: Option<Kind>,
    /// Look at the tasks of this project too: each must stand in a state that the file has
    #[arg(long)]
    tasks: bool,
    /// Print what `--fix` would change, and change nothing
    #[arg(long, requires = "fix")]
    dry_run: bool,
}

/// What findings are printed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Each finding with its source lines
    Text,
    /// The document that every command has
    Json,
    /// SARIF 2.1.0, for code scanning services
    Sarif,
    /// Workflow commands, for annotations on GitHub
    Github,
    /// Reviewdog's format
    Rdjson,
}

/// From which level on findings fail the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Level {
    /// What is proven wrong
    Error,
    /// What is probably wrong
    Warning,
    /// What is worth knowing
    Info,
    /// What is a matter of taste
    Pedantic,
}

impl Level {
    fn severity(self) -> Severity {
        match self {
            Self::Error => Severity::Error,
            Self::Warning => Severity::Warning,
            Self::Info => Severity::Info,
            Self::Pedantic => Severity::Pedantic,
        }
    }
}

/// Which fixes are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Those that keep the meaning
    Safe,
    /// All of them
    Unsafe,
}

impl Kind {
    fn wanted(self) -> Wanted {
        match self {
            Self::Safe => Wanted::Safe,
            Self::Unsafe => Wanted::All,
        }
    }
}

pub(super) fn run(args: &Args, session: &Session) -> Answer {
    let (mut texts, unread) = texts(args, session);
    let fixed = match args.fix {
        Some(kind) => match write::fix(&mut texts, kind.wanted(), args.dry_run, session) {
            Ok(fixed) => fixed,
            Err(refused) => return *refused,
        },
        None => Vec::new(),
    };
    let fail_level = args.fail_level.severity();
    let pedantic = args.pedantic || fail_level == Severity::Pedantic;
    let files = texts.len() + unread.len();
    let missing = unread.iter().filter(|found| *found.topic != NOT_UTF8);
    let missing = missing
        .map(|found| found.topic)
        .max_by_key(|topic| topic.exit);

    let tasks = match args.tasks.then(|| live_tasks(session)).transpose() {
        Ok(tasks) => tasks,
        Err(refused) => return refused,
    };
    let mut findings: Vec<Diagnostic> = Vec::new();
    for text in &texts {
        let mut found = examined(text, tasks.as_ref()).findings;
        found.retain(|found| pedantic || found.severity > Severity::Pedantic);
        // The finding that stands first in its text; those of prompts come text by text.
        found.sort_by_cached_key(|found| {
            let place = (file(found), found.span());
            (place, Reverse(found.severity), found.topic.code)
        });
        findings.extend(found);
    }
    findings.extend(unread);

    let answer = answer(args, session, &findings, files);
    let answer = match missing {
        Some(topic) => answer.ending(topic.exit, topic.code),
        None if findings.iter().any(|found| found.severity >= fail_level) => {
            answer.ending(LINT_FINDINGS.exit, LINT_FINDINGS.code)
        }
        None => answer,
    };
    match args.fix {
        Some(_) => write::told(answer, &fixed, args),
        None => answer,
    }
}

/// What a text comes to, with what lies around it, and with the tasks if they count.
pub(super) fn examined(text: &WorkflowText, tasks: Option<&Namespace>) -> Resolved {
    let folder = text.path.as_deref().and_then(Path::parent).map(folder);
    let shelf = text.shelf();
    let around = Around {
        folder,
        tasks,
        shelf,
    };
    lint::examine(&text.source, text.origin, &around)
}

/// The workflow in force, and what the linter finds about it.
#[cfg(feature = "dashboard")]
pub(super) fn study(session: &Session) -> Result<Resolved, Answer> {
    let text = WorkflowText::in_force(session).map_err(Answer::refused)?;
    let mut studied = examined(&text, None);
    let shown = |found: &Diagnostic| found.severity > Severity::Pedantic;
    studied.findings.retain(shown);
    Ok(studied)
}

/// The text that a finding stands in.
fn file(found: &Diagnostic) -> String {
    match &found.place {
        Place::Source { file, .. } => file.name().to_owned(),
        Place::File(_) | Place::Call => String::new(),
    }
}

/// The tasks of this project, whether or not its workflow compiles.
fn live_tasks(session: &Session) -> Result<Namespace, Answer> {
    let project = session.project()?;
    let namespace = Namespace::open(project.base());
    namespace.map_err(|error| Answer::refused(io(&error)))
}

/// The folder that a path names; the parent of a mere name is the current one.
fn folder(parent: &Path) -> PathBuf {
    if parent.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        parent.to_owned()
    }
}

/// The texts that the call is about, by name and each once, and the files that cannot be had.
fn texts(args: &Args, session: &Session) -> (Vec<WorkflowText>, Vec<Diagnostic>) {
    let read: Vec<Result<WorkflowText, Diagnostic>> = if args.files.is_empty() {
        vec![WorkflowText::in_force(session)]
    } else {
        let named = args.files.iter().map(|path| match path.to_str() {
            Some("-") => WorkflowText::standard_input(&args.stdin_name),
            _ => WorkflowText::named(path, session),
        });
        named.collect()
    };
    let (mut texts, mut unread) = (BTreeMap::new(), BTreeMap::new());
    for each in read {
        match each {
            Ok(text) => _ = texts.entry(text.source.name().to_owned()).or_insert(text),
            Err(found) => _ = unread.entry(found.to_string()).or_insert(found),
        }
    }
    let texts = texts.into_values().collect();
    (texts, unread.into_values().collect())
}

fn answer(args: &Args, session: &Session, findings: &[Diagnostic], files: usize) -> Answer {
    let message = report::summary(findings, files);
    if session.global.json {
        // The one document has it all; thousands of findings are not drawn besides.
        let listed: Vec<_> = findings.iter().map(report::finding).collect();
        let answer = Answer::page(message, String::new());
        return answer.field("files", files).field("findings", listed);
    }
    let text = match args.format {
        Format::Text | Format::Json => {
            report::listing(findings, files, session.global.verbose, session.style())
        }
        Format::Sarif => document(&report::sarif(findings)),
        Format::Rdjson => document(&report::rdjson(findings)),
        Format::Github => report::github(findings),
    };
    Answer::page(message, text)
}

fn document(value: &serde_json::Value) -> String {
    format!("{value:#}\n")
}
