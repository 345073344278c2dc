"""`python -m checks --try CHECK`: one check, or those of a task, in this process.

Nothing watches it: output appears at once, `breakpoint()` opens the debugger, and Control-C stops
it. The call can be pasted at a prompt.
"""

import sys
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

from grader.student.checking.assignment import HandoutAssignment
from grader.student.checking.outcome import Outcome
from grader.student.checking.screen import Screen
from grader.student.checking.worker.as_graded import behave_as_graded
from grader.student.checking.worker.direct import DirectAnswers
from grader.student.checking.worker.local import run_checks
from grader.student.checking.worker.plugin import LocalPlugin
from grader.student.checking.worker.this_process import RECURSION_LIMIT
from grader.student.checking.worker.watch import Watch
from grader.student.evidence import evidence_from_json
from grader.student.handing_in.data_files import own_data
from grader.student.text import Sizes, evidence_lines


def try_one(checks: Path, assignment: HandoutAssignment, ref: str, screen: Screen) -> int:
    """Run one check by its number, or all of a task; returns the exit status."""
    module = next((name for name in assignment.names if f"{ref}.".startswith(f"{name}.")), "")
    if not module:
        screen.line(f"There is no check {ref}: give MODULE.NUMBER, or the name of a task.")
        return 2
    shown = _EventDisplay(screen, assignment.as_is)
    folder = Path.cwd()
    own = own_data(folder, assignment, checks)
    data = (*assignment.files, *own)
    behave_as_graded(folder, assignment.library, data, assignment.packages)
    direct = DirectAnswers(folder, assignment, own, live=True)
    watch = Watch(direct.folder)  # nobody reads it
    plugin = LocalPlugin(assignment, direct, watch, shown.event, only=ref)
    sys.setrecursionlimit(RECURSION_LIMIT // 32)
    run_checks(plugin, checks, [module])
    if not shown.any:
        screen.line(f"There is no check {ref} in {module}.")
        return 2
    return 0 if shown.all_passed else 1


class _EventDisplay:
    """Shows the events of checks as they arrive."""

    def __init__(self, screen: Screen, as_is: Collection[str]) -> None:
        self._screen = screen
        self._as_is = as_is
        self.any = False
        self.all_passed = True

    def event(self, event: dict[str, Any]) -> None:
        match event["event"]:
            case "start" if "title" in event:
                self._screen.line(f"\n{event['ref']}  {event['task']}: {event['title']}", "strong")
            case "end":
                self._end(Outcome.from_event(event))
            case "broken" if "evidence" in event:
                evidence = evidence_from_json(event["evidence"])
                self._end(Outcome(event["module"], event["module"], evidence=evidence))

    def _end(self, outcome: Outcome) -> None:
        self.any = True
        if outcome.passed:
            self._screen.line("✓ passed", "good")
            return
        self.all_passed = False
        self._screen.line("✗ failed", "bad")
        evidence = outcome.evidence
        if evidence is None:
            return
        # For a course's own test its line is shown, which can't be run alone.
        pasted = "" if outcome.module in self._as_is else evidence.call
        rest = replace(evidence, call="" if pasted else evidence.call, output="")
        for line in evidence_lines(rest, "", sizes=Sizes(self._screen.width)):
            self._screen.line(line)
        if pasted:
            self._screen.line("\n# the call, to be pasted at a prompt of python3\n" + pasted)
