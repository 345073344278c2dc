"""A mistake is named only when it explains everything that was observed."""

from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from gametree import Guess, TreeLeaf, TreeNode
from gametree.grading.watched_games import WatchedGame
from grader.asking.answers import Answer, CodeFailed, MissingFunction, RaisedException, Value
from grader.asking.submission import Submission
from grader.judging.answer_key import KeyEntry, RecordedAnswers, Replies, Visits, entry_of
from grader.judging.known_mistakes import (
    KEPT_FILES,
    Diagnosis,
    KeptReplies,
    KnownMistake,
    RepliesOf,
)
from grader.judging.properties import Property
from grader.judging.replay import EntryMessages
from grader.results import CheckResult
from grader.statuses import Status
from grader.student.evidence import Evidence
from tests.support import BUDGET, LIBRARY, HandIn, question

ACT, OTHER = "work.act", "work.other"
X, Y, Z, OTHER_X = "work.act/x", "work.act/y", "work.act/z", "work.other/x"
TREE = TreeNode("a", (TreeLeaf("b", 1), TreeLeaf("c", 2)))


def entry(*examples: Any) -> KeyEntry:
    """Asks `act` of each example; what the reference answers doesn't matter here."""
    prop = Property(st.nothing(), 1, lambda _code, example: question(example))
    count = len(examples)
    expected: tuple[Answer, ...] = (Value(None),) * count
    recorded = RecordedAnswers(examples, expected, (), (0.0,) * count, (0,) * count, "")
    return entry_of(prop, recorded, LIBRARY)


TWO, THREE = entry(0, 1), entry(0, 1, 2)
Make = Callable[..., KnownMistake]
BOXES: dict[tuple[str, str], Submission] = {}


def replies_of(
    mistakes: Sequence[KnownMistake], check: str, whole: KeyEntry, count: int
) -> dict[str, Replies | None]:
    asked = whole.first(count)
    return {mistake.name: _replies(mistake, check, asked) for mistake in mistakes}


def _replies(mistake: KnownMistake, check: str, asked: KeyEntry) -> Replies | None:
    submission = BOXES.get((mistake.files["work.py"], check))
    try:
        return EntryMessages(asked, submission, BUDGET).replies() if submission else None
    except CodeFailed:
        return None


@pytest.fixture
def mistake(hand_in: HandIn) -> Make:
    """Makes a faulty solution that answers some checks; all but Y have two examples."""

    def make(
        source: str,
        hint: str = "add one",
        loses: Iterable[str] = (ACT,),
        checks: Iterable[str] = (X, Y, Z, OTHER_X),
    ) -> KnownMistake:
        submission = hand_in(source)
        for name in checks:
            BOXES[source, name] = submission
        return KnownMistake(source, hint, frozenset(loses), {"work.py": source})

    return make


OFF_BY_ONE = "def act(n): return n + 1\n"
RAISES = "def act(n): raise ValueError('no')\n"
BREAKS = "def act(n): return 1 / 0\n"


def observe(diagnosis: Diagnosis, check: str, *answers: Answer, visits: Visits = ()) -> None:
    """Have a check see answers to `act(0)`, `act(1)`, …"""
    diagnosis.observe(check, THREE if check == Y else TWO, answers, visits)


def failed(name: str, status: Status = Status.FAILED) -> CheckResult:
    task, evidence = name.partition("/")[0], Evidence("wrong value", hint="think again")
    return CheckResult(name, task, "a title", False, status, evidence)


def advised(diagnosis: Diagnosis, *results: CheckResult, helped: Collection[str] = ()) -> list[str]:
    evidence = [result.evidence for result in diagnosis.advise(results, helped)]
    return [each.hint for each in evidence if each is not None]


