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
from time import process_time
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.control import current_build_context
from hypothesis.errors import Unsatisfiable
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

from grader.asking.answers import Answer, Value, encode_expected, read_answers
from grader.asking.questions import PreparedQuestions, prepare
from grader.asking.solution import SolutionFailed
from grader.inside.library import Library
from grader.inside.wire import dump
from grader.judging.drawing.redrawing import Choices
from grader.judging.drawing.wider import wider
from grader.judging.faults import ReferenceFailed
from grader.judging.listed import ListedExample
from grader.judging.neighbours import AskReference, series_of
from grader.judging.properties import Property
from grader.judging.series import in_series
from grader.results import WIDE
from grader.student.compare import short
from grader.student.python_text import python_text
from grader.student.question import watched_in

Visits = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Replies:
    """What the boxes of one solution send for the messages of an entry, as bytes.

    `visits` holds, for each watched object, the terminals that the solution visits.
    """

    payloads: tuple[bytes, ...]
    visits: Visits


@dataclass(frozen=True, slots=True)
class RecordedAnswers:
    """The part of an entry that takes long to make: what was drawn, and what is expected.

    `seconds` is how long each answer took the reference; nothing that is shown depends on it.
    `sizes` are the lengths of the questions as text, kept since writing a hundred takes longer than
    judging them. `digest` identifies the drawn examples, of which these may be a part.
    """

    examples: tuple[object, ...]
    expected: tuple[Answer, ...]
    visits: Visits
    seconds: tuple[float, ...] = field(compare=False)
    sizes: tuple[int, ...]
    digest: str
    beside: "RecordedAnswers | None" = None

    def only(self, prop: Property, numbers: Sequence[int]) -> "RecordedAnswers":
        """A part of the examples, by their numbers."""
        return replace(
            self,
            examples=tuple([self.examples[number] for number in numbers]),
            expected=tuple([self.expected[number] for number in numbers]),
            visits=self._visits_of(prop, numbers) if self.visits else (),
            seconds=tuple([self.seconds[number] for number in numbers]),
            sizes=tuple([self.sizes[number] for number in numbers]),
        )

    def _visits_of(self, prop: Property, numbers: Sequence[int]) -> Visits:
        questions = [prop.question(example) for example in self.examples]
        visits = dict(zip(_watched(questions), self.visits, strict=True))
        return tuple([visits[one] for one in _watched([questions[number] for number in numbers])])


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """One property with its examples, in the order in which they were drawn.

    `messages` are the questions of `prepared` as they are sent, `replies` what the reference's box
    would send. `beside` are series with their neighbours.
    """

    prop: Property
    recorded: RecordedAnswers
    prepared: PreparedQuestions
    messages: tuple[PreparedQuestions, ...]
    replies: Replies
    library: Library
    beside: "KeyEntry | None" = None

    @property
    def examples(self) -> tuple[object, ...]:
        return self.recorded.examples

    @property
    def expected(self) -> tuple[Answer, ...]:
        return self.recorded.expected

    def read(self, replies: Replies, count: int) -> Iterator[Answer]:
        """The answers, in order, in replies of our own box to the first `count` examples.

        Raises `Violation`.
        """
        messages = self.messages if len(self.messages) == 1 else self.messages[:count]
        for message, payload in zip(messages, replies.payloads, strict=True):
            questions, named = message.questions[:count], message.named[:count]
            yield from read_answers(payload, questions, self.library, named)

    def first(self, count: int) -> "KeyEntry":
        """The entry of the first examples alone."""
        return self._only(range(count))

    def alone(self, question: object) -> "KeyEntry":
        """The entry of one of its questions, or of those of its series."""
        places = [i for i, one in enumerate(self.prepared.questions) if one is question]
        if not places and self.beside is not None:
            return self.beside.alone(question)
        [at] = places
        return self._only([at])

    def _only(self, numbers: Sequence[int]) -> "KeyEntry":
        part = replace(self.recorded.only(self.prop, numbers), beside=None)
        return entry_of(self.prop, part, self.library)


def draw(prop: Property, seed_text: str) -> tuple[object, ...]:
    """The examples of a property: always the same for the same seed text.

    A text that begins with `WIDE` gives wide ones. Raises `ValueError` if others don't exist.
    """
    return tuple([example for example, _ in _drawn(prop, seed_text)])


def drawn_to_list(prop: Property, seed_text: str) -> tuple[str, list[tuple[str, object]]]:
    """The digest under which a property's examples are listed, and each example with its call."""
    examples = draw(prop, seed_text)
    calls = [python_text(prop.question(example)) for example in examples]
    return _digest(calls), list(zip(calls, examples, strict=True))


