"""Naming a mistake: which known faulty solution answers exactly as this hand-in does?

The assignment keeps faulty solutions, each with one mistake and a sentence of advice. When a
hand-in fails properties of a task, its answers to all examples are compared with those of each
faulty solution that loses the task, which is asked in boxes, and once only (`KeptReplies`).
Only one that gives the same answers, and visits the same terminals, on every example is named. So
a hint fits the evidence, however the code is written; without such a match there is no hint.

Most mistakes differ from the hand-in already at its first answer that isn't the reference's: each
is asked all examples only if it gives the same answers up to there. Replies that are kept rule
mistakes out first, since asking takes a box each; the order of ruling out changes nothing.

A class fails some checks and not others, so nothing is asked in advance. A mistake is asked in a
box of its own for each check: its replies don't depend on who was graded before.
"""

import pickle
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from grader.asking.answers import Answer, RaisedException, Value
from grader.inside.module_names import module_of_task
from grader.inside.wire import Violation
from grader.judging.answer_key import KeyEntry, Replies, Visits
from grader.judging.private_files import read_pickle, write_private
from grader.results import CheckResult
from grader.statuses import Status
from grader.student.compare import same


@dataclass(frozen=True, slots=True)
class KnownMistake:
    """A faulty solution: its name, its advice, the tasks it loses, and the texts of its files.

    `files` are only those that differ from the reference's.
    """

    name: str
    hint: str
    loses: frozenset[str]
    files: Mapping[str, str]


# What mistakes, by name, reply to a number of first examples of a check's entry; `None` if one
# doesn't answer all of them.
RepliesOf = Callable[[Sequence[KnownMistake], str, KeyEntry, int], Mapping[str, Replies | None]]
# The replies that are kept already; nothing is asked.
KeptOf = Callable[[str, KeyEntry, int], Mapping[str, Replies | None]]
# Asking so few mistakes is as fast as reading kept replies.
FEW = 2
# Some for each check of a few assignments, or of a few versions of one.
KEPT_FILES = 2048


class Diagnosis:
    """What is found out about one module of one hand-in, check by check."""

    def __init__(
        self,
        mistakes: Sequence[KnownMistake],
        replies_of: RepliesOf,
        kept_of: KeptOf = lambda _check, _entry, _count: {},
    ) -> None:
        self._mistakes = mistakes
        self._replies_of = replies_of
        self._kept_of = kept_of
        self._observed: dict[str, tuple[KeyEntry, Sequence[Answer], Visits]] = {}
        self._explaining: dict[str, list[KnownMistake]] = {}

    def observe(
        self, check: str, entry: KeyEntry, answers: Sequence[Answer], visits: Visits
    ) -> None:
        """Record a failed check, to be explained once no code of the hand-in runs any more.

        `check` is its name, which begins with its task's id; `answers` and `visits` are the
        hand-in's, to the questions of the check's entry in the answer key.
        """
        self._observed[check] = entry, answers, visits

    def advise(
        self, results: Sequence[CheckResult], helped: Collection[str] = ()
    ) -> tuple[CheckResult, ...]:
        """The results with the advice of the mistakes that explain them, where there are any.

        If several mistakes explain a task, the one that explains the most tasks is named; if
        several of those do, the one whose known lost tasks are closest to the hand-in's. If that
        one explains everything, every failed check gets its advice. Otherwise a check whose
        answers could not be compared gets the advice of its task if its answer is wrong. Tasks in
        `helped`, which pass with right functions in place of wrong ones, have no mistake of their
        own.
        """
        checks = [check for check in self._observed if _task(check) not in helped]
        for check in checks:
            self._leave_out(check)
        # The checks that need the fewest examples first: they leave fewer mistakes for the others.
        for check in sorted(checks, key=self._telling):
            self._explain(check)
        lost = frozenset(result.task for result in results if not result.passed)
        lost -= {*helped}
        ranked = sorted(self._mistakes, key=lambda mistake: self._rank(mistake, lost))
        of_all = -len(self._explaining), 0  # the rank of one that explains everything
        if ranked and self._explaining and self._rank(ranked[0], lost) == of_all:
            return tuple([_advised(result, ranked[0].hint) for result in results])
        hints = {
            task: next((mistake.hint for mistake in ranked if mistake in explaining), "")
            for task, explaining in self._explaining.items()
        }
        return tuple(
            [
                _advised(result, hints.get(result.task, "")) if self._fits(result) else result
                for result in results
            ]
        )

    def _left(self, task: str) -> list[KnownMistake]:
        """The mistakes that explain a task, as far as is known."""
        able = [mistake for mistake in self._mistakes if task in mistake.loses]
        return self._explaining.get(task, able)

    def _leave_out(self, check: str) -> None:
        """Leave out mistakes that are known to answer differently."""
        task = _task(check)
        entry, answers, _ = self._observed[check]
        for count in _counts(len(answers)):
            left = self._left(task)
            if len(left) > FEW and (kept := self._kept_of(check, entry, count)):
                self._explaining[task] = [
                    one
                    for one in left
                    if one.name not in kept
                    or _answers_alike(entry, answers[:count], kept[one.name])
                ]

    def _telling(self, check: str) -> int:
        """How many examples it takes to differ from the reference's answers: one of `_counts`."""
        entry, answers, _ = self._observed[check]
        both = zip(answers, entry.expected, strict=True)
        told = (at for at, (got, other) in enumerate(both) if not _is_same(got, other))
        return min(1 << next(told, len(answers)).bit_length(), len(answers))

    def _explain(self, check: str) -> None:
        """Find the mistakes that explain a check, and all earlier checks of its task."""
        task = _task(check)
        entry, answers, visits = self._observed[check]
        left = self._left(task)
        if left and (count := self._telling(check)) < len(answers):
            first, replies = answers[:count], self._replies_of(left, check, entry, count)
            left = [one for one in left if _answers_alike(entry, first, replies[one.name])]
        replies = self._replies_of(left, check, entry, len(answers)) if left else {}
        self._explaining[task] = [
            one for one in left if _alike(entry, answers, visits, replies[one.name])
        ]

    def _rank(self, mistake: KnownMistake, lost: frozenset[str]) -> tuple[int, int]:
        explained = sum(mistake in mistakes for mistakes in self._explaining.values())
        return -explained, len(lost ^ mistake.loses)

    def _fits(self, result: CheckResult) -> bool:
        return result.name in self._observed or result.status is Status.FAILED


