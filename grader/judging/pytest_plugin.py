"""The pytest plugin of a judge: checks are ordinary pytest tests, run for one hand-in at a time.

`run_pytest` collects the public and hidden checks once and hands the session to a function that
grades; the fixtures below give each check the current hand-in. A check is marked with
`@pytest.mark.task(task id, title)`; which module it judges follows from the task.
"""

import os
import re
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn

import pytest
import pytest_timeout

from grader.asking.allowance import Costs
from grader.asking.answers import CodeFailed, ImportFailed
from grader.asking.handed_in import CheckedModule, Names
from grader.asking.submission import Submission
from grader.course_tests.checks import CourseChecks
from grader.errors import BrokenGrader, ConfigError
from grader.inside.module_names import module_of_task
from grader.inside.shortening import cut
from grader.judging.comparison import WrongPart
from grader.judging.faults import VerdictFailed
from grader.judging.progress import ADVICE, CheckProgress, EndlessCheck
from grader.judging.properties import Property, Replay
from grader.judging.verdicts import MOST_CHARACTERS, PLAIN, shortened, unreadable, verdict_of
from grader.results import CheckResult, Incident
from grader.sandbox.clock import Budget
from grader.statuses import Status
from grader.student.claims import Expect
from grader.student.evidence import CheckFailed, Evidence
from grader.student.hints.code_hints import at_breakpoint
from grader.student.no_return import with_true_hint
from grader.student.printed.asking import file_with_sessions
from grader.student.printed.sessions import PrintedSession
from grader.student.printing import expect_printed
from grader.student.source import Source
from grader.student_tests.trial import Trial

QUIET = (
    *("-p", "no:cacheprovider", "-p", "no:terminal", "-p", "no:logging", "-p", "no:doctest"),
    *("-p", "no:unittest", "-p", "no:nose", "-p", "no:junitxml", "-p", "no:warnings"),
    *("-p", "no:faulthandler", "-p", "no:threadexception", "-p", "no:unraisableexception"),
    *("-p", "no:stepwise", "-p", "no:pastebin"),
    # Other plugins that happen to be installed have no business in a judge.
    *("--disable-plugin-autoload", "-s", "--noconftest", "--import-mode=importlib"),
    "--strict-markers",
)

# Our own settings, so that those of a course or of the machine are ignored.
SETTINGS = Path(__file__).with_name("pytest.ini")
# Runs one of the course's own tests, by its file and path, on the current hand-in.
Examine = Callable[[Path, str], None]
# Options that staff set for their own tests: they could deselect checks, or load any plugin.
NOT_OURS = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS")


@dataclass(frozen=True, slots=True)
class Check:
    """One collected check."""

    item: pytest.Item
    name: str
    task: str
    title: str
    public: bool

    @property
    def module(self) -> str:
        return module_of_task(self.task)

    @property
    def place(self) -> str:
        """Where staff wrote it: file and line."""
        if self.prop is not None:
            code = self.prop.ask.__code__
            return f"{code.co_filename}:{code.co_firstlineno}"
        return _place_of(self.item)

    @property
    def unknown_fixtures(self) -> frozenset[str]:
        """The fixtures that it asks for, but that don't exist."""
        known = getattr(getattr(self.item, "_fixtureinfo", None), "name2fixturedefs", None)
        return self._fixtures - {"request", *known} if known is not None else frozenset()

    @property
    def _fixtures(self) -> frozenset[str]:
        # The item of a course's own test has no list of them.
        return frozenset(getattr(self.item, "fixturenames", ()))

    @property
    def runs_suites(self) -> bool:
        """Whether it runs a student's own tests."""
        return "suite" in self._fixtures

    @property
    def states_claims(self) -> bool:
        """Whether it states claims about answers itself, and not as a property does."""
        return self.prop is None and "expect" in self._fixtures

    @property
    def words(self) -> frozenset[str]:
        """The texts among its parameters, such as the name of a faulty solution."""
        callspec = getattr(self.item, "callspec", None)
        values = callspec.params.values() if callspec is not None else ()
        return frozenset([value for value in values if isinstance(value, str)])

    @property
    def prop(self) -> Property | None:
        """The property that the check replays, if it is one."""
        function = getattr(self.item, "function", None)
        return getattr(function, "prop", None)

    def result(self, status: Status, evidence: Evidence | None) -> CheckResult:
        """What is stored and shown of it if it ends like this."""
        return CheckResult(self.name, self.task, self.title, self.public, status, evidence)

    def budget(self, costs: Costs) -> Budget:
        """What it may cost."""
        return costs.of(self.task, self.prop.cpu_seconds if self.prop else None)


