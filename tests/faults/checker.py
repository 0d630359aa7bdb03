"""What must hold after a fault, judged from the files alone: none of it asks the program."""

import hashlib
import json
import re

TASKS = ".automaton/tasks"
OVERRIDES = ".automaton/overrides.journal"
JOURNAL = "/.state.journal"
STATE = "/.state"
# Locks say who held them last; a loop has a second one for its ticks.
LOCKS = ("/.state.lock", "/.state.tick")
LOOPS = ".automaton/loops/"
LOOP_STATE = "/.state.loop"
KEPT = re.compile(r"/\.state\.attic/bytes/\w+$|/workflows/\w+\.kdl$")
ATTIC = re.compile(r"/\.state\.attic/\d+(/|$)")
# What exists only while something is written, or is never read again.
PASSING = re.compile(
    r"/\.state\.tmp$|/\.state\.restore$|/\.state\.journal\.tmp$|/\.state\.repair$"
    r"|^\.automaton\.new(/|$)|/\.state\.new(/|$)|/\.state\.attic/bytes/\w+\.tmp$|/workflows/[\w.]+\.tmp$"
)
# A file that replaces another is staged under a name of its process: Git ignores what a kill leaves.
STRAY = re.compile(r"(^|/)\.[\w.]+\.\d+\.\d+\.tmp$")


# An archived task keeps its name, and the next one of that name gets a number.
ARCHIVED = re.compile(rf"^{TASKS}/complete/([^/~]+)(~\d+)?/")


def live(path):
    """The same path outside the archive."""
    return ARCHIVED.sub(rf"{TASKS}/\1/", path)


class Broken(Exception):
    """Something is not as it must be; `kind` is `lost`, `torn` or `stuck`."""

    def __init__(self, kind, why):
        super().__init__(f"{kind}: {why}")
        self.kind = kind


def torn(why):
    return Broken("torn", why)


def entries(path, data, whole=True):
    """The entries of the journal at `path`; its chain must be whole, but for a torn last line."""
    task = live(path).removeprefix(TASKS + "/").removesuffix(JOURNAL).replace("/subtasks/", "/")
    lines = data.split(b"\n")
    if lines.pop() and whole:
        raise torn(f"{path}: the last line has no end")
    found, before = [], None
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line)
        except ValueError:
            raise torn(f"{path}: line {number} is no entry") from None
        if entry["v"] != 1 or entry["task"] != task:
            raise torn(f"{path}: line {number} is not about `{task}`")
        if found:
            last = found[-1]
            follows = (last["seq"] + 1, hashlib.sha256(before).hexdigest(), last["to"])
            if (entry["seq"], entry["prev"], entry["from"]) != follows:
                raise torn(f"{path}: line {number} does not follow from the one before")
        elif entry["event"] != "repair" and (entry["seq"], entry["prev"]) != (1, None):
            raise torn(f"{path}: line 1 starts no task")
        found.append(entry)
        before = line
    if not found:
        raise torn(f"{path}: holds no entry")
    return found


def loop_entries(path, data):
    """The entries of a loop's journal, without what differs from run to run."""
    name = path.removeprefix(LOOPS).removesuffix(JOURNAL)
    lines = data.split(b"\n")
    lines.pop()
    found, before = [], None
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line)
        except ValueError:
            raise torn(f"{path}: line {number} is no entry") from None
        prev = before and hashlib.sha256(before).hexdigest()
        if (entry["v"], entry["loop"], entry["seq"], entry["prev"]) != (1, name, number, prev):
            raise torn(f"{path}: line {number} does not follow from the one before")
        found.append({**entry, "at": "...", "prev": "...", "state": "..."})
        before = line
    if not found:
        raise torn(f"{path}: holds no entry")
    return found


def loop_state(path, data):
    """What a loop has used and may use, without its times."""
    try:
        state = json.loads(data)
    except ValueError:
        raise torn(f"{path} is not whole") from None
    return repr({**state, "started_at": "...", "last_tick_at": "..."}).encode()


def overrides(path, data):
    """Whether the project has an override; their chain must be whole, but for a torn last line."""
    lines = data.split(b"\n")
    lines.pop()
    before = None
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line)
        except ValueError:
            raise torn(f"{path}: line {number} is no override") from None
        prev = before and hashlib.sha256(before).hexdigest()
        if (entry["v"], entry["seq"], entry["prev"]) != (1, number, prev):
            raise torn(f"{path}: line {number} does not follow from the one before")
        before = line
    return b"overridden" if lines else None


