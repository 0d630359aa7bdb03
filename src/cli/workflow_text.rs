//! The workflow texts that a call is about: files that it names, standard input, what is in force.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use super::session::{Session, WORKFLOW_FILE};
use crate::diagnostic::{Diagnostic, Exit, Severity, Topic};
use crate::prompts::Shelf;
use crate::source::SourceFile;
use crate::task::root::{Project, RootError};
use crate::workflow::{DEFAULT, EMBEDDED_TEXT, Origin};

/// A file that the call names and that cannot be had.
pub(super) static FILE_UNREADABLE: Topic = Topic {
    code: "file-unreadable",
    severity: Severity::Error,
    exit: Exit::Usage,
    summary: "a file that the call names is missing or cannot be read",
    explanation: "Nothing can be said about a file that is not there. The message holds the \
        system's reason. Check the path, which counts from the current folder, and the file's \
        permissions. The other files of the call were looked at all the same.",
};

/// A file that is not text.
pub(super) static NOT_UTF8: Topic = Topic {
    code: "not-utf8",
    severity: Severity::Error,
    exit: Exit::Usage,
    summary: "the file is not UTF-8 text",
    explanation: "A workflow file is UTF-8 text. The message names the first byte that is not. \
        Save the file as UTF-8, or give the path of the file that was meant.",
};

/// More than this is not read: it is no workflow, and memory is not endless.
const MAX_BYTES: u64 = 64 << 20;

/// A workflow text and where it came from.
#[derive(Clone, Debug)]
pub(super) struct WorkflowText {
    pub(super) source: SourceFile,
    pub(super) origin: Origin,
    /// The file, where the text is from one.
    pub(super) path: Option<PathBuf>,
}

impl WorkflowText {
    /// The file that the call names.
    pub(super) fn named(path: &Path, session: &Session) -> Result<Self, Diagnostic> {
        Self::file(path, &shown(path, session.environment.folder()))
    }

    /// What comes on standard input, shown under `name`.
    pub(super) fn standard_input(name: &str) -> Result<Self, Diagnostic> {
        Ok(Self {
            source: text(io::stdin().lock(), name)?,
            origin: Origin::File,
            path: None,
        })
    }

    /// The workflow in force where the call is made: the project's own, else the embedded one.
    pub(super) fn in_force(session: &Session) -> Result<Self, Diagnostic> {
        let project = match session.find_project() {
            Err(RootError::NoProject { .. }) if !session.names_project() => {
                return Ok(Self::embedded());
            }
            found => found.map_err(|error| error.diagnostic())?,
        };
        Self::of_project(&project)
    }

    /// Where its prompts lie; nothing where the text is from no file.
    pub(super) fn shelf(&self) -> Option<Shelf> {
        let name = self.source.name();
        match &self.path {
            Some(path) => {
                let folder = match path.parent() {
                    Some(folder) if !folder.as_os_str().is_empty() => folder,
                    _ => Path::new("."),
                };
                let prefix = name.rsplit_once('/').map_or("", |(folder, _)| folder);
                let gap = if prefix.is_empty() { "" } else { "/" };
                Some(Shelf::beside(folder, format!("{prefix}{gap}")))
            }
            None if self.origin == Origin::Embedded => Some(Shelf::Texts(DEFAULT.prompts)),
            None => None,
        }
    }

    fn of_project(project: &Project) -> Result<Self, Diagnostic> {
        let path = project.workflow_file();
        let name = WORKFLOW_FILE;
        // What is wrong inside a regular file is told like that of any other file.
        if path.symlink_metadata().is_ok_and(|found| found.is_file()) {
            return Self::file(&path, name);
        }
        match project.workflow_text() {
            Ok(None) => Ok(Self::embedded()),
            Ok(Some(_)) => Self::file(&path, name),
            Err(error) => Err(error.diagnostic()),
        }
    }

    /// The one that is built in.
    pub(super) fn embedded() -> Self {
        Self {
            source: SourceFile::new("<embedded>", EMBEDDED_TEXT),
            origin: Origin::Embedded,
            path: None,
        }
    }

    fn file(path: &Path, name: &str) -> Result<Self, Diagnostic> {
        let file = File::open(path).map_err(|error| unreadable(name, &error))?;
        Ok(Self {
            source: text(file, name)?,
            origin: Origin::File,
            path: Some(path.to_owned()),
        })
    }
}

fn text(from: impl Read, name: &str) -> Result<SourceFile, Diagnostic> {
    let mut bytes = Vec::new();
    let read = from.take(MAX_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(name, &error))?;
    if bytes.len() as u64 > MAX_BYTES {
        let error = io::Error::other("it is larger than 64 MiB");
        return Err(unreadable(name, &error));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(SourceFile::new(name, text)),
        Err(error) => {
            let offset = error.utf8_error().valid_up_to();
            let message = format!("the file is not UTF-8 at byte {offset}");
            let found = Diagnostic::about(&NOT_UTF8, name, message);
            Err(found.help("save it as UTF-8"))
        }
    }
}

fn unreadable(name: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::about(&FILE_UNREADABLE, name, "the file cannot be read").reason(error.to_string())
}

/// The path as output shows it: relative to the current folder where it lies below it.
fn shown(path: &Path, folder: Option<&Path>) -> String {
    let below = folder.and_then(|folder| path.strip_prefix(folder).ok());
    let parts = below.unwrap_or(path).components();
    let plain: PathBuf = parts.filter(|part| *part != Component::CurDir).collect();
    plain.to_string_lossy().into_owned()
}
