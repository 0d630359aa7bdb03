//! Where a task stands, by its files.

use super::entry::EntryEvent;
use super::history;
use super::journal::Journal;
use super::layout::STATE;
use super::records::{Damage, Records, Todo, Verdict};
use crate::engine::{Record, Standing, Tampering};
use crate::names::StateName;

/// Where a task stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// There is no journal; an older tool may have left a state.
    Untracked(Option<StateName>),
    /// The files are damaged.
    Tampered {
        damage: Damage,
        /// What the sound part of the journal says.
        record: Option<Record>,
        /// What the state file says.
        state: Option<StateName>,
    },
    /// The files are sound.
    Tracked(Record),
}

impl Found {
    /// Where the task stands, and the journal up to there. A step that is under way has not been
    /// taken yet; but the entry of a repair counts, because the journal that it replaced may have
    /// said nothing.
    pub(super) fn of(records: Records) -> (Self, Option<Journal>) {
        let verdict = records.verdict();
        let begun = match (&verdict, &records.journal) {
            (Verdict::Sound(Todo::Finish), Some(journal)) => {
                journal.last().map(|line| line.entry.event)
            }
            _ => None,
        };
        let mut journal = records.journal;
        if let (Some(journal), Some(event)) = (&mut journal, begun)
            && event != EntryEvent::Repair
        {
            journal.pop();
        }
        let record = journal.as_ref().and_then(|j| history::record(j.lines()));
        let tampered = |damage, record| Self::Tampered {
            damage,
            record,
            state: records.state.state().cloned(),
        };
        let found = match (verdict, begun, record) {
            (Verdict::Untracked, _, _) | (Verdict::Sound(_), Some(EntryEvent::Adopt), _) => {
                Self::Untracked(records.state.state().cloned())
            }
            (Verdict::Damaged(damage), _, record) => tampered(damage, record),
            (Verdict::Sound(_), begun, Some(record)) if begun != Some(EntryEvent::Repair) => {
                Self::Tracked(record)
            }
            (Verdict::Sound(_), _, record) => {
                let problem = "is being repaired, or its repair was cut short".to_owned();
                let file = STATE;
                tampered(Damage { file, problem }, record)
            }
        };
        (found, journal)
    }

    /// The same, as the engine asks for it.
    pub(super) fn standing(&self) -> Standing<'_> {
        match self {
            Self::Untracked(state) => Standing::Untracked {
                state: state.clone(),
            },
            Self::Tracked(record) => Standing::Tracked(record),
            Self::Tampered {
                damage,
                record,
                state,
            } => Standing::Tampered(Tampering {
                file: damage.file.to_owned(),
                problem: damage.problem.clone(),
                record: record.as_ref(),
                state: state.clone(),
            }),
        }
    }
}
