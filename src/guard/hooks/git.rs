//! Git: the hook that runs before a commit, with the one that stood there before chained.

use std::path::{Path, PathBuf};

use super::change::{Change, Found};
use super::inspection::{Fault, Inspection, own_file};
use super::ledger::Book;
use super::place::Place;
use super::plan;
use super::setup::{Form, Part, quoted};
use super::surroundings::Surroundings;
use super::trial::{Trial, ran};
use super::undo;
use crate::fs::FsError;
use crate::task::Git;

/// The word by which the commands know it.
pub const GIT: &str = "git";
/// The folder beside a hook into which the one that stood there before is moved. Its name stays:
/// some hooks look at it.
const ASIDE: &str = "before-automaton";

/// The hooks of a repository.
#[derive(Debug)]
pub struct Repository {
    place: Place,
    part: Part,
    /// The project's folder, relative to the top of the worktree.
    below: PathBuf,
    top: PathBuf,
}

/// Where the hooks of a repository are.
enum Folder {
    /// In the repository itself.
    Repository(PathBuf),
    /// In the worktree.
    Worktree(PathBuf),
    /// Elsewhere, for several repositories.
    Shared(PathBuf),
}

impl Repository {
    /// The repository around a project; nothing where there is none, and the reason where its hooks
    /// cannot be installed.
    pub fn around(project: &Path) -> Result<Option<Result<Self, String>>, FsError> {
        let git = Git::at(project);
        if git.is_worktree() != Ok(true) {
            return Ok(None);
        }
        let found = git.top().and_then(|top| {
            let git = Git::at(&top);
            Ok((top, git.common_folder()?, git.hooks_folder()?))
        });
        let (top, common, hooks) = match found {
            Ok(found) => found,
            Err(why) => return Ok(Some(Err(why))),
        };
        let below = match git.below_top() {
            Ok(below) => below,
            Err(why) => return Ok(Some(Err(why))),
        };
        // Husky makes this folder anew at every installation, and calls the files above it.
        let husky = hooks.ends_with("_") && hooks.join("h").exists();
        let hooks = match hooks.parent() {
            Some(above) if husky => above.to_owned(),
            _ => hooks,
        };
        let folder = match (hooks.strip_prefix(&common), hooks.strip_prefix(&top)) {
            (Ok(inside), _) => Folder::Repository(inside.to_owned()),
            (_, Ok(inside)) => Folder::Worktree(inside.to_owned()),
            _ => Folder::Shared(hooks),
        };
        let book = Book {
            folder: common.clone(),
            shown: ".git".to_owned(),
            name: "automaton-hooks.json",
            private: false,
        };
        let (place, inside) = match folder {
            Folder::Repository(inside) => (Place::open(&common, ".git/", book)?, inside),
            Folder::Worktree(inside) => (Place::open(&top, "", book)?, inside),
            Folder::Shared(hooks) => {
                return Ok(Some(Err(format!(
                    "`core.hooksPath` leads to `{}`, which other repositories share: let its \
                     `pre-commit` call `automaton hook pre-commit`",
                    hooks.display()
                ))));
            }
        };
        let part = Part {
            path: inside.join("pre-commit").to_string_lossy().into_owned(),
            form: Form::Own {
                text: script(&below, husky),
                executable: true,
                aside: Some(ASIDE),
            },
        };
        Ok(Some(Ok(Self {
            place,
            part,
            below,
            top,
        })))
    }

    /// What has to change for commits to be checked.
    pub fn install(&self) -> Vec<Change> {
        vec![plan::install(&self.place, GIT, &self.part)]
    }

    /// What has to change for commits to be checked no longer.
    pub fn uninstall(&self) -> Vec<Change> {
        let change = undo::uninstall(&self.place, "pre-commit", &self.part);
        vec![Change {
            harness: GIT,
            ..change
        }]
    }

    /// Where the hooks stand.
    pub fn place(&mut self) -> &mut Place {
        &mut self.place
    }

    /// Tries the hook with a commit that has to be stopped, and one that has to pass; nothing where
    /// no hook is installed.
    pub fn inspect(&self, around: &Surroundings<'_>) -> Option<Inspection> {
        let known = self.place.ledger.of(&self.part.path).is_some();
        let found = self.place.look(&self.part.path);
        let text = match &found {
            Found::Text { text, .. } => Some(text.clone()),
            _ => None,
        };
        let calls = |text: &String| text.contains("hook pre-commit");
        if !known && !text.as_ref().is_some_and(calls) {
            return None;
        }
        let shown = self.place.shown(&self.part.path);
        let mut inspection = Inspection::of(GIT, "repository", vec![shown.clone()]);
        inspection.faults = own_file(&found, &self.part, &shown, GIT);
        let command = text.as_deref().and_then(called);
        if let Some(command) = command
            && let Err(fault) = self.tried(command, around)
        {
            inspection.faults.push(fault);
        }
        Some(inspection)
    }

    fn tried(&self, command: &str, around: &Surroundings<'_>) -> Result<(), Fault> {
        let problem = |seen: String| Fault {
            seen,
            remedy: "run `git commit` with one file to see why".to_owned(),
        };
        let git = Git::at(&self.top);
        let scratch = tempfile::tempdir().map_err(|error| problem(error.to_string()))?;
        let index = scratch.path().join("index");
        let guarded = self.below.join(super::trial::GUARDED);
        let run = |path: Option<&Path>| {
            git.stage_aside(&index, path).map_err(problem)?;
            let variables = [("GIT_INDEX_FILE", index.as_os_str())];
            ran(command, "", &self.top, around, &variables)
                .map_err(|error| problem(error.to_string()))
        };
        let trial = Trial {
            command,
            stopped: run(Some(&guarded))?,
            passed: run(None)?,
            stops: &|reply| reply.exit != 0,
        };
        trial.verdict(around, "commit")
    }
}

/// The command that a hook of ours ends with.
fn called(text: &str) -> Option<&str> {
    let mut lines = text.lines().rev();
    lines.find_map(|line| line.strip_prefix("exec "))
}

fn script(below: &Path, husky: bool) -> String {
    let command = match below.to_string_lossy().trim_end_matches('/') {
        "" => "automaton hook pre-commit".to_owned(),
        folder => format!("automaton --project {} hook pre-commit", quoted(folder)),
    };
    // Git runs only what may be run; husky runs every file.
    let (runs, before) = if husky {
        ("[ -f \"$before\" ]", "sh -e \"$before\"")
    } else {
        ("[ -x \"$before\" ]", "\"$before\"")
    };
    include_str!("git.sh")
        .replace("@RUNS@", runs)
        .replace("@BEFORE@", before)
        .replace("@COMMAND@", &command)
}
