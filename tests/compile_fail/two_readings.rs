//! One lock gives one reading at a time, and so one grant.

use automaton::engine::FactError;
use automaton::task::{Checks, TaskLock};

fn twice(lock: &mut TaskLock) -> Result<(), FactError> {
    let one = lock.read(Checks::new())?;
    let other = lock.read(Checks::new())?;
    drop((one, other));
    Ok(())
}

fn main() {}