def hint(
    answers: Iterable[Answer], *mistakes: KnownMistake, asked: KeyEntry = TWO, visits: Visits = ()
) -> str:
    """The hint for one check that failed, "" if it keeps the one that it had."""
    diagnosis = Diagnosis(mistakes, replies_of)
    diagnosis.observe(X, asked, list(answers), visits)
    [found] = advised(diagnosis, failed(X))
    return "" if found == "think again" else found


def test_the_mistake_that_gives_all_the_answers_is_named(mistake: Make) -> None:
    others = mistake(BREAKS, "never"), mistake(RAISES, "handle it")
    assert hint([Value(1), Value(2)], *others, mistake(OFF_BY_ONE)) == "add one"


def test_one_other_answer_and_there_is_no_hint(mistake: Make) -> None:
    assert hint([Value(1), Value(7)], mistake(OFF_BY_ONE)) == ""
    assert hint([Value(1), MissingFunction("no act")], mistake(OFF_BY_ONE)) == ""


def test_an_answer_that_cannot_travel_is_no_ones(mistake: Make) -> None:
    apart = mistake("def act(n): return (x for x in (n,))\n")
    assert hint([Value(0), Value(1)], apart) == ""


def test_an_exception_is_explained_by_the_same_kind_of_exception(mistake: Make) -> None:
    raises, breaks = mistake(RAISES, "handle it"), mistake(BREAKS, "never")
    own = RaisedException("Refused", "never", (), ("ValueError", "Exception"))
    assert hint([own, own], raises) == "handle it"
    assert hint([RaisedException("KeyError", "no", ())] * 2, raises) == ""
    assert hint([RaisedException("ZeroDivisionError", "no", ())] * 2, raises, breaks) == "never"


def test_a_mistake_may_recurse_as_deep_as_hand_ins_do(mistake: Make) -> None:
    asked = entry(20_000)
    deep = "def act(n): return 0 if n == 0 else 1 + max([act(n - 1)])\n"
    once = mistake(deep, "count once", checks=[X])
    assert hint([Value(20_000)], once, asked=asked) == "count once"
    endless = mistake("def act(n): return 1 + act(n)\n", "end it", checks=[X])
    assert hint([RaisedException("RecursionError", "", ())], endless, asked=asked) == "end it"


def test_a_mistake_without_replies_explains_nothing_and_keeps_nobody(mistake: Make) -> None:
    never_ends = KnownMistake("endless", "end it", frozenset({ACT}), {"work.py": "?"})
    assert hint([Value(1), Value(2)], never_ends) == ""
    assert hint([Value(1), Value(2)], never_ends, mistake(OFF_BY_ONE)) == "add one"


def test_the_terminals_must_be_the_same_too(mistake: Make) -> None:
    game: Any = WatchedGame(TREE)
    source = "def act(game): return game.estimate(game.make_move(game.start, 1))\n"
    asked = entry(game)
    looks_right = mistake(source, "look left", checks=[X])
    seen = [Value(Guess(2))]
    assert hint(seen, looks_right, asked=asked, visits=(("c",),)) == "look left"
    assert hint(seen, looks_right, asked=asked, visits=(("b", "c"),)) == ""


def test_only_a_mistake_that_begins_as_the_hand_in_does_is_asked_everything(mistake: Make) -> None:
    asked: list[tuple[str, int]] = []

    def noting(
        some: Sequence[KnownMistake], check: str, whole: KeyEntry, count: int
    ) -> dict[str, Replies | None]:
        asked.extend((one.hint, count) for one in some)
        return replies_of(some, check, whole, count)

    others = mistake("def act(n): return n + 2\n", "add two"), mistake(RAISES, "handle it")
    diagnosis = Diagnosis([*others, mistake(OFF_BY_ONE)], noting)
    diagnosis.observe(X, entry(0, 1, 2, 3, 4), list(map(Value, range(1, 6))), ())
    assert advised(diagnosis, failed(X)) == ["add one"]
    assert asked == [("add two", 1), ("handle it", 1), ("add one", 1), ("add one", 5)]


