"""Claude Code: how it is started, and how a model calls its tools."""

import json

import messages_api as api
from model import SUBAGENT, Call

NAME = "claude"
PACKAGE = "@anthropic-ai/claude-code"
VERSION = "2.1.332"
BINARY = "@anthropic-ai/claude-code-linux-{machine}/claude"
# How its commands know that an agent runs them.
IS_AN_AGENT = (
    "AI_AGENT",
    "the name that tools agreed on for any agent, with the agent's name as value",
)
STARTS_SLOWLY = False
# What stands for the project in a call: the tools take absolute paths.
AT = "$PROJECT/"
# What the user has set.
USERS = "$HOME/.claude/settings.json"


def prepare(home, project, url, model):
    """The environment and the arguments of one run."""
    (home / ".claude").mkdir(exist_ok=True)
    trusted = {"projects": {str(project): {"hasTrustDialogAccepted": True}}}
    (home / ".claude/.claude.json").write_text(
        json.dumps({"hasCompletedOnboarding": True, **trusted})
    )
    environment = {
        "CLAUDE_CONFIG_DIR": str(home / ".claude"),
        "ANTHROPIC_BASE_URL": url,
        "ANTHROPIC_API_KEY": "none",
        # Without it, root may not skip permissions.
        "IS_SANDBOX": "1",
        "DISABLE_TELEMETRY": "1",
        "DISABLE_ERROR_REPORTING": "1",
        "DISABLE_AUTOUPDATER": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    }
    allowed = "Bash,Read,Write,Edit,NotebookEdit,Agent,Workflow"
    words = ["-p", "do it", "--permission-mode", "acceptEdits", "--allowedTools", allowed]
    return environment, words


def refused(call, reason):
    """What the model sees of a call that the gate refused."""
    return f"PreToolUse:{call.tool} hook error: {reason}"


def absolute(path):
    return path if path.startswith("$") else AT + path


def read(path):
    return Call("Read", {"file_path": absolute(path)})


def write(path, text):
    return Call("Write", {"file_path": absolute(path), "content": text})


def edit(path, old, new):
    return Call("Edit", {"file_path": absolute(path), "old_string": old, "new_string": new})


def shell(command):
    return Call("Bash", {"command": command, "description": "a command"})


def delegate(**more):
    """Starting a sub-agent."""
    args = {"description": "a part", "prompt": SUBAGENT, "subagent_type": "general-purpose"}
    return Call("Agent", {**args, "run_in_background": False, **more})
