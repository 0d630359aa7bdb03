//! The rules, one file each.

mod ambiguous_inference;
mod approval_bypass;
mod approval_of_nothing;
mod blocked_transition;
mod confusable_name;
mod cycle_without_person;
mod deadlock;
mod duplicates;
mod ends;
mod exploration_limit;
mod forbidden_everywhere;
mod forbidden_gap;
mod forbids_metadata;
mod forbids_own;
mod glob_escapes;
mod guard_never_holds;
mod maybe_missing;
mod never_produced;
mod orphan_state;
mod outcomes;
mod overwritten_artifact;
mod pass_through_phase;
pub(super) mod prompts;
mod reachability;
mod read_before_produced;
mod same_branches;
mod self_transition;
mod shadowed_glob;
mod signers_impossible;
mod syntax;
mod terminal_with_next;
mod undefined_reference;
mod unknown_words;
mod unused_artifact;
mod unused_suppression;
mod wrong_value;

use super::rule::Rule;
use super::statements::Statements;
use crate::diagnostic::Diagnostic;

/// A finding of the reading, with its fix where there is one.
pub(super) fn offered(found: Diagnostic, statements: &Statements<'_>) -> Diagnostic {
    let found = duplicates::offered(found, statements);
    forbids_metadata::offered(found, statements)
}

/// Every rule, in the order in which the documentation lists them.
pub static RULES: &[&Rule] = &[
    &syntax::RULE,
    &unknown_words::RULE,
    &wrong_value::RULE,
    &duplicates::RULE,
    &undefined_reference::RULE,
    &confusable_name::RULE,
    &ends::RULE,
    &reachability::RULE,
    &terminal_with_next::RULE,
    &self_transition::RULE,
    &cycle_without_person::RULE,
    &pass_through_phase::RULE,
    &approval_of_nothing::RULE,
    &approval_bypass::RULE,
    &never_produced::RULE,
    &read_before_produced::RULE,
    &maybe_missing::RULE,
    &blocked_transition::RULE,
    &deadlock::RULE,
    &exploration_limit::RULE,
    &forbids_own::RULE,
    &forbidden_everywhere::RULE,
    &forbidden_gap::RULE,
    &forbids_metadata::RULE,
    &overwritten_artifact::RULE,
    &unused_artifact::RULE,
    &ambiguous_inference::RULE,
    &same_branches::RULE,
    &outcomes::RULE,
    &shadowed_glob::RULE,
    &glob_escapes::RULE,
    &guard_never_holds::RULE,
    &prompts::RULE,
    &orphan_state::RULE,
    &signers_impossible::RULE,
    &unused_suppression::RULE,
];
