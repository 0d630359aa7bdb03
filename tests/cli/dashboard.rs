//! The page in a browser, spoken to as no browser would.

mod attacks;
mod decisions;
mod pages;
mod stalled;
mod visitor;
