"""Questions go to a box and come back as values, or as words about the student's own code."""

import operator
from dataclasses import replace
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
from gametree.equivalences import same_parity
from gametree.watched import WatchedGame
from grader.asking.submission import (
    CodeFailed,
    Missing,
    Raised,
    Submission,
    Unusable,
    Value,
    failure_of,
    prepare,
    read_answers,
)
from grader.inside.wire import Handle, Malformed, Violation, dump, load_question
from grader.results import Status
from grader.student.claims import Expect
from grader.student.evidence import CheckFailed, Frame
from grader.student.question import CODE, PRINTED, Given
from tests.support import BRIEF, BUDGET, HANDOUT, LIBRARY, RAW, HandIn, question

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


def failure(submission: Submission, asked: Any) -> CodeFailed:
    """The failure that a question must meet."""
    with pytest.raises(CodeFailed) as caught:
        submission.ask(asked)
    return caught.value


# -- what a question may hold --------------------------------------------------------------------

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
    failed = failure(submission, question(WatchedGame(TreeLeaf("a", 3))))
    assert failed.status is Status.CRASHED
    assert "a leaf that isn't there was asked for" in failed.evidence.message


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


def test_equal_trees_of_a_message_travel_once() -> None:
    one, like_it, other = [ExplicitGame(TreeLeaf("a", value)) for value in (1, 1, True)]
    prepared = prepare([question(one), question(like_it), question(other)], LIBRARY)
    _stdin, *questions = load_question(prepared.payload)
    first, second, third = [arguments[0][2][1] for _call, _function, arguments in questions]
    assert first is second
    assert (first, third[2]) == (["a", None, 1], True)
    assert third is not first


WRONG_CALLS = {
    "eq(1)": "TypeError: same_sign() missing 1 required positional argument: 'b'",
    "eq('a', 1)": "TypeError: '<' not supported between instances of 'str' and 'int'",
    "eq((1,), [2])": "TypeError: '<' not supported between instances of 'tuple' and 'int'",
    "eq(lambda: 0, 1)": "TypeError: '<' not supported between instances of 'Handle' and 'int'",
}


def same_sign(a: int, b: int) -> bool:
    return (a < 0) == (b < 0)


@pytest.mark.parametrize("call", WRONG_CALLS)
def test_a_function_called_with_the_wrong_arguments_raises_in_the_code_that_calls_it(
    hand_in: HandIn, call: str
) -> None:
    submission = hand_in(f"def act(eq):\n    return {call}\n")
    failed = failure(submission, question(same_sign))
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
    asked = (question(Given(Pebbles)(4)), PRINTED)
    assert submission.ask(asked, stdin="typed\n") == ("typed", "Taking 2\n")


def test_what_is_no_value_can_not_be_in_a_question() -> None:
    with pytest.raises(TypeError, match="a question can't contain"):
        prepare([question(object())], LIBRARY)


# -- what may come back --------------------------------------------------------------------------


def read_one(data: Any) -> Any:
    [answer] = read_answers(dump([data]), 1, LIBRARY)
    return answer


def test_answers_are_read_by_their_kinds() -> None:
    assert read_one(["v", ["G", 3]]) == Value(Guess(3))
    assert read_one(["?", "las.py has no f"]) == Missing("las.py has no f")
    assert read_one(["u", "it is nan"]) == Unusable("it is nan")
    raised = read_one(["x", "KeyError", "'k'", [["las.py", 3, "f"]], ["LookupError", "Exception"]])
    assert raised == Raised(
        "KeyError", "'k'", (Frame("las.py", 3, "f"),), ("LookupError", "Exception")
    )
    assert raised.is_a("KeyError")
    assert raised.is_a("LookupError")
    assert not raised.is_a("ValueError")


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        ["v"],
        ["v", 1, 2],
        ["w", 1],
        ["x", "E", "m", []],
        ["x", 1, "m", [], []],
        ["x", "E", "m", [["las.py", "3", "f"]], []],
        ["x", "E", "m", [["las.py", 3]], []],
        ["x", "E\ud800", "m", [], []],
        ["?", 1],
        ["u"],
    ],
    ids=repr,
)
def test_any_other_answer_is_a_violation(data: Any) -> None:
    with pytest.raises(Violation):
        read_one(data)


def test_there_are_as_many_answers_as_questions() -> None:
    for payload in (b"[]", b"[1,2]", b"5", b'"x"'):
        with pytest.raises(Violation, match="another number of answers"):
            read_answers(payload, 1, LIBRARY)


