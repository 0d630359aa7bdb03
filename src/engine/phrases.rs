//! The longer phrases of a refusal's sentences.

use super::claim::Claim;
use super::contract::{Breach, StatedLine};
use super::facts::Presence;
use super::refusal::{Fixed, Unmet};
use crate::names::{ArtifactName, PhaseName, StateName};
use crate::workflow::{ArtifactId, Guard, GuardTest, Model, NotInferred, PhaseId, nearest};

/// What became of an artifact that had to stay as it was, and what to do about it.
pub(super) fn changed(name: &ArtifactName, gone: bool, since: Fixed) -> String {
    let became = if gone { "was removed" } else { "was changed" };
    let (after, back) = match since {
        Fixed::Submitted => ("it was submitted", "withdraw the submission"),
        Fixed::Approved => (
            "it was approved",
            "revise the phase, which voids the approval",
        ),
        Fixed::Left => ("its phase was left", "go back to a phase that may write it"),
    };
    format!("`{name}` {became} after {after}: put it back as it was, or {back}")
}

/// Why the epoch that a request is bound to is not the one that its actor holds.
pub(super) fn stale(asked: u64, epoch: u64, holder: Option<&Claim>) -> String {
    let now = match holder {
        Some(claim) => format!(
            "`{}` has claimed the task since {} until {}",
            claim.owner, claim.since, claim.until
        ),
        None => "no claim stands".to_owned(),
    };
    format!("the request is bound to the epoch {asked}, but {now}, and the epoch is {epoch}")
}

/// In which way an artifact that should be there is not.
pub(super) fn absence(found: &Presence) -> String {
    match found {
        Presence::Empty => "is empty".to_owned(),
        Presence::Other(kind) => format!("is {kind}"),
        Presence::OtherCase(found) => format!("is missing, and `{found}` is another name"),
        Presence::Missing | Presence::File => "is missing".to_owned(),
    }
}

/// Which phases write an artifact.
pub(super) fn written_by(model: &Model, artifact: ArtifactId) -> String {
    let writers = model.phases.iter().filter(|phase| phase.writes(artifact));
    let writers: Vec<_> = writers.map(|phase| format!("`{}`", phase.name)).collect();
    match writers.as_slice() {
        [] => "no phase writes it".to_owned(),
        [one] => format!("{one} writes it"),
        several => format!("{} write it", several.join(" and ")),
    }
}

/// Which rule an artifact breaks.
pub(super) fn contract(name: &ArtifactName, breach: &Breach) -> String {
    match breach {
        Breach::TooLarge { limit } => {
            format!("`{name}` is larger than the {limit} bytes that the workflow allows")
        }
        Breach::NoOutcome { words } => {
            let words = words
                .iter()
                .map(|w| format!("`{w}`"))
                .collect::<Vec<_>>()
                .join(", ");
            format!(
                "`{name}` states none of {words}: write one of them on a line of its own, or after \
                 a label such as `Verdict:`"
            )
        }
        Breach::Outcomes { lines } => {
            format!(
                "`{name}` states different outcomes, leave one: {}",
                quoted(lines)
            )
        }
        Breach::Heading(text) => format!("`{name}` needs the heading `{text}`"),
        Breach::Lacks(text) => format!("`{name}` needs the text `{text}`"),
        Breach::Unticked { boxes: 1, first } => format!("`{name}` has an unticked box: {first}"),
        Breach::Unticked { boxes, first } => {
            format!("`{name}` has {boxes} unticked boxes, the first: {first}")
        }
    }
}

fn quoted(lines: &[StatedLine]) -> String {
    let quote = |line: &StatedLine| {
        let text: String = line.text.chars().take(80).collect();
        format!("line {}: `{text}`", line.line)
    };
    lines.iter().map(quote).collect::<Vec<_>>().join(", ")
}

/// What a guard asks, and what it found.
pub(super) fn unmet(model: &Model, guard: &Guard, why: &Unmet) -> String {
    let asked = match &guard.test {
        GuardTest::Outcome { artifact, words } => {
            let words: Vec<_> = words.iter().map(|w| format!("`{}`", w.value)).collect();
            format!(
                "`{}` must state {}",
                model.artifact(*artifact).name,
                words.join(" or ")
            )
        }
        GuardTest::Contains { artifact, text } => {
            format!("`{}` must contain `{text}`", model.artifact(*artifact).name)
        }
        GuardTest::SubtasksComplete => "all sub-tasks must be complete".to_owned(),
        GuardTest::Check(check) => format!("`{}` must succeed", check.command),
    };
    let found = match why {
        Unmet::States(word) => format!("it states `{word}`"),
        Unmet::StatesNothing => "it states no outcome".to_owned(),
        Unmet::Disagrees(lines) => format!("its lines disagree: {}", quoted(lines)),
        Unmet::Lacks(_) => "it does not".to_owned(),
        Unmet::NoSubtasks => "there is none that was not abandoned".to_owned(),
        Unmet::Subtasks(open) => open.join("; "),
        Unmet::Check { ended, tail } if tail.is_empty() => ended.clone(),
        Unmet::Check { ended, tail } => format!("{ended}; its last lines:\n{}", tail.join("\n")),
    };
    format!("{asked}: {found}")
}

/// Why a folder does not say where its task stands.
pub(super) fn not_inferred(model: &Model, why: &NotInferred) -> String {
    let name = |id: &PhaseId| model.phase(*id).name.to_string();
    match why {
        NotInferred::Contradicted(candidates) if candidates.is_empty() => {
            "no phase produces what is in the folder".to_owned()
        }
        NotInferred::Contradicted(candidates) => {
            let against = |(phase, artifacts): &(PhaseId, Vec<ArtifactId>)| {
                let files = artifacts
                    .iter()
                    .map(|&id| format!("`{}`", model.artifact(id).name));
                format!(
                    "`{}` forbids {}",
                    name(phase),
                    files.collect::<Vec<_>>().join(" and ")
                )
            };
            let candidates: Vec<_> = candidates.iter().map(against).collect();
            format!(
                "no phase fits the folder; move aside what one of these forbids: {}",
                candidates.join("; ")
            )
        }
        NotInferred::Tied(phases) => {
            let phases: Vec<_> = phases.iter().map(|p| format!("`{}`", name(p))).collect();
            format!(
                "the folder fits {} equally: a person has to choose",
                phases.join(" and ")
            )
        }
    }
}

/// What becomes of a task whose state the workflow lost; one that is adopted may have its phase named
/// in the settings.
pub(super) fn orphan(state: Option<&StateName>, adopts: bool) -> String {
    let gone = match state {
        Some(state) => format!("the workflow has no state `{state}` any more"),
        None => "the workflow no longer has the task's state".to_owned(),
    };
    let settings = if adopts {
        ", name its successor under `[upgrade.states]` in `.automaton/config.toml`"
    } else {
        ""
    };
    format!("{gone}: put it back{settings}, or let a person say which phase takes its place")
}

/// What is wrong with settings that give a state a phase which the workflow does not have.
pub(super) fn renamed_to_nothing(model: &Model, old: &StateName, new: &PhaseName) -> String {
    let known = model.phases.iter().map(|phase| phase.name.as_str());
    let near = nearest(new.as_str(), known);
    let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    format!("the settings put `{old}` into `{new}`, which is no phase of the workflow{near}")
}
