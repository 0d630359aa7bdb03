//! Which projects a dashboard shows.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::Global;
use crate::cli::output::USAGE;
use crate::cli::session::Session;
use crate::diagnostic::{Diagnostic, NextStep};
use crate::report::Answer;
use crate::task::root::FOLDER;

/// How far below a folder its projects are looked for.
const DEPTH: usize = 3;
/// More projects are shown in several dashboards.
const MOST: usize = 50;

/// The same call for each project: those in `folders`, or else the one that the call is about.
pub(super) fn sessions(folders: &[PathBuf], session: &Session) -> Result<Vec<Session>, Answer> {
    if folders.is_empty() {
        let project = session.project()?;
        let folder = if session.global.framework {
            session.global.project.clone()
        } else {
            Some(project.base().to_owned())
        };
        return Ok(vec![session.quietly(folder)]);
    }
    let mut found = Vec::new();
    for folder in folders {
        let before = found.len();
        search(folder, DEPTH, &mut found);
        if found.len() == before {
            let message = format!("refused: no project in `{}`", folder.display());
            let found = Diagnostic::call(&USAGE, message)
                .reason("neither it nor a folder in it has an `.automaton`")
                .next(NextStep::anyone("automaton init"));
            return Err(Answer::refused(found));
        }
    }
    found.sort();
    found.dedup();
    if found.len() > MOST {
        let message = format!("refused: {} projects are too many for a page", found.len());
        let found = Diagnostic::call(&USAGE, message).reason(format!("it shows up to {MOST}"));
        return Err(Answer::refused(found));
    }
    let quietly = |folder: PathBuf| session.quietly(Some(folder));
    Ok(found.into_iter().map(quietly).collect())
}

/// Looks for projects. Links are not followed, and nothing is looked for inside a project.
fn search(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    if folder.join(FOLDER).is_dir() {
        found.push(folder.to_owned());
        return;
    }
    if depth == 0 {
        return;
    }
    for item in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_folder = item.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && !item.file_name().as_encoded_bytes().starts_with(b".") {
            search(&item.path(), depth - 1, found);
        }
    }
}

/// How each of `folders` is called in addresses: by its own name, with a number where there are two.
pub(super) fn names<'f>(folders: impl Iterator<Item = &'f Path>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for folder in folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let plain = |letter: char| {
            if letter.is_ascii_alphanumeric() || "._-".contains(letter) {
                letter
            } else {
                '-'
            }
        };
        let name: String = name.chars().map(plain).collect();
        let name = match name.trim_matches('.') {
            "" => "project".to_owned(),
            name => name.to_owned(),
        };
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let mut candidates = std::iter::once(name.clone()).chain(numbered);
        names.extend(candidates.find(|candidate| !names.contains(candidate)));
    }
    names
}

impl Session {
    /// The same call about the project in `folder`, by a program that shows the answers itself.
    fn quietly(&self, folder: Option<PathBuf>) -> Self {
        let global = Global {
            project: folder,
            json: true,
            quiet: true,
            ..self.global.clone()
        };
        Self::new(global, self.environment.clone(), self.called().to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn projects_are_called_by_their_folders() {
        let folders = ["/a/shop", "/b/shop", "/a/my shop", "/", "/x/..a"].map(Path::new);
        let names = names(folders.into_iter());
        assert_eq!(names, ["shop", "shop-2", "my-shop", "project", "a"]);
    }
}
