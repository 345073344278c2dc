"""The answers of one hand-in beside the expected ones: which are wrong, and what shows it."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import pytest

from grader.asking.answers import Answer, RaisedException, Value, exception_of, with_call
from grader.judging.answer_key import KeyEntry, Visits
from grader.judging.faults import VerdictFailed
from grader.judging.properties import Placed
from grader.student.claims import same_visits, tree_picture, wrong_value, wrong_visits
from grader.student.compare import difference, same, short
from grader.student.evidence import CheckFailed, Evidence, TreePicture
from grader.student.python_text import python_text
from grader.student.question import (
    Attribute,
    Call,
    Name,
    calls_in,
    has_questions,
    parts,
    watched_in,
)

# What a verdict or a hint may raise on a value of an unexpected kind.
STUMBLED = (Exception, pytest.fail.Exception, pytest.skip.Exception)
CHANGES = "a part of the answer changes by what is asked after it"


@dataclass(frozen=True, slots=True)
class WrongPart:
    """The part of a question whose answer is wrong by itself, with the evidence of that.

    To be shown, it must give the same when asked alone: `got`, and these `visits` of `watched`.
    `calls` is how many calls it makes, or the whole question, if that calls the same again.
    """

    question: Any
    got: object
    evidence: Evidence
    calls: int
    watched: Any = None
    visits: Sequence[str] = ()

    def is_answered_so(self, answer: Answer) -> bool:
        """Whether the answer to the part alone, which was just asked, is wrong in the same way."""
        if not isinstance(answer, Value) or answer.later is not None:
            return False
        if self.watched is not None:
            return same_visits(self.watched, self.watched.visits, self.visits)
        return same(answer.value, self.got)


class Comparison:
    """The answers of one hand-in to one entry, beside the expected ones."""

    def __init__(self, entry: KeyEntry, answers: Sequence[Answer], visits: Visits) -> None:
        self._entry = entry
        self._answers = answers
        self._visits = visits
        self._number = {id(one): i for i, one in enumerate(entry.prepared.watched)}

    def size(self, index: int) -> tuple[int, int]:
        """How large an example is: by the length of its question, then by its place."""
        return self._entry.recorded.sizes[index], index

    def wrong(self, index: int) -> bool:
        return self._wrong_answer(index) or self._wrongly_visited(index) is not None

    def _wrong_answer(self, index: int) -> bool:
        got, expected = self._answers[index], self._entry.expected[index]
        if isinstance(expected, RaisedException):
            return not (isinstance(got, RaisedException) and got.is_a(expected.name))
        if not isinstance(got, Value) or not isinstance(expected, Value):
            return True
        if _changes(got, expected):
            return True
        if self._entry.prop.verdict is not None:
            return bool(self._verdict(index, got, expected))
        return not same(got.value, expected.value, self._entry.prop.tolerance)

    def _verdict(self, index: int, got: Value, expected: Value) -> str:
        verdict, example = self._entry.prop.verdict, self._entry.examples[index]
        if verdict is None:
            return ""
        try:
            return verdict(example, got.value, expected.value)
        except STUMBLED:
            # A box may answer anything at all. If the verdict can judge the expected answer, the
            # value is what is odd; otherwise the fault is ours.
            try:
                verdict(example, expected.value, expected.value)
            except STUMBLED as fault:
                raise VerdictFailed from fault
            return f"{short(got.value)} is not a possible answer here"

    def _wrongly_visited(self, index: int) -> object:
        return next((one for one in self._judged(index) if not self._accepts(one)), None)

    def _judged(self, index: int) -> list[object]:
        """The objects whose visits are judged; others only serve as their measure."""
        watched = watched_in(self._entry.prepared.questions[index])
        measures = [one.like for one in watched]
        return [one for one in watched if not any(one is like for like in measures)]

    def _accepts(self, watched: Any) -> bool:
        got, expected = self._both(watched)
        if same_visits(watched, got, expected):
            return True
        like = watched.like
        return like is not None and same_visits(watched, got, self._both(like)[0])

    def _both(self, watched: object) -> tuple[Sequence[str], Sequence[str]]:
        number = self._number[id(watched)]
        return self._visits[number], self._entry.replies.visits[number]

    def failure(self, index: int) -> CheckFailed:
        """The evidence that one example is wrong."""
        failed = self._failure(index)
        failed.question = self._entry.prepared.questions[index]
        with suppress(*STUMBLED):  # showing only a part is a bonus
            failed.part = self._part(index, failed.evidence)
        return failed

    def _part(self, index: int, evidence: Evidence) -> WrongPart | None:
        """The first part that is wrong by itself, if the question has parts that can be judged."""
        question: Any = self._entry.prepared.questions[index]
        got, expected = self._answers[index], self._entry.expected[index]
        if not isinstance(got, Value) or not isinstance(expected, Value) or got.later is not None:
            return None
        if type(question) not in (tuple, list) or len(question) < 2 or self._entry.prop.wanted:
            return None
        if not self._wrong_answer(index):
            return self._part_with_visits(index, evidence)
        both = (got.value, expected.value)
        if any(type(each) is not tuple or len(each) != len(question) for each in both):
            return None
        for at, (part, g, e) in enumerate(zip(question, *both, strict=True)):
            if has_questions(part) and (words := self._alone(index, at, got, expected)):
                evidence = _of_part(evidence, wrong_value(part, g, e, words, self._tolerance))
                return WrongPart(part, g, evidence, _calls(part, question))
        return None

    @property
    def _tolerance(self) -> float:
        return self._entry.prop.tolerance

    def _alone(self, index: int, at: int, got: Value, expected: Value) -> str:
        """What is wrong with a part of the answer if all others are as expected."""
        g, e = got.value[at], expected.value[at]
        if same(g, e, self._tolerance):
            return ""
        if self._entry.prop.verdict is None:
            return difference(g, e, self._tolerance)
        mixed = (*expected.value[:at], g, *expected.value[at + 1 :])
        return self._verdict(index, Value(mixed), expected)

    def _part_with_visits(self, index: int, evidence: Evidence) -> WrongPart | None:
        """The last part that contains the wrongly visited object."""
        watched = self._wrongly_visited(index)
        question: Any = self._entry.prepared.questions[index]
        found = [part for part in question if any(one is watched for one in watched_in(part))]
        if watched is None or not found:
            return None
        part, (came, expected) = found[-1], self._both(watched)
        evidence = _of_part(evidence, wrong_visits(part, watched, came, expected))
        return WrongPart(part, None, evidence, _calls(part, question), watched, tuple(came))

    def _failure(self, index: int) -> CheckFailed:
        question = self._entry.prepared.questions[index]
        got, expected = self._answers[index], self._entry.expected[index]
        if isinstance(expected, RaisedException):
            return CheckFailed(_should_have_raised(question, got, expected))
        if not isinstance(got, Value) or not isinstance(expected, Value):
            return with_call(exception_of(got), question)
        return CheckFailed(
            self._explained(index, self._evidence(index, got, expected), got, expected)
        )

    def _evidence(self, index: int, got: Value, expected: Value) -> Evidence:
        question = self._entry.prepared.questions[index]
        watched = self._wrongly_visited(index)
        prop = self._entry.prop
        near, verdict, wanted = prop.tolerance, prop.verdict, prop.wanted
        if _changes(got, expected) and (verdict or same(got.value, expected.value, near)):
            return changed_later(question, got)
        if self._wrong_answer(index) or watched is None:
            words = str(self._verdict(index, got, expected))
            evidence = wrong_value(question, got.value, expected.value, words, near)
            if wanted:
                in_words = wanted(self._entry.examples[index])
                evidence = replace(evidence, expected=in_words, in_words=True)
            return replace(evidence, picture=self._searched(index))
        return wrong_visits(question, watched, *self._both(watched))

    def _searched(self, index: int) -> TreePicture | None:
        """The tree of a search, which shows where a wrong value came from; `None` without one."""
        for watched in self._judged(index):
            got, expected = self._both(watched)
            if expected:
                return tree_picture(watched, got, expected)
        return None

    def _explained(self, index: int, evidence: Evidence, got: Value, expected: Value) -> Evidence:
        prop, example = self._entry.prop, self._entry.examples[index]
        with suppress(*STUMBLED):  # advice on a value of any kind is a bonus
            if prop.hint:
                hint = prop.hint(example, got.value, expected.value)
                evidence = replace(evidence, hint=hint or evidence.hint)
        with suppress(*STUMBLED):
            if prop.picture:
                evidence = replace(evidence, picture=prop.picture(example, got.value))
        return evidence


def _calls(part: object, question: object) -> int:
    made = {id(one): one._function for one in parts(question) if isinstance(one, Call)}
    own = made.pop(id(part), None)
    names = [one._name for one in (own, *made.values()) if isinstance(one, Attribute | Name)]
    asked_again = own is None or names[0] in names[1:]
    return calls_in(question if asked_again else part)


def _of_part(whole: Evidence, part: Evidence) -> Evidence:
    """The evidence of a part, with the hint and picture of the whole question."""
    words = part.difference
    if isinstance(words, Placed):
        message = f"{part.kind}, also when asked alone: {words.alone}"
        part = replace(part, message=message, difference=str(words.alone))
    return replace(part, hint=whole.hint, picture=whole.picture or part.picture)


def _changes(got: Value, expected: Value) -> bool:
    """Whether later questions change a part of an answer, which they don't for the reference."""
    return got.later is not None and expected.later is None


def changed_later(question: object, got: Value) -> Evidence:
    """The evidence that later questions change a part of an answer."""
    assert got.later is not None
    was = got.value
    with suppress(LookupError, TypeError):  # a box may name a place that doesn't exist
        for place in got.later.places:
            was = was[place]
    part = ".".join(map(str, got.later.places))
    words = f"item {part} changes by what is asked after it: hand out one that stays as it is"
    came, call = short(got.later.value), python_text(question)
    return Evidence(words, call, got=came, expected=short(was), kind=CHANGES)


def _should_have_raised(question: object, got: Answer, expected: RaisedException) -> Evidence:
    match got:
        case Value(value):
            came = short(value)
        case RaisedException(name):
            came = name
        case _:
            came = "no value"
    kind = f"{expected.name} should be raised here"
    message, call = f"{kind}, but {came} came", python_text(question)
    return Evidence(message, call, got=came, expected=expected.name, kind=kind)
