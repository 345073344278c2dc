"""What a box has been asked since it began, so that a failing question can be asked without it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from grader.asking.answers import CodeFailed
from grader.asking.questions import PreparedQuestions
from grader.student.repeating import AskedQuestion


@dataclass(frozen=True, slots=True)
class FailedQuestion:
    """The question by which a check failed, and what its box was asked before it.

    `replies` are what the check got for its messages before this one: bytes, or a failure.
    """

    question: Any
    earlier: tuple[AskedQuestion, ...]
    replies: tuple[bytes | CodeFailed, ...]


class BoxHistory:
    """The questions of a box, in their order, and the replies that the check of the moment got."""

    def __init__(self) -> None:
        self._messages: list[tuple[PreparedQuestions, bool]] = []
        self._public = False
        self._replies: list[bytes | CodeFailed] = []

    def begin_box(self) -> None:
        """Forget what was asked: a box begins."""
        self._messages = []

    def begin_check(self, *, public: bool) -> None:
        """Forget replies: a check begins, whose questions its author may see if it is `public`."""
        self._public = public
        self._replies = []

    def note(self, message: PreparedQuestions) -> None:
        """A message goes to the box."""
        self._messages.append((message, self._public))

    def note_reply(self, reply: bytes | CodeFailed) -> None:
        """What came of it."""
        self._replies.append(reply)

    def failed(self, blamed: Any = None) -> FailedQuestion | None:
        """What made the check of the moment fail: the `blamed` question, or the last one.

        None where that can't be asked alone, or nothing was asked before. What is shown of a public
        check holds no question of a hidden one.
        """
        if not self._messages:
            return None
        question = self._messages[-1][0].questions[-1] if blamed is None else blamed
        earlier = tuple(self._before(question))
        if not earlier or not AskedQuestion(question, "").can_be_repeated:
            return None
        return FailedQuestion(question, earlier, tuple(self._replies[:-1]))

    def _before(self, question: Any) -> Iterator[AskedQuestion]:
        for message, public in self._messages:
            for one in message.questions:
                if one is question:
                    return
                asked = AskedQuestion(one, message.stdin)
                if (public or not self._public) and asked.can_be_repeated:
                    yield asked
