"""A scratch project: calling the program in it, and what its files amount to."""

import fcntl
import json
import os
import pty
import select
import shutil
import signal
import subprocess
import termios
import time
from dataclasses import dataclass
from pathlib import Path

# No run takes longer, whatever fails in it: locks are waited for five seconds at most.
PATIENCE = 30
QUESTION = b"to confirm: "


def built(checkout):
    """The program of this checkout, in its debug form."""
    subprocess.run(["cargo", "build", "--quiet", "--bin", "automaton"], cwd=checkout, check=True)
    target = os.environ.get("CARGO_TARGET_DIR", checkout / "target")
    return checkout / target / "debug" / "automaton"


@dataclass
class Run:
    """What became of one call of the program."""

    exit: int
    answer: dict
    stderr: str
    hung: bool = False

    @property
    def code(self):
        return self.answer.get("code")

    def __str__(self):
        said = self.code or self.answer.get("message") or self.stderr.strip()[-300:]
        return "hung" if self.hung else f"exit {self.exit} {said}"


class Program:
    """The program under test, called without anything that the caller's environment adds."""

    def __init__(self, path):
        self.path = str(path)

    def __call__(self, project, words, types=None, under=()):
        """Runs `words` in `project`; `types` is what a person at the terminal would type."""
        command = [*under, self.path, "--json", *words]
        home = str(Path(project) / "home")
        environment = {
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "HOME": home,
            "TZ": "UTC",
            "AUTOMATON_ACTOR": "tester",
        }
        at = {"cwd": str(project), "env": environment, "stdout": subprocess.PIPE}
        if types is None:
            return self._alone(command, at)
        return self._with_person(command, at, types)

    def commands(self):
        """The commands that there are, and those of them that change something."""
        text = subprocess.run([self.path, "--help"], capture_output=True, text=True, check=True)
        listed = text.stdout.split("Commands:\n")[1].split("\n\n")[0]
        names = [line.split()[0] for line in listed.splitlines() if line.startswith("  ")]
        names = [name for name in names if not name.startswith("-")]
        return names, [name for name in names if self._has_dry_run(name)]

    def _has_dry_run(self, name):
        words = [self.path, name, "--help"]
        return "--dry-run" in subprocess.run(words, capture_output=True, text=True).stdout

    @staticmethod
    def _alone(command, at):
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True, **at
        )
        try:
            out, err = process.communicate(timeout=PATIENCE)
            return Run(process.returncode, _document(out), err.decode(errors="replace"))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return Run(-1, {}, "", hung=True)

    @staticmethod
    def _with_person(command, at, types):
        outside, inside = pty.openpty()

        def own_the_terminal():
            fcntl.ioctl(inside, termios.TIOCSCTTY, 0)

        process = subprocess.Popen(
            command,
            stdin=inside,
            stderr=inside,
            start_new_session=True,
            preexec_fn=own_the_terminal,
            **at,
        )
        os.close(inside)
        seen, out = b"", b""
        streams = [outside, process.stdout.fileno()]
        deadline = time.monotonic() + PATIENCE
        while streams and time.monotonic() < deadline:
            for stream in select.select(streams, [], [], 0.5)[0]:
                try:
                    piece = os.read(stream, 4096)
                except OSError:  # the terminal's other side is closed
                    piece = b""
                if not piece:
                    streams.remove(stream)
                elif stream == outside:
                    asked = QUESTION in seen
                    seen += piece
                    if QUESTION in seen and not asked:
                        os.write(outside, types.encode() + b"\n")
                else:
                    out += piece
        hung = bool(streams)
        if hung:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
        os.close(outside)
        return Run(process.returncode, _document(out), seen.decode(errors="replace"), hung)


def _document(out):
    try:
        return json.loads(out)
    except ValueError:
        return {}


def copy(source, target):
    """Makes `target` the same tree as `source`."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target, symlinks=True)


def tree(project):
    """Everything in it: bytes of files, `None` for folders, where links lead."""
    found = {}
    top = Path(project)
    for folder, folders, files in os.walk(top):
        if folder == str(top):
            folders.remove("home")
        here = Path(folder).relative_to(top)
        found[str(here)] = None
        for name in files + [f for f in folders if (Path(folder) / f).is_symlink()]:
            path = Path(folder) / name
            if path.is_symlink():
                found[str(here / name)] = ("link", os.readlink(path))
            else:
                found[str(here / name)] = path.read_bytes()
    return found
