//! Approving by signature: printing what is to be signed, signing it, taking a signature in.

use std::fmt::Write as _;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use crate::approval::{self, NAMESPACE, Unsigned, Verifier};
use crate::cli::session::{Place, Session};
use crate::cli::step;
use crate::cli::workflow_text::FILE_UNREADABLE;
use crate::clock;
use crate::diagnostic::{Diagnostic, NextStep};
use crate::engine::{self, Action, Evidence, Signature, Statement, collected, distinct};
use crate::names::TaskPath;
use crate::report::Answer;
use crate::task::root::FOLDER;
use crate::task::{Checks, Journal, ObservedTask, statements};

/// Longer files are neither signatures nor statements.
const MAX_BYTES: u64 = 1 << 20;

/// A call about the signatures of one task.
pub(super) struct Call<'a> {
    pub(super) session: &'a Session,
    pub(super) place: &'a Place,
    pub(super) task: &'a TaskPath,
    pub(super) dry_run: bool,
}

impl Call<'_> {
    /// Prints the statement and nothing else, and beside it how to go on.
    pub(super) fn print_statement(&self) -> Result<Answer, Answer> {
        let text = self.asked(&self.facts()?)?.text();
        let task = self.task;
        let sign = format!("ssh-keygen -Y sign -n {NAMESPACE} -f KEY < FILE > FILE.sig");
        let import = format!("automaton approve --task {task} --signature FILE.sig");
        let mut answer = Answer::page(format!("{task}: the statement to sign"), text.clone())
            .field("task", task.to_string())
            .field("statement", text)
            .field("sign", sign.clone());
        if self.session.global.json {
            answer.next = vec![NextStep::anyone(import)];
        } else {
            answer.asides = vec![format!("sign it: {sign}"), format!("then: {import}")];
        }
        Ok(answer)
    }

    /// Signs with `key`, and takes the signature in.
    pub(super) fn sign(&self, key: &Path) -> Result<Answer, Answer> {
        let facts = self.facts()?;
        let statement = self.asked(&facts)?.text();
        let verifier = self.verifier()?;
        verifier.lists().map_err(|error| self.refused(&error))?;
        let armor = approval::sign(key, &statement).map_err(|error| self.refused(&error))?;
        self.add(&facts, &verifier, &armor, &statement)
    }

    /// Takes in the signature in `file`. Which statement was signed, `given` says, or else the
    /// journal, which knows all that could be.
    pub(super) fn import(&self, file: &Path, given: Option<&Path>) -> Result<Answer, Answer> {
        let facts = self.facts()?;
        let asked = self.asked(&facts)?.text();
        let verifier = self.verifier()?;
        verifier.lists().map_err(|error| self.refused(&error))?;
        let armor = read(file)?;
        let known = match given {
            Some(given) => vec![read(given)?],
            None => {
                let journal = facts.journal().map(Journal::lines);
                let earlier = statements(&self.place.workflow, journal.unwrap_or_default());
                let earlier = earlier.iter().rev().map(Statement::text);
                [asked].into_iter().chain(earlier).collect()
            }
        };
        let signed = approval::signed(&armor, &known).map_err(|error| self.refused(&error))?;
        let statement = signed.ok_or_else(|| self.refused(&Unsigned::Bad))?;
        self.add(&facts, &verifier, &armor, statement)
    }

    /// Whether the approval that is pending has signatures.
    pub(super) fn has_signatures(&self) -> Result<bool, Answer> {
        let facts = self.facts()?;
        let there = facts
            .record()
            .and_then(|record| collected(&self.place.workflow, record));
        Ok(there.is_some_and(|(_, there)| !there.is_empty()))
    }

    /// Grants the approval if the signatures that are there are enough.
    pub(super) fn count(&self) -> Result<Answer, Answer> {
        let facts = self.facts()?;
        let evidence = self.evidence(&facts, &self.verifier()?, None)?;
        self.take(evidence)
    }

    fn add(
        &self,
        facts: &ObservedTask,
        verifier: &Verifier,
        armor: &str,
        statement: &str,
    ) -> Result<Answer, Answer> {
        let found = verifier.verify(statement, armor, &clock::now());
        let signature = found.map_err(|error| self.refused(&error))?;
        let (signer, key) = (signature.signer.clone(), signature.key.clone());
        let evidence = self.evidence(facts, verifier, Some(signature))?;
        let counted = distinct(evidence.confirmed.iter().chain(&evidence.signature)).len();
        let mut answer = self.take(evidence)?;
        answer = answer
            .field("signer", signer.clone())
            .field("key", key.clone());
        _ = writeln!(answer.text, "  signed by {signer} with {key}");
        match self.there() {
            // The step is taken, so what cannot be seen now is no refusal.
            Err(unseen) => answer.warnings.push(format!(
                "how many signatures are there could not be told: {}",
                unseen.message
            )),
            // Somebody else signed meanwhile, whose signature was not looked at.
            Ok(Some((_, there))) if there > counted && !self.dry_run => match self.count() {
                Ok(granted) => return Ok(granted),
                Err(refused) => answer.warnings.push(format!(
                    "signatures on record that do not hold are not counted [{}]; `automaton audit` \
                     names them",
                    refused.code
                )),
            },
            Ok(Some((needed, _))) if counted < needed => {
                _ = writeln!(answer.text, "  {counted} of {needed} signatures are there");
            }
            Ok(_) => {}
        }
        Ok(answer)
    }

    /// How many signatures the pending approval takes, and how many keys have signed.
    fn there(&self) -> Result<Option<(usize, usize)>, Answer> {
        let facts = self.facts()?;
        let there = facts
            .record()
            .and_then(|record| collected(&self.place.workflow, record));
        Ok(there.map(|(needed, there)| (needed, distinct(&there).len())))
    }

    /// Verifies the signatures on record again, and puts the new one beside them.
    fn evidence(
        &self,
        facts: &ObservedTask,
        verifier: &Verifier,
        signature: Option<Signature>,
    ) -> Result<Evidence, Answer> {
        let at = clock::now();
        let record = facts.record();
        let on_record = record.map_or(&[][..], |record| &record.submission.signatures);
        let mut confirmed = Vec::new();
        for one in on_record {
            match verifier.verify(&one.statement, &one.armor, &at) {
                Ok(found) if found.key == one.key => confirmed.push(one.clone()),
                Err(error @ Unsigned::NoProgram(_)) => return Err(self.refused(&error)),
                Ok(_) | Err(_) => {}
            }
        }
        Ok(Evidence {
            signature,
            confirmed,
            at,
        })
    }

    fn take(&self, evidence: Evidence) -> Result<Answer, Answer> {
        let action = Action::ApproveSigned(Box::new(evidence));
        step::take(self.session, self.place, self.task, action, self.dry_run)
    }

    /// What has to be signed, if nothing but signatures is missing.
    fn asked(&self, facts: &ObservedTask) -> Result<Statement, Answer> {
        let model = &self.place.workflow;
        let request = step::request(self.session, Action::Approve)?;
        let asked = engine::to_sign(model, facts, &request, Some(&clock::now()));
        asked.map_err(|found| step::refused_by(model, &found))
    }

    fn facts(&self) -> Result<ObservedTask, Answer> {
        let folder = step::find(self.place, self.task)?;
        step::observe(&folder, Checks::new())
    }

    fn verifier(&self) -> Result<Verifier, Answer> {
        let approvers = approval::approvers(self.place.project.automaton_dir(), FOLDER);
        let approvers = approvers.map_err(|error| Answer::refused(step::io(&error)))?;
        Ok(Verifier::new(approvers))
    }

    fn refused(&self, error: &Unsigned) -> Answer {
        let task = self.task;
        let next = match error {
            Unsigned::NoProgram(_) | Unsigned::NoApprovers | Unsigned::Unlisted { .. } => {
                NextStep::anyone("automaton doctor")
            }
            Unsigned::Bad => {
                NextStep::anyone(format!("automaton approve --task {task} --print-statement"))
            }
            _ => NextStep::human(format!("automaton approve --task {task} --sign KEY")),
        };
        let found = Diagnostic::about(error.topic(), task.folder(), "refused: approve");
        let found = found.reason(error.to_string()).next(next);
        Answer::refused(found).field("task", task.to_string())
    }
}

/// The text of a file that the call names.
fn read(path: &Path) -> Result<String, Answer> {
    let mut text = String::new();
    let read = File::open(path)
        .and_then(|file| file.take(MAX_BYTES + 1).read_to_string(&mut text))
        .map_err(|error| error.to_string());
    match read {
        Ok(length) if length as u64 <= MAX_BYTES => Ok(text),
        Ok(_) => Err("it has more than 1 MiB".to_owned()),
        Err(error) => Err(error),
    }
    .map_err(|why| {
        let name = path.display().to_string();
        let message = "refused: the file cannot be read";
        Answer::refused(Diagnostic::about(&FILE_UNREADABLE, name, message).reason(why))
    })
}
