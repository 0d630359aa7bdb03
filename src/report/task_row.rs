//! What is shown of one task, in words.

use serde_json::{Value, json};

use crate::diagnostic::{By, NextStep};
use crate::engine::{Claim, Condition, Outlook, Prospect, Signature, Verdict, collected};
use crate::names::{StateName, TaskPath};
use crate::workflow::{Event, Glob, Model};

/// One task, or something that stands in a task's place.
#[derive(Clone, Debug)]
pub struct TaskRow {
    /// The task; nothing where what stands there is none.
    pub task: Option<TaskPath>,
    /// Its path, or that of the file or folder.
    pub path: String,
    /// Whether it can go on at all.
    pub condition: Condition,
    /// Where it stands, or stood when its records were last sound.
    pub state: Option<StateName>,
    /// Since when, in UTC.
    pub since: Option<String>,
    /// Who brought it there.
    pub by: Option<String>,
    /// The claim on it that stands, with its epoch.
    pub claim: Option<(u64, Claim)>,
    /// What it is about; nothing where it is about all that its phases edit.
    pub scope: Vec<Glob>,
    /// Who has to act.
    pub waiting_on: Option<By>,
    /// How many signatures its approval takes, and those that are there.
    pub signatures: Option<(usize, Vec<Signature>)>,
    /// What may happen next.
    pub next: Vec<NextRow>,
    /// What is wrong, each with its code.
    pub wrong: Vec<(&'static str, String)>,
    /// The commands that mend it.
    pub mends: Vec<NextStep>,
    /// What is worth saying besides.
    pub notices: Vec<String>,
}

/// One step that leaves a task's state.
#[derive(Clone, Debug)]
pub struct NextRow {
    /// The command, and who may run it.
    pub step: NextStep,
    /// Why the task would move.
    pub event: Event,
    /// Where it would come to.
    pub to: StateName,
    /// Whether it would be granted now, in one word.
    pub verdict: &'static str,
    /// What stands against it or must happen first, each with its code.
    pub reasons: Vec<(&'static str, String)>,
}

impl TaskRow {
    /// A task as the engine sees it.
    pub fn of(model: &Model, task: &TaskPath, outlook: &Outlook) -> Self {
        let record = outlook.record.as_ref();
        let wrong = outlook.wrong.as_ref();
        Self {
            task: Some(task.clone()),
            path: task.to_string(),
            condition: outlook.condition,
            state: record.map(|record| record.state.clone()),
            since: record.map(|record| record.since.clone()),
            by: record.map(|record| record.by.to_string()),
            claim: record
                .map(|record| record.claims.epoch)
                .zip(outlook.claim.clone()),
            scope: record.map_or_else(Vec::new, |record| record.scope.clone()),
            waiting_on: outlook.waiting_on,
            signatures: record.and_then(|record| collected(model, record)),
            next: outlook.ahead.iter().map(|p| next(model, p)).collect(),
            wrong: wrong.map_or_else(Vec::new, |refusal| refusal.sentences(model)),
            mends: wrong.map_or_else(Vec::new, |refusal| refusal.diagnose(model).next),
            notices: outlook
                .notices
                .iter()
                .map(|notice| notice.sentence(model))
                .collect(),
        }
    }

    /// Something that could not be looked at, or that is no task.
    pub fn unreadable(task: Option<TaskPath>, path: &str, code: &'static str, why: String) -> Self {
        Self {
            path: task
                .as_ref()
                .map_or_else(|| path.to_owned(), ToString::to_string),
            task,
            condition: Condition::Broken,
            state: None,
            since: None,
            by: None,
            claim: None,
            scope: Vec::new(),
            waiting_on: Some(By::Human),
            signatures: None,
            next: Vec::new(),
            wrong: vec![(code, why)],
            mends: Vec::new(),
            notices: Vec::new(),
        }
    }

    /// The name of the task of the project that it is or stands below.
    pub fn top(&self) -> String {
        match &self.task {
            Some(task) => task.outermost().to_string(),
            // `.automaton/tasks/NAME/...`
            None => self.path.split('/').nth(2).unwrap_or_default().to_owned(),
        }
    }

