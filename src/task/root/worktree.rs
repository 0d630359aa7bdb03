//! Linked Git worktrees, read from their files: neither a `git` program nor an inherited variable
//! has a say in where they lead.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read as _;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

/// A file of Git that holds one path is no longer than this.
const MAX_POINTER_BYTES: u64 = 16 << 10;

/// A linked worktree that its repository knows.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Worktree {
    /// The folder of the worktree.
    pub top: PathBuf,
    /// The folder of the main worktree.
    pub main: PathBuf,
    /// What the repository keeps for this worktree alone.
    own: PathBuf,
    /// The folder of the repository.
    common: PathBuf,
}

/// The repository of a worktree, by the folders that a commit writes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repository {
    /// That of the main worktree.
    Main(PathBuf),
    /// That of a linked worktree, which it knows.
    Linked {
        /// What it keeps for this worktree alone.
        own: PathBuf,
        /// What its worktrees share.
        common: PathBuf,
    },
}

impl Repository {
    /// The repository of the worktree around `folder`, if that is one whose files lead there.
    pub fn around(folder: &Path) -> Option<Self> {
        if let Some(worktree) = Worktree::around(folder) {
            return Some(Self::Linked {
                own: worktree.own,
                common: worktree.common,
            });
        }
        let repository = folder
            .ancestors()
            .map(|above| above.join(".git"))
            .find(|git| git.symlink_metadata().is_ok())?;
        let is_folder = repository
            .symlink_metadata()
            .is_ok_and(|found| found.is_dir());
        is_folder.then_some(Self::Main(repository))
    }
}

impl Worktree {
    /// The linked worktree around `folder`: its `.git` is the nearest one, and a file.
    ///
    /// Whoever may write a file can write a `.git` that points anywhere. So the repository has to
    /// point back at it, from a place that only a write to the repository's own files can make.
    pub(super) fn around(folder: &Path) -> Option<Self> {
        let top = folder
            .ancestors()
            .find(|above| above.join(".git").symlink_metadata().is_ok())?;
        let dot_git = top.join(".git");
        let admin = pointer(&dot_git, "gitdir: ")?.canonicalize().ok()?;
        let common = pointer(&admin.join("commondir"), "")?.canonicalize().ok()?;
        let known = pointer(&admin.join("gitdir"), "")?.canonicalize().ok()?;
        let linked = admin.parent() == Some(&common.join("worktrees")) && known == dot_git;
        // A bare repository has no main worktree beside it.
        let beside = common.file_name().is_some_and(|name| name == ".git");
        let main = common.parent().filter(|_| linked && beside)?;
        Some(Self {
            top: top.to_owned(),
            main: main.to_owned(),
            own: admin,
            common,
        })
    }

    /// What corresponds in this worktree to a folder of the main one.
    pub(super) fn counterpart(&self, in_main: &Path) -> Option<PathBuf> {
        let inner = in_main.strip_prefix(&self.main).ok()?;
        Some(self.top.join(inner))
    }

    /// What corresponds in the main worktree to a folder of this one.
    pub(super) fn origin(&self, in_linked: &Path) -> Option<PathBuf> {
        let inner = in_linked.strip_prefix(&self.top).ok()?;
        Some(self.main.join(inner))
    }
}

/// The path that a regular file of Git holds, resolved against the file's own folder.
fn pointer(path: &Path, prefix: &str) -> Option<PathBuf> {
    let regular = path.symlink_metadata().ok()?.is_file();
    let file = regular.then(|| File::open(path).ok()).flatten()?;
    let mut bytes = Vec::new();
    file.take(MAX_POINTER_BYTES).read_to_end(&mut bytes).ok()?;
    let target = bytes.trim_ascii_end().strip_prefix(prefix.as_bytes())?;
    Some(path.parent()?.join(OsStr::from_bytes(target)))
}
