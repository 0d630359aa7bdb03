//! `World`: the world around one task, in memory, with the real contract functions over its bytes.

mod facts;
mod store;

pub use facts::Unreadable;

use std::collections::{BTreeMap, BTreeSet};

use automaton::digest::Digest;
use automaton::engine::{
    CheckResult, Claim, Claims, Record, Signature, Submission, Subtask, SubtaskStanding,
};
use automaton::names::{ArtifactName, StateName, TaskPath};
use automaton::workflow::Origin;

/// Parses a name of whatever kind is due.
pub fn name<T: std::str::FromStr<Err: std::fmt::Debug>>(text: &str) -> T {
    text.parse().expect(text)
}

/// What stands under a file name.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Entry {
    File(Vec<u8>),
    Other(&'static str),
}

/// What is on record about a task, owned.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    Absent,
    Untracked(Option<StateName>),
    Tampered {
        file: String,
        problem: String,
        record: Option<Record>,
        state: Option<StateName>,
    },
    Tracked(Record),
}

/// The world around one task.
#[derive(Clone, Debug)]
pub struct World {
    task: TaskPath,
    place: Place,
    files: BTreeMap<String, Entry>,
    now: String,
    halted: Option<String>,
    subtasks: Vec<Subtask>,
    parent: Option<Place>,
    bytes: BTreeMap<Digest, Vec<u8>>,
    attic: Vec<String>,
    shelves: BTreeMap<(u64, String), Vec<u8>>,
    taken: Option<String>,
    checks: BTreeMap<String, CheckResult>,
    unreadable: BTreeSet<Unreadable>,
}

fn record(state: &str) -> Record {
    Record {
        state: name(state),
        seq: 7,
        since: "2026-01-02T03:04:05Z".to_owned(),
        by: name("anna"),
        artifacts: BTreeMap::new(),
        approved: BTreeMap::new(),
        origin: Origin::Embedded,
        abandoned: None,
        rested: String::new(),
        submission: Submission {
            project: Digest::of(b"first"),
            head: Digest::of(b"head"),
            at: "2026-01-02T03:04:05Z".to_owned(),
            signatures: Vec::new(),
        },
        claims: Claims::default(),
        scope: Vec::new(),
    }
}

impl World {
    fn new(place: Place) -> Self {
        Self {
            task: name("login"),
            place,
            files: BTreeMap::new(),
            now: "2026-01-02T03:30:00Z".to_owned(),
            halted: None,
            subtasks: Vec::new(),
            parent: None,
            bytes: BTreeMap::new(),
            attic: Vec::new(),
            shelves: BTreeMap::new(),
            taken: None,
            checks: BTreeMap::new(),
            unreadable: BTreeSet::new(),
        }
    }

    /// The task `login`, tracked, in a state, with an empty folder.
    pub fn at(state: &str) -> Self {
        Self::new(Place::Tracked(record(state)))
    }

    /// No task at all.
    pub fn absent() -> Self {
        Self::new(Place::Absent)
    }

    /// A folder without a journal, and perhaps with a `.state` that an older tool wrote.
    pub fn untracked(state: Option<&str>) -> Self {
        Self::new(Place::Untracked(state.map(name)))
    }

    /// Another name for the task.
    pub fn named(mut self, task: &str) -> Self {
        self.task = name(task);
        self
    }

    /// A file in the task folder.
    pub fn with(mut self, file: &str, text: &str) -> Self {
        self.write(file, text);
        self
    }

    /// Several files, each with a text of its own that has no contract to meet.
    pub fn with_all(self, files: &[&str]) -> Self {
        files.iter().fold(self, |world, file| {
            world.with(file, &format!("about {file}\n"))
        })
    }

    /// No such file in the task folder.
    pub fn without(mut self, file: &str) -> Self {
        self.files.remove(file);
        self
    }

    /// Something under that name that is no regular file.
    pub fn with_other(mut self, file: &str, kind: &'static str) -> Self {
        self.files.insert(file.to_owned(), Entry::Other(kind));
        self
    }

    /// Records every file as it is now, as the last step did.
    pub fn recorded(mut self) -> Self {
        let digests = self.digests();
        self.record_mut().artifacts = digests;
        self
    }

    /// Puts the approval of `phase` on record, over `files` as they are now.
    pub fn approved(mut self, phase: &str, files: &[&str]) -> Self {
        let digests = self.digests();
        let over = files.iter().map(|file| {
            let file: ArtifactName = name(file);
            let digest = digests[&file];
            (file, digest)
        });
        let over = over.collect();
        self.record_mut().approved.insert(name(phase), over);
        self
    }

    /// Keeps the bytes of every file, as an approval or the end of a phase does.
    pub fn kept(mut self) -> Self {
        for entry in self.files.values() {
            if let Entry::File(bytes) = entry {
                self.bytes.insert(Digest::of(bytes), bytes.clone());
            }
        }
        self
    }

    /// The records are broken: `file` has `problem`; the journal is sound up to where it was.
    pub fn tampered(mut self, file: &str, problem: &str, state: Option<&str>) -> Self {
        self.place = Place::Tampered {
            file: file.to_owned(),
            problem: problem.to_owned(),
            record: Some(self.record_mut().clone()),
            state: state.map(name),
        };
        self
    }

