"""Which modules students mean by what they type after `python3 -m checks`."""

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.student.checking.assignment import HandoutAssignment


@dataclass(frozen=True, slots=True)
class CheckSelection:
    """The modules that are meant, or one check or task as `ref`; and what isn't known."""

    modules: tuple[str, ...]
    ref: str = ""
    unknown: tuple[str, ...] = ()
    other_files: tuple[str, ...] = ()


def asked_for(
    arguments: Sequence[str], folder: Path, assignment: HandoutAssignment
) -> CheckSelection:
    """What the arguments mean: names of modules, of their files, of tasks or of a function."""
    modules: dict[str, None] = {}
    refs, unknown, other_files = [], [], []
    for argument in _pieces(arguments, folder):
        name = _name(argument, folder, assignment)
        if module := _module(name, assignment):
            modules[module] = None
        elif ref := _ref(name, assignment):
            refs.append(ref)
        elif (folder / argument).is_file():
            other_files.append(argument)
        else:
            unknown.append(name)
    if refs and not modules and not refs[1:]:
        return CheckSelection((), refs[0], tuple(unknown), tuple(other_files))
    modules |= dict.fromkeys(_module_of(ref, assignment) for ref in refs)
    return CheckSelection(tuple(modules), "", tuple(unknown), tuple(other_files))


def unknown_words(name: str, assignment: HandoutAssignment) -> str:
    """Says that there are no checks of this name, and what may be meant."""
    names = assignment.names
    functions = [task.rpartition(".")[2] for task in assignment.tasks]
    close = difflib.get_close_matches(name.lower(), [*names, *functions], 1)
    meant = f"did you mean {close[0]}? There" if close else "there"
    return f"There are no checks of {name}; {meant} are checks of {', '.join(names)}."


def _pieces(arguments: Sequence[str], folder: Path) -> Iterator[str]:
    """The arguments, also split at commas, unless a file has that name."""
    for argument in arguments:
        there = (folder / argument).is_file()
        yield from [argument] if there else filter(None, argument.split(","))


def _name(argument: str, folder: Path, assignment: HandoutAssignment) -> str:
    """The name of a module, also if it is given as its file, from whatever folder."""
    path = Path(argument)
    if path.is_absolute():
        path = path.resolve()
        home = folder.resolve()
        path = path.relative_to(home) if path.is_relative_to(home) else Path(path.name)
    name = path.as_posix()
    for ending in ("py", "ipynb", *[module.format for module in assignment.modules]):
        name = name.removesuffix(f".{ending}")
    return name.replace("/", ".")


def _module(name: str, assignment: HandoutAssignment) -> str:
    return next((one for one in assignment.names if one.lower() == name.lower()), "")


def _ref(name: str, assignment: HandoutAssignment) -> str:
    """A check or task of a module, or the only task of that function; else empty."""
    if _module_of(name, assignment):
        return name
    tasks = [task for task in assignment.tasks if task.rpartition(".")[2] == name]
    return tasks[0] if len(tasks) == 1 else ""


def _module_of(ref: str, assignment: HandoutAssignment) -> str:
    return next((one for one in assignment.names if ref.startswith(f"{one}.")), "")
