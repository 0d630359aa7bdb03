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
    assert_snapshot!(written("opencode", ".opencode/plugins/automaton.js"), @r#"
    // Written by `automaton hooks install`; `automaton hooks uninstall opencode` takes it away.
    // Asks the edit gate before every tool call and throws what it says against it. Whatever keeps the
    // gate from answering is a refusal too.
    import { spawn } from "node:child_process"

    const COMMAND = "automaton hook opencode || exit 2"
    const DEADLINE = 10_000

    const ask = (event) =>
      new Promise((allow, refuse) => {
        const no = (reason) => refuse(new Error(reason))
        const gate = spawn("/bin/sh", ["-c", COMMAND], { cwd: event.cwd, stdio: ["pipe", "ignore", "pipe"] })
        const late = setTimeout(() => {
          gate.kill("SIGKILL")
          no("refused: the edit gate took too long")
        }, DEADLINE)
        let reason = ""
        gate.stderr.on("data", (text) => (reason += text))
        gate.stdin.on("error", () => {})
        gate.on("error", (error) => {
          clearTimeout(late)
          no(`refused: the edit gate does not run: ${error.message}`)
        })
        gate.on("close", (code) => {
          clearTimeout(late)
          if (code === 0) allow()
          else no(reason.trim() || "refused: the edit gate did not answer")
        })
        gate.stdin.end(JSON.stringify(event))
      })

    export const Automaton = async ({ directory, worktree }) => ({
      "tool.execute.before": (input, output) =>
        ask({
          hook_event_name: "tool.execute.before",
          tool_name: input.tool,
          tool_input: output.args,
          session_id: input.sessionID,
          cwd: directory,
          worktree,
        }),
    })
    "#);
}

#[test]
fn cline() {
    assert_snapshot!(written("cline", ".cline/plugins/automaton.js"), @r#"
    // Written by `automaton hooks install`; `automaton hooks uninstall cline` takes it away.
    // Asks the edit gate before every tool call and skips the tool where the gate is against it.
    // Whatever keeps the gate from answering skips the tool too.
    import { spawn } from "node:child_process"

    const COMMAND = "automaton hook cline || exit 2"
    const DEADLINE = 10_000

    const ask = (event) =>
      new Promise((answer) => {
        const no = (reason) => answer({ skip: true, reason })
        const gate = spawn("/bin/sh", ["-c", COMMAND], { stdio: ["pipe", "pipe", "pipe"] })
        const late = setTimeout(() => {
          gate.kill("SIGKILL")
          no("refused: the edit gate took too long")
        }, DEADLINE)
        let said = ""
        let problem = ""
        gate.stdout.on("data", (text) => (said += text))
        gate.stderr.on("data", (text) => (problem += text))
        gate.stdin.on("error", () => {})
        gate.on("error", (error) => {
          clearTimeout(late)
          no(`refused: the edit gate does not run: ${error.message}`)
        })
        gate.on("close", (code) => {
          clearTimeout(late)
          if (code !== 0) return no(problem.trim() || "refused: the edit gate did not answer")
          if (!said.trim()) return answer(undefined)
          try {
            no(JSON.parse(said).contextModification)
          } catch {
            no("refused: the edit gate gave no answer that can be read")
          }
        })
        gate.stdin.end(JSON.stringify(event))
      })

    export default {
      name: "automaton",
      manifest: { capabilities: ["hooks"] },
      hooks: {
        beforeTool: async ({ toolCall, input }) => {
          try {
            const name = toolCall.name ?? toolCall.toolName
            const call = { id: toolCall.id, name, input: input ?? toolCall.input }
            return await ask({ hookName: "PreToolUse", workspaceRoots: [process.cwd()], tool_call: call })
          } catch (error) {
            return { skip: true, reason: `refused: the edit gate was not asked: ${error.message}` }
          }
        },
      },
    }
    "#);
    assert_snapshot!(written("cline", ".clinerules/hooks/PreToolUse"), @r#"
    #!/bin/sh
    # Written by `automaton hooks install`; `automaton hooks uninstall cline` takes it away.
    # Cline ignores exit codes: where the gate does not answer, this file has to say no itself.
    automaton hook cline ||
        echo '{"cancel":false,"overrideInput":{},"contextModification":"refused: the edit gate did not answer"}'
    "#);
}
