"""The staff's solution in this process, for tools that look into its calls; no judge has one.

It is imported from its text, separate from our own modules.
"""

import io
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir, contextmanager, redirect_stdout
from importlib import import_module
from pathlib import Path
from types import MappingProxyType, ModuleType

from grader.asking.answers import Answer, RaisedException, Value
from grader.inside.program import runner
from grader.inside.sources import SourceFinder
from grader.student.evaluation import Evaluation
from grader.student.evidence import CATCHABLE
from grader.student.question import make_ready


class Reference:
    """Answers questions with the reference's files, which import each other by bare names.

    What they import from a library is what that name means now, whatever replaces it later. The
    `data` that they may read are in a `folder`.
    """

    def __init__(
        self,
        files: Mapping[str, str],
        library: str = "",
        folder: Path = Path(),
        data: Mapping[str, bytes] = MappingProxyType({}),
    ) -> None:
        self.files = files
        self._folder = folder
        self._data = data
        self._finder = SourceFinder(files)
        self._modules = {
            name: module
            for name, module in sys.modules.items()
            if library and name.partition(".")[0] == library
        }
        self._names = (*self._finder.names(), *self._modules)

    def answer(self, question: object) -> Answer:
        """The expected answer; an exception of a kind that a task may ask for is an answer."""
        with redirect_stdout(io.StringIO()):
            try:
                return Value(self.evaluate(question))
            except CATCHABLE as error:
                return RaisedException(type(error).__name__, str(error), ())

    def evaluate(
        self,
        question: object,
        make: Callable[..., Evaluation] = Evaluation,
        printed: Callable[[], str] = str,
    ) -> object:
        """The value of a question, evaluated by what `make` makes; raises what the code raises.

        `printed` is what has been printed so far.
        """
        make_ready(question)
        with self.active(), chdir(self._folder):
            return make(import_module, printed, self._program).evaluate(question)

    def _program(self, file: str) -> Callable[..., object]:
        return runner(file, self.files, self._data)

    @contextmanager
    def active(self) -> Iterator[None]:
        """While this lasts, imports of their names give the reference's modules."""
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
