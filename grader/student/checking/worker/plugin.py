"""The pytest plugin of public checks: their fixtures, and the events that say how each ended."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from grader.student.checking.worker.direct import DirectAnswers, QuestionNotRun, source_text
from grader.student.checking.worker.limits import limit_time
from grader.student.checking.worker.watch import Watch
from grader.student.claims import Expect
from grader.student.evidence import CheckFailed, Evidence, evidence_to_json
from grader.student.question import CODE, Code
from grader.student.source import Source

IMPORT = "import"


class LocalPlugin:
    """The fixtures of the checks, and the events that say what became of each.

    Checks are known by their module and their number in it, such as `work.2`. Those that are
    `done` are left out; with `only`, all others are. Those of `counted` modules are only counted.
    """

    def __init__(
        self,
        direct: DirectAnswers,
        watch: Watch,
        report: Callable[[dict[str, Any]], None],
        *,
        done: Sequence[str] = (),
        counted: Sequence[str] = (),
        only: str = "",
    ) -> None:
        self._direct = direct
        self._watch = watch
        self._report = report
        self._done = frozenset(done)
        self._counted = frozenset(counted)
        self._only = only
        self._refs: dict[str, str] = {}
        self._modules: list[str] = []
        self._failure: BaseException | None = None

    def pytest_addoption(self, parser: pytest.Parser) -> None:
        """Declare what test cases of unittest look for, since pytest's debugger isn't there."""
        for name in ("trace", "usepdb"):
            parser.addoption(f"--{name}", dest=name, action="store_true", default=False)

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "task(id, title): which task a check judges")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Report a file of checks that can't be imported as a failed check."""
        module = Path(report.nodeid).stem.removeprefix("test_")
        if not report.failed or module in self._counted:
            return
        text = report.longreprtext.splitlines()
        why = [line[1:].strip() for line in text if line.startswith("E ")] or text
        # Of a syntax error the first line is where it is.
        message = ": ".join(why if len(why) < 2 else [why[0], why[-1]])
        failure = Evidence(
            f"the checks can't be imported: {message}",
            hint="take the handout's own folders from it again, and edit nothing there",
        )
        self._report(_broken(module, failure))

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
        for module in [name for name in self._modules if name not in self._counted]:
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
        except QuestionNotRun as endless:
            self._report({"event": "broken", "module": module, "needs": str(endless)})
        except CheckFailed as failed:
            self._report(_broken(module, failed.evidence))
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
        if isinstance(self._failure, QuestionNotRun):
            event["not_run"] = str(self._failure)
        elif self._failure is not None:
            event["evidence"] = evidence_to_json(self._evidence(self._failure))
        self._report(event)

    def _evidence(self, failure: BaseException) -> Evidence:
        if not isinstance(failure, CheckFailed):
            return Evidence(f"{type(failure).__name__}: {failure}")
        evidence = failure.evidence
        return evidence if evidence.output else replace(evidence, output=self._direct.printed)

    # Not before what takes from test cases of unittest what they have raised.
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


def module_of(item: pytest.Item) -> str:
    """The module that a check judges: the one that its file is named after."""
    return item.path.stem.removeprefix("test_")


def _mark(item: pytest.Item) -> tuple[str, str]:
    mark = item.get_closest_marker("task")
    task, title = mark.args if mark else ("", item.name)
    return task, title


def _broken(module: str, failure: Evidence) -> dict[str, Any]:
    return {"event": "broken", "module": module, "evidence": evidence_to_json(failure)}
