"""Values and questions with a part replaced: by one of another example, or by a new one."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from random import Random
from typing import Any, TypeVar

from grader.student.library_tables import declared
from grader.student.question import (
    Attribute,
    Call,
    Code,
    Question,
    SpecialForm,
    has_questions,
    parts,
)

# How often the new part isn't one of another example, and how often two parts change.
OTHERWISE, TWICE = 0.6, 0.3
# Numbers below this are often changed only a little, since they may be sizes.
SMALL = 13
# Where types of limited size, floats and text of numbers overflow or lose digits.
LARGE = (100, 256, 1000, 2**31, 2**53 + 1, 2**63, 10**20)
# Texts get one of these, which look like a digit, a blank or nothing; parts repeat so often.
ODD = "\N{SUPERSCRIPT TWO}\N{ARABIC-INDIC DIGIT THREE}\N{NO-BREAK SPACE}\n -+_.0"
OFTEN, MOST_ITEMS = (2, 3, 10, 30), 3000

Item = TypeVar("Item")
Part = tuple[tuple[object, ...], object]


def changed(value: object, other: object, rng: Random) -> object:
    """A value with a part or two changed, some to parts of `other`; `None` if that can't be."""
    for _ in range(1 + (rng.random() < TWICE)):
        place, part = _one_of_a_kind(value, rng)
        found = _otherwise(part, rng) if rng.random() < OTHERWISE else None
        try:
            if found is None:
                alike = [one for at, one in _parts(other) if at == place or type(one) is type(part)]
                alike = [one for one in alike if one != part]
                found = rng.choice(alike) if alike else _otherwise(part, rng)
            value = _with(value, place, found)
        except Exception:  # a record may refuse such a part, in whatever way
            return None
    return value


def _one_of_a_kind(example: object, rng: Random) -> Part:
    """A random part: its kind is chosen first, so that rare kinds change as often."""
    kinds: dict[object, list[Part]] = {}
    for place, part in _parts(example):
        names = tuple([key for key in place if isinstance(key, str)])
        kinds.setdefault((names[-2:], type(part)), []).append((place, part))
    return rng.choice(rng.choice([*kinds.values()]))


def _parts(example: object, place: tuple[object, ...] = ()) -> Iterator[Part]:
    """Every part of an example, each with its place: itself, its items and fields, and theirs."""
    yield place, example
    for key, inner in _items(example):
        yield from _parts(inner, (*place, key))


def _items(value: object) -> Sequence[tuple[object, object]]:
    if isinstance(value, list | tuple):
        return list(enumerate(value))
    if isinstance(value, dict):
        return list(value.items())
    if is_dataclass(value) and not isinstance(value, type):
        return [(one.name, getattr(value, one.name)) for one in fields(value) if one.init]
    return ()


def _with(value: Any, place: Sequence[Any], part: object) -> object:
    """A value with another part at a place."""
    if not place:
        return part
    key, *deeper = place
    inner = _with(dict(_items(value))[key], deeper, part)
    if isinstance(value, dict):
        return {**value, key: inner}
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{key: inner})
    items = [*value[:key], inner, *value[key + 1 :]]
    # Named tuples are made by `_make`, lists and tuples by their classes.
    return getattr(value, "_make", type(value))(items)


def _otherwise(part: Any, rng: Random) -> object:
    """Another value of the same kind, or `None`."""
    if isinstance(part, bool):
        return not part
    if isinstance(part, int | float):
        return _other_number(part, rng)
    if isinstance(part, str):
        return "".join(_other_items(part, rng, ODD))
    if type(part) in (tuple, list):
        return type(part)(_other_items(part, rng))
    return None


def _other_number(number: int | float, rng: Random) -> int | float:
    if isinstance(number, float) and 0 <= number <= 1:
        return round(rng.random(), 2)
    small = [number + 1, number - 1, 2 * number, number + rng.randint(2, 9), -number]
    if abs(number) < SMALL and rng.random() < 0.5:
        return rng.choice(small)
    return rng.choice([*small, *[number + more for more in LARGE], *[-more for more in LARGE]])