@dataclass
class CurrentHandin:
    """The current hand-in, for the fixtures; checks may ask it for `names`.

    `reference` makes a context that has the reference in its place. `claims` makes the fixture
    `expect`.
    """

    submission: Submission
    source: Source
    replay: Callable[[Check, Submission], None]
    names: Names
    check: Check | None = None
    suite: Callable[[], Trial] | None = None
    reference: "Callable[[], AbstractContextManager[CurrentHandin]] | None" = None
    claims: Callable[[Callable[..., object]], Expect] = Expect
    examine: Examine | None = None


class CourseItem(pytest.Item):
    """One of the course's own tests, by its path; it doesn't run in this process."""

    def __init__(self, *, examine: Examine, **rest: Any) -> None:
        super().__init__(**rest)
        self._examine = examine

    def runtest(self) -> None:
        """Run it; raises `CheckFailed`."""
        self._examine(self.path, self.name)


class CourseFile(pytest.File):
    """A file of the course's tests, which is not imported here."""

    def __init__(self, *, checks: CourseChecks, examine: Examine, **rest: Any) -> None:
        super().__init__(**rest)
        self._checks = checks
        self._examine = examine

    def collect(self) -> Iterator[pytest.Item]:
        """A check for each test."""
        for test, task in self._checks.tests:
            item = CourseItem.from_parent(self, name=test.path, examine=self._examine)
            item.add_marker(pytest.mark.task(task, test.title))
            if self._checks.shows(test):
                item.add_marker(pytest.mark.shown)
            yield item


class HungCheck(BaseException):
    """A check doesn't end; a `BaseException`, so that no `except Exception` catches it."""


