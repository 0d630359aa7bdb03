//! Who calls, from where, and with which settings: the only reader of the process environment.

mod agents;
mod identity;
mod sessions;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub use agents::{AGENTS, AgentVariable};
pub use sessions::SESSIONS;

use crate::names::{ActorName, LoopName, NameError};

/// What every variable of this program starts with.
pub const OWN: &str = "AUTOMATON_";

/// The variable that names the project.
pub const PROJECT: &str = "AUTOMATON_PROJECT";
/// The variable that names the actor.
pub const ACTOR: &str = "AUTOMATON_ACTOR";

/// The variable that names the epoch of the claim under which tasks are changed.
pub const EPOCH: &str = "AUTOMATON_EPOCH";

/// The variable that tells a command that `exec` holds it.
pub const EXEC: &str = "AUTOMATON_EXEC";

/// The variable that names the loop that runs a harness.
pub const LOOP: &str = "AUTOMATON_LOOP";
/// The variable that says in which folder of a workflow that loop is: in a worktree of its own there
/// may be another one.
pub const LOOP_HOME: &str = "AUTOMATON_LOOP_HOME";

/// The variable that tells a check which checks it is part of: their keys, separated by commas.
pub const CHECKS: &str = "AUTOMATON_CHECKS";

/// What a command started by this program must not inherit: it would act on another project or
/// another repository than the one it is started in. The `GIT_` names are those that Git itself
/// lists as belonging to one repository, and the namespace.
pub const REDIRECTING: &[&str] = &[
    PROJECT,
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_CONFIG",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS",
    "GIT_DIR",
    "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_NAMESPACE",
    "GIT_NO_REPLACE_OBJECTS",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
];

/// The keys of the checks that this process is part of.
#[expect(
    clippy::disallowed_methods,
    reason = "this is the one place that reads the environment"
)]
pub fn checks_above() -> String {
    std::env::var(CHECKS).unwrap_or_default()
}

/// The variable that says where programs are found, if it is set: what a command needs to find
/// others, in an environment that has nothing else of this one.
#[expect(
    clippy::disallowed_methods,
    reason = "this is the one place that reads the environment"
)]
pub fn search_path() -> Option<(&'static str, OsString)> {
    std::env::var_os("PATH").map(|path| ("PATH", path))
}

/// Those of the named variables that are set.
#[expect(
    clippy::disallowed_methods,
    reason = "this is the one place that reads the environment"
)]
pub fn listed<'n>(names: impl Iterator<Item = &'n str>) -> Vec<(OsString, OsString)> {
    names
        .filter_map(|name| Some((OsString::from(name), std::env::var_os(name)?)))
        .collect()
}

/// The index that the commit being made is taken from, where Git says that it is not the usual one.
#[expect(
    clippy::disallowed_methods,
    reason = "this is the one place that reads the environment"
)]
pub fn commit_index() -> Option<PathBuf> {
    let index = std::env::var_os("GIT_INDEX_FILE").map(PathBuf::from)?;
    Some(std::env::current_dir().ok()?.join(index))
}

/// The file of this program.
pub fn own_program() -> std::io::Result<PathBuf> {
    std::env::current_exe()
}

/// The environment as it was when the program looked. An empty variable counts as one that is
/// not set.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    folder: Option<PathBuf>,
    project: Option<PathBuf>,
    actor: Option<OsString>,
    epoch: Option<OsString>,
    session: Option<OsString>,
    user: Option<OsString>,
    no_color: bool,
    home: Option<PathBuf>,
    config: Option<PathBuf>,
    cache: Option<PathBuf>,
    agents: Vec<&'static AgentVariable>,
    held: bool,
    looped: Option<OsString>,
    loop_home: Option<PathBuf>,
}

