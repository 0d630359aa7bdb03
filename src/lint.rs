//! What is wrong with a workflow: rules over its text and its graph, which ask the engine itself
//! what a task may do.

pub mod approvers;
mod bounded;
mod context;
mod existence;
mod explore;
mod fixing;
mod flow;
mod globs;
mod outside;
mod replay;
mod rule;
mod rules;
mod statements;
mod suppression;
mod tokens;

pub use fixing::{Change, Fixed, Wanted, fix};
pub use outside::{Beside, Nothing, Outside};
pub use replay::{Mismatch, replay};
pub use rule::{Case, Rule};
pub use rules::RULES;
pub use rules::prompts::{PROMPT_DRIFT, PROMPT_MISSING, PROMPT_TOO_LONG, without_prompt};
pub use suppression::UNUSED_SUPPRESSION;
pub use tokens::{Kind as TokenKind, Token, tokens};

use std::cell::OnceCell;

use crate::diagnostic::{Diagnostic, Place, Severity, Topic};
use crate::source::SourceFile;
use crate::workflow::topics::{DUPLICATE_PROPERTY, FORBIDS_METADATA};
use crate::workflow::{Origin, Resolved};
use context::Context;
use rule::Check;
use statements::Statements;

/// Everything that is wrong with a workflow file, in the order of its text. Findings of every
/// severity are there, the pedantic ones too; of more than ten thousand the gravest.
pub fn lint(source: &SourceFile, origin: Origin, outside: &dyn Outside) -> Vec<Diagnostic> {
    examine(source, origin, outside).findings
}

/// What a workflow file comes to: its model as far as it can be read, and everything that
/// [`lint`] finds.
pub fn examine(source: &SourceFile, origin: Origin, outside: &dyn Outside) -> Resolved {
    let Resolved { model, findings } = Resolved::read(source, origin);
    let readable = findings.iter().all(is_harmless);
    let statements = OnceCell::new();
    let mut findings: Vec<Diagnostic> = findings
        .into_iter()
        .map(|found| {
            let statements = statements.get_or_init(|| Statements::new(source.text()));
            rules::offered(found, statements)
        })
        .collect();
    if let Some(model) = &model {
        let context = Context::new(model, outside);
        for rule in RULES {
            match rule.check {
                Check::Local(check) => findings.extend(check(&context)),
                Check::Graph(check)
                | Check::Approvers { check, .. }
                | Check::Prompts { check, .. }
                    if readable =>
                {
                    findings.extend(check(&context));
                }
                Check::Graph(_)
                | Check::Approvers { .. }
                | Check::Prompts { .. }
                | Check::Reading => {}
            }
        }
    }
    // Comments of this text say nothing about places in another.
    let (elsewhere, here): (Vec<_>, Vec<_>) = findings
        .into_iter()
        .partition(|found| is_elsewhere(found, source));
    let mut kept = suppression::apply(source, here, &topics(), readable);
    kept.extend(elsewhere);
    let mut kept = bounded::bounded(source, kept);
    kept.sort_by(|a, b| order(a).cmp(&order(b)));
    kept.dedup();
    Resolved {
        model,
        findings: kept,
    }
}

/// Whether a finding of the reading leaves the graph as it was meant.
fn is_harmless(found: &Diagnostic) -> bool {
    found.severity < Severity::Error
        || found.topic == &FORBIDS_METADATA
        || found.topic == &DUPLICATE_PROPERTY
}

/// Whether a finding stands in another text.
fn is_elsewhere(found: &Diagnostic, source: &SourceFile) -> bool {
    matches!(&found.place, Place::Source { file, .. } if file.name() != source.name())
}

/// By place, then by what it is.
fn order(found: &Diagnostic) -> impl Ord + '_ {
    let file = match &found.place {
        Place::Source { file, .. } => file.name(),
        Place::File(_) | Place::Call => "",
    };
    (file, found.span(), found.topic.code, found.message.as_str())
}

/// The rule's part that finds what has this code.
pub fn case(code: &str) -> Option<&'static Case> {
    let mut cases = RULES.iter().flat_map(|rule| rule.cases);
    cases.find(|case| case.topic.code == code)
}

/// Every kind of finding: those of the rules, and those that need no example.
pub fn topics() -> Vec<&'static Topic> {
    let cases = RULES.iter().flat_map(|rule| rule.cases);
    let mut topics: Vec<&Topic> = cases.map(|case| case.topic).collect();
    let without_case = [&bounded::FINDINGS_LEFT_OUT];
    for topic in crate::workflow::topics().into_iter().chain(without_case) {
        if !topics.contains(&topic) {
            topics.push(topic);
        }
    }
    topics
}

#[cfg(test)]
mod tests;
