"""Faults, injected into single system calls by `strace`."""

import os
import re
import subprocess
from collections import Counter
from dataclasses import dataclass

FAULTS = {
    "KILL": "signal=KILL:when={}",
    "EIO": "error=EIO:when={}",
    "EIO+": "error=EIO:when={}+",
    "ENOSPC": "error=ENOSPC:when={}",
    "EINTR": "error=EINTR:when={}",
}
# What takes a file name or a descriptor; memory maps and the start of the program are neither.
TRACED = "%file,%desc,fsync,fdatasync,sync_file_range"
NOT_FILES = {"execve", "mmap", "munmap", "mremap", "poll", "ppoll", "select", "pselect6"}
# The calls that change something, or decide who may.
CHANGING = {
    "write", "pwrite64", "fsync", "fdatasync", "ftruncate", "flock", "mkdirat", "mkdir",
    "rename", "renameat", "renameat2", "link", "linkat", "unlink", "unlinkat", "symlinkat",
}  # fmt: skip
# The same of a call that opens a file.
WRITES = re.compile(r"O_WRONLY|O_RDWR|O_CREAT")
CALL = re.compile(r"^(\d+)\s+(\w+)\(")


@dataclass(frozen=True, order=True)
class Injection:
    """One fault in one call: the `number`th `call` of the process, or of one of its children."""

    call: str
    number: int
    fault: str

    def __str__(self):
        return f"{self.call}:{self.number}:{self.fault}"

    @classmethod
    def parse(cls, text):
        call, number, fault = text.split(":")
        return cls(call, int(number), fault)

    def prefix(self):
        how = FAULTS[self.fault].format(self.number)
        trace = ["-e", f"trace={self.call}", "-e", f"inject={self.call}:{how}"]
        return ["strace", "-f", "-qq", "-o", os.devnull, *trace]


def counted(program, project, case):
    """The calls that the command makes when nothing fails, as `(name, number)` in their process,
    and those of them that change something."""
    log = project.parent / (project.name + ".strace")
    under = ["strace", "-f", "-qq", "-e", "signal=none", "-o", str(log), "-e", f"trace={TRACED}"]
    program(project, case.words, case.types, under)
    numbers, calls, changing = Counter(), set(), set()
    for line in log.read_text(errors="replace").splitlines():
        found = CALL.match(line)
        if found and found[2] not in NOT_FILES:
            process, name = found.groups()
            numbers[process, name] += 1
            call = (name, numbers[process, name])
            calls.add(call)
            if name in CHANGING or name == "openat" and WRITES.search(line):
                changing.add(call)
    log.unlink()
    return sorted(calls), sorted(changing)


def every(calls, faults=FAULTS):
    """Each fault in each of the calls."""
    return [Injection(*call, fault) for call in calls for fault in faults]


def version():
    """The version of `strace`, or nothing where it is missing."""
    try:
        said = subprocess.run(["strace", "-V"], capture_output=True, text=True)
        return said.stdout.splitlines()[0]
    except FileNotFoundError:
        return None
