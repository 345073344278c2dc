"""What objects of a hand-in's may be asked: what the reference's were, in the same test.

And where the reference answers with a plain value, an object may be asked for nothing by operators.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from types import FunctionType, ModuleType
from typing import Any

from grader.inside.course_tests.functions import AskedFunction
from grader.inside.course_tests.subject import OTHER
from grader.inside.student_tests.operations import OPERATIONS
from grader.inside.student_tests.remote import RemoteObject
from grader.inside.student_tests.standins import StandIn, StandInClass

# These decide no more than the answer itself could have: what comes of them is looked at.
ALWAYS_ASKED = frozenset(
    (
        *("()", ".", ".=", "del.", "shown", "content", "seed", "iter", "next", "bool", "str"),
        *("repr", "format", "enter", "below", "of", "mro", "bases", "len", "[]", "flags"),
    )
)
# Objects that may say whether they are equal may be nearly so.
OF_NEARNESS = ("-", "abs", "round")
# Where an object of the hand-in's has the name of its class, and whether it has come where the
# reference's answer is a plain value.
KIND, UNLIKE = "_class_in_the_reference", "_where_a_value_is_expected"
PLAIN = "value"
# Where a function that is an attribute has the name of that, and an object the question that it
# answered.
FOUND_AS = "_found_as"
# What steps through an object asks for each of its elements.
OF_EACH = ("iter", "next", "reversed")
# So many parts of an answer are looked at for objects; longer questions are none.
MOST_PARTS, MOST_TEXT = 10_000, 200


@dataclass(frozen=True, slots=True)
class Found:
    """What of the hand-in's objects comes while a question is asked.

    `steps` are those that give their elements one by one: these answer the same question.
    """

    question: str = ""
    objects: list[Any] = field(default_factory=list)
    steps: list[Any] = field(default_factory=list)


class Asked:
    """Which operators are asked of the hand-in's objects, by test.

    Where `known` is None they are noted, as the reference's are asked; else no others may be asked.
    """

    def __init__(self, known: Mapping[str, Sequence[str]] | None) -> None:
        self._known = None if known is None else {t: frozenset(ops) for t, ops in known.items()}
        self.noted: dict[str, set[str]] = {}
        self.test = ""

    def admits(self, operation: str, operands: Sequence[object]) -> bool:
        """Whether the reference is asked for that in this test."""
        words = " ".join([operation, *map(kind_of, operands)])
        if self._known is None:
            self.noted.setdefault(self.test, set()).add(words)
            return True
        known = self._known_here(self._known)
        return words in known or _as_equality(operation, operands) in known

    def unexpected(self, answer: Any, found: "Found") -> list[Any]:
        """Those objects in an answer that are none here where the reference's answers are plain.

        Where the reference answers, its kinds of parts are noted.
        """
        kinds = {kind_of(one) for one in found.objects}
        if not found.steps and (not kinds or _has_plain_part(answer)):
            kinds.add(PLAIN)
        if self._known is None:
            notes = self.noted.setdefault(self.test, set())
            notes.update(f"{found.question} -> {kind}" for kind in kinds)
            return []
        known = self._known_here(self._known)
        if f"{found.question} -> {PLAIN}" not in known:
            return []
        unknown = {kind for kind in kinds if f"{found.question} -> {kind}" not in known}
        return [one for one in found.objects if kind_of(one) in unknown]

    def _known_here(self, known: Mapping[str, frozenset[str]]) -> frozenset[str]:
        return known.get(self.test, frozenset()) | known.get("", frozenset())


def _as_equality(operation: str, operands: Sequence[object]) -> str:
    """Which question for equality leaves as much to objects as one of these for nearness."""
    if operation not in OF_NEARNESS:
        return ""
    one, *others = operands
    other = others[0] if operation == "-" else one
    return f"== {kind_of(one)} {kind_of(other)}"


def is_remote(value: object) -> bool:
    """Whether something is an object of the hand-in's."""
    return isinstance(value, RemoteObject | StandIn)


def kind_of(value: object) -> str:
    """The name of an object's class in the reference, or what a plain value is called here."""
    return str(vars(real(value)).get(KIND, OTHER)) if is_remote(value) else PLAIN


def real(value: Any) -> Any:
    """The remote object that an object of a known class stands for; or itself."""
    return vars(value).get("_stands_for", value)


def is_unlike(value: Any) -> bool:
    """Whether an object has come where a plain value is expected."""
    return is_remote(value) and UNLIKE in vars(real(value))


def question_of(operation: str, operands: Sequence[Any]) -> str:
    """What is asked, by its name in the reference; empty if it has none."""
    if operation in ("()", "."):
        return _question_by_name(*operands[:2])
    if operation in OF_EACH:
        return origin_of(operands[0])
    if operation in OPERATIONS:
        names = [origin_of(x) if is_remote(x) else PLAIN for x in operands]
        question = " ".join([operation, *names])
        return question if all(names) and len(question) <= MOST_TEXT else ""
    return ""


def _question_by_name(target: Any, name: str) -> str:
    if type(target) is AskedFunction:
        return str(vars(target).get("__qualname__") or vars(target).get(FOUND_AS, ""))
    if type(target) is FunctionType:  # a method of a class of the reference's
        return target.__qualname__
    if isinstance(target, StandInClass | ModuleType):
        return f"{target.__name__}.{name}"
    return f"{kind_of(target)}.{name}"


def origin_of(value: Any) -> str:
    """The name of an object's class in the reference, else where it was found; or nothing."""
    held = vars(real(value))
    return f"each of {held[KIND]}" if KIND in held else str(held.get(FOUND_AS, ""))


def _has_plain_part(answer: Any) -> bool:
    """Whether something in an answer's containers is no object, among the first `MOST_PARTS`."""
    todo, left = [answer], MOST_PARTS
    while todo and left:
        value, left = todo.pop(), left - 1
        if is_remote(value):
            continue
        if isinstance(value, str | bytes) or not isinstance(value, Collection):
            return True
        parts = chain(value, value.values()) if isinstance(value, Mapping) else value
        todo += islice(parts, max(0, left - len(todo)))
    return False


def copied(value: Any) -> Any:
    """Another one for a remote object, or for one of a known class."""
    kind: Any = type(value)
    made = kind.__new__(kind)
    made.__dict__.update(vars(value))
    return made
