//! What a person is shown before they decide.

use std::fmt;

use crate::digest::Digest;

/// A decision in one line, and the files that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    decision: String,
    files: Vec<(String, String, String)>,
}

impl Preview {
    /// Starts with the decision, such as "approve `research` of `login`".
    pub fn new(decision: impl Into<String>) -> Self {
        Self {
            decision: decision.into(),
            files: Vec::new(),
        }
    }

    /// Adds a file by its name, size and digest.
    #[must_use]
    pub fn file(mut self, name: impl Into<String>, bytes: u64, digest: &Digest) -> Self {
        let row = (name.into(), size(bytes), digest.short());
        self.files.push(row);
        self
    }
}

impl fmt::Display for Preview {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.decision)?;
        let names = self.files.iter().map(|(name, ..)| name.chars().count());
        let sizes = self.files.iter().map(|(_, size, _)| size.len());
        let (names, sizes) = (names.max().unwrap_or(0), sizes.max().unwrap_or(0));
        for (name, size, digest) in &self.files {
            writeln!(f, "  {name:names$}  {size:>sizes$}  sha256 {digest}")?;
        }
        Ok(())
    }
}

/// A size in the largest unit that leaves a whole number of it.
fn size(bytes: u64) -> String {
    const KIB: u64 = 1 << 10;
    const MIB: u64 = 1 << 20;
    let in_units = |unit: u64| format!("{}.{}", bytes / unit, bytes % unit * 10 / unit);
    match bytes {
        1 => "1 byte".to_owned(),
        0..KIB => format!("{bytes} bytes"),
        KIB..MIB => format!("{} KiB", in_units(KIB)),
        MIB.. => format!("{} MiB", in_units(MIB)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_stand_in_columns() {
        let preview = Preview::new("approve `research` of `login`")
            .file("RESEARCH.md", 1300, &Digest::of(b"a"))
            .file("größe.md", 7, &Digest::of(b"b"));
        assert_eq!(
            preview.to_string(),
            "approve `research` of `login`\n  \
               RESEARCH.md  1.2 KiB  sha256 ca978112ca1b\n  \
               größe.md     7 bytes  sha256 3e23e8160039\n"
        );
    }

    #[test]
    fn sizes_have_a_unit() {
        for (bytes, shown) in [
            (0, "0 bytes"),
            (1, "1 byte"),
            (1023, "1023 bytes"),
            (1024, "1.0 KiB"),
            ((1 << 20) - 1, "1023.9 KiB"),
            (3 << 20, "3.0 MiB"),
            (u64::MAX, "17592186044415.9 MiB"),
        ] {
            assert_eq!(size(bytes), shown);
        }
    }
}
