"""The student's own files, asked in this process."""

import os
import sys
import tokenize
import traceback
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache, cached_property, partial, wraps
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from grader.inside.deep_calls import TOO_DEEP
from grader.inside.exceptions import names_of
from grader.inside.library import Library, read_library, with_packages
from grader.inside.module_names import file_of, imported_instead
from grader.inside.notebook.layout import cells_of
from grader.inside.notebook.running import CellFinder
from grader.inside.program import MOST_PRINTED, runner
from grader.inside.surroundings.refusals import Refused, importable
from grader.inside.surroundings.streams import CapturedOutput, standard_streams, type_next
from grader.inside.travel.live_charts import put_figures_away
from grader.inside.travel.watched import is_noted
from grader.inside.values import UnencodableValue
from grader.inside.wire import PLAIN_TYPES, Decoder, Encoder, dump, load
from grader.student.checking.assignment import HandoutAssignment
from grader.student.checking.own_files import is_own, own_files, syntax_fault
from grader.student.checking.worker.watch import frame_at
from grader.student.evaluation import Evaluation
from grader.student.evidence import (
    CheckFailed,
    Evidence,
    Frame,
    catchable,
    unwritten,
    without_folders,
)
from grader.student.hints.code_hints import advice_on, at_breakpoint
from grader.student.hints.import_hints import advice_on_folder
from grader.student.python_text import python_text
from grader.student.question import KeptAnswer, make_ready

# At most so many entries at each end of a traceback are kept.
MOST_ENTRIES = 100


