//! Names as parsed types: a phase name can never stand where a task name is due.

mod state_name;
mod task_path;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use state_name::StateName;
pub use task_path::TaskPath;

/// A text that is not a name of the wanted kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not {} {kind}: {rule}", article(.kind))]
pub struct NameError {
    text: String,
    kind: &'static str,
    rule: &'static str,
}

fn article(kind: &str) -> &'static str {
    if kind.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    }
}

/// Declares a name type: a text that passed its check once, at the border.
macro_rules! name {
    ($(#[$doc:meta])* $name:ident, $kind:literal, $check:path) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(Box<str>);

        impl $name {
            /// The name as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = NameError;

            fn from_str(text: &str) -> Result<Self, NameError> {
                match $check(text) {
                    Ok(()) => Ok(Self(text.into())),
                    Err(rule) => Err(NameError { text: shown(text), kind: $kind, rule }),
                }
            }
        }

        impl TryFrom<String> for $name {
            type Error = NameError;

            fn try_from(text: String) -> Result<Self, NameError> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(name: $name) -> Self {
                name.0.into()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }
    };
}

name!(
    /// The name of a workflow.
    WorkflowName, "workflow name", identifier
);
name!(
    /// The name of a phase.
    PhaseName, "phase name", identifier
);
name!(
    /// The name of an approval sub-state.
    SubStateName, "sub-state name", identifier
);
name!(
    /// The file name of a deliverable.
    ArtifactName, "artifact name", artifact
);
name!(
    /// The file name of bookkeeping that stands beside the artifacts.
    MetadataName, "metadata name", metadata
);
name!(
    /// The name of a set of files that new tasks start with.
    TemplateName, "template name", identifier
);
name!(
    /// The name of one task folder.
    TaskName, "task name", task
);
name!(
    /// The name of one loop.
    LoopName, "loop name", task
);
name!(
    /// Who acts: a person, an agent or a session, as they name themselves.
    ActorName, "actor name", actor
);

impl LoopName {
    /// The name under which the loop acts.
    pub fn actor(&self) -> String {
        format!("loop:{self}")
    }
}

/// What a message may quote of a text that was refused: bounded, without control characters.
fn shown(text: &str) -> String {
    let mut shown: String = text.escape_debug().take(80).collect();
    if text.chars().count() > 80 {
        shown.push('…');
    }
    shown
}

fn identifier(text: &str) -> Result<(), &'static str> {
    let letters = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    if text.is_empty() || text.chars().count() > 64 {
        Err("it has 1 to 64 characters")
    } else if !text.chars().all(letters) {
        Err("it consists of letters, digits, `_` and `-`")
    } else if text.starts_with('-') {
        Err("it does not start with `-`")
    } else {
        Ok(())
    }
}

fn file_name(text: &str) -> Result<(), &'static str> {
    if text.is_empty() || text.len() > 200 {
        Err("it has 1 to 200 bytes")
    } else if text.contains(['/', '\\']) {
        Err("it is one file name, without `/` or `\\`")
    } else if text.chars().any(char::is_control) {
        Err("it has no control characters")
    } else if text.starts_with([' ', '-']) || text.ends_with([' ', '.']) {
        Err("it does not start with a space or `-`, or end with a space or `.`")
    } else {
        Ok(())
    }
}

fn artifact(text: &str) -> Result<(), &'static str> {
    if text.starts_with('.') {
        Err("it does not start with `.`")
    } else if text.eq_ignore_ascii_case("subtasks") {
        Err("`subtasks` is the folder of sub-tasks")
    } else {
        file_name(text)
    }
}

fn metadata(text: &str) -> Result<(), &'static str> {
    if text.to_ascii_lowercase().starts_with(".state") {
        Err("names that start with `.state` belong to automaton")
    } else if text.eq_ignore_ascii_case("subtasks") {
        Err("`subtasks` is the folder of sub-tasks")
    } else {
        file_name(text)
    }
}

fn task(text: &str) -> Result<(), &'static str> {
    let letters = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-');
    let stem = text.split('.').next().unwrap_or_default();
    if text.is_empty() || text.len() > 64 {
        Err("it has 1 to 64 characters")
    } else if !text.bytes().all(letters) {
        Err("it consists of `A-Z a-z 0-9 . _ -`")
    } else if !text.as_bytes()[0].is_ascii_alphanumeric() {
        Err("it starts with a letter or a digit")
    } else if text.eq_ignore_ascii_case("complete") {
        Err("`complete` is the folder of archived tasks")
    } else if is_device(stem) {
        Err("it is a device name on Windows")
    } else {
        Ok(())
    }
}

/// Whether Windows would open a device under this name, whatever its extension.
fn is_device(stem: &str) -> bool {
    let stem = stem.to_ascii_lowercase();
    match stem.as_bytes() {
        b"con" | b"prn" | b"aux" | b"nul" => true,
        [b'c', b'o', b'm', digit] | [b'l', b'p', b't', digit] => matches!(digit, b'1'..=b'9'),
        _ => false,
    }
}

fn actor(text: &str) -> Result<(), &'static str> {
    if text.is_empty() || text.len() > 128 {
        Err("it has 1 to 128 bytes")
    } else if text.chars().any(char::is_control) {
        Err("it has no control characters")
    } else if text.trim() != text {
        Err("it does not start or end with white space")
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn task_names_are_refused_rather_than_rewritten() {
        for good in ["login", "a", "7.x_y-z", "Com10", "console", &"a".repeat(64)] {
            assert!(good.parse::<TaskName>().is_ok(), "{good}");
        }
        for bad in [
            "",
            ".",
            "..",
            "-x",
            "_x",
            ".hidden",
            "a/b",
            "a\\b",
            "a b",
            "ä",
            "complete",
            "Complete",
            "con",
            "NUL.txt",
            "lpt1",
            "a\0b",
            "a\n",
            "../x",
            &"a".repeat(65),
        ] {
            assert!(bad.parse::<TaskName>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn artifact_and_metadata_names_are_single_file_names() {
        for bad in [
            "", "a/b", ".x", "a\\b", "x.", " x", "x ", "-x", "SubTasks", "a\tb",
        ] {
            assert!(bad.parse::<ArtifactName>().is_err(), "{bad:?}");
        }
        assert!("SPEC.md".parse::<ArtifactName>().is_ok());
        assert!(".notes".parse::<MetadataName>().is_ok());
        assert!(".state".parse::<MetadataName>().is_err());
        assert!(".State.journal".parse::<MetadataName>().is_err());
    }

    #[test]
    fn states_and_task_paths_read_as_they_print() {
        for text in ["new", "research:awaiting_approval"] {
            assert_eq!(text.parse::<StateName>().expect(text).to_string(), text);
        }
        for bad in ["", ":", "a:", ":b", "a:b:c", "a b"] {
            assert!(bad.parse::<StateName>().is_err(), "{bad:?}");
        }
        let path: TaskPath = "epic/part".parse().expect("a path");
        assert_eq!(path.to_string(), "epic/part");
        assert_eq!(path.depth(), 1);
        assert_eq!(path.folder(), ".automaton/tasks/epic/subtasks/part");
        assert_eq!(path.parent(), Some("epic".parse().expect("a path")));
        for bad in ["", "/", "a/", "/a", "a//b", "a/../b"] {
            assert!(bad.parse::<TaskPath>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn a_refused_text_is_quoted_without_control_characters() {
        let error = "a\u{1b}[31m".parse::<TaskName>().expect_err("refused");
        assert_eq!(
            error.to_string(),
            "`a\\u{1b}[31m` is not a task name: it consists of `A-Z a-z 0-9 . _ -`"
        );
    }
}