def test_a_mistake_that_shows_itself_late_is_asked_up_to_there(mistake: Make) -> None:
    late = mistake("def act(n): return None if n < 4 else n\n", "to the end", checks=[X])
    answers = [Value(None)] * 4 + [Value(n) for n in range(4, 9)]
    asked: list[int] = []

    def noting(
        some: Sequence[KnownMistake], check: str, whole: KeyEntry, count: int
    ) -> dict[str, Replies | None]:
        asked.extend(count for _ in some)
        return replies_of(some, check, whole, count)

    for last, words in ((Value(8), "to the end"), (Value(9), "think again")):
        diagnosis = Diagnosis([late], noting)
        diagnosis.observe(X, entry(*range(9)), [*answers[:8], last], ())
        assert advised(diagnosis, failed(X)) == [words]
    # The fifth tells: eight is the least power of two that has it. Others keep it for that number.
    assert asked == [8, 9, 8, 9]


def noting(asked: list[tuple[str, str]]) -> RepliesOf:
    """Replies, and notes of which check who was asked."""

    def replies(
        some: Sequence[KnownMistake], check: str, whole: KeyEntry, count: int
    ) -> dict[str, Replies | None]:
        asked.extend((check, one.hint) for one in some)
        return replies_of(some, check, whole, count)

    return replies


def test_what_is_kept_of_any_check_spares_asking(mistake: Make) -> None:
    others = [mistake(f"def act(n): return n + {n}\n", f"add {n}") for n in (2, 3, 4, 5)]
    mistakes = [*others, mistake(OFF_BY_ONE)]
    asked: list[tuple[str, str]] = []

    def kept_of(check: str, whole: KeyEntry, count: int) -> dict[str, Replies | None]:
        # Of the last check one example of all of them is kept but for one that never answers.
        if (check, count) != (Z, 1):
            return {}
        return {**replies_of(mistakes, check, whole, 1), others[0].name: None}

    diagnosis = Diagnosis(mistakes, noting(asked), kept_of)
    for check in (X, Z):
        observe(diagnosis, check, Value(1), Value(2))
    assert advised(diagnosis, failed(X), failed(Z)) == ["add one", "add one"]
    assert asked == [(check, "add one") for check in (X, X, Z, Z)]


def test_the_check_that_tells_soonest_is_asked_first(mistake: Make) -> None:
    others = mistake("def act(n): return n + 2\n", "add two"), mistake(RAISES, "handle it")
    asked: list[tuple[str, str]] = []
    diagnosis = Diagnosis([*others, mistake(OFF_BY_ONE)], noting(asked))
    observe(diagnosis, X, Value(None), Value(2))
    observe(diagnosis, Z, Value(1), Value(2))
    assert advised(diagnosis, failed(X), failed(Z)) == ["think again", "think again"]
    assert asked == [
        (Z, "add two"),
        (Z, "handle it"),
        (Z, "add one"),
        (Z, "add one"),
        (X, "add one"),
    ]


# -- several checks, several mistakes ------------------------------------------------------------

TWICE = "def act(n): return 2 * n\n", "not twice", [ACT, OTHER]
ALMOST_TWICE = "def act(n): return n + (n == 1)\n", "not just once", [ACT]
DOUBLED = Value(0), Value(2)


def test_a_mistake_must_explain_all_checks_of_a_task(mistake: Make) -> None:
    diagnosis = Diagnosis([mistake(*ALMOST_TWICE), mistake(*TWICE)], replies_of)
    observe(diagnosis, X, *DOUBLED)
    observe(diagnosis, Y, Value(0), Value(2), Value(4))
    both = failed(X), failed(Y)
    assert advised(diagnosis, *both) == ["not twice", "not twice"]

    observe(diagnosis, Z, Value(7), Value(7))
    assert advised(diagnosis, *both) == ["think again", "think again"]


