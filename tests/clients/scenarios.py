"""The scenarios that every client goes through."""

from hashlib import sha256

import only_claude
import only_codex
import only_opencode
import refusals
from scene import Ran, Scenario, Told
from scratch import SOURCE, TASK

ONLY = {"claude": only_claude, "codex": only_codex, "opencode": only_opencode}
SPEC = "# Log in\n"
NEW = "fn new() {}\n"
EDITED = "pub fn logout() {}\n"
ASKED = "login: research -> research:awaiting_approval\n"
VALID = "login: the folder is valid for research"
OWN = "it holds the workflow, the tasks' records and what approvers trust"
# From where the clients take what a project sets.
SETTINGS = [
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".codex/hooks.json",
    ".codex/config.toml",
    ".opencode/plugins/automaton.js",
    ".opencode/opencode.json",
]
# The folders of these, and what of each client reads them.
READERS = {
    ".claude": "Claude Code reads the hooks that call this gate from it",
    ".codex": "Codex reads the hooks that call this gate from it",
    ".opencode": "opencode reads the plugin that calls this gate from it",
}


def of(client):
    """All scenarios of one client."""
    return [*common(client), *ONLY[client.NAME].scenarios()]


def look(client, path, text=""):
    """Reading a file, as Claude Code wants it before a change; Codex has no tool for it."""
    return [(client.read(path), Ran(text))] if hasattr(client, "read") else []


def common(client):
    at = client.AT
    write_source = client.write("src/new.rs", NEW)
    edit_source = client.edit("src/app.rs", SOURCE.strip(), EDITED.strip())
    shell_source = client.shell("echo > src/shell.rs")
    reads = look(client, "src/app.rs", SOURCE.strip())
    yield Scenario(
        "no source is written in research",
        [
            *reads,
            (write_source, refusals.source(at + "src/new.rs")),
            (edit_source, refusals.source(at + "src/app.rs")),
            (shell_source, refusals.shell()),
        ],
        sample=True,
    )
    python = "python3 -c 'open(\"src/app.rs\", \"w\").write(\"x\")'"
    yield Scenario(
        "a command reads everything and writes nothing in research",
        [
            (client.shell("cat src/app.rs"), Ran(SOURCE.strip())),
            (client.shell("git status --short && git log --oneline | wc -l"), Ran("1")),
            (client.shell("echo 'it''s' > src/app.rs"), refusals.shell()),
            (client.shell("sed -i s/login/logout/ src/app.rs"), refusals.shell()),
            (client.shell(python), refusals.shell()),
            (client.shell("cat <<'EOF' > src/app.rs\nit's \"$HOME\"\nEOF"), refusals.shell()),
            (client.shell(f"echo '# Log in' > {TASK}/SPEC.md"), Ran()),
        ],
        changes={f"{TASK}/SPEC.md": SPEC},
        sample=True,
    )
    yield Scenario(
        "the same sources are written in implement",
        [*reads, (write_source, Ran()), (edit_source, Ran()), (shell_source, Ran())],
        phase="implement",
        changes={"src/new.rs": NEW, "src/app.rs": EDITED, "src/shell.rs": "\n"},
        sample=not client.STARTS_SLOWLY,
    )
    design = f"{TASK}/DESIGN.md"
    yield Scenario(
        "of the task, research writes what it produces",
        [
            (client.write(f"{TASK}/SPEC.md", SPEC), Ran()),
            (client.write(design, "# Too early\n"), refusals.design(at + design)),
            (client.shell("automaton validate-folder --task login"), Ran(VALID)),
            (client.shell("automaton status login --json"), Ran('"state":"research"')),
        ],
        changes={f"{TASK}/SPEC.md": SPEC},
        sample=not client.STARTS_SLOWLY,
    )
    ask = client.shell("automaton transition research:awaiting_approval --task login")
    approve = client.shell("automaton approve --task login")
    yield Scenario(
        "an agent asks for approval, and does not approve",
        [
            (client.write(f"{TASK}/SPEC.md", SPEC), Ran()),
            (ask, Ran(ASKED)),
            (approve, Told(refusals.approval(*client.IS_AN_AGENT))),
        ],
        changes={
            f"{TASK}/SPEC.md": SPEC,
            f"{TASK}/.state": "research:awaiting_approval\n",
            f"{TASK}/.state.journal": ...,
            f"{TASK}/.state.lock": ...,
            f"{TASK}/.state.attic/bytes/{sha256(SPEC.encode()).hexdigest()}": SPEC,
        },
        sample=not client.STARTS_SLOWLY,
    )
    guarded = {
        f"{TASK}/.state": refusals.record,
        f"{TASK}/.state.journal": refusals.record,
        ".automaton/workflow.kdl": lambda path: refusals.guarded(path, ".automaton", OWN),
    }
    for path in SETTINGS:
        folder = path.split("/")[0]
        guarded[path] = lambda path, f=folder: refusals.guarded(path, f, READERS[f])
    yield Scenario(
        "records, workflow and settings are not written, in implement neither",
        [
            call
            for path, refused in guarded.items()
            for call in (*look(client, path), (client.write(path, "{}\n"), refused(at + path)))
        ],
        phase="implement",
        sample=not client.STARTS_SLOWLY,
    )
    yield Scenario(
        "a session in a subdirectory is held by the user's settings",
        in_subfolder(client),
        folder="sub",
        for_user=True,
        changes={f"{TASK}/SPEC.md": SPEC},
    )


def in_subfolder(client):
    """A source of the subdirectory, the task above it, and the settings that hold the session."""
    source, up = ("sub/new.rs", "") if client.AT else ("new.rs", "../")
    return [
        (client.write(source, NEW), refusals.source(client.AT + source)),
        (client.write(f"{up}{TASK}/SPEC.md", SPEC), Ran()),
        *look(client, client.USERS),
        (client.write(client.USERS, "{}\n"), refusals.outside(client.USERS)),
    ]
