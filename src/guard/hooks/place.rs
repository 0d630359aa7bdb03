//! A folder whose files make harnesses call the gate, and writing into it.

use std::path::Path;

use super::change::{Change, Fate, Found, Turn, beside, digest};
use super::ledger::{Book, Ledger, Record};
use super::setup::Part;
use super::surroundings::LARGEST;
use super::{plan, undo};
use crate::fs::{Content, Dir, FileMode, FsError};

/// The permission bits of a new file that may be run.
const NEW: FileMode = 0o755;
/// The bits that let a file be run.
const RUNS: FileMode = 0o111;

/// A folder whose files make harnesses call the gate.
#[derive(Debug)]
pub struct Place {
    base: Dir,
    /// What stands before a path where messages show it.
    prefix: String,
    book: Book,
    pub(super) ledger: Ledger,
}

impl Place {
    pub(super) fn open(folder: &Path, prefix: &str, book: Book) -> Result<Self, FsError> {
        Ok(Self {
            base: Dir::open(folder, prefix.trim_end_matches('/'))?,
            prefix: prefix.to_owned(),
            ledger: book.read()?,
            book,
        })
    }

    /// The place of a project's own settings.
    pub fn of_project(folder: &Path, automaton: &Path) -> Result<Self, FsError> {
        Self::recorded(folder, automaton, "hooks.json")
    }

    /// A project's folder, with what is written there recorded in the file `name` of its `.automaton`.
    pub fn recorded(folder: &Path, automaton: &Path, name: &'static str) -> Result<Self, FsError> {
        let book = Book {
            folder: automaton.to_owned(),
            shown: crate::task::root::FOLDER.to_owned(),
            name,
            private: false,
        };
        Self::open(folder, "", book)
    }

    /// The place of a user's settings, and the folder of this program among them.
    pub fn of_user(home: &Path, own: &Path) -> Result<Self, FsError> {
        let book = Book {
            folder: own.to_owned(),
            shown: own.display().to_string(),
            name: "hooks.json",
            private: true,
        };
        Self::open(home, "~/", book)
    }

    /// What has to change for a file of `reader` to hold what it should.
    pub fn install(&self, reader: &'static str, part: &Part) -> Change {
        plan::install(self, reader, part)
    }

    /// What has to change for a file of `reader` to hold nothing of ours any more.
    pub fn uninstall(&self, reader: &'static str, part: &Part) -> Change {
        undo::uninstall(self, reader, part)
    }

    /// The files of `reader` that were written, as they are on record.
    pub fn known(&self, reader: &str) -> Vec<&str> {
        self.ledger.paths(reader)
    }

    pub(super) fn shown(&self, path: &str) -> String {
        format!("{}{path}", self.prefix)
    }

