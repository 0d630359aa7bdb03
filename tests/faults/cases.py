"""The table: every command that changes something, and the tasks that it is tried on.

A command that takes `--dry-run` changes something, and must occur here; a test compares the two.
"""

import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

WORKFLOW = """\
workflow faults version=1 {
    initial draft
    metadata PARENT.md
    approval by=anyone
    artifact PLAN.md
    artifact CODE.md
    phase draft {
        produces PLAN.md
        forbids CODE.md
        approval
        subtasks depth=1 { inherit PLAN.md as=PARENT.md; }
        next build
    }
    phase build {
        reads PLAN.md
        produces CODE.md
        rework draft by=anyone
        next checked { check "test -f .automaton/workflow.kdl" timeout="10s"; }
    }
    phase checked {
        next over
    }
    phase over terminal=success
}
"""
SIGNED = WORKFLOW.replace("        approval\n", "        approval by=signed signers=2\n")
NAMESPACE = "automaton-approve"
# Commands that write outside the project, and touch no task.
OUTSIDE = {"install-cleanup-schedule"}
TASKS = ".automaton/tasks"
LOGIN = TASKS + "/login"


@dataclass
class Case:
    """A command, and the project that it is called in."""

    name: str
    # The command and its arguments.
    words: list
    # Called with a project and a function that runs the program in it.
    prepare: object
    # The codes with which the same command says that there is nothing left to do.
    done: tuple = ()
    # Whether the same command succeeds when there is nothing left to do.
    repeats: bool = False
    # What a person types, for a command that needs one.
    types: str = None
    # The commands that `prepare` needs besides.
    needs: tuple = field(default=())
    # Whether a second attempt gets a number of its own: its predecessor's place in the attic stays.
    renumbers: bool = False

    @property
    def command(self):
        return self.words[0]


def put(project, path, text):
    path = Path(project) / path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def bare(project, run):
    put(project, ".automaton/workflow.kdl", WORKFLOW)


def draft(project, run):
    bare(project, run)
    run("create-task", "login")
    put(project, LOGIN + "/PLAN.md", "plan\n")
    put(project, LOGIN + "/notes.txt", "notes\n")


def pending(project, run):
    draft(project, run)
    run("transition", "draft:awaiting_approval", "--task", "login")


def granted(project, run):
    pending(project, run)
    run("approve", "--task", "login")


def keygen(*words, **more):
    return subprocess.run(["ssh-keygen", "-q", *words], check=True, capture_output=True, **more)


def unsigned(project, run):
    """Submitted, and Ann and Bob have to sign; their keys are in the home folder."""
    put(project, ".automaton/workflow.kdl", SIGNED)
    for name in ("ann", "bob"):
        key = Path(project) / "home" / name
        keygen("-t", "ed25519", "-N", "", "-f", key)
        with open(Path(project) / ".automaton/approvers", "a") as approvers:
            public = key.with_suffix(".pub").read_text()
            approvers.write(f'{name}@example.org namespaces="{NAMESPACE}" {public}')
    run("create-task", "login")
    put(project, LOGIN + "/PLAN.md", "plan\n")
    run("transition", "draft:awaiting_approval", "--task", "login")


def half_signed(project, run):
    unsigned(project, run)
    run("approve", "--task", "login", "--sign", "home/ann")


def signed_elsewhere(project, run):
    half_signed(project, run)
    asked = run("approve", "--task", "login", "--print-statement")
    key = Path(project) / "home/bob"
    words = ("-Y", "sign", "-n", NAMESPACE, "-f", key)
    made = keygen(*words, input=asked.answer["statement"].encode())
    put(project, "home/signature", made.stdout.decode())


def build(project, run):
    granted(project, run)
    run("transition", "build", "--task", "login")
    put(project, LOGIN + "/CODE.md", "code\n")


def finished(project, run):
    build(project, run)
    run("transition", "checked", "--task", "login")
    run("transition", "over", "--task", "login")


def finished_tree(project, run):
    """With a sub-task that is over as well."""
    granted(project, run)
    run("create-task", "part", "--parent", "login")
    put(project, LOGIN + "/subtasks/part/PLAN.md", "plan\n")
    run("transition", "draft:awaiting_approval", "--task", "login/part")
    run("approve", "--task", "login/part")
    run("transition", "build", "--task", "login/part")
    put(project, LOGIN + "/subtasks/part/CODE.md", "code\n")
    run("transition", "checked", "--task", "login/part")
    run("transition", "over", "--task", "login/part")
    run("transition", "build", "--task", "login")
    put(project, LOGIN + "/CODE.md", "code\n")
    run("transition", "checked", "--task", "login")
    run("transition", "over", "--task", "login")


