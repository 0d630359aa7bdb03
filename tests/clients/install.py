"""The clients as npm has them, in pinned versions, each in a folder of its own in the cache."""

import os
import platform
import shutil
import subprocess
import tempfile
from pathlib import Path

MACHINES = {"x86_64": "x64", "aarch64": "arm64"}
# npm takes about half a minute for each client; a network that swallows packets is not waited for.
PATIENCE = 240


class Skipped(Exception):
    """Why nothing could be tried here."""


def installed(client):
    """The client's own binary, fetched where the cache does not hold it yet."""
    machine = MACHINES.get(platform.machine())
    if platform.system() != "Linux" or not machine:
        raise Skipped("only Linux on x86_64 and aarch64 is tried")
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(cache) / "automaton-clients" / f"{client.NAME}-{client.VERSION}"
    if not folder.is_dir():
        fetch(f"{client.PACKAGE}@{client.VERSION}", folder)
    # The package itself starts node, which only looks for this file.
    found = sorted(folder.glob("node_modules/" + client.BINARY.format(machine=machine)))
    if not found:
        raise Skipped(f"{client.PACKAGE} holds no binary for this machine")
    return found[0]


def fetch(package, folder):
    npm = shutil.which("npm")
    if not npm:
        raise Skipped("npm is not installed")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as fresh:
        command = [npm, "install", "--prefix", fresh, "--ignore-scripts", "--no-audit", "--no-fund"]
        command += ["--fetch-retries", "1", "--fetch-retry-mintimeout", "1000"]
        command += ["--loglevel", "error", package]
        try:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE
            )
        except subprocess.TimeoutExpired:
            raise Skipped("npm takes too long") from None
        if done.returncode != 0:
            raise Skipped(f"npm cannot be reached: {_first_line(done.stderr)}")
        os.rename(fresh, folder)
        os.mkdir(fresh)


def _first_line(text):
    return (text.strip().splitlines() or ["it says nothing"])[0]
