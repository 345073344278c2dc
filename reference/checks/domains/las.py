"""How the arguments of look-and-say vary."""

import itertools
import operator
from collections.abc import Callable
from typing import Any

from gametree.grading.equivalences import same_parity
from grader.authoring.domains import AskedCall, Aspect, Domain, among, at_least, between, equals


def items(asked: AskedCall) -> list[Any]:
    """The sequence, as a list."""
    found: list[Any] = asked.arguments[1].to_list()
    return found


def equivalence(asked: AskedCall) -> Callable[[Any, Any], bool]:
    """The equivalence; for one that counts its calls, the one that it stands for."""
    eq: Callable[[Any, Any], bool] = asked.arguments[0]
    return same_parity if getattr(eq, "__closure__", None) else eq


def runs(asked: AskedCall) -> list[list[Any]]:
    """Its runs by the given equivalence."""
    eq, found = equivalence(asked), list[list[Any]]()
    for item in items(asked):
        if found and eq(found[-1][0], item):
            found[-1].append(item)
        else:
            found.append([item])
    return found


def places_of_long_runs(asked: AskedCall) -> set[str]:
    """Where runs of two and more are."""
    found = runs(asked)
    if not found:
        return set()
    long = [i for i, run in enumerate(found) if len(run) > 1]
    places = {"first" if i == 0 else "last" if i == len(found) - 1 else "inner" for i in long}
    return places if len(found) > 1 else {"the only one"}


def kinds(asked: AskedCall) -> set[str]:
    """What the elements are."""
    return {KINDS.get(type(item), "other") for item in items(asked)}


KINDS = {int: "number", str: "text", tuple: "pair", float: "float", bool: "truth value"}


def relation(asked: AskedCall) -> set[str]:
    """How the equivalence relates to `==` on neighbours of this sequence."""
    eq, found = equivalence(asked), items(asked)
    neighbours = list(itertools.pairwise(found))
    words = set()
    if eq is operator.eq:
        words.add("==")
    for x, y in neighbours[:200]:
        if eq(x, y) and x != y:
            words.add("calls unequal ones equal")
        if not eq(x, y) and x == y:
            words.add("tells equal ones apart")
    return words


def again(asked: AskedCall) -> bool:
    """Whether a run comes back after another one."""
    eq, firsts = equivalence(asked), [run[0] for run in runs(asked)][:50]
    return any(eq(x, y) for i, x in enumerate(firsts) for y in firsts[i + 2 :])


def is_special(asked: AskedCall) -> set[str]:
    """Elements that a program may take for the end, or for nothing."""
    found = items(asked)
    return {
        name
        for name, values in (
            ("0", (0,)),
            ("empty text", ("",)),
            ("False", (False,)),
            ("None", (None,)),
        )
        if any(type(x) is type(v) and x == v for x in found[:1] for v in values)
    }


def length(asked: AskedCall) -> int:
    """How many elements there are."""
    return len(asked.arguments[1])


def most(asked: AskedCall) -> int | None:
    """The length of the longest run."""
    return max(map(len, runs(asked)), default=None)


def identity(asked: AskedCall) -> set[str]:
    """Whether equal neighbours are one object or several."""
    found = items(asked)[:200]
    equal = [(x, y) for x, y in itertools.pairwise(found) if x == y]
    return {"one object" if x is y else "several objects" for x, y in equal}


DOMAINS = (
    Domain(
        "las.look_and_say",
        (
            Aspect(
                "eq",
                "against ==",
                relation,
                among("==", "calls unequal ones equal", "tells equal ones apart"),
            ),
            Aspect(
                "s",
                "length",
                length,
                {
                    "0": equals(0),
                    "1": equals(1),
                    "2": equals(2),
                    "3 to 9": between(3, 9),
                    "10 to 63": between(10, 63),
                    "10,000": equals(10_000),
                },
                {"more": at_least(10_001)},
            ),
            Aspect(
                "s",
                "number of runs",
                lambda a: len(runs(a)),
                {
                    "0": equals(0),
                    "1": equals(1),
                    "2": equals(2),
                    "3 to 9": between(3, 9),
                    "10 and more": at_least(10),
                },
            ),
            Aspect(
                "s",
                "longest run",
                most,
                {
                    "1": equals(1),
                    "2": equals(2),
                    "3 to 8": between(3, 8),
                    "9 to 99": between(9, 99),
                    "100 and more": at_least(100),
                },
            ),
            Aspect(
                "s",
                "place of a long run",
                places_of_long_runs,
                among("first", "inner", "last", "the only one"),
            ),
            Aspect("s", "elements", kinds, among("number", "text", "pair", "float", "truth value")),
            Aspect(
                "s",
                "mixed kinds",
                lambda a: len(kinds(a)) > 1,
                {"yes": equals(True), "no": equals(False)},
            ),
            Aspect("s", "a run comes back", again, {"yes": equals(True), "no": equals(False)}),
            Aspect("s", "first element", is_special, among("0", "empty text", "False", "None")),
            Aspect("s", "equal neighbours", identity, among("one object", "several objects")),
        ),
        pairs=(
            ("eq: against ==", "s: place of a long run"),
            ("eq: against ==", "s: a run comes back"),
        ),
        # Equal ones that are told apart are two runs.
        never=frozenset({("tells equal ones apart", "the only one")}),
    ),
)
