//! Where hooks are installed: the project, the user's home, the repository.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::super::session::Session;
use super::super::step;
use super::Chosen;
use crate::diagnostic::Diagnostic;
use crate::environment::{own_program, search_path};
use crate::fs::FsError;
use crate::guard::hooks::{
    Caller, Change, Fate, GIT, Level, Place, Repository, SETUPS, Setup, Surroundings,
};
use crate::report::{Answer, diff};
use crate::task::root::{NO_PROJECT, Project};

/// Everything that a call about hooks finds.
pub(super) struct Scene {
    /// The project's folder; without one, the home folder stands in.
    pub(super) folder: PathBuf,
    pub(super) project: Option<Place>,
    pub(super) user: Option<Place>,
    pub(super) repository: Option<Result<Repository, String>>,
    home: Option<PathBuf>,
    search: Option<OsString>,
    program: String,
}

/// Harnesses with the place where they are set up.
type Placed<'s> = (&'static Setup, &'s Place, Level);

impl Scene {
    /// What there is for a project, and for the user besides.
    pub(super) fn of_project(session: &Session, project: &Project) -> Result<Self, Answer> {
        let place = Place::of_project(&project.root, project.automaton_dir());
        let repository = Repository::around(&project.root).map_err(|error| io(&error))?;
        Ok(Self {
            folder: project.root.clone(),
            project: Some(place.map_err(|error| io(&error))?),
            repository,
            ..Self::of_user(session)?
        })
    }

    /// What there is for the user alone.
    pub(super) fn of_user(session: &Session) -> Result<Self, Answer> {
        let environment = &session.environment;
        let home = environment.home().and_then(|home| home.canonicalize().ok());
        let user = match (&home, environment.config_dir()) {
            (Some(home), Some(own)) => Some(Place::of_user(home, own).map_err(|error| io(&error))?),
            _ => None,
        };
        let program = own_program().ok();
        let program = program.and_then(|path| path.to_str().map(str::to_owned));
        Ok(Self {
            folder: home.clone().unwrap_or_default(),
            project: None,
            user,
            repository: None,
            home,
            search: search_path().map(|(_, path)| path),
            program: program.unwrap_or_else(|| "automaton".to_owned()),
        })
    }

    /// The scene that a call asks for, by whether it is about the user.
    pub(super) fn asked(session: &Session, user: bool) -> Result<Self, Answer> {
        if !user {
            return Self::of_project(session, &session.project()?);
        }
        let scene = Self::of_user(session)?;
        if scene.user.is_none() {
            let message = "refused: `--user` needs a home folder";
            return Err(Answer::refused(Diagnostic::call(&NO_PROJECT, message)));
        }
        Ok(scene)
    }