    /// The records are broken, and no part of the journal is sound.
    pub fn destroyed(file: &str, problem: &str, state: Option<&str>) -> Self {
        Self::new(Place::Tampered {
            file: file.to_owned(),
            problem: problem.to_owned(),
            record: None,
            state: state.map(name),
        })
    }

    /// The last step was decided by the project's own workflow.
    pub fn under_a_file(mut self) -> Self {
        self.record_mut().origin = Origin::File;
        self
    }

    /// Signatures that were accepted since the state was set.
    pub fn signed(mut self, signatures: &[Signature]) -> Self {
        self.record_mut().submission.signatures = signatures.to_vec();
        self
    }

    /// A person ended the task.
    pub fn abandoned(mut self, why: &str) -> Self {
        self.record_mut().abandoned = Some(why.to_owned());
        self
    }

    /// Someone has claimed the task, from 03:00 to 04:00, and it is half past.
    pub fn claimed_by(mut self, owner: &str) -> Self {
        self.record_mut().claims = Claims {
            epoch: 1,
            last: Some(Claim {
                owner: name(owner),
                since: "2026-01-02T03:00:00Z".to_owned(),
                until: "2026-01-02T04:00:00Z".to_owned(),
                lease: 60 * 60,
            }),
            lost: BTreeMap::new(),
        };
        self
    }

    /// The clock shows another time.
    pub fn at_time(mut self, now: &str) -> Self {
        now.clone_into(&mut self.now);
        self
    }

    /// A loop that is halted owns the task.
    pub fn in_halted_loop(mut self, name: &str) -> Self {
        self.halted = Some(name.to_owned());
        self
    }

    /// A sub-task in a state.
    pub fn subtask(self, child: &str, state: &str) -> Self {
        self.subtask_at(child, SubtaskStanding::State(name(state)))
    }

    /// A sub-task that stands anywhere.
    pub fn subtask_at(mut self, child: &str, at: SubtaskStanding) -> Self {
        let task = self.task.child(name(child));
        self.subtasks.push(Subtask {
            task,
            at,
            parts: Vec::new(),
        });
        self
    }

    /// A sub-task that is over, with one of its own in a state.
    pub fn subtask_with_part(mut self, child: &str, over: &str, state: &str) -> Self {
        self = self.subtask(child, over);
        let parent = self.subtasks.last_mut().expect("just added");
        parent.parts.push(Subtask {
            task: parent.task.child(name("part")),
            at: SubtaskStanding::State(name(state)),
            parts: Vec::new(),
        });
        self
    }

    /// The task is in the archive.
    pub fn archived(mut self) -> Self {
        self.task = self.task.first_archived();
        self
    }

    /// Something takes the place that the task had before it was archived.
    pub fn place_taken(mut self, by: &str) -> Self {
        self.taken = Some(by.to_owned());
        self
    }

    /// The last step that set the state or ended the task was taken then.
    pub fn rested_since(mut self, at: &str) -> Self {
        at.clone_into(&mut self.record_mut().rested);
        self
    }

    /// A step moved the file to the attic.
    pub fn in_attic(mut self, seq: u64, file: &str, text: &str) -> Self {
        self.shelves
            .insert((seq, file.to_owned()), text.as_bytes().to_vec());
        self
    }

    /// The task's parent is where `parent` is.
    pub fn under(mut self, parent: &Self) -> Self {
        self.parent = Some(parent.place.clone());
        self
    }

    /// A check command was run, and this became of it.
    pub fn ran(mut self, command: &str, result: CheckResult) -> Self {
        self.checks.insert(command.to_owned(), result);
        self
    }

    /// A fact cannot be had.
    pub fn unreadable(mut self, fact: Unreadable) -> Self {
        self.unreadable.insert(fact);
        self
    }

    /// Writes a file, as an agent would.
    pub fn write(&mut self, file: &str, text: &str) {
        let entry = Entry::File(text.as_bytes().to_vec());
        self.files.insert(file.to_owned(), entry);
    }

    /// Deletes a file.
    pub fn delete(&mut self, file: &str) {
        self.files.remove(file);
    }

    /// The text of a file that is there.
    pub fn text(&self, file: &str) -> Option<String> {
        match self.files.get(file)? {
            Entry::File(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
            Entry::Other(_) => None,
        }
    }

    /// The state on record.
    pub fn state(&self) -> String {
        self.on_record().state.to_string()
    }

    /// What is on record about a task whose records are sound.
    pub fn on_record(&self) -> &Record {
        match &self.place {
            Place::Tracked(record) => record,
            other => panic!("not tracked: {other:?}"),
        }
    }

    /// The phases whose approval is on record.
    pub fn approvals(&self) -> Vec<String> {
        let phases = self.on_record().approved.keys();
        phases.map(ToString::to_string).collect()
    }

    /// What was moved aside so far.
    pub fn attic(&self) -> &[String] {
        &self.attic
    }

    fn record_mut(&mut self) -> &mut Record {
        match &mut self.place {
            Place::Tracked(record) => record,
            other => panic!("not tracked: {other:?}"),
        }
    }

    fn digests(&self) -> BTreeMap<ArtifactName, Digest> {
        let files = self.files.iter().filter_map(|(file, entry)| match entry {
            Entry::File(bytes) if !bytes.is_empty() => {
                Some((file.parse().ok()?, Digest::of(bytes)))
            }
            _ => None,
        });
        files.collect()
    }
}
