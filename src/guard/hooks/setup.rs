//! How a harness is made to call the gate: the model that every installer fills in.

use std::path::Path;

use serde_json::Value;

use super::surroundings::{Surroundings, Trust};
use crate::guard::Reply;

/// For whom a hook is installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// For everyone who works on the project: in the project's folder.
    Project,
    /// For every project of this user: in the home folder.
    User,
}

impl Level {
    /// The word that output uses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Project => "project",
            Self::User => "user",
        }
    }
}

/// A harness, and what makes it call the gate.
pub struct Setup {
    /// The word by which `automaton hook` knows it.
    pub harness: &'static str,
    /// What shows that a project or a user works with it: files or folders.
    pub signs: &'static [&'static str],
    /// The program that shows it, on `PATH`.
    pub program: &'static str,
    /// The files that make it call the gate.
    pub parts: fn(&Caller<'_>) -> Vec<Part>,
    /// The payload with which it would announce a write.
    pub announce: fn(&Write<'_>) -> Value,
    /// Whether it would take the answer for a refusal.
    pub stops: fn(&Reply) -> bool,
    /// Settings that switch its hooks off.
    pub switches: &'static [Switch],
    /// Whether a session that starts in a subfolder reads the settings of the user alone.
    pub subfolders_need_user: bool,
    /// Whether it trusts what is installed; nothing where it asks for no trust.
    pub trust: Option<fn(&Surroundings<'_>) -> Trust>,
}

/// Who calls the gate, and how.
#[derive(Clone, Copy, Debug)]
pub struct Caller<'c> {
    /// For whom.
    pub level: Level,
    /// The file of this program.
    pub program: &'c str,
}

impl Caller<'_> {
    /// The shell command that asks the gate.
    ///
    /// A project's settings are shared: they name the program, which everybody has somewhere else. A
    /// user's are of one machine: they name the file, because harnesses often start with another
    /// `PATH` than a terminal. Where there is no such program, the shell says so and exits with 127,
    /// which several harnesses take for leave: `exit 2` is a refusal for all of them, in every shell.
    pub fn command(&self, harness: &str) -> String {
        match self.level {
            Level::Project => format!("automaton hook {harness} || exit 2"),
            Level::User => {
                let program = quoted(self.program);
                format!("{program} hook {harness} --if-project || exit 2")
            }
        }
    }
}

/// A word as the shell reads it.
pub(super) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// One file that makes a harness call the gate.
#[derive(Clone, Debug)]
pub struct Part {
    /// The file, relative to the project or the home folder.
    pub path: String,
    /// What stands in it.
    pub form: Form,
}

impl Part {
    /// A file that is ours as a whole.
    pub fn own(path: &str, text: String) -> Self {
        Self {
            path: path.to_owned(),
            form: Form::Own {
                text,
                executable: false,
                aside: None,
            },
        }
    }

    /// A block in a file that others write too, with the marks between which it stands.
    pub fn block(path: &str, text: String, marks: (&'static str, &'static str)) -> Self {
        Self {
            path: path.to_owned(),
            form: Form::Block { text, marks },
        }
    }

    pub(super) fn script(path: &str, text: String) -> Self {
        Self {
            path: path.to_owned(),
            form: Form::Own {
                text,
                executable: true,
                aside: None,
            },
        }
    }

    /// A file of one JSON document.
    pub(super) fn document(path: &str, document: &Value) -> Self {
        Self::own(path, format!("{document:#}\n"))
    }

    pub(super) fn entries(path: &str, version: Option<u64>, entries: Vec<Entry>) -> Self {
        Self {
            path: path.to_owned(),
            form: Form::Entries { version, entries },
        }
    }
}

/// What stands in a file that makes a harness call the gate.
#[derive(Clone, Debug)]
pub enum Form {
    /// Everything: the file is ours.
    Own {
        /// The whole text.
        text: String,
        /// Whether it may be run.
        executable: bool,
        /// The folder beside it into which a file of somebody else's is moved, to be called from
        /// ours; without one it stays, and ours is not written.
        aside: Option<&'static str>,
    },
    /// Entries in lists of a JSON file that others write too.
    Entries {
        /// The `version` that the file has to state.
        version: Option<u64>,
        /// The entries.
        entries: Vec<Entry>,
    },
    /// A block in a text that others write too.
    Block {
        /// The block, which begins and ends with its marks.
        text: String,
        /// The marks.
        marks: (&'static str, &'static str),
    },
}

/// An entry in a list of a JSON file.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The names that lead to the list.
    pub list: &'static [&'static str],
    /// The entry.
    pub value: Value,
}

/// A write that a harness announces.
#[derive(Clone, Copy, Debug)]
pub struct Write<'w> {
    /// The folder that the harness works in.
    pub folder: &'w Path,
    /// The file, by its absolute path.
    pub file: &'w str,
}

impl Write<'_> {
    pub(super) fn folder(&self) -> Value {
        self.folder.to_string_lossy().into()
    }

    /// The write as a patch.
    pub(super) fn patch(&self) -> String {
        format!(
            "*** Begin Patch\n*** Add File: {}\n+x\n*** End Patch\n",
            self.file
        )
    }
}

/// A setting that switches hooks off.
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    /// Under which folder the file is.
    pub level: Level,
    /// The file.
    pub file: &'static str,
    /// The names that lead to the setting.
    pub keys: &'static [&'static str],
    /// The value that switches hooks off.
    pub off: bool,
}

/// Whether an answer is the refusal of most harnesses: exit 2, and a reason on standard error.
pub(super) fn exit_two(reply: &Reply) -> bool {
    reply.exit == 2 && !reply.stderr.trim().is_empty()
}

/// The value at `pointer` of an answer that is a JSON document.
pub(super) fn answered(reply: &Reply, pointer: &str) -> Option<Value> {
    let document: Value = serde_json::from_str(&reply.stdout).ok()?;
    document.pointer(pointer).cloned()
}
