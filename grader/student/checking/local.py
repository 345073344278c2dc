"""Runs public checks on the files of the present folder, in this process.

`python -m checks` starts this program and watches it, so that code that never ends costs only what
depends on it. What it finds goes out as lines of JSON, one an event:

    collected  how many checks each module has
    start   a check, or the import of a module before its checks, begins
    late    it has taken long; where it is
    end     it has ended: with evidence if it failed, with words if it was not run
    stuck   it doesn't end; nor does this process go on
    broken  a module can't be imported, so none of its checks can be run: why, or which other
            file it needs
    ready   all checks of a module have ended
"""

import faulthandler
import io
import json
import os
import signal
import sys
import threading
import time
import tokenize
import traceback
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import FrozenInstanceError, asdict, replace
from functools import partial
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Any, TextIO

import pytest

from grader.inside.program import runner
from grader.student.checking.assignment import read_assignment
from grader.student.checking.files import syntax_fault
from grader.student.checking.hints import advice_on
from grader.student.checking.passing import Passing
from grader.student.checking.process import EVENT
from grader.student.checking.watch import BETWEEN_GLANCES, Endless, Place, Stuck, Watch, frame_at
from grader.student.claims import Expect
from grader.student.evidence import UNWRITTEN, CheckFailed, Evidence, Frame, evidence_to_json
from grader.student.question import (
    CODE,
    Code,
    answer_directly,
    number_watched,
    python_text,
    rewind_all,
    watched_in,
)
from grader.student.source import Source

RECURSION_LIMIT = 60_000
STACK_BYTES, MEMORY_BYTES = 256 << 20, 1 << 30
# Past these, Python says where it is and ends: it is in a step that nothing else can interrupt.
HARD_CPU_SECONDS, HARD_SECONDS = 7, 30.0
IMPORT, STDERR = "import", 2
# As in a box: libraries below numpy would begin a thread a core, for all of which there is no room.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
# What is set or installed for other tests would choose checks, or shuffle them.
NOT_OURS = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS")


class NotRun(Exception):  # no error of the student's
    """A question needs what is known not to end."""