def test_what_an_answer_claims_is_kept_short() -> None:
    frames = [["f" * 10**5, 10**4000, "g" * 10**5]] * 50
    raised = read_one(["x", "N" * 10**5, "m" * 10**5, frames, ["B"] * 10**5])
    assert len(repr(raised)) < 5000
    assert len(repr(failure_of(raised))) < 5000
    assert raised.frames[0].line == 0
    assert len(repr(failure_of(read_one(["?", "m" * 10**5])))) < 1000
    assert len(repr(failure_of(read_one(["u", "m" * 10**5])))) < 1000


# -- failures, in the student's words ------------------------------------------------------------

# Code, and the status and the message of asking it for `act()`.
FAILURES = {
    "an exception": (
        "def helper():\n    return 1 / 0\n\ndef act():\n    return helper()\n",
        Status.ERROR,
        "your code raised ZeroDivisionError: division by zero (work.py, line 2)",
    ),
    "an exception without words": (
        "def act():\n    raise KeyError\n",
        Status.ERROR,
        "your code raised KeyError (work.py, line 2)",
    ),
    "an exception of its own": (
        "class Odd(Exception): pass\ndef act(): raise Odd('it is\\nodd')\n",
        Status.ERROR,
        "your code raised Odd: it is\nodd (work.py, line 2)",
    ),
    "leaving": (
        "import sys\ndef act(): sys.exit(0)\n",
        Status.ERROR,
        "your code raised SystemExit: 0 (work.py, line 2)",
    ),
    "nothing to read": (
        "def act(): input()\n",
        Status.ERROR,
        "your code raised EOFError: EOF when reading a line (work.py, line 1)",
    ),
    "not written yet": (
        "def act(): raise NotImplementedError('act')\n",
        Status.ERROR,
        "act is not written yet (work.py, line 1)",
    ),
    "recursion without end": (
        "def act(): return act()\n",
        Status.ERROR,
        "the recursion never ended: RecursionError (work.py, line 1)",
    ),
    "too much memory": (
        "def act():\n    return len(bytearray(1 << 40))\n",
        Status.MEMORY,
        "your code ran out of memory (work.py, line 2)",
    ),
    "memory, piece by piece": (
        "def act():\n    kept = []\n    while True:\n        kept.append([0] * 100_000)\n",
        Status.MEMORY,
        "your code ran out of memory (work.py, line 4)",
    ),
    "memory, to the last byte": (
        "kept = []\ndef act():\n    for size in (1 << 20, 1 << 12, 1):\n        try:\n"
        "            while True: kept.append(bytearray(size))\n"
        "        except MemoryError: pass\n    while True: kept.append((kept,))\n",
        Status.MEMORY,
        "your code ran out of memory (work.py, line 7)",
    ),
    "a name that is not there": (
        "def akt(): pass\n",
        Status.MISSING,
        "work.py has no act: is it spelt as in the starter file?",
    ),
    "a syntax error": (
        "x = 1\ndef act(:\n",
        Status.ERROR,
        "work.py, line 2: SyntaxError: invalid syntax",
    ),
    "a wrong indent": (
        "def act():\nreturn 1\n",
        Status.ERROR,
        "work.py, line 2: IndentationError: "
        "expected an indented block after function definition on line 1",
    ),
    "an exception while it is imported": (
        "x = 1\ny = [][0]\n",
        Status.ERROR,
        "your code raised IndexError: list index out of range (work.py, line 2)",
    ),
    "a module that is not there": (
        "import no_such_module\n",
        Status.ERROR,
        "your code raised ModuleNotFoundError: No module named 'no_such_module' (work.py, line 1)",
    ),
    "not a number": (
        "def act(): return float('nan')\n",
        Status.FAILED,
        "the value that came back can't be compared: nan is not a number",
    ),
    "a huge number": (
        "def act(): return 10 ** 5000\n",
        Status.FAILED,
        "the value that came back can't be compared: it holds an integer of more than 4300 digits",
    ),
    "a list that contains itself": (
        "def act():\n    x = []\n    x.append(x)\n    return x\n",
        Status.FAILED,
        "the value that came back can't be compared: "
        "it is nested deeper than 100 levels, or contains itself",
    ),
    "half a character": (
        "def act(): return '\\ud800'\n",
        Status.FAILED,
        "the value that came back can't be compared: it is text with half a surrogate pair",
    ),
    "an exception with half a character": (
        "def act(): raise ValueError('\\ud800')\n",
        Status.ERROR,
        "your code raised ValueError: ? (work.py, line 1)",
    ),
    "an exception whose words raise": (
        "class Odd(Exception):\n    def __str__(self): 1 / 0\ndef act(): raise Odd\n",
        Status.ERROR,
        "your code raised Odd (work.py, line 3)",
    ),
}


