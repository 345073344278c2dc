"""A domain table says which parts of a function's input no question meets."""

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import strategies as st

from grader.authoring.coverage import Coverage, cover, look_at_calls
from grader.authoring.domains import (
    AskedCall,
    Aspect,
    Domain,
    among,
    at_least,
    below,
    between,
    each,
    equals,
)
from grader.authoring.noting import NotingSubmission
from grader.authoring.reference import Reference
from grader.judging.properties import Property
from grader.judging.pytest_plugin import Check
from grader.student.question import CODE, ModuleOf
from tests.support import make_entry

SIZE = Aspect(
    "n",
    "size",
    lambda asked: asked.arguments[0],
    {**each(0, 1), "more": at_least(2)},
    {"less": below(0)},
)
SIDES = Aspect(
    "n",
    "side",
    lambda asked: {"even"} if asked.arguments[0] % 2 == 0 else {"odd"},
    among("even", "odd"),
)
DOMAIN = Domain(
    "m.f", (SIZE, SIDES), (("n: size", "n: side"),), frozenset({("0", "odd"), ("1", "even")})
)
FILES = {
    "m.py": "class Box:\n"
    "    def __init__(self, n):\n        self.n = n\n"
    "    def add(self, k):\n        return self.n + k\n"
    "    @property\n    def start(self):\n        return self.n\n"
    "def f(n):\n    if n < 0:\n        raise ValueError('less')\n    return n\n"
    "def box():\n    return Box(3)\n"
}


def asked(*numbers: int) -> Coverage:
    coverage = Coverage(DOMAIN)
    for number in numbers:
        coverage.note("check", AskedCall("m.f", (), (number,)))
    return coverage


def test_all_parts_and_pairs_that_are_met_are_no_fault() -> None:
    assert list(asked(0, 1, 2, 3).faults()) == []


def test_a_part_that_nobody_asks_and_its_pairs_are_faults() -> None:
    assert list(asked(0, 2, 3).faults()) == [
        "m.f: no question has n: size = 1",
        "m.f: no question has n: size = 1 with n: side = odd",
    ]


def test_a_question_outside_is_a_fault_with_its_call() -> None:
    [fault] = asked(0, 1, 2, 3, -1).faults()
    assert fault == "m.f: n: size = less is asked: f(-1) in check"


def test_a_pair_that_cannot_meet_and_does_is_a_fault() -> None:
    never = Domain("m.f", (SIZE, SIDES), (("n: size", "n: side"),), frozenset({("more", "odd")}))
    coverage = Coverage(never)
    coverage.note("check", AskedCall("m.f", (), (3,)))
    assert "m.f: n: size = more does meet n: side = odd" in list(coverage.faults())


def test_parts_say_what_they_hold() -> None:
    assert equals(2)(2)
    assert not equals(2)(3)
    assert between(2, 4)(4)
    assert not between(2, 4)(5)
    assert at_least(2)(2)
    assert not at_least(2)(1)
    assert below(2)(1)
    assert not below(2)(2)
    assert among("a")["a"]({"a", "b"})
    assert not among("a")["a"]({"b"})


@pytest.fixture
def noted() -> tuple[NotingSubmission, list[AskedCall]]:
    found: list[AskedCall] = []
    return NotingSubmission(lambda: Reference(FILES), found.append), found


def test_calls_are_noted_with_their_values(noted: tuple[NotingSubmission, list[AskedCall]]) -> None:
    asking, found = noted
    assert asking.ask(CODE.m.f(CODE.m.f(4))) == 4
    assert [(a.function, a.arguments) for a in found] == [("m.f", (4,)), ("m.f", (4,))]
    assert found[1].before == (found[0],)


def test_methods_know_what_their_object_was_made_of_and_asked(
    noted: tuple[NotingSubmission, list[AskedCall]],
) -> None:
    asking, found = noted
    box, other = CODE.m.Box(1), CODE.m.Box(2)
    assert asking.ask((box.add(5), other.add(6), box.add(7), box.start)) == (6, 8, 8, 1)
    calls = [a for a in found if a.function != "m.Box"]
    assert [(a.function, a.made, a.arguments) for a in calls] == [
        ("m.Box.add", (1,), (5,)),
        ("m.Box.add", (2,), (6,)),
        ("m.Box.add", (1,), (7,)),
        ("m.Box.start", (1,), ()),
    ]
    assert [len(a.before) for a in calls] == [0, 0, 1, 2]
    assert [len(a.beside) for a in calls] == [0, 1, 1, 1]
    assert calls[2].text == "Box(1).add(7)"


def test_methods_of_what_a_function_gives_are_noted(
    noted: tuple[NotingSubmission, list[AskedCall]],
) -> None:
    asking, found = noted
    assert asking.ask(CODE.m.box().add(1)) == 4
    assert [a.function for a in found] == ["m.box", "m.box.add"]


def test_exceptions_of_the_reference_are_raised_as_a_check_sees_them(
    noted: tuple[NotingSubmission, list[AskedCall]],
) -> None:
    asking, _ = noted
    with pytest.raises(ValueError, match="less"):
        asking.ask(CODE.m.f(-1))


def test_what_a_question_replaces_is_as_before_when_the_box_would_end(
    noted: tuple[NotingSubmission, list[AskedCall]],
) -> None:
    asking, _ = noted
    usual = Fraction.limit_denominator
    put = CODE.builtins.setattr
    library = CODE.fractions.Fraction
    asking.ask((put(library, "limit_denominator", 1), put(library, "unknown", 2)))
    assert Fraction.limit_denominator == 1
    asking.close()
    assert Fraction.limit_denominator is usual
    assert not hasattr(Fraction, "unknown")


def plugin_of(prop: Property, module: str) -> Any:
    check = SimpleNamespace(name="c", prop=prop, module=module)
    return SimpleNamespace(checks=[check])


def test_calls_of_a_module_in_a_package_are_counted() -> None:
    files = {f"shop/{name}": text for name, text in FILES.items()}
    prop = Property(st.sampled_from((0, 1)), 2, lambda _code, n: ModuleOf("shop.m").f(n))
    entry = make_entry(prop, "seed", Reference(files))
    domain = replace(DOMAIN, function="shop.m.f", pairs=())
    plugin = plugin_of(prop, "shop.m")
    [coverage] = cover([domain], plugin, {"c": entry}, lambda: Reference(files))
    assert coverage.counts["n: size", "0"] == coverage.counts["n: size", "1"] == 1


def test_calls_are_told_with_their_check_and_example() -> None:
    prop = Property(st.sampled_from((1, 2, 3)), 3, lambda code, n: code.m.f(n))
    entry = make_entry(prop, "seed", Reference(FILES))
    plugin = plugin_of(prop, "m")
    told: list[tuple[str, int | None, Any]] = []

    def note(check: Check, example: int | None, asked: AskedCall) -> None:
        told.append((check.name, example, asked.arguments[0]))

    look_at_calls(plugin, {"c": entry}, lambda: Reference(FILES), note)
    assert told == [("c", number, example) for number, example in enumerate(entry.examples)]