def _advised(result: CheckResult, hint: str) -> CheckResult:
    if not hint or result.evidence is None:
        return result
    return replace(result, evidence=replace(result.evidence, hint=hint, by_its_word=False))


def _task(check: str) -> str:
    return check.partition("/")[0]


def _counts(everything: int) -> list[int]:
    """How many first examples mistakes may be asked: powers of two, and all.

    Few different numbers, so that kept replies serve many hand-ins.
    """
    powers = [1 << number for number in range(everything.bit_length())]
    return [*[count for count in powers if count < everything], everything]


def _alike(
    entry: KeyEntry, answers: Sequence[Answer], visits: Visits, replies: Replies | None
) -> bool:
    """Whether replies of a faulty solution have the same answers and visits as these."""
    if replies is None or replies.visits != visits:
        return False
    return _answers_alike(entry, answers, replies)


def _answers_alike(entry: KeyEntry, answers: Sequence[Answer], replies: Replies | None) -> bool:
    """Whether replies of a faulty solution give these answers to the first examples."""
    if replies is None:
        return False
    try:
        return all(map(_is_same, answers, entry.read(replies, len(answers))))
    except Violation:  # a faulty solution may answer something unreadable
        return False


def _is_same(got: Answer, other: Answer) -> bool:
    match got, other:
        case Value(value, later), Value(theirs, theirs_later):
            return (later is None) is (theirs_later is None) and same(value, theirs)
        case RaisedException(), RaisedException(name):
            return got.is_a(name)
    return False


# -- what mistakes reply --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KeptReplies:
    """A folder of replies: a file for each check and number of its first examples.

    Only its owner can write it. `digests` identify, by module, all that replies to its checks
    depend on.
    """

    folder: Path
    digests: Mapping[str, str]

    def recall(
        self,
        check: str,
        asked: str,
        mistakes: Iterable[str],
        ask: Callable[[str], Replies | None],
    ) -> dict[str, Replies | None]:
        """What each mistake replies to the examples `asked` of a check; `None` if it doesn't.

        Replies are those that are kept; the others are asked for now, and kept.
        """
        file = self._file(check, asked)
        kept, new = _kept(file), dict[str, Replies | None]()
        try:
            for mistake in mistakes:
                if mistake not in kept:
                    new[mistake] = ask(mistake)
        finally:  # keep what was asked, whatever ended the loop
            if new:
                # Other processes may have kept replies meanwhile; lost ones are asked again.
                with suppress(OSError):
                    write_private(file, pickle.dumps({**_kept(file), **new}), KEPT_FILES)
        return {**kept, **new}

    def known(self, check: str, asked: str) -> dict[str, Replies | None]:
        """What is kept of replies to the examples `asked` of a check, by mistake."""
        return _kept(self._file(check, asked))

    def _file(self, check: str, asked: str) -> Path:
        names = f"{self.digests[module_of_task(check)]}\n{check}\n{asked}"
        return self.folder / f"replies-{sha256(names.encode()).hexdigest()}.pickle"


def _kept(file: Path) -> dict[str, Replies | None]:
    return read_pickle(file) or {}
