"""Being alone: a network with nothing but loopback, so that nothing can leave the machine."""

import ctypes
import fcntl
import os
import socket
import struct

from install import Skipped

NEW_MOUNTS, NEW_USER, NEW_NETWORK = 0x00020000, 0x10000000, 0x40000000
MOUNT_PRIVATE, MOUNT_RECURSIVE = 1 << 18, 1 << 14
GET_FLAGS, SET_FLAGS, IS_UP = 0x8913, 0x8914, 1
# Settings of the machine's administrator, which would mix with those that are tried.
MANAGED = ["/etc/claude-code", "/etc/codex", "/etc/opencode"]


def be_alone():
    """Leaves the machine's network, with every thread and process that is started afterwards."""
    libc = ctypes.CDLL(None, use_errno=True)

    def call(name, *arguments):
        if getattr(libc, name)(*arguments) != 0:
            raise OSError(ctypes.get_errno(), f"{name}: {os.strerror(ctypes.get_errno())}")

    user, group = os.getuid(), os.getgid()
    try:
        if user == 0:
            call("unshare", NEW_NETWORK | NEW_MOUNTS)
        else:
            call("unshare", NEW_USER | NEW_NETWORK | NEW_MOUNTS)
            _write("/proc/self/setgroups", "deny")
            _write("/proc/self/uid_map", f"{user} {user} 1")
            _write("/proc/self/gid_map", f"{group} {group} 1")
        call("mount", b"none", b"/", None, MOUNT_PRIVATE | MOUNT_RECURSIVE, None)
        for folder in filter(os.path.isdir, MANAGED):
            call("mount", b"none", folder.encode(), b"tmpfs", 0, None)
        _start_loopback()
    except OSError as error:
        raise Skipped(f"a network of its own needs root, or user namespaces: {error}") from None


def _start_loopback():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        named = struct.pack("16sh14x", b"lo", 0)
        flags = struct.unpack("16sh14x", fcntl.ioctl(any_socket, GET_FLAGS, named))[1]
        fcntl.ioctl(any_socket, SET_FLAGS, struct.pack("16sh14x", b"lo", flags | IS_UP))


def _write(path, text):
    with open(path, "w") as file:
        file.write(text)
