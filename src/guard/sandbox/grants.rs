//! What a command may write, as folders and files: a pure function of what the engine says, what
//! stands where, and the platform.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::tree::{Thing, Tree};
use crate::engine::edit::{Reach, TaskFile, Writing};
use crate::task::root::Repository;

/// Where a command is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Platform {
    /// The folder of the project's files.
    pub(super) code: PathBuf,
    /// The folder that belongs to the workflow.
    pub(super) automaton: PathBuf,
    /// The repository that a commit made in the project goes to.
    pub(super) repository: Option<Repository>,
    /// Folders for temporary files, outside the project.
    pub(super) temporary: Vec<PathBuf>,
}

/// What a command may write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grants {
    /// Folders for build outputs and temporary files.
    pub scratch: BTreeSet<PathBuf>,
    /// Folders of the project's files.
    pub edit: BTreeSet<PathBuf>,
    /// Folders of the repository that a commit writes to.
    pub repository: BTreeSet<PathBuf>,
    /// Files that are written in place.
    pub files: BTreeSet<PathBuf>,
    /// What stands in these folders and is written by nobody.
    pub deny: BTreeSet<PathBuf>,
    /// What is made before the command runs, and taken away again where it is still empty.
    pub make: BTreeMap<PathBuf, Thing>,
    /// The folders of the project's files in which not every name may be written, relative to the
    /// project.
    pub partly: BTreeSet<String>,
    /// What may be written, and is not granted, and why.
    pub notes: Vec<String>,
}

/// Build outputs that a tool makes itself where they are missing, by the file that tells the tool:
/// no folder above may be granted, so that they are made for it.
const OUTPUTS: &[(&str, &str)] = &[
    ("Cargo.toml", "target"),
    ("package.json", "node_modules"),
    ("CMakeLists.txt", "build"),
    ("build.gradle", "build"),
    ("build.gradle.kts", "build"),
    ("mix.exs", "_build"),
];

/// How many entries of the project are looked at.
const MOST_ENTRIES: usize = 200_000;

impl Grants {
    /// What `reach` comes to in `tree`.
    pub(super) fn of(reach: &Reach<'_>, tree: &impl Tree, platform: &Platform) -> Self {
        let mut grants = Self::default();
        grants.scratch.extend(platform.temporary.iter().cloned());
        let mut survey = Survey {
            reach,
            tree,
            code: &platform.code,
            grants,
            searched: Vec::new(),
            left: MOST_ENTRIES,
        };
        survey.globs();
        survey.search();
        survey.denied();
        let mut grants = survey.grants;
        grants.task_files(reach, tree, &platform.automaton);
        if reach.edits() {
            grants.commits(platform.repository.as_ref(), tree);
        }
        grants.without_nested();
        grants
    }

    /// The folders between what is granted and what in there is denied. Each has to be a mount of its
    /// own: nobody moves a mount away and puts something else in its place.
    pub(super) fn above_denied(&self) -> BTreeSet<PathBuf> {
        let granted = |path: &Path| {
            let mut above = path.ancestors().skip(1);
            above.any(|above| self.edit.contains(above) || self.repository.contains(above))
        };
        let above = self.deny.iter().flat_map(|path| path.ancestors().skip(1));
        above
            .filter(|path| granted(path))
            .map(Path::to_owned)
            .collect()
    }

    fn task_files(&mut self, reach: &Reach<'_>, tree: &impl Tree, automaton: &Path) {
        for file in &reach.task_files {
            let path = TaskFile::folder_in(&file.task, automaton).join(&file.name);
            match tree.thing(&path) {
                Some(Thing::File) => _ = self.files.insert(path),
                None if file.due => {
                    self.files.insert(path.clone());
                    self.make.insert(path, Thing::File);
                }
                _ => {}
            }
        }
    }

