//! Approvals that ask for more signatures than anybody could give.

use crate::diagnostic::{Diagnostic, Severity, Topic};
use crate::engine::topics::FACT_UNAVAILABLE;
use crate::lint::approvers::Approvers;
use crate::lint::context::Context;
use crate::lint::rule::{Case, Check, Rule};
use crate::workflow::Approvers as By;

/// More signatures than keys.
pub static SIGNERS_IMPOSSIBLE: Topic = Topic::finding(
    "signers-impossible",
    Severity::Error,
    "an approval takes more signatures than the approvers file lists keys",
    "Each key counts once, so that `signers=N` takes N different keys that the `approvers` file beside \
     the workflow lists for approvals. It lists fewer: tasks would wait in this phase for ever. List \
     more approvers, or ask for fewer. Without the file nothing is reported, and where it lists a \
     certificate authority, that may certify as many as are needed.",
);

/// What lies beside the examples: one key.
const ONE_KEY: &str = "ann@example.org namespaces=\"automaton-approve\" ssh-ed25519 AAAAC3Nz\n";

pub(super) static RULE: Rule = Rule {
    cases: &[Case {
        topic: &SIGNERS_IMPOSSIBLE,
        triggers: "// The approvers file beside it lists one key.
workflow w version=1 {
    initial work
    artifact CHANGE.md
    phase work { produces CHANGE.md; approval by=signed signers=2; next done; }
    phase done terminal=success
}
",
        passes: "// The approvers file beside it lists one key.
workflow w version=1 {
    initial work
    artifact CHANGE.md
    phase work { produces CHANGE.md; approval by=signed; next done; }
    phase done terminal=success
}
",
    }],
    check: Check::Approvers {
        check,
        example: ONE_KEY,
    },
};

fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let listed = match context.outside.approvers() {
        Ok(Some(text)) => Approvers::parse(&text),
        Ok(None) => return Vec::new(),
        Err(error) => {
            return vec![Diagnostic::about(
                &FACT_UNAVAILABLE,
                error.path,
                error.problem,
            )];
        }
    };
    if listed.authority {
        return Vec::new();
    }
    let phases = context.model.phases.iter();
    phases
        .filter_map(|phase| {
            let approval = phase.approval.as_ref()?;
            let needed = approval.signers as usize;
            (approval.by == By::Signed && listed.keys < needed).then(|| {
                let message = format!(
                    "`{}` takes signatures by {needed} keys, and `approvers` lists {}",
                    phase.name, listed.keys
                );
                context
                    .at(&SIGNERS_IMPOSSIBLE, approval.span, message)
                    .help("list more approvers, or ask for fewer signers")
            })
        })
        .collect()
}
