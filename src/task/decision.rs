//! How much is known about who decided, as a journal says it.

use serde::{Deserialize, Serialize};

use super::entry::EntryEvent;
use crate::engine::{Authority, Order, Signature};

/// How an approval was decided, or that it was a person who ended a claim or set a scope.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// How much is known about who decided.
    pub level: Level,
    /// The signature that the step added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<Signature>,
}

impl Decision {
    /// How the step was decided, if it decides something.
    pub(super) fn of(order: &Order, event: EntryEvent) -> Option<Self> {
        let level = match (event, order.authority) {
            (EntryEvent::Sign, _) => Level::Signed,
            (EntryEvent::Approve, _) if order.by_signatures => Level::Signed,
            (
                EntryEvent::Approve | EntryEvent::Reject | EntryEvent::Release | EntryEvent::Scope,
                Authority::Person,
            ) => Level::Person,
            (EntryEvent::Approve | EntryEvent::Reject, Authority::Page) => Level::Page,
            (EntryEvent::Approve | EntryEvent::Reject, _) => Level::Relayed,
            _ => return None,
        };
        let signature = order.signature.clone();
        Some(Self { level, signature })
    }
}

/// How much is known about who decided an approval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// A program relayed the decision.
    Relayed,
    /// A person decided it on the page that they had opened from a terminal.
    Page,
    /// A person confirmed it at a terminal.
    Person,
    /// Listed approvers signed it.
    Signed,
}

impl Level {
    /// The word that the journal uses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Relayed => "relayed",
            Self::Page => "page",
            Self::Person => "person",
            Self::Signed => "signed",
        }
    }
}
