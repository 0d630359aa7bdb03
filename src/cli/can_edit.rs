//! `automaton can-edit`

use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::loops;
use super::session::Session;
use crate::diagnostic::Exit;
use crate::engine::edit::{Permit, Warrant};
use crate::guard::{Cache, Caller, Decision, Gate, refusal};
use crate::names::{LoopName, TaskPath};
use crate::report::{self, Answer};
use crate::task::root::Project;

/// Say whether files may be edited now
///
/// A file may be edited where some task that you work on is in a phase whose `edits` cover it; in a
/// task's folder, what the task's phase writes. Without a file: whether any file of the project may
/// be edited. Every file must be allowed for the call to succeed. The command only looks.
#[derive(Debug, Default, clap::Args)]
pub(super) struct Args {
    /// Ask about these files, relative to the current folder, or to a project that is elsewhere
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<String>,
    /// Ask about this file too
    #[arg(long = "file", value_name = "FILE")]
    pub(super) file: Vec<String>,
    /// Ask for this task alone; every task counts otherwise
    #[arg(long, value_name = "TASK")]
    pub(super) task: Option<TaskPath>,
    /// Ask as what this loop runs, which may change no other files than its plan says
    #[arg(long = "loop", value_name = "LOOP")]
    pub(super) in_loop: Option<LoopName>,
    /// Ask in the worktree of the loop
    #[arg(long, requires = "in_loop")]
    pub(super) loop_worktree: bool,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    match &args.in_loop {
        None => decide(args, session),
        Some(name) => decide(args, &loops::inside(name, args.loop_worktree, session)?),
    }
}

fn decide(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let project = session.project()?;
    let gate = open(&project, args.task.clone(), session)?;
    let base = base(&project, session);
    let given: Vec<String> = args.files.iter().chain(&args.file).cloned().collect();
    let decisions = if given.is_empty() {
        let anything = gate.anything();
        vec![Decision {
            given: String::new(),
            decided: anything.map_err(|refused| gate.diagnose(&refused)),
        }]
    } else {
        gate.edit_all(&given, &base)
    };
    Ok(answer(&gate, &decisions))
}

/// Where relative paths start: in the current folder, or where that lies outside the project that
/// the call names, in the project.
fn base(project: &Project, session: &Session) -> PathBuf {
    let here = session.environment.folder();
    let here = here.and_then(|folder| folder.canonicalize().ok());
    here.filter(|folder| folder.starts_with(&project.code))
        .unwrap_or_else(|| project.code.clone())
}

/// The gate of a project, or why there is none.
pub(super) fn open(
    project: &Project,
    task: Option<TaskPath>,
    session: &Session,
) -> Result<Gate, Answer> {
    let cache = Cache::new(session.environment.cache_dir());
    let caller = Caller {
        task,
        actor: session.named_actor()?,
        environment: session.environment.clone(),
    };
    let gate = Gate::open(project, caller, &cache);
    gate.map_err(|error| Answer::refused(*error.diagnostic()))
}

fn answer(gate: &Gate, decisions: &[Decision]) -> Answer {
    let listed: Vec<Value> = decisions.iter().map(|each| listed(gate, each)).collect();
    let answer = match refusal(decisions) {
        None => allowed(gate, decisions),
        Some(found) => Answer::refused(found),
    };
    let single = match (decisions, listed.as_slice()) {
        ([_], [Value::Object(only)]) => only.clone(),
        _ => serde_json::Map::new(),
    };
    let copied = ["task", "state", "rule"].into_iter();
    let copied = copied.filter_map(|name| Some((name, single.get(name)?.clone())));
    copied
        .fold(answer, |answer, (name, value)| answer.field(name, value))
        .field("decisions", listed)
}

fn allowed(gate: &Gate, decisions: &[Decision]) -> Answer {
    let mut text = String::new();
    for each in decisions {
        if let Ok(permit) = &each.decided {
            let what = if each.given.is_empty() {
                "edits"
            } else {
                &each.given
            };
            _ = writeln!(text, "{what}: allowed, {}", reason(gate, permit));
        }
    }
    let message = match decisions {
        [_] => text.trim_end().to_owned(),
        _ => format!("{} files: allowed", decisions.len()),
    };
    Answer::page(message, text).ending(Exit::Done, "allowed")
}

/// Why something is allowed, in words.
fn reason(gate: &Gate, permit: &Permit) -> String {
    let here = permit.task.as_ref();
    let here = here.map(|(task, state)| format!("`{task}` is in `{state}`"));
    let here = here.unwrap_or_default();
    let says = |span: crate::source::Span| {
        let source = gate.source();
        let line = source.position(span.start).line;
        format!(
            "{}:{line} `{}`",
            source.name(),
            source.slice(span).trim_matches('"')
        )
    };
    match &permit.warrant {
        Warrant::Edits(span) => format!("{here}, which edits {}", says(*span)),
        Warrant::Scratch(span) => format!("it is scratch: {}", says(*span)),
        Warrant::Produces(span) => format!("{here}, which writes {}", says(*span)),
        Warrant::Unfrozen(span) => {
            format!("{here}, and the artifact is not frozen: {}", says(*span))
        }
        Warrant::Metadata => format!("{here}, and the file is bookkeeping"),
        Warrant::Unnamed => format!("{here}, and the workflow does not name the file"),
        Warrant::Temporary => "it is a temporary file".to_owned(),
        Warrant::ShellAllowed => "the workflow says `shell allow`".to_owned(),
        Warrant::Held => "the command is held to what may be written".to_owned(),
        Warrant::Override(given) => format!(
            "{} lets edits through until {}: {}",
            given.actor, given.until, given.reason
        ),
    }
}

fn listed(gate: &Gate, each: &Decision) -> Value {
    let mut value = json!({"path": each.given, "allowed": each.decided.is_ok()});
    match &each.decided {
        Ok(permit) => {
            if let Some((task, state)) = &permit.task {
                value["task"] = json!(task.to_string());
                value["state"] = json!(state.to_string());
            }
            value["rule"] = rule(gate, &permit.warrant);
        }
        Err(found) => {
            let found = report::finding(found);
            for name in ["code", "message", "reasons", "places", "next"] {
                if let Some(field) = found.get(name) {
                    value[name] = field.clone();
                }
            }
        }
    }
    value
}

/// The rule that allows, for programs.
fn rule(gate: &Gate, warrant: &Warrant) -> Value {
    let at = |kind: &str, span: crate::source::Span| {
        let source = gate.source();
        json!({
            "kind": kind,
            "file": source.name(),
            "line": source.position(span.start).line,
            "text": source.slice(span),
        })
    };
    match warrant {
        Warrant::Edits(span) => at("edits", *span),
        Warrant::Scratch(span) => at("scratch", *span),
        Warrant::Produces(span) => at("produces", *span),
        Warrant::Unfrozen(span) => at("unfrozen", *span),
        Warrant::Metadata => json!({"kind": "metadata"}),
        Warrant::Unnamed => json!({"kind": "unnamed"}),
        Warrant::Temporary => json!({"kind": "temporary"}),
        Warrant::Held => json!({"kind": "held"}),
        Warrant::ShellAllowed => json!({"kind": "shell"}),
        Warrant::Override(given) => json!({
            "kind": "override",
            "actor": given.actor.as_str(),
            "reason": given.reason,
            "until": given.until,
        }),
    }
}