class ChecksPlugin:
    """Collects checks, gives them their fixtures, and catches how each ended.

    Beside the `public` ones, `sessions` that the texts print are asked.
    """

    def __init__(
        self,
        public: Path,
        body: Callable[["ChecksPlugin"], None],
        sessions: Iterable[PrintedSession] = (),
        course: Mapping[Path, CourseChecks] = MappingProxyType({}),
    ) -> None:
        self._public = public
        self._sessions = tuple(sessions)
        self._body = body
        self._course = course
        self.checks: tuple[Check, ...] = ()
        self.present: CurrentHandin | None = None
        self.collected = False
        self.ended: BaseException | None = None
        self._failure: BaseException | None = None
        self._reads_reference: dict[str, bool] = {}
        self._hung = ""
        self.progress: CheckProgress | None = None
        self.faults: list[str] = []
        self._place = public

    # -- pytest's side -----------------------------------------------------------------------

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "task(id, title): which task a check judges")
        config.addinivalue_line("markers", "shown: students see all of a hidden check's verdict")

    @pytest.hookimpl(tryfirst=True)
    def pytest_pycollect_makemodule(
        self, module_path: Path, parent: pytest.Collector
    ) -> pytest.File | None:
        """Don't import a file of the course's own tests; collect sessions besides public checks."""
        checks = self._course.get(module_path)
        if checks is not None:
            made: CourseFile = CourseFile.from_parent(
                parent, path=module_path, checks=checks, examine=self._examine
            )
            return made
        if not module_path.is_relative_to(self._public):
            return None
        return file_with_sessions(module_path, parent, self._sessions)

    def _examine(self, file: Path, path: str) -> None:
        examine = self._present().examine
        if examine is None:
            raise BrokenGrader("the course's own tests can't be run here")
        examine(file, path)

    def pytest_collectstart(self, collector: pytest.Collector) -> None:
        self._place = collector.path

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Record why a file of checks can't be collected."""
        if report.failed:
            lines = report.longreprtext.splitlines()
            why = [line[1:].strip() for line in lines if line.startswith("E ")] or lines
            words = ": ".join(dict.fromkeys([why[0], why[-1]])) if why else "?"
            place = re.escape(str(self._place.name))
            line = re.findall(rf"^\S*{place}(:\d+): in ", report.longreprtext, re.MULTILINE)
            where = f"{self._place}{''.join(line[-1:])}"
            self.faults.append(f"{where}: the checks can't be collected: {words}")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.checks = tuple([self._check(item) for item in items])
        names = [check.name for check in self.checks]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            second = [check for check in self.checks if check.name == twice[0]][1]
            raise self._refused(second.item, f"two checks have the name {twice[0]}; rename one")

    def _check(self, item: pytest.Item) -> Check:
        mark = item.get_closest_marker("task")
        if mark is None or len(mark.args) != 2:
            raise self._refused(item, 'no @pytest.mark.task("module.task", "title")')
        task, title = mark.args
        shown = item.get_closest_marker("shown") is not None
        public = shown or item.path.is_relative_to(self._public)
        kind = "public" if public else "hidden"
        name = f"{task}/{kind}/{item.name.removeprefix('test_')}"
        return Check(item, name, task, title, public)

    def _refused(self, item: pytest.Item, why: str) -> pytest.UsageError:
        self.faults.append(f"{_place_of(item)}: the checks can't be collected: {why}")
        return pytest.UsageError(self.faults[-1])

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        # pytest runs each test once; ours are run once for each hand-in. Until this loop returns,
        # the session with its collected checks stays open, and judges inherit it by fork.
        if session.testsfailed or not self.checks:
            return True
        self.collected = True
        try:
            self._body(self)
        except BaseException as error:  # pytest would report it; `run_pytest` raises it again
            self.ended = error
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> pytest.TestReport:
        # Building pytest's own report would format tracebacks; only the exception is wanted.
        if call.excinfo is not None and self._failure is None:
            self._failure = _in_check(call.excinfo.value, call.when)
        outcome = "passed" if call.excinfo is None else "failed"
        return pytest.TestReport(item.nodeid, item.location, {}, outcome, None, call.when)  # type: ignore[arg-type]

    @pytest.hookimpl(optionalhook=True)
    def pytest_timeout_set_timer(
        self, item: pytest.Item, settings: pytest_timeout.Settings
    ) -> bool | None:
        """Replace pytest-timeout's own timer: it would print, and fail the check as the student's.

        The timer is the backstop: everything that a hand-in may do ends long before it.
        """

        def stop(*_: object) -> NoReturn:
            self._hung = f"the check {item.nodeid} has not ended in {settings.timeout:g} seconds"
            raise HungCheck(self._hung)

        signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, settings.timeout)
        item.cancel_timeout = _cancel_timer  # type: ignore[attr-defined]  # where pytest-timeout looks
        return True

    # -- the fixtures of checks ----------------------------------------------------------------

    @pytest.fixture
    def submission(self) -> CheckedModule:
        """The student's code: calls are questions."""
        present = self._present()
        return CheckedModule(present.submission, present.names)

    @pytest.fixture
    def expect(self) -> Expect:
        """Claims about answers."""
        present = self._present()
        return present.claims(present.submission.ask)

    @pytest.fixture
    def expect_printed(self, expect: Expect) -> Callable[..., None]:
        """Claims about what calls print."""
        return partial(expect_printed, expect)

    @pytest.fixture
    def source(self) -> Source:
        """The student's code as syntax trees."""
        return self._present().source

    @pytest.fixture
    def replay(self) -> Replay:
        """Asks a property's questions and compares the answers with the key."""
        present = self._present()

        def replay(_prop: Property) -> None:
            assert present.check is not None
            present.replay(present.check, present.submission)

        return replay

    @pytest.fixture
    def suite(self) -> Trial:
        """The student's own tests, to be run on solutions."""
        suite = self._present().suite
        if suite is None:
            raise BrokenGrader("suites can't be run here")
        return suite()

    def _present(self) -> CurrentHandin:
        if self.present is None:
            raise BrokenGrader("a check was run without a hand-in")
        return self.present

    # -- running one check ---------------------------------------------------------------------

    @property
    def blamed(self) -> object:
        """The question of the latest check whose answer is wrong, if that isn't its last one."""
        return getattr(self._failure, "question", None)

    @property
    def wrong_part(self) -> WrongPart | None:
        """The part of the latest check's question that is wrong by itself, if one is."""
        part = getattr(self._failure, "part", None)
        return part if isinstance(part, WrongPart) else None

    def too_much(self) -> str:
        """Why no more checks may be run, or an empty string."""
        return self.progress.too_much() if self.progress else ""

    def run(self, check: Check) -> CheckResult:
        """Run one check on the current hand-in; raises `BrokenGrader` if it never ends."""
        endless = self.progress is not None and self.progress.is_endless(check.name)
        failure = EndlessCheck() if endless else self._failure_of(check)
        status, evidence = verdict_of(failure, [check.item.path])
        doubtful = status is Status.BROKEN and not isinstance(failure, VerdictFailed)
        if doubtful and self._can_read_the_reference(check):
            status, evidence = Status.FAILED, self._unreadable(check, failure)
        if evidence is not None:
            evidence = self._explained(shortened(evidence), status, failure)
        return check.result(status, evidence)

    def _explained(
        self, evidence: Evidence, status: Status, failure: BaseException | None
    ) -> Evidence:
        """The evidence with what was printed, and with advice that is true of the hand-in's text.

        Whatever that text is, reading it can cost no more than the advice.
        """
        submission = self._present().submission
        # After many questions at once, nobody knows which of them printed it.
        if status is Status.FAILED and submission.latest is not None and not evidence.output:
            evidence = replace(evidence, output=submission.printed())
        if self.progress is None:
            return self._advised(evidence, failure)
        if not self.progress.advises:
            return with_true_hint(evidence, Source({}))
        with self.progress.at(ADVICE):
            return self._advised(evidence, failure)

    def _advised(self, evidence: Evidence, failure: BaseException | None) -> Evidence:
        advised = self._with_advice(evidence, failure)
        return replace(advised, hint=cut(advised.hint, MOST_CHARACTERS["hint"]))

    def _with_advice(self, evidence: Evidence, failure: BaseException | None) -> Evidence:
        if isinstance(failure, CodeFailed) and failure.said and not evidence.hint:
            files, kinds = self._present().source.files, (failure.said.name, *failure.said.bases)
            hint = self._present().submission.hint_on(failure.said)
            chosen = bool(hint) and not isinstance(failure, ImportFailed)
            evidence = replace(evidence, hint=hint, by_its_word=chosen)
            return at_breakpoint(evidence, kinds, files)
        return with_true_hint(evidence, self._present().source)

    def _failure_of(self, check: Check) -> BaseException | None:
        self._failure = None
        self._present().check = check
        self._present().submission.latest = None
        # The next check isn't known yet, since it may be skipped. So everything is torn down.
        with self.progress.at(check.name) if self.progress else nullcontext():
            check.item.config.hook.pytest_runtest_protocol(item=check.item, nextitem=None)
        if self._hung:  # what box and nursery were doing just then is unknown
            raise BrokenGrader(self._hung)
        return self._failure

    def _can_read_the_reference(self, check: Check) -> bool:
        """Whether a check that broke on a hand-in passes with the reference in its place."""
        present = self._present()
        if present.reference is None:
            return False
        if check.name not in self._reads_reference:
            try:
                with present.reference() as self.present:
                    self._reads_reference[check.name] = self._failure_of(check) is None
            finally:
                self.present = present
        return self._reads_reference[check.name]

    def _unreadable(self, check: Check, failure: BaseException | None) -> Evidence:
        submission = self._present().submission
        kind = type(failure).__name__
        words = f"{check.task}: a check can't read what the hand-in answers ({kind})"
        submission.incidents.append(Incident("answer", words))
        return unreadable(submission.latest)


