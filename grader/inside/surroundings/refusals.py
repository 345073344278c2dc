"""What plain Python offers but grading doesn't, refused by name: in a box and at home alike.

A box's walls refuse all of it anyway, whatever is in this file. The stand-ins here turn the
kernel's answer, or at home none at all, into an exception that says what was tried, and through
which function of Python's, so that no difference shows only after handing in. What Python's own
modules try by themselves, and can do without, remains an `OSError` for them.
"""

import errno
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import wraps
from importlib import import_module
from types import FrameType
from typing import Any

PROCESS = "tried to start another process"
NETWORK = "tried to open a network connection"
MEMORY = "tried to share memory or messages with other processes"
LIMITS = "tried to change its limits"
LINK = "tried to make a link"
PIPE = "tried to make a named pipe or a device"
LOCK = "tried to lock a file"
OWNER = "tried to change who owns a file"

# The functions that each text is about. Names that this Python or system lacks are skipped; a
# name that begins with `_` is a primitive that others use.
REFUSED: Mapping[str, tuple[str, ...]] = {
    PROCESS: (
        *("os.fork", "os.forkpty", "os.openpty", "os.posix_spawn", "os.posix_spawnp"),
        *("os.system", "os.execv", "os.execve", "os.startfile"),
        *("_posixsubprocess.fork_exec", "subprocess._fork_exec", "_winapi.CreateProcess"),
    ),
    NETWORK: (
        *("socket.socket.__init__", "socket.getaddrinfo", "socket.getnameinfo"),
        *("socket.gethostbyname", "socket.gethostbyname_ex", "socket.gethostbyaddr"),
    ),
    # `multiprocessing` calls statvfs to find room for shared values.
    MEMORY: ("_posixshmem.shm_open", "os.memfd_create", "os.statvfs"),
    LIMITS: (
        *("os.nice", "os.setpriority", "os.sched_setaffinity", "os.sched_setscheduler"),
        *("resource.setrlimit", "resource.prlimit"),
    ),
    LINK: ("os.link", "os.symlink"),
    PIPE: ("os.mkfifo", "os.mknod"),
    LOCK: ("fcntl.flock",),
    OWNER: ("os.chown", "os.lchown", "os.fchown"),
}
# System files as open as Python's own; the module with this list is slow to import.
TIME_ZONES = ("/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo")
# These modules run system programs to learn about the system, and cope without them.
ASKING = ("platform", "ctypes.util", "uuid")
INIT = ".__init__"
SYSTEM = "os.system"
# Commands that only affect a terminal, on Linux, macOS or Windows: without one, they do nothing.
TIDYING = frozenset(("", "clear", "cls", "reset", "tput", "color", "title", "mode"))
SHARED_MEMORY = "/dev/shm"  # nothing can be created there


class Refused(PermissionError):
    """Code tried something that is refused; the text says what."""

    def __init__(self, words: str) -> None:
        super().__init__(errno.EPERM, f"your code {words}")

    def __str__(self) -> str:
        return str(self.strerror)


def importable(packages: Iterable[str]) -> str:
    """What can be imported, for messages about something that can't."""
    *but_last, last = ["Python's own library", *packages, "your own files"]
    return f"only {', '.join(but_last)} and {last} can be imported"


def refuse(*, at_home: bool) -> None:
    """Replace everything that is refused by stand-ins, for the whole life of this process.

    At home they refuse by themselves; otherwise the kernel decides, and what it allows is allowed.
    """
    for words, names in REFUSED.items():
        for name in names:
            *owners, attribute = name.split(".")
            with suppress(ImportError, AttributeError):
                owner = _owner(owners)
                real = getattr(owner, attribute)
                setattr(owner, attribute, _stand_in(name, words, real, at_home=at_home))


def _owner(names: list[str]) -> object:
    module, *inner = names
    # `subprocess` has copied what it needs from another module, if it is imported.
    owner: object = sys.modules.get(module) if module == "subprocess" else import_module(module)
    for name in inner:
        owner = getattr(owner, name)
    return owner


def _stand_in(
    name: str, words: str, real: Callable[..., object], *, at_home: bool
) -> Callable[..., object]:
    @wraps(real)
    def refused(*arguments: object, **named: object) -> object:
        caller = sys._getframe(1)
        if _is_harmless(name, arguments, named, caller):
            return real(*arguments, **named)
        if _is_needless(name, arguments, named):
            return 0 if name == SYSTEM else None
        through = _asked_through(caller)
        if not at_home and not through.startswith(ASKING):
            with suppress(OSError, ValueError):
                answer = real(*arguments, **named)
                if name != SYSTEM or answer == 0:
                    return answer
        raise Refused(f"{words} ({through or name.removesuffix(INIT)})")

    return refused


def _is_harmless(
    name: str, arguments: tuple[object, ...], named: Mapping[str, object], caller: FrameType
) -> bool:
    """Whether it isn't about shared memory, or is a socket of a pair, which leads nowhere else."""
    if name == "os.statvfs":
        return arguments[:1] != (SHARED_MEMORY,)
    if name != f"socket.socket{INIT}":
        return False
    of_a_pair = caller.f_globals.get("__name__") == "socket" and "pair" in caller.f_code.co_name
    return of_a_pair or named.get("fileno") is not None or len(arguments) > 4


def _is_needless(name: str, arguments: tuple[Any, ...], named: Mapping[str, Any]) -> bool:
    """Whether it asks for something that already holds.

    That is the present owner of a file, the largest stack, or an empty screen.
    """
    if name == SYSTEM:
        return _only_tidies(*arguments, *named.values())
    if name in REFUSED[OWNER] and len(arguments) > len(("file", "user")):
        found = os.stat(arguments[0], **named)
        return arguments[1] in (-1, found.st_uid) and arguments[2] in (-1, found.st_gid)
    if name != "resource.setrlimit" or not arguments:
        return False
    return bool(arguments[0] == import_module("resource").RLIMIT_STACK)


def _only_tidies(command: object = None, *_: object) -> bool:
    """Whether a shell command only clears or colours the screen: `cls || clear`."""
    if not isinstance(command, str) or any(sign in command for sign in "`$<>()"):
        return False
    for sign in ("||", "&&", "&", ";"):
        command = command.replace(sign, "\n")
    firsts = [(*part.lower().split(), "")[0] for part in command.splitlines()]
    return TIDYING.issuperset(firsts)


def _asked_through(frame: FrameType | None) -> str:
    """The library function through which code outside the library came here; "" if none."""
    entered: FrameType | None = None
    while frame is not None and _is_of_python(frame):
        entered, frame = frame, frame.f_back
    return "" if entered is None else _name_of(entered)


def _is_of_python(frame: FrameType) -> bool:
    name = str(frame.f_globals.get("__name__", ""))
    return name.partition(".")[0] in sys.stdlib_module_names and name != "__main__"


def _name_of(frame: FrameType) -> str:
    """A function's name as it is imported; for a method, its package."""
    module, function = str(frame.f_globals["__name__"]), frame.f_code.co_name
    package = frame.f_globals.get("__package__") or module
    for owner in (package, module):
        known = getattr(sys.modules.get(owner), function, None)
        if getattr(known, "__code__", None) is frame.f_code:
            return f"{owner}.{function}"
    return str(package)