class Direct:
    """Answers questions with the student's own files in a folder.

    `own` are the modules that the assignment asks for, `programs` those of them that are run,
    `data` the files that they may read. What the code prints is kept, or, `live`, shown.
    """

    def __init__(
        self,
        folder: Path,
        own: Collection[str],
        library: str,
        *,
        live: bool = False,
        programs: Collection[str] = (),
        data: Collection[str] = (),
        packages: Collection[str] = (),
    ) -> None:
        self.folder = folder
        self._packages = packages
        self._programs = programs
        self._data = data
        self._own = own
        self._library = library
        self._live = live
        self._output = io.StringIO()
        self._passing = Passing(library, packages)
        self.question: Any = None

    def forget(self) -> None:
        """Forget what was asked and printed: another check begins."""
        self.question, self._output = None, io.StringIO()

    @property
    def printed(self) -> str:
        """What the code has printed since the last question was asked."""
        return self._output.getvalue()

    def load(self, module: str) -> None:
        """Import a module of the student's; raises `CheckFailed` if that fails.

        A program is run when it is asked for.
        """
        if module in self._programs:
            return
        self._run(partial(import_module, module))

    def ask(self, question: Any, stdin: str = "") -> Any:
        """The value that the code gives; raises `CheckFailed` if it raises an exception.

        `stdin` is typed before the question is asked.
        """
        self._passing.prepare()
        number_watched(question)
        rewind_all(watched_in(question))
        self.question, sys.stdin = question, io.StringIO(stdin)
        return self._run(lambda: self._passing.answer(lambda: self._answer(question)))

    def _answer(self, question: Any) -> Any:
        printed, given = self._output.getvalue, self._passing.given
        return answer_directly(question, import_module, printed, given, self._program)

    def _program(self, file: str) -> Callable[..., Any]:
        sources = {path.name: source_text(path) for path in self.folder.glob("*.py")}
        if file not in sources:
            raise ModuleNotFoundError(f"there is no {file}", name=file.removesuffix(".py"))
        return runner(
            file, sources, {name: (self.folder / name).read_bytes() for name in self._data}
        )

    def _run(self, run: Callable[[], Any]) -> Any:
        self._output = io.StringIO()
        try:
            with self._kept():
                return run()
        except CheckFailed:
            raise
        except Endless as endless:
            raise NotRun(endless.place.words) from None
        except (ValueError, LookupError, TypeError) as error:
            both: type[CheckFailed] = type(type(error).__name__, (CheckFailed, type(error)), {})
            raise both(self._failure(error)) from error
        except (Exception, SystemExit) as error:
            raise CheckFailed(self._failure(error)) from error

    @contextmanager
    def _kept(self) -> Iterator[None]:
        if self._live:
            yield
            return
        with redirect_stdout(self._output), redirect_stderr(self._output):
            yield

    def _failure(self, error: BaseException) -> Evidence:
        if isinstance(error, SyntaxError) and error.filename:
            return syntax_fault(error, Path(error.filename).name, self._library)
        if isinstance(error, NotImplementedError):
            return Evidence(self._in_words(error))
        frames = self._frames(error)
        place = f" ({frames[-1].file}, line {frames[-1].line})" if frames else ""
        return Evidence(
            self._in_words(error) + place,
            call="" if self.question is None else python_text(self.question),
            frames=frames,
            output=self.printed,
            hint=advice_on(error, self._library),
        )

    def _in_words(self, error: BaseException) -> str:
        if isinstance(error, ModuleNotFoundError) and error.name not in self._own:
            others = [name for name in self._packages if name != error.name]
            only = " and ".join(["Python's own library", *others])
            return f"{error.name} is not available here: only {only} {'are' if others else 'is'}"
        return _in_words(error, self._own)

    def _frames(self, error: BaseException) -> tuple[Frame, ...]:
        summaries = traceback.StackSummary.extract(
            traceback.walk_tb(error.__traceback__), lookup_lines=False
        )
        own = [s for s in summaries if Path(s.filename).parent == self.folder]
        return tuple([frame_at(s.filename, s.lineno or 0, s.name) for s in own[-3:]])


def _in_words(error: BaseException, own: Collection[str]) -> str:
    match error:
        case NotImplementedError():
            return f"{error or 'this function'} {UNWRITTEN}"
        case RecursionError():
            return "the recursion never ends: RecursionError"
        case MemoryError():
            return "your code ran out of memory"
        case ModuleNotFoundError(name=str(name)) if name in own:
            return f"{name}.py is missing"
        case FrozenInstanceError():
            pass
        case AttributeError():
            return f"missing, or spelt differently: {error}"
    return f"your code raised {type(error).__name__}: {error}"


