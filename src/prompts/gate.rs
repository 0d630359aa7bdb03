//! The sections about how a phase ends: its approval, and the steps that lead on.

use std::fmt::Write as _;

use super::artifacts::{contract, mentioned, path};
use super::placeholders::TASK;
use super::work::{listed, state};
use crate::diagnostic::By;
use crate::engine::{conditions, next_step};
use crate::workflow::{Approval, Approvers, Edge, Event, Model, PhaseId, State, SubState};

/// Who takes the steps that a phase's agent must not take.
const ORCHESTRATOR: &str = "orchestrator";

/// How the work of a phase is submitted and approved, and what comes then.
pub(super) fn gate(model: &Model, id: PhaseId, approval: &Approval) -> String {
    let phase = model.phase(id);
    let files = mentioned(model, &phase.produces);
    let shown = if files.is_empty() {
        "the work".to_owned()
    } else {
        files
    };
    let pending = state(model, id, SubState::Pending);
    let granted = state(model, id, SubState::Granted);
    let submit = commands(model, id, SubState::Base, |edge| {
        edge.event == Event::Submit
    });
    let submit = indented(&submit);
    let withdraw = inline(model, id, SubState::Pending, Event::Withdraw);
    let mut text = format!(
        "This phase needs an approval before the task can go on.

1. When {shown} is complete, submit it:

{submit}
2. Show the user what you submitted, and ask for a decision. Change nothing while it waits. To change
   something, take it back first: {withdraw}
3. {}
",
        deciding(model, id, approval)
    );
    let onward = commands(model, id, SubState::Granted, |edge| {
        edge.event == Event::Next
    });
    let onward = indented(&onward);
    _ = write!(
        text,
        "4. When `.state` says `{granted}`, take the next step. Where there are several, ask the user which:

{onward}
You MUST NOT go past `{pending}` without an approval: `automaton` refuses every such step.
"
    );
    text
}

/// Who decides, and how.
fn deciding(model: &Model, id: PhaseId, approval: &Approval) -> String {
    let event = |event| {
        let block = commands(model, id, SubState::Pending, |edge| edge.event == event);
        indented(&block)
    };
    let (approve, reject) = (event(Event::Approve), event(Event::Reject));
    match approval.by {
        Approvers::Human => format!(
            "Ask the user to decide in a terminal of their own. You MUST NOT run these commands: they
   refuse agents. The terminal shows the files, and the user types the task's name, `{TASK}`, to
   confirm. To approve, the user types:

{approve}
   To turn it down, the user types:

{reject}"
        ),
        Approvers::Signed => format!(
            "It takes {} by people whom `.automaton/approvers` lists. You MUST NOT sign. Each
   approver runs, with the path of a key of their own:

{approve}
   To turn it down, a person types:

{reject}",
            signatures(approval.signers)
        ),
        Approvers::Anyone => format!(
            "When the user says \"APPROVED\", or as much in other words, relay it:

{approve}
   When the user turns it down, relay that with the user's reason:

{reject}"
        ),
    }
}

fn signatures(count: u32) -> String {
    match count {
        1 => "a signature".to_owned(),
        more => format!("{more} signatures"),
    }
}

/// What ends the phase.
pub(super) fn end(model: &Model, id: PhaseId) -> String {
    let phase = model.phase(id);
    let mut text = String::new();
    let mut due = Vec::new();
    for mention in &phase.produces {
        let artifact = model.artifact(mention.artifact);
        let mut sentences = contract(artifact);
        if mention.optional {
            sentences.insert(0, "It may be left out.".to_owned());
        }
        let file = path(artifact.name.as_str());
        due.push(
            format!("{file}. {}", sentences.join(" "))
                .trim_end()
                .to_owned(),
        );
    }
    match (due.len(), phase.terminal) {
        (_, Some(_)) => text.push_str("Nothing: a task that stands here is over.\n"),
        (0, None) => text.push_str("No file: this phase writes no artifact.\n"),
        (_, None) => _ = write!(text, "Your output:\n\n{}", listed(&due)),
    }
    if phase.approval.is_some() {
        text.push_str("\nThen go through the Approval Gate above.\n");
    } else {
        text.push_str(&onward(model, id));
    }
    text.push_str(&back(model, id));
    text
}

