"""What a box has been asked since it began, so that a failing question can be asked without it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.asking.answers import CodeFailed
from grader.asking.questions import PreparedQuestions
from grader.student.repeating import AskedQuestion


@dataclass(frozen=True, slots=True)
class FailedQuestion:
    """The question by which a check failed, and the messages that its box got until then.

    Those are left out that the author of the check may not see. `replies` are what the check got
    for its messages before this one: bytes, or a failure.
    """

    question: object
    messages: tuple[PreparedQuestions, ...]
    replies: tuple[bytes | CodeFailed, ...]

    def earlier(self) -> Sequence[AskedQuestion]:
        """What the box was asked before the question."""
        return [*_before(self.question, self.messages)]


class BoxHistory:
    """The questions of a box, in their order, and the replies that the check of the moment got."""

    def __init__(self) -> None:
        # Each with whether a public check has sent it.
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

    @property
    def latest(self) -> object:
        """The last question, if anything was asked."""
        return self._messages[-1][0].questions[-1] if self._messages else None

    def failed(self, blamed: object = None) -> FailedQuestion | None:
        """What made the check of the moment fail: the `blamed` question, or the last one.

        None where that can't be asked alone, or nothing was asked before. What is shown of a public
        check holds no question of a hidden one.
        """
        if not self._messages:
            return None
        question = self._messages[-1][0].questions[-1] if blamed is None else blamed
        messages = tuple([sent for sent, public in self._messages if public or not self._public])
        if not AskedQuestion(question, "").can_be_repeated or not any(_before(question, messages)):
            return None
        return FailedQuestion(question, messages, tuple(self._replies[:-1]))


def _before(question: object, messages: Sequence[PreparedQuestions]) -> Iterator[AskedQuestion]:
    for message in messages:
        for one in message.questions:
            if one is question:
                return
            asked = AskedQuestion(one, message.stdin)
            if asked.can_be_repeated:
                yield asked
