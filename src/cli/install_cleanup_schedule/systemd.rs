//! A timer of the user's systemd.

use std::path::Path;

use serde_json::json;

use super::job::Job;
use super::{Args, changed, failed, program, seal};
use crate::cli::session::Session;
use crate::cli::step::io;
use crate::fs::{Content, Dir, FsError};
use crate::report::Answer;

/// The most bytes of a unit that is read.
const LIMIT: u64 = 1 << 16;

/// Whether the user's systemd answers.
pub(super) fn is_there() -> bool {
    program::output("systemctl", &["--user", "show-environment"], "").is_ok()
}

pub(super) fn run(args: &Args, session: &Session, job: &Job) -> Result<Answer, Answer> {
    let settings = session.environment.config_dir().and_then(Path::parent);
    let settings = settings.ok_or_else(|| failed("there is no home folder"))?;
    let folder = settings.join("systemd/user");
    let units = units(job);
    let timer = format!("{}.timer", job.name);
    let described = |message: String, text: String| {
        let files = units.iter().map(|(name, text)| {
            json!({"path": folder.join(name).display().to_string(), "content": text})
        });
        Answer::page(message, text)
            .field("with", "systemd")
            .field("files", files.collect::<Vec<_>>())
    };
    if args.dry_run && !args.remove {
        let shown = units
            .iter()
            .map(|(name, text)| format!("{}\n{text}\n", folder.join(name).display()));
        return Ok(described(format!("would install {timer}"), shown.collect()));
    }
    let systemctl = |words: &[&str]| {
        let words = [&["--user"], words].concat();
        program::output("systemctl", &words, "").map_err(|problem| failed(&problem))
    };
    let failed_at = |error: FsError| Answer::refused(io(&error));
    let installed = installed(&folder, &units).map_err(failed_at)?;
    if let Some(name) = installed
        .iter()
        .find_map(|(name, is_own)| (!is_own).then_some(name))
    {
        return Err(changed(&format!("`{}`", folder.join(name).display())));
    }
    if args.remove {
        if installed.is_empty() {
            return Ok(Answer::done("there is no schedule to remove").field("with", "systemd"));
        }
        let message = format!("{timer} in {}", folder.display());
        if args.dry_run {
            return Ok(Answer::done(format!("would remove {message}")).field("with", "systemd"));
        }
        systemctl(&["disable", "--now", &timer])?;
        let dir = Dir::open(&folder, &folder.to_string_lossy()).map_err(failed_at)?;
        for (name, _) in &units {
            dir.unlink(name).map_err(failed_at)?;
        }
        dir.sync().map_err(failed_at)?;
        systemctl(&["daemon-reload"])?;
        return Ok(Answer::done(format!("removed {message}")).field("with", "systemd"));
    }
    let dir = Dir::open_or_make(&folder, &folder.to_string_lossy()).map_err(failed_at)?;
    for (name, text) in &units {
        dir.replace(name, text.as_bytes()).map_err(failed_at)?;
    }
    systemctl(&["daemon-reload"])?;
    systemctl(&["enable", "--now", &timer])?;
    let message = format!("installed {timer} in {}", folder.display());
    Ok(described(message.clone(), format!("{message}\n")))
}

/// The units by the names of their files.
fn units(job: &Job) -> [(String, String); 2] {
    let title = format!(
        "Archive the tasks of {} that are over",
        escaped(&job.project)
    );
    let call: Vec<_> = job.words.iter().map(|word| quoted(word)).collect();
    let service = format!(
        "[Unit]\nDescription={title}\n\n[Service]\nType=oneshot\nExecStart={}\n",
        call.join(" ")
    );
    let timer = format!(
        "[Unit]\nDescription={title}\n\n[Timer]\nOnCalendar=daily\nPersistent=true\n\n\
         [Install]\nWantedBy=timers.target\n"
    );
    let sealed = |text: String| format!("{}\n{text}", seal::comment(&text));
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

/// The units that are there, and whether they are as this program wrote them.
fn installed(folder: &Path, units: &[(String, String)]) -> Result<Vec<(String, bool)>, FsError> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let dir = Dir::open(folder, &folder.to_string_lossy())?;
    let mut found = Vec::new();
    for (name, _) in units {
        let is_own = match dir.read(name, LIMIT)? {
            Content::Missing => continue,
            Content::Bytes(bytes) => std::str::from_utf8(&bytes)
                .ok()
                .and_then(|text| text.split_once('\n'))
                .is_some_and(|(comment, text)| seal::fits(text, comment)),
            Content::TooLarge | Content::Not(_) => false,
        };
        found.push((name.clone(), is_own));
    }
    Ok(found)
}
