"""The answer key: examples drawn once, the reference's answers, and how a hand-in is compared.

Every run on every machine makes the same key: hypothesis draws from a seed made of the assignment's
seed and the check's name, with no database and no deadline. Questions and answers are encoded once;
a hand-in whose reply equals the expected one byte for byte passes without any decoding.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import pairwise
from time import monotonic, process_time
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

from grader.asking.allowance import Allowance
from grader.asking.answers import (
    Answer,
    CodeFailed,
    Raised,
    Value,
    encode_expected,
    failure_of,
    with_call,
)
from grader.asking.questions import Prepared, prepare
from grader.asking.reference import Solution
from grader.asking.submission import Submission
from grader.inside.library import Library
from grader.inside.wire import dump
from grader.judging.faults import ReferenceFailed, VerdictFailed
from grader.judging.known_mistakes import Observed
from grader.judging.properties import Property
from grader.results import Status
from grader.sandbox.clock import Budget
from grader.student.claims import same_visits, tree_picture, wrong_value, wrong_visits
from grader.student.compare import same, short
from grader.student.evidence import CheckFailed, Evidence, TreePicture
from grader.student.python_text import python_text
from grader.student.question import CODE, watched_in

Visits = tuple[tuple[str, ...], ...]
# What a verdict or a hint may raise on a value of another kind than it expects.
STUMBLED = (Exception, pytest.fail.Exception, pytest.skip.Exception)


@dataclass(frozen=True, slots=True)
class Entry:
    """One property with its examples, in the order in which they were drawn.

    `messages` are the questions of `prepared` as they are sent, `payloads` the expected replies
    to them. `visits` holds, for each watched object, the terminals that the reference visits,
    `sizes` how long the text of each question is. `digest` is that of all examples that were
    drawn, of which these may be a part.
    """

    prop: Property
    examples: tuple[Any, ...]
    prepared: Prepared
    messages: tuple[Prepared, ...]
    expected: tuple[Answer, ...]
    payloads: tuple[bytes, ...]
    visits: Visits
    seconds: tuple[float, ...]
    sizes: tuple[int, ...]
    digest: str


def draw(prop: Property, seed_text: str) -> tuple[Any, ...]:
    """The examples of a property: always the same ones for the same text.

    Raises `ValueError` if there are none.
    """
    found: list[Any] = []

    @seed(int.from_bytes(sha256(seed_text.encode()).digest()[:8], "big"))
    @settings(
        max_examples=prop.count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(prop.examples)
    def collect(example: Any) -> None:
        found.append(example)

    with no_constants_of_modules(), suppress(Unsatisfiable):
        collect()
    if not found:
        raise ValueError("it draws no examples: see what its strategy filters out")
    return tuple(found)


@contextmanager
def no_constants_of_modules() -> Iterator[None]:
    """Have hypothesis draw without the constants that it finds in modules of this project.

    It mixes them into what it draws, so that examples would depend on which modules happen to be
    imported. There is no setting for it; a version without these names must not pass unnoticed.
    """
    usual = providers._get_local_constants
    providers._get_local_constants = Constants
    providers.CONSTANTS_CACHE.cache.clear()
    try:
        yield
    finally:
        providers._get_local_constants = usual
        providers.CONSTANTS_CACHE.cache.clear()


@dataclass(frozen=True, slots=True)
class Recorded:
    """The part of an entry that takes long to make: what was drawn, and what is expected.

    `seconds` is what each answer took the reference. Nothing that is shown depends on it. `sizes`
    are the lengths of the questions as texts: to write a hundred takes longer than to judge them.
    `digest` tells these examples from any others.
    """

    examples: tuple[Any, ...]
    expected: tuple[Answer, ...]
    visits: Visits
    seconds: tuple[float, ...] = field(compare=False)
    sizes: tuple[int, ...]
    digest: str

    def only(self, prop: Property, numbers: Sequence[int]) -> "Recorded":
        """A part of the examples, by their numbers."""
        return Recorded(
            tuple([self.examples[number] for number in numbers]),
            tuple([self.expected[number] for number in numbers]),
            self._visits_of(prop, numbers) if self.visits else (),
            tuple([self.seconds[number] for number in numbers]),
            tuple([self.sizes[number] for number in numbers]),
            self.digest,
        )

    def _visits_of(self, prop: Property, numbers: Sequence[int]) -> Visits:
        questions = [prop.ask(CODE, example) for example in self.examples]
        visits = dict(zip(_watched(questions), self.visits, strict=True))
        return tuple([visits[one] for one in _watched([questions[number] for number in numbers])])


def record(prop: Property, seed_text: str, reference: Solution) -> Recorded:
    """Draw the examples of a property and ask the reference."""
    examples = draw(prop, seed_text)
    questions = [prop.ask(CODE, example) for example in examples]
    times, expected = [process_time()], []
    for example, question in zip(examples, questions, strict=True):
        try:
            expected.append(reference.answer(question))
        except Exception as error:  # none that a task may ask for
            words = f"{type(error).__name__}: {error}"
            raise ReferenceFailed(f"on the drawn {short(example)} {words}") from error
        times.append(process_time())
    seconds = tuple([after - before for before, after in pairwise(times)])
    visits = _visits(_watched(questions).values())
    texts = [python_text(question) for question in questions]
    sizes = tuple(map(len, texts))
    return Recorded(examples, tuple(expected), visits, seconds, sizes, _digest(texts))


def _watched(questions: Iterable[Any]) -> dict[int, Any]:
    """The watched objects of questions, each once."""
    return {id(one): one for question in questions for one in watched_in(question)}


def _digest(texts: Sequence[str]) -> str:
    """How many there are, and what tells them from others."""
    digest = sha256("\n".join(texts).encode()).hexdigest()
    return f"{len(texts)}-{digest[:16]}"


def entry_of(prop: Property, recorded: Recorded, library: Library) -> Entry:
    """The whole entry, with its questions and the expected reply as bytes."""
    examples, expected = recorded.examples, recorded.expected
    prepared = prepare([prop.ask(CODE, example) for example in examples], library)
    messages = _messages(prop, prepared, library)
    encoded = (_encoded(answer, library) for answer in expected)
    payloads = tuple([dump([next(encoded) for _ in message.questions]) for message in messages])
    return Entry(
        prop,
        examples,
        prepared,
        messages,
        expected,
        payloads,
        recorded.visits,
        recorded.seconds,
        recorded.sizes,
        recorded.digest,
    )


def _messages(prop: Property, prepared: Prepared, library: Library) -> tuple[Prepared, ...]:
    """All questions in one message; those of an expensive check in one each.

    So it is known at once which question takes all the time of an expensive check.
    """
    if prop.cpu_seconds is None or prepared.watched:
        return (prepared,)
    return tuple([prepare([question], library) for question in prepared.questions])


def _visits(watched: Iterable[Any]) -> Visits:
    return tuple([tuple(one.visits) for one in watched])


def _encoded(answer: Answer, library: Library) -> list[Any]:
    return encode_expected(answer.value, library) if isinstance(answer, Value) else ["x"]


Observe = Callable[[Callable[[], Iterable[Observed]]], None]


def replay(entry: Entry, submission: Submission, budget: Budget, observe: Observe) -> None:
    """Ask the questions of an entry; raises `CheckFailed` with the smallest failing example.

    If an example fails, `observe` gets a function that lists everything that was observed.
    """
    payloads = _ask(entry, submission, budget)
    visits = _visits(entry.prepared.watched)
    if payloads == entry.payloads and visits == entry.visits:
        return
    answers = [
        answer
        for message, payload, expected in zip(entry.messages, payloads, entry.payloads, strict=True)
        for answer in submission.read(payload, message, len(expected))
    ]
    comparison = Comparison(entry, answers, visits)
    failing = sorted(filter(comparison.wrong, range(len(answers))), key=comparison.size)
    if failing:
        observe(lambda: comparison.observed(failing))
        raise comparison.failure(failing[0])


def _ask(entry: Entry, submission: Submission, budget: Budget) -> tuple[bytes, ...]:
    """The replies to the messages of an entry, which share the budget; raises `CodeFailed`."""
    if len(entry.messages) > 1:
        return _ask_one_by_one(entry, submission, budget)
    try:
        return (submission.ask_all(entry.prepared, budget),)
    except CodeFailed as failure:
        raise _first_without_answer(entry, submission, budget, failure) from None


def _ask_one_by_one(entry: Entry, submission: Submission, budget: Budget) -> tuple[bytes, ...]:
    cpu, asleep = submission.cpu, submission.asleep
    ends_at = monotonic() + budget.wall_seconds
    whole = Allowance(cpu + budget.cpu_seconds, asleep + budget.idle_seconds, ends_at=ends_at)
    each = replace(budget, exceeded=budget.out_of_time, late=budget.out_of_wall_time)
    replies: list[bytes] = []
    shares: list[float] = []
    for message in entry.messages:
        cpu, asleep = submission.cpu, submission.asleep
        failure = None
        try:
            if cpu > whole.cpu_seconds:
                raise submission.stop(budget.out_of_time)
            replies.append(submission.ask_all(message, whole.within(each, cpu, asleep)))
        except CodeFailed as failed:
            failure = failed
        worked, slept = submission.cpu - cpu, submission.asleep - asleep
        shares.append(max(worked / budget.cpu_seconds, slept / budget.idle_seconds))
        if failure is not None:
            raise _blaming(failure, entry.prepared.questions, shares)
    return tuple(replies)


def _blaming(failure: CodeFailed, questions: Sequence[Any], shares: Sequence[float]) -> CodeFailed:
    """The failure, with the question that is to blame if one is.

    `shares` are the parts of the budget that the questions have used, of which the last failed.
    """
    if failure.status is not Status.TIMEOUT:
        return with_call(failure, questions[len(shares) - 1])
    # Where many questions together take too long, none of them is.
    most = max(shares)
    return with_call(failure, questions[shares.index(most)]) if most > 0.5 else failure


def _first_without_answer(
    entry: Entry, submission: Submission, budget: Budget, failure: CodeFailed
) -> CodeFailed:
    # The message as a whole had no answer: find the example that ends the box, for no more than
    # the whole was allowed, since a hundred that are almost too slow would take all day.
    most_cpu, most_wall = submission.cpu + budget.cpu_seconds, monotonic() + budget.wall_seconds
    most_asleep = submission.asleep + budget.idle_seconds
    for question in entry.prepared.questions:
        if submission.cpu > most_cpu or monotonic() > most_wall:
            break
        if submission.asleep > most_asleep:
            break
        try:
            submission.ask_all(prepare([question], submission.plan.library), budget)
        except CodeFailed as alone:
            return with_call(alone, question)
    return failure


class Comparison:
    """The answers of one hand-in to one entry, beside the expected ones."""

    def __init__(self, entry: Entry, answers: Sequence[Answer], visits: Visits) -> None:
        self._entry = entry
        self._answers = answers
        self._visits = visits
        self._number = {id(one): i for i, one in enumerate(entry.prepared.watched)}

    def size(self, index: int) -> tuple[int, int]:
        """How large an example is: by the length of its question, then by its place."""
        return self._entry.sizes[index], index

    def wrong(self, index: int) -> bool:
        return self._wrong_answer(index) or self._wrongly_visited(index) is not None

    def _wrong_answer(self, index: int) -> bool:
        got, expected = self._answers[index], self._entry.expected[index]
        if isinstance(expected, Raised):
            return not (isinstance(got, Raised) and got.is_a(expected.name))
        if not isinstance(got, Value) or not isinstance(expected, Value):
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

    def _wrongly_visited(self, index: int) -> Any:
        return next((one for one in self._judged(index) if not self._accepts(one)), None)

    def _judged(self, index: int) -> list[Any]:
        """The objects whose visits are judged; others are only what these are measured by."""
        watched = watched_in(self._entry.prepared.questions[index])
        measures = [one.like for one in watched]
        return [one for one in watched if not any(one is like for like in measures)]

    def _accepts(self, watched: Any) -> bool:
        got, expected = self._both(watched)
        if same_visits(watched, got, expected):
            return True
        like = watched.like
        return like is not None and same_visits(watched, got, self._both(like)[0])

    def _both(self, watched: Any) -> tuple[Sequence[str], Sequence[str]]:
        number = self._number[id(watched)]
        return self._visits[number], self._entry.visits[number]

    def observed(self, failing: Sequence[int]) -> Iterator[Observed]:
        """Everything that was observed: what failed first, and there what costs least."""
        others = [index for index in range(len(self._answers)) if index not in failing]
        cheap_first = sorted(failing, key=self._entry.seconds.__getitem__)
        for index in (*cheap_first, *others):
            question = self._entry.prepared.questions[index]
            visits = {id(one): self._both(one)[0] for one in watched_in(question)}
            yield Observed(question, self._answers[index], visits)

    def failure(self, index: int) -> CheckFailed:
        """The evidence that one example is wrong."""
        question = self._entry.prepared.questions[index]
        got, expected = self._answers[index], self._entry.expected[index]
        if isinstance(expected, Raised):
            return CheckFailed(_should_have_raised(question, got, expected))
        if not isinstance(got, Value) or not isinstance(expected, Value):
            status, evidence = failure_of(got)
            return with_call(CodeFailed(evidence, status), question)
        return CheckFailed(
            self._explained(index, self._evidence(index, got, expected), got, expected)
        )

    def _evidence(self, index: int, got: Value, expected: Value) -> Evidence:
        question = self._entry.prepared.questions[index]
        watched = self._wrongly_visited(index)
        if self._wrong_answer(index) or watched is None:
            words = self._verdict(index, got, expected)
            near = self._entry.prop.tolerance
            evidence = wrong_value(question, got.value, expected.value, words, near)
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
                evidence = replace(evidence, hint=prop.hint(example, got.value, expected.value))
        with suppress(*STUMBLED):
            if prop.picture:
                evidence = replace(evidence, picture=prop.picture(example, got.value))
        return evidence


def _should_have_raised(question: Any, got: Answer, expected: Raised) -> Evidence:
    match got:
        case Value(value):
            came = short(value)
        case Raised(name):
            came = name
        case _:
            came = "no value"
    message = f"{expected.name} should be raised here, but {came} came"
    return Evidence(message, call=python_text(question), got=came, expected=expected.name)