@pytest.mark.parametrize("what", FAILURES)
def test_what_went_wrong_is_said_in_the_students_terms(hand_in: HandIn, what: str) -> None:
    source, status, message = FAILURES[what]
    failed = failure(hand_in(source), question())
    assert (failed.status, failed.evidence.message) == (status, message)
    assert failed.evidence.call == "from work import act\nact()"


def test_frames_are_the_students_own_lines(hand_in: HandIn) -> None:
    files = {
        "work.py": "from part import inner\n\ndef act():\n    return sorted([2, 1], key=inner)\n",
        "part.py": "def inner(x):\n    return x.nothing\n",
    }
    failed = failure(hand_in(files), question())
    assert failed.evidence.frames == (Frame("work.py", 4, "act"), Frame("part.py", 2, "inner"))


def test_frames_of_a_deep_recursion_are_its_beginning_and_its_end(hand_in: HandIn) -> None:
    failed = failure(hand_in("def act():\n    return act()\n"), question())
    assert failed.evidence.frames == (Frame("work.py", 2, "act"),) * 8


def test_what_was_printed_before_a_failure_is_shown(hand_in: HandIn) -> None:
    failed = failure(hand_in("def act():\n    print('so far')\n    1 / 0\n"), question())
    assert failed.evidence.output == "so far\n"


def test_a_flood_of_output_is_kept_in_part(hand_in: HandIn) -> None:
    source = "def act():\n    for n in range(100_000): print(n)\n    1 / 0\n"
    output = failure(hand_in(source), question()).evidence.output
    assert output.startswith("0\n1\n")
    assert output.endswith("99998\n99999\n")
    assert "characters not kept" in output
    assert len(output) < 200_000


def test_a_file_that_is_not_there(hand_in: HandIn) -> None:
    failed = failure(hand_in({"other.py": ""}), question())
    assert (failed.status, failed.evidence.message) == (
        Status.MISSING,
        "work.py is not in the hand-in",
    )


def test_a_file_that_can_not_be_read(hand_in: HandIn) -> None:
    problems = {"work.py": "it is not UTF-8"}
    failed = failure(hand_in({}, problems=problems), question())
    assert (failed.status, failed.evidence.message) == (
        Status.ERROR,
        "work.py can't be read: it is not UTF-8",
    )


def test_a_copy_of_the_support_library_changes_nothing(hand_in: HandIn) -> None:
    folder = HANDOUT / "gametree"
    copy = {f"gametree/{file.name}": file.read_text("utf-8") for file in folder.glob("*.py")}
    source = "from gametree import Guess, Seq\ndef act(x): return Seq.of(x, Guess(2))\n"
    for given in (copy, {"gametree.py": "1 / 0\n"}, {"grader/inside/wire.py": "1 / 0\n"}):
        submission = hand_in({"work.py": source, **given})
        assert submission.ask(question(Guess(1))) == Seq.of(Guess(1), Guess(2))


def test_an_import_without_end_is_paid_for_once(hand_in: HandIn) -> None:
    submission = hand_in("while True: pass\n", budget=BRIEF)
    for _ in range(3):
        failed = failure(submission, question())
        assert failed.status is Status.TIMEOUT
        assert failed.evidence.message.endswith("of CPU time while it was imported")
    assert [incident.kind for incident in submission.incidents] == ["time"]


def test_after_the_end_of_its_box_a_hand_in_gets_a_new_one(hand_in: HandIn) -> None:
    submission = hand_in("""
        import os
        seen = []
        def act(end):
            seen.append(end)
            if end:
                os._exit(1)
            return len(seen)
    """)
    assert submission.ask(question(False)) == 1
    assert submission.ask(question(False)) == 2
    failed = failure(submission, question(True))
    assert failed.status is Status.CRASHED
    assert submission.ask(question(False)) == 1
    assert [incident.kind for incident in submission.incidents] == ["exit"]
    assert submission.cpu > 0


TRIES = """
    import os
    import socket

    def tried(function):
        try:
            function()
        except OSError:
            return "refused"

    FORKED = tried(os.fork)

    def act(end):
        tried(socket.socket)
        return os._exit(1) if end else FORKED
"""


def test_what_is_tried_is_told_once_and_costs_nothing(hand_in: HandIn) -> None:
    submission = hand_in(TRIES)
    tried = [
        ("process", "your code tried to start another process"),
        ("network", "your code tried to open a network connection"),
    ]
    assert submission.ask(question(False)) == "refused"
    assert submission.incidents == []
    submission.close()
    assert told(submission) == tried
    failure(submission, question(True))
    assert [kind for kind, _ in told(submission)] == ["process", "network", "exit"]


