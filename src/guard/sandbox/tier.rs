//! What holds a command on this machine.

use std::fmt;

use landlock::{
    ABI, Access as _, AccessFs, CompatLevel, Compatible as _, Ruleset, RulesetAttr as _, Scope,
};
use serde::{Deserialize, Serialize};

/// What holds a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tier {
    /// Whether a mount namespace does.
    pub mounts: bool,
    /// The version of Landlock that does.
    pub landlock: u8,
}

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

impl Tier {
    /// The word for programs.
    pub fn word(self) -> &'static str {
        if self.mounts { "both" } else { "landlock" }
    }

    /// What is not held, one line each.
    pub fn leaves_open(self) -> Vec<&'static str> {
        let mut open = vec![
            "programs outside that write for whoever asks them over the network",
            "sockets with a path that is not hidden",
        ];
        if !self.mounts {
            open.extend([
                "modes, times and attributes of files",
                "Git's hooks and settings, in a phase that edits; what changes there is reported",
                "new files right beside what nobody may write: they cannot be made",
            ]);
        }
        if self.landlock < 5 && !self.mounts {
            open.push("links between build outputs and sources, in a phase that edits");
        }
        if self.landlock < 6 {
            open.push("signals to other processes of this user, and abstract sockets");
        }
        open
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let with = if self.mounts { "namespaces and " } else { "" };
        write!(f, "{with}Landlock, version {}", self.landlock)
    }
}

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
