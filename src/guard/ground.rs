//! Where a path leads within a project: its code, a task's folder, the guard's own files.

use std::path::{Path, PathBuf};

use crate::engine::edit::{Aim, Object, PROTECTED, Target};
use crate::fs::{Kind, resolve};
use crate::names::{TaskName, TaskPath};
use crate::task::root::{FOLDER, Project};

/// The longest path that is looked at, in bytes.
const LONGEST: usize = 4096;
/// The system's own folders for temporary files; never one that the caller names.
const TEMPORARY: &[&str] = &["/tmp", "/var/tmp"];

/// The folders that paths are measured against.
#[derive(Clone, Debug)]
pub struct Ground {
    code: PathBuf,
    automaton: PathBuf,
}

impl Ground {
    /// The ground of a project.
    pub fn of(project: &Project) -> Self {
        Self {
            code: project.code.clone(),
            automaton: project.automaton_dir().to_owned(),
        }
    }

    /// What the path `given` is aimed at, when it is read from the folder `base`.
    pub fn aim(&self, given: &str, base: &Path) -> Aim {
        let aim = |target, object| Aim {
            given: given.to_owned(),
            target,
            object,
        };
        let nowhere = |problem: &str| aim(Target::Nowhere(problem.to_owned()), Object::Missing);
        if given.is_empty() {
            return nowhere("is empty");
        }
        if given.len() > LONGEST {
            return nowhere("is too long");
        }
        if given.contains('\\') {
            return nowhere("contains `\\`; folders are separated by `/`");
        }
        let resolved = match resolve(&base.join(given)) {
            Ok(resolved) => resolved,
            Err(problem) => return nowhere(&problem.to_string()),
        };
        let object = match resolved.found {
            None => Object::Missing,
            Some((Kind::File, links)) => Object::File { links },
            Some((kind, _)) => Object::Other(kind.noun()),
        };
        match resolved.path.to_str() {
            Some(path) => aim(self.target(path), object),
            None => nowhere("is not UTF-8"),
        }
    }

    /// What a path without links and dots belongs to.
    fn target(&self, path: &str) -> Target {
        let at = Path::new(path);
        let below = |folder: &Path| at.strip_prefix(folder).ok().and_then(Path::to_str);
        if let Some(inside) = below(&self.automaton) {
            return own(inside);
        }
        if let Some(of) = self.guarded_link_to(at) {
            return Target::Alias {
                of: of.to_owned(),
                path: path.to_owned(),
            };
        }
        match below(&self.code) {
            Some(inside) => Target::Code(inside.to_owned()),
            None if self.is_temporary(at) => Target::Temporary(path.to_owned()),
            None => Target::Outside(path.to_owned()),
        }
    }

    /// The guarded name that is a link to where the path lies, if there is one.
    fn guarded_link_to(&self, path: &Path) -> Option<&'static str> {
        let guarded = PROTECTED
            .iter()
            .map(|guard| guard.path.trim_end_matches('*'));
        guarded.into_iter().find(|name| {
            let mut link = self.code.clone();
            let is_link = name.split('/').any(|part| {
                link.push(part);
                link.is_symlink()
            });
            is_link
                && link
                    .canonicalize()
                    .is_ok_and(|leads| path.starts_with(leads))
        })
    }

    /// Whether the path is below a folder for temporary files, and in no tree there that holds a
    /// project or a repository: this one, or any other.
    fn is_temporary(&self, path: &Path) -> bool {
        let temporary = TEMPORARY
            .iter()
            .filter_map(|folder| Path::new(folder).canonicalize().ok());
        let mut holding = temporary.filter(|folder| path.starts_with(folder) && path != folder);
        let Some(folder) = holding.next() else {
            return false;
        };
        let is_tree = |above: &Path| {
            let holds = |name: &str| above.join(name).symlink_metadata().is_ok();
            holds(FOLDER) || holds(".git")
        };
        let top = path
            .strip_prefix(&folder)
            .ok()
            .and_then(|inside| inside.iter().next());
        let shares_top = top.is_some_and(|top| {
            let top = folder.join(top);
            self.code.starts_with(&top) || self.automaton.starts_with(&top)
        });
        let mut above = path
            .ancestors()
            .skip(1)
            .take_while(|above| above.starts_with(&folder));
        !shares_top && !above.any(is_tree)
    }
}

/// A path below the folder that belongs to the workflow.
fn own(inside: &str) -> Target {
    task_file(inside).unwrap_or_else(|| Target::Own(format!("{FOLDER}/{inside}")))
}

/// A path in a task's folder: `tasks/NAME/...`, and below it any number of `subtasks/NAME/...`.
fn task_file(inside: &str) -> Option<Target> {
    let (name, mut rest) = inside.strip_prefix("tasks/")?.split_once('/')?;
    let mut task = TaskPath::top(name.parse::<TaskName>().ok()?);
    while let Some(below) = rest.strip_prefix("subtasks/") {
        let (name, inside) = below.split_once('/')?;
        task = task.child(name.parse().ok()?);
        rest = inside;
    }
    (!rest.is_empty() && rest != "subtasks").then(|| Target::Task {
        task,
        inside: rest.to_owned(),
    })
}
