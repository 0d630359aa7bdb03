//! The graph as data.

use serde_json::{Map, Value, json};

use crate::workflow::{Edge, GuardTest, Mention, Model, Phase, State, SubState, Terminal};

/// The fields of the document, for the envelope that every command answers with.
pub fn json(model: &Model) -> Map<String, Value> {
    let states: Vec<Value> = model.states().map(|at| state(model, at)).collect();
    let transitions: Vec<Value> = model.edges.iter().map(|edge| step(model, edge)).collect();
    let phases: Vec<Value> = model.phases.iter().map(|at| phase(model, at)).collect();
    let mut fields = Map::new();
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

fn state(model: &Model, state: State) -> Value {
    let phase = model.phase(state.phase);
    let sub_state = match state.sub {
        SubState::Base => None,
        SubState::Pending => Some(model.pending.as_str()),
        SubState::Granted => Some(model.granted.as_str()),
    };
    json!({
        "name": model.state_name(state).to_string(),
        "phase": phase.name.as_str(),
        "sub_state": sub_state,
        "terminal": phase.terminal.map(Terminal::word),
    })
}

fn step(model: &Model, edge: &Edge) -> Value {
    let guards = edge.guards.iter().map(|guard| guarded(model, &guard.test));
    json!({
        "from": model.state_name(edge.from).to_string(),
        "to": model.state_name(edge.to).to_string(),
        "event": edge.event.word(),
        "guards": guards.collect::<Vec<_>>(),
    })
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
