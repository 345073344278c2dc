"""What objects of a hand-in's may be asked: what the reference's were, in the same test.

And where the reference answers with a plain value, an object may be asked for nothing by operators.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from types import FunctionType, ModuleType
from typing import Any

from grader.inside.course_tests.functions import AskedFunction
from grader.inside.course_tests.subject import OTHER
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
# Where a function that is an attribute has the name of that.
FOUND_AS = "_found_as"
# So many parts of an answer are looked at for objects.
MOST_PARTS = 10_000


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

    def expects_plain(self, question: str, kind: str) -> bool:
        """Whether the reference's answers to a question are plain, here, and this one isn't."""
        if self._known is None:
            self.noted.setdefault(self.test, set()).add(f"{question} -> {kind}")
            return False
        known = self._known_here(self._known)
        return f"{question} -> {PLAIN}" in known and f"{question} -> {kind}" not in known

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
    if operation not in ("()", "."):
        return ""
    target, name = operands[:2]
    if type(target) is AskedFunction:
        return str(vars(target).get("__qualname__") or vars(target).get(FOUND_AS, ""))
    if type(target) is FunctionType:  # a method of a class of the reference's
        return target.__qualname__
    whose = target.__name__ if isinstance(target, StandInClass | ModuleType) else kind_of(target)
    return f"{whose}.{name}"


def objects_in(answer: Any) -> Iterator[Any]:
    """The objects of the hand-in's in an answer's containers, up to `MOST_PARTS` parts."""
    todo, left = [answer], MOST_PARTS
    while todo and left:
        value, left = todo.pop(), left - 1
        if is_remote(value):
            yield value
        elif type(value) in (list, tuple, set, frozenset):
            todo += islice(value, max(0, left - len(todo)))
        elif type(value) is dict:
            todo += islice(chain(value, value.values()), max(0, left - len(todo)))


def copied(value: Any) -> Any:
    """Another one for a remote object, or for one of a known class."""
    kind: Any = type(value)
    made = kind.__new__(kind)
    made.__dict__.update(vars(value))
    return made
