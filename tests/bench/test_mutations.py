"""Mutants differ from their file in one place, compile, and belong to what was asked for."""

from textwrap import dedent

import pytest

pytest.importorskip("mutmut", reason="`make test` installs it")

from bench.fates import Mutant
from bench.mutations import meant, mutants_of, reached

SOURCE = dedent('''\
    """A file."""

    from typing import TypeVar

    A = TypeVar("A")
    LIMIT = 3


    def small(n: int) -> bool:
        """small(n) ==> whether n is small."""
        return n < LIMIT


    def count(ns: list[int]) -> int:
        total = 0
        for n in ns:
            if small(n):
                total += 1
        return total


    def unused() -> int:
        return 7


    class Box:
        def __init__(self, size: int) -> None:
            self.size = size

        @property
        def room(self) -> int:
            return self.size - 1

        def kind(self, n: int) -> str:
            match n:
                case 0 if self.room > 0:
                    return "empty"
                case _:
                    return "full"
    ''')


def changes(*owners: str) -> set[tuple[str, str]]:
    return {(mutant.was, mutant.becomes) for mutant in mutants_of("f.py", SOURCE, owners)}


def test_a_comparison_becomes_its_neighbour_and_its_opposite() -> None:
    assert {
        ("return n < LIMIT", "return n <= LIMIT"),
        ("return n < LIMIT", "return n >= LIMIT"),
    } <= changes("small")


def test_a_number_becomes_one_more_and_one_less() -> None:
    assert {("LIMIT = 3", "LIMIT = 4"), ("LIMIT = 3", "LIMIT = 2")} <= changes("LIMIT")


def test_a_condition_becomes_always_true_or_never_and_a_step_is_left_out() -> None:
    assert {
        ("if small(n):", "if True:"),
        ("if small(n):", "if False:"),
        ("total += 1", "pass"),
        ("total += 1", "total -= 1"),
    } <= changes("count")


def test_a_case_loses_its_guard_or_is_left_out() -> None:
    found = changes("Box.kind")
    assert ("case 0 if self.room > 0:", "case 0:") in found
    assert ('case 0 if self.room > 0:\nreturn "empty"', "") in found


def test_properties_are_mutated_too() -> None:
    assert ("return self.size - 1", "return self.size + 1") in changes("Box.room")


def test_a_player_becomes_the_other_one() -> None:
    [mutant] = mutants_of("f.py", "def f():\n    return Player.MAXIE\n", ["f"])
    assert mutant == Mutant(
        "f.py",
        "f",
        "return Player.MAXIE",
        "return Player.MINNIE",
        "def f():\n    return Player.MINNIE\n",
    )


def test_annotations_decorators_docstrings_and_type_variables_stay() -> None:
    everything = changes("A", "LIMIT", "small", "count", "Box.__init__", "Box.room", "Box.kind")
    was = "\n".join(before for before, _ in everything)
    assert not any(text in was for text in ("TypeVar", '"""', "@property"))


def test_every_mutant_is_another_text_that_compiles() -> None:
    texts = [m.source for m in mutants_of("f.py", SOURCE, ["LIMIT", "count", "Box.kind"])]
    assert len(texts) == len(set(texts)) > 10
    assert SOURCE not in texts
    for text in texts:
        compile(text, "f.py", "exec")


def test_nobody_else_is_mutated() -> None:
    assert {m.owner for m in mutants_of("f.py", SOURCE, ["count"])} == {"count"}
    assert list(mutants_of("f.py", SOURCE, ["elsewhere"])) == []


def test_what_functions_need_is_found_through_others() -> None:
    assert reached(SOURCE, ["count"]) == {"count", "small", "LIMIT"}
    assert reached(SOURCE, ["Box.kind"]) == {"Box.kind", "Box.room", "Box.__init__"}


def test_a_class_means_all_that_it_defines() -> None:
    of_box = meant(SOURCE, ["Box"])
    assert {"Box.kind", "Box.room", "Box.__init__"} <= set(of_box)
    assert {mutant.owner for mutant in mutants_of("work.py", SOURCE, of_box)} <= set(of_box)
    assert meant(SOURCE, ["count", "Box.kind", "Bo", "nothing"]) == ("count", "Box.kind")
