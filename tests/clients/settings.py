"""What makes each client ask the gate."""

import json

CLAUDE_TOOLS = "Edit|Write|MultiEdit|NotebookEdit|Bash|PowerShell"
CODEX_TOOLS = "Bash|apply_patch|mcp__.*"
PLUGIN = """\
import { spawnSync } from "node:child_process";
export const Automaton = async ({ directory, worktree }) => ({
  "tool.execute.before": async (input, output) => {
    const event = {
      hook_event_name: "tool.execute.before",
      tool_name: input.tool,
      tool_input: output.args,
      session_id: input.sessionID,
      cwd: directory,
      worktree,
    };
    const words = COMMAND.split(" ");
    const asked = spawnSync(words[0], words.slice(1), {
      input: JSON.stringify(event), encoding: "utf8", timeout: 10000,
    });
    if (asked.status === 0) return;
    const silent = `automaton did not answer: ${asked.error?.message ?? `exit ${asked.status}`}`;
    throw new Error(asked.stderr?.trim() || silent);
  },
});
"""


def wire(client, home, project, for_user):
    """Writes the settings of one client: the project's, or the user's."""
    words = f"automaton hook {client}" + (" --if-project" if for_user else "")
    where = home if for_user else project
    if client == "opencode":
        folder = ".config/opencode/plugins" if for_user else ".opencode/plugins"
        path = where / folder / "automaton.js"
        text = PLUGIN.replace("COMMAND", json.dumps(words))
    else:
        names = {"claude": ".claude/settings.json", "codex": ".codex/hooks.json"}
        path = where / names[client]
        hook = {"type": "command", "command": words, "timeout": 10}
        tools = CODEX_TOOLS
        if client == "claude":
            hook["onFailure"] = "block"
            tools = CLAUDE_TOOLS
        settings = {"hooks": {"PreToolUse": [{"matcher": tools, "hooks": [hook]}]}}
        text = json.dumps(settings, indent=2) + "\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
