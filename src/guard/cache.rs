//! Compiled rules, kept in the user's cache folder: parsing the workflow would take the gate ten
//! times as long as everything else that it does.
//!
//! What is kept is believed only where it is exactly what this program would compile from exactly
//! this text: the text is kept beside the rules and compared byte by byte. Whatever is not so is
//! compiled anew. Only the gate uses it.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::engine::edit::EditRules;
use crate::fs::cached;
use crate::source::SourceFile;
use crate::workflow::Origin;

/// The version of [`EditRules`] as bytes; a test notices when it has to change.
const FORMAT: u32 = 1;

/// The folder of compiled rules, if the user has one.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: Option<PathBuf>,
}

/// The rules with everything that they depend on.
#[derive(Serialize, Deserialize)]
struct Kept<'a> {
    program: &'a str,
    format: u32,
    origin: Origin,
    #[serde(borrow)]
    text: &'a [u8],
    rules: EditRules,
}

impl Cache {
    /// The cache in `folder`, which need not exist; without one, nothing is kept.
    pub fn new(folder: Option<&Path>) -> Self {
        Self {
            folder: folder.map(Path::to_owned),
        }
    }

    /// The rules of `source` in the project at `root`, compiled only where they are not kept.
    pub(super) fn rules<E>(
        &self,
        root: &Path,
        source: &SourceFile,
        origin: Origin,
        compile: impl FnOnce() -> Result<EditRules, E>,
    ) -> Result<EditRules, E> {
        let Some(folder) = &self.folder else {
            return compile();
        };
        let name = match origin {
            Origin::Embedded => "embedded.rules".to_owned(),
            Origin::File => {
                let path = root.as_os_str().as_encoded_bytes();
                format!("{:08x}.rules", crc32fast::hash(path))
            }
        };
        let bytes = cached::read(folder, &name);
        if let Some(rules) = bytes.and_then(|bytes| believe(&bytes, source.text(), origin)) {
            return Ok(rules);
        }
        let rules = compile()?;
        // Without a cache the gate is slower, and as right as with one.
        if let Some(bytes) = encode(&rules, source.text(), origin) {
            let _ = cached::put(folder, &name, &bytes);
        }
        Ok(rules)
    }
}

fn encode(rules: &EditRules, text: &str, origin: Origin) -> Option<Vec<u8>> {
    let kept = Kept {
        program: env!("CARGO_PKG_VERSION"),
        format: FORMAT,
        origin,
        text: text.as_bytes(),
        rules: rules.clone(),
    };
    let mut bytes = postcard::to_allocvec(&kept).ok()?;
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    Some(bytes)
}

fn believe(bytes: &[u8], text: &str, origin: Origin) -> Option<EditRules> {
    let (bytes, sum) = bytes.split_last_chunk()?;
    if crc32fast::hash(bytes) != u32::from_le_bytes(*sum) {
        return None;
    }
    let kept: Kept<'_> = postcard::from_bytes(bytes).ok()?;
    let own = kept.program == env!("CARGO_PKG_VERSION") && kept.format == FORMAT;
    (own && kept.origin == origin && kept.text == text.as_bytes()).then_some(kept.rules)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workflow::Workflow;

    const TEXT: &str = r#"workflow w version=1 {
        initial a
        metadata notes.md
        unknown-files refuse
        protects "secret/**"
        scratch "target/**"
        shell refuse
        artifact X.md frozen=#false
        artifact Y.md
        phase a {
            produces X.md
            forbids Y.md
            edits "src/**"
            protects "src/gen/**"
            approval by=anyone
            next b
        }
        phase b { produces Y.md; reads X.md; next c; rework a; }
        phase c terminal=success
    }"#;

    fn rules() -> EditRules {
        let source = SourceFile::new("w.kdl", TEXT);
        EditRules::of(&Workflow::compile(&source, Origin::File).expect("a workflow"))
    }

    fn kept() -> Vec<u8> {
        encode(&rules(), TEXT, Origin::File).expect("bytes")
    }

    #[test]
    fn what_was_kept_is_what_was_compiled() {
        assert_eq!(believe(&kept(), TEXT, Origin::File), Some(rules()));
    }

    #[test]
    fn nothing_else_is_believed() {
        let whole = kept();
        let sealed = |mut bytes: Vec<u8>| {
            let sum = crc32fast::hash(&bytes);
            bytes.extend(sum.to_le_bytes());
            bytes
        };
        let inner = &whole[..whole.len() - 4];
        let mut other_program = inner.to_vec();
        other_program[1] ^= 1;
        let mut flipped = whole.clone();
        flipped[whole.len() / 2] ^= 1;
        for (what, bytes) in [
            ("empty", Vec::new()),
            ("cut short", whole[..whole.len() / 2].to_vec()),
            ("a flipped bit", flipped),
            ("another program, well sealed", sealed(other_program)),
            (
                "half of it, well sealed",
                sealed(inner[..inner.len() / 2].to_vec()),
            ),
        ] {
            assert_eq!(believe(&bytes, TEXT, Origin::File), None, "{what}");
        }
        assert_eq!(believe(&whole, "another text", Origin::File), None);
        assert_eq!(believe(&whole, TEXT, Origin::Embedded), None);
    }

    /// Raise [`FORMAT`] whenever this digest changes, so that older bytes are not misread.
    #[test]
    fn the_format_is_the_one_that_its_number_stands_for() {
        let digest = crate::digest::Digest::of(&kept());
        insta::assert_snapshot!(format!("{FORMAT}: {}", digest.short()), @"1: 60ba0a738114");
    }
}
