//! Workflow files in an editor: a server of the language server protocol over two streams.

mod abilities;
mod actions;
mod diagnostics;
mod documents;
mod fault;
mod hover;
mod outline;
mod positions;
mod server;
mod symbols;
mod wire;

pub use server::{Ending, serve};