def test_a_mistake_that_keeps_a_task_does_not_explain_its_loss(mistake: Make) -> None:
    diagnosis = Diagnosis([mistake(*ALMOST_TWICE)], replies_of)
    observe(diagnosis, OTHER_X, *DOUBLED)
    assert advised(diagnosis, failed(OTHER_X)) == ["think again"]


def test_of_several_mistakes_the_one_that_explains_most_tasks_is_named(mistake: Make) -> None:
    diagnosis = Diagnosis([mistake(*ALMOST_TWICE), mistake(*TWICE)], replies_of)
    observe(diagnosis, X, *DOUBLED)
    observe(diagnosis, OTHER_X, *DOUBLED)
    assert advised(diagnosis, failed(X), failed(OTHER_X)) == ["not twice"] * 2


def test_of_those_the_one_that_loses_the_same_tasks_is_named(mistake: Make) -> None:
    diagnosis = Diagnosis([mistake(*TWICE), mistake(*ALMOST_TWICE)], replies_of)
    observe(diagnosis, X, *DOUBLED)
    assert advised(diagnosis, failed(X)) == ["not just once"]
    assert advised(diagnosis, failed(X), failed("work.other/y"))[0] == "not twice"


def test_a_mistake_that_explains_everything_is_named_in_every_check(mistake: Make) -> None:
    diagnosis = Diagnosis([mistake(*TWICE)], replies_of)
    observe(diagnosis, X, *DOUBLED)
    ended = failed("work.other/ended", Status.TIMEOUT)
    assert advised(diagnosis, failed(X), ended) == ["not twice"] * 2
    other = failed("work.third/ended", Status.TIMEOUT)
    hints = advised(diagnosis, failed(X), ended, other)
    assert hints == ["not twice", "think again", "think again"]


def test_a_task_that_passes_with_right_functions_has_no_mistake_of_its_own(mistake: Make) -> None:
    by_two = mistake("def act(n): return n + 2\n", "x", [OTHER])
    diagnosis = Diagnosis([mistake(OFF_BY_ONE), by_two], replies_of)
    observe(diagnosis, X, Value(1), Value(2))
    observe(diagnosis, OTHER_X, Value(2), Value(3))
    results = [failed(X), failed(OTHER_X)]
    assert advised(diagnosis, *results, helped={OTHER}) == ["add one", "add one"]


def test_nothing_is_explained_where_nothing_was_compared(mistake: Make) -> None:
    silent = mistake("def act(n): return n\n", "never", [])
    assert advised(Diagnosis([silent], replies_of), failed("work.act/plain")) == ["think again"]


def test_a_wrong_answer_that_was_not_compared_gets_the_advice_of_its_task(mistake: Make) -> None:
    diagnosis = Diagnosis([mistake(OFF_BY_ONE)], replies_of)
    observe(diagnosis, X, Value(1), Value(2))
    plain, raised = failed("work.act/plain"), failed("work.act/raised", Status.ERROR)
    hints = advised(diagnosis, failed(X), plain, raised, failed("work.other/plain"))
    assert hints == ["add one", "add one", "think again", "think again"]


def test_a_check_that_passed_gets_no_advice(mistake: Make) -> None:
    passed = CheckResult("work.act/plain", ACT, "a title", True, Status.PASSED)
    diagnosis = Diagnosis([mistake(OFF_BY_ONE)], replies_of)
    observe(diagnosis, X, Value(1), Value(2))
    assert diagnosis.advise([failed(X), passed])[1] == passed


ONE_REPLY, OTHER_REPLY = Replies((b"1",), ()), Replies((b"2",), (("row(0)",),))
CHECK = "work.act/hidden/one"


@pytest.fixture
def kept(tmp_path: Path) -> KeptReplies:
    return KeptReplies(tmp_path / "cache", {"work": "a digest"})


def recalled(
    kept: KeptReplies, check: str, asked: str, mistake: str, ask: Callable[[], Replies | None]
) -> Replies | None:
    """What a mistake replies."""
    return kept.recall(check, asked, [mistake], lambda _name: ask())[mistake]


