"""OpenAI Codex: how it is started, and how a model calls its tools."""

import json
import re

import responses_api as api
from model import SUBAGENT, Call
from patches import add, change, patch_text

NAME = "codex"
PACKAGE = "@openai/codex"
VERSION = "0.171.0"
BINARY = "@openai/codex-linux-{machine}/vendor/*/bin/codex"
# How its commands know that an agent runs them.
IS_AN_AGENT = ("CODEX_THREAD_ID", "Codex gives its commands the conversation they belong to")
STARTS_SLOWLY = False
# Paths in patches are relative.
AT = ""
# What the user has set.
USERS = "$HOME/.codex/hooks.json"

CONFIG = """\
model = "{model}"
model_provider = "scripted"
check_for_update_on_startup = false
approval_policy = "never"
sandbox_mode = "danger-full-access"
[model_providers.scripted]
name = "scripted"
base_url = "{url}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 0
stream_max_retries = 0
supports_websockets = false
[analytics]
enabled = false
[projects.{project}]
trust_level = "trusted"
"""


def prepare(home, project, url, model):
    """The environment and the arguments of one run."""
    (home / ".codex").mkdir(exist_ok=True)
    config = CONFIG.format(model=model or "gpt-5.5", url=url, project=json.dumps(str(project)))
    (home / ".codex/config.toml").write_text(config)
    environment = {"CODEX_HOME": str(home / ".codex"), "SCRIPTED_KEY": "none"}
    return environment, ["exec", "--json", "--dangerously-bypass-hook-trust", "do it"]


def refused(call, reason):
    """What the model sees of a call that the gate refused."""
    command = call.args if isinstance(call.args, str) else call.args["cmd"]
    return f"Command blocked by PreToolUse hook: {reason}. Command: {command}"


def patch(*sections):
    return Call("apply_patch", patch_text(*sections))


def write(path, text):
    return patch(add(path, text))


def edit(path, old, new):
    return patch(change(path, old, new))


def shell(command):
    return Call("exec_command", {"cmd": command})


def code(*lines):
    """Code mode: the model sends a program that calls the tools."""
    return Call("exec", "\n".join(lines))


def caught(call):
    """A line of such a program: one call, and what it gives or throws."""
    made = f"text(await tools.{call.tool}({json.dumps(call.args)}))"
    return f"try {{ {made} }} catch (error) {{ text('thrown: ' + error) }}"


def delegate():
    """Starting a sub-agent."""
    return Call("spawn_agent", {"message": SUBAGENT}, "multi_agent_v1")


def await_delegate():
    return Call("wait_agent", _await, "multi_agent_v1")


def _await(conversation):
    agents = re.findall(r"agent_id\W+([0-9a-f-]{36})", conversation)
    return {"targets": agents[-1:], "timeout_ms": 10000}
