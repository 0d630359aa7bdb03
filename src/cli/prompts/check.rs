//! `automaton prompts check`

use std::path::PathBuf;

use crate::cli::lint_workflow::Around;
use crate::cli::session::{Session, broken};
use crate::cli::step;
use crate::cli::workflow_text::WorkflowText;
use crate::diagnostic::{Diagnostic, Exit, Severity, Topic};
use crate::engine::topics::FACT_UNAVAILABLE;
use crate::lint::{self, PROMPT_DRIFT, PROMPT_MISSING, PROMPT_TOO_LONG, without_prompt};
use crate::prompts::{Shelf, mended, subjects};
use crate::report::{self, Answer};
use crate::workflow::{Model, Workflow};

/// Prompts that do not say what the workflow says.
pub(in crate::cli) static PROMPT_FINDINGS: Topic = Topic {
    code: "prompt-findings",
    severity: Severity::Error,
    exit: Exit::Refused,
    summary: "a prompt is missing or does not say what the workflow says",
    explanation: "`prompts check` ends with exit code 1 when a prompt is missing, says something else \
        than the workflow file, or names what does not exist. Each finding has a code of its own: \
        `automaton explain CODE` says why it matters and what to do.",
};

/// Check that prompts say what the workflow says
///
/// Every phase that produces something has a prompt, the sections that the workflow owns are as it
/// renders them, and every command, phase, artifact and placeholder in a prompt exists.
/// `lint-workflow` reports the same.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The workflow file; without it, the workflow in force here
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Rewrite the sections that the workflow owns, and nothing else
    #[arg(long)]
    fix: bool,
    /// Print what `--fix` would change, and change nothing
    #[arg(long, requires = "fix")]
    dry_run: bool,
}

pub(super) fn run(args: &Args, session: &Session) -> Result<Answer, Answer> {
    let text = match &args.file {
        Some(path) => WorkflowText::named(path, session),
        None => WorkflowText::in_force(session),
    };
    let text = text.map_err(Answer::refused)?;
    let workflow = Workflow::compile(&text.source, text.origin)
        .map_err(|findings| broken(&text.source, &findings))?;
    let shelf = text.shelf().unwrap_or(Shelf::Texts(&[]));
    let mends = if args.fix {
        mends(&workflow, &shelf)
    } else {
        Vec::new()
    };
    if !args.dry_run {
        for mend in &mends {
            let written = shelf.write(&mend.path, &mend.after);
            written.map_err(|error| Answer::refused(step::io(&error)))?;
        }
    }
    let prompts = subjects(&workflow).count();
    let mut findings = findings(&text, shelf.clone());
    if prompts == 0 {
        findings.extend(without_prompt(&workflow));
    }
    let answer = answer(session, &findings, prompts);
    if args.fix {
        return Ok(told(answer, &shelf, &mends, args.dry_run));
    }
    Ok(answer)
}

/// What the linter finds about prompts.
fn findings(text: &WorkflowText, shelf: Shelf) -> Vec<Diagnostic> {
    let around = Around {
        folder: None,
        tasks: None,
        shelf: Some(shelf),
    };
    let mut findings = lint::lint(&text.source, text.origin, &around);
    let about_prompts = [
        &PROMPT_MISSING,
        &PROMPT_DRIFT,
        &PROMPT_TOO_LONG,
        &FACT_UNAVAILABLE,
    ];
    findings.retain(|found| about_prompts.contains(&found.topic));
    findings
}

/// A prompt whose sections are put right.
struct Mend {
    path: String,
    before: String,
    after: String,
}

fn mends(model: &Model, shelf: &Shelf) -> Vec<Mend> {
    let mut mends = Vec::new();
    for (subject, path) in subjects(model) {
        // What cannot be read is reported, and not written.
        let Ok(before) = shelf.read(&path.value) else {
            continue;
        };
        let after = mended(model, subject, &before);
        if after != before {
            mends.push(Mend {
                path: path.value.clone(),
                before,
                after,
            });
        }
    }
    mends
}

fn answer(session: &Session, findings: &[Diagnostic], prompts: usize) -> Answer {
    let message = report::summary(findings, prompts);
    let listed: Vec<_> = findings.iter().map(report::finding).collect();
    let text = report::listing(findings, prompts, session.global.verbose, session.style());
    let answer = Answer::page(message, text)
        .field("files", prompts)
        .field("findings", listed);
    if findings.is_empty() {
        answer
    } else {
        answer.ending(PROMPT_FINDINGS.exit, PROMPT_FINDINGS.code)
    }
}

/// The answer with what was put right.
fn told(mut answer: Answer, shelf: &Shelf, mends: &[Mend], dry_run: bool) -> Answer {
    let shown: Vec<String> = mends.iter().map(|mend| shelf.shown(&mend.path)).collect();
    if dry_run {
        let mends = mends.iter().zip(&shown);
        let diff: String = mends
            .map(|(mend, shown)| report::diff(shown, &mend.before, &mend.after))
            .collect();
        answer.text.clone_from(&diff);
        return answer.field("diff", diff).field("dry_run", true);
    }
    let fixed: Vec<String> = shown
        .iter()
        .map(|shown| format!("fixed {shown}\n"))
        .collect();
    answer.text.insert_str(0, &fixed.concat());
    answer.field("fixed", shown)
}
