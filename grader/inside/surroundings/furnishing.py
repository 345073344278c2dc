"""What plain Python finds around a program, for programs in a box: a home, a user, names, files.

A box has no environment, no list of users and no `site`, and files other than its own look
missing, whatever keeps them away.
"""

import builtins
import errno
import grp
import io
import os
import pwd
import site
import sys
from collections.abc import Callable, Collection
from functools import wraps
from stat import S_ISREG
from typing import Any

from grader.inside.surroundings.listening import tell_prompts_apart
from grader.inside.surroundings.refusals import SHARED_MEMORY, TIME_ZONES, refuse
from grader.inside.surroundings.semaphores import between_threads
from grader.inside.surroundings.streams import DESCRIPTORS

USER = "student"
# A disk of 1 GiB in blocks of 4 KiB, with as many files, all of it free.
DISK = os.statvfs_result((1 << 12, 1 << 12, *((1 << 18,) * 6), 0, 255))


def furnish() -> None:
    """Set up what is the same in every box, in the process from which boxes are forked."""
    site.setquit()
    site.setcopyright()
    site.sethelper()
    builtins.open = io.open = _or_not_there(_by_descriptor(io.open))
    os.getloadavg = lambda: (0.0, 0.0, 0.0)
    os.statvfs, os.fstatvfs = _of_some_disk(os.statvfs), _of_some_disk(os.fstatvfs)
    os.listdir, os.scandir = _or_not_there(os.listdir), _or_not_there(os.scandir)
    os.utime = _of_what_is_there(os.utime)
    os.stat = _unless_foreign(os.stat, (*sys.path, *TIME_ZONES))
    tell_prompts_apart()
    between_threads()
    refuse(at_home=False)


def settle() -> None:
    """Make the current folder the home, in a box that is locked."""
    home = os.getcwd()
    os.environ.update(HOME=home, USER=USER, LOGNAME=USER, PATH=os.defpath)
    own = pwd.struct_passwd((USER, "x", os.getuid(), os.getgid(), "", home, ""))
    pwd.getpwuid = _with_own(pwd.getpwuid, own.pw_uid, own)
    pwd.getpwnam = _with_own(pwd.getpwnam, USER, own)
    pwd.getpwall = lambda: [own]
    group = grp.struct_group((USER, "x", own.pw_gid, []))
    grp.getgrgid = _with_own(grp.getgrgid, group.gr_gid, group)
    grp.getgrall = lambda: [group]


def _with_own(real: Callable[[Any], object], key: object, own: object) -> Any:
    return wraps(real)(lambda asked, /: own if asked == key else real(asked))


def _by_descriptor(real: Callable[..., object]) -> Callable[..., object]:
    """An `open` that opens the standard streams by name, where a box has no such files."""

    @wraps(real)
    def look(file: object, *arguments: object, **named: object) -> object:
        number = DESCRIPTORS.get(str(file))
        return real(file if number is None else os.dup(number), *arguments, **named)

    return look


def _or_not_there(real: Callable[..., object]) -> Callable[..., Any]:
    """A function that reports files as missing where it may not look."""

    @wraps(real)
    def look(*arguments: object, **named: object) -> object:
        try:
            return real(*arguments, **named)
        except PermissionError as error:
            if _is_own(error.filename):
                raise
            missing = errno.ENOENT
            raise FileNotFoundError(missing, os.strerror(missing), error.filename) from None

    return look


def _unless_foreign(real: Callable[..., Any], of_python: Collection[str]) -> Callable[..., Any]:
    """A function that reports regular files as missing if they can't be read."""

    @wraps(real)
    def look(path: object, *arguments: object, **named: object) -> object:
        found = real(path, *arguments, **named)
        if S_ISREG(found.st_mode) and not _is_own(path) and not _is_within(path, of_python):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        return found

    return look


def _is_within(path: Any, folders: Collection[str]) -> bool:
    return os.path.abspath(os.fsdecode(path)).startswith(tuple(folders))


def _is_own(file: object) -> bool:
    home = os.environ.get("HOME", "")
    return isinstance(file, int | None) or _is_within(file, (home,))


def _of_what_is_there(real: Callable[..., object]) -> Callable[..., Any]:
    # In some boxes the kernel ignores changes of file times, and reports success: check the path.
    @wraps(real)
    def change(path: Any, *arguments: object, **named: object) -> None:
        os.stat(path)
        real(path, *arguments, **named)

    return change


def _of_some_disk(real: Callable[..., object]) -> Callable[..., Any]:
    # Free space on the machine's disks, which boxes share, is private: the kernel refuses to tell.
    # But whether processes can share memory is the kernel's to answer.
    @wraps(real)
    def look(place: Any) -> object:
        if place == SHARED_MEMORY:
            return real(place)
        os.stat(place)
        return DISK

    return look
