"""The judgements of hidden checks: what is as good as the reference's answer, and what isn't."""

import ast
import operator
from typing import Any

import pytest

from gametree import (
    DRAW,
    PARENT_PRUNE,
    PRUNED,
    BestEdge,
    Definitely,
    Guess,
    Player,
    Seq,
    TreeLeaf,
    TreeNode,
    Value,
    Winner,
)
from gametree.grading.equivalences import same_parity
from gametree.grading.watched_games import WatchedGame
from grader.student.evidence import CheckFailed
from grader.student.source import Source
from reference.checks.searches import (
    OPEN,
    Searched,
    Window,
    move_verdict,
    result_verdict,
    search_verdict,
    update_verdict,
)
from reference.checks.test_las import refuse_positions, runs_verdict, test_uses_list_views
from reference.checks.trees import Position, minimax, moves_allowed
from reference.checks.verdicts import kind_verdict

# Under these names pytest does not take checks for tests of ours.
check_no_nth, check_uses_list_views = refuse_positions, test_uses_list_views
del refuse_positions, test_uses_list_views

MAXIE, MINNIE = Player.MAXIE, Player.MINNIE


def edge(move: int, value: int) -> BestEdge:
    return BestEdge(move, Guess(value))


# -- searches ------------------------------------------------------------------------------------

# Children worth 2, 5, 5 and 1 to Maxie.
FOUR = TreeNode("a", tuple(TreeLeaf(f"l{i}", value) for i, value in enumerate((2, 5, 5, 1))))


def searched(tree: Any = FOUR, window: Any = OPEN, fraction: float = 1.0) -> Searched:
    position = Position(tree, 1, minnie=False)
    return Searched(position, window, WatchedGame(position.root()), fraction)


def test_minimax_looks_at_everything() -> None:
    assert minimax(FOUR, MAXIE) == Guess(5)
    assert minimax(FOUR, MINNIE) == Guess(1)
    decided = TreeNode("a", (TreeLeaf("b", Winner(MAXIE)), TreeLeaf("c", 10**9)))
    assert minimax(decided, MAXIE) == Definitely(Winner(MAXIE))


@pytest.mark.parametrize(("one_by_one", "allowed"), [(4, {1}), (2, {1}), (1, {1, 2}), (0, {1, 2})])
def test_any_best_move_will_do_once_all_best_are_searched_side_by_side(
    one_by_one: int, allowed: set[int]
) -> None:
    assert moves_allowed(FOUR, MAXIE, one_by_one) == allowed


def test_a_certain_draw_is_as_good_as_a_guess_of_nothing() -> None:
    tree = TreeNode("a", (TreeLeaf("b", 0), TreeLeaf("c", DRAW)))
    assert moves_allowed(tree, MAXIE, 0) == {0, 1}


def test_a_move_must_be_a_number_of_an_allowed_child() -> None:
    assert move_verdict(searched(), 1, 1) == ""
    assert move_verdict(searched(fraction=0.0), 2, 1) == ""
    assert move_verdict(searched(), 2, 1) == "the move 2 instead of 1"
    assert move_verdict(searched(fraction=0.0), 3, 1) == "the move 3 instead of 1 (or 2)"
    assert move_verdict(searched(), True, 1) == ""


def test_of_a_result_the_kind_and_the_estimate_count() -> None:
    assert result_verdict(searched(), edge(7, 5), edge(1, 5)) == ""
    assert result_verdict(searched(), edge(1, 4), edge(1, 5)) == "Guess(4) instead of Guess(5)"
    assert result_verdict(searched(), PRUNED, edge(1, 5)) == (
        "PRUNED instead of an edge with Guess(5)"
    )
    assert result_verdict(searched(), PARENT_PRUNE, PARENT_PRUNE) == ""
    assert result_verdict(searched(), PRUNED, PARENT_PRUNE) == "PRUNED instead of PARENT_PRUNE"


def test_of_a_search_the_move_counts_unless_the_bound_came_from_outside() -> None:
    assert search_verdict(searched(), edge(1, 5), edge(1, 5)) == ""
    assert search_verdict(searched(), edge(0, 5), edge(1, 5)) == "the move 0 instead of 1"
    from_outside = searched(window=(edge(9, 7), PRUNED))
    assert search_verdict(from_outside, edge(0, 7), edge(9, 7)) == ""


