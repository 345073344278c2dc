"""Runs a student's own tests on the student's own files, with pytest, in this process.

`python -m checks` starts this program and watches it. pytest's results are written as lines of
JSON, one per event:

    start   a test begins
    end     it has ended: with evidence if it failed, with words if it wasn't run
    late    it is taking long; where it is
    stuck   it doesn't end; this process ends with it
    broken  the tests can't be read: why
    done    pytest has ended
"""

import json
import os
import sys
from collections.abc import Generator, Mapping
from contextlib import ExitStack, redirect_stdout
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from grader.inside.student_tests.not_run import why_not_run
from grader.student.checking.assignment import read_assignment
from grader.student.checking.worker.as_graded import TESTING, behave_as_graded
from grader.student.checking.worker.direct import DirectAnswers, shorten_traceback
from grader.student.checking.worker.this_process import (
    QUICK,
    EventStream,
    begin,
    ignore_settings,
    limit_time,
    work_in_a_deep_thread,
)
from grader.student.checking.worker.watch import EndlessCall, EndlessFunction, StuckCode, Watch
from grader.student.evidence import Evidence, evidence_to_json
from grader.student.handing_in.data_files import own_data

# For one test: half of what a whole suite gets in grading.
CPU_SECONDS = 15
ENDLESS = "is there a loop that never ends? The tests after this one were not run"
# Ignore settings and plugins for other tests, as grading does.
OPTIONS = ("-q", "-c", os.devnull, *QUICK)
_ASYNC = "async def"  # in pytest's message for tests that it can't run
ADVICE = "Use -v to get more diff"
WRITTEN_BY_TESTS = (AssertionError, pytest.fail.Exception)