def _place_of(item: pytest.Item) -> str:
    path, line, _ = item.reportinfo()
    return f"{path}:{(line or 0) + 1}"


def _cancel_timer() -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)


def _in_check(error: BaseException, when: str) -> BaseException:
    # Only the check itself may fail a hand-in; what goes wrong in set-up or teardown is our fault.
    if when == "call" or not isinstance(error, PLAIN) or isinstance(error, CheckFailed):
        return error
    return RuntimeError(f"{error} (in the {when} of a check)")


def run_pytest(
    folders: Sequence[Path],
    public: Path,
    body: Callable[[ChecksPlugin], None],
    backstop_seconds: float,
    *,
    sessions: Iterable[PrintedSession] = (),
    course: Mapping[Path, CourseChecks] = MappingProxyType({}),
) -> None:
    """Collect the checks in `folders` and call `body` with the plugin that runs them.

    Beside those that are `public`, the `sessions` that texts print are checks; files in `course`
    hold the course's own tests. A check that has not ended after `backstop_seconds` is a fault of
    the grader. Raises `BrokenGrader` if the checks can't be collected, and what `body` raises.
    Removes options for pytest from this process's environment.
    """
    for name in NOT_OURS:
        os.environ.pop(name, None)
    plugin = ChecksPlugin(public, body, sessions, course)
    paths = [str(path) for path in folders]
    # pytest must not look further up: we may not be allowed to list those folders.
    top = os.path.commonpath([os.path.abspath(path) for path in (public, *folders)])
    place = ("--rootdir", str(public), "--confcutdir", top, "-c", str(SETTINGS))
    backstop = (f"--timeout={backstop_seconds}", "--timeout-method=signal")
    options = [*QUIET, *place, *backstop, *paths]
    # pytest-timeout by hand, since plugins aren't loaded by themselves.
    status = pytest.main(options, plugins=[plugin, pytest_timeout])
    if plugin.ended is not None:
        raise plugin.ended
    if status == pytest.ExitCode.INTERRUPTED:  # outside of `body`: pytest swallows it
        raise KeyboardInterrupt
    if plugin.collected:
        return
    if status in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise BrokenGrader(f"there are no checks in {', '.join(paths)}")
    raise ConfigError("\n".join(plugin.faults) or "the checks can't be collected")
