"""What only opencode can do."""

import opencode
import refusals
from patches import add, move, patch_text
from scene import Ran, Scenario, Shown

NEW = "fn new() {}\n"
SILENT = {
    "hangs": "refused: the edit gate took too long",
    "is missing": "/bin/sh: 1: automaton: not found",
}


def scenarios():
    source, shell = opencode.write("src/new.rs", NEW), opencode.shell("echo > src/shell.rs")
    yield Scenario(
        "a sub-agent is held as well",
        [(opencode.delegate(), Ran())],
        sub=[(source, refusals.source("src/new.rs")), (shell, refusals.shell())],
    )
    two_good = [add("target/one.txt", "1\n"), add("target/two.txt", "2\n")]
    patch = opencode.patch(patch_text(*two_good, add("src/new.rs", NEW)))
    moving = opencode.patch(patch_text(move("target/in.txt", "src/out.rs", "1", "2")))
    yield Scenario(
        "a patch is refused whole for one of its files",
        [
            (patch, refusals.source("src/new.rs")),
            (opencode.patch(patch_text(*two_good, add("target/in.txt", "1\n"))), Ran()),
            (moving, refusals.source("src/out.rs")),
        ],
        model="gpt-5.5",
        changes={"target/one.txt": "1\n", "target/two.txt": "2\n", "target/in.txt": "1\n"},
        sample=True,
    )
    yield Scenario(
        "a session in a subdirectory is held by the project's settings",
        [(opencode.write("new.rs", NEW), refusals.source("new.rs"))],
        folder="sub",
    )
    yield Scenario(
        "settings are not taken away by a command",
        [(opencode.shell("rm .opencode/plugins/automaton.js"), Ran("Read-only file system"))],
        phase="implement",
    )
    for name, silent in SILENT.items():
        yield Scenario(
            f"a gate that {name} lets nothing through",
            [(source, Shown(silent)), (shell, Shown(silent))],
            phase="implement",
            gate=name,
        )
