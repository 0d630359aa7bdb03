//! What stands in a worktree now, and what has become of it between two looks.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use super::{Git, complaint, output_of};

/// What one look at a worktree found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// The commit that is checked out; nothing where there is none yet.
    pub head: Option<String>,
    /// The branch that is checked out; nothing where none is.
    pub branch: Option<String>,
    /// The tree of every file that is not ignored, whether it was committed or not.
    pub tree: String,
}

/// A file that is not what it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// Its path, relative to the top of the worktree.
    pub path: String,
    /// How many lines were added and how many removed; nothing where it is not made of lines.
    pub lines: Option<(u64, u64)>,
    /// Whether it is gone.
    pub gone: bool,
}

/// Looks at one worktree, again and again. What it has read once it knows again, by an index of its
/// own: in the worktree's, files can be marked as unchanged.
#[derive(Debug)]
pub struct Looks {
    git: Git,
    aside: TempDir,
}

impl Looks {
    /// Looks at the worktree around `folder`.
    pub fn at(folder: impl Into<PathBuf>) -> Result<Self, String> {
        let aside = TempDir::new().map_err(|error| format!("a temporary folder: {error}"))?;
        Ok(Self {
            git: Git::at(folder),
            aside,
        })
    }

    /// Looks once.
    pub fn look(&self) -> Result<Look, String> {
        let head = self.found(&["rev-parse", "--verify", "--quiet", "HEAD^{commit}"])?;
        let branch = self.found(&["symbolic-ref", "--quiet", "HEAD"])?;
        match (&head, self.aside.path().join("index").exists()) {
            (None, _) => {}
            (Some(head), false) => _ = self.asked(&["read-tree", head])?,
            // What was read before stays known as far as the commit has the same.
            (Some(head), true) => _ = self.asked(&["read-tree", "-m", "-i", head])?,
        }
        self.asked(&["add", "--all", ":/"])?;
        let tree = self.asked(&["write-tree"])?;
        Ok(Look { head, branch, tree })
    }

    /// What changed from one tree to another.
    pub fn changed(&self, from: &str, to: &str) -> Result<Vec<Changed>, String> {
        if from == to {
            return Ok(Vec::new());
        }
        let diff = ["diff-tree", "-r", "-z", "--no-renames", "--no-ext-diff"];
        let counts = self.asked(&[&diff[..], &["--numstat", from, to]].concat())?;
        let gone =
            self.asked(&[&diff[..], &["--name-only", "--diff-filter=D", from, to]].concat())?;
        let gone: Vec<&str> = gone.split('\0').collect();
        let lines = counts.split('\0').filter(|line| !line.is_empty());
        lines.map(|line| counted(line, &gone)).collect()
    }

    /// Whether every commit from `from` on leads to `to`.
    pub fn leads_to(&self, from: &str, to: &str) -> Result<bool, String> {
        let output = self.git.run(&["merge-base", "--is-ancestor", from, to])?;
        match output.status.code() {
            Some(0) => Ok(true),
            Some(1) => Ok(false),
            _ => Err(complaint(&output)),
        }
    }

    /// Makes a worktree at `folder` with `branch`, which is made from what is checked out where there
    /// is none. One that was begun and never used is completed.
    pub fn make(&self, folder: &Path, branch: &str) -> Result<(), String> {
        if !folder.join(".git").exists() {
            let reference = format!("refs/heads/{branch}");
            let known = self.found(&["rev-parse", "--verify", "--quiet", &reference])?;
            // Forced, because one that was begun may be on record, and locked; what stands in the
            // folder is never overwritten.
            let add = ["worktree", "add", "-f", "-f", "--quiet", "--no-checkout"];
            let mut call: Vec<&OsStr> = add.map(OsStr::new).into();
            match known {
                Some(_) => call.extend([folder.as_os_str(), OsStr::new(branch)]),
                None => call.extend([OsStr::new("-b"), OsStr::new(branch), folder.as_os_str()]),
            }
            answer(&output_of(&mut self.git.command(&call))?)?;
        }
        let there = Git::at(folder);
        let checked_out =
            Self::at(folder)?.found(&["symbolic-ref", "--quiet", "--short", "HEAD"])?;
        let is_own = there.common_folder()? == self.git.common_folder()?;
        if !is_own || checked_out.as_deref() != Some(branch) {
            let shown = folder.display();
            return Err(format!(
                "`{shown}` is there, and is no worktree with the branch `{branch}`"
            ));
        }
        answer(&there.run(&["reset", "--quiet", "--hard"])?).map(drop)
    }

    /// What `git` prints, where there is what it is asked for.
    fn found(&self, arguments: &[&str]) -> Result<Option<String>, String> {
        let output = self.git.run(arguments)?;
        match output.status.code() {
            Some(0) => Ok(Some(text(&output.stdout))),
            Some(1) => Ok(None),
            _ => Err(complaint(&output)),
        }
    }

    /// What `git` prints, asked with the index of its own.
    fn asked(&self, arguments: &[&str]) -> Result<String, String> {
        let mut command = self.git.command(arguments);
        command.env("GIT_INDEX_FILE", self.aside.path().join("index"));
        answer(&output_of(&mut command)?)
    }
}

