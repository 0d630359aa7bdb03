"""A file system in a file, whose power can be cut."""

import contextlib
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# FS_IOC_SHUTDOWN: _IOR('X', 125, __u32)
SHUTDOWN = 0x8004587D
# What happens to the log of the file system when the power goes.
CUTS = {"log flushed": 1, "log dropped": 2}
MAKE = {"ext4": ["mkfs.ext4", "-q", "-F"], "xfs": ["mkfs.xfs", "-q", "-f"]}
# The smallest image of which mkfs.xfs makes a file system.
SIZE = 320 << 20


class Missing(Exception):
    """Something that the machine does not have."""


def alone():
    """Starts this program again, with `--alone`, where nobody else sees its mounts.

    A process that starts with a copy of all mounts would hold a file system that was cut, and its
    power would never come back.
    """
    if os.geteuid() != 0:
        raise Missing("only root mounts file systems")
    unshared = ["unshare", "--mount"]
    if not shutil.which("unshare") or subprocess.run([*unshared, "true"]).returncode != 0:
        raise Missing("`unshare --mount` does not work here")
    os.execvp("unshare", [*unshared, sys.executable, *sys.argv, "--alone"])


class Disk:
    """A mounted file system of its own, with one project in it."""

    def __init__(self, kind, folder):
        self.kind = kind
        self.image = folder / f"{kind}.img"
        self.top = folder / kind
        self.project = self.top / "project"
        self.top.mkdir()
        self.image.touch()
        os.truncate(self.image, SIZE)
        _call([*MAKE[kind], str(self.image)])
        self._mount()

    def fill(self, project):
        """Holds nothing but this project, all of it on the disk."""
        shutil.rmtree(self.project, ignore_errors=True)
        shutil.copytree(project, self.project, symlinks=True)
        _call(["sync", "-f", str(self.top)])

    def cut(self, log):
        """Cuts the power, and starts again with what is on the disk."""
        at = os.open(self.top, os.O_RDONLY)
        try:
            fcntl.ioctl(at, SHUTDOWN, CUTS[log].to_bytes(4, "little"))
        finally:
            os.close(at)
        self.unmount()
        self._mount()

    def unmount(self):
        # Whoever was killed a moment ago may still be on its way out. Mounted again too early, it
        # would still be without power.
        self._until(lambda: subprocess.run(["umount", self.top], capture_output=True).returncode == 0)
        self._until(lambda: not _call(["losetup", "--associated", str(self.image)]).stdout)

    def _until(self, done):
        for _ in range(300):
            if done():
                return
            time.sleep(0.1)
        raise TimeoutError(f"{self.top} is still in use")

    def _mount(self):
        _call(["mount", "-o", "loop", str(self.image), str(self.top)])


@contextlib.contextmanager
def disks(kinds):
    """One disk of each kind, or `Missing`."""
    for kind in kinds:
        if not shutil.which(MAKE[kind][0]):
            raise Missing(f"`{MAKE[kind][0]}` is not installed")
    mounted = []
    with tempfile.TemporaryDirectory(prefix="automaton-powercut-") as folder:
        try:
            for kind in kinds:
                mounted.append(_made(kind, Path(folder)))
            yield mounted
        finally:
            for disk in mounted:
                disk.unmount()


def _made(kind, folder):
    try:
        return Disk(kind, folder)
    except subprocess.CalledProcessError as failed:
        raise Missing(f"`{' '.join(failed.cmd[:3])}`: {failed.stderr.strip()}") from failed


def _call(command):
    return subprocess.run(command, capture_output=True, text=True, check=True)
