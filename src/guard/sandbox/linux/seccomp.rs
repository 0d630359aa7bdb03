//! A filter of system calls: what would put letters into the terminal is refused, and so is every
//! call in the manner of another architecture, which the filter does not read.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};

/// `ioctl(TIOCSTI)` types a letter; `ioctl(TIOCLINUX)` pastes what is selected on a console.
const TYPING: [u64; 2] = [0x5412, 0x541c];
/// The number of `ioctl`, also in the manner of x32 where there is such.
#[cfg(target_arch = "x86_64")]
const IOCTL: &[i64] = &[16, 0x4000_0000 + 514];
#[cfg(not(target_arch = "x86_64"))]
const IOCTL: &[i64] = &[29];
/// What the refused call answers.
const EPERM: u32 = 1;

/// Filters the calls of this process and of what it becomes.
pub(super) fn enforce() -> Result<(), String> {
    let words = |error: &dyn std::fmt::Display| format!("seccomp: {error}");
    let program = program().map_err(|error| words(&error))?;
    seccompiler::apply_filter(&program).map_err(|error| words(&error))
}

fn program() -> Result<BpfProgram, seccompiler::BackendError> {
    let typing = |request| {
        let asks = SeccompCondition::new(1, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, request);
        SeccompRule::new(vec![asks?])
    };
    let rules = TYPING
        .map(typing)
        .into_iter()
        .collect::<Result<Vec<_>, _>>()?;
    let rules: BTreeMap<i64, Vec<SeccompRule>> =
        IOCTL.iter().map(|call| (*call, rules.clone())).collect();
    let filter = SeccompFilter::new(
        rules,
        SeccompAction::Allow,
        SeccompAction::Errno(EPERM),
        std::env::consts::ARCH.try_into()?,
    )?;
    filter.try_into()
}