def _drawn(prop: Property, seed_text: str) -> list[tuple[object, Choices]]:
    """The examples, each with the choices that it was made from."""
    if seed_text.startswith(WIDE):
        prop = wider(prop)
    found: list[tuple[object, Choices]] = []

    @seed(int.from_bytes(sha256(seed_text.encode()).digest()[:8], "big"))
    @settings(
        max_examples=prop.count,
        # No stored examples, no time limits and no shrinking: each would vary from run to run.
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(prop.examples)
    def collect(example: object) -> None:
        found.append((example, current_build_context().data.choices))

    with no_constants_of_modules(), suppress(Unsatisfiable):  # which is said below in our words
        collect()
    if not found and not seed_text.startswith(WIDE):
        raise ValueError("it draws no examples: see what its strategy filters out")
    return found


@contextmanager
def no_constants_of_modules() -> Iterator[None]:
    """Make hypothesis draw without the constants that it finds in this project's modules.

    It mixes them into what it draws, so examples would depend on which modules happen to be
    imported. There is no setting for it; a version without these names must fail loudly.
    """
    usual = providers._get_local_constants
    providers._get_local_constants = Constants
    providers.CONSTANTS_CACHE.cache.clear()
    try:
        yield
    finally:
        providers._get_local_constants = usual
        providers.CONSTANTS_CACHE.cache.clear()


def record(
    prop: Property,
    seed_text: str,
    ask: AskReference,
    cpu: Callable[[], float] = process_time,
    *,
    listed: Sequence[ListedExample] = (),
    library: Library | None = None,
    try_out: AskReference | None = None,
) -> RecordedAnswers:
    """Draw the examples of a property and `ask` the reference, which has used `cpu()` seconds.

    The `listed` ones come after those that are drawn, and neighbours beside them if the `library`
    is known. Wide ones are kept only if the reference answers them, asked by `try_out` if that is
    given. Raises `ValueError` if a listed one is no longer drawn.
    """
    drawn = _drawn(prop, seed_text)
    is_wide = seed_text.startswith(WIDE)
    if is_wide and library:
        drawn = [each for each in drawn if _is_answered(prop, each[0], try_out or ask, library)]
    more = [_drawn_as_listed(prop, one) for one in listed]
    examples = [*[example for example, _ in drawn], *more]
    recorded = _recorded(prop, examples, ask, cpu, len(drawn))
    if library is None or is_wide:  # nobody has looked at wide ones, so they get no neighbours
        return recorded
    with no_constants_of_modules():
        found = series_of(prop, [choices for _, choices in drawn], seed_text, library, ask)
    series = in_series(prop)
    beside = _recorded(series, found, ask, cpu, len(found)) if found else None
    return replace(recorded, beside=beside)


def _recorded(
    prop: Property,
    examples: Sequence[object],
    ask: AskReference,
    cpu: Callable[[], float],
    told_by: int,
) -> RecordedAnswers:
    """The reference's answers; the digest is that of the first `told_by` examples."""
    questions = [prop.question(example) for example in examples]
    times, expected = [cpu()], []
    for example, question in zip(examples, questions, strict=True):
        try:
            expected.append(ask(question))
        except Exception as error:  # not an answer that a task may ask for
            kind = "" if isinstance(error, SolutionFailed) else f"{type(error).__name__}: "
            words = f"{kind}{error}"
            raise ReferenceFailed(f"on the drawn {short(example)} {words}") from error
        times.append(cpu())
    seconds = tuple([after - before for before, after in pairwise(times)])
    visits = visits_of(_watched(questions).values())
    texts = [python_text(question) for question in questions]
    sizes = tuple(map(len, texts))
    digest = _digest(texts[:told_by])
    return RecordedAnswers(tuple(examples), tuple(expected), visits, seconds, sizes, digest)


def _is_answered(prop: Property, example: object, ask: AskReference, library: Library) -> bool:
    """Whether the reference answers an example, rather than refuse it."""
    try:
        answer = ask(prop.question(example))
        _encoded(answer, library)
    except Exception:  # nobody has looked at the example: it may cause anything
        return False
    return isinstance(answer, Value)


def _drawn_as_listed(prop: Property, listed: ListedExample) -> object:
    digest, drawn = drawn_to_list(prop, listed.seed_text)
    if digest != listed.digest or listed.number >= len(drawn):
        raise ValueError(
            f"{listed.place}: the check no longer draws this example; delete the line, and write "
            "the example into a check if it is still wanted"
        )
    return drawn[listed.number][1]


def _watched(questions: Iterable[object]) -> dict[int, object]:
    """The watched objects of questions, each once."""
    return {id(one): one for question in questions for one in watched_in(question)}


def _digest(texts: Sequence[str]) -> str:
    """The number of texts, and a digest that identifies them."""
    digest = sha256("\n".join(texts).encode()).hexdigest()
    return f"{len(texts)}-{digest[:16]}"


def entry_of(prop: Property, recorded: RecordedAnswers, library: Library) -> KeyEntry:
    """The whole entry, with its questions and the expected reply as bytes."""
    prepared = prepare([prop.question(example) for example in recorded.examples], library)
    messages = _messages(prop, prepared, library)
    encoded = (_encoded(answer, library) for answer in recorded.expected)
    payloads = tuple([dump([next(encoded) for _ in message.questions]) for message in messages])
    return KeyEntry(
        prop,
        recorded,
        prepared,
        messages,
        Replies(payloads, recorded.visits),
        library,
        entry_of(in_series(prop), recorded.beside, library) if recorded.beside else None,
    )


def _messages(
    prop: Property, prepared: PreparedQuestions, library: Library
) -> tuple[PreparedQuestions, ...]:
    """All questions in one message, or in one each for an expensive check.

    That shows at once which question takes up all of its time.
    """
    if prop.cpu_seconds is None or prepared.watched:
        return (prepared,)
    return tuple([prepare([question], library) for question in prepared.questions])


def visits_of(watched: Iterable[Any]) -> Visits:
    return tuple([tuple(one.visits) for one in watched])


def _encoded(answer: Answer, library: Library) -> list[object]:
    return encode_expected(answer.value, library) if isinstance(answer, Value) else ["x"]
