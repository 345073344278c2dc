"""Ask a hand-in the questions of one entry of the answer key, and find what fails."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from time import monotonic

from grader.asking.allowance import Allowance
from grader.asking.answers import Answer, CodeFailed, with_call
from grader.asking.questions import prepare
from grader.asking.submission import Submission
from grader.judging.answer_key import KeyEntry, Replies, Visits, visits_of
from grader.judging.comparison import Comparison
from grader.sandbox.clock import Budget
from grader.statuses import ENDLESS, Status

Observe = Callable[[KeyEntry, Sequence[Answer], Visits], None]


def replay(entry: KeyEntry, submission: Submission, budget: Budget, observe: Observe) -> None:
    """Ask the questions of an entry and its series; raises `CheckFailed` for the smallest failure.

    If an example fails, `observe` gets its entry with all answers, and what was visited for them.
    """
    asking = EntryMessages(entry, submission, budget)
    try:
        replies = asking.replies()
    except CodeFailed as failure:
        # What never ends may be a function of another task, whose own checks say so.
        if entry.prop.among_others and failure.status in (*ENDLESS, Status.CRASHED):
            return
        raise asking.blaming(failure) from None
    if replies != entry.replies:  # equal bytes, the usual case, need no decoding
        _compare(entry, submission, replies, observe)
    if entry.beside is not None:
        replay(entry.beside, submission, budget, observe)


def _compare(entry: KeyEntry, submission: Submission, replies: Replies, observe: Observe) -> None:
    both = zip(entry.messages, replies.payloads, entry.replies.payloads, strict=True)
    answers: list[Answer] = []
    for message, payload, expected in both:
        answers += submission.read(payload, message, len(expected))
    comparison = Comparison(entry, answers, replies.visits)
    failing = list(filter(comparison.wrong, range(len(answers))))
    if failing:
        observe(entry, answers, replies.visits)
        raise comparison.failure(min(failing, key=comparison.size))


class EntryMessages:
    """The messages of an entry for one hand-in, with one budget for all of them."""

    def __init__(self, entry: KeyEntry, submission: Submission, budget: Budget) -> None:
        self._entry = entry
        self._submission = submission
        self._budget = budget
        # The share of the budget that each question asked alone has used.
        self._shares: list[float] = []

    def replies(self) -> Replies:
        """What the boxes of the hand-in send; raises `CodeFailed` if they don't."""
        if len(self._entry.messages) > 1:
            payloads = tuple(self._one_by_one())
        else:
            payloads = (self._submission.ask_all(self._entry.prepared, self._budget),)
        return Replies(payloads, visits_of(self._entry.prepared.watched))

    def blaming(self, failure: CodeFailed) -> CodeFailed:
        """The failure of `replies`, with the question that is to blame, if one is."""
        if len(self._entry.messages) == 1:
            return self._first_without_answer() or failure
        questions, shares = self._entry.prepared.questions, self._shares
        if failure.status is not Status.TIMEOUT:
            return with_call(failure, questions[len(shares) - 1])
        # If many questions together take too long, no single one is to blame.
        most = max(shares)
        return with_call(failure, questions[shares.index(most)]) if most > 0.5 else failure

    def _one_by_one(self) -> Iterator[bytes]:
        submission, budget, whole = self._submission, self._budget, self._whole()
        each = replace(budget, exceeded=budget.out_of_time, late=budget.out_of_wall_time)
        for message in self._entry.messages:
            cpu, asleep = submission.cpu, submission.asleep
            try:
                if cpu > whole.cpu_seconds:
                    raise submission.stop(budget.out_of_time)
                payload = submission.ask_all(message, whole.within(each, cpu, asleep))
            finally:
                worked, slept = submission.cpu - cpu, submission.asleep - asleep
                self._shares.append(max(worked / budget.cpu_seconds, slept / budget.idle_seconds))
            yield payload

    def _first_without_answer(self) -> CodeFailed | None:
        # The message as a whole had no answer: find the example that ends the box, within the
        # budget of the whole, since a hundred that are almost too slow would take all day.
        submission, whole = self._submission, self._whole()
        for question in self._entry.prepared.questions:
            if whole.used_up(submission.cpu, submission.asleep):
                break
            try:
                submission.ask_all(prepare([question], self._entry.library), self._budget)
            except CodeFailed as alone:
                return with_call(alone, question)
        return None

    def _whole(self) -> Allowance:
        """What the hand-in may have used in all when the budget, still untouched, is used up."""
        cpu = self._submission.cpu + self._budget.cpu_seconds
        asleep = self._submission.asleep + self._budget.idle_seconds
        return Allowance(cpu, asleep, ends_at=monotonic() + self._budget.wall_seconds)
