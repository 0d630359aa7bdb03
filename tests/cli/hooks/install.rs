//! What `hooks install` writes.

use insta::assert_snapshot;
use serde_json::Value;

use super::{EVERY, install, run, set_up};
use crate::project::{PROGRAM, Project};

#[test]
fn a_user_gets_the_file_of_the_program_and_leave_outside_projects() {
    let project = set_up();
    let done = run(
        &project,
        "hooks install --user claude windsurf opencode copilot",
    );
    assert_snapshot!(done, @r"
    exit 0
    call the gate: claude, copilot, opencode, windsurf
      wrote ~/.claude/settings.json
      wrote ~/.copilot/hooks/automaton.json
      wrote ~/.config/opencode/plugins/automaton.js
      wrote ~/.codeium/windsurf/hooks.json
      next: automaton hooks test
    ");
    let text = std::fs::read_to_string(project.home().join(".claude/settings.json"));
    let settings: Value = serde_json::from_str(&text.expect("settings")).expect("JSON");
    assert_eq!(
        settings["hooks"]["PreToolUse"][0]["hooks"][0]["command"],
        format!("{PROGRAM} hook claude --if-project || exit 2"),
    );
}

#[test]
fn installing_twice_changes_nothing() {
    let project = set_up();
    install(&project, EVERY);
    let once = project.files();
    assert_snapshot!(run(&project, &format!("hooks install {}", EVERY.join(" "))), @r"
    exit 0
    nothing to do: claude, cline, codex, copilot, cursor, gemini, kiro, opencode, windsurf call the gate
      next: automaton hooks test
    ");
    assert_eq!(project.files(), once);
}

#[test]
fn without_names_what_is_here_is_set_up() {
    let project = set_up();
    project.write("opencode.json", "{}\n");
    project.write(".gemini/GEMINI.md", "text\n");
    assert_snapshot!(project.run("hooks install"), @r"
    exit 0
    call the gate: gemini, opencode
      wrote .gemini/settings.json
      wrote .opencode/plugins/automaton.js
      next: automaton hooks test
    ");
    assert_snapshot!(set_up().run("hooks install"), @r"
    exit 0
    nothing to do: no harness is here; name one
      next: automaton hooks test
    ");
}

#[test]
fn a_trial_run_prints_the_change_and_writes_nothing() {
    let project = set_up();
    project.write(".windsurf/hooks.json", "{\n  // ours\n  \"hooks\": {}\n}\n");
    let before = project.files();
    assert_snapshot!(project.run("hooks install --dry-run windsurf"), @r#"
    exit 0
    --- a/.windsurf/hooks.json
    +++ b/.windsurf/hooks.json
    @@ -1,4 +1,17 @@
     {
       // ours
    -  "hooks": {}
    +  "hooks": {
    +    "pre_write_code": [
    +      {
    +        "command": "automaton hook windsurf || exit 2",
    +        "show_output": true
    +      }
    +    ],
    +    "pre_run_command": [
    +      {
    +        "command": "automaton hook windsurf || exit 2",
    +        "show_output": true
    +      }
    +    ]
    +  }
     }
    would call the gate: windsurf
      would write .windsurf/hooks.json
    "#);
    assert_eq!(project.files(), before);
}

#[test]
fn an_agent_may_install_and_init_does_it_too() {
    let project = set_up();
    let done = project.as_agent("hooks install codex --json");
    assert_eq!(done.exit, 0, "{done}");
    let document: Value = serde_json::from_str(&done.stdout).expect("one document");
    assert_snapshot!(document["files"], @r#"[{"harness":"codex","path":".codex/hooks.json","fate":"written"}]"#);

    let fresh = Project::bare();
    fresh.write(".claude/CLAUDE.md", "text\n");
    assert_snapshot!(fresh.run("init --hooks"), @"
    exit 0
    the project is set up
      wrote .automaton/.gitattributes
      wrote .automaton/.gitignore
      wrote .automaton/prompts/ (12 files)
      wrote .automaton/workflow.kdl
      wrote .automaton/tasks/
    call the gate: claude
      wrote .claude/settings.json
      next: automaton create-task NAME
      next: automaton hooks test
    ");
}

#[test]
fn a_harness_that_is_not_known_is_named() {
    let run = set_up().run("hooks install clod");
    assert_eq!(run.exit, 2, "{run}");
}
