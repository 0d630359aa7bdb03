//! What people let through although no phase allows it: a journal of the whole project.

use serde::{Deserialize, Serialize};

use super::layout::{HOME, OVERRIDES};
use super::lock::{LockError, Waiter, lock_tasks};
use super::namespace::Namespace;
use crate::clock::{self, Deadline};
use crate::diagnostic::{Diagnostic, Exit, Severity, Topic};
use crate::digest::Digest;
use crate::engine::edit::{Override, OverrideGrant};
use crate::engine::topics::TAMPERED;
use crate::fs::{Content, FsError};
use crate::names::ActorName;

/// `overridden`
pub(super) static OVERRIDDEN: Topic = Topic {
    code: "overridden",
    severity: Severity::Info,
    exit: Exit::Done,
    summary: "a person let edits and commits through for a while",
    explanation: "`automaton override` opened every phase's edits until the time that is named. What was \
        changed meanwhile was not held to the workflow. Look at it where that matters; the \
        journal of overrides is committed with the project.",
};

/// The version of the format that this program writes, and the only one that it reads.
const VERSION: u32 = 1;
/// The largest file that is read.
const SIZE_LIMIT: u64 = 16 << 20;

/// One override.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OverrideEntry {
    /// The version of the format.
    pub v: u32,
    /// The number of the entry; the first of a project is 1.
    pub seq: u64,
    /// From when on, in UTC.
    pub at: String,
    /// Until when, in UTC.
    pub until: String,
    /// Who gave it.
    pub actor: ActorName,
    /// Why.
    pub reason: String,
    /// The digest of the line before.
    pub prev: Option<Digest>,
}

/// The overrides of a project, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    entries: Vec<OverrideEntry>,
    last: Option<Digest>,
    len: u64,
}

impl Overrides {
    /// Reads the bytes of the journal. A last line that was not written to its end was never
    /// acknowledged; anything else that does not follow from the lines before is an error.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let mut read = Self::default();
        for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
            let Some(text) = line.strip_suffix(b"\n") else {
                break;
            };
            let number = index + 1;
            let entry: OverrideEntry = serde_json::from_slice(text)
                .map_err(|error| format!("line {number} is no override: {error}"))?;
            if entry.v != VERSION || entry.seq != number as u64 || entry.prev != read.last {
                return Err(format!(
                    "line {number} does not follow from the lines before"
                ));
            }
            read.entries.push(entry);
            read.last = Some(Digest::of(text));
            read.len += line.len() as u64;
        }
        Ok(read)
    }

    /// Every override, oldest first.
    pub fn entries(&self) -> &[OverrideEntry] {
        &self.entries
    }

    /// The override that stands at `now`, a time as the clock writes it.
    pub fn standing(&self, now: &str) -> Option<Override> {
        let stands = |entry: &&OverrideEntry| entry.at.as_str() <= now && now < &*entry.until;
        let entry = self.entries.iter().rev().find(stands)?;
        Some(Override {
            actor: entry.actor.clone(),
            reason: entry.reason.clone(),
            until: entry.until.clone(),
        })
    }
}

/// Every override as a finding; a journal that cannot be believed is damage.
pub(super) fn findings(namespace: &Namespace) -> Vec<Diagnostic> {
    let path = format!("{HOME}/{OVERRIDES}");
    match namespace.overrides() {
        Err(error) => vec![Diagnostic::about(&TAMPERED, path, error.source.to_string())],
        Ok(overrides) => overrides
            .entries
            .iter()
            .map(|entry| {
                let OverrideEntry {
                    actor,
                    at,
                    until,
                    reason,
                    ..
                } = entry;
                let said = format!("{actor} let edits through from {at} until {until}: {reason}");
                Diagnostic::about(&OVERRIDDEN, path.clone(), said)
            })
            .collect(),
    }
}

