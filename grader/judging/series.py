"""Series: some examples of a property asked one after another, then the first of them again.

A series is one question, so that whatever one answer leaves behind for another shows in any box,
and at a prompt. Where the reference then still answers the same, calls on equal objects are calls
on one object; and if a call of the first question returns a list or the like, the caller changes it
before that question is asked again. In the end, what was given to the first question is asked for:
it must be unchanged.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import BuiltinFunctionType, FunctionType
from typing import Any

from hypothesis import strategies as st

from grader.judging.drawing.changing import QuestionRewriter
from grader.judging.properties import Placed, Property, Wanted
from grader.student.compare import difference, same
from grader.student.question import (
    CODE,
    Attribute,
    Call,
    Code,
    LibraryClass,
    Name,
    SpecialForm,
    has_questions,
    objects_among,
    parts,
)

# The kinds of answers that a caller can change: how None is added, even to an empty one, and how it
# is removed again.
ADDING = {"list": "append", "dict": "setdefault", "set": "add"}
TAKING_AWAY = {"list": ("pop", -1), "dict": ("pop", None), "set": ("discard", None)}
CHANGEABLE = frozenset((list, dict, set))
# Advice for code that lets such objects change.
CHANGED_CAME_AGAIN = (
    "what you return belongs to its caller, who may change it: return a new object each time "
    "(a cache returns a copy of its own)"
)
GIVEN_IS_CHANGED = (
    "what your code is given belongs to its caller: leave it as it is, or change a copy"
)


@dataclass(frozen=True, slots=True)
class Series:
    """Examples in the order in which they are asked.

    `objects` numbers the objects that each question is asked of; those of a number are one object.
    Without it each is its own. `changed` has the type of what each call of the first answer gives
    (see `calls_answered`), which the caller then changes; it is empty for what can't be changed.
    With `kept`, what the first question was given is asked for in the end.
    """

    examples: tuple[object, ...]
    objects: tuple[tuple[int, ...], ...] = ()
    changed: tuple[str, ...] = ()
    kept: bool = False

    def answers(self, answer: Sequence[object]) -> Sequence[object]:
        """The answers to the examples, taken from that to the whole question."""
        answers = answer[:-1] if self.kept else answer
        return (*answers[:1], *answers[1 + len(self.changes) :])

    @property
    def changes(self) -> tuple[str, ...]:
        """The types of what is changed, one for each change."""
        return tuple(filter(None, self.changed))


def in_series(prop: Property) -> Property:
    """A property whose examples are series of this one's."""

    def ask(code: Code, series: Series) -> tuple[object, ...]:
        return question_of(prop, code, series)

    def verdict(series: Series, got: object, expected: object) -> str:
        return next((words for _, words in _wrong(prop, series, got, expected)), "")

    return replace(
        prop,
        examples=st.nothing(),  # series are found, not drawn
        ask=ask,
        verdict=verdict,
        hint=partial(_hint, prop),
        picture=None,
        wanted=partial(_wanted, prop.wanted) if prop.wanted else None,
    )


def _wanted(wanted: Wanted, series: Series) -> str:
    return "; ".join(dict.fromkeys(map(wanted, series.examples)))


def question_of(
    prop: Property, code: Code, series: Series, *, undone: bool = False
) -> tuple[object, ...]:
    """The question for a whole series; with `undone`, one more part undoes the changes."""
    questions = [prop.question(example, code) for example in series.examples]
    questions = [_functions_alike(question) for question in questions]
    if series.objects:
        questions = _with_these_objects(questions, series.objects)
    first, *others = questions
    afterwards: tuple[object, ...] = ()
    if series.kept:
        given = given_to(first)
        lists = [(value, call) for call, value in given if type(value) in CHANGEABLE]
        first = QuestionRewriter(lists).of(first)
        afterwards = (tuple([call for call, _ in given]),)
    pairs = zip(calls_answered(first), series.changed, strict=False)
    changed = [(call, kind) for (call, _), kind in pairs if kind]
    changes = [_changing(call, kind) for call, kind in changed]
    if undone:
        afterwards += (tuple([_undoing(call, kind) for call, kind in changed]),)
    return (_copied(first, iter(series.changed)), *changes, *others, *afterwards)


def calls_answered(question: object, answer: object = None) -> Iterator[tuple[Call, object]]:
    """The calls whose values make up an answer, in order, each with its value there.

    That is `None` for a call that gave none.
    """
    match question:
        case Call():
            yield question, answer
        case SpecialForm(_form="outcome", _body=body):
            yield from calls_answered(body, answer[0] if type(answer) is list else None)
        case SpecialForm(_form="within", _body=body):
            yield from calls_answered(body, answer)
        case list() | tuple():
            values = answer if isinstance(answer, list | tuple) else [None] * len(question)
            for part, value in zip(question, values, strict=False):
                yield from calls_answered(part, value)
        case dict():
            for key, part in question.items():
                yield from calls_answered(part, answer.get(key) if type(answer) is dict else None)


def _copied(question: object, kinds: Iterator[str]) -> object:
    """The question for copies of what its calls give, where that has a kind in `kinds`.

    So the changes that follow don't show in the first answer.
    """
    match question:
        case Call():
            kind = next(kinds, "")
            return getattr(CODE.builtins, kind)(question) if kind else question
        case SpecialForm(_form="outcome" | "within", _body=body):
            copied = _copied(body, kinds)
            return SpecialForm(question._form, copied, question._given, question._bound)
        case list() | tuple():
            return type(question)([_copied(part, kinds) for part in question])
        case dict():
            return {key: _copied(part, kinds) for key, part in question.items()}
    return question


