"""One scenario: a project, a client, a model's calls, and what has to come of them."""

import os
import re
import signal
import subprocess
from dataclasses import dataclass, field

from model import Model
from scratch import changes, files
from settings import wire

# A run takes a second or two, or with opencode up to twenty.
PATIENCE = 90


@dataclass
class Refused:
    """The gate's refusal, in the words of the client."""

    reason: str


@dataclass
class Ran:
    """The tool ran; its output, where it is worth a look, is the last that the model sees."""

    output: str = None


@dataclass
class Shown:
    """Exactly this text."""

    text: str


@dataclass
class Scenario:
    name: str
    # What the model calls, and what it is shown for each call.
    calls: list
    phase: str = "research"
    # What becomes of the project's files: a text, or `None` for one that is gone. Others stay.
    changes: dict = field(default_factory=dict)
    # The same for a sub-agent that one of the calls starts.
    sub: list = field(default_factory=list)
    # The folder in which the session starts.
    folder: str = ""
    # Whether the settings are the user's.
    for_user: bool = False
    # What the hook runs instead of the gate.
    command: str = None
    # The model's id, which decides what tools the client offers.
    model: str = None
    # Whether a short run of all tests holds it.
    sample: bool = False


def play(client, binary, scenario, workshop, folder):
    """Every way in which it came out otherwise; nothing where it held."""
    project = workshop.copy(scenario.phase, folder / "project")
    home = folder / "home"
    home.mkdir()
    wire(client.NAME, home, project, scenario.for_user, scenario.command)
    before = files(project)
    calls, sub = ([call for call, _ in side] for side in (scenario.calls, scenario.sub))
    with Model(client.api, calls, sub, lambda args: _put(args, str(project))) as model:
        environment, words = client.prepare(home, project, model.url, scenario.model)
        environment = {**_environment(home, workshop.bin), **environment}
        ended = _run([str(binary), *words], project / scenario.folder, environment, folder)
        seen = {role: model.sees(role) for role in ("main", "sub")}
    problems = [] if ended else [f"the client was still running after {PATIENCE} seconds"]
    for role, side in (("main", scenario.calls), ("sub", scenario.sub)):
        problems += _compare(client, role, side, seen[role], str(project))
    became = changes(before, files(project))
    if became != scenario.changes:
        problems.append(f"the files: expected {scenario.changes}\n    found {became}")
    return problems


def _compare(client, role, side, seen, project):
    if len(seen) < len(side):
        yield f"{role}: the client asked for {len(seen)} of {len(side)} calls"
    for turn, ((call, expected), shown) in enumerate(zip(side, seen)):
        shown = None if shown is None else _redacted(shown, project)
        if not _is_as(expected, call, shown, client):
            yield f"{role} {turn} {call.tool}: expected {expected}\n    found {shown!r}"


def _is_as(expected, call, shown, client):
    if shown is None:
        return False
    if isinstance(expected, Shown):
        return shown == expected.text
    if isinstance(expected, Refused):
        return shown == client.refused(call, expected.reason)
    stopped = "refused:" in shown or "hook error" in shown
    return not stopped and shown.rstrip().endswith((expected.output or "").rstrip())


def _redacted(text, project):
    text = text.replace(project, "$PROJECT")
    return re.sub(r"workflow\.kdl:\d+", "workflow.kdl:LINE", text)


def _put(args, project):
    """The arguments of a call with the project in its place."""
    if isinstance(args, dict):
        return {name: _put(value, project) for name, value in args.items()}
    if isinstance(args, list):
        return [_put(value, project) for value in args]
    return args.replace("$PROJECT", project) if isinstance(args, str) else args


def _environment(home, programs):
    """Nothing of the caller's environment: a client may be what runs these tests."""
    return {
        "PATH": f"{programs}:/usr/local/bin:/usr/bin:/bin",
        "HOME": str(home),
        "SHELL": "/bin/bash",
        "TERM": "dumb",
        "TZ": "UTC",
        "LC_ALL": "C.UTF-8",
    }


def _run(command, folder, environment, logs):
    """Whether the client came to an end; its output is kept in `logs`."""
    with open(logs / "out", "w") as out, open(logs / "err", "w") as err:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
        )
        try:
            process.wait(PATIENCE)
            return True
        except subprocess.TimeoutExpired:
            return False
        finally:
            # What a client leaves running would write into the next scenario's output.
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
