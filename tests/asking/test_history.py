"""What a box has been asked, of which no public check shows a hidden question."""

from typing import Any

from grader.asking.history import BoxHistory, FailedQuestion
from grader.asking.questions import PreparedQuestions, prepare
from grader.inside.library import NO_LIBRARY
from grader.student.question import CODE, Handle

ONE, TWO, THREE = (CODE.work.act(n) for n in (1, 2, 3))


def message(*questions: Any, stdin: str = "") -> PreparedQuestions:
    return prepare(questions, NO_LIBRARY, stdin)


def earlier(failed: FailedQuestion | None) -> list[tuple[int, str]]:
    """The questions before, by identity, with what was typed."""
    assert failed is not None
    return [(id(one.question), one.stdin) for one in failed.earlier()]


def test_what_was_asked_first_needs_nothing_before_it() -> None:
    history = BoxHistory()
    assert (history.failed(), history.latest) == (None, None)
    history.note(message(ONE))
    assert (history.failed(), history.latest) == (None, ONE)


def test_the_last_question_is_to_blame_unless_another_one_is() -> None:
    history = BoxHistory()
    history.note(message(ONE, stdin="Ada"))
    history.note(message(TWO, THREE))
    last = history.failed()
    assert earlier(last) == [(id(ONE), "Ada"), (id(TWO), "")]
    assert last is not None
    assert last.question is THREE
    assert earlier(history.failed(TWO)) == [(id(ONE), "Ada")]


def test_a_new_box_has_been_asked_nothing() -> None:
    history = BoxHistory()
    history.note(message(ONE))
    history.begin_box()
    history.note(message(TWO))
    assert history.failed() is None


def test_a_public_check_shows_no_question_of_a_hidden_one() -> None:
    history = BoxHistory()
    history.begin_check(public=False)
    history.note(message(ONE))
    history.begin_check(public=True)
    history.note(message(TWO))
    history.note(message(THREE))
    assert earlier(history.failed()) == [(id(TWO), "")]
    history.begin_check(public=False)
    assert earlier(history.failed()) == [(id(ONE), ""), (id(TWO), "")]


def test_replies_are_those_of_the_check_without_the_last() -> None:
    history = BoxHistory()
    history.note(message(ONE))
    history.note_reply(b"of another check")
    history.begin_check(public=True)
    for reply in (b"1", b"2"):
        history.note(message(TWO))
        history.note_reply(reply)
    history.note(message(THREE))
    history.note_reply(b"3")
    failed = history.failed()
    assert failed is not None
    assert failed.replies == (b"1", b"2")


def test_what_only_the_box_has_can_not_be_asked_alone() -> None:
    history, held = BoxHistory(), CODE.work.act(Handle(1, "Adder"))
    history.note(PreparedQuestions((held,), b"", (), (), ()))
    history.note(message(ONE))
    assert history.failed() is None  # nothing else was asked before
    history.note(message(TWO))
    assert earlier(history.failed()) == [(id(ONE), "")]
    assert history.failed(held) is None