impl Namespace {
    /// The overrides of the project.
    pub fn overrides(&self) -> Result<Overrides, FsError> {
        let refuse = |problem: &str| self.home.refuse(OVERRIDES, "read", problem);
        match self.home.read(OVERRIDES, SIZE_LIMIT)? {
            Content::Missing => Ok(Overrides::default()),
            Content::Bytes(bytes) => Overrides::parse(&bytes).map_err(|problem| refuse(&problem)),
            Content::TooLarge => Err(refuse("it is too large")),
            Content::Not(kind) => Err(refuse(&format!("it is {}", kind.noun()))),
        }
    }

    /// Records an override, and answers with its entry.
    pub fn let_through(
        &self,
        grant: OverrideGrant,
        waiter: &Waiter,
    ) -> Result<OverrideEntry, LockError> {
        let _lock = lock_tasks(self, waiter, Deadline::after(waiter.wait))?;
        let before = self.overrides()?;
        let at = clock::now();
        let entry = OverrideEntry {
            v: VERSION,
            seq: before.entries.len() as u64 + 1,
            until: clock::after(&at, grant.length()).unwrap_or_else(|| at.clone()),
            at,
            actor: grant.actor().clone(),
            reason: grant.reason().to_owned(),
            prev: before.last,
        };
        drop(grant);
        let encoded = serde_json::to_vec(&entry);
        let mut line = encoded.map_err(|error| {
            let problem = error.to_string();
            LockError::Io(self.home.refuse(OVERRIDES, "write", &problem))
        })?;
        line.push(b'\n');
        if before.len == 0 && self.home.look(OVERRIDES)?.is_none() {
            self.home.create_new(OVERRIDES, &line)?;
        } else {
            // What is behind the last whole line was never acknowledged.
            self.home.truncate(OVERRIDES, before.len)?;
            let appended = self.home.append(OVERRIDES, before.len, &line);
            appended.map_err(|failed| failed.error)?;
        }
        self.home.sync()?;
        Ok(entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(seq: u64, at: &str, until: &str, prev: Option<Digest>) -> String {
        let entry = OverrideEntry {
            v: VERSION,
            seq,
            at: at.to_owned(),
            until: until.to_owned(),
            actor: "ann@desk".parse().expect("a name"),
            reason: format!("number {seq}"),
            prev,
        };
        serde_json::to_string(&entry).expect("an entry") + "\n"
    }

    #[test]
    fn an_override_stands_from_its_first_second_to_before_its_last() {
        let first = line(1, "2026-01-01T10:00:00Z", "2026-01-01T10:10:00Z", None);
        let digest = Digest::of(first.trim_end().as_bytes());
        let second = line(
            2,
            "2026-01-01T10:05:00Z",
            "2026-01-01T10:06:00Z",
            Some(digest),
        );
        let read = Overrides::parse((first + &second).as_bytes()).expect("two overrides");
        for (now, reason) in [
            ("2026-01-01T09:59:59Z", None),
            ("2026-01-01T10:00:00Z", Some("number 1")),
            ("2026-01-01T10:05:30Z", Some("number 2")),
            ("2026-01-01T10:06:00Z", Some("number 1")),
            ("2026-01-01T10:10:00Z", None),
        ] {
            let standing = read.standing(now).map(|found| found.reason);
            assert_eq!(standing.as_deref(), reason, "{now}");
        }
    }

    #[test]
    fn only_a_whole_chain_is_believed() {
        let first = line(1, "2026-01-01T10:00:00Z", "2026-01-01T10:10:00Z", None);
        let torn = format!("{first}{{\"v\":1");
        assert_eq!(
            Overrides::parse(torn.as_bytes()).map(|read| read.entries.len()),
            Ok(1)
        );
        for (text, problem) in [
            (
                format!("{first}{first}"),
                "line 2 does not follow from the lines before",
            ),
            (
                line(2, "x", "y", None),
                "line 1 does not follow from the lines before",
            ),
            (
                "{}\n".to_owned(),
                "line 1 is no override: missing field `v` at line 1 column 2",
            ),
        ] {
            assert_eq!(
                Overrides::parse(text.as_bytes()),
                Err(problem.to_owned()),
                "{text}"
            );
        }
    }
}
