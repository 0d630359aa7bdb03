//! The steps by which a project is found. None of them passes over something it could not read.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::worktree::Worktree;
use super::{Asked, FOLDER, How, Project, RootError};
use crate::diagnostic::NextStep;
use crate::environment::Environment;

/// One search: where it starts, and what it tried so far.
pub(super) struct Search<'a> {
    environment: &'a Environment,
    home: Option<PathBuf>,
    passed_home: bool,
    trail: Vec<String>,
}

/// What stands under the name `.automaton`.
enum Candidate {
    Nothing,
    NotAFolder,
    /// A folder with neither tasks nor a workflow.
    Bare,
    Project,
}

impl<'a> Search<'a> {
    pub(super) fn new(environment: &'a Environment) -> Self {
        Self {
            environment,
            home: environment.home().and_then(|home| home.canonicalize().ok()),
            passed_home: false,
            trail: Vec::new(),
        }
    }

    pub(super) fn run(mut self, asked: Asked<'_>) -> Result<Project, RootError> {
        match asked {
            Asked::Framework => return self.framework(),
            Asked::Folder(folder) => return self.named(folder, How::Option, "`--project`"),
            Asked::Nothing => self.trail.push("`--project` is not given".to_owned()),
        }
        if let Some(folder) = self.environment.project() {
            return self.named(folder, How::Variable, "`AUTOMATON_PROJECT`");
        }
        self.trail.push("`AUTOMATON_PROJECT` is not set".to_owned());
        let from = self.current_folder()?;
        self.around(&from)
    }

    /// The nearest project at or above `from`, or else at or above what `from` stands for in the
    /// main worktree.
    pub(super) fn around(mut self, from: &Path) -> Result<Project, RootError> {
        if let Some(root) = self.nearest(from, None)? {
            return Ok(self.found(root, How::Ancestor));
        }
        match Worktree::around(from) {
            None => self
                .trail
                .push(format!("`{}` is not in a linked worktree", from.display())),
            Some(worktree) => {
                self.trail.push(format!(
                    "`{}` is a linked worktree of `{}`",
                    worktree.top.display(),
                    worktree.main.display()
                ));
                let origin = worktree.origin(from);
                let start = origin.unwrap_or_else(|| worktree.main.clone());
                if let Some(root) = self.nearest(&start, Some(&worktree.main))? {
                    return Ok(self.found(root, How::MainWorktree));
                }
            }
        }
        Err(self.nothing("there is no project here"))
    }

    /// The folder that a person or a variable named, which must be a project itself.
    fn named(mut self, folder: &Path, why: How, by: &str) -> Result<Project, RootError> {
        let folder = if folder.is_absolute() {
            folder.to_owned()
        } else {
            self.current_folder()?.join(folder)
        };
        let shown = folder.display().to_string();
        let root = match folder.canonicalize() {
            Ok(root) => root,
            Err(error) if is_missing(&error) => {
                return Err(self.nothing(format!("{by} names `{shown}`, which does not exist")));
            }
            Err(error) => return Err(RootError::unreadable(folder, &error)),
        };
        if self.home.as_ref() == Some(&root) {
            self.passed_home = true;
            return Err(self.nothing(format!(
                "{by} names the home folder, whose `.automaton` is chosen by `--framework`"
            )));
        }
        match candidate(&root)? {
            Candidate::Bare | Candidate::Project => {
                self.trail.push(format!("{by} names `{shown}`"));
                Ok(self.found(root, why))
            }
            Candidate::Nothing | Candidate::NotAFolder => Err(self.nothing(format!(
                "{by} names `{shown}`, which has no `.automaton` folder"
            ))),
        }
    }

    /// The folder `.automaton` in the home folder, which is root and workflow folder in one.
    fn framework(mut self) -> Result<Project, RootError> {
        self.trail.push("`--framework` is given".to_owned());
        let Some(home) = self.home.clone() else {
            return Err(self.nothing("`--framework` needs a home folder, and `HOME` names none"));
        };
        let root = home.join(FOLDER);
        match candidate(&home)? {
            Candidate::Bare | Candidate::Project => Ok(Project {
                code: root.clone(),
                automaton: root.clone(),
                root,
                why: How::Framework,
                trail: self.trail,
            }),
            Candidate::Nothing | Candidate::NotAFolder => {
                Err(self.nothing(format!("`--framework`: there is no `{}`", root.display())))
            }
        }
    }