    /// Whether a person has to act.
    pub fn waits_for_person(&self) -> bool {
        self.waiting_on == Some(By::Human)
    }

    /// Whether nothing will happen with the task any more.
    pub fn is_over(&self) -> bool {
        matches!(
            self.condition,
            Condition::Ended | Condition::Abandoned | Condition::Archived
        )
    }

    /// Where it stands, in words.
    pub fn standing(&self) -> String {
        let state = self.state.as_ref().map(ToString::to_string);
        match (self.condition, state) {
            (Condition::Open | Condition::Ended, Some(state)) => state,
            (condition, Some(state)) => format!("{state} ({})", condition.word()),
            (condition, None) => condition.word().to_owned(),
        }
    }

    /// The same with no more than one line shows.
    #[must_use]
    pub fn in_one_line(mut self) -> Self {
        let first = self.onward().first().map(|&next| next.clone());
        self.next = first.into_iter().collect();
        self.next.shrink_to_fit();
        self.wrong.truncate(1);
        self.mends.truncate(1);
        self.notices = Vec::new();
        self
    }

    /// The steps to show where there is no room for all: those onward and decisions, or those back
    /// where no others exist.
    pub(super) fn onward(&self) -> Vec<&NextRow> {
        let onward = |row: &&NextRow| {
            matches!(
                row.event,
                Event::Submit | Event::Approve | Event::Reject | Event::Next
            )
        };
        let found: Vec<_> = self.next.iter().filter(onward).collect();
        if found.is_empty() {
            self.next.iter().collect()
        } else {
            found
        }
    }

    /// The row as JSON.
    pub fn json(&self) -> Value {
        let next = self.next.iter().map(|next| {
            json!({
                "run": next.step.run,
                "by": next.step.by.word(),
                "to": next.to.to_string(),
                "verdict": next.verdict,
                "reasons": coded(&next.reasons),
            })
        });
        let mends = self
            .mends
            .iter()
            .map(|step| json!({"run": step.run, "by": step.by.word()}));
        json!({
            "task": self.task.as_ref().map(ToString::to_string),
            "path": self.path,
            "condition": self.condition.word(),
            "state": self.state.as_ref().map(ToString::to_string),
            "since": self.since,
            "by": self.by,
            "claim": self.claim.as_ref().map(|(epoch, claim)| {
                json!({
                    "owner": claim.owner.as_str(),
                    "epoch": epoch,
                    "since": claim.since,
                    "until": claim.until,
                    "lease": claim.lease,
                })
            }),
            "scope": self.scope,
            "waiting_on": self.waiting_on.map(By::word),
            "signatures": self.signatures.as_ref().map(|(needed, there)| {
                json!({"needed": needed, "collected": signatures_json(there)})
            }),
            "next": next.collect::<Vec<_>>(),
            "wrong": coded(&self.wrong),
            "mends": mends.collect::<Vec<_>>(),
            "notices": self.notices,
        })
    }
}

fn next(model: &Model, prospect: &Prospect) -> NextRow {
    let reasons = match &prospect.verdict {
        Verdict::Open | Verdict::NeedsPerson | Verdict::NeedsSignature => Vec::new(),
        Verdict::NeedsCheck(checks) => {
            let must = |command: &str| ("check-not-run", format!("`{command}` must succeed"));
            checks.iter().map(|check| must(&check.command)).collect()
        }
        Verdict::Blocked(refusal) => refusal.sentences(model),
    };
    NextRow {
        step: prospect.step.clone(),
        event: prospect.event,
        to: prospect.to.clone(),
        verdict: prospect.verdict.word(),
        reasons,
    }
}

/// Whose signatures these are, as JSON.
pub(super) fn signatures_json(signatures: &[Signature]) -> Value {
    let one = |one: &Signature| json!({"signer": one.signer, "key": one.key});
    signatures.iter().map(one).collect()
}

fn coded(reasons: &[(&'static str, String)]) -> Value {
    reasons
        .iter()
        .map(|(code, message)| json!({"code": code, "message": message}))
        .collect()
}
