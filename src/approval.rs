//! Proof that a person decided.
//!
//! A terminal keeps an honest agent from deciding in a person's place. It is no security boundary:
//! an agent with the same user id and a shell can forge it. It cannot forge a signature.

mod armor;
mod person;
mod preview;
mod signed;
mod ssh;
mod terminal;
pub mod topics;

pub use person::{NotAPerson, person};
pub use preview::Preview;
pub use signed::{APPROVERS, Unsigned, Verifier, approvers, sign, signed};
pub use ssh::{NAMESPACE, is_installed};
pub use terminal::Terminal;

#[cfg(test)]
mod tests;
