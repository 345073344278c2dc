"""What was asked earlier, for a failed check that is repeated: with nothing that can't be."""

from typing import Any, cast

from grader.inside.wire import Handle
from grader.student.checking.worker.direct import DirectAnswers
from grader.student.checking.worker.plugin import AnswerLog
from grader.student.question import CODE

HELD = Handle(1, "Board")


class Answering:
    """In the place of a student's code: whatever is asked, the answer is None."""

    def ask(self, _question: object, _stdin: str = "") -> None:
        """No answer."""


def test_each_failed_check_has_all_that_was_asked_before_it_but_for_objects() -> None:
    log = AnswerLog(cast(DirectAnswers, Answering()))
    questions: list[Any] = [CODE.work.show(item) for item in (1, HELD, 2, 3, HELD, 4)]
    earlier = []
    for question in questions:
        log.begin_check()
        log.ask(question)
        earlier.append([asked.question for asked in log.earlier()])
    one, _, two, three, *_ = questions
    # Nothing can be repeated for a question that holds an object itself.
    assert list(map(len, earlier)) == [0, 0, 1, 2, 0, 3]
    assert all(a is b for a, b in zip(earlier[-1], [one, two, three], strict=True))