/// What `git` printed, where it succeeded.
fn answer(output: &Output) -> Result<String, String> {
    if output.status.success() {
        Ok(text(&output.stdout))
    } else {
        Err(complaint(output))
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes)
        .trim_end_matches('\n')
        .to_owned()
}

/// A line such as `3\t1\tsrc/a.rs`, or `-\t-\ta.png`.
fn counted(line: &str, gone: &[&str]) -> Result<Changed, String> {
    let mut fields = line.splitn(3, '\t');
    let fields = (fields.next(), fields.next(), fields.next());
    let (Some(added), Some(removed), Some(path)) = fields else {
        return Err(format!("`git` counts what has no path: `{line}`"));
    };
    Ok(Changed {
        path: path.to_owned(),
        lines: added.parse().ok().zip(removed.parse().ok()),
        gone: gone.contains(&path),
    })
}

#[cfg(test)]
#[expect(
    clippy::disallowed_methods,
    reason = "the tests make the files that Git is asked about"
)]
mod tests {
    use std::fs;
    use std::process::Command;

    use super::*;

    struct Repository(TempDir);

    impl Repository {
        fn new() -> Self {
            let made = Self(TempDir::new().expect("a folder"));
            made.git("init --quiet --initial-branch=main");
            made
        }

        fn git(&self, line: &str) {
            let who = ["-c", "user.name=t", "-c", "user.email=t@localhost"];
            let done = Command::new("git")
                .args(who)
                .args(line.split(' '))
                .current_dir(self.0.path())
                .env("GIT_CONFIG_GLOBAL", "/dev/null")
                .output()
                .expect("git runs");
            assert!(done.status.success(), "{line}: {done:?}");
        }

        fn write(&self, path: &str, text: &str) {
            let path = self.0.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, text).expect("written");
        }
    }

    fn changed(path: &str, added: u64, removed: u64, gone: bool) -> Changed {
        Changed {
            path: path.to_owned(),
            lines: Some((added, removed)),
            gone,
        }
    }

    #[test]
    fn every_change_is_seen_committed_or_not_and_whatever_the_index_says() {
        let repository = Repository::new();
        let looks = Looks::at(repository.0.path()).expect("looks");
        let empty = looks.look().expect("a look");
        assert_eq!(
            (&empty.head, empty.branch.as_deref()),
            (&None, Some("refs/heads/main"))
        );
        repository.write("a.md", "one\ntwo\n");
        repository.write("hidden.md", "x\n");
        repository.write("tests/t.rs", "a\nb\n");
        repository.git("add .");
        repository.git("commit --quiet -m first");
        let before = looks.look().expect("a look");
        assert_eq!(looks.look().expect("a look"), before);
        repository.git("update-index --assume-unchanged hidden.md");
        repository.write("hidden.md", "y\n");
        repository.write("a.md", "one\nthree\nfour\n");
        repository.git("commit --quiet -m second a.md");
        repository.write("new file.bin", "\0\0");
        fs::remove_file(repository.0.path().join("tests/t.rs")).expect("removed");
        let after = looks.look().expect("a look");
        assert_eq!(
            looks.changed(&before.tree, &after.tree).expect("known"),
            [
                changed("a.md", 2, 1, false),
                changed("hidden.md", 1, 1, false),
                Changed {
                    lines: None,
                    ..changed("new file.bin", 0, 0, false)
                },
                changed("tests/t.rs", 0, 2, true),
            ]
        );
        assert_eq!(looks.changed(&after.tree, &after.tree), Ok(Vec::new()));
        let (from, to) = (
            before.head.expect("a commit"),
            after.head.expect("a commit"),
        );
        assert_eq!(looks.leads_to(&from, &to), Ok(true));
        assert_eq!(looks.leads_to(&to, &from), Ok(false));
        repository.git("checkout --quiet --detach");
        assert_eq!(looks.look().expect("a look").branch, None);
    }

    #[test]
    fn a_worktree_is_made_with_its_branch_and_found_again() {
        let repository = Repository::new();
        repository.write("a.md", "one\n");
        repository.git("add .");
        repository.git("commit --quiet -m first");
        let looks = Looks::at(repository.0.path()).expect("looks");
        let folder = repository.0.path().join("trees/docs");
        looks.make(&folder, "loop/docs").expect("made");
        let there = Looks::at(&folder).expect("looks").look().expect("a look");
        assert_eq!(there.branch.as_deref(), Some("refs/heads/loop/docs"));
        // As if it had been cut short, in one way after the other.
        fs::remove_file(folder.join("a.md")).expect("removed");
        looks.make(&folder, "loop/docs").expect("completed");
        assert!(folder.join("a.md").exists());
        fs::remove_dir_all(&folder).expect("removed");
        repository.git("worktree lock trees/docs");
        looks.make(&folder, "loop/docs").expect("made again");
        assert!(folder.join("a.md").exists());
        let foreign = Repository::new();
        foreign.write("mine", "x\n");
        assert!(looks.make(foreign.0.path(), "main").is_err());
        assert!(looks.make(repository.0.path(), "loop/docs").is_err());
        assert!(foreign.0.path().join("mine").exists());
        let taken = repository.0.path().join("trees/other");
        repository.write("trees/other/mine", "x\n");
        assert!(looks.make(&taken, "loop/other").is_err());
        assert!(taken.join("mine").exists());
    }
}