def test_what_was_tried_is_told_of_a_box_that_ended_itself(hand_in: HandIn) -> None:
    submission = hand_in(TRIES)
    failure(submission, question(True))
    assert [kind for kind, _ in told(submission)] == ["process", "network", "exit"]


def told(submission: Submission) -> list[tuple[str, str]]:
    return [(incident.kind, incident.detail) for incident in submission.incidents]


def test_an_expected_exception_can_be_caught(hand_in: HandIn) -> None:
    submission = hand_in("""
        class Refused(ValueError): pass
        def act(kind):
            raise {"value": Refused, "key": KeyError, "type": TypeError}[kind]("no")
    """)
    for kind, expected in (("value", ValueError), ("key", LookupError), ("type", TypeError)):
        with pytest.raises(expected) as caught:
            submission.ask(question(kind))
        assert isinstance(caught.value, CheckFailed)


@pytest.mark.parametrize("name", ["A\0B", "", "x" * 500, "class", "é\n"])
def test_an_exception_may_have_any_name(hand_in: HandIn, name: str) -> None:
    source = f"""
from grader.inside.wire import dump
{RAW}
def act(name):
    reply(dump([["x", name, "no", [], ["ValueError"]]]))
    time.sleep(60)
"""
    with pytest.raises(ValueError, match=": no") as caught:
        hand_in(source, budget=BRIEF).ask(question(name))
    assert isinstance(caught.value, CodeFailed)


def test_objects_of_the_box_and_malformed_values_are_values(hand_in: HandIn) -> None:
    submission = hand_in("""
        from gametree import Guess
        class Own: pass
        def act(): return Own(), Guess(None)
    """)
    own, malformed = submission.ask(question())
    assert (type(own), repr(own)) == (Handle, "<Own object>")
    assert (type(malformed), repr(malformed)) == (Malformed, "Guess(None)")


def test_a_malformed_answer_ends_the_box(hand_in: HandIn) -> None:
    submission = hand_in(f"{RAW}\ndef act():\n    reply(b'[1]')\n    time.sleep(60)\n")
    failed = failure(submission, question())
    assert failed.status is Status.CRASHED
    assert failed.evidence.message.endswith("in the agreed form: a malformed answer")
    assert [incident.kind for incident in submission.incidents] == ["protocol"]


def test_an_answer_that_is_too_long_to_compare_is_wrong_and_ends_nothing(hand_in: HandIn) -> None:
    submission = hand_in("def act(n): return [1] * n\n")
    failed = failure(submission, CODE.work.act(1_200_000))
    assert failed.status is Status.FAILED
    assert "the answer is too long to compare" in failed.evidence.message
    assert "act(1200000)" in failed.evidence.call
    assert submission.ask(CODE.work.act(3)) == [1, 1, 1]
    assert submission.incidents == []


def test_a_call_with_arguments_that_are_too_long_ends_the_box(hand_in: HandIn) -> None:
    submission = hand_in("def act(f): return f([1] * 1_200_000)\n")
    failed = failure(submission, CODE.work.act(lambda numbers: len(numbers) + 1))
    assert "a call with" in failed.evidence.message


@pytest.mark.parametrize("lie", ["'x' * 3_000_000", "[1, 2]", "'[' * 50_000", "nested"])
def test_what_a_box_says_that_it_printed_may_be_a_lie(hand_in: HandIn, lie: str) -> None:
    source = f"""
import json
{RAW}
nested = 0
for _ in range(500): nested = ["l", nested]

def act():
    reply(json.dumps([["x", "E", "", [], []]]).encode())
    channel.receive()
    reply(json.dumps({lie}).encode())
    time.sleep(60)
"""
    failed = failure(hand_in(source), question())
    assert failed.evidence.message == "your code raised E"
    assert len(failed.evidence.output) <= 200_000


def test_a_claim_about_a_value_is_checked_here(hand_in: HandIn) -> None:
    submission = hand_in("def act(x): return x + 1")
    expect = Expect(submission.ask)
    expect(question(1), 2)
    with pytest.raises(CheckFailed, match="wrong value: 2 instead of 3"):
        expect(question(1), 3)


def test_a_question_may_have_a_budget_of_its_own(hand_in: HandIn) -> None:
    submission = hand_in("def act():\n    while True: pass\n")
    submission.budget = replace(BUDGET, cpu_seconds=0.1)
    failed = failure(submission, question())
    assert failed.evidence.message == "no answer after 0.1 seconds of CPU time"
