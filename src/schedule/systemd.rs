//! A timer of the user's systemd.

use std::path::{Path, PathBuf};

use super::job::{Cadence, Job};
use super::{Order, Outcome, ScheduleError, Written, program, seal};
use crate::fs::{Content, Dir, FsError};

/// The most bytes of a unit that is read.
const LIMIT: u64 = 1 << 16;

/// Whether the user's systemd answers.
pub(super) fn is_there() -> bool {
    program::output("systemctl", &["--user", "show-environment"], "").is_ok()
}

pub(super) fn carry_out(
    order: Order,
    job: &Job,
    config: Option<&Path>,
    dry_run: bool,
) -> Result<Outcome, ScheduleError> {
    let folder = folder(config)?;
    let units = units(job);
    let timer = format!("{}.timer", job.name);
    let described = |message: String, page: String| Outcome {
        message,
        page,
        written: Written::Units(
            units
                .iter()
                .map(|(name, text)| (folder.join(name), text.clone()))
                .collect(),
        ),
    };
    if dry_run && order == Order::Install {
        let shown = units
            .iter()
            .map(|(name, text)| format!("{}\n{text}\n", folder.join(name).display()));
        return Ok(described(format!("would install {timer}"), shown.collect()));
    }
    let there = standing(job, &folder)?;
    if order == Order::Remove {
        if there.is_empty() {
            return Ok(Outcome::nothing_to_remove());
        }
        let message = format!("{timer} in {}", folder.display());
        if dry_run {
            return Ok(Outcome::said(format!("would remove {message}")));
        }
        systemctl(&["disable", "--now", &timer])?;
        let dir = Dir::open(&folder, &folder.to_string_lossy())?;
        for (name, _) in &units {
            dir.unlink(name)?;
        }
        dir.sync()?;
        systemctl(&["daemon-reload"])?;
        return Ok(Outcome::said(format!("removed {message}")));
    }
    let dir = Dir::open_or_make(&folder, &folder.to_string_lossy())?;
    for (name, text) in &units {
        dir.replace(name, text.as_bytes())?;
    }
    systemctl(&["daemon-reload"])?;
    systemctl(&["enable", "--now", &timer])?;
    let message = format!("installed {timer} in {}", folder.display());
    Ok(described(message.clone(), format!("{message}\n")))
}

pub(super) fn installed(job: &Job, config: Option<&Path>) -> Result<Written, ScheduleError> {
    let there = standing(job, &folder(config)?)?;
    Ok(if there.is_empty() {
        Written::Nothing
    } else {
        Written::Units(there)
    })
}

fn folder(config: Option<&Path>) -> Result<PathBuf, ScheduleError> {
    let missing = || ScheduleError::Failed("there is no home folder".to_owned());
    Ok(config.ok_or_else(missing)?.join("systemd/user"))
}

fn systemctl(words: &[&str]) -> Result<String, ScheduleError> {
    let words = [&["--user"], words].concat();
    program::output("systemctl", &words, "").map_err(ScheduleError::Failed)
}

/// The units by the names of their files.
fn units(job: &Job) -> [(String, String); 2] {
    let title = escaped(&job.title);
    let call: Vec<_> = job.words.iter().map(|word| quoted(word)).collect();
    let path = job.search_path.as_ref().map_or_else(String::new, |path| {
        let path = escaped(path).replace('"', "\\\"");
        format!("Environment=\"PATH={path}\"\n")
    });
    let service = format!(
        "[Unit]\nDescription={title}\n\n[Service]\nType=oneshot\n{path}ExecStart={}\n",
        call.join(" ")
    );
    let when = match job.cadence {
        Cadence::Daily => "OnCalendar=daily\nPersistent=true".to_owned(),
        Cadence::Every(length) => {
            let seconds = length.as_secs();
            format!("OnActiveSec={seconds}\nOnUnitActiveSec={seconds}\nAccuracySec=1")
        }
    };
    let timer = format!(
        "[Unit]\nDescription={title}\n\n[Timer]\n{when}\n\n\
         [Install]\nWantedBy=timers.target\n"
    );
    let sealed = |text: String| format!("{}\n{text}", seal::comment(job, &text));
    [
        (format!("{}.service", job.name), sealed(service)),
        (format!("{}.timer", job.name), sealed(timer)),
    ]
}

/// A word as systemd reads it back: quotes, specifiers and variables are only text.
fn quoted(word: &str) -> String {
    let word = escaped(word).replace('$', "$$");
    format!("\"{}\"", word.replace('"', "\\\""))
}

fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('%', "%%");
    let visible = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(visible).collect()
}

/// The units that are there; an error where somebody changed one.
fn standing(job: &Job, folder: &Path) -> Result<Vec<(PathBuf, String)>, ScheduleError> {
    let dir = match Dir::open(folder, &folder.to_string_lossy()) {
        Ok(dir) => dir,
        Err(error) if error.is_missing() => return Ok(Vec::new()),
        Err(error) => return Err(error.into()),
    };
    let mut found = Vec::new();
    for (name, _) in units(job) {
        let path = folder.join(&name);
        match own(job, &dir, &name)? {
            None => {}
            Some(Ok(text)) => found.push((path, text)),
            Some(Err(())) => {
                return Err(ScheduleError::Changed(format!("`{}`", path.display())));
            }
        }
    }
    Ok(found)
}

/// What a unit holds, if there is one: an error where it is not as this program wrote it.
fn own(job: &Job, dir: &Dir, name: &str) -> Result<Option<Result<String, ()>>, FsError> {
    let bytes = match dir.read(name, LIMIT)? {
        Content::Missing => return Ok(None),
        Content::Bytes(bytes) => bytes,
        Content::TooLarge | Content::Not(_) => return Ok(Some(Err(()))),
    };
    let text = String::from_utf8(bytes).map_err(drop);
    Ok(Some(text.and_then(|text| {
        let sealed = text.split_once('\n');
        let fits = sealed.is_some_and(|(comment, text)| seal::fits(job, text, comment));
        fits.then_some(text).ok_or(())
    })))
}
