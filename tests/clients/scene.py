"""One scenario: a project, a client, a model's calls, and what has to come of them."""

import os
import re
import signal
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from model import Model
from scratch import changes, files

# A run takes a second or two, or with opencode ten times as long.
PATIENCE = 180
# How an answer begins where the tool did not run.
STOPPED = ("refused:", "PreToolUse:", "Command blocked by PreToolUse hook:")
# What no two runs, or no two versions of the workflow, say alike.
VARIES = {
    r"workflow\.kdl:\d+": "workflow.kdl:LINE",
    r"\bagent-[0-9a-f]{6,}": "agent-ID",
    r"Wall time [0-9.]+ seconds": "Wall time TIME",
}


@dataclass
class Refused:
    """The gate's refusal, in the words of the client."""

    reason: str


@dataclass
class Ran:
    """The tool ran, and its answer, in whatever words of the client, holds its output."""

    output: str = ""


@dataclass
class Told:
    """The tool's answer, in whatever words of the client, holds exactly this text."""

    text: str


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
    # What becomes of the project's files: a text, `None` for one that is gone, `...` for one that
    # says something else every time. Others stay.
    changes: dict = field(default_factory=dict)
    # The same for a sub-agent that one of the calls starts.
    sub: list = field(default_factory=list)
    # The folder in which the session starts.
    folder: str = ""
    # Whether the settings are the user's.
    for_user: bool = False
    # What is wrong with the gate's program, after the settings were written.
    gate: str = None
    # The model's id, which decides what tools the client offers.
    model: str = None
    # What else the client is started with.
    options: tuple = ()
    # Whether a short run of all tests holds it.
    sample: bool = False


def _hang(program):
    program.unlink()
    program.write_text("#!/bin/sh\nexec sleep 60\n")
    program.chmod(0o755)


BROKEN = {"is missing": Path.unlink, "hangs": _hang}


def play(client, binary, scenario, workshop, folder):
    """Every way in which it came out otherwise; nothing where it held."""
    project = workshop.copy(scenario.phase, folder / "project")
    home, programs = folder / "home", folder / "bin"
    home.mkdir()
    programs.mkdir()
    # A client that starts login shells would lose the way to the program.
    (home / ".profile").write_text(f"PATH={programs}:$PATH\n")
    program = programs / "automaton"
    os.link(workshop.program.path, program)
    environment = _environment(home, programs)
    _install(client.NAME, project, environment, scenario.for_user)
    if scenario.gate:
        BROKEN[scenario.gate](program)
    before = files(project)
    calls, sub = ([call for call, _ in side] for side in (scenario.calls, scenario.sub))
    places = {"$PROJECT": str(project), "$HOME": str(home)}
    with Model(client.api, calls, sub, lambda args: _put(args, places)) as model:
        more, words = client.prepare(home, project, model.url, scenario.model)
        environment.update(more)
        command = [str(binary), *words, *scenario.options]
        ended = _run(command, project / scenario.folder, environment, folder)
        seen = {role: model.sees(role) for role in ("main", "sub")}
    problems = [] if ended else [f"the client was still running after {PATIENCE} seconds"]
    for role, side in (("main", scenario.calls), ("sub", scenario.sub)):
        problems += _compare(client, role, side, seen[role], places)
    became = changes(before, files(project))
    if not _are_as(scenario.changes, became):
        problems.append(f"the files: expected {scenario.changes}\n    found {became}")
    return problems


def _install(harness, project, environment, for_user):
    """What a person does once: for the project, or for all of the user's."""
    words = ["automaton", "hooks", "install", harness, *(["--user"] if for_user else [])]
    done = subprocess.run(words, cwd=project, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(words)}: exit {done.returncode}: {done.stderr}")


def _compare(client, role, side, seen, places):
    if len(seen) < len(side):
        yield f"{role}: the client asked for {len(seen)} of {len(side)} calls"
    for turn, ((call, expected), shown) in enumerate(zip(side, seen)):
        shown = None if shown is None else _redacted(shown, places)
        if not _is_as(expected, call, shown, client):
            yield f"{role} {turn} {call.tool}: expected {expected}\n    found {shown!r}"


def _are_as(expected, became):
    known = {path: ... if expected.get(path) is ... else text for path, text in became.items()}
    return known == expected


def _is_as(expected, call, shown, client):
    if shown is None:
        return False
    if isinstance(expected, Shown):
        return shown == expected.text
    if isinstance(expected, Refused):
        return shown == client.refused(call, expected.reason)
    if isinstance(expected, Told):
        return expected.text in shown
    return not shown.startswith(STOPPED) and expected.output in shown


def _redacted(text, places):
    for name, place in places.items():
        text = text.replace(place, name)
    for varies, name in VARIES.items():
        text = re.sub(varies, name, text)
    return text


def _put(args, places):
    """The arguments of a call with the places that only this run has."""
    if isinstance(args, dict):
        return {name: _put(value, places) for name, value in args.items()}
    if isinstance(args, list):
        return [_put(value, places) for value in args]
    for name, place in places.items():
        args = args.replace(name, place) if isinstance(args, str) else args
    return args


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
