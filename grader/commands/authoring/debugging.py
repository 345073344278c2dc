"""Runs the checks on one hand-in in pytest's own loop, with pytest's own options.

For staff who want to know why: `grader debug handins/ada -k search -x --pdb`. The checks are the
same, and the hand-in answers from a box as always; only the output is pytest's.
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from grader.asking.handed_in import Names, names_of
from grader.asking.submission import BoxPlan, Submission
from grader.assignment.config import Assignment, TestsUse
from grader.assignment.modules import importable
from grader.assignment.printed import printed_in
from grader.assignment.sources import reference_files, starter_files
from grader.errors import UsageError
from grader.handins.intake import Handin
from grader.handins.opening import opener_of
from grader.judging.answer_key import KeyEntry
from grader.judging.pytest_plugin import Check, ChecksPlugin, CurrentHandin
from grader.judging.replay import replay
from grader.judging.unit import Unit
from grader.running.boxes import costs_of, nursery_of, plan_of, solution_of
from grader.running.course_checks import check_files
from grader.running.session import backstop_of, make_key
from grader.sandbox.tiers import Nursery, Tier
from grader.student.evidence import CheckFailed
from grader.student.source import Source
from grader.student.text import evidence_lines

OPTIONS = (
    *("-p", "no:cacheprovider", "-p", "no:hypothesispytest", "-p", "timeout"),
    "--noconftest",
    "--import-mode=importlib",
    "-c",
    "/dev/null",
)


class DebugPlugin(ChecksPlugin):
    """Gives the checks one hand-in, and leaves everything else to pytest."""

    def __init__(self, assignment: Assignment, handin: Handin, nursery: Nursery) -> None:
        sessions = printed_in(assignment).sessions
        super().__init__(assignment.public_checks, lambda *_: None, sessions)
        self._assignment = assignment
        unit = Unit(handin.student, handin.files, handin.problems, (), data=handin.data)
        self._handin = unit.with_given(assignment.given)
        self._nursery = nursery
        self._key: Mapping[str, KeyEntry] = {}
        self._costs = costs_of(assignment)
        self._plan = BoxPlan((), self._costs)
        self._names: Names = {}

    def pytest_collection_finish(self) -> None:
        known, unit = self._assignment, self._handin
        sources = reference_files(known)
        self._names = names_of(sources, starter_files(known))
        plan = plan_of(known, unit.files)
        self._plan = replace(plan, problems=unit.problems, handed_in=unit.handed_in)
        self._key = make_key(known, self.checks, solution_of(known, self._nursery.tier, sources))

    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:  # type: ignore[override]
        del session
        return None  # pytest's own loop

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(  # type: ignore[override]  # a wrapper, where the other decides
        self, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if call.excinfo is not None and isinstance(call.excinfo.value, CheckFailed):
            lines = evidence_lines(call.excinfo.value.evidence, indent="")
            report.sections.append(("evidence", "\n".join(lines)))
        return report

    def pytest_timeout_set_timer(self, *_: object) -> None:
        """Leave checks that hang to pytest-timeout's own timer, which pauses while debugging."""

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        check = next(check for check in self.checks if check.item is item)
        submission = Submission(self._nursery, check.module, self._plan)
        submission.budget = check.budget(self._costs)
        source = Source(self._handin.files)
        self.present = CurrentHandin(submission, source, self._replay, self._names, check)

    def pytest_runtest_teardown(self) -> None:
        if self.present is not None:
            self.present.submission.close()

    def _replay(self, check: Check, submission: Submission) -> None:
        replay(self._key[check.name], submission, check.budget(self._costs), lambda *_: None)


def debug(assignment: Assignment, path: Path, tier: Tier, options: Sequence[str]) -> int:
    """Run pytest on all checks of the hand-in's modules; returns pytest's exit status.

    A course's own tests are left out: they run in a box, where no debugger can reach them. Raises
    `UsageError` if there are no other checks.
    """
    handin = opener_of(assignment).open(path)
    held = [module for module in assignment.modules if module.file in handin.files]
    asking = [module for module in held if module.tests is TestsUse.CHECKS]
    if held and not asking:
        raise UsageError(
            f"debug looks at checks, and all tests of {', '.join([m.name for m in held])} are "
            "as-is: run pytest on them, beside a copy of the hand-in"
        )
    files = [
        str(file)
        for module in asking
        for file in check_files(assignment.folders_of_checks, module.name)
    ]
    nursery = nursery_of(assignment, tier, suites=False)()
    try:
        plugin = DebugPlugin(assignment, handin, nursery)
        backstop = f"--timeout={backstop_of(assignment)}"
        arguments = [*OPTIONS, backstop, *files, *options]
        with importable(assignment):
            return int(pytest.main(arguments, plugins=[plugin]))
    finally:
        nursery.close()
