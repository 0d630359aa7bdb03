//! The rules, one file each.

mod approval_of_nothing;
mod confusable_name;
mod duplicates;
mod ends;
mod forbids_own;
mod guard_never_holds;
mod reachability;
mod same_branches;
mod self_transition;
mod syntax;
mod terminal_with_next;
mod undefined_reference;
mod unknown_words;
mod unused_suppression;
mod wrong_value;

use super::rule::Rule;

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
    &approval_of_nothing::RULE,
    &forbids_own::RULE,
    &same_branches::RULE,
    &guard_never_holds::RULE,
    &unused_suppression::RULE,
];