    pub(super) fn around(&self) -> Surroundings<'_> {
        Surroundings {
            project: &self.folder,
            home: self.home.as_deref(),
            search: self.search.clone(),
        }
    }

    pub(super) fn caller(&self, level: Level) -> Caller<'_> {
        Caller {
            level,
            program: &self.program,
        }
    }

    /// Where harnesses are set up, for the project or the user.
    pub(super) fn place(&self) -> Option<(&Place, Level)> {
        match (&self.project, &self.user) {
            (Some(project), _) => Some((project, Level::Project)),
            (None, Some(user)) => Some((user, Level::User)),
            (None, None) => None,
        }
    }

    /// The harnesses that a call chooses, in the project or for the user.
    fn chosen<'s>(
        &'s self,
        chosen: &'s Chosen,
        otherwise: impl Fn(&Setup, Level) -> bool + 's,
    ) -> impl Iterator<Item = Placed<'s>> {
        let (place, level) = self.place().into_iter().unzip::<_, _, Vec<_>, Vec<_>>();
        let placed = place.into_iter().zip(level);
        placed.flat_map(move |(place, level)| {
            let wanted = SETUPS.iter().copied();
            let wanted: Vec<_> = wanted
                .filter(|setup| chosen.includes(setup.harness, || otherwise(setup, level)))
                .map(|setup| (setup, place, level))
                .collect();
            wanted
        })
    }

    /// What installing changes: in settings, and in the repository.
    pub(super) fn install(&self, chosen: &Chosen) -> Work {
        let here = |setup: &Setup, level| setup.is_here(level, &self.around());
        let settings = self.chosen(chosen, here);
        let settings = settings
            .flat_map(|(setup, place, level)| setup.install(place, &self.caller(level)))
            .collect();
        Work {
            settings,
            repository: self.in_repository(chosen, Repository::install),
        }
    }

    /// What uninstalling changes.
    pub(super) fn uninstall(&self, chosen: &Chosen) -> Work {
        let settings = self.chosen(chosen, |_, _| true);
        let settings = settings
            .flat_map(|(setup, place, level)| setup.uninstall(place, &self.caller(level)))
            .collect();
        Work {
            settings,
            repository: self.in_repository(chosen, Repository::uninstall),
        }
    }

    fn in_repository(
        &self,
        chosen: &Chosen,
        changes: impl FnOnce(&Repository) -> Vec<Change>,
    ) -> Result<Vec<Change>, String> {
        let named = || !chosen.names.is_empty() && chosen.includes(GIT, || false);
        if !chosen.includes(GIT, || true) {
            return Ok(Vec::new());
        }
        match &self.repository {
            Some(Ok(repository)) => Ok(changes(repository)),
            Some(Err(why)) => Err(why.clone()),
            None if named() => {
                Err("there is no repository here; Git is set up in one, not for a user".to_owned())
            }
            None => Ok(Vec::new()),
        }
    }

    /// Carries out what was planned.
    pub(super) fn apply(&mut self, work: &Work) -> Result<(), Answer> {
        let place = self.project.as_mut().or(self.user.as_mut());
        if let Some(place) = place {
            place.apply(&work.settings).map_err(|error| io(&error))?;
        }
        if let (Some(Ok(repository)), Ok(changes)) = (&mut self.repository, &work.repository) {
            let place = repository.place();
            place.apply(changes).map_err(|error| io(&error))?;
        }
        Ok(())
    }
}

/// Everything that a call changes.
pub(super) struct Work {
    settings: Vec<Change>,
    /// In the repository, or why nothing can be changed there.
    pub(super) repository: Result<Vec<Change>, String>,
}

impl Work {
    pub(super) fn changes(&self) -> impl Iterator<Item = &Change> {
        self.settings.iter().chain(self.repository.iter().flatten())
    }

    /// The changes as a unified diff.
    pub(super) fn diff(&self) -> String {
        let turns = self.changes().filter_map(|change| match &change.fate {
            Fate::Turn(turn) => Some((change, turn)),
            _ => None,
        });
        let texts = turns.map(|(change, turn)| {
            let text = |text: &Option<String>| text.clone().unwrap_or_default();
            diff(&change.shown, &text(&turn.before), &text(&turn.after))
        });
        texts.collect()
    }

    pub(super) fn turns(&self) -> usize {
        let turns = self.changes();
        turns
            .filter(|change| matches!(change.fate, Fate::Turn(_)))
            .count()
    }

    /// The files that stay as they are although they should be others, and why.
    pub(super) fn left(&self) -> Vec<String> {
        let files = self.changes().filter_map(|change| match &change.fate {
            Fate::Left { why, beside } => {
                let compare = beside.as_ref().map_or_else(String::new, |_| {
                    format!("; compare it with `{}.new`", change.shown)
                });
                Some(format!("{}: {why}{compare}", change.shown))
            }
            _ => None,
        });
        let git = self.repository.as_ref().err();
        files
            .chain(git.map(|why| format!("{GIT}: {why}")))
            .collect()
    }
}

pub(super) fn io(error: &FsError) -> Answer {
    Answer::refused(step::io(error))
}

/// The last name of a folder, which a person types to confirm.
pub(super) fn word(folder: &Path) -> &str {
    folder
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or("hooks")
}
