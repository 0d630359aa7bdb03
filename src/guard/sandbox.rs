//! Commands that the kernel lets write only what the phase may: see `docs/sandbox.md`.
//!
//! A supervisor works out the grants and starts this same program again as the stage, which gives up
//! its rights and becomes the command. The supervisor waits, ends what was left behind, and looks at
//! what changed that should not have.

mod aftermath;
#[cfg(not(target_os = "linux"))]
mod elsewhere;
mod ending;
mod grants;
#[cfg(target_os = "linux")]
mod linux;
mod orders;
mod platform;
mod spine;
mod tier;
mod tree;

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[cfg(not(target_os = "linux"))]
use elsewhere as kernel;
pub use ending::{Cut, Ending, Limits};
pub use grants::Grants;
pub use kernel::stage;
#[cfg(target_os = "linux")]
use linux as kernel;
pub use tier::Tier;

use self::aftermath::Watch;
use self::grants::Platform;
use self::orders::{Mounts, Orders, Report};
use self::tree::Files;
use super::gate::Gate;
use super::topics;
use crate::diagnostic::{Diagnostic, NextStep};
use crate::engine::edit::Reach;
use crate::environment::EXEC;
use crate::fs::stand_in;
use crate::names::{StateName, TaskPath};
use crate::task::root::Project;
pub use tree::Thing;

/// What a command is held to.
#[derive(Debug)]
pub struct Sandbox<'g> {
    reach: Reach<'g>,
    /// What may be written.
    pub grants: Grants,
    platform: Platform,
    folder: PathBuf,
}

/// A command that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// How.
    pub ending: Ending,
    /// Why it was ended, if it did not end by itself.
    pub cut: Option<Cut>,
    /// What held it.
    pub tier: Tier,
    /// What it changed although it may not.
    pub changed: Vec<PathBuf>,
}

/// Why a command was not run.
#[derive(Debug)]
pub enum NotRun {
    /// It would not have been held, or something failed before.
    Refused(Box<Diagnostic>),
    /// There is no such program, or it may not be run; the code that a shell ends with then, and
    /// what the system said.
    Unable(u8, String),
}

impl<'g> Sandbox<'g> {
    /// What a command is held to that is run in `folder` for `task`, or else for every task that the
    /// caller works on.
    pub fn of(
        gate: &'g Gate,
        project: &Project,
        task: Option<&TaskPath>,
        folder: &Path,
    ) -> Result<Self, Box<Diagnostic>> {
        let reach = gate.reach(task);
        let reach = reach.map_err(|refused| Box::new(gate.diagnose(&refused)))?;
        let platform = Platform::of(project).map_err(|error| unheld(&error.to_string()))?;
        let grants = Grants::of(&reach, &Files, &platform);
        Ok(Self {
            reach,
            grants,
            platform,
            folder: folder.to_owned(),
        })
    }

    /// The tasks that the caller works on, with their states.
    pub fn tasks(&self) -> &[(TaskPath, StateName)] {
        &self.reach.tasks
    }

    /// The tasks in whose journals it goes what a command changed that it may not: those whose
    /// phases let it write, or else the one that it was run for.
    pub fn answerable(&self) -> Vec<TaskPath> {
        match (self.reach.giving.as_slice(), self.reach.tasks.as_slice()) {
            ([], [(only, _)]) => vec![only.clone()],
            (giving, _) => giving.to_vec(),
        }
    }

    /// What would hold a command here.
    pub fn tier() -> Result<Tier, Box<Diagnostic>> {
        let started = kernel::start(&Orders::default(), |_| ());
        let started = started.map_err(|error| unheld(&error.to_string()))?;
        let report = started.report.clone();
        started
            .finish()
            .map_err(|error| unheld(&error.to_string()))?;
        match report {
            Report::Held(tier) => Ok(tier),
            Report::Unheld(problem) | Report::NotRun { problem, .. } => Err(unheld(&problem)),
        }
    }

    /// Runs a command to its end.
    pub fn run(&self, command: &[OsString]) -> Result<Ended, NotRun> {
        let finish = |started: kernel::Started| started.finish().map(|ending| (ending, None));
        self.run_between(command, |_| (), finish)
    }