impl Environment {
    /// The environment of this process.
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the one place that reads the environment"
    )]
    pub fn current() -> Self {
        Self {
            folder: std::env::current_dir().ok(),
            ..Self::from_variables(|name| std::env::var_os(name))
        }
    }

    /// The environment that `variable` describes, without a current folder.
    pub fn from_variables(variable: impl Fn(&str) -> Option<OsString>) -> Self {
        let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
        let folder = |name: &str| {
            let path = PathBuf::from(variable(name)?);
            path.is_absolute().then_some(path)
        };
        let home = folder("HOME");
        let below_home = |name: &str| home.as_ref().map(|home| home.join(name));
        let own = |base: PathBuf| base.join("automaton");
        Self {
            folder: None,
            project: variable(PROJECT).map(PathBuf::from),
            actor: variable(ACTOR),
            epoch: variable(EPOCH),
            session: SESSIONS.iter().find_map(|session| variable(session.name)),
            user: variable("USER").or_else(|| variable("LOGNAME")),
            no_color: variable("NO_COLOR").is_some(),
            config: folder("XDG_CONFIG_HOME")
                .or_else(|| below_home(".config"))
                .map(own),
            cache: folder("XDG_CACHE_HOME")
                .or_else(|| below_home(".cache"))
                .map(own),
            home,
            held: variable(EXEC).is_some(),
            looped: variable(LOOP),
            loop_home: variable(LOOP_HOME).map(PathBuf::from),
            agents: AGENTS
                .iter()
                .filter(|agent| variable(agent.name).is_some())
                .collect(),
        }
    }

    /// The same environment seen from another folder.
    #[must_use]
    pub fn in_folder(self, folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: Some(folder.into()),
            ..self
        }
    }

    /// The same environment seen from a folder that alone says which project is meant.
    #[must_use]
    pub fn of_folder(self, folder: impl Into<PathBuf>) -> Self {
        Self {
            project: None,
            ..self.in_folder(folder)
        }
    }

    /// The same environment within a loop, which is in the folder `home` of a workflow.
    #[must_use]
    pub fn in_loop(self, name: &LoopName, home: &Path) -> Self {
        Self {
            looped: Some(name.as_str().into()),
            loop_home: Some(home.to_owned()),
            ..self
        }
    }

    /// The loop that runs the caller, if one does; on failure, why `AUTOMATON_LOOP` names none.
    pub fn looped(&self) -> Result<Option<LoopName>, NameError> {
        let name = self.looped.as_ref().map(|name| name.to_string_lossy());
        name.map(|name| name.parse()).transpose()
    }

    /// The folder of the workflow that this loop is in; nothing where it is that of the project.
    pub fn loop_home(&self) -> Option<&Path> {
        self.loop_home.as_deref()
    }

    /// The current folder; nothing where it was deleted or may not be read.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The project that `AUTOMATON_PROJECT` names.
    pub fn project(&self) -> Option<&Path> {
        self.project.as_deref()
    }

    /// Whether `NO_COLOR` asks for plain output.
    pub fn no_color(&self) -> bool {
        self.no_color
    }

    /// The user's home folder.
    pub fn home(&self) -> Option<&Path> {
        self.home.as_deref()
    }

    /// The program's own folder among the user's settings.
    pub fn config_dir(&self) -> Option<&Path> {
        self.config.as_deref()
    }

    /// The program's own folder among the user's caches.
    pub fn cache_dir(&self) -> Option<&Path> {
        self.cache.as_deref()
    }

    /// Whether `exec` says that it holds this process.
    pub fn is_held(&self) -> bool {
        self.held
    }

    /// The variables that tell that a coding agent is at work here.
    pub fn agents(&self) -> &[&'static AgentVariable] {
        &self.agents
    }

    /// The name of this host.
    pub fn host(&self) -> String {
        identity::host()
    }

    /// Who acts: what `AUTOMATON_ACTOR` says, else the session of the harness that runs this, else
    /// `user@host`.
    pub fn actor(&self) -> Result<ActorName, ActorError> {
        match self.actor.as_ref().or(self.session.as_ref()) {
            Some(name) => name
                .to_str()
                .ok_or(ActorError::NotUnicode)?
                .parse()
                .map_err(ActorError::Variable),
            None => identity::at_this_host(self.user.as_deref()).map_err(ActorError::Default),
        }
    }

    /// The same for a call that the session of a harness makes, unless `AUTOMATON_ACTOR` says
    /// otherwise.
    #[must_use]
    pub fn in_session(self, session: Option<String>) -> Self {
        Self {
            session: session.map(OsString::from).or(self.session),
            ..self
        }
    }

    /// The epoch that `AUTOMATON_EPOCH` names; on failure, the text that is no number.
    pub fn epoch(&self) -> Result<Option<u64>, String> {
        let text = self.epoch.as_ref().map(|text| text.to_string_lossy());
        let number = |text: std::borrow::Cow<'_, str>| text.parse().map_err(|_| text.into_owned());
        text.map(number).transpose()
    }
}

