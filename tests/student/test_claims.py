"""A claim holds, or says what came, what was expected, and where they first differ."""

from collections.abc import Sequence
from typing import Any

import pytest

from gametree import DRAW, ExplicitGame, Guess, Seq, TreeLeaf, TreeNode
from gametree.grading.watched_games import WatchedGame
from grader.student.claims import (
    Expect,
    beside_each_other,
    picture_of,
    same_visits,
    wrong_value,
    wrong_visits,
)
from grader.student.evidence import CheckFailed, PictureNode, TreePicture
from grader.student.question import CODE

TREE = TreeNode("a", (TreeNode("b", (TreeLeaf("c", 3),)), TreeLeaf("d", DRAW)))


def answering(value: Any, visits: Sequence[str] = ()) -> Expect:
    """Claims about a hand-in that always gives the same answer."""

    def ask(question: Any) -> Any:
        for argument in question._arguments:
            argument.visits[:] = visits
        return value

    return Expect(ask)


def test_a_claim_that_holds_says_nothing() -> None:
    answering([1, 2])(CODE.work.act(), (1, 2))


def test_a_claim_about_what_nobody_is_asked_is_refused() -> None:
    with pytest.raises(TypeError, match="asks nothing of the hand-in by True"):
        answering(True)(True, True)


def test_a_wrong_value_is_evidence_with_its_hint() -> None:
    with pytest.raises(CheckFailed) as caught:
        answering(3)(CODE.work.act(), 4, hint="one more")
    evidence = caught.value.evidence
    assert evidence.message == str(caught.value) == "wrong value: 3 instead of 4"
    assert (evidence.got, evidence.expected, evidence.hint) == ("3", "4", "one more")
    assert evidence.call.endswith("act()")


@pytest.mark.parametrize(
    ("got", "words", "kind"),
    [
        (
            ["c", "e"],
            "2 terminals visited, 1 expected: e should not be visited",
            "terminals are visited that should be pruned",
        ),
        (
            [],
            "c should be visited too: 0 of 1 terminal visited",
            "terminals are pruned that should be visited",
        ),
        (
            ["x"],
            "x visited, but c not",
            "some terminals are visited that should be pruned, others are missed",
        ),
    ],
)
def test_wrong_visits_are_evidence_though_the_value_is_right(
    got: list[str], words: str, kind: str
) -> None:
    with pytest.raises(CheckFailed) as caught:
        answering(3, got)(CODE.work.act(WatchedGame(TREE)), 3, visits=["c"])
    evidence = caught.value.evidence
    assert (evidence.message, evidence.kind) == (words, kind)
    assert evidence.expected == "c"
    assert evidence.got == (", ".join(got) or "no terminals")
    assert isinstance(evidence.picture, TreePicture)


def test_a_wrong_value_of_a_search_shows_its_tree() -> None:
    with pytest.raises(CheckFailed) as caught:
        answering(4, ["c", "d"])(CODE.work.act(WatchedGame(TREE)), 3, visits=["c"])
    evidence = caught.value.evidence
    assert evidence.message == "wrong value: 4 instead of 3"
    assert evidence.picture == TreePicture(picture_of(ExplicitGame(TREE)), ("c", "d"), ("c",))


def test_a_wrong_value_where_no_terminal_is_expected_shows_no_tree() -> None:
    with pytest.raises(CheckFailed) as caught:
        answering(4)(CODE.work.act(WatchedGame(TREE)), 3, visits=[])
    assert caught.value.evidence.picture is None


def test_right_visits_hold() -> None:
    answering(3, ["c"])(CODE.work.act(WatchedGame(TREE)), 3, visits=["c"])


def test_the_order_of_visits_counts_only_where_the_game_is_ordered() -> None:
    ordered, loose = WatchedGame(TREE), WatchedGame(TREE, ordered=False)
    assert not same_visits(ordered, ["c", "d"], ["d", "c"])
    assert same_visits(loose, ["c", "d"], ["d", "c"])
    assert not same_visits(loose, ["c", "c"], ["c"])
    evidence = wrong_visits(CODE.work.act(ordered), ordered, ["c", "d"], ["d", "c"])
    assert evidence.kind == "the right terminals are visited, in the wrong order"
    words = evidence.message
    assert words == "the right terminals in the wrong order: c where d is expected"


def test_words_of_a_verdict_stand_in_place_of_the_comparison() -> None:
    assert wrong_value(CODE.work.act(), 3, 4, "too small").message == "wrong value: too small"


def test_long_values_are_shown_around_their_first_difference() -> None:
    got, expected = Seq.of(*([1] * 5000), 2), Seq.of(*([1] * 5000), 3)
    evidence = wrong_value(CODE.work.act(), got, expected)
    assert evidence.message == "wrong value: item 5000: 2 instead of 3"
    assert evidence.got.endswith(", 1, 2)")
    assert len(evidence.got) < 2000


def test_a_tree_is_drawn_with_players_by_turns() -> None:
    leaf = PictureNode("c", "leaf", "3")
    low = PictureNode("b", "min", children=(leaf,), player="Minnie")
    below = (low, PictureNode("d", "leaf", "DRAW", outcome=0))
    top = PictureNode("a", "max", children=below, player="Maxie")
    assert picture_of(ExplicitGame(TREE)) == top


def test_a_guess_may_stand_for_a_draw_in_a_claim() -> None:
    answering(Guess(0))(CODE.work.act(), Guess(0))


@pytest.mark.parametrize(
    ("got", "expected", "lines"),
    [
        (
            {"a": 1, "b": 2, "x": 5},
            {"a": 1, "b": 3, "c": 4},
            [
                "'a': 1",
                "'b': 2    <- expected 3",
                "(missing)    <- expected 'c': 4",
                "'x': 5    <- not expected",
            ],
        ),
        ({1, 2}, {2, 3}, ["2", "(missing)    <- expected 3", "1    <- not expected"]),
        (
            "one\ntoo\nfour\n",
            "one\ntwo\nthree\nfour\n",
            ["one", "too    <- expected 'two'", "(missing)    <- expected 'three'", "four"],
        ),
        ("one\nmore\n", "one\n", ["one", "more    <- not expected"]),
        ({}, [], []),
        ("one line", "another", []),
    ],
)
def test_what_differs_is_marked(got: Any, expected: Any, lines: list[str]) -> None:
    assert list(beside_each_other(got, expected)) == lines


def test_numbers_that_are_near_enough_are_not_marked() -> None:
    assert beside_each_other({"a": 1.0}, {"a": 1.01}, 0.1) == ["'a': 1.0"]


def test_long_texts_are_compared_line_by_line() -> None:
    lines = [str(number) for number in range(3000)]
    found = beside_each_other("\n".join(["x", *lines[1:]]), "\n".join(lines))
    assert found == ["x    <- expected '0'", *lines[1:]]
