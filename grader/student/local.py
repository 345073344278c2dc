"""Runs the public checks of one module on the files of the present folder, in this process.

`python -m checks` starts this program for each module and watches it, so that code that never ends
costs only the check that was running. What it finds goes out as lines of JSON, one an event.
"""

import faulthandler
import io
import json
import os
import sys
import traceback
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TextIO

import pytest

from grader.student.claims import Expect
from grader.student.evidence import CheckFailed, Evidence, Frame, evidence_to_json
from grader.student.process import EVENT
from grader.student.question import CODE, Code, answer_directly, python_text, watched_in
from grader.student.source import Source

RECURSION_LIMIT = 60_000
# Whoever watches this process ends it long before, unless it has been ended itself.
BACKSTOP_SECONDS = 60
# What is set or installed for other tests would choose checks, or shuffle them.
NOT_OURS = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS")


class Direct:
    """Answers questions with the student's own files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def ask(self, question: Any, stdin: str = "") -> Any:
        """The value that the code gives; raises `CheckFailed` if it raises an exception.

        `stdin` is typed before the question is asked.
        """
        for part in watched_in(question):
            part.visits.clear()
        output, sys.stdin = io.StringIO(), io.StringIO(stdin)
        try:
            with redirect_stdout(output):
                return answer_directly(question, import_module, output.getvalue)
        except CheckFailed:
            raise
        except (ValueError, LookupError, TypeError) as error:
            failure = self._failure(error, question, output.getvalue())
            both: type[CheckFailed] = type(type(error).__name__, (CheckFailed, type(error)), {})
            raise both(failure) from error
        except Exception as error:
            raise CheckFailed(self._failure(error, question, output.getvalue())) from error

    def _failure(self, error: Exception, question: Any, printed: str) -> Evidence:
        frames = self._frames(error)
        if isinstance(error, NotImplementedError):
            return Evidence(_in_words(error))
        place = f" ({frames[-1].file}, line {frames[-1].line})" if frames else ""
        return Evidence(
            _in_words(error) + place, call=python_text(question), frames=frames, output=printed
        )

    def _frames(self, error: Exception) -> tuple[Frame, ...]:
        own = [
            Frame(Path(summary.filename).name, summary.lineno or 0, summary.name)
            for summary in traceback.extract_tb(error.__traceback__)
            if Path(summary.filename).parent == self._folder
        ]
        if isinstance(error, SyntaxError) and error.filename:
            own.append(
                Frame(Path(error.filename).name, error.lineno or 0, (error.text or "").strip())
            )
        return tuple(own[-5:])


def _in_words(error: Exception) -> str:
    match error:
        case NotImplementedError():
            return f"{error or 'this function'} is not written yet"
        case SyntaxError():
            return f"{type(error).__name__}: {error.msg}"
        case ModuleNotFoundError():
            return f"{error.name}.py is missing"
        case AttributeError():
            return f"missing, or spelt differently: {error}"
    return f"your code raised {type(error).__name__}: {error}"


class LocalPlugin:
    """The fixtures of the checks, and the events that say what became of each."""

    def __init__(self, folder: Path, report: Callable[[dict[str, Any]], None], done: set[str]):
        self._direct = Direct(folder)
        self._folder = folder
        self._report = report
        self._done = done
        self._failure: BaseException | None = None

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "task(id, title): which task a check judges")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Tell of a file of checks that can't be imported as of a check that failed."""
        if not report.failed:
            return
        text = report.longreprtext.splitlines()
        why = [line[1:].strip() for line in text if line.startswith("E ")] or text
        # Of a syntax error the first line is where it is.
        message = ": ".join(why if len(why) < 2 else [why[0], why[-1]])
        failure = Evidence(
            f"the checks can't be imported: {message}",
            hint="unpack the folders of the handout again, and edit nothing in them",
        )
        name = Path(report.nodeid).stem
        self._report(_end(name, name.removeprefix("test_"), "public checks", failure))

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.name not in self._done]
        self._report({"event": "collected", "names": [item.name for item in items]})

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> pytest.TestReport:
        if call.excinfo is not None and self._failure is None:
            self._failure = call.excinfo.value
        report = pytest.TestReport.from_item_and_call
        return report(item, pytest.CallInfo.from_call(lambda: None, call.when))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._failure = None
        self._report({"event": "start", "name": nodeid.rpartition("::")[2]})

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        mark = item.get_closest_marker("task")
        task, title = mark.args if mark else ("", item.name)
        result = yield
        failure = None if self._failure is None else _evidence(self._failure)
        self._report(_end(item.name, task, title, failure))
        return result

    @pytest.hookimpl(optionalhook=True)
    def pytest_timeout_set_timer(self, item: pytest.Item) -> bool:
        """End this process, whatever the student's code is doing and catches."""
        faulthandler.dump_traceback_later(BACKSTOP_SECONDS, exit=True)
        item.cancel_timeout = faulthandler.cancel_dump_traceback_later  # type: ignore[attr-defined]
        return True

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
        return Source({p.name: p.read_text("utf-8") for p in self._folder.glob("*.py")})


def _end(name: str, task: str, title: str, failure: Evidence | None) -> dict[str, Any]:
    event = {"event": "end", "name": name, "task": task, "title": title}
    return event if failure is None else event | {"evidence": evidence_to_json(failure)}


def _evidence(failure: BaseException) -> Evidence:
    if isinstance(failure, CheckFailed):
        return failure.evidence
    return Evidence(f"{type(failure).__name__}: {failure}")


def main(test_file: str, *done: str) -> int:
    """Run the checks of one file, except those already `done`; events go to standard output."""
    events = os.fdopen(os.dup(1), "w", encoding="utf-8")
    sys.stdin = io.StringIO()
    sys.setrecursionlimit(RECURSION_LIMIT)
    folder = Path.cwd()
    sys.path.insert(0, str(folder))
    for name in NOT_OURS:
        os.environ.pop(name, None)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    plugin = LocalPlugin(folder, lambda event: _send(events, event), set(done))
    options = [
        "-p",
        "no:cacheprovider",
        "-p",
        "no:terminal",
        "--noconftest",
        "-c",
        os.devnull,
    ]
    rootdir = ["--rootdir", str(folder), "--import-mode=importlib"]
    if find_spec("pytest_timeout"):  # students need not have it
        options += ["-p", "pytest_timeout", f"--timeout={BACKSTOP_SECONDS}"]
    return int(pytest.main([*options, *rootdir, test_file], plugins=[plugin]))


def _send(events: TextIO, event: dict[str, Any]) -> None:
    # A line of its own, also after something printed that did not end its line.
    events.write(f"\n{EVENT}{json.dumps(event)}\n")
    events.flush()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
