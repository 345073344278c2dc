"""Which neighbours of a property's examples are asked as well: those that may be confused.

Code that remembers answers goes wrong when two questions look alike to it. Of the pairs that may
be confused (`candidates.py`), those with different answers are taken, and combined into series
(`series.py`). Which ones, and in which order, depends on the assignment's seed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from grader.asking.answers import Answer, Value
from grader.asking.plain_values import writer_of
from grader.asking.solution import SolutionFailed
from grader.inside.library import Library
from grader.judging.candidates import RELATED, Candidate, Pair, confusing
from grader.judging.drawing.redrawing import Choices
from grader.judging.faults import ReferenceFailed
from grader.judging.properties import Property
from grader.judging.series import (
    CHANGEABLE,
    Series,
    calls_answered,
    given_to,
    makers_of,
    question_of,
    wrong,
)
from grader.student.compare import same, short
from grader.student.python_text import python_text
from grader.student.question import CODE, Call, parts

# Limits for all questions of a property's series together: their calls, and characters of text.
MOST_CALLS, MOST_CHARACTERS = 40, 12_000
# For each way to be confused, the 3 * TRIES smallest pairs are tried, in random order.
TRIES = 8


@dataclass(frozen=True, slots=True)
class Share:
    """What a property may have besides its examples: pairs, in series of at most `longest`.

    To find them, the reference may be `asked` this many questions.
    """

    pairs: int
    longest: int
    asked: int


# An expensive property with fewer examples than this has no neighbours.
FEW = 24
USUAL, EXPENSIVE = Share(6, 4, 100), Share(1, 2, 12)

AskReference = Callable[[object], Answer]


def series_of(
    prop: Property, drawn: Sequence[Choices], seed_text: str, library: Library, ask: AskReference
) -> list[Series]:
    """The series to be asked besides a property's examples, which have the choices `drawn`."""
    is_expensive = prop.cpu_seconds is not None
    if prop.alone or (is_expensive and prop.count < FEW):
        return []
    share = EXPENSIVE if is_expensive else USUAL
    rng = Random(seed_text)
    answers = _Answers(prop, ask, share.asked)
    ways = confusing(prop, drawn, rng, library)
    _check_relations(prop, ways, answers)
    related = [way for way in ways if way[0] == RELATED]
    pairs = _chosen(ways, answers, share.pairs + len(related), rng)
    groups = _affordable(_grouped(pairs, share.longest))
    return [one for group in groups for one in _as_series(prop, group, library, answers, rng)]


def _check_relations(
    prop: Property, ways: Mapping[Any, Sequence[Pair]], answers: "_Answers"
) -> None:
    """Raise `ReferenceFailed` if answers of the reference contradict a relation."""
    for (rank, relation), pairs in ways.items():
        for one, other in pairs if rank == RELATED else ():
            mine, others = answers.of(one), answers.of(other)
            if mine is None or others is None:
                continue
            follows = relation.answer or (lambda _example, answer: answer)
            expected = follows(one.redrawn.example, mine.value)
            example = other.redrawn.example
            if words := wrong(prop, example, others.value, expected):
                raise ReferenceFailed(
                    f"{relation.name!r} is not so for the drawn {short(one.redrawn.example)} "
                    f"and {short(example)}: {words}"
                )


def _chosen(
    ways: Mapping[object, Sequence[Pair]], answers: "_Answers", most: int, rng: Random
) -> list[Pair]:
    """A pair for each way to be confused, as far as there is room."""
    chosen: list[Pair] = []
    for pairs in ways.values():
        known = {frozenset(pair) for pair in pairs}
        # A pair that is chosen already may be confused in this way, too.
        if len(chosen) == most or any(frozenset(pair) in known for pair in chosen):
            continue
        smallest = pairs[: 3 * TRIES]
        tried = rng.sample(smallest, len(smallest))
        chosen += next(([pair] for pair in tried if answers.tell(*pair)), [])
    return chosen