def _changing(call: Call, kind: str) -> Call:
    """The question that adds to what a call has given."""
    # An answer that can't be changed, such as a tuple, may be as good: then nothing happens.
    change: Call = CODE.builtins.getattr(call, ADDING[kind], CODE.builtins.type)(None)
    return change


def _undoing(call: Call, kind: str) -> Call:
    """The question that removes what was added."""
    name, last = TAKING_AWAY[kind]
    undo: Call = getattr(call, name)(last)
    return undo


def given_to(question: object) -> list[tuple[object, object]]:
    """What a question is given that can be changed: how to ask for it, and its value before.

    That is lists and the like, and plain attributes of the library's objects.
    """
    found: list[tuple[object, object]] = []
    for call in dict.fromkeys(part for part in parts(question) if isinstance(part, Call)):
        match call._function:
            case LibraryClass(_class=kind) if not has_questions((*call._arguments, call._named)):
                one = kind(*call._arguments, **call._named)
                made = vars(one) if hasattr(kind, "__dict__") else {}
                found += [
                    (getattr(call, name), x) for name, x in made.items() if _is_plain(name, x)
                ]
            case Name() | Attribute():
                handed = (*call._arguments, *call._named.values())
                given = [x for x in handed if type(x) in CHANGEABLE]
                found += [(getattr(CODE.builtins, type(x).__name__)(x), x) for x in given]
    return found


def _is_plain(name: str, value: object) -> bool:
    return not name.startswith("_") and type(value) in (bool, int, float, str)


def _functions_alike(question: object) -> object:
    """The question, with functions that share one code object and differ only in what they do."""
    alike = CODE.functools.singledispatch
    given = [x for x in parts(question) if isinstance(x, FunctionType | BuiltinFunctionType)]
    return QuestionRewriter([(one, alike(one)) for one in given]).of(question)


def _hint(prop: Property, series: Series, got: Any, expected: Any) -> str:
    """Advice on what must stay unchanged, if it didn't; else the property's on the first fault."""
    at, _ = next(_wrong(prop, series, got, expected))
    if at is None:
        return GIVEN_IS_CHANGED
    answer, right = series.answers(got)[at], series.answers(expected)[at]
    if at and series.changes and _has_come_again(answer, right):
        return CHANGED_CAME_AGAIN
    return prop.hint(series.examples[at], answer, right) if prop.hint else ""


def _has_come_again(answer: object, right: object) -> bool:
    """Whether an answer is right except for what a caller has added to a part of it."""
    return not same(answer, right) and same(_without_additions(answer, right), right)


def _without_additions(answer: object, right: object) -> object:
    """The answer without any None that was added where the right one has none."""
    match answer, right:
        case (list(), list() | tuple()) if answer[len(right) :]:
            added = [each for each in answer[len(right) :] if each is not None]
            return answer if added else _without_additions(answer[: len(right)], right)
        case (list() | tuple(), list() | tuple()) if len(answer) == len(right):
            return [_without_additions(a, r) for a, r in zip(answer, right, strict=True)]
        case (dict(), dict()):
            left = {key: each for key, each in answer.items() if key is not None or key in right}
            return {key: _without_additions(a, right.get(key)) for key, a in left.items()}
        case (set() | frozenset(), set() | frozenset()) if None not in right:
            return answer - {None}
    return answer


def _wrong(
    prop: Property, series: Series, got: Any, expected: Any
) -> Iterator[tuple[int | None, str]]:
    """The numbers of wrong answers, with what is wrong with each; `None` is what was given."""
    both = zip(series.examples, series.answers(got), series.answers(expected), strict=True)
    for at, (example, g, e) in enumerate(both):
        if words := wrong(prop, example, g, e):
            changed = ", and its caller has changed the first answer" if series.changes else ""
            asked = f", asked after the others{changed}" if at else ""
            yield at, Placed(f"answer {at + 1} of {len(series.examples)}{asked}", words)
    if series.kept and not same(got[-1], expected[-1]):
        yield None, f"what was given is afterwards another: {difference(got[-1], expected[-1])}"


def wrong(prop: Property, example: object, got: object, expected: object) -> str:
    """What is wrong with an answer to an example, or an empty string."""
    if prop.verdict is not None:
        return prop.verdict(example, got, expected)
    if same(got, expected, prop.tolerance):
        return ""
    return difference(got, expected, prop.tolerance) or "another value is expected"


def makers_of(question: object) -> list[Call]:
    """The calls that make the objects that a question is asked of, each once, in order."""
    targets = [part._target for part in parts(question) if isinstance(part, Attribute)]
    made = [one for one in targets if isinstance(one, Call) and isinstance(one._function, Name)]
    return list({id(one): one for one in made}.values())


def _with_these_objects(
    questions: Sequence[object], numbers: Sequence[Sequence[int]]
) -> list[object]:
    """The questions, with each maker replaced by the first one of its number."""
    first: dict[int, Call] = {}
    instead: list[tuple[object, object]] = []
    for question, of_it in zip(questions, numbers, strict=True):
        for number, maker in zip(of_it, makers_of(question), strict=True):
            one = first.setdefault(number, maker)
            both = (objects_among(parts(each)) for each in (maker, one))
            instead += [*zip(*both, strict=True), (maker, one)]
    rewriting = QuestionRewriter(instead)
    return [rewriting.of(question) for question in questions]