    /// The folder of a file, and the file's name in it; nothing where the folder is missing.
    fn parent<'p>(&self, path: &'p str) -> Result<Option<(Dir, &'p str)>, FsError> {
        let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
        let mut dir = self.base.clone();
        for folder in folders.split('/').filter(|folder| !folder.is_empty()) {
            match dir.existing_folder(folder)? {
                Some(inner) => dir = inner,
                None => return Ok(None),
            }
        }
        Ok(Some((dir, name)))
    }

    /// The same, and what is missing is made and noted.
    fn made_parent<'p>(
        &self,
        path: &'p str,
        made: &mut Vec<String>,
    ) -> Result<(Dir, &'p str), FsError> {
        let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
        let mut dir = self.base.clone();
        let mut reached = String::new();
        for folder in folders.split('/').filter(|folder| !folder.is_empty()) {
            reached = if reached.is_empty() {
                folder.to_owned()
            } else {
                format!("{reached}/{folder}")
            };
            if dir.look(folder)?.is_none() {
                made.push(reached.clone());
            }
            dir = dir.ensure_folder(folder)?;
        }
        Ok((dir, name))
    }

    pub(super) fn look(&self, path: &str) -> Found {
        match self.read(path) {
            Ok(found) => found,
            Err(error) => Found::Other(error.to_string()),
        }
    }

    fn read(&self, path: &str) -> Result<Found, FsError> {
        let Some((dir, name)) = self.parent(path)? else {
            return Ok(Found::Nothing);
        };
        Ok(match dir.read(name, LARGEST)? {
            Content::Missing => Found::Nothing,
            Content::TooLarge => Found::Other("it is too large".to_owned()),
            Content::Not(kind) => Found::Other(format!("it is {}", kind.noun())),
            Content::Bytes(bytes) => match String::from_utf8(bytes) {
                Ok(text) => Found::Text {
                    text,
                    runs: dir.mode(name)?.unwrap_or_default() & RUNS != 0,
                },
                Err(_) => Found::Other("it is not UTF-8".to_owned()),
            },
        })
    }

    /// Carries out what was planned, and remembers it.
    pub fn apply(&mut self, changes: &[Change]) -> Result<(), FsError> {
        for change in changes {
            match &change.fate {
                Fate::Same => {}
                Fate::Turn(turn) => self.turn(change, turn)?,
                Fate::Left { beside, .. } => {
                    if let Some(text) = beside {
                        let (dir, name) = self.made_parent(&change.path, &mut Vec::new())?;
                        dir.replace(&format!("{name}.new"), text.as_bytes())?;
                    }
                }
            }
        }
        Ok(())
    }

    fn turn(&mut self, change: &Change, turn: &Turn) -> Result<(), FsError> {
        let known = self.ledger.of(&change.path).cloned();
        let mut folders = known.map_or_else(Vec::new, |known| known.folders);
        match &turn.after {
            Some(text) if turn.calls => {
                let (dir, name) = self.made_parent(&change.path, &mut folders)?;
                if let Some(folder) = turn.aside {
                    let kept = beside(&change.path, folder);
                    let (aside, _) = self.made_parent(&kept, &mut folders)?;
                    dir.rename_new(name, &aside, name)?;
                    aside.sync()?;
                }
                Self::put(&dir, name, text, turn)?;
                self.ledger.put(Record {
                    harness: change.harness.to_owned(),
                    path: change.path.clone(),
                    sha256: digest(text),
                    entries: turn.entries.clone(),
                    before: turn.original.clone(),
                    folders,
                });
            }
            after => {
                if let Some((dir, name)) = self.parent(&change.path)? {
                    match after {
                        Some(text) => Self::put(&dir, name, text, turn)?,
                        None => dir.unlink(name)?,
                    }
                    if let Some(folder) = turn.aside
                        && let Some(aside) = dir.existing_folder(folder)?
                    {
                        aside.rename_new(name, &dir, name)?;
                        dir.remove_folder(folder)?;
                    }
                    dir.sync()?;
                }
                self.ledger.forget(&change.path);
                folders.iter().rev().for_each(|path| self.clear(path));
            }
        }
        self.book.write(&self.ledger)
    }

    /// Writes a file, which keeps the permission bits that it has.
    fn put(dir: &Dir, name: &str, text: &str, turn: &Turn) -> Result<(), FsError> {
        let bytes = text.as_bytes();
        match (dir.mode(name)?, turn.executable) {
            (None, false) => dir.replace(name, bytes),
            (None, true) => dir.replace_with_mode(name, bytes, NEW),
            (Some(mode), false) => dir.replace_with_mode(name, bytes, mode),
            (Some(mode), true) => dir.replace_with_mode(name, bytes, mode | RUNS),
        }
    }

    /// Removes a folder that was made for a file and holds nothing any more.
    fn clear(&self, path: &str) {
        if let Ok(Some((dir, name))) = self.parent(path) {
            // What others put there keeps the folder.
            let _ = dir.remove_folder(name);
        }
    }
}
