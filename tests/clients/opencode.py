"""opencode: how it is started, and how a model calls its tools."""

import json

import completions_api as api
from model import SUBAGENT, Call

NAME = "opencode"
PACKAGE = "opencode-ai"
VERSION = "1.18.33"
BINARY = "opencode-linux-{machine}/bin/opencode"
# How its commands know that an agent runs them.
IS_AN_AGENT = ("AGENT", "Goose and Amp set it to their own name")
# It takes ten times as long to start as the others.
STARTS_SLOWLY = True
# The tools take relative paths as well.
AT = ""
# What the user has set.
USERS = "$HOME/.config/opencode/plugins/automaton.js"


def prepare(home, project, url, model):
    """The environment and the arguments of one run."""
    model = model or "scripted"
    limit = {"context": 100000, "output": 8000}
    provider = {
        "npm": "@ai-sdk/openai-compatible",
        "name": "scripted",
        "options": {"baseURL": f"{url}/v1", "apiKey": "none"},
        "models": {model: {"name": model, "tool_call": True, "limit": limit}},
    }
    config = {
        "model": f"scripted/{model}",
        "small_model": f"scripted/{model}",
        "autoupdate": False,
        "share": "disabled",
        "provider": {"scripted": provider},
        "permission": "allow",
    }
    environment = {
        "OPENCODE_CONFIG_CONTENT": json.dumps(config),
        "OPENCODE_DISABLE_AUTOUPDATE": "1",
        "OPENCODE_DISABLE_MODELS_FETCH": "1",
        "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
        "OPENCODE_DISABLE_SHARE": "1",
        "OPENCODE_DISABLE_DEFAULT_PLUGINS": "1",
        # For a plugin the client installs a package first, and goes on without it.
        "npm_config_fetch_retries": "0",
        "npm_config_registry": "http://127.0.0.1:9/",
    }
    return environment, ["run", "--print-logs", "--log-level", "WARN", "--format", "json", "do it"]


def refused(call, reason):
    """What the model sees of a call that the gate refused."""
    return reason


def read(path):
    return Call("read", {"filePath": path if path.startswith("$") else "$PROJECT/" + path})


def write(path, text):
    return Call("write", {"filePath": path, "content": text})


def edit(path, old, new):
    return Call("edit", {"filePath": path, "oldString": old, "newString": new})


def shell(command):
    return Call("bash", {"command": command, "description": "a command"})


def patch(text):
    return Call("apply_patch", {"patchText": text})


def delegate():
    """Starting a sub-agent."""
    args = {"description": "a part", "prompt": SUBAGENT, "subagent_type": "general"}
    return Call("task", args)
