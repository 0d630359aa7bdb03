//! What a workflow says in one word.

use serde::{Deserialize, Serialize};

/// Where the text of a workflow came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// The default that is built into the program.
    Embedded,
    /// A project's own file.
    File,
}

/// How a terminal phase ends a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Terminal {
    /// The task reached its goal.
    Success,
    /// The task ended without it.
    Failure,
}

impl Terminal {
    /// The word that the workflow file uses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Failure => "failure",
        }
    }
}

/// What becomes of a task folder without a state and a journal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Untracked {
    /// Refused until `upgrade`.
    #[default]
    Refuse,
    /// Adopted by the first mutating command.
    Infer,
}

/// What becomes of files in a task folder that the workflow does not name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum UnknownFiles {
    /// Nothing.
    #[default]
    Allow,
    /// They are reported.
    Warn,
    /// They are refused.
    Refuse,
}

/// What becomes of shell commands that a harness reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shell {
    /// They run under `exec`.
    #[default]
    Sandbox,
    /// They run.
    Allow,
    /// They are refused.
    Refuse,
}

/// Who may decide an approval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Approvers {
    /// A person at a terminal.
    #[default]
    Human,
    /// Listed approvers, by signature.
    Signed,
    /// Anyone who relays a decision.
    Anyone,
}

impl Approvers {
    /// The word that the workflow file uses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Signed => "signed",
            Self::Anyone => "anyone",
        }
    }
}
