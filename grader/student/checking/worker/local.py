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
            file it needs; or it is importable, and its checks don't find a name in it
    ready   all checks of a module have ended
"""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from grader.student.checking.assignment import read_assignment
from grader.student.checking.worker.as_graded import behave_as_graded
from grader.student.checking.worker.direct import DirectAnswers
from grader.student.checking.worker.errands import work_in_a_deep_thread
from grader.student.checking.worker.plugin import LocalPlugin
from grader.student.checking.worker.this_process import EventStream, begin, ignore_settings
from grader.student.checking.worker.watch import EndlessFunction, StuckCode, Watch
from grader.student.evidence import Evidence, evidence_to_json
from grader.student.python_text import python_text

OPTIONS = (
    *("-p", "no:cacheprovider", "-p", "no:terminal", "-p", "no:faulthandler"),
    *("-p", "no:debugging"),  # its debugger needs its terminal; Python's own needs nothing
    *("-s", "--noconftest", "-c", os.devnull, "--import-mode=importlib"),
)


def run_checks(plugin: LocalPlugin, checks: Path, modules: Sequence[str]) -> None:
    """Run the checks of modules on the present folder, in their order, in this thread."""
    folder = Path.cwd()
    sys.path.insert(0, str(folder))
    ignore_settings()
    if files := plugin.will_check(modules, checks):
        pytest.main([*OPTIONS, "--rootdir", str(folder), *files], plugins=[plugin])
    plugin.import_unchecked()


class CheckWorker:
    """This process: the checks in one thread with room for recursion, the watch in another."""

    def __init__(self, order: Mapping[str, Any], events: EventStream) -> None:
        self._events = events
        counted: list[str] = order["counted"]
        self._modules: list[str] = [*order["modules"], *counted]
        self._checks = Path(order["checks"])
        assignment = read_assignment(self._checks)
        behave_as_graded(Path.cwd(), assignment.library, assignment.files, assignment.packages)
        self._direct = DirectAnswers(Path.cwd(), assignment)
        endless = [EndlessFunction(*place) for place in order["endless"]]
        self._watch = Watch(Path.cwd(), endless, hurried=order["hurried"])
        watch, done = self._watch, order["done"]
        self._plugin = LocalPlugin(
            assignment, self._direct, watch, events.send, done=done, counted=counted
        )

    def work(self) -> None:
        """Run all checks, or as many as end."""
        work_in_a_deep_thread(
            lambda: run_checks(self._plugin, self._checks, self._modules),
            lambda: self._watch.look(self._late, self._stuck),
        )

    def _late(self, ref: str, stuck: StuckCode) -> None:
        self._events.send({"event": "late", "ref": ref, "why": stuck.why})

    def _stuck(self, ref: str, stuck: StuckCode) -> None:
        question = self._direct.question
        call = "" if question is None else python_text(question)
        printed = self._direct.printed
        evidence = Evidence(
            stuck.why, call=call, hint=stuck.hint, frames=stuck.frames, output=printed
        )
        event = {"event": "stuck", "ref": ref, "place": stuck.place}
        self._events.send(event | {"evidence": evidence_to_json(evidence)})
        os._exit(0)


def main(order: str) -> None:
    """Run the checks that an order, as JSON, asks for; events go to standard output."""
    CheckWorker(json.loads(order), begin()).work()


if __name__ == "__main__":
    main(sys.argv[1])
    sys.stdout.flush()
    # Threads that the student's code began may still run.
    os._exit(0)
