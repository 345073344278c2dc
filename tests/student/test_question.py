"""Questions: written like calls, answered directly, shown as Python text that does the same."""

import operator
from typing import Any

import pytest

import gametree
from gametree import HANDOUT_SMALL, PRUNED, ExplicitGame, Guess, Seq, TreeLeaf, TreeNode
from gametree.grading.watched_games import WatchedGame
from grader.student.python_text import python_text
from grader.student.question import CODE, PRINTED, locate, outermost, parts

TREE = TreeNode("a", (TreeNode("b", (TreeLeaf("c", 3),)),))


@pytest.mark.parametrize(
    "use",
    [
        lambda question: bool(question == 10),
        lambda question: [question] != [10],
        lambda question: 1 < question <= CODE.counter.twice(5),
        lambda question: not question,
    ],
)
def test_a_question_is_not_taken_for_its_answer(use: Any) -> None:
    with pytest.raises(TypeError, match="no answer before `expect` asks it"):
        use(CODE.counter.twice(5))


def test_the_path_to_a_state_is_found_by_identity() -> None:
    game = ExplicitGame(TREE)
    state = game.make_move(game.make_move(game.start, 0), 0)
    assert locate([HANDOUT_SMALL, game], state) == (1, (0, 0))
    with pytest.raises(ValueError, match="belongs to none"):
        locate([HANDOUT_SMALL], state)


def test_the_text_of_a_search_can_be_pasted() -> None:
    game = WatchedGame(TREE)
    question = CODE.alphabeta.AlphaBeta(game, 2).value_for(game.make_move(game.start, 0), (PRUNED,))
    assert python_text(question).splitlines() == [
        "from gametree import *",
        "from alphabeta import AlphaBeta",
        "game = ExplicitGame(TreeNode('a', (TreeNode('b', (TreeLeaf('c', 3),)),)))",
        "AlphaBeta(game, 2).value_for(game.make_move(game.start, 0), (PRUNED,))",
    ]


def streq(a: str, b: str) -> bool:
    return a == b


def test_the_text_of_a_call_with_functions_can_be_pasted() -> None:
    text = python_text(CODE.counter.twice(streq, operator.eq, Seq.of(1), Guess(2)))
    assert text.splitlines() == [
        "from gametree import *",
        "from counter import twice",
        "import operator",
        "def streq(a: str, b: str) -> bool:",
        "    return a == b",
        "",
        "twice(streq, operator.eq, Seq.of(1), Guess(2))",
    ]
    namespace = {"twice": lambda *args: args}
    exec("from gametree import *\nimport operator", namespace)
    exec("\n".join(text.splitlines()[3:]), namespace)


def test_calls_before_the_one_that_is_wrong_share_no_object_with_it() -> None:
    game = WatchedGame(TREE)
    first = CODE.counter.twice(streq, game)
    text = python_text(CODE.counter.once(streq, game), [first, CODE.counter.twice(1)])
    tree = "ExplicitGame(TreeNode('a', (TreeNode('b', (TreeLeaf('c', 3),)),)))"
    assert text.splitlines() == [
        "from gametree import *",
        "from counter import twice",
        "from counter import once",
        "def streq(a: str, b: str) -> bool:",
        "    return a == b",
        "",
        f"game = {tree}",
        "twice(streq, game)",
        "twice(1)",
        "# right without what is above:",
        f"game2 = {tree}",
        "once(streq, game2)",
    ]


def test_the_handouts_trees_are_shown_by_name() -> None:
    game = WatchedGame(HANDOUT_SMALL.tree)
    text = python_text(CODE.alphabeta.AlphaBeta(game, 2).next_move(game.start))
    assert text.endswith("AlphaBeta(HANDOUT_SMALL, 2).next_move(HANDOUT_SMALL.start)")


def test_parts_come_in_the_order_of_evaluation() -> None:
    first, second = CODE.counter.twice(1), CODE.counter.twice(2)
    found = list(map(id, parts((first, second, PRINTED))))
    assert found.index(id(first)) < found.index(id(second)) < found.index(id(PRINTED))


def test_the_parts_of_a_call_that_occurs_again_come_once() -> None:
    tree = CODE.gametree.Tree(0, [])
    for size in range(1, 12):  # each hangs twice below the next
        tree = CODE.gametree.Tree(size, [tree, tree])
    assert len(list(parts(tree))) < 120


def test_outermost_questions_have_no_question_around_them() -> None:
    inner = CODE.counter.twice(1)
    outer = CODE.counter.twice([inner, inner])
    assert list(map(id, outermost([inner, (outer, 2), outer, {3: inner}]))) == list(
        map(id, [inner, outer, outer, inner])
    )


def test_gametree_is_a_library_of_values() -> None:
    assert repr(TREE) == repr(eval(repr(TREE), vars(gametree)))
