"""What was asked in this process, so that a failed check can be repeated for its last question.

The modules of the student's that answer it are then imported anew, as at a prompt.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from grader.student.checking.worker.direct import DirectAnswers
from grader.student.evidence import CheckFailed
from grader.student.repeating import AskedQuestion, RepeatedAnswers


class AnswerLog:
    """Asks the student's code; notes all questions, and the answers of the check of the moment."""

    def __init__(self, direct: DirectAnswers) -> None:
        self._direct = direct
        self._asked: list[AskedQuestion] = []
        self._looked_at, self._repeatable = 0, list[AskedQuestion]()
        self._answers: list[Any] = []

    def begin_check(self) -> None:
        """Forget answers: a check begins."""
        self._answers = []

    def ask(self, question: Any, stdin: str = "") -> Any:
        """The value that the code gives; raises `CheckFailed` if it raises an exception."""
        self._asked.append(AskedQuestion(question, stdin))
        try:
            value = self._direct.ask(question, stdin)
        except CheckFailed as failed:
            self._answers.append(failed)
            raise
        self._answers.append(value)
        return value

    def earlier(self) -> list[AskedQuestion]:
        """What was asked before the check's last question; nothing if that can't be repeated."""
        if not self._answers or not self._asked[-1].can_be_repeated:
            return []
        new = self._asked[self._looked_at : -1]
        self._repeatable += [asked for asked in new if asked.can_be_repeated]
        self._looked_at += len(new)
        return [*self._repeatable]

    def repeated(self, earlier: Sequence[AskedQuestion]) -> Callable[..., Any]:
        """What answers a repeated check: as before, and its last question by fresh modules.

        These have been asked `earlier` ones; what the check asks afterwards raises
        `QuestionSettled`.
        """
        answers = RepeatedAnswers[Any](self._answers[:-1])

        def ask(question: Any, stdin: str = "") -> Any:
            last = AskedQuestion(question, stdin)
            return answers.next(partial(self._fresh_answer, earlier, last))

        return ask

    def _fresh_answer(self, earlier: Sequence[AskedQuestion], last: AskedQuestion) -> Any:
        with self._direct.fresh_modules():
            for asked in earlier:
                with suppress(CheckFailed):  # whatever comes of it
                    self._direct.ask(asked.question, asked.stdin)
            return self._direct.ask(last.question, last.stdin)
