//! Where the prompts of a workflow lie: beside its file, or in the program.

use std::path::{Component, Path, PathBuf};

use crate::fs::{Content, Dir, FsError, Kind};

/// A prompt is no longer than this, in bytes.
const LARGEST: u64 = 1 << 20;

/// The prompts of a workflow, by their paths relative to its file.
#[derive(Clone, Debug)]
pub enum Shelf {
    /// In the folder of the workflow file, which messages show like this.
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What stands before a path where messages show it, a slash at its end included.
        prefix: String,
    },
    /// Texts of the program.
    Texts(&'static [(&'static str, &'static str)]),
}

/// A prompt that cannot be read.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum ShelfError {
    /// Nothing has that name.
    #[error("it is not there")]
    Missing,
    /// It is not a file of text beside the workflow.
    #[error("{0}")]
    Unusable(String),
}

impl From<FsError> for ShelfError {
    fn from(error: FsError) -> Self {
        Self::Unusable(error.to_string())
    }
}

impl Shelf {
    /// The prompts beside the workflow file in `folder`.
    pub fn beside(folder: impl Into<PathBuf>, prefix: impl Into<String>) -> Self {
        Self::Folder {
            folder: folder.into(),
            prefix: prefix.into(),
        }
    }

    /// How messages show a prompt.
    pub fn shown(&self, path: &str) -> String {
        match self {
            Self::Folder { prefix, .. } => format!("{prefix}{path}"),
            Self::Texts(_) => path.to_owned(),
        }
    }

    /// The text of a prompt.
    pub fn read(&self, path: &str) -> Result<String, ShelfError> {
        let names = plain(path)?;
        let folder = match self {
            Self::Texts(texts) => {
                let text = texts.iter().find(|(known, _)| *known == path);
                return text.map_or(Err(ShelfError::Missing), |(_, text)| Ok((*text).to_owned()));
            }
            Self::Folder { folder, .. } => folder,
        };
        let (name, folders) = names.split_last().ok_or(ShelfError::Missing)?;
        let mut dir = Dir::open(folder, "")?;
        for folder in folders {
            dir = dir.existing_folder(folder)?.ok_or(ShelfError::Missing)?;
        }
        match dir.read(name, LARGEST)? {
            Content::Missing => Err(ShelfError::Missing),
            Content::TooLarge => Err(ShelfError::Unusable("it is larger than 1 MiB".to_owned())),
            Content::Not(kind) => Err(ShelfError::Unusable(format!("it is {}", kind.noun()))),
            Content::Bytes(bytes) => {
                let text = String::from_utf8(bytes);
                text.map_err(|_| ShelfError::Unusable("it is not UTF-8".to_owned()))
            }
        }
    }

    /// Replaces a prompt in the folder of the workflow, durably.
    pub fn write(&self, path: &str, text: &str) -> Result<(), FsError> {
        let Some((dir, name)) = self.place(path)? else {
            return Ok(());
        };
        dir.replace(name, text.as_bytes())
    }

    /// Makes a prompt in the folder of the workflow. Something that stands there is an error.
    pub fn place_new(&self, path: &str, text: &str) -> Result<(), FsError> {
        let Some((dir, name)) = self.place(path)? else {
            return Ok(());
        };
        dir.place_new(name, text.as_bytes())
    }

    /// The folder of a prompt, which is made where it is missing, and the file's name in it; nothing
    /// where the texts are the program's own.
    fn place<'p>(&self, path: &'p str) -> Result<Option<(Dir, &'p str)>, FsError> {
        let Self::Folder { folder, .. } = self else {
            return Ok(None);
        };
        let mut dir = Dir::open(folder, "")?;
        let names = plain(path).map_err(|error| dir.refuse(path, "write", &error.to_string()))?;
        let Some((name, folders)) = names.split_last() else {
            return Ok(None);
        };
        for folder in folders {
            dir = dir.ensure_folder(folder)?;
        }
        Ok(Some((dir, name)))
    }

    /// The paths of every file in a folder beside the workflow, hidden ones left out.
    pub fn files(&self, folder: &str) -> Result<Vec<String>, FsError> {
        let Self::Folder { folder: base, .. } = self else {
            return Ok(Vec::new());
        };
        let mut dir = Dir::open(base, "")?;
        let Ok(names) = plain(folder) else {
            return Ok(Vec::new());
        };
        for name in names {
            match dir.existing_folder(name)? {
                Some(inner) => dir = inner,
                None => return Ok(Vec::new()),
            }
        }
        let items = dir.list()?.into_iter();
        let files = items.filter(|item| item.kind != Kind::Folder && !item.name.starts_with('.'));
        Ok(files
            .map(|item| format!("{folder}/{}", item.name))
            .collect())
    }
}

/// The names along a path that stays beside the workflow.
fn plain(path: &str) -> Result<Vec<&str>, ShelfError> {
    let mut names = Vec::new();
    for part in Path::new(path).components() {
        match part {
            Component::Normal(name) => names.extend(name.to_str()),
            Component::CurDir => {}
            _ => {
                let why = "its path leads away from the workflow file";
                return Err(ShelfError::Unusable(why.to_owned()));
            }
        }
    }
    Ok(names)
}
