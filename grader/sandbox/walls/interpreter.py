"""Where this Python's own files are: the program, its standard library, its shared libraries.

A virtual environment is resolved: a box gets the interpreter that it was made from, without the
packages installed there.
"""

import os
import stat
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from grader.inside.nursery import PACKAGE_FOLDERS
from grader.inside.surroundings.refusals import TIME_ZONES

VERSION = f"python{sys.version_info.major}.{sys.version_info.minor}"


def base_interpreter() -> str:
    """The program of this Python, not that of a virtual environment, with no links in its path."""
    # There is no public name for the interpreter that an environment was made from.
    program = getattr(sys, "_base_executable", None) or sys.executable
    return os.path.realpath(program)


def readable_interpreter() -> str | None:
    """A Python of this version that every user of the machine can run, or `None`."""
    ours = base_interpreter()
    # A program may be open to all while the library that it starts with is closed.
    if is_open_to_all(Path(ours)) and all(map(_is_listed_to_all, stdlib_folders())):
        return ours
    others = [f"{folder}/{VERSION}" for folder in ("/usr/bin", "/usr/local/bin")]
    found = (program for program in others if program != ours)
    return next((one for one in found if is_open_to_all(Path(one).resolve())), None)


def _is_listed_to_all(folder: str) -> bool:
    there = Path(folder).resolve()
    return is_open_to_all(there) and bool(there.stat().st_mode & stat.S_IROTH)


def is_open_to_all(program: Path) -> bool:
    """Whether every user may run `program` and enter every folder above it."""
    try:
        modes = [file.stat().st_mode for file in (program, *program.parents)]
    except OSError:
        return False
    return all(mode & stat.S_IXOTH for mode in modes)


def own_files() -> Iterator[str]:
    """The files and folders that this Python needs to run, packages and libraries included."""
    yield base_interpreter()
    yield from stdlib_folders()
    library = sysconfig.get_config_var("INSTSONAME")
    if sysconfig.get_config_var("Py_ENABLE_SHARED") and library:
        # Debian's Python has its library built in, but names one all the same.
        paths = [os.path.join(folder, library) for folder in _folders_of_own_library()]
        yield from [path for path in paths if os.path.exists(path)][:1]
    yield from library_folders()
    yield from time_zones()


def _folders_of_own_library() -> list[str]:
    """Where this Python's own library may be, the likeliest first: it may have been moved."""
    configured = sysconfig.get_config_var("LIBDIR") or "/usr/lib"
    return [os.path.join(sys.base_exec_prefix, "lib"), configured]


def stdlib_folders() -> list[str]:
    """The folders of the standard library; a virtual environment has none of its own."""
    base = {"platbase": sys.base_exec_prefix}
    return sorted({sysconfig.get_path(name, vars=base) for name in ("stdlib", "platstdlib")})


def package_folders() -> Iterator[str]:
    """The folders within the standard library where others install packages."""
    for name in PACKAGE_FOLDERS:
        for folder in stdlib_folders():
            if os.path.isdir(os.path.join(folder, name)):
                yield os.path.join(folder, name)


def library_folders() -> tuple[str, ...]:
    """The folders where the system's shared libraries are."""
    multiarch = sysconfig.get_config_var("MULTIARCH") or "."
    roots = ("/lib", "/usr/lib")
    candidates = [os.path.join(root, multiarch) for root in roots if multiarch != "."]
    candidates += ["/lib64", "/usr/lib64"]
    return tuple(folder for folder in candidates if os.path.isdir(folder))


def time_zones() -> tuple[str, ...]:
    """The folders where the system has its time zones, which Python reads as a part of itself."""
    return tuple(folder for folder in TIME_ZONES if os.path.isdir(folder))


def library_path() -> str:
    """A search path by which the dynamic loader finds this Python's library and the system's."""
    return ":".join([*_folders_of_own_library(), *library_folders()])
