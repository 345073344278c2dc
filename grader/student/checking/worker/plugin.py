"""The pytest plugin of public checks: their fixtures, and the events about how each ended."""

import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import groupby
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from grader.inside.course_tests import decorators
from grader.inside.module_names import FIXTURES, tests_of
from grader.student.checking.assignment import HandoutAssignment
from grader.student.checking.worker.direct import DirectAnswers
from grader.student.checking.worker.this_process import limit_time
from grader.student.checking.worker.watch import EndlessCall, Watch
from grader.student.claims import Expect
from grader.student.evidence import CheckFailed, Evidence, evidence_to_json
from grader.student.no_return import with_true_hint
from grader.student.printed.asking import FileWithSessions, file_with_sessions
from grader.student.printed.sessions import read_sessions
from grader.student.printing import expect_printed
from grader.student.python_text import python_text
from grader.student.question import CODE, Code
from grader.student.repeating import (
    AskedQuestion,
    NoMoreTries,
    QuestionSettled,
    RepeatedAnswers,
    shortest_cause,
)
from grader.student.source import Source

IMPORT = "import"
# A failed check is repeated for at most this long, to find the calls before it that matter.
REPEATING_SECONDS = 0.5
MOST_SHOWN = 20
ADVICE = "Use -v to get"


class AnswerLog:
    """Asks the student's code; records all questions, and the answers of the current check.

    So a failed check can be repeated for its last question. Freshly imported modules of the student
    answer that, as at a prompt.
    """

    def __init__(self, direct: DirectAnswers) -> None:
        self._direct = direct
        self._asked: list[AskedQuestion] = []
        self._looked_at, self._repeatable = 0, list[AskedQuestion]()
        self._answers: list[object] = []

    def begin_check(self) -> None:
        """Forget the answers, before another check."""
        self._answers = []

    def ask(self, question: object, stdin: str = "") -> object:
        """The value that the code returns; raises `CheckFailed` if it raises an exception."""
        self._asked.append(AskedQuestion(question, stdin))
        try:
            value = self._direct.ask(question, stdin)
        except CheckFailed as failed:
            self._answers.append(failed)
            raise
        self._answers.append(value)
        return value

    def earlier(self) -> list[AskedQuestion]:
        """What was asked before the check's last question; empty if that can't be repeated."""
        if not self._answers or not self._asked[-1].can_be_repeated:
            return []
        new = self._asked[self._looked_at : -1]
        self._repeatable += [asked for asked in new if asked.can_be_repeated]
        self._looked_at += len(new)
        return [*self._repeatable]

    def repeated(self, earlier: Sequence[AskedQuestion]) -> Callable[..., object]:
        """Answers for a repeated check: as before, but the last question by fresh modules.

        Those have been asked the `earlier` questions; any further question of the check raises
        `QuestionSettled`.
        """
        answers = RepeatedAnswers[object](self._answers[:-1])

        def ask(question: object, stdin: str = "") -> object:
            last = AskedQuestion(question, stdin)
            return answers.next(partial(self._fresh_answer, earlier, last))

        return ask

    def _fresh_answer(self, earlier: Sequence[AskedQuestion], last: AskedQuestion) -> object:
        with self._direct.fresh_modules():
            for asked in earlier:
                with suppress(CheckFailed):  # only its effect matters
                    self._direct.ask(asked.question, asked.stdin)
            return self._direct.ask(last.question, last.stdin)


