"""What the gate says, word for word; places in the workflow are `LINE`."""

from scene import Ran, Refused

# What every refusal about a task in research says.
STANDS = "  `login` is in `research`, which edits no project files; it writes `SPEC.md`\n"
NEXT = (
    "    .automaton/workflow.kdl:LINE  phase research {\n"
    "  next: automaton transition research:awaiting_approval --task login"
)
OVERRIDE = '  next, by a person: automaton override --reason "..." --for 10m'


def source(path):
    return Refused(
        f"refused: edit {path}  [edit-not-in-phase]\n"
        f"{STANDS}"
        "  this file may be edited in `implement`\n"
        f"{NEXT}"
    )


def shell():
    """The command ran, and wrote nothing; its answer says why."""
    return Ran("automaton: writing is held to what `login` in `research` may")


def design(path):
    return Refused(
        f"refused: edit {path}  [artifact-not-due]\n"
        "  `login` is in `research`, which forbids `DESIGN.md`; it is written in `design`\n"
        "    .automaton/workflow.kdl:LINE  forbids DESIGN.md DECOMPOSITION.md TEST_PLAN.md\n"
        "  next: automaton transition research:awaiting_approval --task login"
    )


def record(path):
    return Refused(
        f"refused: edit {path}  [protected-path]\n"
        "  names that start with `.state` belong to the program alone\n"
        "  next: automaton status login"
    )


def guarded(path, folder, reason):
    return Refused(
        f"refused: edit {path}  [protected-path]\n"
        f"  `{folder}` is always guarded: {reason}\n"
        f"{OVERRIDE}"
    )


def outside(path):
    return Refused(
        f"refused: edit {path}  [outside-project]\n"
        f"  it leads to `{path}`, which is outside the project; only the project's own files and "
        "the system's folder for temporary files may be written\n"
        "  next: automaton where"
    )


def approval(variable, reason):
    """What the command itself says to an agent: the gate lets it through."""
    return (
        "refused: approve  [person-required]\n"
        "  only a person at a terminal may do this; an agent gives the command to its user\n"
        f"  an agent is at work here: `{variable}` is set ({reason})\n"
        "    .automaton/workflow.kdl:LINE  approval\n"
        "  next, by a person: automaton approve --task login"
    )
