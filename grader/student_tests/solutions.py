"""What students' suites run on: the reference, and known faulty solutions."""

import ast
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from grader.errors import BrokenGrader
from grader.inside import sources
from grader.inside.module_names import imported_files
from grader.inside.sources import module_name
from grader.student_tests.outline import ModuleOutline, outlines_of


@dataclass(frozen=True, slots=True)
class Solutions:
    """What suites are run on: the reference, and faulty solutions by name.

    A faulty solution has only the files that differ from the reference's.
    """

    reference: Mapping[str, str]
    mistakes: Mapping[str, Mapping[str, str]]
    outlines: tuple[ModuleOutline, ...]

    @staticmethod
    def read(
        reference: Mapping[str, str],
        mistakes: Mapping[str, Mapping[str, str]],
        starters: Mapping[str, str],
    ) -> "Solutions":
        """The solutions of an assignment; `starters` are what students begin with.

        Files that define tests are no part of a solution.
        """
        own = {file: text for file, text in reference.items() if not file.startswith("test_")}
        for file, text in own.items():
            # Fill the caches once, before judges are forked.
            code_of(file, text)
            modules_imported(file, text)
        return Solutions(own, mistakes, outlines_of(starters))

    def faulty(self, name: str) -> dict[str, str]:
        """The files of a faulty solution; raises `BrokenGrader` if there is none of that name."""
        if name not in self.mistakes:
            raise BrokenGrader(f"there is no faulty solution {name}")
        return {**self.reference, **self.mistakes[name]}

    def read_ahead(self, names: Collection[str]) -> None:
        """Parse and compile the faulty solutions of these names, where they exist.

        Done once, before judges are forked; errors in one are reported when it is needed.
        """
        for name in self.mistakes.keys() & {*names}:
            with suppress(SyntaxError, ValueError):
                files = self.faulty(name)
                self.touched(files)
                for file, text in files.items():
                    code_of(file, text)

    def touched(self, files: Mapping[str, str]) -> frozenset[str]:
        """The modules that may behave differently because these files do."""
        changed = {
            file
            for file, text in files.items()
            if _without_words(self.reference.get(file, "")) != _without_words(text)
        }
        touched = {module_name(file) for file in changed}
        imports = {module_name(file): modules_imported(file, text) for file, text in files.items()}
        # To a fixed point: a module that imports a touched one is touched, too.
        while more := {m for m, used in imports.items() if used & touched} - touched:
            touched |= more
        return frozenset(touched)


@cache
def code_of(file: str, text: str) -> str:
    """The code of a solution's file, made once (see `inside.sources.code_of`)."""
    return sources.code_of(file, text)


@cache
def _without_words(text: str) -> bytes:
    """A digest of a file without comments and docstrings, which no suite can read."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        match node:
            case (
                ast.Module([ast.Expr(ast.Constant(str())), *rest])
                | ast.ClassDef(body=[ast.Expr(ast.Constant(str())), *rest])
                | ast.FunctionDef(body=[ast.Expr(ast.Constant(str())), *rest])
            ):
                node.body = rest
    return sha256(ast.dump(tree).encode()).digest()


@cache
def modules_imported(file: str, text: str) -> frozenset[str]:
    """The modules that a file may import, anywhere in it, by their dotted names."""
    return frozenset(map(module_name, imported_files(file, ast.parse(text))))
