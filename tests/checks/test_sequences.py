"""Calls one after another: each is legal, and differs in one thing from another one."""

from dataclasses import fields
from random import Random

import pytest

from gametree import BestEdge, ExplicitGame, Guess, TreeLeaf, TreeNode, est_compare
from gametree.paths import PathGame
from grader.judging.answer_key import draw
from grader.judging.properties import Property
from reference.checks import pops, sequences
from reference.checks.openings import FIRM_DIAGONALS, of_table, sign_fault
from reference.checks.plays import Past
from reference.checks.searches import look_alike
from reference.checks.sequences import Ask, Asks
from reference.checks.test_alphabeta import test_evaluate_by_each as evaluate_by_each
from reference.checks.test_alphabeta import test_search_by_each as search_by_each
from reference.checks.test_popout import again_verdict


def drawn(check: object) -> list[Asks]:
    prop: Property = check.prop  # type: ignore[attr-defined]
    return list(draw(prop, "test"))


SEARCHES, EVALUATIONS = drawn(search_by_each), drawn(evaluate_by_each)
EXAMPLES = [*SEARCHES, *EVALUATIONS]


def changed(one: Ask, other: Ask) -> set[str]:
    return {f.name for f in fields(Ask) if getattr(one, f.name) != getattr(other, f.name)}


def test_the_first_and_the_last_call_are_the_same() -> None:
    assert all(example.asks[0] == example.asks[-1] for example in EXAMPLES)


@pytest.mark.parametrize("name", ["player", "depth", "window", "path"])
def test_every_argument_changes_alone(name: str) -> None:
    for examples in (SEARCHES, EVALUATIONS):
        assert any(
            changed(one, other) == {name}
            for example in examples
            for one in example.asks
            for other in example.asks
        )


def test_windows_are_open_or_hold_something() -> None:
    for example in EXAMPLES:
        for alpha, beta in (ask.window for ask in example.asks):
            if isinstance(alpha, BestEdge) and isinstance(beta, BestEdge):
                assert est_compare(alpha.est, beta.est) < 0


def test_moves_lead_to_the_state() -> None:
    for example in EVALUATIONS:
        for ask in example.asks:
            game = example.games[ask.player]
            kept = {example.searched(ask).move(index) for index in ask.path[-1:]}
            assert kept == {example.incoming(ask)}
            assert isinstance(game, PathGame) or example.state(ask).player is not None


def test_searches_have_something_to_search() -> None:
    for example in SEARCHES:
        for ask in example.asks:
            game = example.games[ask.player]
            legal = len(game.moves(example.state(ask)))
            assert ask.depth >= 1
            assert ask.chosen
            assert set(ask.chosen) <= set(range(legal))
            assert 0 <= ask.in_sequence <= len(ask.chosen)
            assert isinstance(game, PathGame) or ask.depth == sequences.PLIES - len(ask.path)


def test_a_tree_that_looks_alike_has_other_leaves_in_the_same_places() -> None:
    tree = TreeNode("a", [TreeLeaf("b", 1), TreeNode("c", [TreeLeaf("d", 2), TreeLeaf("e", 3)])])
    found = {repr(look_alike(tree, Random(seed))) for seed in range(40)}
    assert len(found) == 6
    assert all(sorted(text) == sorted(repr(tree)) for text in found)


@pytest.mark.parametrize("seed", range(4))
def test_a_pop_wins_for_the_rival_of_an_open_run(seed: int) -> None:
    past = pops._swaying_past(_rivals(seed), Random(seed))
    rival = "O" if past.owner == "X" else "X"
    assert past.first.mover == rival
    assert any(past.first.pop(x).winners() == {rival} for x in past.first.pops())
    assert past.first.size == past.third.size == past.second.size


def _rivals(seed: int) -> pops.Rivals:
    return of_table(FIRM_DIAGONALS[seed])


def test_an_estimate_that_depends_on_the_one_before_is_noticed() -> None:
    past: Past = pops._swaying_past(_rivals(0), Random(0))
    sign = 1 if past.owner == "X" else -1
    right = (Guess(-5 * sign), Guess(3 * sign), Guess(2 * sign), Guess(-5 * sign))
    assert again_verdict(past, right, right) == ""
    assert again_verdict(past, (*right[:3], Guess(-4 * sign)), right)
    assert again_verdict(past, (right[0], Guess(-3 * sign), *right[2:]), right)
    assert sign_fault(past.owner, 3)


def test_games_are_those_of_two_trees_of_one_shape() -> None:
    for example in EXAMPLES:
        one, other = example.games
        assert type(one) is type(other)
        assert isinstance(one, ExplicitGame)
        assert len(repr(one.tree)) == len(repr(other.tree))