/// How the task goes on from a phase without an approval.
fn onward(model: &Model, id: PhaseId) -> String {
    let sub = model.phase(id).settled();
    let own = |edge: &Edge| edge.event == Event::Next && !left_to_orchestrator(model, edge);
    let mut text = String::new();
    if edges(model, id, sub).any(own) {
        let commands = commands(model, id, sub, own);
        _ = write!(text, "\nThen take the step that is open:\n\n{commands}");
    }
    let others = edges(model, id, sub)
        .filter(|edge| edge.event == Event::Next && left_to_orchestrator(model, edge));
    let others: Vec<String> = others
        .map(|edge| format!("`{}`", model.state_name(edge.to)))
        .collect();
    if !others.is_empty() {
        _ = write!(
            text,
            "\nThen report that you are done. The {ORCHESTRATOR} takes the task on to {}.\n",
            others.join(" or ")
        );
    }
    text
}

/// Whether the phase forbids its agent to take `edge`, because the orchestrator does: one of its
/// sentences names both.
pub(super) fn left_to_orchestrator(model: &Model, edge: &Edge) -> bool {
    let to = model.phase(edge.to.phase).name.as_str();
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let mut sentences = model.phase(edge.from.phase).forbidden.iter();
    sentences.any(|sentence| {
        let mut words = sentence.split(|c| !is_part(c));
        sentence.contains(ORCHESTRATOR) && words.any(|word| word == to)
    })
}

/// The ways back.
fn back(model: &Model, id: PhaseId) -> String {
    let is_back = |edge: &Edge| edge.event == Event::Rework;
    if !edges(model, id, SubState::Base).any(is_back) {
        return String::new();
    }
    let mut text = "\nIf the fault lies in an earlier phase, say so and stop. ".to_owned();
    let by = |by: By| move |edge: &Edge| is_back(edge) && next_step(model, &TASK, edge).by == by;
    if edges(model, id, SubState::Base).any(by(By::Anyone)) {
        let commands = commands(model, id, SubState::Base, by(By::Anyone));
        _ = write!(text, "You may go back, with the reason:\n\n{commands}");
    }
    if edges(model, id, SubState::Base).any(by(By::Human)) {
        let commands = commands(model, id, SubState::Base, by(By::Human));
        _ = write!(
            text,
            "The user decides, and types one of these in a terminal, with the reason:\n\n{commands}"
        );
    }
    text
}

fn edges(model: &Model, phase: PhaseId, sub: SubState) -> impl Iterator<Item = &Edge> {
    model.leaving(State { phase, sub }).map(|(_, edge)| edge)
}

/// The commands along the edges that `which` names, as a block.
fn commands(model: &Model, phase: PhaseId, sub: SubState, which: impl Fn(&Edge) -> bool) -> String {
    let mut lines: Vec<String> = Vec::new();
    for edge in edges(model, phase, sub).filter(|edge| which(edge)) {
        let run = next_step(model, &TASK, edge).run;
        let needs = conditions(model, edge);
        let line = if needs.is_empty() {
            run
        } else {
            format!("{run}  # needs: {needs}")
        };
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    format!("```sh\n{}\n```\n", lines.join("\n"))
}

/// A block inside a list.
fn indented(block: &str) -> String {
    let lines: Vec<String> = block.lines().map(|line| format!("   {line}\n")).collect();
    lines.concat()
}

/// The first command for an event, as a code span.
fn inline(model: &Model, phase: PhaseId, sub: SubState, event: Event) -> String {
    let edge = edges(model, phase, sub).find(|edge| edge.event == event);
    edge.map_or_else(String::new, |edge| {
        format!("`{}`", next_step(model, &TASK, edge).run)
    })
}
