"""The page of faults: what is counted, what rests on one check or one example, and what lives."""

from dataclasses import replace

import pytest

pytest.importorskip("mutmut", reason="`make test` installs it")

from bench.fates import Fate, Mutant
from bench.fault_page import page, rate
from bench.judged import Judged
from bench.people import Fault

OWN = frozenset({"a.f"})


def judged(
    text: str, *by: str, kind: str = "order", witness: str = "", examples: int = 0
) -> Judged:
    fault = Fault(kind, Mutant("a.py", "f", "x", text, text))
    lost = frozenset(name.partition("/")[0] for name in by)
    return Judged("a", fault, Fate(fault.mutant, OWN, lost, (), frozenset(by)), witness, examples)


def of_half(kept: bool, *by: str, witness: str = "") -> Judged:
    """The first such fault that is in this half."""
    found = (judged(f"y{number}", *by, witness=witness) for number in range(99))
    return next(each for each in found if each.fault.kept == kept)


ONE, TWO = "a.f/hidden/one", "a.f/hidden/two"


def test_a_fault_is_killed_accepted_or_equivalent() -> None:
    dead, alive, same = judged("y", ONE), judged("y", witness="f(1)"), judged("y")
    assert [(e.killed, e.accepted, e.equivalent) for e in (dead, alive, same)] == [
        (True, False, False),
        (False, True, False),
        (False, False, True),
    ]


def test_the_rate_leaves_out_equivalent_ones() -> None:
    found = [judged(str(number), ONE) for number in range(198)]
    accepted = [judged("alive", witness="f(1)"), judged("too", witness="f(2)")]
    assert rate([*found, *accepted, judged("same")]) == "2 of 200, 1.0 % (95 %: 0.3 % to 3.6 %)"


def test_the_halves_are_counted_apart() -> None:
    found = [of_half(True, witness="f(1)"), of_half(False, ONE), of_half(False)]
    lines = list(page(found))
    assert "| a | 0 | 1 | 0 | 1 | 0 | 1 |" in lines
    assert "| order | 0 | 1 | 0 | 1 | 0 | 1 |" in lines
    assert "**Accepted of those kept back: 1 of 1, 100.0 % (95 %: 20.7 % to 100.0 %).**" in lines
    assert f"* `a.py`, {found[0].fault.name} (kept back)" in lines


def test_a_table_says_which_checks_kill_what_and_which_do_so_alone() -> None:
    found = [
        judged("y", ONE, TWO),
        judged("z", TWO, kind="ends", examples=2),
        judged("w", ONE, kind="kinds", examples=1),
    ]
    lines = list(page(found))
    assert f"1. `{ONE}`" in lines
    assert "| `f` |  |  |  | **1!** | 1 2 |  | **2** |" in lines
    assert (
        "Of 3 faults that are killed, 2 fail one check alone, 1 of them in one example alone."
        in (lines)
    )


def test_checks_of_other_tasks_are_not_counted() -> None:
    assert judged("y", ONE, "a.g/hidden/other").sole == ONE


def test_modules_that_were_not_graded_are_named() -> None:
    assert "**Not graded this time: b, c.**" in list(page([judged("y", ONE)], ["b", "c"]))
    assert not any("Not graded" in line for line in page([judged("y", ONE)]))


def test_what_never_ends_rests_on_nothing_that_is_known() -> None:
    each = judged("y", ONE)
    endless = replace(each, fate=replace(each.fate, endless=True))
    assert each.sole == ONE
    assert endless.sole == ""
