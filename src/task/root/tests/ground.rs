//! Folders, projects and repositories that a search may come across.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

use crate::environment::Environment;
use crate::task::root::{Asked, Project, RootError};

/// A temporary folder to lay out projects in, with a home folder of its own.
pub(super) struct Ground {
    _keep: TempDir,
    base: PathBuf,
}

impl Ground {
    pub(super) fn new() -> Self {
        let keep = tempfile::tempdir().expect("a temporary folder");
        let base = keep.path().canonicalize().expect("a real path");
        fs::create_dir(base.join("home")).expect("a home");
        Self { _keep: keep, base }
    }

    pub(super) fn at(&self, path: &str) -> PathBuf {
        self.base.join(path)
    }

    /// Makes the folder `path`.
    pub(super) fn folder(&self, path: &str) -> PathBuf {
        fs::create_dir_all(self.at(path)).expect(path);
        self.at(path)
    }

    /// Makes `path` a project by its tasks.
    pub(super) fn project(&self, path: &str) -> PathBuf {
        self.folder(&format!("{path}/.automaton/tasks"));
        self.at(path)
    }

    pub(super) fn write(&self, path: &str, text: impl AsRef<[u8]>) -> PathBuf {
        fs::write(self.at(path), text).expect(path);
        self.at(path)
    }

    pub(super) fn git(&self, path: &str, arguments: &[&str]) {
        let done = Command::new("git")
            .args(["-c", "user.name=t", "-c", "user.email=t@example.org"])
            .args(arguments)
            .current_dir(self.at(path))
            .env_clear()
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .env("HOME", self.at("home"))
            .output()
            .expect("git runs");
        assert!(done.status.success(), "{arguments:?}: {done:?}");
    }

    /// A repository with one commit, without a project.
    pub(super) fn repository(&self, path: &str) -> PathBuf {
        let made = self.folder(path);
        self.git(path, &["init", "-q"]);
        self.git(path, &["commit", "-q", "--allow-empty", "-m", "first"]);
        made
    }

    pub(super) fn environment(&self, from: &str, project: Option<&str>) -> Environment {
        let home = self.at("home");
        let variables = |name: &str| match name {
            "HOME" => Some(home.clone().into_os_string()),
            "AUTOMATON_PROJECT" => project.map(Into::into),
            "GIT_DIR" | "GIT_WORK_TREE" | "GIT_COMMON_DIR" => Some("/elsewhere".into()),
            _ => None,
        };
        Environment::from_variables(variables).in_folder(self.at(from))
    }

    pub(super) fn find(&self, from: &str) -> Result<Project, RootError> {
        Project::find(Asked::Nothing, &self.environment(from, None))
    }
}
