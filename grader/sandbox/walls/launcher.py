"""Sets up the surroundings of a nursery, then becomes it: a program for `python -I -S launcher.py`.

It is exec'd, so it knows nothing of the judge that started it. Its one argument is JSON:

    stack_bytes   how far the main thread's stack may grow; counts from the next exec on
    reachable     [[folder, place], ...] to bind, in a mount namespace of its own, because the
                  user that comes next can't reach `folder`; place is below `ROOM`
    user          the user and group to become for ever, or null
    dies_with     the judge's process id, when the kernel is to kill it with the judge, or null
    command       the program to become, with its arguments

Root must become somebody else before anything else happens (bubblewrap started by root would map
root to root, and the kernel exempts root from limits).
"""

import ctypes
import json
import os
import resource
import signal
import sys

ROOM = "/tmp"
CLONE_NEWNS = 0x0002_0000
MS_BIND, MS_REC, MS_PRIVATE = 0x1000, 0x4000, 0x4_0000
PR_SET_PDEATHSIG = 1

_libc = ctypes.CDLL(None, use_errno=True)


def main() -> None:
    """Do what the argument says; ends in another program, or with one line on stderr."""
    order = json.loads(sys.argv[1])
    try:
        allow_stack(order["stack_bytes"])
        if order["reachable"]:
            bind(order["reachable"])
        if order["user"] is not None:
            become(order["user"])
        # After `become`: the kernel forgets this wish when a process changes its user.
        if order["dies_with"] is not None:
            die_with(order["dies_with"])
        os.execv(order["command"][0], order["command"])
    except OSError as error:
        sys.exit(f"launcher: {error}")


def allow_stack(size: int) -> None:
    """Let the main thread's stack grow to `size`, or as near to it as the hard limit allows."""
    hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
    if hard != resource.RLIM_INFINITY:
        size = min(size, hard)
    resource.setrlimit(resource.RLIMIT_STACK, (size, hard))


def bind(folders: list[tuple[str, str]]) -> None:
    """Show folders at other places, too, only to this process and what it becomes."""
    call("unshare", _libc.unshare, CLONE_NEWNS)
    # Held by descriptors, since the room may be mounted over them.
    sources = [f"/proc/self/fd/{os.open(folder, os.O_PATH)}" for folder, _ in folders]
    # Else the mounts below would spread to the whole machine.
    call("mount", _libc.mount, b"none", b"/", None, MS_REC | MS_PRIVATE, None)
    call("mount", _libc.mount, b"room", ROOM.encode(), b"tmpfs", 0, b"mode=755,size=64k")
    for folder, (_, place) in zip(sources, folders, strict=True):
        os.makedirs(place)
        call("mount", _libc.mount, folder.encode(), place.encode(), None, MS_BIND | MS_REC, None)


def become(user: int) -> None:
    """Become a user with no groups and no way back."""
    # In this order: once the user is another one, groups can't be changed any more.
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def die_with(judge: int) -> None:
    """Be killed when the parent ends; raises `OSError` if it has ended already."""
    call("prctl", _libc.prctl, PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != judge:
        raise OSError("the judge is gone")


def call(name: str, function: "ctypes._NamedFuncPointer", *arguments: object) -> None:
    """Call a C function; raise `OSError`, naming it, if it answers -1."""
    if function(*arguments) == -1:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


if __name__ == "__main__":
    main()
