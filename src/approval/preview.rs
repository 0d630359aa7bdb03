//! What a person is shown before they decide.

use std::fmt;

use crate::digest::Digest;

/// A decision in one line, and the files that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    decision: String,
    files: Vec<(String, String)>,
}

impl Preview {
    /// Starts with the decision, such as "approve `research` of `login`".
    pub fn new(decision: impl Into<String>) -> Self {
        Self {
            decision: decision.into(),
            files: Vec::new(),
        }
    }

    /// Adds a file by its name and digest.
    #[must_use]
    pub fn file(mut self, name: impl Into<String>, digest: &Digest) -> Self {
        self.files.push((name.into(), digest.short()));
        self
    }
}

impl fmt::Display for Preview {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.decision)?;
        let names = self.files.iter().map(|(name, _)| name.chars().count());
        let names = names.max().unwrap_or(0);
        for (name, digest) in &self.files {
            writeln!(f, "  {name:names$}  sha256 {digest}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_stand_in_columns() {
        let preview = Preview::new("approve `research` of `login`")
            .file("RESEARCH.md", &Digest::of(b"a"))
            .file("größe.md", &Digest::of(b"b"));
        assert_eq!(
            preview.to_string(),
            "approve `research` of `login`\n  \
               RESEARCH.md  sha256 ca978112ca1b\n  \
               größe.md     sha256 3e23e8160039\n"
        );
    }
}
