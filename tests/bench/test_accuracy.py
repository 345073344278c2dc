"""The page of figures counts what is as it should be, of all."""

import pytest

pytest.importorskip("mutmut", reason="`make test` installs it")

from bench.accuracy import Figure, figures, page
from bench.fates import Equivalent, Fate, Mutant, Tally
from bench.judged import Judged
from bench.people import Fault
from grader.judging.unit import Unit
from grader.running.specimens import ExpectedVerdict, Specimen, SpecimenVerdict


def verdict(
    kind: str, loses: str = "", lost: str = "", hint: str = "", said: str = ""
) -> SpecimenVerdict:
    unit = Unit("", {}, {}, ("las",))
    specimen = Specimen(kind, unit, ExpectedVerdict(frozenset(loses.split()), hint))
    advice = frozenset(filter(None, [said]))
    return SpecimenVerdict(specimen, frozenset(lost.split()), (), loses == lost, advice)


KILLED, ALIVE, SAME = (Mutant("a.py", "f", "x", becomes, "") for becomes in ("y", "z", "w"))
OWN = frozenset({"a.f"})
TALLY = Tally(
    "a",
    (Fate(KILLED, OWN, OWN), Fate(ALIVE, OWN, frozenset()), Fate(SAME, OWN, frozenset())),
    (Equivalent("a.py", "f", "x", "w", "It is the same."),),
)
VERDICTS = [
    verdict("reference"),
    verdict("right"),
    verdict("right", lost="a.f"),
    verdict("faulty", "a.f", "a.f", hint="look", said="look"),
    verdict("faulty", "a.f", "a.f a.g", hint="look twice", said="look"),
    verdict("faulty", "a.g", "a.g", said="look"),
    verdict("hostile", "a.f", "a.f"),
]


FAULTS = [
    Judged("a", Fault("order", mutant), fate, witness)
    for number in range(8)
    for mutant in [Mutant("a.py", "f", "x", str(number), "")]
    for fate, witness in [
        (Fate(mutant, OWN, OWN), ""),
        (Fate(mutant, OWN, frozenset()), "f(1)"),
        (Fate(mutant, OWN, frozenset()), ""),
    ]
]
BACK = sum(each.fault.kept for each in FAULTS) // 3


def test_everything_is_counted() -> None:
    assert 0 < BACK < 8
    found = figures([TALLY], VERDICTS, FAULTS)
    assert [(each.name, each.good, each.total) for each in found] == [
        (
            "[faults as people make them](faults.md) that are killed, the half kept back",
            BACK,
            2 * BACK,
        ),
        (
            "[faults as people make them](faults.md) that are killed, the half open",
            8 - BACK,
            2 * (8 - BACK),
        ),
        ("mutants killed, without equivalent ones", 1, 2),
        ("planted mistakes that lose exactly their tasks", 2, 3),
        ("planted right hand-ins with full marks", 1, 2),
        ("planted hostile hand-ins that lose exactly their tasks", 1, 1),
        ("mistakes named by advice that fits", 1, 2),
        ("all others, without the advice for one of those", 4, 5),
    ]


def test_the_page_has_a_row_for_each_figure_and_each_module() -> None:
    written = page([Figure("things", 3, 4)], [TALLY]).splitlines()
    assert "| things | 3 | 4 |" in written
    assert "| a | 1 | 2 | 1 |" in written
    assert "| fourth, from the texts alone | 34 | 8 | 1 |" in written
