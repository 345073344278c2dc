"""Questions go to a box as data; what they need of the judge is asked for there, and counted."""

import operator
from collections import OrderedDict
from decimal import Decimal
from json import JSONDecodeError
from types import FunctionType
from typing import Any

import pytest

from gametree import (
    DRAW,
    HANDOUT_SMALL,
    PRUNED,
    BestEdge,
    C4State,
    ExplicitGame,
    Filled,
    Guess,
    Matrix,
    Pebbles,
    Player,
    Pop,
    Seq,
    Step,
    Tree,
    TreeLeaf,
    TreeNode,
    Winner,
)
from gametree.grading.equivalences import same_parity
from gametree.grading.watched_games import WatchedGame
from grader.asking.questions import prepare
from grader.inside.library import OPERATORS
from grader.inside.wire import load_question
from grader.statuses import Status
from grader.student.question import CODE, PRINTED, LibraryClass
from tests.support import LIBRARY, RAW, HandIn, failed_at, question

ECHO = """
    class Account:
        def __init__(self, start):
            self.value = start
        def add(self, n):
            self.value += n
            return self.value

    def act(*arguments):
        return arguments
"""
TREE = TreeNode("a", (TreeNode("b", (TreeLeaf("c", 3), TreeLeaf("d", DRAW))), TreeLeaf("e", -2)))


VALUES = [
    (),
    (None, True, 3, -(10**30), 1.5, "héllo\n"),
    ([1, [2]], (3, (4,)), Seq.of(1, Seq.of("x"))),
    (Player.MINNIE, Step.MAX, DRAW, Winner(Player.MAXIE), PRUNED),
    (BestEdge(Pop(3), Guess(-7)), Tree((0, 2), (Tree((0, 1)),))),
    (C4State(Matrix.tabulate(lambda *_: Filled(Player.MAXIE), 2, 2), Player.MAXIE),),
]


@pytest.mark.parametrize("values", VALUES, ids=repr)
def test_values_go_there_and_come_back(hand_in: HandIn, values: tuple[Any, ...]) -> None:
    submission = hand_in(ECHO)
    assert submission.ask(question(*values)) == values


def test_an_object_that_occurs_twice_is_made_once(hand_in: HandIn) -> None:
    submission = hand_in(ECHO)
    account = CODE.work.Account(5)
    assert submission.ask((account.add(1), account.add(10), account.value)) == (6, 16, 16)
    assert submission.ask(CODE.work.Account(1).add(1)) == 2


def test_the_state_of_a_game_is_the_node_at_the_end_of_its_path(hand_in: HandIn) -> None:
    source = """
        def act(game, state):
            return state.tree.label, state.player, [m for m in game.moves(state)]
    """
    submission = hand_in(source)
    for game in (ExplicitGame(TREE), WatchedGame(TREE)):
        state = game.make_move(game.start, 0)
        assert submission.ask(question(game, state)) == ("b", Player.MINNIE, [0, 1])


def test_a_state_of_another_game_is_a_mistake_of_the_check() -> None:
    with pytest.raises(ValueError, match="none of the question's objects"):
        prepare([question(ExplicitGame(TREE), HANDOUT_SMALL.start)], LIBRARY)


def test_the_values_of_a_watched_tree_come_only_when_asked_for(hand_in: HandIn) -> None:
    source = """
        def act(game, look):
            node, leaf = game.make_move(game.start, 0), game.make_move(game.start, 1)
            drawn = game.make_move(node, 1)
            if look:
                return game.estimate(leaf), game.status(drawn), game.estimate(leaf)
            return repr(game.tree), leaf.tree.value.number, dir(leaf.tree.value)
    """
    submission = hand_in(source)
    game = WatchedGame(TREE)
    assert "-2" not in str(submission.ask(question(game, False)))
    assert game.visits == []
    guess, status, again = submission.ask(question(game, True))
    assert (guess, status.outcome, again) == (Guess(-2), DRAW, Guess(-2))
    assert game.visits == ["e", "e"]


