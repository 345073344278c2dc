"""The reference solution in the judge: imported from its text, apart from our own modules."""

import io
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from importlib import import_module
from types import ModuleType
from typing import Any

from grader.asking.answers import Answer, Raised, Value
from grader.inside.sources import SourceFinder
from grader.student.question import answer_directly, watched_in


class Reference:
    """Answers questions with the reference's files, which import each other by bare names.

    What they import of a library is what that name stands for now, whatever takes its place later.
    """

    def __init__(self, files: Mapping[str, str], library: str = "") -> None:
        self._finder = SourceFinder(files)
        self._modules = {
            name: module
            for name, module in sys.modules.items()
            if library and name.partition(".")[0] == library
        }
        self._names = (*self._finder.names(), *self._modules)

    def answer(self, question: Any) -> Answer:
        """The expected answer; an exception of a kind that a task may ask for is an answer."""
        for watched in watched_in(question):
            watched.visits.clear()
        with self.active(), redirect_stdout(io.StringIO()):
            try:
                answer = answer_directly(question, import_module, sources=self._sources)
                return Value(answer)
            except (ValueError, LookupError, TypeError) as error:
                return Raised(type(error).__name__, str(error), ())

    def _sources(self) -> Mapping[str, str]:
        return self._finder.files

    @contextmanager
    def active(self) -> Iterator[None]:
        """While it lasts, the reference's modules are what an import of their names gives."""
        others = self._taken_out()
        sys.modules.update(self._modules)
        sys.meta_path.insert(0, self._finder)
        try:
            yield
        finally:
            sys.meta_path.remove(self._finder)
            self._modules = self._taken_out()
            sys.modules.update(others)

    def _taken_out(self) -> dict[str, ModuleType]:
        return {name: sys.modules.pop(name) for name in self._names if name in sys.modules}
