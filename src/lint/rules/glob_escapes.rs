//! Globs that reach for what no phase may edit.

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::lint::context::Context;
use crate::lint::rule::{Case, Check, Rule};
use crate::source::Spanned;
use crate::workflow::Glob;

/// A glob that leaves the project, or names what is protected.
pub static GLOB_ESCAPES: Topic = Topic::finding(
    "glob-escapes",
    Severity::Error,
    "a glob is absolute, contains `..`, or names what is always protected",
    "Globs are relative to the project and match resolved paths, so that an absolute one, or one \
     with `..`, never matches: the file says something that is not so. What holds the guard itself \
     (`.automaton`, `.git`, the settings of harnesses) can be edited in no phase, and a glob that \
     names it promises what is not given. A general `**` is no such promise.",
);

pub(super) static RULE: Rule = Rule {
    cases: &[Case {
        topic: &GLOB_ESCAPES,
        triggers: "workflow w version=1 {
    initial work
    phase work { edits \"../shared/**\"; next done; }
    phase done terminal=success
}
",
        passes: "workflow w version=1 {
    initial work
    phase work { edits \"shared/**\"; next done; }
    phase done terminal=success
}
",
    }],
    check: Check::Local(check),
};

/// What no phase may edit, as the first folders of a path.
const PROTECTED: &[&[&str]] = &[
    &[".automaton"],
    &[".git"],
    &[".claude"],
    &[".codex"],
    &[".gemini"],
    &[".kiro"],
    &[".opencode"],
    &[".github", "hooks"],
    &[".cursor", "hooks.json"],
    &[".windsurf", "hooks.json"],
];

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let model = context.model;
    let editable = model.phases.iter().flat_map(|phase| &phase.edits);
    let editable = editable.chain(&model.scratch);
    let protecting = model.phases.iter().flat_map(|phase| &phase.protects);
    let protecting = protecting.chain(&model.protects);
    let named = editable.clone().filter_map(|glob| {
        let place = protected(&glob.value)?;
        let message = format!(
            "`{}` names `{place}`, which is always protected",
            glob.value
        );
        let found = context.at(&GLOB_ESCAPES, glob.span, message);
        Some(found.help("remove the glob"))
    });
    let outside = editable
        .chain(protecting)
        .filter_map(|glob| Some(outside(context, glob, glob.value.escape()?)));
    named.chain(outside).collect()
}

fn outside(context: &Context<'_>, glob: &Spanned<Glob>, how: &str) -> Diagnostic {
    let message = format!("`{}` {how}, and matches nothing in the project", glob.value);
    let found = context.at(&GLOB_ESCAPES, glob.span, message);
    found.help("write it relative to the project's root")
}

/// Whether the glob has a finding here.
pub(super) fn is_refused(glob: &Glob) -> bool {
    glob.escape().is_some() || protected(glob).is_some()
}

/// The protected place that a glob names. Case is no way around it on any system.
fn protected(glob: &Glob) -> Option<String> {
    let segments: Vec<String> = glob.as_str().split('/').map(str::to_lowercase).collect();
    let inside = |place: &&&[&str]| {
        segments.len() >= place.len() && place.iter().zip(&segments).all(|(a, b)| a == b)
    };
    let place = PROTECTED.iter().find(inside).map(|place| place.join("/"));
    let cline = segments.first().filter(|first| first.starts_with(".cline"));
    place.or_else(|| cline.cloned())
}
