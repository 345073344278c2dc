"""Of a choice of examples, a session's key holds what was chosen, or everything if it is old."""

from dataclasses import replace
from shutil import copytree
from typing import NoReturn

import pytest

from grader.assignment.config import Assignment
from grader.assignment.load import load
from grader.assignment.sources import reference_files
from grader.authoring.choices import written
from grader.commands.authoring.verdicts import stale_choices
from grader.judging.answer_key import KeyEntry
from grader.judging.chosen import ExampleChoice
from grader.judging.unit import Unit
from grader.running.proof import find_out
from grader.running.session import Session, open_session
from grader.sandbox.tiers import Tier
from tests.support import ROOT, children

BALANCE, STATEMENT = "bank.balance/hidden/balance", "bank.statement/hidden/statement"


@pytest.fixture(scope="module")
def bank(tmp_path_factory: pytest.TempPathFactory) -> Assignment:
    folder = tmp_path_factory.mktemp("bank") / "bank"
    copytree(ROOT / "assignments/bank", folder)
    return load(folder / "config.yaml")


def entries(assignment: Assignment) -> tuple[dict[str, KeyEntry], list[str]]:
    """The key of the module `bank`, and what staff are told of what was chosen."""
    found: dict[str, KeyEntry] = {}
    lines: list[str] = []

    def body(session: Session) -> None:
        found.update(session.key)
        lines.extend(stale_choices(assignment, session, ["bank"]))

    open_session(assignment, ["bank"], Tier.NONE, body)
    return found, lines


def choose(assignment: Assignment, choices: dict[str, ExampleChoice]) -> None:
    file = assignment.choice_file("bank")
    file.parent.mkdir(exist_ok=True)
    file.write_text("\n".join(written(choices)))


def test_only_chosen_examples_are_asked_in_their_order(bank: Assignment) -> None:
    whole, lines = entries(bank)
    assert lines == []
    old = ExampleChoice("40-of-other-examples", (1,), ())
    choices = {
        name: ExampleChoice(entry.recorded.digest, (2,), (0,)) for name, entry in whole.items()
    }
    choose(bank, {**choices, STATEMENT: old})
    some, lines = entries(bank)
    assert [line.partition(":")[0] for line in lines] == [STATEMENT]
    # What is stale is asked as a whole.
    assert some[STATEMENT].examples == whole[STATEMENT].examples
    numbers = choices[BALANCE].asked(f"{bank.seed}/{BALANCE}")
    assert len(numbers) == 2 + 5
    for few, many in (
        (some[BALANCE].examples, whole[BALANCE].examples),
        (some[BALANCE].expected, whole[BALANCE].expected),
    ):
        assert few == tuple([many[number] for number in numbers])
    # `grader verify`, mutants and faults ask everything, and are told the same.
    every, lines = entries(bank.asking_all())
    assert every[BALANCE].examples == whole[BALANCE].examples
    assert [line.partition(":")[0] for line in lines] == [STATEMENT]


def test_slots_that_proved_the_machine_grade_and_end_with_the_session(bank: Assignment) -> None:
    before, slots = children(), list[set[str]]()
    unit = Unit("ada", reference_files(bank), {}, ("bank",))

    def body(session: Session) -> None:
        find_out(bank, session, ["bank"], 1)
        slots.append(children() - before)
        list(session.grade([unit], 1, more=True))
        slots.append(children() - before)

    open_session(bank, ["bank"], Tier.NONE, body)
    assert (len(slots[0]), slots[0]) == (1, slots[1])
    assert children() == before


def test_what_was_drawn_is_kept_when_hints_change_and_not_when_limits_do(
    bank: Assignment, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, _ = entries(bank)

    def drawn_again(*_: object) -> NoReturn:
        raise AssertionError("it was drawn before")

    monkeypatch.setattr("grader.running.session.record_all", drawn_again)
    mistakes = bank.mistakes / "bank.toml"
    mistakes.write_text(mistakes.read_text("utf-8").replace('hint = "', 'hint = "think: '), "utf-8")
    after, _ = entries(bank)
    assert after.keys() == before.keys()
    with pytest.raises(AssertionError, match="it was drawn before"):
        entries(replace(bank, limits=replace(bank.limits, cpu_seconds=9)))
