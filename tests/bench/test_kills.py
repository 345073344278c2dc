"""Which examples show a fault, as a judge would find; nobody looks at the faults kept back."""

from typing import Any

import pytest

pytest.importorskip("mutmut", reason="`make test` installs it")

from hypothesis import strategies as st

import bench.kills
from bench.kills import Asker, Wrong, kills, wrong_solutions
from bench.mutants import files_of
from bench.people import faults_of
from grader.assignment.load import load
from grader.authoring.reference import Reference
from grader.judging.properties import Property
from grader.student.question import Code
from tests.support import ROOT, make_entry

FILE = "numbers_of_mine.py"
DOUBLE = "def double(n):\n    return 2 * n\n"
SMALL = "def double(n):\n    return 2 * min(n, 50)\n"
RAISES = "def double(n):\n    return 2 * n if n < 90 else [][n]\n"
ENDS = "import os\ndef double(n):\n    return 2 * n if n < 90 else os._exit(1)\n"
ENDLESS = "def double(n):\n    while n > 60:\n        pass\n    return 2 * n\n"
KEPT = "seen = {}\ndef double(n):\n    return seen.setdefault(n % 10, 2 * n)\n"


def question(code: Code, example: int) -> Any:
    return code.numbers_of_mine.double(example)


PROPERTY = Property(st.integers(0, 99), 60, question)


@pytest.fixture(scope="module")
def asker() -> Asker:
    entry = make_entry(PROPERTY, "seed", Reference({FILE: DOUBLE}))
    return Asker({"m.double/hidden/x": entry}, {FILE: DOUBLE}, "")


def wrong(source: str) -> Wrong:
    return Wrong("a fault", {FILE: source}, frozenset({"m.double"}))


def shown(asker: Asker, source: str) -> list[int]:
    """The examples, which are numbers, that show a fault; asked are all of them."""
    [(check, entry)] = asker.key.items()
    found = asker.shown(wrong(source), {check: list(range(len(entry.examples)))})
    return [entry.examples[number] for number in found[check]]


def test_examples_show_what_is_wrong_with_them(
    asker: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench.kills, "MOST", 100)
    [entry] = asker.key.values()
    assert shown(asker, DOUBLE) == []
    assert shown(asker, SMALL) == [n for n in entry.examples if n > 50]
    for source in (RAISES, ENDS):
        assert set(shown(asker, source)) == {n for n in entry.examples if n >= 90}


def test_no_more_are_looked_for_than_are_wanted(
    asker: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench.kills, "MOST", 3)
    assert len(shown(asker, SMALL)) == 3
    monkeypatch.setattr(bench.kills, "MOST", 100)
    monkeypatch.setattr(bench.kills, "SECONDS", 0.02)
    monkeypatch.setattr(bench.kills, "MOST_ENDLESS", 2)
    endless = shown(asker, ENDLESS)
    assert len(endless) == 2
    assert min(endless) > 60


def test_each_time_a_solution_has_forgotten_what_it_was_asked(asker: Asker) -> None:
    [(check, entry)] = asker.key.items()
    assert shown(asker, KEPT) != []
    for number in range(len(entry.examples)):
        assert asker.shown(wrong(KEPT), {check: [number]}) == {check: []}


def test_a_fault_is_asked_by_the_checks_of_its_tasks(asker: Asker) -> None:
    [check] = asker.key
    other = Wrong("another", {FILE: SMALL}, frozenset({"m.other"}))
    found = kills(asker, [wrong(SMALL), other], {check: "m.double"}, 2)
    assert list(found[check]) == ["a fault"]


def test_the_faults_kept_back_are_not_looked_at() -> None:
    assignment = load(ROOT / "config.yaml")
    module = assignment.module("nim")
    found = list(wrong_solutions(assignment, module))
    texts = {one.files["nim.py"] for one in found if "nim.py" in one.files}
    source = files_of(assignment)["nim.py"]
    faults = faults_of("nim.py", source, ["less_equal", "make_next_level", "choose_move"])
    assert texts.isdisjoint(f.mutant.source for f in faults if f.kept)
    assert {f.mutant.source for f in faults if not f.kept} <= texts
    assert len({one.name for one in found}) == len(found)
    # Planted mistakes are asked by the tasks that they lose, mutants by those that need them.
    by_name = {one.name.partition(" ")[0]: one for one in found}
    assert by_name["nim_equal_sets"].tasks == {"nim.equal_config"}
    assert by_name["min_max"].tasks == {"nim.min_max", "nim.choose_move"}
