//! What a rule is: its documentation, an example each way, and the check.

use super::context::Context;
use super::outside::Beside;
use crate::diagnostic::{Diagnostic, Topic};

/// One rule, or a few that are checked together.
#[derive(Debug)]
pub struct Rule {
    /// What it finds.
    pub cases: &'static [Case],
    /// How it finds it.
    pub(super) check: Check,
}

/// A kind of finding, with the smallest workflow that has it and one that does not.
#[derive(Debug)]
pub struct Case {
    /// The documentation.
    pub topic: &'static Topic,
    /// A workflow in which it is found.
    pub triggers: &'static str,
    /// Nearly the same workflow, put right.
    pub passes: &'static str,
}

/// How a rule finds what it finds.
#[derive(Debug)]
pub(super) enum Check {
    /// It is found while the text is read.
    Reading,
    /// By what stands in one place; it holds even if other places cannot be read.
    Local(fn(&Context<'_>) -> Vec<Diagnostic>),
    /// By the whole graph, which must be there: one misspelt name would make many findings.
    Graph(fn(&Context<'_>) -> Vec<Diagnostic>),
    /// By the whole graph and the file of approvers beside it.
    Approvers {
        /// The check.
        check: fn(&Context<'_>) -> Vec<Diagnostic>,
        /// What that file holds beside the examples.
        example: &'static str,
    },
    /// By the whole graph and the prompts beside it.
    Prompts {
        /// The check.
        check: fn(&Context<'_>) -> Vec<Diagnostic>,
        /// The prompts that lie beside the examples, by path.
        beside: &'static [(&'static str, &'static str)],
    },
}

impl Rule {
    /// What lies beside the rule's examples.
    pub fn beside(&self) -> Beside<'static> {
        match self.check {
            Check::Approvers { example, .. } => Beside(Some(example)),
            _ => Beside(None),
        }
    }

    /// The prompts that lie beside the rule's examples, by path.
    pub fn prompts(&self) -> &'static [(&'static str, &'static str)] {
        match self.check {
            Check::Prompts { beside, .. } => beside,
            _ => &[],
        }
    }
}
