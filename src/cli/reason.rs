//! The reason that a person or an agent gives for a step back.

use std::str::FromStr;

/// A reason that says something.
#[derive(Clone, Debug)]
pub(super) struct Reason(String);

impl Reason {
    pub(super) fn text(&self) -> String {
        self.0.clone()
    }
}

impl FromStr for Reason {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim() {
            "" => Err("a reason has to say something"),
            text => Ok(Self(text.to_owned())),
        }
    }
}
