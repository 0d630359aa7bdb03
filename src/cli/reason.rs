//! The reason that a person or an agent gives for a step back.

use std::str::FromStr;

/// A reason that says something, in one line: what is shown of it must not look like anything else.
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
            text if text.chars().any(char::is_control) => {
                Err("a reason is one line without control characters")
            }
            text => Ok(Self(text.to_owned())),
        }
    }
}
