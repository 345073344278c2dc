"""A few mutants of the reference, in its cheap modules: each is caught by a check of its own task.

`make mutants` makes and grades all of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import pytest

pytest.importorskip("mutmut", reason="`make test` installs it")

from bench.fates import EQUIVALENT, Equivalent, Mutant, read_equivalents
from bench.mutants import owners_of, unchanged
from grader.assignment.config import Assignment
from grader.assignment.load import load
from grader.judging.unit import Unit
from grader.running.session import Session, open_session
from grader.sandbox.tiers import probe
from tests.support import REFERENCE_FILES, ROOT


@dataclass(frozen=True, slots=True)
class Sample:
    """A text in a file of the reference that is there once, another one, and the task it costs."""

    task: str
    was: str
    becomes: str

    @property
    def module(self) -> str:
        return self.task.partition(".")[0]


def sample(task: str, was: str, becomes: str) -> Sample:
    return Sample(task, was, becomes)


SAMPLES = {
    "a run is one too short": sample("las.look_and_say", "(1 + more, first)", "(more, first)"),
    "a run never ends": sample("las.look_and_say", "rest) if eq(x, y):", "rest):"),
    "less than, and not equal": sample("nim.less_equal", "return c <= d", "return c < d"),
    "a pile that can't be emptied": sample(
        "nim.make_next_level", "in range(sticks)", "in range(1, sticks)"
    ),
    "no square at the right edge": sample(
        "select_move.static_evaluate", "0 <= col + 3 * right < 7", "0 <= col + 3 * right < 6"
    ),
    "minimax instead of alpha-beta": sample(
        "run.c4_hvab", "AlphaBeta(game, SEARCH_DEPTH)", "MiniMax(game, SEARCH_DEPTH)"
    ),
}


def unit_of(name: str, each: Sample) -> Unit:
    file = f"{each.module}.py"
    assert REFERENCE_FILES[file].count(each.was) == 1
    changed = REFERENCE_FILES[file].replace(each.was, each.becomes)
    return Unit(name, {**REFERENCE_FILES, file: changed}, {}, (each.module,))


@pytest.fixture(scope="module")
def lost() -> Mapping[str, frozenset[str]]:
    """The tasks that each sample has lost, when it is asked what a class is asked."""
    # With the limits of the assignment, so that its answer key isn't made for this alone.
    assignment = load(ROOT / "config.yaml")
    units = [unit_of(name, each) for name, each in SAMPLES.items()]
    found: dict[str, frozenset[str]] = {}

    def body(session: Session) -> None:
        for unit, [result] in session.grade(units, 2):
            found[unit.student] = frozenset(c.task for c in result.checks if not c.passed)

    modules = sorted({each.module for each in SAMPLES.values()})
    with pytest.MonkeyPatch.context() as patch:
        # Advice is nothing to what is lost, and known mistakes would be asked for each failure.
        patch.setattr("grader.running.session.mistakes_with_advice", lambda *_: {})
        open_session(assignment, modules, probe().tier, body)
    return found


@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", SAMPLES)
def test_a_mutant_loses_the_task_that_was_changed(
    lost: Mapping[str, frozenset[str]], name: str
) -> None:
    assert lost[name] & {SAMPLES[name].task} == {SAMPLES[name].task}


# -- mutants that behave exactly like the reference ----------------------------------------


def test_every_equivalent_mutant_is_of_lines_that_are_there_and_says_why() -> None:
    for known in read_equivalents(ROOT / EQUIVALENT):
        lines = [line.strip() for line in REFERENCE_FILES[known.file].splitlines()]
        assert [line for line in known.was.splitlines() if line not in lines] == []
        assert known.reason.endswith(".")


def test_an_entry_is_about_one_change_of_one_function() -> None:
    known = Equivalent("a.py", "f", "return 1", "return 2", "Nobody looks.")
    mutant = Mutant("a.py", "f", "return 1", "return 2", "")
    assert known.is_of(mutant)
    assert not any(
        known.is_of(replace(mutant, **other))
        for other in ({"file": "b.py"}, {"owner": "g"}, {"becomes": "return 3"})
    )


def named(*functions: str) -> Assignment:
    """The bank, whose first task names these functions."""
    bank = load(ROOT / "assignments/bank/config.yaml")
    [first, *others] = bank.modules
    tasks = (replace(first.tasks[0], functions=functions), *first.tasks[1:])
    return replace(bank, modules=(replace(first, tasks=tasks), *others))


def test_a_class_is_changed_in_all_of_its_methods() -> None:
    bank = named("Account")
    source = (bank.reference / "bank.py").read_text()
    owners = owners_of(bank.modules[0], source)
    assert owners["Account.withdraw"] == {"bank.balance", "bank.refusals", "bank.statement"}
    assert owners["Account.__init__"] == {"bank.balance"}


def test_what_nothing_is_changed_for_is_named() -> None:
    bank = named("Account", "Account.widthdraw")
    left = ["bank.balance (Account.widthdraw)", "main.commands"]
    assert list(unchanged(bank, ["bank", "main"])) == left
    assert list(unchanged(bank, ["bank"])) == left[:1]
