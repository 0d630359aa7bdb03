//! The state file: one line that names a state, and nothing else.

use crate::fs::{Content, Dir, FsError, Kind};
use crate::names::StateName;

/// The most bytes that are read: no state has a longer name.
const LIMIT: u64 = 1024;

/// What a state file was found to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StateFile {
    /// Not there.
    Missing,
    /// A state.
    State(StateName),
    /// A file that names no state, and why.
    Wrong(String),
    /// Something that is not a file.
    NotAFile(Kind),
}

impl StateFile {
    /// Reads the state file `name`.
    pub(super) fn read(dir: &Dir, name: &str) -> Result<Self, FsError> {
        Ok(Self::of(&dir.read(name, LIMIT)?))
    }

    /// What a file that holds this amounts to.
    pub(super) fn of(content: &Content) -> Self {
        match content {
            Content::Missing => Self::Missing,
            Content::Bytes(bytes) => parse(bytes).map_or_else(Self::Wrong, Self::State),
            Content::TooLarge => Self::Wrong(format!("has more than {LIMIT} bytes")),
            Content::Not(kind) => Self::NotAFile(*kind),
        }
    }

    /// Whether the file names `state`.
    pub(super) fn is(&self, state: &StateName) -> bool {
        matches!(self, Self::State(own) if own == state)
    }

    /// The state that the file names.
    pub(super) fn state(&self) -> Option<&StateName> {
        match self {
            Self::State(state) => Some(state),
            _ => None,
        }
    }
}

/// The content of a state file.
pub(super) fn text(state: &StateName) -> String {
    format!("{state}\n")
}

pub(super) fn parse(bytes: &[u8]) -> Result<StateName, String> {
    if bytes.contains(&0) {
        return Err("contains NUL bytes, as a crash can leave them".to_owned());
    }
    let text = std::str::from_utf8(bytes).map_err(|_| "is not UTF-8 text".to_owned())?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let line = text.strip_suffix('\n').unwrap_or(text);
    let line = match line.strip_suffix('\r') {
        Some(before) if line.len() < text.len() => before,
        _ => line,
    };
    if line.is_empty() {
        return Err("is empty".to_owned());
    }
    line.parse()
        .map_err(|error| format!("does not hold one state: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_file_holds_one_state_and_nothing_else() {
        for good in [
            "research:approved",
            "research:approved\n",
            "research:approved\r\n",
            "\u{feff}research:approved\r\n",
        ] {
            let state = parse(good.as_bytes()).expect(good);
            assert_eq!(state.to_string(), "research:approved");
        }
        for (bad, problem) in [
            (&b""[..], "is empty"),
            (b"\n", "is empty"),
            (b"\0\0\0\0", "contains NUL bytes, as a crash can leave them"),
            (b"a\0\n", "contains NUL bytes, as a crash can leave them"),
            (b"\xff\xfe", "is not UTF-8 text"),
        ] {
            assert_eq!(parse(bad), Err(problem.to_owned()), "{bad:?}");
        }
        for bad in ["a\n\n", " a", "a b", "a\nb\n", "a:b:c", "a:", "a\r"] {
            let problem = parse(bad.as_bytes()).expect_err(bad);
            assert!(
                problem.starts_with("does not hold one state: "),
                "{problem}"
            );
        }
    }
}
