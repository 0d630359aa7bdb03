//! What a tick changed, held against what its loop may change.

use super::Ground;
use crate::cli::loops::failures::unmeasured;
use crate::loops::brakes::Observed;
use crate::loops::drift::{Bounds, Drift, measure};
use crate::loops::plan::Plan;
use crate::report::Answer;
use crate::task::Look;

/// What became of the worktree from one look to another.
pub(super) fn drift(plan: &Plan, ground: &Ground, from: &Look, to: &Look) -> Result<Drift, Answer> {
    let bounds = Bounds {
        file_scope: &plan.blast_radius.file_scope,
        tests: plan
            .verifier
            .as_ref()
            .map_or(&[], |verifier| &verifier.tests),
        above: &ground.above,
    };
    measure(&ground.looks, &bounds, from, to).map_err(|problem| unmeasured(&problem))
}

/// The same with what a program changed that nothing could keep it from changing.
pub(super) fn with_violations(mut drift: Drift, violations: &[String]) -> Observed {
    for path in violations {
        let beneath = format!("{path}/");
        let known = |guard: &String| guard == path || guard.starts_with(&beneath);
        if !drift.guards.iter().any(known) {
            drift.guards.push(path.clone());
        }
    }
    Observed {
        drift: Some(drift),
        ..Observed::default()
    }
}
