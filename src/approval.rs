//! Proof that a person decided.
//!
//! It keeps an honest agent from deciding in a person's place. It is no security boundary: an
//! agent with the same user id and a shell can forge a terminal.

mod person;
mod preview;
mod terminal;

pub use person::{NotAPerson, person};
pub use preview::Preview;
pub use terminal::Terminal;

/// How sure it is that a person took a decision, as the journal records it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Someone says that a person decided.
    Relayed,
    /// A person confirmed it at a terminal.
    Person,
}

impl Level {
    /// The word that output and the journal use.
    pub fn word(self) -> &'static str {
        match self {
            Self::Relayed => "relayed",
            Self::Person => "person",
        }
    }
}

#[cfg(test)]
mod tests;
