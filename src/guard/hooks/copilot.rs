//! GitHub Copilot: a file of our own among `.github/hooks/`.

use serde_json::{Value, json};

use super::setup::{Caller, Level, Part, Setup, Write, answered};
use super::surroundings::{Surroundings, Trust};

pub(super) static COPILOT: Setup = Setup {
    harness: "copilot",
    signs: &[".github/hooks", ".copilot"],
    program: "copilot",
    parts,
    announce: |write: &Write<'_>| {
        let arguments = json!({"path": write.file, "file_text": "x"});
        json!({
            "sessionId": "automaton-hooks-test",
            "timestamp": 0,
            "cwd": write.folder(),
            "toolName": "create",
            "toolArgs": arguments.to_string(),
        })
    },
    stops: |reply| reply.exit != 0 || answered(reply, "/permissionDecision") == Some(json!("deny")),
    switches: &[],
    subfolders_need_user: false,
    trust: Some(trust),
};

fn parts(caller: &Caller<'_>) -> Vec<Part> {
    let document = json!({
        "version": 1,
        "hooks": {
            "preToolUse": [{
                "type": "command",
                "bash": caller.command("copilot"),
                "timeoutSec": 10,
            }],
        },
    });
    let path = match caller.level {
        Level::Project => ".github/hooks/automaton.json",
        Level::User => ".copilot/hooks/automaton.json",
    };
    vec![Part::document(path, &document)]
}

/// Hooks of a folder that the user does not trust do not run.
fn trust(around: &Surroundings<'_>) -> Trust {
    let Some(settings) = around.user_json(".copilot/config.json") else {
        return Trust::Given;
    };
    let Some(Value::Array(folders)) = settings.get("trusted_folders") else {
        return Trust::Given;
    };
    let mut folders = folders.iter().filter_map(Value::as_str);
    if folders.any(|folder| around.project.starts_with(folder)) {
        return Trust::Given;
    }
    Trust::Missing {
        seen: "`~/.copilot/config.json` does not list this folder under `trusted_folders`"
            .to_owned(),
        remedy: "let a person start `copilot` here and trust the folder".to_owned(),
    }
}
