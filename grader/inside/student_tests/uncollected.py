"""Why a suite can't be collected, as far as its text alone shows it.

The suite doesn't run here, so this contains no answers of a solution, and its author may read it.
Only statements that always run count: not those in an `if` or a `try`.
"""

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec

from grader.inside.module_names import CONFTEST
from grader.inside.student_tests.askable_modules import Statement

# Calls that end the run, or start another one, in a file that should only be imported.
ENDING = frozenset(
    (
        *("exit", "quit", "sys.exit", "pytest.exit", "pytest.main", "unittest.main"),
        *("builtins.exit", "builtins.quit"),
    )
)
ONCE = 'when it is imported; put that below `if __name__ == "__main__":`'
_MOST = 60  # characters of a name that are shown


def why_uncollected(file: str, texts: Mapping[str, str], names: Mapping[str, Sequence[str]]) -> str:
    """Why importing the suite in `file` fails; empty if its text doesn't show it.

    `texts` has the other files too, `names` what can be imported from each module of any solution.
    """
    todo, seen = [CONFTEST, file], {CONFTEST, file}
    with suppress(RecursionError):
        while todo:
            reader = _Reader(todo.pop(0), texts, names)
            if why := next(reader.faults(), ""):
                return why
            todo += [one for one in reader.imported if one not in seen]
            seen.update(todo)
    return ""


class _Reader:
    """Follows the import of a file, statement by statement."""

    def __init__(
        self, file: str, texts: Mapping[str, str], names: Mapping[str, Sequence[str]]
    ) -> None:
        self.imported: list[str] = []
        self._file, self._texts, self._names = file, texts, names
        self._full: dict[str, str] = {}  # imported names, and their full names

    def faults(self) -> Iterator[str]:
        """What makes the import of the file fail, in order."""
        for node in self._body():
            self._full |= {name: f".{name}" for name in Statement(self._file, node).makes}
            match node:
                case ast.Import(several):
                    for one in several:
                        yield from self._importing(one.name)
                        first = one.name.partition(".")[0]
                        self._full[one.asname or first] = one.name if one.asname else first
                case ast.ImportFrom(str(module), several, 0):
                    yield from self._importing(module, several)
                    for one in several:
                        self._full[one.asname or one.name] = f"{module}.{one.name}"
                case ast.Expr(ast.Call(func, _, keywords)):
                    if self._is_ending(func) and not any(one.arg == "exit" for one in keywords):
                        called = ast.unparse(func)[:_MOST]
                        yield f"{self._file} calls {called}() {ONCE}"
                case ast.Raise(ast.Name(name) | ast.Call(ast.Name(name))):
                    yield f"{self._file} raises {name[:_MOST]} when it is imported"

    def _body(self) -> list[ast.stmt]:
        with suppress(SyntaxError, ValueError, MemoryError):
            return ast.parse(self._texts.get(self._file, "")).body
        return []

    def _is_ending(self, func: ast.expr) -> bool:
        if not isinstance(func, ast.Name | ast.Attribute):
            return False
        first, dot, rest = ast.unparse(func).partition(".")
        return f"{self._full.get(first, first)}{dot}{rest}" in ENDING

    def _importing(self, module: str, several: Sequence[ast.alias] = ()) -> Iterator[str]:
        path = module.replace(".", "/")
        own = [file for file in (f"{path}.py", f"{path}/__init__.py") if file in self._texts]
        first = module.partition(".")[0]
        if module in self._names:
            known = {*self._names[module], *self._below(module)}
            if "*" in known:
                return  # the module isn't read here: it may have any name
            for name in [one.name[:_MOST] for one in several if one.name not in known | {"*"}]:
                yield f"{self._file} imports {name} from {module}, which is only in yours"
        elif own:
            self.imported += own
        elif not self._is_there(first):
            yield f"{self._file} imports {first[:_MOST]}, which isn't there"

    def _below(self, module: str) -> Iterator[str]:
        """The submodules of a package."""
        for name in self._names:
            if name.startswith(f"{module}."):
                yield name[len(module) + 1 :].partition(".")[0]

    def _is_there(self, first: str) -> bool:
        ours = any(name.partition(".")[0] == first for name in self._names)
        theirs = any(file.partition("/")[0] in (first, f"{first}.py") for file in self._texts)
        if ours or theirs:
            return True
        with suppress(ImportError):
            return first in sys.modules or find_spec(first) is not None
        return False