class _Answers:
    """The reference's answers to candidates, up to a number of questions."""

    def __init__(self, prop: Property, ask: AskReference, most: int) -> None:
        self._prop = prop
        self._ask = ask
        self._left = most
        self._known: dict[Candidate, Value | None] = {}

    def of(self, one: Candidate) -> Value | None:
        """The expected answer, if it is a value."""
        if one not in self._known:
            self._left -= 1
            self._known[one] = self.to(one.question) if self._left >= 0 else None
        return self._known[one]

    def to(self, question: object) -> Value | None:
        """The value that the reference answers to a question, if it does."""
        try:
            answer = self._ask(question)
        except (SolutionFailed, ValueError, TypeError):  # the latter two: it can't be asked
            return None
        return answer if isinstance(answer, Value) else None

    def tell(self, one: Candidate, other: Candidate) -> bool:
        """Whether a check can tell them apart: the answer to `one` is wrong for `other`."""
        mine, others = self.of(one), self.of(other)
        if mine is None or others is None:
            return False
        try:
            return bool(wrong(self._prop, other.redrawn.example, mine.value, others.value))
        except Exception:  # a verdict may fail on the answer to another question
            return True


# -- series ------------------------------------------------------------------------------------


def _grouped(pairs: Sequence[Pair], longest: int) -> list[list[Candidate]]:
    """The candidates of the pairs, grouped with those that they may be confused with."""
    groups: list[list[Candidate]] = []
    for pair in pairs:
        group = next((g for g in groups if any(one in g for one in pair)), None)
        new = [one for one in pair if group is None or one not in group]
        if group is None or len(group) + len(new) > longest:
            groups.append([*pair])
        else:
            group += new
    return groups


def _affordable(groups: Iterable[list[Candidate]]) -> Iterator[list[Candidate]]:
    """The groups, each cut so that all of them together stay within what series may cost."""
    calls, characters = MOST_CALLS, MOST_CHARACTERS
    for group in groups:
        for some in [group[:size] for size in range(len(group), 1, -1)]:
            asked = [*some, some[0]]  # the first is asked again in the end
            its_calls, its_characters = sum(map(_calls, asked)), sum(one.size for one in asked)
            if its_calls <= calls and its_characters <= characters:
                calls, characters = calls - its_calls, characters - its_characters
                yield some
                break


def _calls(one: Candidate) -> int:
    return sum(type(part) is Call for part in parts(one.question))


def _as_series(
    prop: Property, group: Sequence[Candidate], library: Library, answers: _Answers, rng: Random
) -> list[Series]:
    """The candidates in random order, then the first again, all made from new objects.

    An empty list if the reference answers differently in such a series.
    """
    order = rng.sample(group, len(group))
    order.append(order[0])
    examples = [one.example(prop) for one in order]
    expected = [answer.value for answer in map(answers.of, order) if answer]
    left = Series(tuple(examples))
    changed = replace(left, changed=_changed(order[0], expected[0], library))
    apart = [changed, left] if changed.changes else [left]
    together = [replace(one, objects=_objects(prop, one)) for one in apart]
    # The most demanding series first: shared objects, changed answers, arguments that must be kept.
    tried = (replace(one, kept=kept) for one in (*together, *apart) for kept in (True, False))
    found = next((one for one in tried if _holds(prop, one, expected, answers)), None)
    return [] if found is None else [found]


def _changed(one: Candidate, answer: object, library: Library) -> tuple[str, ...]:
    """The types of what a caller may change in an answer: of values not taken from the question."""
    data = str(one.data)

    def kind(value: object) -> str:
        is_free = type(value) in CHANGEABLE and str(writer_of(library)(value)) not in data
        return type(value).__name__ if is_free else ""

    return tuple([kind(value) for _, value in calls_answered(one.question, answer)])


def _objects(prop: Property, series: Series) -> tuple[tuple[int, ...], ...]:
    """The numbers of the objects that questions are asked of: equal ones share a number."""
    numbers: dict[object, int] = {}
    found = []
    for example in series.examples:
        makers = makers_of(prop.question(example))
        found.append(tuple([numbers.setdefault(python_text(x), len(numbers)) for x in makers]))
    return tuple(found) if len(numbers) < sum(map(len, found)) else ()


def _holds(prop: Property, series: Series, expected: Sequence[object], answers: _Answers) -> bool:
    """Whether the reference gives the expected answers in a series, and leaves its arguments alone.

    A `kept` series needs something to keep. The changes are undone in the end, since the reference
    may keep what it hands out.
    """
    answer = answers.to(question_of(prop, CODE, series, undone=True))
    if answer is None:
        return False
    *value, _ = answer.value
    if not same(list(series.answers(value)), list(expected)):
        return False
    before = [value for _, value in given_to(prop.question(series.examples[0]))]
    return not series.kept or (bool(before) and same(list(value[-1]), before))
