"""Slow student code is not punished: five times what the reference takes is within every limit."""

from pathlib import Path

from grader.assignment.load import load
from grader.handins.opening import opener_of
from grader.judging.unit import Unit
from grader.results import CheckResult
from grader.running.boxes import choose_tier
from grader.running.session import Session, open_session
from grader.sandbox.tiers import Tier
from tests.support import ROOT

# Those in which a check costs most, in two parts that are graded at a time.
PARTS = (("las", "lolo"), ("select_move", "popout"))
MODULES = tuple(module for part in PARTS for module in part)
# Whatever a module gives takes five times as long as it would; what it calls itself does not.
SLOWLY = """

_busy = False


def _slowly(function):
    import time

    def slow(*arguments, **named):
        global _busy
        if _busy:
            return function(*arguments, **named)
        _busy, began = True, time.process_time()
        try:
            return function(*arguments, **named)
        finally:
            _busy, end = False, began + 5 * (time.process_time() - began)
            while time.process_time() < end:
                pass

    return slow


def _slow_down(space, put):
    import types

    for name, value in list(space.items()):
        if isinstance(value, types.FunctionType) and not name.startswith("_"):
            put(name, _slowly(value))
        elif isinstance(value, type) and value.__module__ == __name__:
            _slow_down(vars(value), lambda key, slow, owner=value: setattr(owner, key, slow))


_slow_down(globals(), globals().__setitem__)
"""


def test_a_right_solution_that_takes_five_times_as_long_passes(tmp_path: Path) -> None:
    assignment = load(ROOT / "config.yaml")
    for file in assignment.reference.glob("*.py"):
        end = SLOWLY if file.stem in MODULES else ""
        (tmp_path / file.name).write_text(file.read_text("utf-8") + end, "utf-8")
    handin = opener_of(assignment).open(tmp_path)
    units = [Unit(part[0], handin.files, handin.problems, part) for part in PARTS]
    found: list[CheckResult] = []

    def body(session: Session) -> None:
        for _, results in session.grade(units, len(units)):
            found.extend(check for result in results for check in result.checks)

    open_session(assignment, MODULES, choose_tier(Tier.CONFINED), body)
    lost = {check.name: check.message for check in found if not check.passed}
    assert lost == {}
    assert {check.task.partition(".")[0] for check in found} == set(MODULES)
