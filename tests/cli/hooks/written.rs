//! What stands in the settings of each harness afterwards.

use insta::assert_snapshot;

use super::{install, set_up};

/// The file after installing for one harness in an empty project.
fn written(name: &str, path: &str) -> String {
    let project = set_up();
    install(&project, &[name]);
    project.read(path)
}

#[test]
fn claude() {
    assert_snapshot!(written("claude", ".claude/settings.json"), @r#"
    {
      "hooks": {
        "PreToolUse": [
          {
            "matcher": "Edit|Write|MultiEdit|NotebookEdit|Bash|PowerShell|Monitor|mcp__.*",
            "hooks": [
              {
                "type": "command",
                "command": "automaton hook claude || exit 2",
                "timeout": 10,
                "onFailure": "block"
              }
            ]
          }
        ]
      }
    }
    "#);
}

#[test]
fn codex() {
    assert_snapshot!(written("codex", ".codex/hooks.json"), @r#"
    {
      "hooks": {
        "PreToolUse": [
          {
            "matcher": "Bash|apply_patch|mcp__.*",
            "hooks": [
              {
                "type": "command",
                "command": "automaton hook codex || exit 2",
                "timeout": 10
              }
            ]
          }
        ]
      }
    }
    "#);
}

#[test]
fn cursor() {
    assert_snapshot!(written("cursor", ".cursor/hooks.json"), @r#"
    {
      "version": 1,
      "hooks": {
        "preToolUse": [
          {
            "command": "automaton hook cursor || exit 2",
            "matcher": "Shell|Write|Delete|StrReplace|Edit|MultiEdit|EditNotebook|ApplyPatch",
            "timeout": 10,
            "failClosed": true
          }
        ]
      }
    }
    "#);
}

#[test]
fn gemini() {
    assert_snapshot!(written("gemini", ".gemini/settings.json"), @r#"
    {
      "hooks": {
        "BeforeTool": [
          {
            "matcher": "write_file|replace|run_shell_command|mcp_.*",
            "hooks": [
              {
                "name": "automaton",
                "type": "command",
                "command": "automaton hook gemini || exit 2",
                "timeout": 10000
              }
            ]
          }
        ]
      }
    }
    "#);
}

#[test]
fn copilot() {
    assert_snapshot!(written("copilot", ".github/hooks/automaton.json"), @r#"
    {
      "version": 1,
      "hooks": {
        "preToolUse": [
          {
            "type": "command",
            "bash": "automaton hook copilot || exit 2",
            "timeoutSec": 10
          }
        ]
      }
    }
    "#);
}

#[test]
fn kiro() {
    assert_snapshot!(written("kiro", ".kiro/hooks/automaton.json"), @r#"
    {
      "version": "v1",
      "hooks": [
        {
          "name": "automaton",
          "trigger": "PreToolUse",
          "matcher": ".*",
          "action": {
            "type": "command",
            "command": "automaton hook kiro || exit 2"
          },
          "timeout": 10,
          "enabled": true
        }
      ]
    }
    "#);
}

#[test]
fn windsurf() {
    assert_snapshot!(written("windsurf", ".windsurf/hooks.json"), @r#"
    {
      "hooks": {
        "pre_write_code": [
          {
            "command": "automaton hook windsurf || exit 2",
            "show_output": true
          }
        ],
        "pre_run_command": [
          {
            "command": "automaton hook windsurf || exit 2",
            "show_output": true
          }
        ]
      }
    }
    "#);
}

#[test]
fn opencode() {
    let plugin = include_str!("../../../src/guard/hooks/opencode.js");
    let plugin = plugin.replace("@COMMAND@", "automaton hook opencode || exit 2");
    assert_eq!(
        written("opencode", ".opencode/plugins/automaton.js"),
        plugin
    );
}

#[test]
fn cline() {
    let plugin = include_str!("../../../src/guard/hooks/cline.js");
    let plugin = plugin.replace("@COMMAND@", "automaton hook cline || exit 2");
    assert_eq!(written("cline", ".cline/plugins/automaton.js"), plugin);
    assert_snapshot!(written("cline", ".clinerules/hooks/PreToolUse"), @r#"
    #!/bin/sh
    # Written by `automaton hooks install`; `automaton hooks uninstall cline` takes it away.
    # Cline ignores exit codes: where the gate does not answer, this file has to say no itself.
    automaton hook cline ||
        echo '{"cancel":false,"overrideInput":{},"contextModification":"refused: the edit gate did not answer"}'
    "#);
}
