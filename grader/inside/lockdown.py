"""How a newly forked box locks itself in, before any student code is read.

Each layer stops most attacks by itself; none stops all of them. In order:

    own namespaces    user, mount, pid: no other process, no capability outside (tier 2)
    own scratch       a small tmpfs, or a private folder in tier 1, is all that can be written
    own session       a signal to "my process group" reaches nobody else
    one descriptor    the socket; 0 to 2 lead nowhere
    no environment
    limits            memory, CPU time, file size, open files, threads; soft equals hard
    Landlock          the standard library may be read, the scratch folder written, nothing else
    no privileges     no capability, none by exec, not traceable
    seccomp           the program of `sandbox/kernel/allowed_calls.py`: system calls of
                      honest programs; some others are reported to the nursery
                      (kernel/listener.py), by a descriptor that the box gives it, as its
                      last step, by one that it then closes

The kernel's interfaces are called by ctypes, as Python 3.11 offers none of them. Sources: user_
namespaces(7), landlock(7), seccomp(2), capset(2). Any step that fails raises `OSError`, and the
caller ends the box: a box that is not locked never runs student code.
"""

import ctypes
import os
import resource
import signal
import socket
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum

from grader.inside.limits import (
    OPEN_FILES,
    SCRATCH_FILES,
    USERS_THREADS,
    BoxLimits,
    set_limits,
)

SOCKET = 3
SCRATCH = "/work"
# The descriptor by which a box hands over its listener; student code can't open one this high.
GIVING = OPEN_FILES

CLONE_NEWNS = 0x0002_0000
CLONE_NEWUSER = 0x1000_0000
CLONE_NEWPID = 0x2000_0000
MS_NOSUID, MS_NODEV, MS_NOEXEC = 2, 4, 8
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 1, 4, 22, 38
SECCOMP_MODE_FILTER = 2
SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER = 1, 1 << 3
CAPABILITY_VERSION_3 = 0x2008_0522
LANDLOCK_CREATE_RULESET, LANDLOCK_ADD_RULE, LANDLOCK_RESTRICT_SELF = 444, 445, 446
LANDLOCK_RULE_PATH_BENEATH = 1
LANDLOCK_VERSION = 1

READ_FILES, LIST_FOLDERS = 1 << 2, 1 << 3
READ = READ_FILES | LIST_FOLDERS
# write, read, list, remove folders and files, make folders and regular files, truncate
CHANGE_FILES = 1 << 1 | READ | 1 << 4 | 1 << 5 | 1 << 7 | 1 << 8 | 1 << 14
WRITE_DEVICE = 1 << 1 | 1 << 2


class Tier(IntEnum):
    """How strong the walls of a box are; each tier includes those below."""

    NONE = 0
    CONFINED = 1
    NAMESPACED = 2
    METERED = 3


@dataclass(frozen=True, slots=True)
class Filter:
    """A seccomp program in two versions: with calls reported to a listener, and without a listener.

    `loader` is the number of seccomp(2), for which the C library has no function; `clone` that of
    the call that starts a thread; `taking` has the calls that take disk space (see `room.Room`).
    """

    reporting: bytes
    silent: bytes
    loader: int
    clone: int
    taking: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Walls:
    """How every box of a nursery is locked in; `nursery` is the nursery's process id.

    `readable` maps the paths that boxes may read to their rights (see `restrict_files`). `proc` is
    a descriptor of the nursery's /proc, if boxes have namespaces of their own.
    """

    tier: Tier
    limits: BoxLimits
    seccomp: Filter
    readable: Mapping[str, int]
    proc: int | None
    nursery: int


@dataclass(frozen=True, slots=True)
class BoxPlacement:
    """One box's place: its number in the nursery, its descriptors and its folder.

    Through the socket `giving` it hands its listener to the nursery, then closes it; `shared` is a
    file in memory that it shares with its judge.
    """

    serial: int
    sock: int
    giving: socket.socket
    scratch: str
    shared: int | None = None


_libc = ctypes.CDLL(None, use_errno=True)