class Picture:
    """The files of a project, without what differs from run to run."""

    def __init__(self, files, renumbers=False, damaged=False):
        self.renumbers = renumbers
        self.files, self.journals, self.states, self.passing = {}, {}, {}, {}
        for path, data in files.items():
            if STRAY.search(path):
                continue
            if PASSING.search(path):
                self.passing[path] = data
            elif path.endswith(LOCKS):
                if isinstance(data, tuple):
                    self.files[path] = data
            elif path.endswith(JOURNAL) and "/.state.attic/" not in path:
                self.journals[path] = data if damaged else self._journal(path, data)
            elif path.startswith(LOOPS) and path.endswith(LOOP_STATE):
                self.files[path] = loop_state(path, data)
            elif path.endswith(STATE) and "/.state.attic/" not in path:
                self.states[path] = data
            elif path == OVERRIDES:
                if said := overrides(path, data):
                    self.files[path] = said
            elif data is not None or not ATTIC.search(path):
                self.files[self._place(path)] = data

    def _journal(self, path, data):
        if path.startswith(LOOPS):
            return loop_entries(path, data)
        journal = []
        for entry in entries(path, data, whole=False):
            entry["at"] = entry["prev"] = "..."
            if "claim" in entry:
                entry["claim"]["since"] = entry["claim"]["until"] = "..."
            if self.renumbers:
                entry["seq"] = "..."
            if not (journal and says_again(journal[-1], entry)):
                journal.append(entry)
        return journal

    def _place(self, path):
        return ATTIC.sub("/.state.attic/N/", path) if self.renumbers else path

    def settled(self, of_a_task=False):
        """What stays when nothing is under way. A folder that only holds files does not count.

        A task is as it was although bytes were kept that nobody refers to, and although its
        journal was needed to restore `.state`.
        """
        files = {path: data for path, data in self.files.items() if data is not None}
        said = {}
        if of_a_task:
            files = {path: data for path, data in files.items() if not KEPT.search(path)}
            for path, journal in self.journals.items():
                said[path.replace(JOURNAL, STATE)] = says(journal)
        return files, self.journals, {**said, **self.states}


def says_again(last, entry):
    """Whether an entry renews a claim, or sets a scope that was set: then it says nothing new."""
    return entry["event"] in ("claim", "scope") and last == {**entry, "seq": last["seq"]}


def says(journal):
    """The content of `.state` that the journal asks for; nothing for a damaged one, or a loop's."""
    to = journal[-1].get("to") if isinstance(journal, list) else None
    return to and f"{to}\n".encode()


def by_task(files):
    """What is said in the files of each task, wherever it stands; there may be several of a name."""
    said = {}
    for path, what in files.items():
        said.setdefault(live(path), []).append(what)
    return said


def between(now, before, after):
    """Each task is as before or as after, or on the way with nothing lost."""
    # A task that goes to the archive, or comes back, is in one of two places.
    journals = [by_task(side.journals) for side in (before, after)]
    for task, known in journals[0].items():
        if len(by_task(now.journals).get(task, ())) < len(known):
            raise Broken("lost", f"a journal of {task} is gone")
    for path, journal in now.journals.items():
        if path not in before.journals and path not in after.journals:
            raise torn(f"{path} is where no step put it")
        if not any(journal in side.get(live(path), ()) for side in journals):
            raise torn(f"{path} is neither as before nor as after")
    states = [by_task(side.states) for side in (before, after)]
    for path, state in now.states.items():
        folder = live(path).removesuffix(STATE)
        said = [text for side in states for text in side.get(live(path), ())]
        said += [says(one) for side in journals for one in side.get(folder + JOURNAL, ())]
        if state not in said:
            raise torn(f"{path} says {state!r}")
    places = {}
    for path, data in [*before.files.items(), *after.files.items()]:
        if data is not None:
            places.setdefault(data, set()).add(path)
    for path, data in before.files.items():
        if path in now.files and data not in after.files.values():
            continue  # replaced: what it is now is looked at below
        # What the step moves may be in its new place already; all else stays where it is.
        allowed = {path} if after.files.get(path) == data else places.get(data, ())
        if data is not None and not any(now.files.get(place) == data for place in allowed):
            raise Broken("lost", f"{path} is gone: nothing holds its bytes")
    for path, data in now.files.items():
        if data is not None and path not in places.get(data, ()):
            raise torn(f"{path} holds what no step put there")


def same(now, then, when, of_a_task=False):
    """All is as it was `then`, and nothing is left of the way there."""
    sides = now.settled(of_a_task), then.settled(of_a_task)
    for mine, theirs, what in zip(*sides, ("files", "journals", "states"), strict=True):
        for path in sorted({*mine, *theirs}):
            if mine.get(path) != theirs.get(path):
                lost = path in theirs and path not in mine
                kind = "lost" if lost else "torn"
                raise Broken(kind, f"{when}, among the {what}: {path} differs")


def clean(now):
    """Nothing is left over that only exists while something is written."""
    left = [path for path, data in now.passing.items() if data is not None]
    if left:
        raise torn(f"left over: {', '.join(left)}")