    /// Runs a command that nobody sits in front of: within limits, in an environment that has
    /// nothing of this one, without input, and in a process group of its own.
    pub fn run_alone(
        &self,
        command: &[OsString],
        environment: &[(OsString, OsString)],
        (stdout, stderr): (impl Into<Stdio>, impl Into<Stdio>),
        limits: &mut Limits<'_>,
    ) -> Result<Ended, NotRun> {
        let alone = |stage: &mut Command| {
            stage.env_clear().envs(environment.iter().cloned());
            stage.stdin(Stdio::null()).stdout(stdout).stderr(stderr);
            stage.process_group(0);
        };
        self.run_between(command, alone, |started| started.finish_within(limits))
    }

    fn run_between(
        &self,
        command: &[OsString],
        setting: impl FnOnce(&mut Command),
        finish: impl FnOnce(kernel::Started) -> io::Result<(Ending, Option<Cut>)>,
    ) -> Result<Ended, NotRun> {
        let failed = |error: io::Error| NotRun::Refused(unheld(&error.to_string()));
        let made = self.make(command).map_err(failed)?;
        let ended = self.run_watched(command, setting, finish);
        for path in made.iter().rev() {
            stand_in::take_away(path);
        }
        ended
    }

    fn run_watched(
        &self,
        command: &[OsString],
        setting: impl FnOnce(&mut Command),
        finish: impl FnOnce(kernel::Started) -> io::Result<(Ending, Option<Cut>)>,
    ) -> Result<Ended, NotRun> {
        let watch = Watch {
            reach: &self.reach,
            grants: &self.grants,
            platform: &self.platform,
            tree: &Files,
        };
        let before = watch.before();
        let failed = |error: io::Error| NotRun::Refused(unheld(&error.to_string()));
        let started = kernel::start(&self.orders(), |stage| {
            setting(stage);
            stage.args(command);
            stage.env(EXEC, "1");
            if let Some(temporary) = self.platform.temporary.first() {
                stage.env("TMPDIR", temporary);
            }
        });
        let started = started.map_err(failed)?;
        let report = started.report.clone();
        let (ending, cut) = finish(started).map_err(failed)?;
        match report {
            Report::Held(tier) => Ok(Ended {
                ending,
                cut,
                tier,
                changed: watch.changed(&before, tier),
            }),
            Report::Unheld(problem) => Err(NotRun::Refused(unheld(&problem))),
            Report::NotRun { missing, problem } => {
                let code = if missing { 127 } else { 126 };
                Err(NotRun::Unable(code, problem))
            }
        }
    }

    /// Makes what has to stand there; says what was made.
    ///
    /// An empty file is seen by whoever lists the folder, and committed by whoever commits
    /// everything: a command gets those that it names.
    fn make(&self, command: &[OsString]) -> io::Result<Vec<PathBuf>> {
        let names = |path: &Path| {
            let name = path.file_name().unwrap_or_default().as_encoded_bytes();
            let mut words = command.iter().map(|word| word.as_encoded_bytes());
            words.any(|word| memchr::memmem::find(word, name).is_some())
        };
        let mut made = Vec::new();
        for (path, thing) in &self.grants.make {
            if *thing == Thing::File && !names(path) {
                continue;
            }
            let stands = match thing {
                Thing::Folder => stand_in::folder(path),
                Thing::File | Thing::Other => stand_in::file(path),
            };
            match stands {
                Ok(new) => made.extend(new),
                // A command that is held already makes nothing for one that it runs.
                Err(error) if is_refused(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(made)
    }

    fn orders(&self) -> Orders {
        let grants = &self.grants;
        let folders = grants
            .scratch
            .iter()
            .chain(&grants.edit)
            .chain(&grants.repository);
        let folders = folders.filter(|path| path.exists());
        Orders {
            folder: self.folder.clone(),
            mounts: Mounts {
                folders: folders.cloned().chain(grants.above_denied()).collect(),
                denied: grants.deny.iter().cloned().collect(),
                files: grants
                    .files
                    .iter()
                    .filter(|path| path.exists())
                    .cloned()
                    .collect(),
                hidden: platform::sockets(&self.platform.code),
            },
            under_mounts: spine::under_mounts(grants),
            alone: spine::alone(grants, &Files),
        }
    }
}

fn is_refused(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem
    )
}

/// The refusal of a command that nothing would hold.
fn unheld(problem: &str) -> Box<Diagnostic> {
    let found = Diagnostic::call(&topics::NOT_HELD, "refused: the command");
    Box::new(
        found
            .reason(problem)
            .reason("where nothing can hold a command, a person may write `shell allow` into the workflow")
            .next(NextStep::anyone("automaton doctor")),
    )
}
