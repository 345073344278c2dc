"""Calls of all methods of one object: each is legal, and only those that are asked for count."""

from importlib import import_module
from typing import Any

import pytest

from grader.judging.answer_key import draw
from grader.judging.properties import Property
from grader.student.evaluation import Evaluation
from grader.student.question import CODE
from reference.checks import interleaved_players as players
from reference.checks.any_games import ALIKE
from reference.checks.interleaved import METHODS, Interleaved, aside, interleaved_verdict
from reference.checks.interleaved_players import TwoPlayers, two_players_verdict
from reference.checks.plays import STANDARD
from reference.checks.pops import legal
from reference.checks.test_alphabeta import test_searches_among_others as searches
from reference.checks.test_connect4 import test_status_among_others as statuses
from reference.checks.test_popout import test_rules_among_others as rules


def drawn(check: Any) -> tuple[Any, ...]:
    prop: Property = check.prop
    return draw(prop, "tests")


def answers(check: Any, example: object) -> Any:
    return Evaluation(import_module).evaluate(check.prop.question(example))


@pytest.mark.parametrize("check", [statuses, rules])
def test_each_request_is_legal_and_no_method_is_left_out(check: Any) -> None:
    examples: tuple[Interleaved, ...] = drawn(check)
    found = [request for example in examples for request in example.requests]
    assert {*METHODS, "many"} <= {request.method for request in found}
    for request in found:
        board, over = request.board, bool(request.board.winners())
        match request.method:
            case "make_move" | "many" if check is rules:
                assert not over
                assert request.argument in legal(board)
            case "make_move" | "many":
                assert not over
                assert request.argument in board.drops()
            case "estimate":
                assert not over
                assert min(board.size) >= 4
    assert any(request.board.size == STANDARD for request in found)


def test_players_look_no_further_than_the_tree() -> None:
    examples: tuple[TwoPlayers, ...] = drawn(searches)
    calls = [(example, call) for example in examples for call in example.calls]
    assert {call.method for _, call in calls} == {*players.METHODS}
    for example, call in calls:
        depth, path = call.ask.depth, call.ask.path
        assert 1 <= depth <= players.PLIES - len(path)
        assert call.method != "next_move" or depth == example.depths[call.ask.player]


def test_what_is_asked_aside_may_be_refused() -> None:
    refused = aside(CODE.builtins.int("x"))
    question = [refused, CODE.builtins.len("ab")]
    assert Evaluation(import_module).evaluate(question) == [None, 2]


@pytest.mark.parametrize(
    ("check", "verdict", "methods"),
    [
        (statuses, interleaved_verdict("status"), {"status"}),
        (searches, two_players_verdict("evaluate", "search"), {"evaluate", "search"}),
    ],
)
def test_only_answers_of_the_methods_count(check: Any, verdict: Any, methods: set[str]) -> None:
    example = drawn(check)[0]
    expected = answers(check, example)
    calls = example.requests if check is statuses else example.calls
    before = len(expected) - len(calls)
    for at, call in enumerate(calls, before):
        got = (*expected[:at], "odd", *expected[at + 1 :])
        assert bool(verdict(example, got, expected)) == (call.method in methods)
    assert verdict(example, None, expected)


def test_moves_that_are_alike_are_others() -> None:
    assert {(len(names), len({*names})) for names in ALIKE} == {(6, 6)}
