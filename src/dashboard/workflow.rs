//! The workflow as a picture: where tasks stand, and what the linter shows about it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use maud::{Markup, PreEscaped, html};

use crate::diagnostic::{Counterexample, Diagnostic, Ending, Severity};
use crate::digest::Digest;
use crate::report::graph::{Layout, Marks, TooLarge, svg_inline};
use crate::workflow::{Model, Resolved, State};

/// How many tasks stand in a state, and the address that lists them.
pub(super) type Standing = BTreeMap<State, (usize, String)>;

type Laid = Arc<Result<Layout, TooLarge>>;

/// The layouts that were made last, by the digest of their workflow.
#[derive(Debug, Default)]
pub(super) struct Layouts(Mutex<Vec<(Digest, Laid)>>);

/// How many layouts are kept.
const KEPT: usize = 8;

impl Layouts {
    /// The layout of a workflow, made once.
    fn of(&self, model: &Model) -> Arc<Result<Layout, TooLarge>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = kept.iter().find(|(digest, _)| *digest == model.digest) {
            return Arc::clone(known);
        }
        let made = Arc::new(Layout::of(model, None));
        kept.truncate(KEPT - 1);
        kept.insert(0, (model.digest, Arc::clone(&made)));
        made
    }
}

/// The page: the picture, also of a workflow that is wrong but can be read, and the findings.
/// `picked` is the number of the finding whose path is drawn, `to` the address of the page.
pub(super) fn workflow(
    studied: &Resolved,
    layouts: &Layouts,
    standing: Standing,
    picked: Option<usize>,
    to: &str,
) -> Markup {
    html! {
        @if let Some(model) = &studied.model {
            @let found = picked.and_then(|number| studied.findings.get(number));
            h1 { (model.name) }
            @if let Some(description) = &model.description { p { (description) } }
            (picture(model, layouts, standing, found))
        }
        section aria-labelledby="findings" {
            h2 #findings { "What the linter finds" }
            @if studied.findings.is_empty() {
                p.dim { "Nothing." }
            } @else {
                ol.findings {
                    @for (number, found) in studied.findings.iter().enumerate() {
                        (finding(found, number, picked == Some(number), to))
                    }
                }
            }
        }
    }
}

fn picture(
    model: &Model,
    layouts: &Layouts,
    standing: Standing,
    found: Option<&Diagnostic>,
) -> Markup {
    let path = found.and_then(|found| found.counterexample.as_deref());
    let marks = Marks {
        refused: path.is_some_and(|path| matches!(path.ending, Ending::Refused(_))),
        path: path.map(|path| states(model, path)).unwrap_or_default(),
        standing,
        ..Marks::default()
    };
    html! {
        @match &*layouts.of(model) {
            Ok(layout) => {
                div.scroll.picture tabindex="0" role="region" aria-label="The workflow as a picture" {
                    (PreEscaped(svg_inline(model, layout, &marks)))
                }
            }
            Err(too_large) => {
                p { "No picture: " (too_large) ". Next: " code { "automaton graph --format dot" } }
            }
        }
    }
}

fn finding(found: &Diagnostic, number: usize, is_picked: bool, to: &str) -> Markup {
    let grave = found.severity >= Severity::Warning;
    html! {
        li #{ "finding-" (number) } aria-current=[is_picked.then_some("true")] {
            strong.wrong[grave] { (found.severity.word()) } " " (found.message)
            " " code { "automaton explain " (found.topic.code) }
            @if let Some(path) = &found.counterexample {
                @if is_picked {
                    " " a href=(to) { "Hide the path" }
                } @else {
                    " " a href={ (to) "?finding=" (number) } { "Show the path" }
                }
                @if is_picked {
                    pre.path { @for line in path.lines() { (line) "\n" } }
                }
            }
            @if let Some(help) = &found.help { p.dim { (help) } }
        }
    }
}

/// The states of a path; one that leads round ends where it began to.
fn states(model: &Model, path: &Counterexample) -> Vec<State> {
    let steps = path.steps.iter().map(|step| &step.to);
    let names = std::iter::once(&path.start).chain(steps);
    names.filter_map(|name| model.state_named(name)).collect()
}

#[cfg(test)]
mod tests;
