"""The student's own tests, run with pytest on the student's own files.

It is where a test that fails is found at once: where hand-ins are graded, a suite that fails on a
right solution earns nothing, and no message may say why.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from grader.inside.module_names import file_of
from grader.student.checking.outcome import BrokenModule, ModuleOutcome, Outcome
from grader.student.checking.process import Process
from grader.student.checking.screen import Screen
from grader.student.checking.worker.watch import EndlessFunction
from grader.student.evidence import evidence_from_json


def run_own_tests(
    checks: Path, outcome: ModuleOutcome, endless: Sequence[EndlessFunction], screen: Screen
) -> None:
    """Run the tests of a module, and add to its outcome how they ended.

    `endless` are the functions that are known not to end; tests that call one are not run.
    """
    file = file_of(outcome.name)
    order = {"checks": str(checks.absolute()), "file": file, "endless": endless}
    process = Process(order, "own_tests")
    started = None
    for event in process.events():
        match event["event"]:
            case "start":
                started = Outcome.from_event(event)
                screen.status(f"running your tests: {started.title} …")
            case "end" | "stuck":
                started = None
                outcome.tests.append(Outcome.from_event(event))
            case "broken":
                evidence = evidence_from_json(event["evidence"])
                outcome.broken = BrokenModule.by(evidence, outcome.name)
            case "done":
                return
    if started is not None:
        outcome.tests.append(replace(started, evidence=process.ended()))