class _PathBeneath(ctypes.Structure):
    _layout_ = "ms"  # implied by `_pack_` before Python 3.14
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _FilterProgram(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def lock(walls: Walls, place: BoxPlacement) -> None:
    """Lock the calling process in for good, as strongly as the tier of the walls says.

    Its socket is descriptor `SOCKET` afterwards. Raises `OSError` if a layer fails.
    """
    tier, limits = walls.tier, walls.limits
    if tier >= Tier.NAMESPACED and walls.proc is not None:
        enter_own_namespaces(walls.proc)
        mount_scratch(place.scratch, limits.scratch_bytes)
    os.setsid()
    enter_scratch(place.scratch)
    keep_descriptors(place.sock, place.giving.detach())
    os.environ.clear()
    set_limits(limits, _most_threads(tier, limits))
    listener = None
    if tier >= Tier.CONFINED:
        # Namespaces already hide the files; without them, a kernel without Landlock is an error.
        if tier < Tier.NAMESPACED or landlock_abi() > 0:
            restrict_files(walls.readable, place.scratch)
        # Without its own file system, the nursery must be able to see which files it holds open.
        drop_privileges(readable=tier < Tier.NAMESPACED)
        listener = load_filter(walls.seccomp)
    give_away(listener, place)


def call(name: str, function: Callable[..., int], *arguments: object) -> int:
    """Call a C function; raise an `OSError` with its name if it returns -1."""
    result = function(*arguments)
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
    return result


def unshare(flags: int) -> None:
    """Move the calling process (for `CLONE_NEWPID`: its next children) into new namespaces."""
    call("unshare", _libc.unshare, flags)


def enter_namespaces(descriptor: int, flags: int) -> None:
    """Enter the namespaces of the process whose pidfd is given."""
    call("setns", _libc.setns, descriptor, flags)


def unmount(folder: str) -> None:
    """Detach what is mounted at `folder`; open descriptors of it keep working."""
    lazily = 2
    call("umount2", _libc.umount2, folder.encode(), lazily)


def die_with(parent: int) -> None:
    """Let the kernel kill this process when its parent dies; end here if that has happened."""
    call("prctl", _libc.prctl, PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    # The parent may have died before the prctl took effect.
    if os.getppid() != parent:
        os._exit(0)


def enter_own_namespaces(proc: int) -> None:
    """Enter a user and a mount namespace; the user id is unchanged, and is the only one mapped.

    `proc` is a descriptor of the nursery's /proc, which is no longer mounted anywhere.
    """
    uid, gid = os.getuid(), os.getgid()
    unshare(CLONE_NEWUSER | CLONE_NEWNS)
    for file, text in (
        ("self/setgroups", "deny"),
        ("self/uid_map", f"{uid} {uid} 1"),
        ("self/gid_map", f"{gid} {gid} 1"),
    ):
        descriptor = os.open(file, os.O_WRONLY, dir_fd=proc)
        os.write(descriptor, text.encode())
        os.close(descriptor)


def mount_scratch(folder: str, size: int) -> None:
    """Mount a tmpfs of `size` bytes at `folder`, from which nothing can be executed."""
    options = f"size={size},nr_inodes={SCRATCH_FILES},mode=700"
    flags = MS_NOSUID | MS_NODEV | MS_NOEXEC
    call("mount", _libc.mount, b"scratch", folder.encode(), b"tmpfs", flags, options.encode())


def enter_scratch(folder: str) -> None:
    """Make `folder` the current folder and `tempfile`'s, which may have cached another."""
    os.chdir(folder)
    tempfile.tempdir = folder


def keep_descriptors(sock: int, giving: int) -> None:
    """Move `sock` to `SOCKET` and `giving` to `GIVING`; close all others but 0 to 2 (/dev/null)."""
    # The nursery's control socket got the lowest free number, so `giving` is above `SOCKET`.
    os.dup2(sock, SOCKET)
    os.dup2(giving, GIVING, inheritable=False)
    os.closerange(SOCKET + 1, GIVING)
    os.closerange(GIVING + 1, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def _most_threads(tier: Tier, limits: BoxLimits) -> int | None:
    """The kernel's limit on threads, if any: per namespace, or per user on the whole machine."""
    if tier < Tier.CONFINED:
        return None
    return limits.threads if tier >= Tier.NAMESPACED else USERS_THREADS


def landlock_abi() -> int:
    """The version of Landlock that the kernel speaks; 0 if none."""
    version: int = _libc.syscall(LANDLOCK_CREATE_RULESET, None, 0, LANDLOCK_VERSION)
    return max(version, 0)


def restrict_files(readable: Mapping[str, int], scratch: str) -> None:
    """Allow changes below `scratch` and to /dev/null, and reading `readable`; refuse all else.

    Also refused: TCP (ABI 4), and abstract sockets and signals that leave the box (ABI 6).
    """
    abi = landlock_abi()
    ruleset = _ruleset(abi)
    handled = ruleset.files
    # The kernel rejects a struct with fields that it doesn't know.
    size = 24 if abi >= 6 else 16 if abi >= 4 else 8
    descriptor = call(
        "landlock_create_ruleset",
        _libc.syscall,
        LANDLOCK_CREATE_RULESET,
        ctypes.byref(ruleset),
        ctypes.c_size_t(size),
        0,
    )
    for path, access in readable.items():
        _allow(descriptor, path, access & handled)
    _allow(descriptor, scratch, CHANGE_FILES & handled)
    _allow(descriptor, os.devnull, WRITE_DEVICE & handled)
    call("prctl", _libc.prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    call("landlock_restrict_self", _libc.syscall, LANDLOCK_RESTRICT_SELF, descriptor, 0)
    os.close(descriptor)


def _ruleset(abi: int) -> _Ruleset:
    # The number of kinds of file access that each version knows; see landlock(7).
    kinds = {1: 13, 2: 14, 3: 15, 4: 15}.get(abi, 16)
    every_tcp_call = 0b11 if abi >= 4 else 0
    every_scope = 0b11 if abi >= 6 else 0
    return _Ruleset((1 << kinds) - 1, every_tcp_call, every_scope)


def _allow(ruleset: int, path: str, access: int) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rule = ctypes.byref(_PathBeneath(access, descriptor))
        number, kind = LANDLOCK_ADD_RULE, LANDLOCK_RULE_PATH_BENEATH
        call("landlock_add_rule", _libc.syscall, number, ruleset, kind, rule, 0)
    finally:
        os.close(descriptor)


def drop_privileges(*, readable: bool = False) -> None:
    """Give up every capability, and every way to new ones.

    Also become unreadable for processes of the same user, unless `readable`: then only Landlock
    protects it, which lets no box look into a process outside of its own box.
    """
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    nothing = (ctypes.c_uint32 * 6)()
    call("capset", _libc.capset, header, nothing)
    call("prctl", _libc.prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    call("prctl", _libc.prctl, PR_SET_DUMPABLE, int(readable), 0, 0, 0)


def load_filter(seccomp: Filter) -> int | None:
    """Load a seccomp program for good, into the process's only thread.

    Returns the descriptor of its listener, if the kernel gives one: it can't before Linux 5.0, or
    where a container already has one.
    """
    reporting, mode = _loadable(seccomp.reporting), SECCOMP_SET_MODE_FILTER
    flags = SECCOMP_FILTER_FLAG_NEW_LISTENER
    listener: int = _libc.syscall(seccomp.loader, mode, flags, ctypes.byref(reporting))
    if listener >= 0:
        return listener
    silent, mode = _loadable(seccomp.silent), SECCOMP_MODE_FILTER
    call("prctl", _libc.prctl, PR_SET_SECCOMP, mode, ctypes.byref(silent), 0, 0)
    return None


def _loadable(program: bytes) -> _FilterProgram:
    bytes_per_instruction = 8
    return _FilterProgram(len(program) // bytes_per_instruction, program)


def give_away(listener: int | None, place: BoxPlacement) -> None:
    """Hand the listener to the nursery, so that the box keeps only its socket.

    Whoever holds the listener can allow a call.
    """
    with socket.socket(fileno=GIVING) as giving:
        if listener is not None:
            socket.send_fds(giving, [str(place.serial).encode()], [listener])
            os.close(listener)
