"""Rewritten questions: what is replaced wherever it is, and what stays one object."""

from gametree import TreeLeaf, TreeNode
from gametree.grading.watched_games import WatchedGame
from grader.judging.drawing.changing import QuestionRewriter
from grader.student.python_text import python_text
from grader.student.question import CODE, Call

BOARD = [1, 2]


def rewritten(question: object, *pairs: tuple[object, object]) -> str:
    return python_text(QuestionRewriter(pairs).of(question))


def test_an_argument_is_replaced_wherever_it_is() -> None:
    question = [CODE.work.act(BOARD, key={"of": BOARD}), {"later": CODE.work.look(BOARD, [1, 2])}]
    text = rewritten(question, (BOARD, CODE.work.board()))
    # An equal list is another one.
    assert text.endswith("[act(x, key={'of': x}), {'later': look(x, [1, 2])}]")


def test_a_call_that_is_asked_twice_is_still_one() -> None:
    made = CODE.work.make(BOARD)
    first, second = QuestionRewriter([(BOARD, [3])]).of((made.first(), made.second()))
    assert first._function._target is second._function._target
    assert first._function._target._arguments == ([3],)
    assert isinstance(made, Call)
    assert made._arguments == (BOARD,)


def test_a_place_follows_the_object_that_it_is_in() -> None:
    one, other = (WatchedGame(TreeNode("a", (TreeLeaf("b", 1),))) for _ in range(2))
    question = QuestionRewriter([(one, other)]).of(CODE.work.act(one, one.start))
    game, start = question._arguments
    assert game is other
    assert start.tree is other.start.tree
