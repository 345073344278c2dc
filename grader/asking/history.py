"""What a box was asked since it began, so that a failing question can be asked without that."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.asking.answers import CodeFailed
from grader.asking.questions import PreparedQuestions
from grader.student.repeating import AskedQuestion


@dataclass(frozen=True, slots=True)
class FailedQuestion:
    """The question that made a check fail, and the messages that its box got until then.

    A public check's report leaves out messages of hidden checks. `replies` are what the check got
    for its earlier messages: bytes, or a failure.
    """

    question: object
    messages: tuple[PreparedQuestions, ...]
    replies: tuple[bytes | CodeFailed, ...]

    def earlier(self) -> Sequence[AskedQuestion]:
        """What the box was asked before the question."""
        return [*_before(self.question, self.messages)]


class BoxHistory:
    """The questions of a box, in order, and the replies that the current check got."""

    def __init__(self) -> None:
        # Each with whether a public check sent it.
        self._messages: list[tuple[PreparedQuestions, bool]] = []
        self._public = False
        self._replies: list[bytes | CodeFailed] = []

    def begin_box(self) -> None:
        """Forget what was asked: a new box begins."""
        self._messages = []

    def begin_check(self, *, public: bool) -> None:
        """Forget replies: a new check begins; students may see its questions if it is `public`."""
        self._public = public
        self._replies = []

    def note(self, message: PreparedQuestions) -> None:
        """Record a message to the box."""
        self._messages.append((message, self._public))

    def note_reply(self, reply: bytes | CodeFailed) -> None:
        """Record the reply to it."""
        self._replies.append(reply)

    @property
    def latest(self) -> object:
        """The last question, if anything was asked."""
        return self._messages[-1][0].questions[-1] if self._messages else None

    def failed(self, blamed: object = None) -> FailedQuestion | None:
        """What made the current check fail: the `blamed` question, or the last one.

        `None` if that can't be asked alone, or if nothing was asked before. What is shown of a
        public check has no question of a hidden one.
        """
        if not self._messages:
            return None
        # A message may have many questions; a check that compares them knows which one is wrong.
        question = self._messages[-1][0].questions[-1] if blamed is None else blamed
        messages = tuple([sent for sent, public in self._messages if public or not self._public])
        if not AskedQuestion(question, "").can_be_repeated or not any(_before(question, messages)):
            return None
        return FailedQuestion(question, messages, tuple(self._replies[:-1]))


def _before(question: object, messages: Sequence[PreparedQuestions]) -> Iterator[AskedQuestion]:
    for message in messages:
        for one in message.questions:
            if one is question:  # by identity: the same call may have been asked before
                return
            asked = AskedQuestion(one, message.stdin)
            if asked.can_be_repeated:
                yield asked