    /// The nearest project from `start` upward, up to and including `last`.
    fn nearest(&mut self, start: &Path, last: Option<&Path>) -> Result<Option<PathBuf>, RootError> {
        for folder in start.ancestors() {
            let shown = folder.display();
            if self.home.as_deref() == Some(folder) {
                self.passed_home = stands(&folder.join(FOLDER))?;
                self.trail
                    .push(format!("`{shown}` is the home folder: skipped"));
                continue;
            }
            let line = match candidate(folder)? {
                Candidate::Nothing => None,
                Candidate::NotAFolder => {
                    Some(format!("`{shown}`: `.automaton` is not a folder: skipped"))
                }
                Candidate::Bare => Some(format!(
                    "`{shown}`: `.automaton` has neither `tasks` nor `workflow.kdl`: skipped"
                )),
                Candidate::Project => {
                    self.trail.push(format!("`{shown}` is a project"));
                    return Ok(Some(folder.to_owned()));
                }
            };
            self.trail.extend(line);
            if last == Some(folder) {
                break;
            }
        }
        let shown = start.display();
        self.trail.push(format!("no project at or above `{shown}`"));
        Ok(None)
    }

    fn current_folder(&self) -> Result<PathBuf, RootError> {
        let Some(folder) = self.environment.folder() else {
            return Err(RootError::Unreadable {
                path: ".".into(),
                problem: "the current folder is gone or may not be entered".to_owned(),
            });
        };
        let resolved = folder.canonicalize();
        resolved.map_err(|error| RootError::unreadable(folder, &error))
    }

    fn found(self, root: PathBuf, why: How) -> Project {
        Project {
            code: self.code_of(&root).unwrap_or_else(|| root.clone()),
            automaton: root.join(FOLDER),
            root,
            why,
            trail: self.trail,
        }
    }

    /// The root's counterpart in the linked worktree that the call is made in, where there is one
    /// and the root is not in it already.
    fn code_of(&self, root: &Path) -> Option<PathBuf> {
        let from = self.environment.folder()?.canonicalize().ok()?;
        let worktree = Worktree::around(&from)?;
        if root.starts_with(&worktree.top) {
            None
        } else {
            worktree.counterpart(root)
        }
    }

    fn nothing(self, message: impl Into<String>) -> RootError {
        let mut next = vec![NextStep::anyone("automaton init")];
        if self.passed_home {
            next.push(NextStep::anyone("automaton where --framework"));
        }
        RootError::NoProject {
            message: message.into(),
            searched: self.trail,
            next,
        }
    }
}

fn candidate(folder: &Path) -> Result<Candidate, RootError> {
    let automaton = folder.join(FOLDER);
    match fs::symlink_metadata(&automaton) {
        Ok(found) if found.is_symlink() => Err(RootError::not_a_file(
            automaton,
            "is a symbolic link, where a folder is due",
        )),
        Ok(found) if !found.is_dir() => Ok(Candidate::NotAFolder),
        // Whatever has one of these names makes a project: a broken one is reported where it is
        // read, and not passed over for a project further up.
        Ok(_) if stands(&automaton.join("tasks"))? || stands(&automaton.join("workflow.kdl"))? => {
            Ok(Candidate::Project)
        }
        Ok(_) => Ok(Candidate::Bare),
        Err(error) if is_missing(&error) => Ok(Candidate::Nothing),
        Err(error) => Err(RootError::unreadable(automaton, &error)),
    }
}

fn stands(path: &Path) -> Result<bool, RootError> {
    match fs::symlink_metadata(path) {
        Ok(_) => Ok(true),
        Err(error) if is_missing(&error) => Ok(false),
        Err(error) => Err(RootError::unreadable(path, &error)),
    }
}

fn is_missing(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}
