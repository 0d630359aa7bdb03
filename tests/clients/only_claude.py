"""What only Claude Code can do."""

import claude
import refusals
from model import SUBAGENT, Call
from scene import Ran, Scenario, Shown
from scratch import NOTEBOOK

IN_WORKTREE = "$PROJECT/.claude/worktrees/agent-ID/src/new.rs"
META = '{ name: "part", description: "a part" }'
NEW = "fn new() {}\n"
COPY = 'import sys; open(".claude/settings.local.json", "w").write(sys.stdin.read())'
SILENT = {
    "hangs": "PreToolUse:{} hook error: [automaton hook claude || exit 2]: timed out; "
    'blocking because onFailure is "block"',
    "is missing": "PreToolUse:{} hook error: [automaton hook claude || exit 2]: "
    "/bin/sh: 1: automaton: not found\n",
}


def scenarios():
    delegate = claude.delegate()
    source, shell = claude.write("src/new.rs", NEW), claude.shell("echo > src/shell.rs")
    yield Scenario(
        "a sub-agent is held as well",
        [(delegate, Ran())],
        sub=[(source, refusals.source("$PROJECT/src/new.rs")), (shell, refusals.shell())],
        sample=True,
    )
    yield Scenario(
        "the gate holds where all permissions are skipped",
        [(source, refusals.source("$PROJECT/src/new.rs")), (shell, refusals.shell())],
        options=("--dangerously-skip-permissions",),
    )
    relative = Call("Write", {"file_path": "src/new.rs", "content": NEW})
    yield Scenario(
        "a sub-agent in a worktree of its own is held as well",
        [(claude.delegate(isolation="worktree"), Ran())],
        sub=[(relative, Shown(refusals.source(IN_WORKTREE).reason)), (shell, refusals.shell())],
    )
    yield Scenario(
        "a sub-agent in a worktree of its own writes in implement",
        [(claude.delegate(isolation="worktree"), Ran())],
        sub=[(relative, Ran()), (shell, Ran())],
        phase="implement",
    )
    workflow = {"script": f"export const meta = {META}\nawait agent('{SUBAGENT}')"}
    yield Scenario(
        "the agents of a workflow script are held as well",
        [(Call("Workflow", workflow), Ran()), *[(claude.shell("automaton status"), Ran())] * 3],
        sub=[(source, refusals.source("$PROJECT/src/new.rs")), (shell, refusals.shell())],
    )
    cell = {"notebook_path": claude.AT + NOTEBOOK, "cell_id": "a", "new_source": "2"}
    notebook = Call("NotebookEdit", cell)
    yield Scenario(
        "a notebook is not edited in research",
        [
            (Call("ToolSearch", {"query": "select:NotebookEdit", "max_results": 1}), Ran()),
            (claude.read(NOTEBOOK), Ran()),
            (notebook, refusals.source(claude.AT + NOTEBOOK)),
        ],
    )
    monitor = Call("Monitor", {"command": "echo > src/shell.rs", "description": "watch"})
    yield Scenario(
        "a command that is watched is held as well",
        [
            (Call("ToolSearch", {"query": "select:Monitor", "max_results": 1}), Ran()),
            (monitor, Ran()),
        ],
    )
    for name, silent in SILENT.items():
        yield Scenario(
            f"a gate that {name} lets nothing through",
            [(call, Shown(silent.format(call.tool))) for call in (source, shell)],
            phase="implement",
            gate=name,
        )
    off = '{"disableAllHooks": true}'
    switch = f"""printf %s '{off}' | python3 -c '{COPY}'; sleep 3"""
    yield Scenario(
        "hooks are not switched off by a script",
        [(claude.shell(switch), Ran("Read-only file system"))],
        phase="implement",
    )