def archived(project, run):
    finished(project, run)
    run("cleanup-done")


def archived_twice(project, run):
    """The name was given again, and the archive has one of that name already."""
    archived(project, run)
    run("create-task", "login")
    put(project, LOGIN + "/PLAN.md", "plan\n")
    run("transition", "draft:awaiting_approval", "--task", "login")
    run("approve", "--task", "login")
    run("transition", "build", "--task", "login")
    put(project, LOGIN + "/CODE.md", "other code\n")
    run("transition", "checked", "--task", "login")
    run("transition", "over", "--task", "login")


def reworked(project, run):
    build(project, run)
    run("rework", "draft", "--task", "login", *WHY)
    run("transition", "draft:awaiting_approval", "--task", "login")
    run("approve", "--task", "login")
    run("transition", "build", "--task", "login")
    put(project, LOGIN + "/CODE.md", "other code\n")


def cloned(project, run):
    """As Git checks it out where `.state` was not committed: the journal says where it stands."""
    granted(project, run)
    (Path(project) / LOGIN / ".state").unlink()
    (Path(project) / LOGIN / ".state.lock").unlink()


def older(project, run):
    bare(project, run)
    put(project, LOGIN + "/PLAN.md", "plan\n")
    put(project, LOGIN + "/CODE.md", "code\n")
    put(project, LOGIN + "/.state", "build\n")


def unmarked(project, run):
    bare(project, run)
    put(project, LOGIN + "/PLAN.md", "plan\n")


def state_edited(project, run):
    draft(project, run)
    run("transition", "draft:awaiting_approval", "--task", "login")
    put(project, LOGIN + "/.state", "over\n")


def journal_edited(project, run):
    pending(project, run)
    with open(Path(project) / LOGIN / ".state.journal", "a") as journal:
        journal.write("a line that nobody chained\n")


def plan_edited(project, run):
    build(project, run)
    put(project, LOGIN + "/PLAN.md", "another plan\n")


def lock_replaced(project, run):
    pending(project, run)
    (Path(project) / LOGIN / ".state.lock").unlink()
    os.symlink("elsewhere", Path(project) / LOGIN / ".state.lock")


def phase_lost(project, run):
    granted(project, run)
    put(project, ".automaton/workflow.kdl", WORKFLOW.replace("draft", "sketch"))


def misspelt(project, run):
    bare(project, run)
    put(project, "mine.kdl", WORKFLOW.replace("next over", "next ovre"))


def claimed(project, run):
    draft(project, run)
    run("claim", "--task", "login")


def nothing(project, run):
    pass


def templated(project, run):
    draft(project, run)
    for name in ("A.md", "B.md"):
        put(project, ".automaton/templates/note/" + name, "{task}\n")


def templated_below(project, run):
    templated(project, run)
    run("transition", "draft:awaiting_approval", "--task", "login")
    run("approve", "--task", "login")


LOOP = ["loop", "create", "docs", "--task", "login", "--scope", "docs/**"]
HARNESS = ["--", "true"]


def looped(project, run):
    draft(project, run)
    run(*LOOP, "--iterations", "1", *HARNESS)


def spent(project, run):
    """With a loop that may not run at all, which no tick has found out yet."""
    draft(project, run)
    run(*LOOP, "--iterations", "0", *HARNESS)


def halted(project, run):
    spent(project, run)
    run("loop", "tick", "docs")


def paused(project, run):
    looped(project, run)
    run("loop", "pause", "docs")


def move(name, to, prepare, needs=()):
    words = ["transition", to, "--task", "login"]
    return Case(name, words, prepare, done=("already-there",), needs=needs)


def settle(name, prepare, **more):
    words = ["repair", "--task", "login"]
    nothing_left = ("nothing-to-repair",)
    return Case(name, words, prepare, done=nothing_left, types="login", **more)


