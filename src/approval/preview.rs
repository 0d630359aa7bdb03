//! What a person is shown before they decide.

use std::fmt::{self, Write as _};

use crate::digest::Digest;

/// A decision in one line, what comes of it, and the files that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    decision: String,
    effects: Vec<String>,
    files: Vec<(String, Digest)>,
}

impl Preview {
    /// Starts with the decision, such as "approve `research` of `login`".
    pub fn new(decision: impl Into<String>) -> Self {
        Self {
            decision: decision.into(),
            effects: Vec::new(),
            files: Vec::new(),
        }
    }

    /// Adds a line about what comes of the decision.
    #[must_use]
    pub fn effect(mut self, effect: impl Into<String>) -> Self {
        self.effects.push(effect.into());
        self
    }

    /// Adds a file by its name and digest.
    #[must_use]
    pub fn file(mut self, name: impl Into<String>, digest: &Digest) -> Self {
        self.files.push((name.into(), *digest));
        self
    }
}

impl Preview {
    /// What tells it from every other: whoever decides on a page says by it what they were shown.
    pub fn digest(&self) -> Digest {
        let mut text = self.decision.clone();
        for effect in &self.effects {
            text.push('\n');
            text.push_str(effect);
        }
        for (name, digest) in &self.files {
            _ = write!(text, "\n{digest} {name}");
        }
        Digest::of(text.as_bytes())
    }
}

impl fmt::Display for Preview {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.decision)?;
        for effect in &self.effects {
            writeln!(f, "  {effect}")?;
        }
        let names = self.files.iter().map(|(name, _)| name.chars().count());
        let names = names.max().unwrap_or(0);
        for (name, digest) in &self.files {
            writeln!(f, "  {name:names$}  sha256 {}", digest.short())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_come_first_and_files_stand_in_columns() {
        let preview = Preview::new("approve `research` of `login`")
            .effect("nothing else happens")
            .file("RESEARCH.md", &Digest::of(b"a"))
            .file("größe.md", &Digest::of(b"b"));
        assert_eq!(
            preview.to_string(),
            "approve `research` of `login`\n  \
               nothing else happens\n  \
               RESEARCH.md  sha256 ca978112ca1b\n  \
               größe.md     sha256 3e23e8160039\n"
        );
    }
}
