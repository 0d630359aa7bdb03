//! How much a model can keep in mind: its context window, and how much of it one task may fill.
//!
//! What somebody has configured counts first, then what a local runtime says, then what follows from
//! the memory of the machine. Where nothing is known, nothing is guessed.

mod devices;
mod programs;
mod runtime;
mod settings;
mod window;

pub use devices::{Device, devices};
pub use programs::Programs;
pub use runtime::{Loaded, loaded};
pub use settings::{Settings, SettingsError};
pub use window::{Input, Window, window};