# Whose turn, the bounds, the child's value, the expected pair, the pair that came, the verdict.
A1, A2, B5, B9 = edge(0, 1), edge(1, 2), edge(1, 5), edge(0, 9)
UPDATES: dict[str, tuple[Player, Any, Value, Any, Any, str]] = {
    "raised": (MAXIE, (A1, PRUNED), A2, (A2, PRUNED), (A2, PRUNED), ""),
    "a list": (MAXIE, (A1, PRUNED), A2, (A2, PRUNED), [A2, PRUNED], ""),
    "not raised": (MAXIE, (A1, PRUNED), A2, (A2, PRUNED), (A1, PRUNED), "alpha: "),
    "lost": (MINNIE, (A1, B9), B5, (A1, B5), (PRUNED, B5), "alpha: "),
    "the new of equals": (MAXIE, (A2, PRUNED), edge(3, 2), (A2, PRUNED), (edge(3, 2), PRUNED), ""),
    "another equal": (
        MAXIE,
        (A2, PRUNED),
        edge(3, 2),
        (A2, PRUNED),
        (edge(4, 2), PRUNED),
        "alpha: ",
    ),
    "no pair": (MAXIE, OPEN, PRUNED, OPEN, PRUNED, "a pair of bounds is expected, not PRUNED"),
    "three": (MAXIE, OPEN, PRUNED, OPEN, (PRUNED,) * 3, "a pair of bounds is expected, not "),
}


@pytest.mark.parametrize("what", UPDATES)
def test_of_an_update_only_the_choice_between_equals_is_free(what: str) -> None:
    player, window, value, expected, got, words = UPDATES[what]
    verdict = update_verdict(Window(player, window, value), got, expected)
    assert verdict.startswith(words)
    assert bool(verdict) == bool(words)


# -- look-and-say --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("got", "words"),
    [
        (Seq.of((2, 2), (1, 5)), ""),
        (Seq.of((2, 4), [1, 5]), ""),
        ([(2, 2), (1, 5)], "a Seq is expected, not [(2, 2), (1, 5)]"),
        (Seq.of((2, 6), (1, 5)), "item 0: 6 is not an element of the run [2, 4]"),
        (Seq.of((1, 2), (1, 5)), "item 0: the run [2, 4] has 2 elements, not 1"),
        (Seq.of((2, 2), (2, 5)), "item 1: the run [5] has 1 element, not 2"),
        (Seq.of((2, 2)), "2 runs expected, not 1"),
        (Seq.of((2, 2), (1, 5), (1, 5)), "2 runs expected, not 3"),
        (Seq.of((2, 2), 5), "item 1: 5 is not a pair (length, element)"),
    ],
    ids=str,
)
def test_any_element_of_a_run_may_stand_for_it(got: Any, words: str) -> None:
    assert runs_verdict((same_parity, [2, 4, 5]), got, None) == words


def test_equality_is_an_equivalence_like_any_other() -> None:
    assert runs_verdict((operator.eq, []), Seq.empty(), None) == ""


FORBIDDEN = {
    "nth": "return s.nth(0)",
    "nth by name": "return getattr(s, 'nth')(0)",
    "an index of a copy": "return list(s)[0]",
    "an index of to_list": "return s.to_list()[0]",
    "an index of a named copy": "xs = [*s]\n    return xs[0]",
}
ALLOWED = {
    "a pair's part": "match s.showl():\n        case Cons(h, t):\n            return (1, h)[0]",
    "an index of a list of its own": "runs = [1]\n    runs[0] += 1\n    return s.showl()",
}


def source_of(body: str) -> Source:
    return Source({"las.py": f"def look_and_say(eq, s):\n    {body}\n"})


@pytest.mark.parametrize("how", FORBIDDEN)
def test_reading_by_position_is_found(how: str) -> None:
    with pytest.raises(CheckFailed, match="the sequence is read by position") as caught:
        check_no_nth(source_of(FORBIDDEN[how]))
    assert ast.parse(caught.value.evidence.got)


@pytest.mark.parametrize("how", ALLOWED)
def test_indexing_of_something_else_is_free(how: str) -> None:
    check_no_nth(source_of(ALLOWED[how]))
    check_uses_list_views(source_of(ALLOWED[how]))


def test_a_method_of_ones_own_that_is_called_nth_is_free() -> None:
    own = "class Runs:\n    def nth(self, i): return self.runs[i]\n"
    text = f"{own}def look_and_say(eq, s):\n    runs, v = Runs(), s.showl()\n    runs.nth(0)\n"
    check_no_nth(Source({"las.py": text}))


def test_what_has_no_def_can_not_be_read() -> None:
    source = Source({"las.py": "exec('def look_and_say(eq, s): return s.showl()')\n"})
    for check in (check_no_nth, check_uses_list_views):
        with pytest.raises(CheckFailed, match=r"look_and_say can't be read in las\.py"):
            check(source)


def test_code_without_list_views_is_found() -> None:
    with pytest.raises(CheckFailed, match="never calls showl"):
        check_uses_list_views(source_of("return [x for x in s]"))


# -- estimates -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "is_right"),
    [(64, True), (-3.0, True), (True, True), (0.5, False), (float("inf"), False), ("64", False)],
)
def test_an_estimate_is_a_whole_number_of_either_kind(value: Any, is_right: bool) -> None:
    assert (kind_verdict(None, Guess(value), None) == "") is is_right
