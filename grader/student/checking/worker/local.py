"""Runs public checks on the files of the present folder, in this process.

`python -m checks` starts this program and watches it, so that code that never ends costs only what
depends on it. What it finds goes out as lines of JSON, one an event:

    collected  how many checks each module has
    start   a check, or the import of a module before its checks, begins
    late    it has taken long; where it is
    cell    a cell of a notebook has failed, and the cells after it were run
    end     it has ended: with evidence if it failed, with words if it was not run
    stuck   it doesn't end; nor does this process go on
    broken  a module can't be imported, so none of its checks can be run: why, or which other
            file it needs
    ready   all checks of a module have ended
"""

import json
import os
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO

import pytest

from grader.inside.deep_calls import allow_deep_calls
from grader.inside.surroundings.streams import typed
from grader.student.checking.assignment import read_assignment
from grader.student.checking.process import EVENT
from grader.student.checking.worker.as_graded import behave_as_graded
from grader.student.checking.worker.direct import DirectAnswers
from grader.student.checking.worker.errands import Errands, let_say_what_signals_do
from grader.student.checking.worker.limits import STACK_BYTES, limit_memory, report_when_killed
from grader.student.checking.worker.plugin import LocalPlugin
from grader.student.checking.worker.watch import BETWEEN_GLANCES, EndlessFunction, StuckCode, Watch
from grader.student.evidence import Evidence, evidence_to_json
from grader.student.python_text import python_text

# Both this and the stack are as large as in a box.
RECURSION_LIMIT = 100_000
# As in a box: libraries below numpy would begin a thread a core, for all of which there is no room.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
# What is set or installed for other tests would choose checks, or shuffle them.
NOT_OURS = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS")


OPTIONS = (
    *("-p", "no:cacheprovider", "-p", "no:terminal", "-p", "no:faulthandler"),
    *("-p", "no:debugging"),  # its debugger needs its terminal; Python's own needs nothing
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


class CheckWorker:
    """This process: the checks in one thread with room for recursion, the watch in another."""

    def __init__(self, order: Mapping[str, Any], events: TextIO) -> None:
        self._events = events
        self._lock = threading.Lock()
        counted: list[str] = order["counted"]
        self._modules: list[str] = [*order["modules"], *counted]
        self._checks = Path(order["checks"])
        assignment = read_assignment(self._checks)
        own = [module.name for module in assignment.modules]
        behave_as_graded(Path.cwd(), assignment.library, assignment.files)
        self._direct = DirectAnswers(
            Path.cwd(),
            own,
            assignment.library,
            programs=assignment.programs,
            data=assignment.files,
            packages=assignment.packages,
        )
        self._watch = Watch(Path.cwd(), [EndlessFunction(*place) for place in order["endless"]])
        watch, done = self._watch, order["done"]
        self._plugin = LocalPlugin(self._direct, watch, self._send, done=done, counted=counted)

    def work(self) -> None:
        """Run all checks, or as many as end."""
        sys.setrecursionlimit(RECURSION_LIMIT)
        with suppress(ValueError, RuntimeError):  # some systems have no such stacks
            threading.stack_size(STACK_BYTES)
        errands = Errands()
        thread = threading.Thread(target=self._run, args=[errands], daemon=True)
        let_say_what_signals_do(errands, thread)
        thread.start()
        while thread.is_alive():
            errands.wait(BETWEEN_GLANCES)
            self._watch.look(self._late, self._stuck)

    def _run(self, errands: Errands) -> None:
        allow_deep_calls(threading.stack_size())
        run_checks(self._plugin, self._checks, self._modules)
        errands.add(lambda: None)  # so that the end is seen at once

    def _late(self, ref: str, stuck: StuckCode) -> None:
        self._send({"event": "late", "ref": ref, "why": stuck.why})

    def _stuck(self, ref: str, stuck: StuckCode) -> None:
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


def main(order: str) -> None:
    """Run the checks that an order, as JSON, asks for; events go to standard output."""
    events = os.fdopen(os.dup(1), "w", encoding="utf-8")
    sys.stdin = typed("")
    report_when_killed()
    limit_memory()
    CheckWorker(json.loads(order), events).work()


if __name__ == "__main__":
    main(sys.argv[1])
    sys.stdout.flush()
    # Threads that the student's code began may still run.
    os._exit(0)