    fn commits(&mut self, repository: Option<&Repository>, tree: &impl Tree) {
        let (folders, guarded) = match repository {
            None => return,
            Some(Repository::Main(folder)) => (
                vec![folder.clone()],
                ["hooks", "config", "config.worktree", "commondir", "modules"]
                    .map(|name| folder.join(name))
                    .to_vec(),
            ),
            Some(Repository::Linked { own, common }) => (
                [own.clone()]
                    .into_iter()
                    .chain(["objects", "refs", "logs"].map(|name| common.join(name)))
                    .collect(),
                ["gitdir", "commondir", "config.worktree"]
                    .map(|name| own.join(name))
                    .to_vec(),
            ),
        };
        let stands = |path: &PathBuf| tree.thing(path) == Some(Thing::Folder);
        for folder in folders.into_iter().filter(stands) {
            self.deny.remove(&folder);
            self.repository.insert(folder);
        }
        let stands = |path: &PathBuf| tree.thing(path).is_some();
        self.deny.extend(guarded.into_iter().filter(stands));
    }

    /// Leaves out the folders that another one of the same kind holds.
    fn without_nested(&mut self) {
        let inside = |path: &Path, of: &BTreeSet<PathBuf>| {
            path.ancestors().skip(1).any(|above| of.contains(above))
        };
        let scratch = self.scratch.clone();
        self.scratch.retain(|path| !inside(path, &scratch));
        let edit = self.edit.clone();
        self.edit.retain(|path| {
            !inside(path, &edit) && !inside(path, &scratch) && !scratch.contains(path)
        });
        let deny = self.deny.clone();
        self.deny.retain(|path| !inside(path, &deny));
        let folders = [&self.scratch, &self.edit];
        let held = |path: &Path| folders.iter().any(|of| inside(path, of));
        // A file in what is denied is granted by itself.
        self.files.retain(|path| !held(path) || inside(path, &deny));
    }
}

/// The project, as it is looked through.
struct Survey<'s, 'r, T> {
    reach: &'s Reach<'r>,
    tree: &'s T,
    code: &'s Path,
    grants: Grants,
    /// Globs that name no folder: what they match has to be looked for.
    searched: Vec<Writing>,
    left: usize,
}

impl<T: Tree> Survey<'_, '_, T> {
    /// Grants the folders that the globs name.
    fn globs(&mut self) {
        let mut globs = self.reach.globs();
        globs.sort_unstable();
        globs.dedup();
        for (writing, glob) in globs {
            let folder = glob.folder();
            let whole = glob.covers_all_of(folder);
            match writing {
                Writing::Scratch if whole => self.scratch(folder),
                Writing::Edit if whole => self.edit(folder),
                // Other sources stand in the same folder, so that it cannot be granted.
                Writing::Scratch => self.searched.push(writing),
                Writing::Edit if folder.is_empty() || glob.is_plain() => {
                    self.searched.push(writing);
                }
                Writing::Edit => {
                    self.grants.partly.insert(folder.to_owned());
                    self.edit(folder);
                }
            }
        }
        if self.reach.overriding.is_some() {
            self.edit("");
        }
    }

    /// The path of a folder of the project.
    fn at(&self, folder: &str) -> PathBuf {
        match folder {
            "" => self.code.to_owned(),
            folder => self.code.join(folder),
        }
    }

    fn scratch(&mut self, folder: &str) {
        let path = self.at(folder);
        match self.tree.thing(&path) {
            Some(Thing::Folder) => _ = self.grants.scratch.insert(path),
            None if self.is_output(folder) => {
                self.grants.make.insert(path.clone(), Thing::Folder);
                self.grants.scratch.insert(path);
            }
            None => {}
            Some(_) => self.note(folder, "is no folder of the project"),
        }
    }

    fn edit(&mut self, folder: &str) {
        let path = self.at(folder);
        match self.tree.thing(&path) {
            Some(Thing::Folder) => _ = self.grants.edit.insert(path),
            None => {
                self.grants.make.insert(path.clone(), Thing::Folder);
                self.grants.edit.insert(path);
            }
            Some(_) => self.note(folder, "is no folder of the project"),
        }
    }

