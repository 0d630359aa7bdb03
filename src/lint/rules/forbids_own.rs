//! Phases that contradict themselves.

use std::collections::HashMap;

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::lint::context::{Context, mended};
use crate::lint::rule::{Case, Check, Rule};
use crate::source::Span;
use crate::workflow::{ArtifactId, Mention, Phase};

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
        let clashes = [
            (&phase.produces, &FORBIDS_OWN_OUTPUT, "produces"),
            (&phase.reads, &READS_FORBIDDEN, "reads"),
        ];
        for (mentions, topic, does) in clashes {
            for (mention, forbidden) in forbidden(phase, mentions) {
                found.push(clash(context, topic, phase, (mention, forbidden), does));
            }
        }
    }
    found
}

/// The mentions of artifacts that the phase forbids, and where it does.
fn forbidden<'p>(phase: &'p Phase, mentions: &'p [Mention]) -> Vec<(&'p Mention, Span)> {
    let forbids = phase.forbids.iter();
    let forbids: HashMap<ArtifactId, Span> = forbids.map(|m| (m.artifact, m.span)).collect();
    let mentions = mentions.iter();
    mentions
        .filter_map(|mention| Some((mention, *forbids.get(&mention.artifact)?)))
        .collect()
}

fn clash(
    context: &Context<'_>,
    topic: &'static Topic,
    phase: &Phase,
    (mention, forbidden): (&Mention, Span),
    does: &str,
) -> Diagnostic {
    let artifact = context.artifact(mention.artifact);
    let message = format!("`{}` {does} `{artifact}` and forbids it", phase.name);
    let found = context
        .at(topic, forbidden, message)
        .label("forbidden here")
        .also(mention.span, "and named here")
        .help("remove the artifact from one of the two lists");
    let edit = context.statements().without_value(forbidden);
    mended(found, format!("allow `{artifact}`"), false, edit)
}
