//! Phases that contradict themselves.

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::lint::context::{Context, mended};
use crate::lint::rule::{Case, Check, Rule};
use crate::workflow::{Mention, Phase};

/// A phase forbids what it produces.
pub static FORBIDS_OWN_OUTPUT: Topic = Topic::finding(
    "forbids-own-output",
    Severity::Error,
    "a phase forbids an artifact that it produces",
    "As soon as the artifact is written the folder is invalid, and without it the phase has not \
     done its work: no task can leave. Remove the artifact from one of the two lists.",
);

/// A phase forbids what it reads.
pub static READS_FORBIDDEN: Topic = Topic::finding(
    "reads-forbidden",
    Severity::Error,
    "a phase forbids an artifact that it reads",
    "What a phase reads has to exist when a task enters it, and what it forbids must not: no task \
     can enter. Remove the artifact from one of the two lists.",
);

pub(super) static RULE: Rule = Rule {
    cases: &[
        Case {
            topic: &FORBIDS_OWN_OUTPUT,
            triggers: "workflow w version=1 {
    initial work
    artifact NOTE.md
    phase work { produces NOTE.md; forbids NOTE.md; next done; }
    phase done terminal=success
}
",
            passes: "workflow w version=1 {
    initial work
    artifact NOTE.md
    phase work { produces NOTE.md; next done; }
    phase done terminal=success
}
",
        },
        Case {
            topic: &READS_FORBIDDEN,
            triggers: "workflow w version=1 {
    initial work
    artifact NOTE.md
    phase work { produces NOTE.md; next check; }
    phase check { reads NOTE.md; forbids NOTE.md; next done; }
    phase done terminal=success
}
",
            passes: "workflow w version=1 {
    initial work
    artifact NOTE.md
    phase work { produces NOTE.md; next check; }
    phase check { reads NOTE.md; next done; }
    phase done terminal=success
}
",
        },
    ],
    check: Check::Local(check),
};

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for phase in &context.model.phases {
        for mention in &phase.produces {
            found.extend(clash(
                context,
                &FORBIDS_OWN_OUTPUT,
                phase,
                mention,
                "produces",
            ));
        }
        for mention in &phase.reads {
            found.extend(clash(context, &READS_FORBIDDEN, phase, mention, "reads"));
        }
    }
    found
}

fn clash(
    context: &Context<'_>,
    topic: &'static Topic,
    phase: &Phase,
    mention: &Mention,
    does: &str,
) -> Option<Diagnostic> {
    let forbidden = phase.forbidden_at(mention.artifact)?;
    let artifact = context.artifact(mention.artifact);
    let message = format!("`{}` {does} `{artifact}` and forbids it", phase.name);
    let found = context
        .at(topic, forbidden, message)
        .label("forbidden here")
        .also(mention.span, "and named here")
        .help("remove the artifact from one of the two lists");
    let edit = context.statements().without_value(forbidden);
    Some(mended(found, format!("allow `{artifact}`"), false, edit))
}