    fn note(&mut self, path: &str, why: &str) {
        self.grants.notes.push(format!("`{path}` {why}"));
    }

    /// Whether a tool of the project makes the folder.
    fn is_output(&self, folder: &str) -> bool {
        let (above, name) = folder.rsplit_once('/').unwrap_or(("", folder));
        OUTPUTS.iter().any(|(told_by, output)| {
            let told_by = self.at(above).join(told_by);
            *output == name && self.tree.thing(&told_by) == Some(Thing::File)
        })
    }

    /// Grants what globs match that name no folder, as far as it stands there.
    fn search(&mut self) {
        if self.searched.is_empty() {
            return;
        }
        let mut folders = vec![String::new()];
        while let Some(folder) = folders.pop() {
            for (path, thing) in self.list(&folder) {
                let full = self.code.join(&path);
                let granted =
                    self.grants.scratch.contains(&full) || self.grants.edit.contains(&full);
                if granted || self.reach.is_denied(&path) {
                    continue;
                }
                match thing {
                    Thing::Folder if self.is_scratch(&path) => _ = self.grants.scratch.insert(full),
                    Thing::Folder => folders.push(path),
                    Thing::File if self.may_be_written(&path, &full) => {
                        self.grants.files.insert(full);
                    }
                    _ => {}
                }
            }
        }
    }

    fn may_be_written(&self, path: &str, full: &Path) -> bool {
        self.reach.writing(path).is_some() && self.tree.thing(full) == Some(Thing::File)
    }

    fn is_scratch(&self, folder: &str) -> bool {
        let globs = self.reach.globs();
        let mut scratch = globs
            .iter()
            .filter(|(writing, _)| *writing == Writing::Scratch);
        scratch.any(|(_, glob)| glob.covers_all_of(folder))
    }

    /// Finds what stands in granted folders and may not be written.
    fn denied(&mut self) {
        let edit: Vec<PathBuf> = self.grants.edit.iter().cloned().collect();
        let mut folders: Vec<String> = edit
            .iter()
            .filter_map(|path| path.strip_prefix(self.code).ok()?.to_str())
            .map(str::to_owned)
            .collect();
        while let Some(folder) = folders.pop() {
            for (path, thing) in self.list(&folder) {
                let full = self.code.join(&path);
                if self.reach.is_denied(&path) {
                    self.grants.deny.insert(full);
                } else if thing == Thing::Folder && !self.grants.scratch.contains(&full) {
                    if self.is_denied_whole(&path) {
                        self.grants.deny.insert(full);
                    } else {
                        folders.push(path);
                    }
                }
            }
        }
    }

    /// Whether nothing in the folder may be written, whatever its name.
    fn is_denied_whole(&self, folder: &str) -> bool {
        const ANY: &str = "\u{1}any\u{1}";
        let inside = [format!("{folder}/{ANY}"), format!("{folder}/{ANY}/{ANY}")];
        inside.iter().all(|path| self.reach.is_denied(path))
    }

    /// What stands in a folder of the project, with paths relative to it.
    fn list(&mut self, folder: &str) -> Vec<(String, Thing)> {
        if self.left == 0 {
            return Vec::new();
        }
        let listed = self.tree.list(&self.at(folder));
        self.left = self.left.saturating_sub(listed.len());
        if self.left == 0 {
            let note =
                format!("more than {MOST_ENTRIES} entries; what lies deeper was not looked at");
            self.grants.notes.push(note);
        }
        let path = |name: String| match folder {
            "" => name,
            folder => format!("{folder}/{name}"),
        };
        let listed = listed.into_iter();
        listed.map(|(name, thing)| (path(name), thing)).collect()
    }
}

/// Whether a pattern is the name of one file.
#[cfg(test)]
mod tests;
