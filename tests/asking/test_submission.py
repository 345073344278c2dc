"""A hand-in has a box while it needs one, and what went wrong in it has a status and words."""

from dataclasses import replace

import pytest

from gametree import (
    Guess,
    Seq,
)
from grader.asking.answers import (
    CodeFailed,
)
from grader.asking.submission import Submission
from grader.inside.wire import Handle, MalformedRecord
from grader.statuses import Status
from grader.student.claims import Expect
from grader.student.evidence import CATCHABLE, CheckFailed
from grader.student.handing_in.data_files import MOST_FILES, MOST_IN_ALL
from grader.student.question import CODE
from tests.support import BRIEF, BUDGET, HANDOUT, RAW, HandIn, failed_at, question


def test_what_was_printed_before_a_failure_is_shown(hand_in: HandIn) -> None:
    failed = failed_at(hand_in("def act():\n    print('so far')\n    1 / 0\n"), question())
    assert failed.evidence.output == "so far\n"


def test_a_flood_of_output_is_kept_in_part(hand_in: HandIn) -> None:
    source = "def act():\n    for n in range(100_000): print(n)\n    1 / 0\n"
    output = failed_at(hand_in(source), question()).evidence.output
    assert output.startswith("0\n1\n")
    assert output.endswith("99998\n99999\n")
    assert "characters not kept" in output
    assert len(output) < 200_000


def test_a_file_that_is_not_there(hand_in: HandIn) -> None:
    failed = failed_at(hand_in({"other.py": ""}), question())
    assert (failed.status, failed.evidence.message) == (
        Status.MISSING,
        "work.py is not in the hand-in",
    )


def test_a_file_that_can_not_be_read(hand_in: HandIn) -> None:
    problems = {"work.py": "it is not UTF-8"}
    failed = failed_at(hand_in({}, problems=problems), question())
    assert (failed.status, failed.evidence.message) == (
        Status.ERROR,
        "work.py can't be read: it is not UTF-8",
    )


def test_each_part_of_a_list_is_answered_as_it_is_then(hand_in: HandIn) -> None:
    """Whether or not it is one list that is changed and handed out again."""
    bag = CODE.work.Bag()
    asked = [bag.things, bag.take("a"), (bag.things, bag.take("b")), bag.things]
    for handed_out in ("self._kept", "[*self._kept]"):
        source = (
            "class Bag:\n    def __init__(self): self._kept = []\n"
            "    def take(self, thing): self._kept.append(thing)\n"
            f"    things = property(lambda self: {handed_out})\n"
        )
        assert hand_in(source).ask(asked) == [[], None, (["a"], None), ["a", "b"]]


@pytest.mark.parametrize(
    "source", ["from gametree import mine\n", "import gametree.mine\n", "import mine\n"]
)
def test_what_is_not_in_the_library_is_not_looked_for_in_a_copy(
    hand_in: HandIn, source: str
) -> None:
    copy = {"gametree/__init__.py": "def mine(): pass\n", "gametree/mine.py": ""}
    submission = hand_in({"work.py": source, **copy})
    failed = failed_at(submission, question())
    assert failed.said is not None
    ours = "grading uses the gametree of the handout: changes in your own don't count"
    assert submission.hint_on(failed.said) == (ours if "gametree" in source else "")


def test_a_copy_of_the_support_library_changes_nothing(hand_in: HandIn) -> None:
    folder = HANDOUT / "gametree"
    copy = {f"gametree/{file.name}": file.read_text("utf-8") for file in folder.glob("*.py")}
    source = "from gametree import Guess, Seq\ndef act(x): return Seq.of(x, Guess(2))\n"
    for given in (copy, {"gametree.py": "1 / 0\n"}, {"grader/inside/wire.py": "1 / 0\n"}):
        submission = hand_in({"work.py": source, **given})
        assert submission.ask(question(Guess(1))) == Seq.of(Guess(1), Guess(2))


def test_no_call_is_blamed_for_a_file_that_can_not_be_imported(hand_in: HandIn) -> None:
    submission = hand_in("def act(x)\n    return x\n")
    for _ in range(2):
        failed = failed_at(submission, question(3))
        assert failed.evidence.message == "work.py, line 1: SyntaxError: expected ':'"
        assert failed.evidence.call == ""
        assert failed.evidence.kind == failed.evidence.message  # it has been asked nothing yet


