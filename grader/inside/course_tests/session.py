"""The course's own tests in their box: collected once, then run one by one on request.

They are the teacher's files, unchanged. Their asserts were rewritten when they were compiled, in
the judge, so that a failure shows the values.
"""

import sys
from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from shutil import rmtree

import pytest
from _pytest._code.code import ExceptionInfo

from grader.inside.course_tests import decorators
from grader.inside.course_tests.asked import CHANCE, AskedQuestions
from grader.inside.course_tests.closed.code import close_code
from grader.inside.course_tests.closed.files import close_files
from grader.inside.course_tests.closed.formats import close_formats
from grader.inside.course_tests.examiner import ExaminerPeer
from grader.inside.course_tests.left_out import LeftOutCases
from grader.inside.course_tests.modules import ExaminerFinder
from grader.inside.course_tests.own_texts import OwnTexts
from grader.inside.course_tests.shared_folder import MENTIONS
from grader.inside.library import Library
from grader.inside.pair.link import TOO_LONG, TOO_MANY, SolutionLink
from grader.inside.pair.standins import Outline
from grader.inside.student_tests.suite import path_of, session_with
from grader.inside.wire import dump, load

MOST_WORDS = 4_000
PASSED, FAILED, RAISED, SKIPPED = "passed", "failed", "raised", "skipped"
# The outcome of a test after which the hand-in isn't heard again, and the possible reasons.
CUT = "cut"
WHY_CUT = {TOO_LONG: "an answer is too long", TOO_MANY: "too many answers are asked for"}


class Reports:
    """The results of the tests run since the last request.

    `files` are the paths of the tests' files: pytest itself may lie below their folder.
    """

    def __init__(self, peer: ExaminerPeer, files: Collection[str], left_out: LeftOutCases) -> None:
        self._peer = peer
        self._left_out = left_out
        self._files = frozenset(files)
        self._latest: list[object] = []
        self._failure: list[object] | None = None
        self._share = 0.0
        self._passed = False
        self.why_uncollected = ""

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Keep the reason why the file can't be collected."""
        if report.failed and not self.why_uncollected:
            self.why_uncollected = report.longreprtext[-MOST_WORDS:]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        # After the yield: only then is it known what a unittest test case raised.
        report = yield
        if call.when == "call":
            self._share = getattr(getattr(item, "obj", None), decorators.SHARE, 0.0)
        # A case may fail without an exception; an earlier, skipped one must not be blamed then.
        self._latest = [] if call.excinfo is None else self._failed(call.excinfo)
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and self._failure is None:
            self._failure = self._latest or [FAILED, report.longreprtext[-MOST_WORDS:], 0, "", []]
        self._passed |= report.when == "call" and report.passed
        self._left_out.look(report)

    def add(self, error: BaseException | None) -> None:
        """Fail a test for an exception that pytest hasn't reported, if there is one."""
        if error is not None and self._failure is None:
            self._failure = self._failed(ExceptionInfo.from_exception(error))
            self._share = 0.0

    def _failed(self, found: ExceptionInfo[BaseException]) -> list[object]:
        error, words = found.value, found.exconly(tryshort=True)[:MOST_WORDS]
        line, text = self._place(found)
        theirs = self._peer.is_theirs(error)
        frames = self._peer.frames[id(error)] if theirs else []
        return [RAISED if theirs else FAILED, words, line, text, frames]

    def _place(self, found: ExceptionInfo[BaseException]) -> tuple[int, str]:
        """The last line of the tests in the traceback, and its text."""
        own = [entry for entry in found.traceback if str(entry.path) in self._files]
        if not own:
            return 0, ""
        return own[-1].lineno + 1, str(own[-1].statement).strip()[:MOST_WORDS]

    @property
    def has_failed(self) -> bool:
        """Whether one of the tests has failed."""
        return self._failure is not None

    def take(self, path: str, count: int) -> list[object]:
        """`[outcome, words, line, its text, frames, share, cases, left out]` of a test.

        `count` is the number of its cases; the names of those left out come last.
        """
        plain = [PASSED if self._passed else SKIPPED, "", 0, "", []]
        if self._passed and (fault := self._left_out.fault(path, count)):
            plain = [FAILED, fault, 0, "", []]
        noted = [count, [*self._left_out.names]]
        found = [*(plain if self._failure is None else self._failure), self._share, *noted]
        self._left_out.clear()
        self._latest, self._failure, self._share, self._passed = [], None, 0.0, False
        return found


class TmpPathCleaner:
    """Removes each test's `tmp_path` after the test: sharing all of them would take long."""

    @pytest.hookimpl
    def pytest_fixture_post_finalizer(self, fixturedef: pytest.FixtureDef[object]) -> None:
        """Remove the folder after the test."""
        if fixturedef.argname == "tmp_path" and fixturedef.cached_result is not None:
            rmtree(str(fixturedef.cached_result[0]), ignore_errors=True)


class WideFixtures:
    """Records questions asked by fixtures wider than a function under the fixture's own name.

    Such a fixture is set up in the first test that uses it: another one, once a box has been
    replaced.
    """

    def __init__(self, asked: AskedQuestions) -> None:
        self._asked = asked

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[object]
    ) -> Generator[None, object, object]:
        """Switch the record to the fixture for its set-up and, by finalizers, for its tear-down."""
        if fixturedef.scope == "function":
            return (yield)
        tests = list[str]()

        def begin() -> None:
            tests.append(self._asked.test)
            self._asked.test = f"{fixturedef.baseid}::{fixturedef.argname}"

        def end() -> None:
            self._asked.test = tests.pop()

        fixturedef.addfinalizer(end)  # finalizers run in reverse order
        begin()
        try:
            return (yield)
        finally:
            end()
            fixturedef.addfinalizer(begin)


