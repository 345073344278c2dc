"""Runs public checks on the files of the current folder, in this process.

`python -m checks` starts this program and watches it, so that code that never ends costs only what
depends on it. The results are written as lines of JSON, one per event:

    collected  how many checks each module has
    start   a check, or the import of a module before its checks, begins
    late    it is taking long; where it is
    cell    a cell of a notebook has failed, and the cells after it were run
    end     it has ended: with evidence if it failed, with words if it wasn't run
    stuck   it doesn't end; this process ends with it
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
from grader.student.checking.worker.plugin import LocalPlugin
from grader.student.checking.worker.this_process import (
    QUICK,
    begin,
    ignore_settings,
    work_in_a_deep_thread,
)
from grader.student.checking.worker.watch import EndlessFunction, StuckCode, Watch
from grader.student.evidence import Evidence, evidence_to_json
from grader.student.handing_in.data_files import own_data
from grader.student.python_text import python_text

OPTIONS = (
    *("-p", "no:cacheprovider", "-p", "no:terminal", "-p", "no:faulthandler"),
    *("-p", "no:debugging"),  # its debugger needs its terminal plugin; Python's own doesn't
    *("-s", "--noconftest", "-c", os.devnull, "--import-mode=importlib", *QUICK),
)


def run_checks(plugin: LocalPlugin, checks: Path, modules: Sequence[str]) -> None:
    """Run the checks of modules on the current folder, in order, in this thread."""
    folder = Path.cwd()
    sys.path.insert(0, str(folder))
    ignore_settings()
    if files := plugin.will_check(modules, checks):
        pytest.main([*OPTIONS, "--rootdir", str(folder), *files], plugins=[plugin])
    plugin.import_unchecked()


def main(order: Mapping[str, Any]) -> None:
    """Run the checks in an order, or as many as end; events go to standard output."""
    events, checks, counted = begin(), Path(order["checks"]), order["counted"]
    folder, assignment = Path.cwd(), read_assignment(checks)
    own = own_data(folder, assignment, checks)
    data = (*assignment.files, *own)
    behave_as_graded(folder, assignment.library, data, assignment.packages)
    direct = DirectAnswers(folder, assignment, own)
    endless = [EndlessFunction(*place) for place in order["endless"]]
    watch = Watch(folder, endless, hurried=order["hurried"])
    plugin = LocalPlugin(
        assignment, direct, watch, events.send, done=order["done"], counted=counted
    )

    def say_late(ref: str, stuck: StuckCode) -> None:
        events.send({"event": "late", "ref": ref, "why": stuck.why})

    def give_up(ref: str, stuck: StuckCode) -> None:
        call = "" if direct.question is None else python_text(direct.question)
        evidence = Evidence(
            stuck.why, call=call, hint=stuck.hint, frames=stuck.frames, output=direct.printed
        )
        event = {"event": "stuck", "ref": ref, "place": stuck.place}
        events.send(event | {"evidence": evidence_to_json(evidence)})
        os._exit(0)

    work_in_a_deep_thread(
        lambda: run_checks(plugin, checks, [*order["modules"], *counted]),
        lambda: watch.look(say_late, give_up),
    )


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
    sys.stdout.flush()
    # Don't wait for threads that the student's code started.
    os._exit(0)
