//! What the reference knows of a file: not its digest, but everything that a rule can ask.

use super::plan::Rule;

/// What is in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Content {
    pub empty: bool,
    /// The outcomes that it states: YES, NO.
    pub says: (bool, bool),
    pub token: bool,
    pub version: u8,
}

impl Content {
    pub fn text(self) -> String {
        if self.empty {
            return String::new();
        }
        let mut lines = vec![format!("version {}", self.version)];
        lines.extend(self.says.0.then(|| "Result: YES".to_owned()));
        lines.extend(self.says.1.then(|| "**NO**".to_owned()));
        lines.extend(self.token.then(|| "here is the TOKEN".to_owned()));
        lines.join("\n")
    }

    pub fn meets(self, rule: Rule) -> bool {
        match rule {
            Rule::Anything => true,
            Rule::Outcome => self.says.0 != self.says.1,
            Rule::Token => self.token,
        }
    }
}

/// What stands under an artifact's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    File(Content),
    Folder,
}
