"""The student's code as checks write it: `submission.primes.is_prime(7)` is a question.

Checks can ask only for names that solutions or starter files have, or for Python's own modules. So
a typo in a check is an error at its place in the check, not a name that every hand-in lacks.
"""

import ast
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

from grader.asking.submission import Submission
from grader.inside.module_names import holds
from grader.inside.sources import module_name
from grader.student.question import Name

Names = Mapping[str, frozenset[str]]
# Size of caches: an assignment's solutions and starter files are analysed more than once.
TEXTS = 64
LACKING = "neither the solution nor the starter file has"
PYTHONS = sys.stdlib_module_names | {"builtins"}


class UnknownName(AttributeError):
    """A check asks for a name that no solution or starter file has; the text says where."""


def names_of(*folders: Mapping[str, str]) -> Names:
    """The names that modules of some folders define; `folders` map file names to texts."""
    return _by_module(folders, _defined_in)


def offered_by(*folders: Mapping[str, str]) -> Names:
    """The functions and classes that modules of some folders offer, by module."""
    return _by_module(folders, _offered_in)


def _by_module(
    folders: Iterable[Mapping[str, str]], names_in: Callable[[str], Iterable[str]]
) -> Names:
    found: dict[str, set[str]] = {}
    for files in folders:
        for file, text in files.items():
            names = found.setdefault(module_name(file), set())
            with suppress(SyntaxError):  # a starter file that students repair
                names.update(names_in(text))
    return {module: frozenset(names) for module, names in found.items()}


@lru_cache(TEXTS)
def _offered_in(text: str) -> frozenset[str]:
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    return frozenset([node.name for node in ast.parse(text).body if isinstance(node, kinds)])


@lru_cache(TEXTS)
def _defined_in(text: str) -> frozenset[str]:
    return frozenset(_defined(ast.parse(text)))


def _defined(tree: ast.Module) -> Iterator[str]:
    # Anywhere in the module: a name that only one branch defines counts, too.
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name) | ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.alias(name=name, asname=other):
                yield other or name.partition(".")[0]


class CheckedModule:
    """One module of a hand-in for its checks; `names` is what can be asked for."""

    def __init__(self, submission: Submission, names: Names) -> None:
        self._submission = submission
        self._names = names

    def ask(self, question: Any, stdin: str = "") -> Any:
        """The value that the student's code gives; raises `CheckFailed`."""
        return self._submission.ask(question, stdin)

    @property
    def cpu_seconds(self) -> float:
        """CPU time that the student's code has used so far, as the kernel counts it."""
        return self._submission.cpu

    def allow(self, cpu_seconds: float) -> None:
        """Let each later question of the check take this many CPU seconds."""
        self._submission.budget = replace(self._submission.budget, cpu_seconds=cpu_seconds)

    def close(self) -> None:
        """End the box; the next question gets a new one."""
        self._submission.close()

    def __getattr__(self, module: str) -> "AskableModule":
        if holds(self._names, module):
            return AskableModule(module, self._names.get(module, frozenset()), self._names)
        if names := _names_of_pythons(module):
            return AskableModule(module, names, {}, "Python has no")
        # The frame above is the line of the check.
        raise UnknownName(f"{_place(sys._getframe(1))}: there is no module {module}")


class AskableModule:
    """A module whose names are questions: `submission.primes.is_prime`.

    The modules in a package are names, too.
    """

    def __init__(
        self, module: str, names: frozenset[str], modules: Names, lacking: str = LACKING
    ) -> None:
        self._module = module
        self._names = names
        self._modules = modules
        self._lacking = lacking

    def __getattr__(self, name: str) -> Any:
        inner = f"{self._module}.{name}"
        if holds(self._modules, inner):
            return AskableModule(inner, self._modules.get(inner, frozenset()), self._modules)
        if name not in self._names:
            words = f"{self._lacking} {self._module}.{name}"
            raise UnknownName(f"{_place(sys._getframe(1))}: {words}")
        return Name(self._module, name)


@cache
def _names_of_pythons(module: str) -> frozenset[str]:
    """What one of Python's modules defines: `len` of an answer, say, is a question, too."""
    with suppress(ImportError):  # a module of another platform
        return frozenset(dir(import_module(module)) if module in PYTHONS else ())
    return frozenset()


def _place(frame: FrameType) -> str:
    path = Path(frame.f_code.co_filename)
    return f"{path.parent.name}/{path.name}:{frame.f_lineno}"
