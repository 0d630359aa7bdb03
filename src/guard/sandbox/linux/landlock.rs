//! Landlock: writes are allowed beneath what rules name, and nowhere else.
//!
//! Two layers, both of which have to allow. One gives `IOCTL_DEV` to scratch and the other to what
//! is edited, so that a link or a move between the two would gain a right in one of them, which the
//! kernel refuses: otherwise a source that is linked into scratch stays writable in later phases.

use std::os::fd::AsFd as _;

use landlock::{
    ABI, Access as _, AccessFs, BitFlags, CompatLevel, Compatible as _, PathBeneath, Ruleset,
    RulesetAttr as _, RulesetCreatedAttr as _, RulesetError, RulesetStatus, Scope,
};
use rustix::fs::{FileType, fstat};

use super::super::spine::{Right, Rule};
use crate::fs::pinned::pin;

/// The oldest Landlock that holds: before it, `truncate` is open.
const LEAST: u8 = 3;

/// The versions that this program makes use of, the newest first.
const VERSIONS: &[(u8, ABI)] = &[
    (7, ABI::V7),
    (6, ABI::V6),
    (5, ABI::V5),
    (4, ABI::V4),
    (LEAST, ABI::V3),
];

/// The version of Landlock in this kernel, as far as this program knows it; nothing where it does
/// not hold.
pub(super) fn landlock_version() -> Option<u8> {
    let offered = |abi: ABI| {
        let asked = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
        let asked = asked.handle_access(AccessFs::from_write(abi));
        let scopes = Scope::from_all(abi);
        match asked {
            Ok(asked) if !scopes.is_empty() => asked.scope(scopes).is_ok(),
            asked => asked.is_ok(),
        }
    };
    let found = VERSIONS.iter().find(|(_, abi)| offered(*abi));
    found.map(|(version, _)| *version)
}

/// Holds this process and what it becomes to `rules`.
pub(super) fn enforce(rules: &[Rule], version: u8) -> Result<(), String> {
    layer(rules, version, Right::Scratch)?;
    // Without that right there are no classes to keep apart.
    if version >= 5 {
        layer(rules, version, Right::Edit)?;
    }
    Ok(())
}

fn layer(rules: &[Rule], version: u8, favoured: Right) -> Result<(), String> {
    let words = |error: RulesetError| format!("landlock: {error}");
    let mut writing = AccessFs::from_write(ABI::V3);
    let everything = writing;
    let in_place = AccessFs::WriteFile | AccessFs::Truncate;
    let asking: BitFlags<AccessFs> = if version >= 5 {
        AccessFs::IoctlDev.into()
    } else {
        BitFlags::EMPTY
    };
    writing |= asking;
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(writing)
        .map_err(words)?;
    if version >= 6 {
        ruleset = ruleset.scope(Scope::from_all(ABI::V6)).map_err(words)?;
    }
    let mut ruleset = ruleset.create().map_err(words)?;
    for rule in rules {
        let access = match rule.right {
            Right::File => in_place,
            Right::Device => in_place | asking,
            class if class == favoured => everything | asking,
            Right::Scratch | Right::Edit => everything,
        };
        // What is gone since is not granted.
        let Ok(path) = pin(&rule.path) else { continue };
        let is_folder = fstat(&path)
            .is_ok_and(|found| FileType::from_raw_mode(found.st_mode) == FileType::Directory);
        let access = if is_folder {
            access
        } else {
            access & (in_place | AccessFs::IoctlDev)
        };
        ruleset = ruleset
            .add_rule(PathBeneath::new(path, access))
            .map_err(words)?;
    }
    for stream in [std::io::stdout().as_fd(), std::io::stderr().as_fd()] {
        // A file that the caller put there is to be written, by whatever name it is opened again.
        let is_file = fstat(stream)
            .is_ok_and(|found| FileType::from_raw_mode(found.st_mode) == FileType::RegularFile);
        if is_file {
            ruleset = ruleset
                .add_rule(PathBeneath::new(stream, in_place))
                .map_err(words)?;
        }
    }
    let status = ruleset.restrict_self().map_err(words)?;
    if status.ruleset == RulesetStatus::FullyEnforced && status.no_new_privs {
        Ok(())
    } else {
        Err("landlock: the kernel enforces only a part of the rules".to_owned())
    }
}
