//! Fixing files: what is written, where, and what is said about it.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};

use super::{Args, Format, person};
use crate::cli::output::USAGE;
use crate::cli::refusals;
use crate::cli::session::{Session, WORKFLOW_FILE};
use crate::cli::workflow_text::WorkflowText;
use crate::diagnostic::{Diagnostic, NextStep};
use crate::fs;
use crate::lint::{Change, Fixed, Wanted, fix as mend};
use crate::report::{self, Answer};
use crate::source::SourceFile;
use crate::workflow::Origin;

/// A file and what became of it.
#[derive(Debug)]
pub(super) struct Mended {
    before: SourceFile,
    fixed: Fixed,
}

impl Mended {
    pub(super) fn name(&self) -> &str {
        self.before.name()
    }

    /// What the fixes change.
    pub(super) fn diff(&self) -> String {
        let name = self.before.name();
        report::diff(name, self.before.text(), self.fixed.source.text())
    }
}

/// Mends the texts, and writes those that change unless it is a dry run.
pub(super) fn fix(
    texts: &mut [WorkflowText],
    wanted: Wanted,
    dry_run: bool,
    session: &Session,
) -> Result<Vec<Mended>, Box<Answer>> {
    let mut all = Vec::new();
    for text in texts.iter() {
        let fixed = mend(&text.source, text.origin, wanted);
        let before = text.source.clone();
        all.push(Mended { before, fixed });
    }
    if !dry_run {
        permitted(texts, &all, wanted, session)?;
    }
    let mut written: Vec<&str> = Vec::new();
    for (text, mended) in texts.iter_mut().zip(&all) {
        if mended.fixed.applied.is_empty() {
            continue;
        }
        if let Some(path) = text.path.as_deref().filter(|_| !dry_run) {
            write(path, mended).map_err(|found| Box::new(stopped(found, &written)))?;
            written.push(mended.name());
        }
        text.source = mended.fixed.source.clone();
    }
    Ok(all)
}

/// Everything is asked before the first file is written.
fn permitted(
    texts: &[WorkflowText],
    all: &[Mended],
    wanted: Wanted,
    session: &Session,
) -> Result<(), Box<Answer>> {
    for (text, mended) in texts.iter().zip(all) {
        if mended.fixed.applied.is_empty() {
            continue;
        }
        let asked = match &text.path {
            None => Err(not_a_file(text, wanted)),
            Some(path) if person::needed(path) => person::ask(session, mended, &call(text, wanted)),
            Some(_) => Ok(()),
        };
        asked.map_err(|found| Box::new(Answer::refused(found)))?;
    }
    Ok(())
}

/// The call that fixes this text alone.
fn call(text: &WorkflowText, wanted: Wanted) -> String {
    let kind = match wanted {
        Wanted::Safe => "",
        Wanted::All => "=unsafe",
    };
    let file = match (text.source.name(), &text.path) {
        (WORKFLOW_FILE, _) => String::new(),
        (_, None) if text.origin == Origin::Embedded => String::new(),
        (_, None) => " -".to_owned(),
        (name, Some(_)) => format!(" {name}"),
    };
    format!("automaton lint-workflow{file} --fix{kind}")
}

fn not_a_file(text: &WorkflowText, wanted: Wanted) -> Diagnostic {
    let message = format!("refused: `{}` is not a file", text.source.name());
    Diagnostic::call(&USAGE, message)
        .reason("only a file can be fixed; `--dry-run` prints what would change")
        .next(NextStep::anyone(call(text, wanted) + " --dry-run"))
}

fn write(path: &Path, mended: &Mended) -> Result<(), Diagnostic> {
    // A person may have been asked meanwhile; what an editor saved since must not be lost.
    let unchanged = std::fs::read(path).is_ok_and(|now| now == mended.before.text().as_bytes());
    if !unchanged {
        let message = "the file changed while it was being fixed";
        return Err(Diagnostic::about(
            &refusals::BUSY,
            mended.before.name(),
            message,
        ));
    }
    let bytes = mended.fixed.source.text().as_bytes();
    fs::replace(path, bytes).map_err(|error| refusals::io(&error))
}

fn stopped(mut found: Diagnostic, written: &[&str]) -> Answer {
    found.help = Some(match written {
        [] => "nothing has changed".to_owned(),
        written => format!("already fixed: {}", written.join(", ")),
    });
    Answer::refused(found)
}

/// The answer with what was fixed and what was not.
pub(super) fn told(mut answer: Answer, all: &[Mended], args: &Args) -> Answer {
    let mut head = String::new();
    let (mut applied, mut left): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
    for Mended { before, fixed } in all {
        let file = before.name();
        for change in &fixed.applied {
            let Change { code, title, line } = change;
            _ = writeln!(head, "fixed {file}:{line}: {title} [{code}]");
            applied.push(json!({"file": file, "line": line, "code": code, "title": title}));
        }
        for (Change { code, title, line }, why) in &fixed.left {
            let warning = format!("not fixed: {file}:{line}: {title} [{code}]: {why}");
            answer.warnings.push(warning);
            left.push(
                json!({"file": file, "line": line, "code": code, "title": title, "why": why}),
            );
        }
    }
    let prose = args.format == Format::Text;
    if args.dry_run {
        let diff: String = all.iter().map(Mended::diff).collect();
        if prose {
            answer.text.clone_from(&diff);
        }
        answer = answer.field("diff", diff).field("dry_run", true);
    } else if prose {
        answer.text.insert_str(0, &head);
    }
    answer.field("fixed", applied).field("not_fixed", left)
}
