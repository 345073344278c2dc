"""A student's suite in its box: pytest finds the tests and runs them against stand-ins.

pytest itself is here, in memory like everything else, because the assignment promises it: fixtures,
parametrized tests, classes and `pytest.raises` work as the student knows them. It is set up once,
in the nursery, so that a box spends no time on it. Asserts are not rewritten, since nobody reads
what pytest would say about them.

The final report is the suite's own claim. The judge adds what it knows.
"""

import os
import sys
from collections.abc import Collection, Iterable, Sequence
from logging import NullHandler
from pathlib import Path

import _pytest.logging
import pytest
from _pytest.config import _prepareconfig, findpaths
from _pytest.main import _main

from grader.inside.library import Library
from grader.inside.pair.link import Link
from grader.inside.pair.standins import Outline, StandInFinder, SuitePeer
from grader.inside.sources import SourceFinder, module_name, unpack_data
from grader.inside.student_tests.alike import begin_test, make_alike
from grader.inside.wire import dump, load

# Plugins that only report, or change how a run goes on; those that give tests fixtures stay.
OUT_OF_PLACE = (
    *("terminal", "faulthandler", "threadexception", "unraisableexception", "stepwise", "pastebin"),
    *("setuponly", "setupplan", "reports"),
)
OPTIONS = (
    *[part for name in OUT_OF_PLACE for part in ("-p", f"no:{name}")],
    # The first failure decides; printed output goes where the box keeps it.
    *("-s", "-x", "--assert=plain"),
)
_sessions: list[pytest.Session] = []


def prepare(folder: str | None) -> None:
    """Set pytest up, in the process from which boxes are forked.

    `folder` is the folder of every box. If each box has its own (None), each has to set pytest up
    for itself.
    """
    if folder is not None:
        _sessions.append(new_session(folder))


def new_session(folder: str) -> pytest.Session:
    """A pytest session for the tests in a folder, ready to collect them."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    # Find no settings, whatever the machine has.
    findpaths.locate_config = lambda *_: (None, None, {}, [])
    # Look at nothing above the folder: a box may not even list it.
    config = _prepareconfig([*OPTIONS, "--rootdir", folder, "--confcutdir", folder, folder])
    # It would open /dev/null, by a number that is the judge's connection in a box.
    _pytest.logging._FileHandler = lambda *_, **__: NullHandler()  # type: ignore[assignment,misc]
    config._do_configure()
    session = pytest.Session.from_config(config)
    config.hook.pytest_sessionstart(session=session)
    return session


def session_with(
    folder: Path, files: Iterable[Sequence[object]], codes: Iterable[tuple[str, str]]
) -> pytest.Session:
    """A session in a folder that holds these files, as `unpack_data` takes them, and their code."""
    # Before the files are here, as when all boxes share one session.
    session = _sessions.pop() if _sessions else new_session(str(folder))
    texts, _ = unpack_data(files)
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        sys.modules.pop(module_name(name), None)
    SourceFinder({}, str(folder), dict(codes)).install()
    return session


class Observer:
    """Leaves tests out, and reports which test failed first."""

    def __init__(self, left_out: Collection[str]) -> None:
        self._left_out = frozenset(left_out)
        self._passed = 0
        self._failed: str | None = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_pycollect_makeitem(
        self, collector: pytest.Module | pytest.Class, name: str
    ) -> list[pytest.Item] | None:
        # Left out already here: collecting a test for each row of a table takes longer than running
        # it.
        return [] if _path(collector, name) in self._left_out else None

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        # The hook above isn't called for methods of a unittest test case.
        items[:] = [item for item in items if path_of(item) not in self._left_out]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        begin_test(item.location[1] or 0)

    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> pytest.TestReport | None:
        if call.excinfo is None or issubclass(call.excinfo.type, pytest.skip.Exception):
            return None
        self.note(path_of(item))
        # pytest's own report would format the traceback, which nobody reads.
        when = call.when if call.when != "collect" else "call"
        return pytest.TestReport(item.nodeid, item.location, {}, "failed", None, when)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            self._passed += 1

    def pytest_exception_interact(self, call: pytest.CallInfo[object]) -> None:
        if call.when == "collect":
            self.note("")

    def note(self, test: str) -> None:
        """Remember which test failed, "" for none, unless one failed before."""
        if self._failed is None:
            self._failed = test

    def word(self, status: int) -> list[object]:
        """The suite's report: pytest's status, how many tests passed, the first that failed."""
        return [status, self._passed, self._failed]


def path_of(item: pytest.Item) -> str:
    """The name of a test, the same for all of its parameters."""
    return _path(item, item.name.partition("[")[0])


def _path(inside: pytest.Item | pytest.Collector, name: str) -> str:
    classes = [node.name for node in inside.listchain() if isinstance(node, pytest.Class)]
    return ".".join((*classes, name))


def run(link: Link, library: Library, payload: bytes) -> bytes:
    """Run a suite; the payload is `[file, recursion limit, left out, outlines, codes, file, …]`.

    Files are as `unpack_data` takes them, and `codes` what `codes_of` returns for them; `left out`
    are top-level names in the suite's file, of functions and classes whose tests are not run.
    """
    file, limit, left_out, outlines, codes, *files = load(payload)
    folder = Path.cwd()
    session = session_with(folder, files, codes)
    peer = SuitePeer(link, library)
    sys.meta_path.insert(0, StandInFinder({n: Outline(*o) for n, *o in outlines}, peer))
    sys.setrecursionlimit(limit)
    make_alike()
    observer = Observer(left_out)
    return dump(observer.word(_run_session(session, observer, folder / file)))


def _run_session(session: pytest.Session, observer: Observer, file: Path) -> int:
    config = session.config
    config.args = [str(file)]
    # Private, but pytest caches which conftest files apply, from before the files were there.
    config.pluginmanager._dirpath2confmods.clear()
    config.pluginmanager.register(observer)
    try:
        return int(_main(config, session) or pytest.ExitCode.OK)
    except pytest.Session.Failed:
        return int(pytest.ExitCode.TESTS_FAILED)
    except BaseException:  # includes what `pytest.exit` raises
        observer.note("")
        return int(pytest.ExitCode.INTERRUPTED)