/// Why it cannot be told who acts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActorError {
    /// The variable is no name.
    #[error("the name of the actor or its session: {0}")]
    Variable(NameError),
    /// The variable is no text.
    #[error("the name of the actor or its session is not UTF-8")]
    NotUnicode,
    /// The names of user and host make no actor.
    #[error("{0}; set `AUTOMATON_ACTOR` to a name of your own")]
    Default(NameError),
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStringExt as _;

    use super::*;

    fn environment(variables: &[(&str, &str)]) -> Environment {
        Environment::from_variables(|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| OsString::from(value))
        })
    }

    #[test]
    fn an_empty_variable_is_not_set() {
        let empty = environment(&[
            (PROJECT, ""),
            (ACTOR, ""),
            ("NO_COLOR", ""),
            ("HOME", ""),
            ("CLAUDECODE", ""),
        ]);
        assert_eq!(empty.project(), None);
        assert!(!empty.no_color());
        assert_eq!(empty.home(), None);
        assert!(empty.agents().is_empty());
        assert_eq!(empty.actor(), Environment::default().actor());
    }

    #[test]
    fn folders_follow_xdg_and_ignore_relative_paths() {
        for (variables, config, cache) in [
            (&[][..], None, None),
            (
                &[("HOME", "/h")],
                Some("/h/.config/automaton"),
                Some("/h/.cache/automaton"),
            ),
            (&[("HOME", "h")], None, None),
            (
                &[("HOME", "/h"), ("XDG_CONFIG_HOME", "/c")],
                Some("/c/automaton"),
                Some("/h/.cache/automaton"),
            ),
            (
                &[("HOME", "/h"), ("XDG_CACHE_HOME", "c")],
                Some("/h/.config/automaton"),
                Some("/h/.cache/automaton"),
            ),
        ] {
            let found = environment(variables);
            assert_eq!(found.config_dir(), config.map(Path::new), "{variables:?}");
            assert_eq!(found.cache_dir(), cache.map(Path::new), "{variables:?}");
        }
    }

    #[test]
    fn every_agent_variable_is_seen_and_has_a_reason_of_its_own() {
        for agent in AGENTS {
            let found = environment(&[(agent.name, "1")]);
            assert_eq!(found.agents(), [agent]);
            assert!(agent.reason.len() > 10, "{}", agent.name);
        }
        let two = environment(&[("GEMINI_CLI", "1"), ("AGENT", "goose")]);
        let names: Vec<_> = two.agents().iter().map(|agent| agent.name).collect();
        assert_eq!(names, ["AGENT", "GEMINI_CLI"]);
    }

    #[test]
    fn the_variable_names_the_actor_or_is_refused() {
        let named = environment(&[(ACTOR, "session-7")])
            .actor()
            .expect("a name");
        assert_eq!(named.as_str(), "session-7");
        let refused = environment(&[(ACTOR, " x")]).actor();
        assert!(matches!(refused, Err(ActorError::Variable(_))));
        let bytes = Environment::from_variables(|name| {
            (name == ACTOR).then(|| OsString::from_vec(vec![b'a', 0xff]))
        });
        assert_eq!(bytes.actor(), Err(ActorError::NotUnicode));
    }

    #[test]
    fn nothing_that_git_binds_to_one_repository_is_inherited() {
        let listed = std::process::Command::new("git")
            .args(["rev-parse", "--local-env-vars"])
            .output()
            .expect("git runs");
        let listed = String::from_utf8(listed.stdout).expect("text");
        for name in listed.lines() {
            assert!(REDIRECTING.contains(&name), "{name}");
        }
    }
}