def _other_items(
    items: Sequence[Item], rng: Random, odd: Sequence[Iterable[Item]] = ()
) -> list[Item]:
    """The items with one more, one less, two exchanged, in another order, or many times."""
    found = list(items)
    if not found:
        return found
    at, to = rng.randrange(len(found)), rng.randrange(len(found))
    match rng.randrange(6 + 2 * bool(odd)):
        case 0:
            del found[at]
        case 1:
            found.insert(to, found[at])
        case 2:
            found[at], found[to] = found[to], found[at]
        case 3:
            found = found[at:] + found[:at]
        case 4:
            found[at:at] = found[at : at + 1] * rng.choice(OFTEN)
        case 5:
            found = (found * rng.choice(OFTEN))[:MOST_ITEMS]
        case _:
            found[at : at + rng.randrange(2)] = rng.choice(odd)
    return found


# -- questions ----------------------------------------------------------------------------------


class QuestionRewriter:
    """Rewrites questions: the second of each pair replaces the first, by identity."""

    def __init__(self, pairs: Iterable[tuple[object, object]]) -> None:
        # Keeps the replaced ones alive, too, so that no other object gets their ids.
        self._instead = {id(one): (one, other) for one, other in pairs}
        self._known = {number: other for number, (_, other) in self._instead.items()}

    def of(self, value: Any) -> Any:
        """A question, or a part of it, rewritten; one that occurs twice is still one."""
        if id(value) in self._known:
            return self._known[id(value)]
        if isinstance(value, Question):
            return self._known.setdefault(id(value), self._question(value))
        if type(value) in (tuple, list):
            return type(value)(map(self.of, value))
        if type(value) is dict:
            return {key: self.of(part) for key, part in value.items()}
        if declared(type(value), "PLACES"):
            return self._place(value)
        return value

    def _question(self, question: Question) -> Question:
        match question:
            case Attribute(_target=target, _name=name):
                return Attribute(self.of(target), name)
            case Call(_function=function, _arguments=arguments):
                named = {name: self.of(x) for name, x in question._named.items()}
                return Call(self.of(function), tuple(map(self.of, arguments)), named)
            case SpecialForm(_body=body, _given=given):
                bound = question._bound
                return SpecialForm(question._form, self.of(body), [*map(self.of, given)], bound)
        return question

    def _place(self, place: object) -> object:
        """The same place in the object that replaces its own."""
        _tag, path_in, follow, *_ = declared(type(place), "PLACES")
        for one, other in self._instead.values():
            if declared(type(one), "TEXTS") and (path := path_in(one, place)) is not None:
                return follow(other, path)
        return place


@dataclass(frozen=True, slots=True)
class ChangedQuestion:
    """Two drawn examples, and the seed by which the question for the first is changed.

    So a question is asked that no example of the check leads to.
    """

    example: object
    other: object
    seed: int

    def ask(self, ask: Callable[[Code, object], object], code: Code) -> object:
        """The changed question; raises `ValueError` if none can be made."""
        question, rng = ask(code, self.example), Random(self.seed)
        if not (found := _arguments(question)):
            raise ValueError("no argument is a value")
        call, at, argument = rng.choice(found)
        others = _arguments(ask(code, self.other))
        alike = [value for other, place, value in others if place == at and _is_like(other, call)]
        value = changed(argument, rng.choice(alike or [argument]), rng)
        if value is None:
            raise ValueError("it can't be changed so")
        arguments = (*call._arguments[:at], value, *call._arguments[at + 1 :])
        return QuestionRewriter([(call, Call(call._function, arguments, call._named))]).of(question)


def _arguments(question: object) -> list[tuple[Call, int, object]]:
    """The arguments of calls that are values, not questions."""
    calls = {id(part): part for part in parts(question) if isinstance(part, Call)}
    return [
        (call, at, argument)
        for call in calls.values()
        for at, argument in enumerate(call._arguments)
        if not has_questions(argument)
    ]


def _is_like(one: Call, other: Call) -> bool:
    names = [getattr(call._function, "_name", None) for call in (one, other)]
    return names[0] == names[1]
