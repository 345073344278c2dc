"""What a box does with its questions; the code that it imports here is our own."""

import json
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gametree import Guess
from grader.inside.channel import Channel
from grader.inside.wire import GIVE, HEADER, dump_question
from grader.inside.worker import SPELT, FetchCache, Worker
from tests.support import LIBRARY

FILES = [
    [
        "sample_work.py",
        "from sample_part import N\ndef act(*xs): return (N, *xs)\nclass Box: v = 3\n",
    ],
    ["sample_part.py", "N = 1\n"],
    ["sample_twin.py", "def act(): return 1\n"],
    ["sample_twin/__init__.py", ""],
    ["sample_bad.py", "x = 1\ny = (\n"],
    ["sample_odd.py", "def act():\n    print('so far')\n    return [][0]\n"],
    ["sample_end.py", "def act():\n    raise EOFError('the judge is gone')\n"],
]
ACT = ["@", "sample_work", "act"]


@pytest.fixture
def judge() -> Iterator[socket.socket]:
    """Our end of the socket."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.settimeout(10)
        CHANNELS[ours] = Channel(theirs)
        yield ours
        del CHANNELS[ours]


CHANNELS: dict[socket.socket, Channel] = {}


@pytest.fixture
def worker(
    judge: socket.socket, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Worker]:
    monkeypatch.chdir(tmp_path)  # the hand-in's files are written there
    for name in ("stdout", "stderr", "stdin", "meta_path"):
        monkeypatch.setattr(sys, name, getattr(sys, name))
    limit, finders, loaded = sys.getrecursionlimit(), list(sys.meta_path), set(sys.modules)
    yield Worker(CHANNELS[judge], LIBRARY)
    sys.setrecursionlimit(limit)
    sys.meta_path[:] = finders
    for name in set(sys.modules) - loaded:
        del sys.modules[name]


def load(worker: Worker, module: str) -> Any:
    [answer] = json.loads(worker.load(json.dumps([module, 1000, 1000, [], *FILES]).encode()))
    return answer


def evaluate(worker: Worker, *questions: Any, stdin: str = "") -> Any:
    load(worker, "sample_work")
    return json.loads(worker.evaluate(dump_question([stdin, *questions])))


def test_a_module_is_imported_with_those_that_it_needs(worker: Worker) -> None:
    assert load(worker, "sample_work") == ["v", None]


def test_a_syntax_error_has_file_line_and_text(worker: Worker) -> None:
    kind, name, text, frames, bases = load(worker, "sample_bad")
    assert (kind, name, text) == ("x", "SyntaxError", "'(' was never closed")
    assert frames[-1] == ["sample_bad.py", 2, "y = ("]
    assert bases[:1] == ["Exception"]


def test_calls_attributes_and_memory_of_what_was_made(worker: Worker) -> None:
    box = ["()", ["@", "sample_work", "Box"], []]
    assert evaluate(
        worker,
        ["()", ACT, [["G", 2], ["t", 1]]],
        [".", box, "v"],
        ["t", ["=", 0, box], [".", ["$", 0], "v"]],
    ) == [
        ["v", ["t", 1, ["G", 2], ["t", 1]]],
        ["v", 3],
        ["v", ["t", ["o", 0, "Box"], 3]],
    ]


def test_each_kind_of_answer_that_is_no_value(worker: Worker) -> None:
    missing, hidden, raised = evaluate(
        worker,
        ["@", "sample_work", "akt"],
        ["@", "sample_twin", "act"],
        ["()", ["@", "sample_odd", "act"], []],
    )
    assert missing == ["?", f"sample_work.py has no akt: {SPELT}"]
    instead = "sample_twin/__init__.py, which Python imports instead of sample_twin.py"
    assert hidden == ["?", f"{instead}, has no act"]
    frame = ["sample_odd.py", 3, "act"]
    bases = ["LookupError", "Exception", "BaseException", "object"]
    assert raised == ["x", "IndexError", "list index out of range", [frame], bases]
    assert json.loads(worker.output(b"")) == "so far\n"


def test_code_that_says_the_words_of_the_end_goes_on(worker: Worker) -> None:
    [(kind, name, text, *_)] = evaluate(worker, ["()", ["@", "sample_end", "act"], []])
    assert (kind, name, text) == ("x", "EOFError", "the judge is gone")


def test_one_answer_that_can_not_travel_leaves_the_others(worker: Worker) -> None:
    huge = ["()", ["@", "builtins", "pow"], [10, 5000]]
    assert evaluate(worker, ["t", 1], huge, ["t", 2]) == [
        ["v", ["t", 1]],
        ["u", "it holds an integer of more than 4300 digits"],
        ["v", ["t", 2]],
    ]


def test_what_is_typed_can_be_read_and_what_was_printed_asked_for(worker: Worker) -> None:
    read = ["()", ["@", "builtins", "input"], []]
    say = ["()", ["@", "builtins", "print"], ["hello"]]
    assert evaluate(worker, ["t", read, say, [">"]], stdin="typed\n") == [
        ["v", ["t", "typed", None, "hello\n"]]
    ]


def test_a_function_of_the_judges_is_asked_for_its_answer(
    worker: Worker, judge: socket.socket
) -> None:
    def answer() -> None:
        length, number, _kind = HEADER.unpack(judge.recv(HEADER.size))
        assert json.loads(judge.recv(length)) == [7, 1, ["G", 2]]
        judge.sendall(HEADER.pack(7, number, GIVE) + b'["G",3]')

    thread = threading.Thread(target=answer)
    thread.start()
    assert evaluate(worker, ["()", ["k", 7], [1, ["G", 2]]]) == [["v", ["G", 3]]]
    thread.join()
    assert Guess(3).value == 3


def test_a_tree_that_a_message_holds_twice_is_made_once(worker: Worker) -> None:
    tree = ["a", [["b", None, 1]]]
    same = ["()", ["@", "operator", "is_"], [["X", tree], ["X", tree]]]
    assert evaluate(worker, same) == [["v", False]]
    trees = [[".", ["X", tree], "tree"], [".", ["X", tree], "tree"]]
    assert evaluate(worker, ["()", ["@", "operator", "is_"], trees]) == [["v", True]]


def test_a_named_equivalence_asks_nobody(worker: Worker) -> None:
    assert evaluate(worker, ["()", ["f", "same_parity"], [2, 4]]) == [["v", True]]


# -- what is printed -----------------------------------------------------------------------------


def test_what_was_fetched_is_remembered_as_long_as_it_is_not_too_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("grader.inside.worker.REMEMBERED_BYTES", 10)
    fetched: list[bytes] = []
    ask = FetchCache(lambda call: fetched.append(call) or 2 * call)
    assert [ask(call) for call in (b"a", b"b", b"a", b"c", b"a")] == [
        *(b"aa", b"bb", b"aa", b"cc", b"aa")
    ]
    assert fetched == [b"a", b"b", b"c"]
    assert ask(b"dd") == b"dddd"  # now it is too much, and begins anew
    assert ask(b"a") == b"aa"
    assert fetched == [b"a", b"b", b"c", b"dd", b"a"]
