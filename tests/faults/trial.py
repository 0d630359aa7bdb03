"""One case: its project before and after, and one fault put to the test."""

import json
from dataclasses import dataclass
from pathlib import Path

from checker import JOURNAL, LOCKS, STATE, Broken, Picture, between, clean, same, says
from injector import counted, every
from project import copy, tree


# Projects that looked as they should: the same files are not looked at twice in one process.
LOOKED_AT = set()


@dataclass
class Start:
    """A project that a run begins with: as prepared, or as a killed run left it."""

    name: str
    project: Path


class Trial:
    """A case with its project as it is before the command, and after."""

    def __init__(self, case, program, folder, looks):
        self.case = case
        self.program = program
        self.folder = folder
        # Commands that only look, and whose answers must be those of a run without faults.
        self.looks = looks

    def prepare(self):
        """Makes the two projects, without faults."""
        before, after = self.folder / "before", self.folder / "after"
        (before / "home").mkdir(parents=True)

        def run(*words):
            done = self.program(before, list(words))
            if done.exit != 0:
                raise SystemExit(f"{self.case.name}: cannot prepare: {words}: {done}")
            return done

        self.case.prepare(before, run)
        copy(before, after)
        done = self.run(after)
        if done.exit != 0:
            raise SystemExit(f"{self.case.name}: fails without a fault: {done}")
        again = self.run(after)
        if not self.is_done(again):
            raise SystemExit(f"{self.case.name}: the same again, without a fault: {again}")
        self.seen = [self._look(after, look) for look in self.looks]
        self.start = Start("prepared", before)
        self.before = self.picture(before)
        self.after = self.picture(after)
        self.calls, self.changing = self._counted(before)

    def kills(self):
        """The places where a killed run may leave something to recover from."""
        return every(self.changing, ["KILL"])

    def recoveries(self, kills):
        """What killed runs leave behind, each once, with every fault in what the next run changes."""
        seen = {self._essence(self.start.project)}
        for kill in kills:
            project = self.folder / f"killed-{kill.call}-{kill.number}"
            copy(self.start.project, project)
            self.run(project, kill)
            for start in self._starts(kill, project):
                essence = self._essence(start.project)
                if essence in seen:
                    continue
                seen.add(essence)
                for injection in every(self._counted(start.project)[1]):
                    yield start, injection

    def _starts(self, kill, project):
        yield Start(str(kill), project)
        # As a power cut may leave it: a line of the journal that did not reach the disk whole.
        now = self.picture(project)
        # What a repair staged tells its torn line from others.
        repairs = any(path.endswith("/.state.repair") for path in now.passing)
        if (now.files, now.states) != (self.before.files, self.before.states):
            return
        for path, journal in now.journals.items():
            old = self.before.journals.get(path)
            # Only where `.state` says what the line before says, or a repair is under way, can such
            # a line be dropped.
            at_rest = repairs or old and now.states.get(path.replace(JOURNAL, STATE)) == says(old)
            if at_rest and journal != old:
                torn = project.with_name(project.name + "-torn")
                copy(project, torn)
                data = (torn / path).read_bytes()
                (torn / path).write_bytes(data[:-40])
                yield Start(f"{kill}/torn", torn)

    def test(self, start, injection, work):
        """Runs the command with the fault, and again without; raises `Broken`."""
        copy(start.project, work)
        first = self.run(work, injection)
        now = self.picture(work)
        between(now, self.before, self.after)
        if first.hung:
            raise Broken("stuck", "the run with the fault hung")
        acknowledged = first.exit == 0 and first.answer
        if acknowledged:
            same(now, self.after, "acknowledged")
        unchanged = self._says_unchanged(start, first)
        if unchanged:
            same(now, self.before, f"said to be unchanged ({first})", of_a_task=True)
        second = self.run(work)
        now = self.picture(work)
        if acknowledged and not self.is_done(second):
            raise Broken("lost", f"acknowledged, and the same again says: {second}")
        if second.exit != 0 and (unchanged or not self.is_done(second)):
            raise Broken("stuck", f"first {first}, then {second}")
        same(now, self.after, "after the same command again")
        clean(now)
        essence = (self.case.name, self._essence(work))
        if essence in LOOKED_AT:
            return
        for look, then in zip(self.looks, self.seen, strict=True):
            seen = self._look(work, look)
            if seen != then:
                raise Broken("stuck", f"`{' '.join(look)}` says {seen}, not {then}")
        LOOKED_AT.add(essence)

    def _says_unchanged(self, start, run):
        """Whether the answer promises that the task is as it was."""
        if start.name != self.start.name or self.case.repeats or not run.answer:
            return False
        # An answer that could not be printed to its end ends with a failure, and promises nothing.
        return not run.answer["ok"] and not run.answer.get("in_doubt")

    def is_done(self, run):
        return run.code in self.case.done or (self.case.repeats and run.exit == 0)

    def run(self, project, injection=None):
        under = injection.prefix() if injection else ()
        return self.program(project, self.case.words, self.case.types, under)

    def _look(self, project, words):
        seen = self.program(project, words)
        return seen.exit, seen.code

    def picture(self, project):
        # A journal that the case damaged on purpose is compared as bytes until it is repaired.
        files = tree(project)
        try:
            return Picture(files, self.case.renumbers)
        except Broken:
            damaged = self.folder / "before"
            for path, data in files.items():
                if path.endswith(".state.journal") and (damaged / path).is_file():
                    if (damaged / path).read_bytes() == data and self.case.renumbers:
                        return Picture(files, self.case.renumbers, damaged=True)
            raise

    def _counted(self, project):
        copy(project, self.folder / "counted")
        return counted(self.program, self.folder / "counted", self.case)

    def _essence(self, project):
        """What tells one left-behind project from another: all but the times, and who locked."""
        picture = []
        for path, data in sorted(tree(project).items()):
            if path.endswith(LOCKS) and isinstance(data, bytes):
                data = b""
            if isinstance(data, bytes) and b'"at":"' in data:
                data = b"\n".join(_timeless(line) for line in data.split(b"\n"))
            picture.append((path, data))
        return repr(picture)


def _timeless(line):
    try:
        entry = json.loads(line)
    except ValueError:
        # A torn line: how much of it there is does not matter.
        return b"..." if line else b""
    entry["at"] = "..."
    return json.dumps(entry).encode()