class LocalPlugin:
    """The fixtures of the checks, and the events that say what became of each.

    Checks are known by their module and their number in it, such as `work.2`. Those that are
    `done` are left out; with `only`, all others are.
    """

    def __init__(
        self,
        direct: Direct,
        watch: Watch,
        report: Callable[[dict[str, Any]], None],
        *,
        done: Sequence[str] = (),
        only: str = "",
    ) -> None:
        self._direct = direct
        self._watch = watch
        self._report = report
        self._done = frozenset(done)
        self._only = only
        self._refs: dict[str, str] = {}
        self._modules: list[str] = []
        self._failure: BaseException | None = None

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "task(id, title): which task a check judges")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Report a file of checks that can't be imported as a failed check."""
        if not report.failed:
            return
        text = report.longreprtext.splitlines()
        why = [line[1:].strip() for line in text if line.startswith("E ")] or text
        # Of a syntax error the first line is where it is.
        message = ": ".join(why if len(why) < 2 else [why[0], why[-1]])
        failure = Evidence(
            f"the checks can't be imported: {message}",
            hint="take the handout's own folders from it again, and edit nothing there",
        )
        self._report(_broken(Path(report.nodeid).stem.removeprefix("test_"), failure))

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for module, group in groupby(items, module_of):
            self._modules.append(module)
            for number, item in enumerate(group, 1):
                self._refs[item.nodeid] = f"{module}.{number}"
        counts = {name: sum(module_of(i) == name for i in items) for name in self._modules}
        if not self._done:
            self._report({"event": "collected", "counts": counts})
        items[:] = [item for item in items if self._wanted(item)]

    def _wanted(self, item: pytest.Item) -> bool:
        ref, only = self._refs[item.nodeid], self._only
        chosen = not only or only in (ref, _mark(item)[0], module_of(item))
        return chosen and ref not in self._done

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        # Also of a module whose checks have all been done before its end is reported.
        for module in self._modules:
            self._module(module, [item for item in session.items if module_of(item) == module])
        return True

    def _module(self, module: str, items: list[pytest.Item]) -> None:
        asks = [item for item in items if "submission" in getattr(item, "fixturenames", ())]
        if asks and not self._is_loaded(module):
            return
        for item in items:
            self._check(item)
        self._report({"event": "ready", "module": module})

    def _is_loaded(self, module: str) -> bool:
        self._begin(f"{module}.{IMPORT}", {"module": module})
        try:
            self._direct.load(module)
        except NotRun as endless:
            self._report({"event": "broken", "module": module, "needs": str(endless)})
        except CheckFailed as failed:
            self._report(_broken(module, failed.evidence))
        else:
            return True
        finally:
            self._watch.end()
        return False

    def _begin(self, ref: str, about: dict[str, Any]) -> None:
        self._failure = None
        self._direct.forget()
        self._report({"event": "start", "ref": ref} | about)
        limit_time()
        self._watch.begin(ref)

    def _check(self, item: pytest.Item) -> None:
        ref, (task, title) = self._refs[item.nodeid], _mark(item)
        about = {"module": module_of(item), "task": task, "title": title, "name": item.name}
        self._begin(ref, about)
        try:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        finally:
            self._watch.end()
        event: dict[str, Any] = {"event": "end", "ref": ref} | about
        if isinstance(self._failure, NotRun):
            event["not_run"] = str(self._failure)
        elif self._failure is not None:
            event["evidence"] = evidence_to_json(self._evidence(self._failure))
        self._report(event)

    def _evidence(self, failure: BaseException) -> Evidence:
        if not isinstance(failure, CheckFailed):
            return Evidence(f"{type(failure).__name__}: {failure}")
        evidence = failure.evidence
        return evidence if evidence.output else replace(evidence, output=self._direct.printed)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> pytest.TestReport:
        if call.excinfo is not None and self._failure is None:
            self._failure = call.excinfo.value
        report = pytest.TestReport.from_item_and_call
        return report(item, pytest.CallInfo.from_call(lambda: None, call.when))

    @pytest.fixture
    def submission(self) -> Code:
        """The student's code: calls are questions."""
        return CODE

    @pytest.fixture
    def expect(self) -> Expect:
        """Claims about answers."""
        return Expect(self._direct.ask)

    @pytest.fixture
    def source(self) -> Source:
        """The student's code as syntax trees."""
        files = self._direct.folder.glob("*.py")
        return Source({path.name: source_text(path) for path in files})


def source_text(path: Path) -> str:
    """The text of a Python file, in the encoding that it declares; never fails."""
    try:
        with tokenize.open(path) as file:
            return file.read()
    except (SyntaxError, ValueError):
        return path.read_text("utf-8", errors="replace")


def module_of(item: pytest.Item) -> str:
    """The module that a check judges: the one that its file is named after."""
    return item.path.stem.removeprefix("test_")


def _mark(item: pytest.Item) -> tuple[str, str]:
    mark = item.get_closest_marker("task")
    task, title = mark.args if mark else ("", item.name)
    return task, title


def _broken(module: str, failure: Evidence) -> dict[str, Any]:
    return {"event": "broken", "module": module, "evidence": evidence_to_json(failure)}


OPTIONS = (
    *("-p", "no:cacheprovider", "-p", "no:terminal", "-p", "no:faulthandler"),
    *("-s", "--noconftest", "-c", os.devnull, "--assert=plain", "--import-mode=importlib"),
)


