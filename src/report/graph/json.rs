//! The graph as data.

use serde_json::{Map, Value, json};

use super::walk::Walk;
use crate::workflow::{EdgeId, GuardTest, Mention, Model, Phase, State, SubState, Terminal};

/// The fields of the document, for the envelope that every command answers with. With the way of a
/// task, states say how often it came there, and transitions how often it took them.
pub fn json(model: &Model, walk: Option<&Walk>) -> Map<String, Value> {
    let states: Vec<Value> = model.states().map(|at| state(model, at, walk)).collect();
    let transitions: Vec<Value> = model.edge_ids().map(|id| step(model, id, walk)).collect();
    let phases: Vec<Value> = model.phases.iter().map(|at| phase(model, at)).collect();
    let mut fields = Map::new();
    if let Some(walk) = walk {
        let elsewhere = walk.elsewhere.iter();
        let elsewhere = elsewhere.map(|(step, taken)| json!({"step": step, "taken": taken}));
        fields.insert("task".to_owned(), json!(walk.task.to_string()));
        fields.insert("state".to_owned(), json!(walk.state.to_string()));
        fields.insert("elsewhere".to_owned(), elsewhere.collect());
    }
    fields.insert(
        "workflow".to_owned(),
        json!({
            "name": model.name.as_str(),
            "sha256": model.digest.to_string(),
            "origin": model.origin,
            "initial": model.state_name(model.start()).to_string(),
        }),
    );
    fields.insert("states".to_owned(), json!(states));
    fields.insert("transitions".to_owned(), json!(transitions));
    fields.insert("phases".to_owned(), json!(phases));
    fields
}

fn state(model: &Model, state: State, walk: Option<&Walk>) -> Value {
    let phase = model.phase(state.phase);
    let sub_state = match state.sub {
        SubState::Base => None,
        SubState::Pending => Some(model.pending.as_str()),
        SubState::Granted => Some(model.granted.as_str()),
    };
    let mut value = json!({
        "name": model.state_name(state).to_string(),
        "phase": phase.name.as_str(),
        "sub_state": sub_state,
        "terminal": phase.terminal.map(Terminal::word),
    });
    if let Some(walk) = walk {
        value["here"] = json!(walk.is_at(state));
        value["visits"] = json!(walk.visits(state));
    }
    value
}

fn step(model: &Model, id: EdgeId, walk: Option<&Walk>) -> Value {
    let edge = model.edge(id);
    let guards = edge.guards.iter().map(|guard| guarded(model, &guard.test));
    let mut value = json!({
        "from": model.state_name(edge.from).to_string(),
        "to": model.state_name(edge.to).to_string(),
        "event": edge.event.word(),
        "guards": guards.collect::<Vec<_>>(),
    });
    if let Some(walk) = walk {
        value["taken"] = json!(walk.taken(id));
    }
    value
}

fn guarded(model: &Model, test: &GuardTest) -> Value {
    match test {
        GuardTest::Outcome { artifact, words } => {
            let words: Vec<&str> = words.iter().map(|word| word.value.as_str()).collect();
            let artifact = model.artifact(*artifact).name.as_str();
            json!({"guard": "outcome", "artifact": artifact, "words": words})
        }
        GuardTest::Contains { artifact, text } => {
            let artifact = model.artifact(*artifact).name.as_str();
            json!({"guard": "contains", "artifact": artifact, "text": text})
        }
        GuardTest::SubtasksComplete => json!({"guard": "subtasks"}),
        GuardTest::Check(check) => json!({
            "guard": "check",
            "command": check.command,
            "timeout_seconds": check.timeout.as_secs(),
        }),
    }
}

fn phase(model: &Model, phase: &Phase) -> Value {
    let names = |mentions: &[Mention], wanted: fn(&Mention) -> bool| {
        let wanted = mentions.iter().filter(|mention| wanted(mention));
        let names = wanted.map(|mention| model.artifact(mention.artifact).name.to_string());
        names.collect::<Vec<String>>()
    };
    let edits: Vec<&str> = phase.edits.iter().map(|glob| glob.value.as_str()).collect();
    let approval = phase.approval.as_ref();
    json!({
        "name": phase.name.as_str(),
        "description": phase.description,
        "reads": names(&phase.reads, |_| true),
        "produces": names(&phase.produces, |_| true),
        "optional_reads": names(&phase.reads, |mention| mention.optional),
        "optional_produces": names(&phase.produces, |mention| mention.optional),
        "forbids": names(&phase.forbids, |_| true),
        "edits": edits,
        "approval": approval.map(|a| json!({"by": a.by.word(), "signers": a.signers})),
    })
}
