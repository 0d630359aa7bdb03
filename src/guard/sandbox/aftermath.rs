//! What a command changed although it may not: where the tier could not hold it, it is found by
//! comparing before and after.

use std::collections::BTreeMap;
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use super::grants::{Grants, Platform};
use super::tier::Tier;
use super::tree::{Thing, Tree};
use crate::engine::edit::{PROTECTED, Reach, TaskFile};
use crate::task::root::Repository;

/// What is told of a path without reading it. The time of the last change of the file itself cannot
/// be set back by whoever changes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Print {
    mode: u32,
    /// Nothing where others may change the content lawfully, or for a folder, whose entries are
    /// looked at by themselves.
    content: Option<(u64, u64, i64, i64)>,
}

type Prints = BTreeMap<PathBuf, Print>;

/// What stood there before a command ran.
#[derive(Debug)]
pub(super) struct Before {
    /// The repository's own files, which a phase that edits exposes in part.
    repository: Prints,
    /// The guard's files among the project's.
    guard: Prints,
    /// The workflow's folder, and what stands in the folders of the tasks.
    own: Prints,
    /// Files in granted folders that the globs do not cover.
    uncovered: Prints,
}

/// How many entries are looked at in each part.
const MOST_ENTRIES: usize = 50_000;
/// What Git reads from its folder, and runs or obeys.
const OBEYED: &[&str] = &["hooks", "config", "config.worktree", "commondir", "modules"];

/// Where is looked, and what the engine says about it.
pub(super) struct Watch<'w, T> {
    pub(super) reach: &'w Reach<'w>,
    pub(super) grants: &'w Grants,
    pub(super) platform: &'w Platform,
    pub(super) tree: &'w T,
}

impl<T: Tree> Watch<'_, T> {
    /// Looks before the command runs.
    pub(super) fn before(&self) -> Before {
        Before {
            repository: self.repository(),
            guard: self.guard(),
            own: self.own(),
            uncovered: self.uncovered(),
        }
    }

    /// What `tier` could not keep from being changed, and was: the paths, in order.
    pub(super) fn changed(&self, before: &Before, tier: Tier) -> Vec<PathBuf> {
        let mut changed = Vec::new();
        if !self.grants.repository.is_empty() {
            changed.extend(differing(&before.repository, &self.repository()));
        }
        // Where mounts hold, nothing changes that is not granted.
        if !tier.mounts || !self.grants.edit.is_empty() {
            changed.extend(differing(&before.guard, &self.guard()));
        }
        if !tier.mounts {
            changed.extend(differing(&before.own, &self.own()));
        }
        changed.extend(differing(&before.uncovered, &self.uncovered()));
        changed.extend(self.newly_denied());
        changed.sort_unstable();
        changed.dedup();
        changed
    }

    fn repository(&self) -> Prints {
        let mut prints = Prints::new();
        let folder = match &self.platform.repository {
            _ if self.grants.repository.is_empty() => return prints,
            None => return prints,
            Some(Repository::Main(folder)) => folder,
            Some(Repository::Linked { own, .. }) => own,
        };
        for name in OBEYED {
            self.collect(&folder.join(name), &mut prints, &|_| true);
        }
        prints
    }

    fn guard(&self) -> Prints {
        let mut prints = Prints::new();
        let code = &self.platform.code;
        let guards = PROTECTED.iter().map(|guard| guard.path);
        for guard in guards.filter(|guard| !matches!(*guard, ".git" | ".automaton")) {
            match guard.strip_suffix('*') {
                None => self.collect(&code.join(guard), &mut prints, &|_| true),
                Some(beginning) => {
                    for (name, _) in self.tree.list(code) {
                        if name.starts_with(beginning) {
                            self.collect(&code.join(name), &mut prints, &|_| true);
                        }
                    }
                }
            }
        }
        prints
    }

    /// What the program itself writes is told by its mode alone.
    fn own(&self) -> Prints {
        let mut prints = Prints::new();
        let automaton = &self.platform.automaton;
        for (name, thing) in self.tree.list(automaton) {
            let path = automaton.join(&name);
            match thing {
                Thing::Folder => add(&path, &mut prints, false),
                Thing::File | Thing::Other => add(&path, &mut prints, !is_journal(&name)),
            }
        }
        for (task, _) in &self.reach.tasks {
            let folder = TaskFile::folder_in(task, automaton);
            for (name, _) in self.tree.list(&folder) {
                let allowed = self.reach.may_stand(task, &name);
                let path = folder.join(&name);
                // What may be written by edit tools is theirs to change meanwhile.
                add(&path, &mut prints, !allowed && !name.starts_with(".state"));
            }
        }
        prints
    }

    /// What has come to stand in granted folders under a name that nobody may write. A repository of
    /// its own guards nothing of this project.
    fn newly_denied(&self) -> Vec<PathBuf> {
        if self.grants.edit.is_empty() {
            return Vec::new();
        }
        let now = Grants::of(self.reach, self.tree, self.platform).deny;
        let own = now.into_iter().filter(|path| !path.ends_with(".git"));
        own.filter(|path| !self.grants.deny.contains(path))
            .collect()
    }

    fn uncovered(&self) -> Prints {
        let mut prints = Prints::new();
        let code = &self.platform.code;
        let uncovered = |path: &Path| {
            let inside = path.strip_prefix(code).ok().and_then(Path::to_str);
            inside.is_none_or(|inside| self.reach.writing(inside).is_none())
        };
        for folder in &self.grants.partly {
            self.collect(&code.join(folder), &mut prints, &uncovered);
        }
        prints
    }

    /// What stands at a path and beneath it, as far as it `counts`.
    fn collect(&self, top: &Path, prints: &mut Prints, counts: &dyn Fn(&Path) -> bool) {
        let mut paths = vec![top.to_owned()];
        let mut left = MOST_ENTRIES;
        while let Some(path) = paths.pop() {
            let Ok(found) = path.symlink_metadata() else {
                continue;
            };
            let granted = path != top && self.grants.scratch.contains(&path);
            if left == 0 || granted {
                continue;
            }
            left -= 1;
            if found.is_dir() {
                let listed = self.tree.list(&path).into_iter();
                paths.extend(listed.map(|(name, _)| path.join(name)));
            } else if counts(&path) {
                prints.insert(path, print(&found, true));
            }
        }
    }
}

/// Journals grow while a command runs.
fn is_journal(name: &str) -> bool {
    Path::new(name)
        .extension()
        .is_some_and(|ending| ending == "journal")
}

fn add(path: &Path, prints: &mut Prints, with_content: bool) {
    if let Ok(found) = path.symlink_metadata() {
        let with_content = with_content && !found.is_dir();
        prints.insert(path.to_owned(), print(&found, with_content));
    }
}

fn print(found: &Metadata, with_content: bool) -> Print {
    let content = (found.ino(), found.size(), found.ctime(), found.ctime_nsec());
    Print {
        mode: found.mode(),
        content: with_content.then_some(content),
    }
}

/// What is in one and not the same in the other. What others may add or take away is in neither.
fn differing(before: &Prints, after: &Prints) -> Vec<PathBuf> {
    let lawful = |print: &Print| print.content.is_none();
    let gone = before
        .iter()
        .filter(|(path, print)| !after.contains_key(*path) && !lawful(print));
    let new = after
        .iter()
        .filter(|(path, print)| match before.get(*path) {
            None => !lawful(print),
            Some(earlier) => earlier != *print,
        });
    gone.chain(new).map(|(path, _)| path.clone()).collect()
}
