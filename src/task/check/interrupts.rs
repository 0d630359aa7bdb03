//! Catching an interruption while a command runs that has to be told of it.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::register_conditional_default;
use signal_hook::iterator::{Handle, Signals};

const CAUGHT: [i32; 2] = [SIGINT, SIGTERM];

/// Whether nothing runs that has to be told, so that a signal does what it does to any program.
static IDLE: AtomicBool = AtomicBool::new(true);
/// How many commands run now.
static RUNNING: Mutex<usize> = Mutex::new(0);

/// While it lives, interruptions are handed over and do not end the program.
pub(super) struct Interrupts(Signals);

impl Interrupts {
    pub(super) fn catch() -> io::Result<Self> {
        restore_defaults_when_idle()?;
        let signals = Signals::new(CAUGHT)?;
        let mut running = running();
        *running += 1;
        IDLE.store(false, Ordering::SeqCst);
        Ok(Self(signals))
    }

    /// What ends the iteration from another thread.
    pub(super) fn handle(&self) -> Handle {
        self.0.handle()
    }

    /// The signals as they arrive, until the handle is closed.
    pub(super) fn forever(&mut self) -> impl Iterator<Item = i32> + '_ {
        self.0.forever()
    }
}

impl Drop for Interrupts {
    fn drop(&mut self) {
        let mut running = running();
        *running -= 1;
        IDLE.store(*running == 0, Ordering::SeqCst);
    }
}

/// A handler once installed stays: without this, a signal after the first check would be lost.
fn restore_defaults_when_idle() -> io::Result<()> {
    static DONE: OnceLock<()> = OnceLock::new();
    if DONE.get().is_none() {
        for signal in CAUGHT {
            register_conditional_default(signal, &IDLE)?;
        }
        DONE.get_or_init(|| ());
    }
    Ok(())
}

fn running() -> MutexGuard<'static, usize> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}
