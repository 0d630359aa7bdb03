//! What a project starts with, and what of it stands there already.

use crate::fs::{Content, Dir, FsError, Kind};
use crate::task::MACHINE_LOCAL;
use crate::task::root::FOLDER;
use crate::workflow::Shipped;

/// The workflow file, in [`FOLDER`].
const WORKFLOW: &str = "workflow.kdl";
/// Where [`FOLDER`] is built before it is put in place.
const BEGUN: &str = ".automaton.new";
/// Files that differ are not read further than this.
const LIMIT: u64 = 1 << 20;

/// One file or folder that a project starts with.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// Its path in [`FOLDER`].
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

    /// The path of the folder in [`FOLDER`] that it stands in, where it stands in one.
    pub(super) fn folder(&self) -> Option<&'static str> {
        self.name.rsplit_once('/').map(|(folder, _)| folder)
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
///
/// Prompts go with their workflow: beside one of the project's own they would say something else.
pub(super) fn items(
    home: Option<&Dir>,
    workflow: &Shipped,
    local: bool,
) -> Result<Vec<Item>, FsError> {
    let mut files = Vec::new();
    if local {
        files.push((".gitignore", "*\n".to_owned()));
    } else {
        files.push((".gitattributes", "* -text\n".to_owned()));
        files.push((".gitignore", MACHINE_LOCAL.join("\n") + "\n"));
    }
    let prompts = workflow.prompts.iter();
    files.extend(prompts.map(|(path, text)| (*path, (*text).to_owned())));
    files.push((WORKFLOW, workflow.text.to_owned()));
    let files = files.into_iter().map(|(name, text)| (name, Some(text)));
    let all = files.chain([("tasks", None)]);
    let items = all.map(|(name, text)| {
        let fate = match home {
            None => Fate::Missing,
            Some(home) => fate(home, name, text.as_deref())?,
        };
        Ok(Item { name, text, fate })
    });
    let mut items = items.collect::<Result<Vec<Item>, FsError>>()?;
    let own = |item: &Item| item.is_workflow() && matches!(item.fate, Fate::Kept(_));
    if items.iter().any(own) {
        items.retain(|item| item.folder().is_none());
    }
    Ok(items)
}

fn fate(home: &Dir, name: &str, text: Option<&str>) -> Result<Fate, FsError> {
    let Some(text) = text else {
        return Ok(match home.look(name)? {
            None => Fate::Missing,
            Some((Kind::Folder, _)) => Fate::Same,
            Some((kind, _)) => Fate::Kept(kind.noun()),
        });
    };
    let (dir, name) = match name.split_once('/') {
        None => (home.clone(), name),
        Some((folder, name)) => match home.look(folder)? {
            None => return Ok(Fate::Missing),
            Some((Kind::Folder, _)) => (home.folder(folder)?, name),
            Some((kind, _)) => return Ok(Fate::Kept(kind.noun())),
        },
    };
    Ok(match dir.read(name, LIMIT)? {
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
            Some(text) => {
                let (dir, name) = place(home, item.name)?;
                dir.place_new(name, text.as_bytes())?;
            }
            None => drop(home.ensure_folder(item.name)?),
        }
    }
    Ok(())
}

/// The folder of a file, which is made where it is missing, and the file's name in it.
fn place<'n>(home: &Dir, path: &'n str) -> Result<(Dir, &'n str), FsError> {
    match path.split_once('/') {
        None => Ok((home.clone(), path)),
        Some((folder, name)) => Ok((home.ensure_folder(folder)?, name)),
    }
}

/// Makes the whole folder. It is built aside, so that a call that is cut short leaves no project
/// behind that only a person could complete.
fn make(dir: &Dir, items: &[Item]) -> Result<(), FsError> {
    if let Some(begun) = dir.existing_folder(BEGUN)? {
        empty(&begun)?;
        dir.remove_folder(BEGUN)?;
    }
    let home = dir.make_folder(BEGUN)?;
    for item in items {
        match &item.text {
            Some(text) => {
                let (dir, name) = place(&home, item.name)?;
                dir.create_new(name, text.as_bytes())?;
                dir.sync()?;
            }
            None => drop(home.make_folder(item.name)?),
        }
    }
    home.sync()?;
    dir.rename_new(BEGUN, dir, FOLDER)?;
    dir.sync()
}

/// Removes what a call that was cut short left in a folder.
fn empty(dir: &Dir) -> Result<(), FsError> {
    for item in dir.list()? {
        match item.kind {
            Kind::Folder => {
                empty(&dir.folder(&item.name)?)?;
                dir.remove_folder(&item.name)?;
            }
            _ => dir.unlink(&item.name)?,
        }
    }
    Ok(())
}