WHY = ["--reason", "because"]
CASES = [
    Case("init", ["init"], nothing, repeats=True),
    Case("create-first", ["create-task", "login"], bare, done=("task-exists",)),
    Case("create", ["create-task", "signup"], draft, done=("task-exists",)),
    Case(
        "create-below",
        ["create-task", "part", "--parent", "login"],
        granted,
        done=("task-exists",),
        needs=("transition", "approve"),
    ),
    Case(
        "create-templated",
        ["create-task", "signup", "--template", "note"],
        templated,
        done=("task-exists",),
    ),
    Case(
        "create-templated-below",
        ["create-task", "part", "--parent", "login", "--template", "note"],
        templated_below,
        done=("task-exists",),
        needs=("transition", "approve"),
    ),
    move("submit", "draft:awaiting_approval", draft),
    move("withdraw", "draft", pending),
    move("revise", "draft", granted, needs=("approve",)),
    move("next", "build", granted, needs=("approve",)),
    move("next-cloned", "build", cloned, needs=("approve",)),
    move("next-checked", "checked", build, needs=("approve",)),
    Case(
        "approve",
        ["approve", "--task", "login"],
        pending,
        done=("nothing-pending", "already-there"),
        needs=("transition",),
    ),
    Case(
        "sign",
        ["approve", "--task", "login", "--sign", "home/ann"],
        unsigned,
        done=("already-signed",),
        needs=("transition",),
    ),
    Case(
        "sign-granting",
        ["approve", "--task", "login", "--sign", "home/bob"],
        half_signed,
        done=("nothing-pending", "already-there"),
        needs=("transition",),
    ),
    Case(
        "signature",
        ["approve", "--task", "login", "--signature", "home/signature"],
        signed_elsewhere,
        done=("nothing-pending", "already-there"),
        needs=("transition",),
    ),
    Case(
        "reject",
        ["reject", "--task", "login", *WHY],
        pending,
        done=("nothing-pending", "already-there"),
        needs=("transition",),
    ),
    Case(
        "rework",
        ["rework", "draft", "--task", "login", *WHY],
        build,
        done=("no-such-transition", "already-there"),
        needs=("transition", "approve"),
    ),
    Case(
        "abandon",
        ["abandon", "--task", "login", *WHY],
        pending,
        done=("abandoned",),
        types="login",
        needs=("transition",),
    ),
    Case("claim", ["claim", "--task", "login"], draft, repeats=True),
    Case("claim-renewed", ["claim", "--task", "login"], claimed, repeats=True, needs=("claim",)),
    Case("claim-next", ["claim", "--next"], draft, done=("all-claimed",)),
    Case(
        "release",
        ["release", "--task", "login"],
        claimed,
        done=("not-claimed",),
        needs=("claim",),
    ),
    Case("scope", ["scope", "set", "--task", "login", "src/**"], draft, repeats=True),
    Case(
        "attic-restore",
        ["attic", "restore", "5", "CODE.md", "--task", "login"],
        reworked,
        done=("already-there",),
        types="login",
        needs=("transition", "approve", "rework"),
    ),
    Case(
        "archive",
        ["cleanup-done", "--task", "login"],
        finished,
        done=("archived",),
        needs=("transition", "approve"),
    ),
    Case(
        "archive-tree",
        ["cleanup-done"],
        finished_tree,
        repeats=True,
        needs=("transition", "approve"),
    ),
    Case(
        "archive-second",
        ["cleanup-done"],
        archived_twice,
        repeats=True,
        needs=("transition", "approve"),
    ),
    Case(
        "restore",
        ["cleanup-done", "--restore", "complete/login"],
        archived,
        done=("not-archived",),
        needs=("transition", "approve"),
    ),
    Case(
        "override",
        ["override", "--for", "10m", *WHY],
        pending,
        repeats=True,
        types="override",
        needs=("transition",),
    ),
    Case("upgrade", ["upgrade"], older, repeats=True),
    Case("upgrade-inferred", ["upgrade"], unmarked, repeats=True),
    Case(
        "upgrade-map",
        ["upgrade", "--map", "draft=sketch"],
        phase_lost,
        repeats=True,
        types="upgrade",
        needs=("transition", "approve"),
    ),
    Case("lint-fix", ["lint-workflow", "--fix=unsafe", "mine.kdl"], misspelt, repeats=True),
    Case("vram", ["vram", "--task", "login", "--write", "PARENT.md"], draft, repeats=True),
    Case(
        "loop-create",
        ["loop", "create", "docs", "--task", "login", "--iterations", "1", "--scope", "docs/**", *HARNESS],
        draft,
        done=("loop-exists",),
    ),
    Case("loop-pause", ["loop", "pause", "docs"], looped, repeats=True),
    Case("loop-resume", ["loop", "resume", "docs"], paused, repeats=True),
    Case("loop-halt", ["loop", "tick", "docs"], spent, repeats=True),
    Case(
        "loop-approve",
        ["loop", "approve", "docs", "--iterations", "+1", *WHY],
        halted,
        done=("loop-not-halted",),
        types="docs",
    ),
    settle("repair-state", state_edited, needs=("transition",)),
    settle("repair-journal", journal_edited, needs=("transition",), renumbers=True),
    settle("repair-artifact", plan_edited, needs=("transition", "approve")),
    settle("repair-lock", lock_replaced, needs=("transition",)),
]