def test_visits_are_those_of_the_last_question(hand_in: HandIn) -> None:
    submission = hand_in("def act(game): return game.estimate(game.start)")
    game = WatchedGame(TreeLeaf("a", 3))
    for _ in range(2):
        assert submission.ask(question(game)) == Guess(3)
        assert game.visits == ["a"]


@pytest.mark.parametrize("wrong", ["[0, 99]", "[0, -1]", "[7, 0]", "[1, 0]", "['x', 0]", "[0]"])
def test_asking_for_a_leaf_that_is_not_there_ends_the_box(hand_in: HandIn, wrong: str) -> None:
    submission = hand_in(f"{RAW}\ndef act(game): channel.ask(0, {wrong})")
    failed = failed_at(submission, question(WatchedGame(TreeLeaf("a", 3))))
    assert failed.status is Status.CRASHED
    assert "a leaf that isn't there was asked for" in failed.evidence.message


@pytest.mark.parametrize(
    "wrong", ["0, 1", "0, -1", "7, 0", "1, 0", "-1, 0", "0, 2**40", "0, 2**31", "0, 'x'"]
)
def test_asking_the_game_for_a_leaf_that_is_not_there_ends_the_box(
    hand_in: HandIn, wrong: str
) -> None:
    submission = hand_in(f"def act(game): return game.estimate(game.start), game._ask({wrong})")
    game = WatchedGame(TreeLeaf("a", 3))
    failed = failed_at(submission, question(game))
    assert failed.status is Status.CRASHED
    assert "a leaf that isn't there was asked for" in failed.evidence.message
    assert game.visits == ["a"]


def test_a_function_of_two_numbers_may_be_asked_like_a_leaf(hand_in: HandIn) -> None:
    submission = hand_in(f"{RAW}\ndef act(add): return add(1, 2), int(channel.leaf(0, 3, 4))")
    assert submission.ask(question(lambda a, b: a + b)) == (3, 7)


def test_a_function_is_called_here_and_counted_here(hand_in: HandIn) -> None:
    calls: list[tuple[object, object]] = []

    def eq(a: object, b: object) -> bool:
        calls.append((a, b))
        return a == b

    submission = hand_in("def act(eq): return eq(1, (2, 'x')), eq(3, 3)")
    assert submission.ask(question(eq)) == (False, True)
    assert calls == [(1, (2, "x")), (3, 3)]


def test_a_known_equivalence_travels_by_name() -> None:
    prepared = prepare([question(operator.eq, same_parity)], LIBRARY)
    assert prepared.callbacks == ()
    _stdin, [_call, _function, arguments] = load_question(prepared.payload)
    assert arguments == [["f", "operator.eq"], ["f", "same_parity"]]


@pytest.mark.parametrize("name", OPERATORS)
def test_a_function_of_operator_is_the_real_one_in_a_box(hand_in: HandIn, name: str) -> None:
    function = getattr(operator, name)
    assert prepare([question(function)], LIBRARY).callbacks == ()
    submission = hand_in(f"import operator\ndef act(f): return f is operator.{name}, f.__name__")
    assert submission.ask(question(function)) == (True, function.__name__)


@pytest.mark.parametrize("made", [operator.itemgetter(1), operator.call, operator.setitem])
def test_what_reads_calls_or_changes_stays_with_the_check(made: Any) -> None:
    assert len(prepare([question(made)], LIBRARY).callbacks) == 1


RETRY = """
    import collections, decimal, json
    from gametree import Guess

    def act(f, errors):
        try:
            return f()
        except errors as error:
            return type(error).__name__
"""


def raising(error: Exception) -> Any:
    def call() -> None:
        raise error

    return call


