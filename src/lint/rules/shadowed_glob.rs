//! Globs without an effect.

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::lint::context::{Context, mended};
use crate::lint::globs::covers;
use crate::lint::rule::{Case, Check, Rule};
use crate::lint::rules::glob_escapes::is_refused;
use crate::source::Spanned;
use crate::workflow::{Glob, witness};

/// A glob that another makes useless.
pub static SHADOWED_GLOB: Topic = Topic::finding(
    "shadowed-glob",
    Severity::Warning,
    "an `edits` glob adds nothing: another covers it, or a `protects` takes it all back",
    "A phase may edit what any of its `edits` globs matches and no `protects` glob does. A glob \
     that a wider one covers changes nothing when it is removed, and one that `protects` covers \
     permits nothing. Both make a reader believe in a scope that is not there.",
);

pub(super) static RULE: Rule = Rule {
    cases: &[Case {
        topic: &SHADOWED_GLOB,
        triggers: "workflow w version=1 {
    initial work
    phase work { edits \"src/**\" \"src/lib/*.rs\"; next done; }
    phase done terminal=success
}
",
        passes: "workflow w version=1 {
    initial work
    phase work { edits \"src/**\" \"tests/*.rs\"; next done; }
    phase done terminal=success
}
",
    }],
    check: Check::Local(check),
};

/// How many globs of one phase are compared with each of its globs.
const COMPARED: usize = 64;

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for phase in &context.model.phases {
        let protects = || {
            phase
                .protects
                .iter()
                .chain(&context.model.protects)
                .take(COMPARED)
        };
        let edits = || {
            let edits = phase.edits.iter().enumerate().take(COMPARED);
            edits.filter(|(_, glob)| !is_refused(&glob.value))
        };
        for (index, glob) in edits() {
            if let Some(other) = protects().find(|other| covers(&other.value, &glob.value)) {
                let message = format!("`{}` permits nothing: it is protected", glob.value);
                found.push(shadowed(context, message, glob, other, "protected here"));
                continue;
            }
            let wider = edits().find(|(place, other)| {
                let equal = covers(&glob.value, &other.value);
                *place != index && covers(&other.value, &glob.value) && (!equal || *place < index)
            });
            if let Some((_, other)) = wider {
                let message = format!("`{}` adds nothing to `{}`", glob.value, other.value);
                found.push(shadowed(context, message, glob, other, "covers it"));
            }
        }
    }
    found
}

fn shadowed(
    context: &Context<'_>,
    message: String,
    glob: &Spanned<Glob>,
    other: &Spanned<Glob>,
    why: &str,
) -> Diagnostic {
    let mut found = context
        .at(&SHADOWED_GLOB, glob.span, message)
        .also(other.span, why)
        .help("remove it");
    if let Some(path) = witness(&glob.value).filter(|path| other.value.matches(path)) {
        found = found.reason(format!("for example `{path}` is matched by both"));
    }
    let edit = context.statements().without_value(glob.span);
    mended(found, "remove the glob", true, edit)
}
