"""What objects of a hand-in's may be asked: what the reference's were, in the same test.

THEORY OF OPERATION

Tests as they are compare with `==` and call methods of what they get, so an object of a hand-in's
decides itself whether it is the expected one. In one program that can't be helped. Here each answer
comes over a line, and the reference has answered the same questions before. Of its run is noted,
test by test:

* what its objects were asked by operators (`== Stack value`): no others are asked of a hand-in's;
* of which kinds its answers were, question by question (`Stack.pop -> value`): plain values, None,
  objects by their classes, functions, classes, objects of the tests' own. A question is a function
  or method by its name, an operator with the kinds of its operands, or what is found in an answer
  one by one.

What comes where the reference's answers are plain, and is no value, is *unlike*. It is asked for
what it is made of: attributes, elements, the plain value that it is if its class is below that of
one. By no operator and no method is it asked whether something is so, and so it can't say what a
test wants to hear.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from types import FunctionType, ModuleType
from typing import Any

from grader.inside.course_tests.functions import AskedFunction
from grader.inside.course_tests.given_objects import remote_of
from grader.inside.course_tests.subject import OTHER
from grader.inside.student_tests.operations import OPERATIONS
from grader.inside.student_tests.remote import RemoteObject
from grader.inside.student_tests.standins import StandIn, StandInClass

# These decide no more than the answer itself could have: what comes of them is looked at.
ALWAYS_ASKED = frozenset(
    (
        *(
            "()",
            ".",
            ".=",
            "del.",
            "shown",
            "content",
            "by content",
            "seed",
            "iter",
            "next",
            "bool",
            "str",
        ),
        *("repr", "format", "enter", "below", "of", "mro", "bases", "len", "[]", "flags", "hash"),
    )
)
# Of an object where a plain value is expected.
ASKED_OF_UNLIKE = frozenset(
    (
        *(".", ".=", "del.", "content", "iter", "next", "[]", "bool", "str", "repr", "format"),
        *("below", "of", "len"),
    )
)
# The methods of containers but those that say yes or no: a hand-in may have one of its own.
OF_CONTAINERS = frozenset(
    (
        *("get", "keys", "items", "values", "index", "count", "copy", "append", "extend"),
        *("insert", "pop", "popitem", "remove", "discard", "add", "clear", "update"),
        *("setdefault", "reverse", "sort", "appendleft", "popleft"),
    )
)
# Objects that may say whether they are equal may be nearly so.
OF_NEARNESS = ("-", "abs", "round")
OF_EQUALITY = ("==", "!=")
# Where an object of the hand-in's has the name of its class, and whether it has come where the
# reference's answer is a plain value.
KIND, UNLIKE = "_class_in_the_reference", "_where_a_value_is_expected"
# What isn't an object of a class by its name.
PLAIN, NOTHING, FUNCTION, CLASS, OWN = "value", "nothing", "function", "class", "own"
NO_CLASS = frozenset((PLAIN, NOTHING, FUNCTION, CLASS, OWN, OTHER))
# Where a function that is an attribute has the name of that, and an object the question that it
# answered.
FOUND_AS = "_found_as"
# Where what is unlike has the name by which it was asked for, if it may be a container's method.
METHOD = "_method_of_a_container"
# What steps through an object asks for each of its elements.
OF_EACH = ("iter", "next", "reversed")
# So many parts of an answer are looked at for values; longer questions are none.
MOST_PARTS, MOST_TEXT = 10_000, 200
LEADS_TO = " -> "


@dataclass(frozen=True, slots=True)
class Found:
    """What comes while a question is asked.

    `usual` are the kinds that the reference's answers have, if others are unlike. `only` is the
    class of its objects, if they are of one. `kinds` are those that came, `steps` what gives its
    elements one by one, which answer the same question.
    """

    question: str = ""
    usual: frozenset[str] | None = None
    only: str = ""
    kinds: set[str] = field(default_factory=set)
    steps: list[Any] = field(default_factory=list)

    def is_unlike(self, kind: str) -> bool:
        """Whether an object of that kind is none here."""
        return self.usual is not None and kind not in self.usual


# What an unlike object is made of is no more than it is.
ALL_UNLIKE = Found(usual=frozenset())


class Asked:
    """What is asked of the hand-in's objects, by test, and what kinds of answers are usual.

    Where `known` is None both are noted, as the reference answers.
    """

    def __init__(self, known: Mapping[str, Sequence[str]] | None) -> None:
        self._known = None if known is None else {t: frozenset(ops) for t, ops in known.items()}
        self._usual: dict[str, dict[str, frozenset[str]]] = {}
        self.noted: dict[str, set[str]] = {}
        self.test = ""

    @property
    def is_noting(self) -> bool:
        """Whether the reference answers."""
        return self._known is None

    def admits(self, operation: str, operands: Sequence[object]) -> bool:
        """Whether the reference is asked for that in this test.

        Where it has objects of a class, two of them may always be compared: whether they are the
        same ones, so that nobody asks, isn't said by a test.
        """
        words = " ".join([operation, *map(kind_of, operands)])
        if self._known is None:
            self._note(words)
            return True
        if {words, _as_equality(operation, operands)} & self._known_here():
            return True
        [kind, *others] = {*map(kind_of, operands)}
        is_pair = operation in OF_EQUALITY and not others and kind not in NO_CLASS
        return is_pair and any(kind in kinds for kinds in self._usual_here().values())

    def found(self, question: str) -> Found:
        """What is to be found, before a question is asked."""
        if self._known is None or not question:
            return Found(question)
        usual = self._usual_here().get(question, frozenset())
        objects = usual - {NOTHING}
        is_plain = PLAIN in usual or (usual and not objects)
        only = next(iter(objects)) if len(objects) == 1 and not objects & NO_CLASS else ""
        return Found(question, usual if is_plain else None, only)

    def in_arguments(self, found: Found) -> Found:
        """The same for what a call has changed in its arguments.

        The objects of a test may be in it already.
        """
        if found.usual is None:
            return found
        return replace(found, usual=found.usual.union(*self._usual_here().values()) - {OTHER})

    def note(self, answer: Any, found: Found) -> None:
        """Note of which kinds an answer of the reference's is."""
        if self._known is None and found.question:
            kinds = {*found.kinds} if found.steps else found.kinds | kinds_of_values(answer)
            for kind in kinds:
                self._note(f"{found.question}{LEADS_TO}{kind}")

    def admits_event(self, event: str) -> bool:
        """Whether something that hides a failure happens on the reference, too, in this test."""
        if self._known is None:
            self._note(event)
            return True
        return event in self._known_here()

    def _note(self, words: str) -> None:
        self.noted.setdefault(self.test, set()).add(words)

    def _known_here(self) -> frozenset[str]:
        known = self._known or {}
        return known.get(self.test, frozenset()) | known.get("", frozenset())

    def _usual_here(self) -> dict[str, frozenset[str]]:
        """The kinds of answers to each question in this test."""
        if self.test not in self._usual:
            found: dict[str, set[str]] = {}
            for words in self._known_here():
                question, leads, kind = words.rpartition(LEADS_TO)
                if leads:
                    found.setdefault(question, set()).add(kind)
            self._usual[self.test] = {q: frozenset(kinds) for q, kinds in found.items()}
        return self._usual[self.test]


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
    if operation == ".":
        return f"{name_of(operands[0])}.{operands[1]}"
    if operation == "()":
        target, method = operands[:2]
        return f"{name_of(target)}{method and '.'}{method}()"
    if operation in OF_EACH:
        return origin_of(operands[0])
    if operation in OPERATIONS:
        names = [origin_of(x) if is_remote(x) else PLAIN for x in operands]
        question = " ".join([operation, *names])
        return question if all(names) and len(question) <= MOST_TEXT else ""
    return ""