class OwnTestsPlugin:
    """Reports how each test ended."""

    def __init__(self, file: str, direct: DirectAnswers, watch: Watch, events: EventStream) -> None:
        self._direct = direct
        self._not_run = why_not_run(direct.own_texts.get(file, ""))
        self._watch = watch
        self._events = events
        self._end: dict[str, Any] = {}

    @pytest.hookimpl(hookwrapper=True)
    def pytest_load_initial_conftests(self) -> Generator[None, Any, None]:
        outcome = yield
        if outcome.excinfo is not None:  # the student's conftest.py failed
            error = outcome.excinfo[1]
            self._break(self._direct.failure(_as_in_checks(error.__cause__ or error)))
            os._exit(0)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._end = {"event": "end"} | _about(nodeid)
        self._events.send({"event": "start"} | _about(nodeid))
        limit_time(2 * CPU_SECONDS)  # the kernel may count more time than we do
        self._watch.begin(nodeid)

    def pytest_runtest_logfinish(self) -> None:
        self._watch.end()
        self._events.send(self._end)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> Generator[None, Any, None]:
        if call.excinfo is not None:
            shorten_traceback(call.excinfo.value)
        outcome = yield
        report = outcome.get_result()
        if not report.failed or call.excinfo is None:
            return
        if isinstance(call.excinfo.value, EndlessCall):
            self._end["not_run"] = call.excinfo.value.place.words
        else:
            evidence = replace(self._evidence(call.excinfo), output=report.capstdout)
            self._end.setdefault("evidence", evidence_to_json(evidence))

    def _evidence(self, found: pytest.ExceptionInfo[BaseException]) -> Evidence:
        if isinstance(found.value, pytest.FixtureLookupError):
            return Evidence(f"there is no fixture {found.value.argname}")
        evidence = self._direct.failure(_as_in_checks(found.value))
        is_said = isinstance(found.value, pytest.fail.Exception) and _ASYNC in str(found.value)
        if is_said and (why := self._why_not_run()):
            return Evidence(f"it {why}")
        if isinstance(found.value, WRITTEN_BY_TESTS):
            said = [line for line in found.exconly(tryshort=True).splitlines() if line.strip()]
            return replace(evidence, message="\n".join([s for s in said if not s.endswith(ADVICE)]))
        return evidence

    def _why_not_run(self) -> str:
        test: str = self._end["title"].partition("[")[0]
        return self._not_run.get(test.replace("::", "."), "")

    @pytest.hookimpl(hookwrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Generator[None, Any, None]:
        outcome = yield
        if outcome.excinfo is not None:  # such as SystemExit, which would end pytest
            self._break(self._direct.failure(outcome.excinfo[1]))
            outcome.force_result(pytest.CollectReport(collector.nodeid, "failed", "", []))
            return
        report = outcome.get_result()
        if report.failed and report.call.excinfo is not None:
            error = report.call.excinfo.value
            self._break(self._direct.failure(_as_in_checks(error.__cause__ or error)))

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        if not session.items and not session.testsfailed:
            known = [f"{name} {why}" for name, why in self._not_run.items()]
            why = (*known, "the name of each begins with test_")[0]
            self._break(Evidence(f"pytest finds no test: {why}"))

    def _break(self, evidence: Evidence) -> None:
        self._events.send({"event": "broken", "evidence": evidence_to_json(evidence)})

    def late(self, nodeid: str, stuck: StuckCode) -> None:
        """Report that a test takes long."""
        self._events.send({"event": "late", "test": _about(nodeid)["title"], "why": stuck.why})

    def stuck(self, nodeid: str, stuck: StuckCode) -> None:
        """Report that a test doesn't end, and end the run."""
        evidence = Evidence(stuck.why, hint=ENDLESS, frames=stuck.frames)
        about = {"event": "stuck", "evidence": evidence_to_json(evidence)}
        self._events.send(about | _about(nodeid))
        os._exit(0)


def _as_in_checks(error: BaseException) -> BaseException:
    """The error of `input()` without input, instead of pytest's message about `-s`."""
    if isinstance(error, OSError) and str(error).startswith("pytest: reading from stdin"):
        return EOFError("EOF when reading a line").with_traceback(error.__traceback__)
    return error


def _about(nodeid: str) -> dict[str, object]:
    file, _, test = nodeid.partition("::")
    return {"ref": nodeid, "module": file.removesuffix(".py"), "title": test}


def main(order: Mapping[str, Any]) -> None:
    """Run the tests in the `file` of an order; events go to standard output."""
    folder, checks = Path.cwd(), Path(order["checks"])
    assignment = read_assignment(checks)
    data = (*assignment.files, *own_data(folder, assignment, checks))
    behave_as_graded(folder, assignment.library, data, (*TESTING, *assignment.packages))
    watch = Watch(folder, [EndlessFunction(*at) for at in order["endless"]], CPU_SECONDS)
    events = begin()
    plugin = OwnTestsPlugin(order["file"], DirectAnswers(folder, assignment), watch, events)
    work_in_a_deep_thread(
        lambda: _run(folder / order["file"], plugin),
        lambda: watch.look(plugin.late, plugin.stuck),
    )
    events.send({"event": "done"})


def _run(file: Path, plugin: OwnTestsPlugin) -> None:
    limit_time()
    ignore_settings()
    sys.argv[1:] = []  # tests must not see our arguments
    sys.path.insert(0, str(file.parent))
    sys.dont_write_bytecode = True
    above = str(Path.cwd())  # ignore conftest.py in the folders above, too
    where = ("--rootdir", str(file.parent), "--confcutdir", above)
    with ExitStack() as stack:
        nowhere = stack.enter_context(open(os.devnull, "w", encoding="utf-8"))
        stack.enter_context(redirect_stdout(nowhere))
        # What tests keep in pytest's `cache` is gone afterwards, as in grading.
        cache = stack.enter_context(TemporaryDirectory())
        options = [*OPTIONS, "-o", f"cache_dir={cache}", *where, str(file)]
        pytest.main(options, plugins=[plugin])


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
    # Don't wait for threads that the student's code started.
    os._exit(0)