@pytest.mark.parametrize("errors", [KeyError, (ValueError, LookupError), Exception])
def test_a_class_of_exceptions_is_caught_as_itself(hand_in: HandIn, errors: Any) -> None:
    asked = CODE.work.act(raising(KeyError("no")), errors)
    assert hand_in(RETRY).ask(asked) == "KeyError"


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        *((int, "int"), (str, "str"), (list, "list"), (bool, "bool")),
        *((OrderedDict, "collections.OrderedDict"), (Decimal, "decimal.Decimal")),
        *((JSONDecodeError, "json.JSONDecodeError"), (Guess, "Guess"), (type, "type")),
    ],
)
def test_classes_of_python_and_of_the_library_are_themselves(
    hand_in: HandIn, kind: type, name: str
) -> None:
    prepared = prepare([question([kind], {kind: (kind,)})], LIBRARY)
    assert prepared.callbacks == ()
    source = (
        f"{RETRY}\n    def act(kinds, by): return kinds == [{name}] and by == {{{name}: ({name},)}}"
    )
    assert hand_in(source).ask(question([kind], {kind: (kind,)})) is True


class Flaky(Exception):
    """Of this file."""


@pytest.mark.parametrize("kind", [Flaky, type("KeyError", (Exception,), {}), FunctionType])
def test_a_class_that_no_hand_in_has_can_not_be_in_a_question(kind: type) -> None:
    words = rf"^a question can't contain <class .*>: .* `submission.module.{kind.__name__}`"
    with pytest.raises(TypeError, match=words):
        prepare([question((1, kind))], LIBRARY)


def test_equal_trees_of_a_message_travel_once() -> None:
    one, like_it, other = [ExplicitGame(TreeLeaf("a", value)) for value in (1, 1, True)]
    prepared = prepare([question(one), question(like_it), question(other)], LIBRARY)
    _stdin, *questions = load_question(prepared.payload)
    first, second, third = [arguments[0][2][1] for _call, _function, arguments in questions]
    assert first is second
    assert (first, third[2]) == (["a", None, 1], True)
    assert third is not first


PLAIN = "where a plain value is expected"
WRONG_CALLS = {
    "eq(1)": "TypeError: same_sign() missing 1 required positional argument: 'b'",
    "eq('a', 1)": "TypeError: '<' not supported between instances of 'str' and 'int'",
    "eq((1,), [2])": "TypeError: '<' not supported between instances of 'tuple' and 'int'",
    "eq(lambda: 0, 1)": f"TypeError: same_sign was called with a function, {PLAIN}",
    "eq(1, [iter([])])": f"TypeError: same_sign was called with a list_iterator, {PLAIN}",
}


def same_sign(a: int, b: int) -> bool:
    return (a < 0) == (b < 0)


@pytest.mark.parametrize("call", WRONG_CALLS)
def test_a_function_called_with_the_wrong_arguments_raises_in_the_code_that_calls_it(
    hand_in: HandIn, call: str
) -> None:
    submission = hand_in(f"def act(eq):\n    return {call}\n")
    failed = failed_at(submission, question(same_sign))
    assert failed.status is Status.ERROR
    assert failed.evidence.message == f"your code raised {WRONG_CALLS[call]} (work.py, line 2)"


def test_what_a_function_raises_can_be_caught_by_the_code_that_calls_it(hand_in: HandIn) -> None:
    source = """
        def act(eq):
            try:
                return eq("a", "b")
            except TypeError:
                return "caught"
    """
    submission = hand_in(source)
    assert submission.ask(question(same_sign)) == "caught"


def test_given_classes_and_what_was_printed(hand_in: HandIn) -> None:
    source = """
        def act(game):
            print("Taking", game.move_to_string(2))
            return input()
    """
    submission = hand_in(source)
    asked = (question(LibraryClass(Pebbles)(4)), PRINTED)
    assert submission.ask(asked, stdin="typed\n") == ("typed", "Taking 2\n")


def test_what_is_no_value_can_not_be_in_a_question() -> None:
    with pytest.raises(TypeError, match="a question can't contain"):
        prepare([question(object())], LIBRARY)
