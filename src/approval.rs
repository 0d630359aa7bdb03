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

#[cfg(test)]
mod tests;
