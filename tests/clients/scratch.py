"""Scratch projects: a repository under the default workflow, with a task brought to a phase."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path


sys.path.append(str(Path(__file__).resolve().parents[1] / "faults"))
from project import Program, build  # noqa: E402, F401

TASK = ".automaton/tasks/login"
SOURCE = "pub fn login() {}\n"
NOTEBOOK = "analysis.ipynb"
CELL = {"cell_type": "code", "id": "a", "source": "1", "metadata": {}, "outputs": []}
FILES = {
    "src/app.rs": SOURCE,
    "sub/inner.rs": SOURCE,
    NOTEBOOK: json.dumps(
        {
            "cells": [{**CELL, "execution_count": None}],
            "metadata": {},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
    ),
}
# What Git and the clients write for themselves.
NOISE = (".git/", ".claude/worktrees/", ".opencode/.gitignore")


class Workshop:
    """Makes projects, each phase once, and copies them."""

    def __init__(self, program, folder):
        self.folder = folder
        self.bin = folder / "bin"
        self.bin.mkdir()
        shutil.copy(program, self.bin / "automaton")
        self.program = Program(self.bin / "automaton")
        self.templates = {phase: self._prepare(phase) for phase in ("research", "implement")}

    def copy(self, phase, folder):
        shutil.copytree(self.templates[phase], folder, symlinks=True)
        return folder

    def _prepare(self, phase):
        project = self.folder / f"in-{phase}"
        for path, text in FILES.items():
            (project / path).parent.mkdir(parents=True, exist_ok=True)
            (project / path).write_text(text)

        def run(line, types=None):
            done = self.program(project, line.split(), types)
            if done.exit != 0:
                raise SystemExit(f"cannot prepare a task in {phase}: {line}: {done}")

        run("init")
        run("create-task login")
        run("transition research --task login")
        if phase == "implement":
            (project / TASK / "SPEC.md").write_text("# Log in\n")
            run("transition research:awaiting_approval --task login")
            run("approve --task login", types="login")
            run("transition implement --task login")
        _git(project, "init", "--quiet", "--initial-branch=main")
        _git(project, "add", "--all")
        _git(project, "commit", "--quiet", "--message=start")
        return project


def _git(project, *words):
    name = ["-c", "user.name=tester", "-c", "user.email=tester@localhost"]
    hermetic = {"PATH": os.environ["PATH"], "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(project)}
    subprocess.run(["git", *name, *words], cwd=project, env=hermetic, check=True)


def files(project):
    """The text of every file, without those that Git and the clients write for themselves."""
    found = {}
    for folder, _, names in os.walk(project):
        for name in names:
            path = Path(folder) / name
            inside = str(path.relative_to(project))
            if not inside.startswith(NOISE):
                found[inside] = path.read_bytes().decode(errors="replace")
    return found


def changes(before, after):
    """What became of each file that changed; `None` is gone."""
    paths = sorted(before.keys() | after.keys())
    return {p: after.get(p) for p in paths if before.get(p) != after.get(p)}