def test_an_import_without_end_is_paid_for_once(hand_in: HandIn) -> None:
    submission = hand_in("while True: pass\n", budget=BRIEF)
    for _ in range(3):
        failed = failed_at(submission, question())
        assert failed.status is Status.TIMEOUT
        assert failed.evidence.message.endswith(" while it was imported (work.py, line 1)")
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
    failed = failed_at(submission, question(True))
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


def test_what_is_tried_in_each_box_is_reported_and_costs_nothing(hand_in: HandIn) -> None:
    submission = hand_in(TRIES)
    tried = [
        ("process", "your code tried to start another process"),
        ("network", "your code tried to open a network connection"),
    ]
    assert submission.ask(question(False)) == "refused"
    assert submission.incidents == []
    submission.close()
    assert attempts_of(submission) == tried
    failed_at(submission, question(True))
    assert [kind for kind, _ in attempts_of(submission)] == [*["process", "network"] * 2, "exit"]


def test_what_was_tried_is_reported_of_a_box_that_ended_itself(hand_in: HandIn) -> None:
    submission = hand_in(TRIES)
    failed_at(submission, question(True))
    assert [kind for kind, _ in attempts_of(submission)] == ["process", "network", "exit"]


def attempts_of(submission: Submission) -> list[tuple[str, str]]:
    return [(incident.kind, incident.detail) for incident in submission.incidents]


def test_an_expected_exception_can_be_caught(hand_in: HandIn) -> None:
    submission = hand_in("""
        class Refused(ValueError): pass
        def act(kind):
            kinds = {"value": Refused, "key": KeyError, "type": TypeError, "index": IndexError}
            raise (kinds | {"big": OverflowError, "zero": ZeroDivisionError})[kind]("no")
    """)
    for kind, *expected in (
        ("value", ValueError),
        ("key", KeyError, LookupError),
        ("index", IndexError, LookupError),
        ("type", TypeError),
        ("big", OverflowError, ArithmeticError),
        ("zero", ZeroDivisionError, ArithmeticError),
    ):
        with pytest.raises(CheckFailed) as caught:
            submission.ask(question(kind))
        kinds = [kind for kind in CATCHABLE if isinstance(caught.value, kind)]
        assert kinds == expected


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
    assert (type(malformed), repr(malformed)) == (MalformedRecord, "Guess(None)")


def test_a_malformed_answer_ends_the_box(hand_in: HandIn) -> None:
    submission = hand_in(f"{RAW}\ndef act():\n    reply(b'[1]')\n    time.sleep(60)\n")
    failed = failed_at(submission, question())
    assert failed.status is Status.CRASHED
    assert failed.evidence.message.endswith("in the agreed form: a malformed answer")
    assert [incident.kind for incident in submission.incidents] == ["protocol"]


def test_an_answer_that_is_too_long_to_compare_is_wrong_and_ends_nothing(hand_in: HandIn) -> None:
    submission = hand_in("def act(n): return [1] * n\n")
    failed = failed_at(submission, CODE.work.act(1_200_000))
    assert failed.status is Status.FAILED
    assert "the answer is too long to compare" in failed.evidence.message
    assert "act(1200000)" in failed.evidence.call
    assert submission.ask(CODE.work.act(3)) == [1, 1, 1]
    assert submission.incidents == []


def test_a_call_with_arguments_that_are_too_long_ends_the_box(hand_in: HandIn) -> None:
    submission = hand_in("def act(f): return f([1] * 1_200_000)\n")
    failed = failed_at(submission, CODE.work.act(lambda numbers: len(numbers) + 1))
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
    failed = failed_at(hand_in(source), question())
    assert failed.evidence.message == "your code raised E"
    assert len(failed.evidence.output) <= 200_000