class DirectAnswers:
    """Answers questions with the student's own files in a folder.

    What the code prints is kept, or, if `live`, shown. Programs may read data files that are
    `handed_in`.
    """

    def __init__(
        self,
        folder: Path,
        assignment: HandoutAssignment,
        handed_in: Iterable[str] = (),
        *,
        live: bool = False,
    ) -> None:
        self.folder = folder
        self._assignment = assignment
        self._handed_in = {name: (folder / name).read_bytes() for name in handed_in}
        self._library = assignment.library
        self._live = live
        self._screen = CapturedOutput(MOST_PRINTED // 2, MOST_PRINTED // 2)
        self._passing = ValueCarrier(assignment.library, assignment.packages)
        self._cells = CellFinder(_notebooks(folder), str(folder), within=str(folder))
        if self._cells.files:
            self._cells.install()
        self.question: object = None

    @property
    def failed_cells(self) -> list[str]:
        """A sentence about each cell that failed in an imported notebook."""
        return self._cells.failures()

    def forget(self) -> None:
        """Forget what was asked and printed, before another check."""
        self.question = None
        self._screen.begin()

    @property
    def printed(self) -> str:
        """What the code has printed since the last question was asked."""
        return self._screen.text()

    def load(self, module: str) -> None:
        """Import a module of the student's; raises `CheckFailed` if that fails.

        A program isn't imported, but run on request.
        """
        if module in self._assignment.programs:
            return
        self._run(partial(import_module, module))

    def ask(self, question: object, stdin: str = "") -> object:
        """The value that the code returns; raises `CheckFailed` if it raises an exception.

        `stdin` is typed before the question is asked.
        """
        self._passing.prepare()
        put_figures_away()
        make_ready(question)
        self.question = question
        if stdin or not self._live:  # otherwise a debugger reads the real keys
            type_next(stdin)
        return self._run(lambda: self._passing.answer(lambda: self._answer(question)))

    @contextmanager
    def fresh_modules(self) -> Iterator[None]:
        """Import the student's modules afresh for a while; afterwards restore the old ones."""
        before = self._own_modules()
        for name in before:
            del sys.modules[name]
        try:
            yield
        finally:
            for name in self._own_modules():
                del sys.modules[name]
            sys.modules.update(before)

    def _own_modules(self) -> dict[str, Any]:
        folder = os.path.realpath(self.folder)
        return {
            name: module
            for name, module in list(sys.modules.items())
            if is_own(_file_of(module), folder, self._library)
        }

    def _answer(self, question: object) -> object:
        printed, given = self._screen.text, self._passing.given
        return Evaluation(import_module, printed, self._program, given).evaluate(question)

    def _program(self, file: str) -> Callable[..., object]:
        sources = self.own_texts
        if file not in sources:
            raise ModuleNotFoundError(f"there is no {file}", name=file.removesuffix(".py"))
        data = {name: (self.folder / name).read_bytes() for name in self._assignment.files}
        return runner(file, sources, data, self._handed_in)

    def _run(self, run: Callable[[], object]) -> object:
        self._screen.begin()
        streams = standard_streams(self._screen.out, self._screen.errors)
        try:
            with nullcontext() if self._live else streams:
                return run()
        except CheckFailed:
            raise
        except (Exception, SystemExit) as error:
            shorten_traceback(error)
            raised = tuple(names_of(error))
            failed = catchable(CheckFailed, raised)(self.failure(error))
            failed.raised = raised
            raise failed from error

    def failure(self, error: BaseException) -> Evidence:
        """Evidence for an exception of the student's code, with the lines that led to it."""
        if isinstance(error, SyntaxError) and error.filename:
            # A program is compiled under its bare name.
            name = os.path.relpath(self.folder / error.filename, self.folder)
            text = self.own_texts.get(Path(name).as_posix(), "")
            return syntax_fault(error, Path(name).name, text, self._library)
        if isinstance(error, NotImplementedError):
            return Evidence(unwritten(str(error), _last_of(error)))
        frames = self._frames(error)
        place = f" ({frames[-1].file}, line {frames[-1].line})" if frames else ""
        evidence = Evidence(
            self._in_words(error) + place,
            call="" if self.question is None else python_text(self.question),
            frames=frames,
            output=self.printed,
            hint=advice_on(
                error,
                self._library,
                asked=not frames,
                frames=frames,
                texts=self.own_texts,
                prescribed=self._assignment.names,
            )
            or advice_on_folder(str(error), self.own_texts),
        )
        return at_breakpoint(evidence, names_of(error), self.own_texts)

    @cached_property  # used by each failing check
    def own_texts(self) -> dict[str, str]:
        """The student's Python files, also those in packages, by their paths in the folder."""
        files = own_files(self.folder, self._library)
        return {path.relative_to(self.folder).as_posix(): source_text(path) for path in files}

    def _in_words(self, error: BaseException) -> str:
        if isinstance(error, ModuleNotFoundError) and error.name not in self._assignment.names:
            others = [name for name in self._assignment.packages if name != error.name]
            return f"your code raised {type(error).__name__}: {error}; {importable(others)}"
        return self._said(error) + self._blame(error)

    def _said(self, error: BaseException) -> str:
        if isinstance(error, AttributeError) and _module_of(error.obj) in self._own_modules():
            file = file_of(_module_of(error.obj))
            if package := imported_instead(file, self.own_texts):
                return f"Python imports {package} instead of {file}: {error}"
            if not self.own_texts.get(file, file).strip():
                return f"{file} is empty: is it saved in your editor?"
            return f"missing, or spelt differently: {error}"
        return _in_words(error, self._assignment.names)

    def _blame(self, error: BaseException) -> str:
        name = error.name if isinstance(error, NameError | AttributeError) else None
        why = self._cells.blamed(name) if name else ""
        return f"; {why}" if why else ""

    def _frames(self, error: BaseException) -> tuple[Frame, ...]:
        summaries = traceback.StackSummary.extract(
            traceback.walk_tb(error.__traceback__), lookup_lines=False
        )
        folder = str(self.folder)
        own = [s for s in summaries if is_own(s.filename, folder, self._library)]
        return tuple([frame_at(s.filename, s.lineno or 0, s.name, folder) for s in own[-3:]])


class ValueCarrier:
    """Passes values of the library of that name from a student's code to checks, and back.

    Nothing has to travel here, but everything must be able to: so that checks say the same on a
    student's computer and in grading, an answer is encoded and decoded, just as between a box and
    its judge. A check sees only the type of what can't travel. A function of a check gets its
    arguments, and returns its result, in the same way. Values of the `packages` are live ones for
    the code, and plain ones for checks.
    """

    def __init__(self, library: str, packages: Collection[str] = ()) -> None:
        self._name = library
        self._packages = packages

    def prepare(self) -> None:
        """Read the library, so that all of its declarations are known before any question."""
        _ = self._library

    def answer(self, give: Callable[[], object]) -> object:
        """What a student's code returns, as a check sees it.

        Raises `CheckFailed` if a check can't see anything of it.
        """
        try:
            return self._copied(give())
        except UnencodableValue as error:
            words = f"the value that came back can't be compared: {error}"
            raise CheckFailed(Evidence(words)) from None

    def given(self, value: object) -> object:
        """A value or function of a check, as a student's code gets it."""
        if type(value) in self._of_packages:
            return self._passed(value, self._library, self._live)
        given = self._library.functions.values()
        if is_noted(type(value)):
            return value
        if not callable(value) or isinstance(value, type) or value in given:
            return value

        @wraps(value)
        def call(*arguments: object, **named: object) -> object:
            copies = {name: self._copied(x) for name, x in named.items()}
            answer = value(*map(self._copied, arguments), **copies)
            return self._passed(answer, self._library, self._live)

        return call

    @cached_property
    def _library(self) -> Library:
        return with_packages(read_library(self._name), self._packages, live=False)

    @cached_property
    def _live(self) -> Library:
        return with_packages(read_library(self._name), self._packages, live=True)

    @cached_property
    def _of_packages(self) -> frozenset[type]:
        return frozenset(self._library.codecs) if self._packages else frozenset()

    def _copied(self, value: object) -> object:
        return self._passed(value, self._live, self._library)

    def _passed(self, value: object, written: Library, read: Library) -> object:
        if type(value) in PLAIN_TYPES:
            return value
        kept: list[object] = []

        def keep(one: object) -> list[object]:
            kept.append(one if is_noted(type(one)) else KeptAnswer(one))
            return ["o", len(kept) - 1]

        data = load(dump(Encoder(written, keep).encode(value)))
        return Decoder(read, {"o": lambda data: kept[data[1]]}).decode(data)


def shorten_traceback(error: BaseException) -> None:
    """Cut the middle out of a traceback that a recursion made long: reading it takes seconds."""
    entries, entry = [], error.__traceback__
    while entry is not None:
        entries.append(entry)
        entry = entry.tb_next
    if len(entries) > 2 * MOST_ENTRIES:
        entries[MOST_ENTRIES - 1].tb_next = entries[-MOST_ENTRIES]


def _module_of(value: object) -> str:
    """The name of a module, or of the module that defines a class or a value's class."""
    if isinstance(value, ModuleType):
        return value.__name__
    kind = value if isinstance(value, type) else type(value)
    return kind.__module__


def _file_of(module: object) -> str:
    file = getattr(module, "__file__", None)
    return _real_path(file) if isinstance(file, str) else ""


@cache
def _real_path(file: str) -> str:
    return os.path.realpath(file)


def _notebooks(folder: Path) -> dict[str, str]:
    """A folder's modules that were made from notebooks."""
    texts = {path.name: source_text(path) for path in folder.glob("*.py")}
    return {name: text for name, text in texts.items() if cells_of(name, text) is not None}


def _last_of(error: BaseException) -> Frame | None:
    *_, last = [None, *traceback.walk_tb(error.__traceback__)]
    return last and Frame(Path(last[0].f_code.co_filename).name, last[1], last[0].f_code.co_name)


def _in_words(error: BaseException, own: Collection[str]) -> str:
    match error:
        case Refused():
            return str(error)
        case RecursionError():
            return f"{TOO_DEEP}: RecursionError"
        case MemoryError():
            return "your code ran out of memory"
        case ModuleNotFoundError(name=str(name)) if name in own:
            return f"{file_of(name)} is missing"
    said = without_folders(str(error))
    return f"your code raised {type(error).__name__}" + (f": {said}" if said else "")


def source_text(path: Path) -> str:
    """The text of a Python file, in the encoding that it declares; never fails."""
    try:
        with tokenize.open(path) as file:
            return file.read()
    except (SyntaxError, ValueError):
        return path.read_text("utf-8", errors="replace")
