//! What is wrong with a workflow: rules over its text and its graph, which ask the engine itself
//! what a task may do.

mod context;
mod existence;
mod explore;
mod flow;
mod globs;
mod outside;
mod replay;
mod rule;
mod rules;
mod statements;
mod suppression;
mod tokens;

pub use outside::{Nothing, Outside};
pub use replay::{Mismatch, replay};
pub use rule::{Case, Rule};
pub use rules::RULES;

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::source::SourceFile;
use crate::workflow::{Origin, Resolved};
use context::Context;
use rule::Check;

/// Everything that is wrong with a workflow file, in the order of its text. Findings of every
/// severity are there, the pedantic ones too.
pub fn lint(source: &SourceFile, origin: Origin, outside: &dyn Outside) -> Vec<Diagnostic> {
    let Resolved {
        model,
        mut findings,
    } = Resolved::read(source, origin);
    let readable = findings
        .iter()
        .all(|found| found.severity < Severity::Error);
    if let Some(model) = &model {
        let context = Context::new(model, outside);
        for rule in RULES {
            match rule.check {
                Check::Local(check) => findings.extend(check(&context)),
                Check::Graph(check) if readable => findings.extend(check(&context)),
                Check::Graph(_) | Check::Reading => {}
            }
        }
    }
    let mut kept = suppression::apply(source, findings, &topics(), readable);
    kept.sort_by(|a, b| order(a).cmp(&order(b)));
    kept.dedup();
    kept
}

/// By place, then by what it is.
fn order(found: &Diagnostic) -> impl Ord + '_ {
    (found.span(), found.topic.code, found.message.as_str())
}

/// Every kind of finding that a rule has.
pub fn topics() -> Vec<&'static Topic> {
    let cases = RULES.iter().flat_map(|rule| rule.cases);
    cases.map(|case| case.topic).collect()
}

#[cfg(test)]
mod tests;