def test_what_was_printed_costs_no_verdict_where_all_is_used_up(
    hand_in: HandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    submission = hand_in("def act():\n    print('so far')\n")
    submission.ask(question())
    said = iter(["", "it has used up its time"])
    monkeypatch.setattr(submission, "_used_up", lambda: next(said))
    assert submission.printed() == ""


def test_a_claim_about_a_value_is_checked_here(hand_in: HandIn) -> None:
    submission = hand_in("def act(x): return x + 1")
    expect = Expect(submission.ask)
    expect(question(1), 2)
    with pytest.raises(CheckFailed, match="wrong value: 2 instead of 3"):
        expect(question(1), 3)


def test_a_question_may_have_a_budget_of_its_own(hand_in: HandIn) -> None:
    submission = hand_in("def act():\n    while True: pass\n")
    submission.budget = replace(BUDGET, cpu_seconds=0.1)
    failed = failed_at(submission, question())
    assert failed.evidence.message == "no answer after 0.1 seconds of CPU time (work.py, line 2)"


def test_recursion_without_an_end_through_a_function_of_the_judge_costs_its_question_alone(
    hand_in: HandIn,
) -> None:
    """It may end after the hand-in has asked and before it has what is given."""
    text = (
        "def act(f, x):\n    return act(f, f(x))\n"
        "def kept(f, x):\n"
        "    try: return kept(f, f(x))\n"
        "    except Exception: return x\n"
        "def first(x): return x + 1\n"
    )
    for limit in range(2000, 2010):
        submission = hand_in(text, recursion_limit=limit)
        failed = failed_at(submission, question(abs, 1))
        assert failed.evidence.message.startswith("the recursion never ends")
        assert submission.ask(question(2, function="first")) == 3
        assert submission.ask(question(abs, 1, function="kept")) == 1
        assert submission.ask(question(3, function="first")) == 4


def test_what_a_function_of_the_judge_gives_may_be_too_large_to_travel(hand_in: HandIn) -> None:
    """That is an exception of the hand-in's, which has given it so large a number."""
    submission = hand_in("def act(f, x):\n    while True: x = f(x)\n")
    failed = failed_at(submission, question(lambda x: x * x, 9))
    assert failed.status is Status.ERROR
    assert failed.evidence.message == (
        "your code raised OverflowError: this can't be handed over: "
        "it holds an integer of more than 4300 digits (work.py, line 2)"
    )


READS = """
import json
from importlib.resources import files
from pathlib import Path
import pkg.tables

def act():
    beside = Path(__file__).with_name("tables.json").read_text()
    packed = files("pkg").joinpath("words.txt").read_text()
    return json.loads(beside), packed, open("raw.bin", "rb").read().hex()
"""


def test_code_may_read_data_files_that_were_handed_in(hand_in: HandIn) -> None:
    submission = hand_in({"work.py": READS, "pkg/__init__.py": "", "pkg/tables.py": ""})
    data = {"tables.json": b"[1]", "pkg/words.txt": b"one", "raw.bin": b"\xff\0"}
    submission.plan = replace(submission.plan, handed_in=data)
    assert submission.ask(question()) == ([1], "one", "ff00")


def test_data_files_that_were_handed_in_take_nobodys_place(hand_in: HandIn) -> None:
    """Neither that of the assignment's files, nor of any module."""
    code = "import json, gametree\ndef act(): return open('given.csv').read(), json.loads('1')\n"
    submission = hand_in({"work.py": code})
    taken = {"given.csv": b"mine", "given.csv/x": b"", "json/decoder.txt": b"", "gametree/x": b""}
    submission.plan = replace(submission.plan, handed_in=taken, data={"given.csv": b"given"})
    assert submission.ask(question()) == ("given", 1)
    assert "gametree/x" not in submission.plan.own_data


def test_as_much_data_as_may_be_handed_in_fits_a_box(hand_in: HandIn) -> None:
    code = "import os\ndef act(): return sum(map(os.path.getsize, os.listdir('.')))\n"
    submission = hand_in({"work.py": code})
    data = {f"{n}.bin": bytes([n]) * (MOST_IN_ALL // MOST_FILES) for n in range(MOST_FILES)}
    submission.plan = replace(submission.plan, handed_in=data)
    assert submission.ask(question()) > sum(map(len, data.values()))
