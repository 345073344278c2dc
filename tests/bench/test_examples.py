"""Examples are chosen by what they show, at the least cost, and what a fault remembers counts."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("mutmut", reason="`make test` installs it")

from hypothesis import strategies as st

from bench.examples import ENOUGH, Chooser, Need, cheapest, first_of_equals, line_of
from bench.kills import MOST, Asker, Wrong, kills
from grader.authoring.reference import Reference
from grader.judging.chosen import ONE_IN, ExampleChoice
from grader.judging.properties import Property
from grader.student.question import Code
from tests.support import make_entry

FILE, CHECK, TASK = "numbers_of_mine.py", "m.double/hidden/x", "m.double"
DOUBLE = "def double(n):\n    return 2 * n\n"
FAULTS = {
    "small": "def double(n):\n    return 2 * min(n, 50)\n",
    "seldom": "def double(n):\n    return 2 * min(n, 97)\n",
    "kept": "seen = {}\ndef double(n):\n    return seen.setdefault(n // 4, 2 * n)\n",
}


def question(code: Code, example: int) -> Any:
    return code.numbers_of_mine.double(example)


SMALL, LARGE, LARGEST = range(51), range(51, 98), range(98, 100)
PROPERTY = Property(st.integers(0, 99), 90, question)


def need(count: int, *examples: int) -> Need:
    return Need(frozenset((CHECK, example) for example in examples), count)


def chosen(needs: list[Need], costs: list[float]) -> list[int]:
    found = cheapest(needs, {(CHECK, number): cost for number, cost in enumerate(costs)})
    return [number for _, number in found]


def test_what_serves_most_for_its_cost_is_chosen() -> None:
    costs = [1.0, 1.0, 1.0, 10.0]
    assert chosen([need(1, 0, 1), need(1, 1, 2)], costs) == [1]
    # One that serves both, but costs more than two that serve one each.
    assert chosen([need(1, 0, 3), need(1, 1, 3)], costs) == [0, 1]
    assert chosen([need(2, 0, 3), need(2, 1, 3)], costs) == [0, 1, 3]
    assert chosen([], costs) == []


def test_where_fewer_show_a_fault_than_are_wanted_all_of_them_are_chosen() -> None:
    assert chosen([need(5, 0, 3)], [1.0] * 4) == [0, 3]


def test_what_others_make_superfluous_is_left_out() -> None:
    # The first is worth most at first; those that are needed anyway do its work.
    needs = [need(1, 0, 1), need(1, 0, 2), need(1, 0, 3), need(1, 1), need(1, 2), need(1, 3)]
    assert chosen(needs, [1.0] * 4) == [1, 2, 3]


def chooser(*checks: str, without: str = "") -> Chooser:
    key = {check: make_entry(PROPERTY, check, Reference({FILE: DOUBLE})) for check in checks}
    asker = Asker(key, {FILE: DOUBLE}, "")
    texts = {name: text for name, text in FAULTS.items() if name != without}
    wrongs = [Wrong(name, {FILE: text}, frozenset({TASK})) for name, text in texts.items()]
    tasks = dict.fromkeys(checks, TASK)
    found = kills(asker, wrongs, tasks, 2)
    return Chooser(asker, {wrong.name: wrong for wrong in wrongs}, found, tasks, 2)


def test_every_fault_is_shown_by_enough_of_what_is_chosen() -> None:
    choosing = chooser(CHECK)
    entry = choosing.asker.key[CHECK]
    [(_, choice)] = choosing.choose({}).items()
    assert choice.drawn == len(entry.examples)
    assert len(choice.faults) < len(entry.examples) / 2
    for name, wrong in choosing.wrongs.items():
        shown = choosing.asker.shown(wrong, {CHECK: list(choice.faults)})[CHECK]
        assert len(shown) >= min(ENOUGH, len(choosing.found[CHECK][name])), name


def test_checks_of_one_task_share_what_shows_a_fault() -> None:
    checks = [f"m.double/hidden/{name}" for name in "xyz"]
    together = chooser(*checks, without="kept")
    choices = together.choose({})
    for name, wrong in together.wrongs.items():
        asked = {check: list(choice.faults) for check, choice in choices.items()}
        shown = {c: len(numbers) for c, numbers in together.asker.shown(wrong, asked).items()}
        able = {c: len(together.found[c].get(name, [])) for c in checks}
        assert sum(shown.values()) >= min(ENOUGH, sum(able.values())), name
        assert all(shown[c] >= min(1, able[c]) for c in checks), name
    alone = [chooser(check, without="kept").choose({})[check] for check in checks]
    assert _many(choices.values()) < 0.8 * _many(alone)


def test_an_example_is_wanted_that_shows_one_of_two_known_mistakes() -> None:
    choosing = replace(chooser(CHECK, without="kept"), known=frozenset({"small", "seldom"}))
    examples = choosing.asker.key[CHECK].examples
    sizes = SMALL, LARGE, LARGEST
    small, large, largest = (next(n for n, x in enumerate(examples) if x in some) for some in sizes)
    # Where as many are known as are looked for, others may show it, too.
    for both, many in (([largest], 1), ([small], MOST)):
        found = {CHECK: {"small": [large, largest, *both], "seldom": both * many}}
        *_, apart = replace(choosing, found=found)._needs([CHECK])
        assert (apart.examples, apart.count) == ({(CHECK, large)}, 1)


def test_of_each_check_an_example_is_wanted_for_each_fault() -> None:
    checks = [f"m.double/hidden/{name}" for name in "xyz"]
    together = chooser(*checks, without="kept")
    each = [need.examples for need in together._needs(checks) if need.count == 1]
    assert [{check for check, _ in some} for some in each] == [
        {check} for check in checks for _ in together.found[check]
    ]


def _many(choices: Iterable[ExampleChoice]) -> int:
    return sum(len(choice.faults) for choice in choices)


def test_no_question_is_chosen_twice_for_the_same_fault() -> None:
    choosing = chooser(CHECK)
    entry = choosing.asker.key[CHECK]
    first = first_of_equals(entry)
    assert [entry.examples[number] for number in first] == list(entry.examples)
    assert {n for n in first if first[n] != n} == set()
    # Of `seldom` there are two examples at the most that differ, however often they are drawn.
    shown = {first[number] for number in choosing.found[CHECK].get("seldom", [])}
    assert len(shown) <= 2


def test_each_part_of_a_domain_has_an_example() -> None:
    choosing = chooser(CHECK)
    faults = set(choosing.choose({})[CHECK].faults)
    free = [number for number in range(90) if number not in faults]
    parts = {("small",): {free[0], free[1]}, ("met",): {free[0], *faults}, ("one",): {free[1]}}
    assert choosing.choose({CHECK: parts})[CHECK].domains == (free[1],)


def test_the_report_says_what_is_kept_and_what_for() -> None:
    entry = make_entry(PROPERTY, "seed", Reference({FILE: DOUBLE}))
    choice = ExampleChoice(entry.recorded.digest, (0, 1, 2), (3,))
    line = line_of(CHECK, choice, 7, entry, 5)
    many = len(entry.examples)
    beside = -(-(many - 4) // ONE_IN)
    assert f"{4 + beside} of {many} (3 for 7 faults, 1 for domains, {beside} beside)" in line
