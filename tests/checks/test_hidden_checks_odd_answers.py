"""No answer whatever may break the judgement of a hidden check: that would be called our fault."""

import importlib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from gametree import (
    DRAW,
    PARENT_PRUNE,
    PRUNED,
    BestEdge,
    Definitely,
    Guess,
    Matrix,
    Over,
    Player,
    Seq,
    Tree,
    TreeLeaf,
    TreeNode,
    Winner,
)
from grader.asking.answers import Value
from grader.authoring.reference import Reference
from grader.inside.wire import Decoder, Handle, MalformedRecord
from grader.judging.comparison import Comparison
from grader.judging.properties import Property
from grader.judging.pytest_plugin import shortened
from grader.student.evidence import evidence_to_json
from tests.support import LIBRARY, REFERENCE_FILES, ROOT, make_entry

MOST_CHARACTERS = 40_000
ODD = [
    None,
    True,
    0,
    -1,
    10**4000,
    1.5,
    1e300,
    "",
    "x" * 30_000,
    "\x1b[31m\u202e\n" * 50,
    (),
    [],
    (1,),
    (1, 2),
    [[], []],
    [(), ()],
    ([], [()]),
    (None, None),
    ("x" * 30_000, 1),
    (10**4000, 10**4000),
    list(range(5_000)),
    Seq.empty(),
    Seq.of(1, 2),
    Seq.of((), (1,), (1, 2, 3)),
    Seq.of([[], []], (None, "x")),
    Seq.of(("x" * 30_000, "x" * 30_000)),
    Seq.of((10**4000, 10**4000)),
    Seq.of((True, True)),
    Seq.from_list([(1, 1)] * 5_000),
    Seq.from_list([[2**61 - 1]] * 1000),
    Handle(3, "AlphaBeta"),
    (Handle(3, "x"), Handle(4, "y")),
    Seq.of(Handle(3, "x")),
    MalformedRecord("Guess(None)"),
    BestEdge(Handle(1, "x"), Guess(10**4000)),
    BestEdge(None, Definitely(DRAW)),
    BestEdge((1, [2]), Guess(-1.5)),  # type: ignore[arg-type]  # such a Guess does travel
    BestEdge("x" * 30_000, Guess(0)),
    (BestEdge([1], Guess(1)), PRUNED),
    (PRUNED, PARENT_PRUNE),
    (MalformedRecord("x"), Handle(0, "y")),
    PRUNED,
    PARENT_PRUNE,
    DRAW,
    Over(DRAW),
    Winner(Player.MAXIE),
    Guess(0),
    Definitely(Winner(Player.MINNIE)),
    Matrix.tabulate(lambda *_: 7, 50, 50),
    Matrix.tabulate(lambda *_: [1], 2, 2),
    Tree([1], (Tree([2]),)),
    Tree("x" * 30_000),
    TreeNode(5, (TreeLeaf([1], None),)),  # type: ignore[arg-type]  # nor are labels looked at
    Decoder(LIBRARY).decode(["G", ["G", ["W", 3]]]),
]


def modules() -> list[str]:
    return sorted(path.stem for path in (ROOT / "reference/checks").glob("test_*.py"))


def properties() -> Iterator[Any]:
    for module in modules():
        for name, function in vars(importlib.import_module(f"reference.checks.{module}")).items():
            prop = getattr(function, "prop", None)
            if isinstance(prop, Property):
                yield pytest.param(prop, id=f"{module.removeprefix('test_')}-{name}")


@cache
def reference() -> Reference:
    return Reference(REFERENCE_FILES)


@pytest.mark.parametrize("prop", list(properties()))
def test_odd_answers_are_judged_without_a_fault_and_shown_in_few_words(prop: Property) -> None:
    entry = make_entry(replace(prop, count=2), "odd", reference())
    for odd in ODD:
        answers = [Value(odd)] * len(entry.examples)
        comparison = Comparison(entry, answers, entry.replies.visits)
        for index, expected in enumerate(entry.expected):
            if comparison.wrong(index) and isinstance(expected, Value):
                evidence = shortened(comparison.failure(index).evidence)
                assert len(str(evidence_to_json(evidence))) < MOST_CHARACTERS
