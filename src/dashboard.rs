//! The page in a browser: it asks the program, shows what it answers, and decides nothing itself.

mod api;
mod board;
mod decisions;
mod desk;
mod diff;
mod form;
mod live;
mod markdown;
mod page;
mod routes;
mod security;
mod server;
mod token;
mod views;
mod workflow;

pub use desk::{Board, Deed, Desk, Pending, Question, Submitted};
pub use server::{Served, serve};
pub use token::Token;