def run_checks(plugin: LocalPlugin, checks: Path, modules: Sequence[str]) -> None:
    """Run the checks of modules on the present folder, in their order, in this thread."""
    folder = Path.cwd()
    sys.path.insert(0, str(folder))
    for name in NOT_OURS:
        os.environ.pop(name, None)
    os.environ |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", **ONE_THREAD}
    files = [str(checks / f"test_{module}.py") for module in modules]
    pytest.main([*OPTIONS, "--rootdir", str(folder), *files], plugins=[plugin])


class Worker:
    """This process: the checks in one thread with room for recursion, the watch in another."""

    def __init__(self, order: Mapping[str, Any], events: TextIO) -> None:
        self._events = events
        self._lock = threading.Lock()
        self._modules: list[str] = order["modules"]
        self._checks = Path(order["checks"])
        assignment = read_assignment(self._checks)
        own = [module.name for module in assignment.modules]
        self._direct = Direct(
            Path.cwd(),
            own,
            assignment.library,
            programs=assignment.programs,
            data=assignment.files,
            packages=assignment.packages,
        )
        self._watch = Watch(Path.cwd(), [Place(*place) for place in order["endless"]])
        watch, done = self._watch, order["done"]
        self._plugin = LocalPlugin(self._direct, watch, self._send, done=done)

    def work(self) -> None:
        """Run all checks, or as many as end."""
        sys.setrecursionlimit(RECURSION_LIMIT)
        with suppress(ValueError, RuntimeError):  # some systems have no such stacks
            threading.stack_size(STACK_BYTES)
        run = partial(run_checks, self._plugin, self._checks, self._modules)
        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        while thread.is_alive():
            thread.join(BETWEEN_GLANCES)
            self._watch.look(self._late, self._stuck)

    def _late(self, ref: str, stuck: Stuck) -> None:
        self._send({"event": "late", "ref": ref, "why": stuck.why})

    def _stuck(self, ref: str, stuck: Stuck) -> None:
        question = self._direct.question
        call = "" if question is None else python_text(question)
        hint = "is there a loop or a recursion that never ends?"
        evidence = Evidence(
            stuck.why, call=call, hint=hint, frames=stuck.frames, output=self._direct.printed
        )
        place = None if stuck.place is None else list(asdict(stuck.place).values())
        event = {"event": "stuck", "ref": ref, "place": place}
        self._send(event | {"evidence": evidence_to_json(evidence)})
        os._exit(0)

    def _send(self, event: dict[str, Any]) -> None:
        # A line of its own, also after something printed that did not end its line.
        with self._lock:
            self._events.write(f"\n{EVENT}{json.dumps(event)}\n")
            self._events.flush()


def limit_time() -> None:
    """Let Python end by force what takes far too long from now on, and say where it was."""
    # Where there is no room for a thread, as after code that filled the memory, the kernel's limit
    # is left.
    with suppress(ValueError, OSError, AttributeError, RuntimeError):
        faulthandler.dump_traceback_later(HARD_SECONDS, exit=True, file=STDERR)
    with suppress(ImportError, OSError, ValueError):
        import resource  # not everywhere

        most = int(time.process_time()) + HARD_CPU_SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def report_when_killed() -> None:
    """Let Python say where it was when the system ends it."""
    faulthandler.enable(STDERR, all_threads=False)
    with suppress(AttributeError):
        faulthandler.register(signal.SIGXCPU, STDERR, all_threads=True, chain=True)


def limit_memory() -> None:
    """Let code that fills the memory fail, and not the computer, where the system can do that."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # not everywhere

        most = MEMORY_BYTES + STACK_BYTES
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def main(order: str) -> None:
    """Run the checks that an order, as JSON, asks for; events go to standard output."""
    events = os.fdopen(os.dup(1), "w", encoding="utf-8")
    sys.stdin = io.StringIO()
    report_when_killed()
    limit_memory()
    Worker(json.loads(order), events).work()


if __name__ == "__main__":
    main(sys.argv[1])
    sys.stdout.flush()
    # Threads that the student's code began may still run.
    os._exit(0)