def name_of(target: Any) -> str:
    """By which name something of the hand-in's is known in the reference."""
    if type(target) is AskedFunction:
        return str(vars(target).get("__qualname__") or vars(target).get(FOUND_AS, FUNCTION))
    if type(target) is FunctionType:  # a method of a class of the reference's
        return target.__qualname__
    return target.__name__ if isinstance(target, StandInClass | ModuleType) else kind_of(target)


def origin_of(value: Any) -> str:
    """The name of an object's class in the reference, else where it was found; or nothing."""
    held = vars(real(value))
    return f"each of {held[KIND]}" if KIND in held else str(held.get(FOUND_AS, ""))


def kinds_of_values(answer: Any) -> set[str]:
    """Which kinds of plain values are in an answer's containers, among the first `MOST_PARTS`."""
    todo, left, found = [answer], MOST_PARTS, set[str]()
    while todo and left and PLAIN not in found:
        value, left = todo.pop(), left - 1
        if value is None:
            found.add(NOTHING)
        elif isinstance(value, str | bytes) or not _is_container(value):
            found |= set() if is_remote(value) or _is_asked(value) else {PLAIN}
        else:
            parts = [*islice(chain(*_parts_of(value)), max(1, left - len(todo)))]
            found |= set() if parts else {PLAIN}
            todo += parts
    return found


def _is_container(value: object) -> bool:
    return not is_remote(value) and not _is_asked(value) and isinstance(value, Collection)


def _is_asked(value: object) -> bool:
    return (
        type(value) is AskedFunction
        or isinstance(value, StandInClass)
        or remote_of(value) is not None
    )


def _parts_of(value: Any) -> tuple[Iterable[Any], ...]:
    return (value, value.values()) if isinstance(value, Mapping) else (value,)


def copied(value: Any) -> Any:
    """Another one for a remote object, or for one of a known class."""
    kind: Any = type(value)
    made = kind.__new__(kind)
    made.__dict__.update(vars(value))
    return made
