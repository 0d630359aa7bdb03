//! Which entries of journals somebody wants to read.

use super::entry::{Entry, EntryEvent};
use crate::clock;
use crate::names::ActorName;

/// What an entry must be to be shown; an empty filter shows all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogFilter {
    /// Not before this time, in UTC.
    pub since: Option<String>,
    /// One of these events; any where there are none.
    pub events: Vec<EntryEvent>,
    /// By this actor.
    pub actor: Option<ActorName>,
}

impl LogFilter {
    /// Whether the entry is wanted. One whose time cannot be read is never left out for it.
    pub fn wants(&self, entry: &Entry) -> bool {
        let too_old = |since: &String| {
            clock::seconds_between(since, &entry.at).is_some_and(|seconds| seconds < 0)
        };
        !self.since.as_ref().is_some_and(too_old)
            && (self.events.is_empty() || self.events.contains(&entry.event))
            && self
                .actor
                .as_ref()
                .is_none_or(|actor| *actor == entry.actor)
    }
}