class CourseTests:
    """The collected tests, by path: `test_one`, or `TestClass.test_one`."""

    def __init__(self, link: SolutionLink, library: Library, payload: bytes) -> None:
        self._link = link
        file, limit, known, cases, given, outlines, codes, *files = load(payload)
        folder = Path.cwd()
        self._session = session_with(folder, files, codes)
        self._asked = AskedQuestions(None if known is None else dict(known))
        self._peer = ExaminerPeer(link, library, self._asked)
        self._peer.given = frozenset(given)
        made = ExaminerFinder({name: Outline(*rest) for name, *rest in outlines}, self._peer)
        sys.meta_path.insert(0, made)
        sys.modules.update(decorators.modules())
        own = [name for name, *_ in files]
        admits = self._asked.admits_opening
        close_files(str(folder), own, lambda: self._peer.is_answering, admits)
        texts = [content for name, content, *_ in files if name.endswith(".py")]
        close_code(str(folder), files, dict(codes))
        close_formats(OwnTexts(files))
        self._peer.patches.watch(texts)
        self._asked.passes_chance = any(map(CHANCE.search, texts))
        if any(map(MENTIONS.search, texts)):
            self._peer.share_files()
        sys.setrecursionlimit(limit)
        paths = [str(folder / name) for name, *_ in files]
        known_cases = None if cases is None else {test: tuple(of) for test, *of in cases}
        self._reports = Reports(self._peer, paths, LeftOutCases(known_cases))
        self._items: dict[str, list[pytest.Item]] = {}
        self._following: dict[pytest.Item, pytest.Item] = {}
        self._collect(folder / file)

    def _collect(self, file: Path) -> None:
        config = self._session.config
        config.args = [str(file)]
        config.option.maxfail = 0  # the session is students' suites', which stop at 1
        # Private, but pytest caches by folder which conftest files apply, and these tests are new.
        config.pluginmanager._dirpath2confmods.clear()
        config.pluginmanager.register(self._reports)
        config.pluginmanager.register(TmpPathCleaner())
        config.pluginmanager.register(WideFixtures(self._asked))
        config.hook.pytest_collection(session=self._session)
        items = self._session.items
        self._following = dict(pairwise(items))
        for item in items:
            self._items.setdefault(path_of(item), []).append(item)

    def collected(self) -> bytes:
        """Why the file can't be collected, or "", and `[path, title, marks]` of each test."""
        firsts = {path: items[0] for path, items in self._items.items()}
        found = [[path, title_of(item), marks_of(item)] for path, item in firsts.items()]
        return dump([self._reports.why_uncollected, found])

    def run(self, path: str) -> bytes:
        """The outcome of the tests of a path, as `Reports.take`, and what was asked in them.

        The cases of a path count as one test: after the first failure the others aren't run.
        Collection may depend on the hand-in: a test that isn't there is skipped.
        """
        items = self._items.get(path, [])
        self._tear_down_for(items[:1])
        self._peer.claims.forget()
        self._peer.let_tests_end()
        following = [*items[1:], *map(self._following.get, items[-1:])]
        for number, (item, next_item) in enumerate(zip(items, following, strict=True)):
            self._asked.begin(path, number)  # not by name: the hand-in may supply ids
            self._reports.add(self._ended_by(item, next_item))
            self._reports.add(self._peer.claims.take_hidden())
            if self._reports.has_failed:
                break
        noted = [[test, sorted(asked)] for test, asked in self._asked.noted.items()]
        self._asked.noted.clear()
        outcome = [*self._reports.take(path, len(items)), noted]
        if why := self._link.why_closed:
            outcome[:2] = [CUT, WHY_CUT.get(why, "what came is no answer")]
        return dump(outcome)

    def _ended_by(self, item: pytest.Item, following: pytest.Item | None) -> BaseException | None:
        """Run a test; the exception that ended pytest itself, if one did."""
        try:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        except KeyboardInterrupt as error:
            with suppress(BaseException):
                self._session._setupstate.teardown_exact(None)
            return error
        return None

    def _tear_down_for(self, first: Sequence[pytest.Item]) -> None:
        """Tear down classes and modules that the first of the next tests doesn't belong to.

        pytest does so after their last test. But after a failed test its other cases aren't run;
        whatever goes wrong in the tear-down is that test's fault, not the next one's.
        """
        for item in first:
            with suppress(BaseException):
                self._session._setupstate.teardown_exact(item)


def title_of(item: pytest.Item) -> str:
    """The first line of a test's docstring, or its name in words."""
    text = (getattr(getattr(item, "obj", None), "__doc__", None) or "").strip()
    return text.partition("\n")[0] or path_of(item).rpartition(".")[2].removeprefix("test_")


def marks_of(item: pytest.Item) -> list[list[object]]:
    """What gradescope-utils records about a test: `[name, value]`."""
    function = getattr(item, "obj", None)
    return [list(pair) for pair in _marks(function)]


def _marks(function: object) -> Iterator[tuple[str, object]]:
    for name in ("__weight__", "__score__", "__number__", "__visibility__"):
        value = getattr(function, name, None)
        if type(value) in (int, float, str):
            yield name.strip("_"), value
