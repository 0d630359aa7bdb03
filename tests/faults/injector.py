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
    "openat", "write", "pwrite64", "fsync", "fdatasync", "ftruncate", "flock", "mkdirat", "mkdir",
    "rename", "renameat", "renameat2", "link", "linkat", "unlink", "unlinkat", "symlinkat",
}  # fmt: skip
CALL = re.compile(r"^(\d+)\s+(?:<\.\.\. )?(\w+)[( ]")


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
    """How often the command makes each call when nothing fails: the most of any process in it."""
    log = project.parent / (project.name + ".strace")
    under = ["strace", "-f", "-qq", "-e", "signal=none", "-o", str(log), "-e", f"trace={TRACED}"]
    program(project, case.words, case.types, under)
    calls = Counter()
    for line in log.read_text(errors="replace").splitlines():
        found = CALL.match(line)
        if found and "resumed>" not in line and found[2] not in NOT_FILES:
            calls[found[1], found[2]] += 1
    log.unlink()
    most = Counter()
    for (_, call), count in calls.items():
        most[call] = max(most[call], count)
    return most


def every(calls, names=None, faults=FAULTS):
    """Each fault in each of the counted calls."""
    for call, count in sorted(calls.items()):
        if names is None or call in names:
            for number in range(1, count + 1):
                for fault in faults:
                    yield Injection(call, number, fault)


def version():
    """The version of `strace`, or nothing where it is missing."""
    try:
        said = subprocess.run(["strace", "-V"], capture_output=True, text=True)
        return said.stdout.splitlines()[0]
    except FileNotFoundError:
        return None