def never() -> Replies:
    raise AssertionError("what is kept is not asked again")


def test_what_is_asked_before_one_breaks_off_is_kept(kept: KeptReplies) -> None:
    def ask(name: str) -> Replies:
        if name == "last":
            raise KeyboardInterrupt
        return ONE_REPLY

    with pytest.raises(KeyboardInterrupt):
        kept.recall(CHECK, "8", ["first", "last"], ask)
    assert recalled(kept, CHECK, "8", "first", never) == ONE_REPLY
    assert kept.recall(CHECK, "8", ["last", "first"], lambda _name: OTHER_REPLY) == {
        "first": ONE_REPLY,
        "last": OTHER_REPLY,
    }


def test_what_is_kept_can_be_read_without_asking(kept: KeptReplies) -> None:
    assert kept.known(CHECK, "8") == {}
    recalled(kept, CHECK, "8", "twice", lambda: OTHER_REPLY)
    assert kept.known(CHECK, "8") == {"twice": OTHER_REPLY}
    assert kept.known(CHECK, "4") == {}


def test_what_a_mistake_replies_is_asked_once(kept: KeptReplies) -> None:
    assert recalled(kept, CHECK, "8", "off_by_one", lambda: ONE_REPLY) == ONE_REPLY
    assert recalled(kept, CHECK, "8", "twice", lambda: OTHER_REPLY) == OTHER_REPLY
    assert recalled(kept, CHECK, "8", "off_by_one", never) == ONE_REPLY
    assert (
        recalled(KeptReplies(kept.folder, kept.digests), CHECK, "8", "twice", never) == OTHER_REPLY
    )


def test_that_a_mistake_does_not_reply_is_kept_too(kept: KeptReplies) -> None:
    assert recalled(kept, CHECK, "8", "endless", lambda: None) is None
    assert recalled(kept, CHECK, "8", "endless", never) is None


def test_another_check_number_of_examples_and_state_of_a_module_are_asked_anew(
    kept: KeptReplies,
) -> None:
    recalled(kept, CHECK, "8", "twice", lambda: ONE_REPLY)
    assert recalled(kept, f"{CHECK}s", "8", "twice", lambda: OTHER_REPLY) == OTHER_REPLY
    assert recalled(kept, CHECK, "4", "twice", lambda: OTHER_REPLY) == OTHER_REPLY
    changed = KeptReplies(kept.folder, {"work": "another digest"})
    assert recalled(changed, CHECK, "8", "twice", lambda: OTHER_REPLY) == OTHER_REPLY


def test_a_file_that_others_can_write_is_asked_anew(kept: KeptReplies) -> None:
    recalled(kept, CHECK, "8", "twice", lambda: ONE_REPLY)
    [file] = kept.folder.iterdir()
    file.chmod(0o666)
    assert recalled(kept, CHECK, "8", "twice", lambda: OTHER_REPLY) == OTHER_REPLY


@pytest.mark.parametrize("damaged", [b"", b"no pickle", b"\x80\x04."])
def test_a_damaged_file_is_asked_anew(kept: KeptReplies, damaged: bytes) -> None:
    recalled(kept, CHECK, "8", "twice", lambda: ONE_REPLY)
    [file] = kept.folder.iterdir()
    file.write_bytes(damaged)
    assert recalled(kept, CHECK, "8", "twice", lambda: OTHER_REPLY) == OTHER_REPLY


def test_a_folder_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    nowhere = KeptReplies(tmp_path / "file/cache", {"work": "a digest"})
    assert recalled(nowhere, CHECK, "8", "twice", lambda: ONE_REPLY) == ONE_REPLY


def test_old_replies_go(kept: KeptReplies) -> None:
    for number in range(KEPT_FILES + 5):
        recalled(kept, f"{CHECK}{number}", "8", "twice", lambda: ONE_REPLY)
    assert len(list(kept.folder.iterdir())) == KEPT_FILES
