//! Having the machine run a command at its times: a timer of the user's systemd where that runs,
//! and a line of the user's crontab elsewhere. What somebody changed by hand since is neither
//! overwritten nor removed.

mod cron;
mod job;
mod program;
mod seal;
mod systemd;
pub mod topics;

use std::path::{Path, PathBuf};

pub use job::{Cadence, Job};

use crate::fs::FsError;

/// What runs commands at their time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheduler {
    /// A timer of the user's systemd.
    Systemd,
    /// A line of the user's crontab.
    Cron,
}

/// What is to become of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// It is installed, in the place of an earlier one of the same name.
    Install,
    /// It is taken away.
    Remove,
}

/// What there is of a schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// Nothing.
    Nothing,
    /// A line of the crontab.
    Line(String),
    /// Files of systemd, with what they hold.
    Units(Vec<(PathBuf, String)>),
}

/// What was done about a schedule, or would be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// One line.
    pub message: String,
    /// What a person is shown.
    pub page: String,
    /// What it was, or would be.
    pub written: Written,
}

/// Why nothing became of an order, or not all.
#[derive(Debug, thiserror::Error)]
pub enum ScheduleError {
    /// The machine's scheduler could not be asked, or refused.
    #[error("{0}")]
    Failed(String),
    /// Somebody changed what stands there.
    #[error("{0} was changed since it was installed")]
    Changed(String),
    /// A file could not be read or written.
    #[error(transparent)]
    Fs(#[from] FsError),
}

impl Scheduler {
    /// The one that this machine has.
    pub fn here() -> Self {
        if systemd::is_there() {
            Self::Systemd
        } else {
            Self::Cron
        }
    }

    /// The word that output uses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Systemd => "systemd",
            Self::Cron => "cron",
        }
    }

    /// Carries out an order, or says what it would come to. `config` is the folder of the user's
    /// settings.
    pub fn carry_out(
        self,
        order: Order,
        job: &Job,
        config: Option<&Path>,
        dry_run: bool,
    ) -> Result<Outcome, ScheduleError> {
        match self {
            Self::Systemd => systemd::carry_out(order, job, config, dry_run),
            Self::Cron => cron::carry_out(order, job, dry_run),
        }
    }

    /// What there is of the schedule of `job`, as this program wrote it.
    pub fn installed(self, job: &Job, config: Option<&Path>) -> Result<Written, ScheduleError> {
        match self {
            Self::Systemd => systemd::installed(job, config),
            Self::Cron => cron::installed(job),
        }
    }
}

impl Outcome {
    /// One of which there is no more to see than what it says.
    fn said(message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            page: format!("{message}\n"),
            message,
            written: Written::Nothing,
        }
    }

    fn nothing_to_remove() -> Self {
        Self::said("there is no schedule to remove")
    }
}
