"""A scratch project and its dashboards: one to look at, and one started by a person at a terminal."""

import fcntl
import os
import pty
import re
import subprocess
import termios
import threading
import time

WORKFLOW = """\
workflow build version=1 {
    initial plan
    artifact PLAN.md
    artifact CODE.md
    phase plan { produces PLAN.md; approval; next build; }
    phase build { reads PLAN.md; produces CODE.md; edits "src/**"; rework plan by=anyone; next review; }
    phase review { approval; rework build by=anyone; next done; }
    phase done terminal=success
}
"""
HOSTILE = """\
# The plan

<script>document.title = "taken over"</script>
<img src="http://127.0.0.1:9/x" onerror="document.title='taken over'">

![picture](http://127.0.0.1:9/y) [words](javascript:document.title='taken%20over')

| what | why |
|---|---|
| a very long word | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa |
"""
PATIENCE = 20


class Scene:
    """The project, and whatever serves it, until the block ends."""

    def __init__(self, program, folder):
        self.program = program
        self.project = folder / "project"
        self.folder = folder
        self.servers = []

    def __enter__(self):
        (self.project / ".automaton").mkdir(parents=True)
        (self.project / ".automaton" / "workflow.kdl").write_text(WORKFLOW)
        for number in range(12):
            self.call("create-task", f"task-{number}")
        self.submit("task-1")
        self.looking = self.serve()
        self.deciding = self.decide()
        return self

    def __exit__(self, *_):
        for server in self.servers:
            server.kill()
            server.wait()

    def submit(self, task):
        plan = self.project / ".automaton" / "tasks" / task / "PLAN.md"
        plan.write_text(HOSTILE)
        self.call("transition", "plan:awaiting_approval", "--task", task)

    def call(self, *words):
        subprocess.run(
            [self.program, *words],
            cwd=self.project,
            env=self.variables(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            check=True,
        )

    def variables(self):
        return {"PATH": os.environ["PATH"], "HOME": str(self.folder), "NO_COLOR": "1"}

    def serve(self):
        """The address of a dashboard that is only looked at."""
        server = subprocess.Popen(
            [self.program, "dashboard"],
            cwd=self.project,
            env=self.variables(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.servers.append(server)
        return re.search(r"http://\S+", server.stdout.readline())[0], server.pid

    def decide(self):
        """The link to a dashboard that decides, as it stands on a person's terminal."""
        ours, theirs = pty.openpty()
        server = subprocess.Popen(
            [self.program, "dashboard", "--approve"],
            cwd=self.project,
            env=self.variables() | {"TERM": "xterm"},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            preexec_fn=lambda: (os.setsid(), fcntl.ioctl(0, termios.TIOCSCTTY, 0)),
        )
        os.close(theirs)
        self.servers.append(server)
        shown = until(ours, rb"to confirm: $")
        os.write(ours, b"dashboard\n")
        shown = until(ours, rb"(http://\S+token=\S+)\s")
        threading.Thread(target=drain, args=(ours,), daemon=True).start()
        return re.search(r"http://\S+token=\S+", shown.decode())[0]

    def environment(self):
        """What the browser's side is told."""
        address, process = self.looking
        return {
            "PROGRAM": str(self.program),
            "PROJECT": str(self.project),
            "LOOKING": address.rstrip("/"),
            "LOOKING_PROCESS": str(process),
            "DECIDING": self.deciding,
        }


def until(terminal, pattern):
    """What stands on the terminal once the pattern does."""
    shown = b""
    deadline = time.monotonic() + PATIENCE
    while not re.search(pattern, shown):
        if time.monotonic() > deadline:
            raise AssertionError(f"the terminal shows only {shown!r}")
        shown += os.read(terminal, 4096)
    return shown


def drain(terminal):
    try:
        while os.read(terminal, 4096):
            pass
    except OSError:
        pass
