//! What holds a command on this machine.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What holds a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tier {
    /// Whether a mount namespace does.
    pub mounts: bool,
    /// The version of Landlock that does.
    pub landlock: u8,
}

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
