//! What a project starts with, and what of it stands there already.

use crate::fs::{Content, Dir, FsError, Kind};
use crate::task::MACHINE_LOCAL;
use crate::task::root::FOLDER;

/// The workflow file, in [`FOLDER`].
const WORKFLOW: &str = "workflow.kdl";
/// Where [`FOLDER`] is built before it is put in place.
const BEGUN: &str = ".automaton.new";
/// Files that differ are not read further than this.
const LIMIT: u64 = 1 << 20;

/// One file or folder that a project starts with.
#[derive(Clone, Debug)]
pub(super) struct Item {
    name: &'static str,
    /// What a file holds; nothing for a folder.
    text: Option<String>,
    pub(super) fate: Fate,
}

/// What becomes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is not there, and is written.
    Missing,
    /// It is there as it would be written.
    Same,
    /// Something else is there and stays.
    Kept(&'static str),
}

impl Item {
    /// The path that messages show.
    pub(super) fn path(&self) -> String {
        let slash = if self.text.is_none() { "/" } else { "" };
        format!("{FOLDER}/{}{slash}", self.name)
    }

    pub(super) fn is_workflow(&self) -> bool {
        self.name == WORKFLOW
    }
}

/// The folder that belongs to the workflow, if there is one, or what stands in its place.
pub(super) fn existing(dir: &Dir) -> Result<Result<Option<Dir>, Kind>, FsError> {
    Ok(match dir.look(FOLDER)? {
        None => Ok(None),
        Some((Kind::Folder, _)) => Ok(Some(dir.folder(FOLDER)?)),
        Some((kind, _)) => Err(kind),
    })
}

/// Everything that a project starts with. The folder of tasks comes last: with it, or with the
/// workflow file, the folder is a project.
pub(super) fn items(home: Option<&Dir>, workflow: &str, local: bool) -> Result<Vec<Item>, FsError> {
    let mut files = Vec::new();
    if local {
        files.push((".gitignore", "*\n".to_owned()));
    } else {
        files.push((".gitattributes", "* -text\n".to_owned()));
        files.push((".gitignore", MACHINE_LOCAL.join("\n") + "\n"));
    }
    files.push((WORKFLOW, workflow.to_owned()));
    let files = files.into_iter().map(|(name, text)| (name, Some(text)));
    let all = files.chain([("tasks", None)]);
    all.map(|(name, text)| {
        let fate = match home {
            None => Fate::Missing,
            Some(home) => fate(home, name, text.as_deref())?,
        };
        Ok(Item { name, text, fate })
    })
    .collect()
}

fn fate(home: &Dir, name: &str, text: Option<&str>) -> Result<Fate, FsError> {
    let Some(text) = text else {
        return Ok(match home.look(name)? {
            None => Fate::Missing,
            Some((Kind::Folder, _)) => Fate::Same,
            Some((kind, _)) => Fate::Kept(kind.noun()),
        });
    };
    Ok(match home.read(name, LIMIT)? {
        Content::Missing => Fate::Missing,
        Content::Bytes(bytes) if bytes == text.as_bytes() => Fate::Same,
        Content::Bytes(_) | Content::TooLarge => Fate::Kept("it differs"),
        Content::Not(kind) => Fate::Kept(kind.noun()),
    })
}

/// Writes what is missing.
pub(super) fn write(dir: &Dir, home: Option<&Dir>, items: &[Item]) -> Result<(), FsError> {
    let Some(home) = home else {
        return make(dir, items);
    };
    for item in items.iter().filter(|item| item.fate == Fate::Missing) {
        match &item.text {
            Some(text) => home.place_new(item.name, text.as_bytes())?,
            None => drop(home.ensure_folder(item.name)?),
        }
    }
    Ok(())
}

/// Makes the whole folder. It is built aside, so that a call that is cut short leaves no project
/// behind that only a person could complete.
fn make(dir: &Dir, items: &[Item]) -> Result<(), FsError> {
    if let Some(begun) = dir.existing_folder(BEGUN)? {
        for item in begun.list()? {
            match item.kind {
                Kind::Folder => begun.remove_folder(&item.name)?,
                _ => begun.unlink(&item.name)?,
            }
        }
        dir.remove_folder(BEGUN)?;
    }
    let home = dir.make_folder(BEGUN)?;
    for item in items {
        match &item.text {
            Some(text) => home.create_new(item.name, text.as_bytes())?,
            None => drop(home.make_folder(item.name)?),
        }
    }
    home.sync()?;
    dir.rename_new(BEGUN, dir, FOLDER)?;
    dir.sync()
}
