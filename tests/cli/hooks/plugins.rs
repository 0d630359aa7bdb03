//! The plugins as a client of Node's kind loads them. Without `node`, there is nothing to see.

use std::fs;
use std::process::Command;

use insta::assert_snapshot;

use super::{install, path, set_up};
use crate::project::Project;
use crate::redact::redacted;

/// Calls a plugin in the project as its client would, and says what came of it; nothing without
/// `node`.
#[expect(
    clippy::print_stderr,
    reason = "a test that tried nothing has to say so"
)]
fn called(project: &Project, plugin: &str, script: &str) -> Option<String> {
    // Node takes the ending for the kind of module; the clients do not.
    let module = project.home().join("plugin.mjs");
    fs::copy(project.path(plugin), &module).expect("copied");
    let script = format!(
        "import * as plugin from {:?};\n{script}",
        module.to_str().expect("UTF-8")
    );
    let output = Command::new("node")
        .args(["--input-type=module", "-e", &script])
        .current_dir(project.root())
        .env("PATH", path(project))
        .env("HOME", project.home())
        .output();
    let Ok(output) = output else {
        eprintln!("skipped: there is no `node`");
        return None;
    };
    let said = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
    Some(redacted(&said, project.root().parent().expect("a folder")))
}

/// Asks the plugin of opencode about writing `file`.
fn opencode(project: &Project, file: &str) -> Option<String> {
    let script = format!(
        "const hooks = await plugin.Automaton({{directory: process.cwd(), worktree: process.cwd()}});\n\
         const call = {{tool: \"write\", sessionID: \"s\", callID: \"c\"}};\n\
         try {{\n\
           await hooks[\"tool.execute.before\"](call, {{args: {{filePath: {file:?}, content: \"x\"}}}});\n\
           console.log(\"runs\");\n\
         }} catch (error) {{ console.log(`thrown: ${{error.message}}`); }}"
    );
    called(project, ".opencode/plugins/automaton.js", &script)
}

/// Asks the plugin of Cline about writing `file`.
fn cline(project: &Project, file: &str) -> Option<String> {
    let script = format!(
        "const call = {{id: \"1\", name: \"write_to_file\"}};\n\
         const input = {{path: {file:?}, content: \"x\"}};\n\
         console.log(JSON.stringify(await plugin.default.hooks.beforeTool({{toolCall: call, input}})) ?? \"runs\");"
    );
    called(project, ".cline/plugins/automaton.js", &script)
}

#[test]
fn plugins_stop_what_the_gate_refuses_and_whatever_keeps_it_from_answering() {
    let project = set_up();
    install(&project, &["opencode", "cline"]);
    let (guarded, free) = (".automaton/workflow.kdl", "/tmp/automaton-hooks-test");
    let Some(thrown) = opencode(&project, guarded) else {
        return;
    };
    assert_snapshot!(thrown, @r#"
    thrown: refused: edit .automaton/workflow.kdl  [protected-path]
      `.automaton` is always guarded: it holds the workflow, the tasks' records and what approvers trust
      next, by a person: automaton override --reason "..." --for 10m
    "#);
    assert_snapshot!(opencode(&project, free).expect("node"), @"runs");
    assert_snapshot!(cline(&project, guarded).expect("node"), @r#"{"skip":true,"reason":"refused: edit .automaton/workflow.kdl  [protected-path]\n  `.automaton` is always guarded: it holds the workflow, the tasks' records and what approvers trust\n  next, by a person: automaton override --reason \"...\" --for 10m"}"#);
    assert_snapshot!(cline(&project, free).expect("node"), @"runs");
    fs::remove_file(project.home().join("bin/automaton")).expect("removed");
    // The words are the shell's.
    let thrown = opencode(&project, free).expect("node");
    assert!(thrown.starts_with("thrown: "), "{thrown}");
    let skipped = cline(&project, free).expect("node");
    let skipped: serde_json::Value = serde_json::from_str(&skipped).expect("JSON");
    assert_eq!(skipped["skip"], true, "{skipped}");
}

#[test]
fn the_hook_file_of_cline_says_no_where_the_gate_does_not_answer() {
    let project = set_up();
    install(&project, &["cline"]);
    fs::remove_file(project.home().join("bin/automaton")).expect("removed");
    let mut call = Command::new(project.path(".clinerules/hooks/PreToolUse"));
    call.current_dir(project.root())
        .env_clear()
        .env("PATH", path(&project));
    let run = project.finish(&mut call);
    assert_snapshot!(run.stdout, @r#"{"cancel":false,"overrideInput":{},"contextModification":"refused: the edit gate did not answer"}"#);
}
