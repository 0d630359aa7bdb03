//! The name of a state: a phase, or a phase with a sub-state.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{NameError, PhaseName, SubStateName};

/// A state by name: `phase`, or `phase:sub-state`. It may name nothing that a workflow declares.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct StateName {
    /// The phase.
    pub phase: PhaseName,
    /// The approval sub-state, where the task stands in one.
    pub sub: Option<SubStateName>,
}

impl FromStr for StateName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let (phase, sub) = match text.split_once(':') {
            Some((phase, sub)) => (phase, Some(sub.parse()?)),
            None => (text, None),
        };
        Ok(Self {
            phase: phase.parse()?,
            sub,
        })
    }
}

impl TryFrom<String> for StateName {
    type Error = NameError;

    fn try_from(text: String) -> Result<Self, NameError> {
        text.parse()
    }
}

impl From<StateName> for String {
    fn from(state: StateName) -> Self {
        state.to_string()
    }
}

impl From<PhaseName> for StateName {
    fn from(phase: PhaseName) -> Self {
        Self { phase, sub: None }
    }
}

impl fmt::Display for StateName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.sub {
            Some(sub) => f.pad(&format!("{}:{sub}", self.phase)),
            None => self.phase.fmt(f),
        }
    }
}

impl fmt::Debug for StateName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StateName({self})")
    }
}