class LocalPlugin:
    """The fixtures of the checks, and the events about each.

    Checks are identified by module and number, such as `work.2`. Those that are `done` are left
    out; with `only`, all others are. Those of `counted` modules are only counted.
    """

    def __init__(
        self,
        assignment: HandoutAssignment,
        direct: DirectAnswers,
        watch: Watch,
        report: Callable[[dict[str, object]], None],
        *,
        done: Sequence[str] = (),
        counted: Sequence[str] = (),
        only: str = "",
    ) -> None:
        self._tasks = {module.name: module.tasks for module in assignment.modules}
        self._as_is = assignment.as_is
        self._direct = direct
        self._log = AnswerLog(direct)
        self._ask: Callable[..., object] = self._log.ask
        self._told: set[str] = set()
        self._watch = watch
        self._report = report
        self._done = frozenset(done)
        self._counted = frozenset(counted)
        self._only = only
        self._refs: dict[str, str] = {}
        self._modules: list[str] = []
        self._unreadable: dict[str, Evidence | None] = {}
        self._of_file: dict[str, str] = {}
        self._failure: BaseException | None = None

    def will_check(self, modules: Sequence[str], checks: Path) -> list[str]:
        """Announce which modules are checked; returns the files in `checks` to collect.

        A course's own tests import the module that they test, and so may their fixtures.
        """
        files = {module: checks / tests_of(module) for module in modules}
        self._of_file = {file.name: module for module, file in files.items()}
        there = [module for module, file in files.items() if file.exists()]
        as_is = [m for m in there if m in self._as_is and m not in self._counted]
        if as_is:
            sys.modules.update(decorators.modules())
            sys.path.append(str(checks))
        needed = ["", FIXTURES] if (checks / f"{FIXTURES}.py").exists() else [""]
        ready = [m for m in as_is if all(self._is_loaded(m, name) for name in needed)]
        self._unreadable |= dict.fromkeys([m for m in as_is if m not in ready])
        return [str(files[m]) for m in there if m in ready or m not in self._as_is]

    def _module_of(self, path: Path) -> str:
        """The module that a file of checks is named after."""
        return self._of_file.get(path.name, path.stem.removeprefix("test_"))

    def pytest_addoption(self, parser: pytest.Parser) -> None:
        """Declare options that pytest looks up, since its debugger and terminal plugins are off."""
        for name in ("trace", "usepdb", "verbose"):
            parser.addoption(f"--{name}", dest=name, action="store_true", default=False)

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "task(id, title): which task a check judges")
        config.pluginmanager.register(_NoTerminal(), "terminalreporter")
        if FIXTURES in sys.modules:
            config.pluginmanager.register(sys.modules[FIXTURES], FIXTURES)

    def pytest_pycollect_makemodule(
        self, module_path: Path, parent: pytest.Collector
    ) -> FileWithSessions:
        """Collect the interactive sessions in texts beside the checks."""
        return file_with_sessions(module_path, parent, read_sessions(module_path.parent))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Report a file of checks that can't be imported as a failed check."""
        module = self._module_of(Path(report.nodeid))
        if not report.failed or module in self._counted:
            return
        if evidence := self._unreadable.setdefault(module, None):
            self._report(_broken(module, evidence) | {"importable": True})
            return
        text = report.longreprtext.splitlines()
        why = [line[1:].strip() for line in text if line.startswith("E ")] or text
        # The first line of a syntax error says where it is.
        message = ": ".join(why if len(why) < 2 else [why[0], why[-1]])
        failure = Evidence(
            f"the checks can't be imported: {message}",
            hint="take the handout's own folders from it again, and edit nothing there",
        )
        self._report(_broken(module, failure))

    @pytest.hookimpl(hookwrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Generator[None, Any, None]:
        """Keep what a course's own tests don't find in the student's code."""
        outcome = yield
        report, module = outcome.get_result(), self._module_of(collector.path)
        if report.failed and module in self._as_is and report.call.excinfo is not None:
            error = report.call.excinfo.value
            self._unreadable[module] = self._direct.failure(error.__cause__ or error)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for module, group in groupby(items, lambda item: self._module_of(item.path)):
            self._modules.append(module)
            for number, item in enumerate(group, 1):
                self._refs[item.nodeid] = f"{module}.{number}"
        counts = Counter(self._module_of(item.path) for item in items)
        if not self._done:
            self._report({"event": "collected", "counts": counts})
        items[:] = [item for item in items if self._wanted(item)]

    def _wanted(self, item: pytest.Item) -> bool:
        ref, only = self._refs[item.nodeid], self._only
        chosen = not only or only in (ref, self._mark(item)[0], self._module_of(item.path))
        return chosen and ref not in self._done

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        # Also for a module whose checks were all done already: its end is still to be reported.
        for module in [name for name in self._modules if name not in self._counted]:
            of_it = [item for item in session.items if self._module_of(item.path) == module]
            self._module(module, of_it)
        return True

    def import_unchecked(self) -> None:
        """Import the modules without collected checks, since the import alone may fail."""
        known = {*self._modules, *self._counted, *self._unreadable}
        for module in self._of_file.values():
            if module not in known and self._is_loaded(module):
                self._report({"event": "ready", "module": module})

    def _module(self, module: str, items: list[pytest.Item]) -> None:
        asks = [item for item in items if "submission" in getattr(item, "fixturenames", ())]
        if asks and not self._is_loaded(module):
            return
        for item in items:
            self._check(item)
        self._report({"event": "ready", "module": module})

    def _is_loaded(self, module: str, name: str = "") -> bool:
        """Import a module, or by its `name` another one that its checks need."""
        self._begin(f"{module}.{IMPORT}", {"module": module})
        try:
            self._direct.load(name or module)
        except EndlessCall as endless:
            self._report({"event": "broken", "module": module, "needs": str(endless)})
        except CheckFailed as failed:
            self._report(_broken(module, failed.evidence) | {"importable": bool(name)})
        else:
            for words in self._direct.failed_cells:
                self._report({"event": "cell", "words": words})
            return True
        finally:
            self._watch.end()
        return False

    def _begin(self, ref: str, about: dict[str, Any]) -> None:
        self._failure = None
        self._direct.forget()
        self._log.begin_check()
        self._report({"event": "start", "ref": ref} | about)
        limit_time()
        self._watch.begin(ref)

    def _check(self, item: pytest.Item) -> None:
        ref, (task, title) = self._refs[item.nodeid], self._mark(item)
        module = self._module_of(item.path)
        about = {"module": module, "task": task, "title": title, "name": item.name}
        self._begin(ref, about)
        try:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        finally:
            self._watch.end()
        failure = self._failure
        event: dict[str, Any] = {"event": "end", "ref": ref} | about
        if isinstance(failure, EndlessCall):
            event["not_run"] = failure.place.words
        elif failure is not None:
            evidence = self._explained(item, self._evidence(item, failure))
            event["evidence"] = evidence_to_json(evidence)
        self._report(event)

    def _explained(self, item: pytest.Item, evidence: Evidence) -> Evidence:
        """The evidence, with the earlier calls without which the answer is right.

        If an answer of a task is wrong even alone, its other checks aren't repeated.
        """
        task = self._mark(item)[0]
        if self._only or task in self._told or evidence.unwritten:
            return evidence
        if not (earlier := self._log.earlier()):
            return evidence
        question, ends_at = self._direct.question, time.process_time() + REPEATING_SECONDS
        cause = shortest_cause(lambda: earlier, partial(self._is_wrong_after, item, ends_at))
        if not cause or len(cause) > MOST_SHOWN:
            self._told.add(task)
            return evidence
        call = python_text(question, [asked.question for asked in cause])
        return replace(evidence, call=call, after=len(cause))

    def _is_wrong_after(
        self, item: pytest.Item, ends_at: float, earlier: Sequence[AskedQuestion]
    ) -> bool:
        if time.process_time() > ends_at:
            raise NoMoreTries
        self._failure, self._ask = None, self._log.repeated(earlier)
        limit_time()
        self._watch.begin(self._refs[item.nodeid])
        try:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        finally:
            self._watch.end()
            self._ask = self._log.ask
        if not isinstance(self._failure, AssertionError | QuestionSettled | None):
            raise NoMoreTries
        return isinstance(self._failure, AssertionError)

    def _evidence(self, item: pytest.Item, failure: BaseException) -> Evidence:
        if isinstance(failure, CheckFailed):
            evidence = with_true_hint(failure.evidence, Source(self._direct.own_texts))
            return evidence if evidence.output else replace(evidence, output=self._direct.printed)
        found = pytest.ExceptionInfo.from_exception(failure)
        as_is = self._module_of(item.path) in self._as_is
        call = _line_of(item, found) if as_is else ""
        if isinstance(failure, AssertionError | pytest.fail.Exception):
            return Evidence(f"the check failed: {_said(found)}", call=call)
        if as_is:
            return replace(self._direct.failure(failure), call=call)
        return Evidence(f"{type(failure).__name__}: {failure}")

    def _mark(self, item: pytest.Item) -> tuple[str, str]:
        """A check's task and title; a course's own tests are listed by task."""
        module = self._module_of(item.path)
        if module not in self._as_is and (mark := item.get_closest_marker("task")):
            task, title = mark.args
            return task, title
        path = ".".join(item.nodeid.partition("[")[0].split("::")[1:])
        tasks = self._tasks[module]
        return next((task.id for task in tasks if task.takes(path)), tasks[0].id), item.name

    # Without `tryfirst`: another hook first takes the exceptions from unittest test cases.
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
        return Expect(self._ask)

    @pytest.fixture
    def expect_printed(self, expect: Expect) -> Callable[..., None]:
        """Claims about what calls print."""
        return partial(expect_printed, expect)

    @pytest.fixture
    def source(self) -> Source:
        """The student's code as syntax trees."""
        return Source(self._direct.own_texts)


class _NoTerminal:
    """What pytest before 9.1 asks for colours when it explains an assert."""

    _tw = SimpleNamespace(_highlight=lambda source, *_, **__: source)


def _said(found: pytest.ExceptionInfo[BaseException]) -> str:
    """pytest's message for a failed assertion, without its advice."""
    lines = [line.strip() for line in found.exconly(tryshort=True).splitlines()]
    return "\n".join([line for line in lines if line and not line.startswith(ADVICE)])


def _line_of(item: pytest.Item, found: pytest.ExceptionInfo[BaseException]) -> str:
    """The line of a check at which it ended."""
    own = [entry for entry in found.traceback if Path(entry.path) == item.path]
    return str(own[-1].statement).strip() if own else ""


def _broken(module: str, failure: Evidence) -> dict[str, object]:
    return {"event": "broken", "module": module, "evidence": evidence_to_json(failure)}
