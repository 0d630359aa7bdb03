//! The stage between the supervisor and the command: this same program, started again with orders,
//! which gives up its rights one after another and then becomes the command. It has one thread, so
//! that what it gives up is given up by everything that comes of it.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Command, ExitCode};

use rustix::process::{Signal, chdir, set_parent_process_death_signal};
use rustix::thread::{
    CapabilitySet, CapabilitySets, capabilities, clear_ambient_capability_set,
    remove_capability_from_bounding_set, set_capabilities, set_no_new_privs,
};

use super::super::orders::{Orders, Report};
use super::super::tier::Tier;
use super::channel::inherited;
use super::landlock::landlock_version;
use super::{descriptors, landlock, namespace, seccomp};

/// The word by which the program is started as the stage.
pub(super) const WORD: &str = "exec-stage";

/// Runs the stage, where the arguments and what was inherited say so. It does not come back where
/// the command runs.
pub fn stage(arguments: &[OsString]) -> Option<ExitCode> {
    let [_, word, orders, report, command @ ..] = arguments else {
        return None;
    };
    if word != WORD {
        return None;
    }
    let orders = Orders::take(orders.to_str()?)?;
    let mut report = writer(report.to_str()?)?;
    let said = match hold(&orders) {
        Err(problem) => Report::Unheld(problem),
        Ok(tier) => match command {
            [] => Report::Held(tier),
            [program, arguments @ ..] => {
                report.write_all(&Report::Held(tier).bytes()).ok()?;
                let error = Command::new(program).args(arguments).exec();
                Report::NotRun {
                    missing: error.kind() == io::ErrorKind::NotFound,
                    problem: error.to_string(),
                }
            }
        },
    };
    report.write_all(&said.bytes()).ok()?;
    Some(ExitCode::SUCCESS)
}

#[expect(
    clippy::disallowed_methods,
    reason = "the pipe was opened by the supervisor"
)]
fn writer(descriptor: &str) -> Option<File> {
    File::options()
        .write(true)
        .open(inherited(descriptor)?)
        .ok()
}

/// Gives up every right that the command is not to have.
fn hold(orders: &Orders) -> Result<Tier, String> {
    let words = |doing: &'static str| move |error: rustix::io::Errno| format!("{doing}: {error}");
    let landlock = landlock_version()
        .ok_or("this kernel has no Landlock, or one that leaves `truncate` open")?;
    // Without the supervisor nobody would end what the command leaves behind.
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(words("death signal"))?;
    set_no_new_privs(true).map_err(words("no new privileges"))?;
    let mounts = namespace::enter(&orders.mounts)?;
    if !orders.folder.as_os_str().is_empty() {
        // What the working folder was before lies under the new mounts.
        chdir(&orders.folder).map_err(words("working folder"))?;
    }
    drop_capabilities().map_err(words("capabilities"))?;
    let rules = if mounts {
        &orders.under_mounts
    } else {
        &orders.alone
    };
    landlock::enforce(rules, landlock)?;
    seccomp::enforce()?;
    descriptors::end_with_this_program().map_err(|error| format!("descriptors: {error}"))?;
    Ok(Tier { mounts, landlock })
}

/// Gives up what a superuser has, in the namespace or on the machine, for good.
fn drop_capabilities() -> rustix::io::Result<()> {
    if capabilities(None)?.permitted.is_empty() {
        return Ok(());
    }
    clear_ambient_capability_set()?;
    for number in 0..u64::BITS {
        match remove_capability_from_bounding_set(CapabilitySet::from_bits_retain(1 << number)) {
            // The numbers end where the kernel knows no more.
            Err(rustix::io::Errno::INVAL) => break,
            dropped => dropped?,
        }
    }
    let none = CapabilitySet::empty();
    set_capabilities(
        None,
        CapabilitySets {
            effective: none,
            permitted: none,
            inheritable: none,
        },
    )
}
