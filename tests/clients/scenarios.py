"""The scenarios of every client: what each stops, what it lets through, and what the model sees."""

from scene import Ran, Refused, Scenario
from scratch import TASK


def stands(phase):
    return f"`login` is in `{phase}`"


def not_in_research(path):
    return Refused(
        f"refused: edit {path}  [edit-not-in-phase]\n"
        "  `login` is in `research`, which edits no project files; it writes `SPEC.md`\n"
        "  this file may be edited in `implement`\n"
        "    .automaton/workflow.kdl:LINE  phase research {\n"
        "  next: automaton transition research:awaiting_approval --task login"
    )


def common(client):
    at = client.AT
    new = client.write("src/new.rs", "fn new() {}\n")
    yield Scenario(
        "a source is not written in research",
        [(new, not_in_research(at + "src/new.rs"))],
        sample=True,
    )
    yield Scenario(
        "the same source is written in implement",
        [(new, Ran())],
        phase="implement",
        changes={"src/new.rs": "fn new() {}\n"},
        sample=True,
    )


def of(client):
    return list(common(client))
