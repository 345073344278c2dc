"""`python -m bench.library_names`: what is new in each version of Python's library.

Asks every Python from 3.11 on that is on this machine, and those given as commands
(`--also "chroot /srv/sid python3"`), for the public names of all modules of its library, and writes
those that the version before lacks into `grader/student/pythons/added.txt`.
"""

import argparse
import json
import shlex
import subprocess
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from bench.pythons import found_pythons

TARGET = Path(__file__).parents[1] / "grader/student/pythons/added.txt"
# Runs in each of these Pythons, and prints of each module and public class: its names that are
# meant for others, and all that it has. What a module merely imports is meant for nobody.
ASK = """
import importlib, json, pkgutil, sys, warnings
warnings.simplefilter("ignore")
found = {}
LEFT_OUT = {"test", "idlelib", "lib2to3", "turtledemo", "antigravity", "this", "ensurepip", "pydoc",
    "posix", "ntpath", "posixpath", "genericpath", "opcode", "pdb", "pydoc_data"}
def is_own(value, name):
    owner = getattr(value, "__module__", None)
    return type(value).__name__ != "module" and (not isinstance(owner, str) or owner == name)
def look(name):
    try:
        module = importlib.import_module(name)
    except BaseException:
        return
    names = [n for n in dir(module) if not n.startswith("_")]
    meant = getattr(module, "__all__", [n for n in names if is_own(getattr(module, n), name)])
    found[name] = [sorted({*meant} & {*names}), names]
    for one in meant:
        value = getattr(module, one, None)
        if isinstance(value, type) and getattr(value, "__module__", "") == name:
            parts = [part for part in dir(value) if not part.startswith("_")]
            found[f"{name}.{one}"] = [parts, parts]
    for one in pkgutil.iter_modules(getattr(module, "__path__", ())):
        if not one.name.startswith("_") and one.name != "ndbm":  # not everywhere
            look(f"{name}.{one.name}")
for name in sorted(set(sys.stdlib_module_names) - LEFT_OUT):
    if not name.startswith("_"):
        look(name)
print(json.dumps(["3.%d" % sys.version_info[1], found]))
"""
Names = Mapping[str, Sequence[Sequence[str]]]


def names_of(command: Sequence[str]) -> tuple[str, Names]:
    """The version of a Python, and the public names of each module of its library."""
    done = subprocess.run(
        [*command, "-I", "-c", ASK], capture_output=True, text=True, check=True, cwd="/"
    )
    version, names = json.loads(done.stdout.splitlines()[-1])
    return version, names


def added(old: Names, new: Names) -> Iterator[tuple[str, list[str]]]:
    """Modules and classes of `new` with the names that `old` lacks; a new module has none."""
    for place, (meant, _) in sorted(new.items()):
        owner = place.rpartition(".")[0]
        if place in old:
            fresh = sorted({*meant} - {*old[place][1]})
            if fresh:
                yield place, fresh
        elif owner not in new or place.rpartition(".")[2] not in new[owner][0]:
            yield place, []


def text_of(tables: Mapping[str, Names]) -> str:
    """The file that holds what is new in each version after the first."""
    versions = sorted(tables, key=lambda version: int(version.partition(".")[2]))
    lines = [
        "# A version, a module, and its new names; with none, the module itself is new.",
        "# Written by `python -m bench.library_names`.",
    ]
    for old, new in pairwise(versions):
        for module, names in added(tables[old], tables[new]):
            head = f"{new} {module}"
            pieces = textwrap.wrap(" ".join(names), 96 - len(head)) or [""]
            lines += [f"{head} {piece}".rstrip() for piece in pieces]
    return "\n".join([*lines, ""])


def main() -> None:
    """Ask all of them, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--also", action="append", default=[], metavar="COMMAND")
    commands = [*([path] for path in found_pythons()), *map(shlex.split, parser.parse_args().also)]
    tables = dict(names_of(command) for command in commands)
    TARGET.write_text(text_of(tables), "utf-8")
    print(f"{TARGET.name}: what is new in {', '.join(sorted(tables)[1:])}")


if __name__ == "__main__":
    main()
