"""Which questions a hand-in's objects may be asked: those the reference's were, in the same test.

THEORY OF OPERATION

A course's tests compare with `==` and call methods of the values they get, so an object of the
hand-in decides itself whether it is the expected one. In a single process that can't be helped.
Here each answer crosses a connection, and the reference has answered the same questions before.
Its run is recorded, test by test:

* which operators its objects were asked (`== object value`): a hand-in's are asked no others;
* which names they were asked for (`.top`, `.pop()`): any other attribute of a hand-in's object is
  treated like one of an unlike object (below), and any other method isn't called. The test is the
  same, so such a question nearly always goes to something for which the reference gave no object;
* the kinds of its answers, question by question (`.pop() -> value`): plain values, None, objects
  (including functions and classes), the tests' own objects. A question is a function's name, a
  method's or an attribute's (`.pop()`, `.top`), an operator with the kinds of its operands, what is
  passed to the tests' functions, or what changes in arguments. Names of classes don't count: a
  hand-in may have others, and one class where the reference has two. The answer to a question that
  the reference wasn't asked is judged by all of the reference's answers in the test;
* where the reference answers one question with both objects and plain values, which of the answers
  are plain: by the test's case, what is passed, how often that was asked before, and the place in
  a list; if something else is passed, which may have come from the hand-in, by how often the
  question was asked in the case. An object in such a place decides no comparison with a value, nor
  does anything it returns, if it came in place of a list with values in it.

An object that comes where all of the reference's answers are plain is *unlike*. It is asked for its
contents: its attributes and, once and for all, its elements or the plain value that it is by its
class. This happens when it arrives, so it can't wait for what tests say later; it is asked again
only where the reference changes the container it returned. No operator and no method asks it
whether something is so: it can't say what a test wants to hear.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from itertools import chain, islice
from types import FunctionType
from typing import Any

from grader.inside.class_facts import held_by, is_below
from grader.inside.course_tests.containers import CONTENT_OF, MADE_OF, is_empty_array
from grader.inside.course_tests.functions import AskedFunction
from grader.inside.course_tests.given_objects import remote_of
from grader.inside.pair.operations import OPERATIONS
from grader.inside.pair.remote import RemoteObject
from grader.inside.pair.standins import StandIn, StandInClass

# These decide no more than the answer itself could have: tests look at their result.
ALWAYS_ASKED = frozenset(
    (
        *("()", ".", ".=", "del.", "shown", "content", "by content", "seed", "iter", "next"),
        *("await", "bool", "str", "repr", "format", "enter", "exit", "below", "of", "mro", "bases"),
        *("len", "[]", "flags", "hash", "fill", "bare", "above", "kinds", "all names", "described"),
        "place",
    )
)
# What an object may be asked where a plain value is expected.
ASKED_OF_UNLIKE = frozenset(
    (
        *(".", ".=", "del.", "[]=", "del[]", "iter", "next", "bool", "str", "repr"),
        *("format", "below", "of", "enter", "exit", "int", "float", "complex", "index", "abs"),
        *("round", "[]", "len", "reversed"),
    )
)
# Operations that look into a container.
LOOKING = frozenset(("iter", "len", "[]", "in", "reversed"))
# Methods that change a container: they run on the side where it is.
CHANGING = frozenset(
    (
        *("append", "extend", "insert", "pop", "popitem", "remove", "discard", "add", "clear"),
        *("update", "setdefault", "reverse", "sort", "appendleft", "popleft"),
    )
)
# An object that may answer whether it is equal may also answer whether it is nearly equal.
OF_NEARNESS = ("-", "abs", "round")
OF_EQUALITY = ("==", "!=")
# The attribute that marks a hand-in's object where the reference's answer is plain.
UNLIKE = "_where_a_value_is_expected"
PLAIN, NOTHING, OBJECT, OWN = "value", "nothing", "object", "own"
# What holds others, in addition to their kinds; what could but is empty; what yields one by one.
CONTAINER, EMPTY, STEPS = "container", "empty", "steps"
# The attribute with the question that this object answered.
FOUND_AS = "_found_as"
# The attribute of an unlike object's method, with that object and the method's name.
METHOD = "_method_of_a_container"
# The attribute of an iterator with the question that each of its elements answers.
EACH = "_each_answers"
# The operations that fetch one element of an iteration; awaiting a coroutine gives its only one.
OF_EACH = ("iter", "next", "reversed", "await")
# At most so many parts of an answer are searched for values; longer questions are cut.
MOST_PARTS, MOST_TEXT = 10_000, 200
LEADS_TO = " -> "
# Prefix for a question that was answered by a container which is changed later.
CHANGED_LATER = "changed later: "
# Prefix for a place that is plain, suffix for the place of a container, and how many places of
# a question are recorded.
PLAIN_AT, HOLDS, MOST_PLACES = "plain at ", "[", 1_000
# A file that a test opens this often counts as opened without limit.
MOST_OPENINGS = 50
# Prefix for an asking of a question that has such places, identified by what is passed.
ASKED_WITH = "asked with "
# What tests mention if they may pass other values on each run.
CHANCE = re.compile(r"\b(?:random|hypothesis|secrets|uuid\d?)\b")
# The attribute of an object in a plain place, with the words for that place.
FOR_PLAIN = "_for_a_plain_value"


@dataclass(frozen=True, slots=True)
class AnswerRecord:
    """What may come, and what came, while a question is asked.

    The answer may not be of the kinds in `unlike`: the reference's answers are plain. Or the
    reference `has_objects` among its answers. `kinds` are those that came, `steps` the iterators
    among them, whose elements answer the same question. An object of a given class may return other
    such objects in any case: their behaviour isn't the hand-in's word. An unlike object is asked at
    once for what it `keeps`, once and for all. An array `may_be_empty` where something of the
    reference's is.
    """

    question: str = ""
    unlike: frozenset[str] = frozenset()
    has_objects: bool = False
    of_given: bool = False
    keeps: str = ""
    may_be_empty: bool = True
    kinds: set[str] = field(default_factory=set)
    steps: list[object] = field(default_factory=list)


# Whatever an unlike object is made of is unlike, too.
ALL_UNLIKE = AnswerRecord(unlike=frozenset((OBJECT, OWN)), keeps=MADE_OF, may_be_empty=False)
OF_GIVEN = replace(ALL_UNLIKE, of_given=True)


class AskedQuestions:
    """What is asked of the hand-in's objects, by test, and which kinds of answers are usual.

    If `known` is None the reference is answering, and both are recorded.
    """

    def __init__(self, known: Mapping[str, Sequence[str]] | None) -> None:
        self._known = None if known is None else {t: frozenset(ops) for t, ops in known.items()}
        notes = frozenset().union(*self._known.values()) if self._known else frozenset[str]()
        self._changed_later = frozenset([one for one in notes if one.startswith(CHANGED_LATER)])
        self._usual: dict[str, dict[str, frozenset[str]]] = {}
        self._mixed: dict[str, frozenset[str]] = {}
        self.noted: dict[str, set[str]] = {}
        self.test = ""
        # A fixture shared by several tests has no case.
        self._case_of: dict[str, int] = {}
        # How often something was asked in the current case of the test.
        self._counts: Counter[tuple[str, str]] = Counter()
        # For each test and question without objects so far: its plain places, and its askings.
        self._places: dict[tuple[str, str], set[str]] = {}
        self._has_plain: set[tuple[str, str]] = set()
        # Whether the tests may pass other values on each run.
        self.passes_chance = False

    def begin(self, test: str, case: int) -> None:
        """Begin a case of a test; the first is 0."""
        self.test, self._case_of = test, {test: case}
        self._counts.clear()

    @property
    def is_noting(self) -> bool:
        """Whether the reference is answering."""
        return self._known is None

    def admits(self, operation: str, operands: Sequence[object]) -> bool:
        """Whether the reference was asked for that operation in this test.

        Where the reference has objects, two objects may always be compared: if they are identical
        nothing is asked, and no test says whether they are.
        """
        words = " ".join([operation, *map(kind_of, operands)])
        if self._known is None:
            self._note(words)
            return True
        if {words, _as_equality(operation, operands)} & self._known_here():
            return True
        is_pair = operation in OF_EQUALITY and PLAIN not in map(kind_of, operands)
        return is_pair and any(OBJECT in kinds for kinds in self._usual_here().values())

    def knows(self, question: str) -> bool:
        """Whether the reference was asked for an attribute or a method in this test, too.

        If a method was called, its name may also be asked for without calling it.
        """
        if self._known is None:
            self._note(question)
            return True
        return not self._known_here().isdisjoint((question, f"{question}()"))

    def found(self, question: str, *, among_own: bool = False) -> AnswerRecord:
        """What may be found, before a question is asked.

        Values passed or changed are `among_own` objects of the tests: those aren't unlike then.
        """
        if self._known is None or not question:
            return AnswerRecord(question)
        usual = self._usual_here().get(question) or self._all_usual()
        unlike = frozenset((OBJECT,)) if among_own else frozenset((OBJECT, OWN))
        is_plain = bool(usual) and usual.isdisjoint(unlike)
        keeps = MADE_OF if CONTAINER in usual else CONTENT_OF
        # Nothing unlike None ever equals it, and an iterator's elements come only when asked for.
        is_lazy = usual == {NOTHING} or STEPS in usual
        if is_lazy or f"{CHANGED_LATER}{question}" in self._changed_later:
            keeps = ""
        return AnswerRecord(
            question,
            unlike if is_plain else frozenset(),
            OBJECT in usual,
            keeps=keeps,
            may_be_empty=EMPTY in usual,
        )

    def note_change(self, question: str) -> None:
        """Note that a container is changed which has answered a question to the reference."""
        self._note(f"{CHANGED_LATER}{question}")

    def note(self, answer: object, found: AnswerRecord, is_own: Callable[[object], bool]) -> None:
        """Note of which kinds an answer of the reference is."""
        if self._known is None and found.question:
            parts = kinds_of_parts(answer, is_own)
            if found.steps:  # its elements have been noted one by one
                parts = {STEPS} | (parts & {EMPTY})
            for kind in found.kinds | parts:
                self._note(f"{found.question}{LEADS_TO}{kind}")

    def asking(self, question: str, passed: Sequence[object]) -> Sequence[str]:
        """The words for one asking of a question; none where it doesn't matter which one it is.

        The first words identify it by what is passed, the second by its number in the case. What is
        passed may have come from the hand-in: if it is unknown, only the second words count.
        """
        if not question or (self._known is not None and not self.is_mixed(question)):
            return ()
        case = self._case_of.get(self.test)
        with_passed = self._counted(f"{PLAIN_AT}{question}\n", f"{case} {_written(passed)}")
        in_order = self._counted(f"{PLAIN_AT}{question}\n", f"{case}")
        if self._known is None:
            return with_passed, in_order
        is_known = self.passes_chance or f"{ASKED_WITH}{with_passed}" in self._known_here()
        return (with_passed if is_known else in_order,)

    def _counted(self, begin: str, words: str) -> str:
        digest = blake2b(words.encode(errors="backslashreplace"), digest_size=9)
        one = f"{begin}{digest.hexdigest()}"
        self._counts[self.test, one] += 1
        return f"{one} {self._counts[self.test, one]}"

    def note_places(self, asking: Sequence[str], plain: Collection[str]) -> None:
        """Note which places in an answer of the reference are plain."""
        question = asking[0][len(PLAIN_AT) :].partition("\n")[0]
        key = self.test, question
        places = self._places.setdefault(key, set())
        if plain:
            self._has_plain.add(key)
        if len(places) < MOST_PLACES:
            places |= {one + path for one in asking for path in plain}
            places.add(f"{ASKED_WITH}{asking[0]}")
        has_objects = f"{question}{LEADS_TO}{OBJECT}" in self.noted.get(self.test, ())
        if has_objects and key in self._has_plain:
            self.noted[self.test] |= places
            places.clear()

    def plain_at(self, asking: Sequence[str], path: str) -> str:
        """The words for a place where the reference's answer is plain, or an empty text."""
        places = [place for one in asking for place in (one + path, one + path + HOLDS)]
        return next((one for one in places if one in self._known_here()), "")

    def below(self, words: str) -> str:
        """The words for what comes from an object with these: the same, if it may hold a value.

        For a list with only objects there are none.
        """
        inside = [one for one in self._known_here() if one.startswith(words)]
        has_values = not all(one.endswith(HOLDS) for one in inside)
        return words if has_values else ""

    def is_mixed(self, question: str) -> bool:
        """Whether the reference answers a question with objects and plain values in this test."""
        if self.test not in self._mixed:
            begun = [words for words in self._known_here() if words.startswith(PLAIN_AT)]
            questions = [words[len(PLAIN_AT) :].partition("\n")[0] for words in begun]
            self._mixed[self.test] = frozenset(questions)
        return question in self._mixed[self.test]

    def admits_event(self, event: str) -> bool:
        """Whether an event that hides a failure also happens on the reference in this test."""
        if self._known is None:
            self._note(event)
            return True
        return event in self._known_here()

    def admits_opening(self, name: str, place: str) -> bool:
        """Whether the tests open a file beside them, at a place in them, on the reference too.

        If that place opens only such files, any test counts: the content may have been
        cached, and a box may have ended. Otherwise only this test counts, as often as there.
        """
        opening, other = f"opens {name} at {place}", f"opens another at {place}"
        self._counts[self.test, opening] += 1
        counted = f"{opening} {min(self._counts[self.test, opening], MOST_OPENINGS)}"
        if self._known is None:
            for words in (opening, counted) if name else (other,):
                self._note(words)
            return True
        if not name:
            return True
        everywhere = frozenset[str]().union(*self._known.values())
        is_loader = opening in everywhere and other not in everywhere
        return is_loader or counted in self._known_here()

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

    def _all_usual(self) -> frozenset[str]:
        """The kinds of all answers in this test: other questions are judged by these."""
        return frozenset().union(*self._usual_here().values())


def _as_equality(operation: str, operands: Sequence[object]) -> str:
    """The question for equality that leaves objects as much say as this one for nearness."""
    if operation not in OF_NEARNESS:
        return ""
    one, *others = operands
    other = others[0] if operation == "-" else one
    return f"== {kind_of(one)} {kind_of(other)}"


def is_remote(value: object) -> bool:
    """Whether something is an object of the hand-in."""
    kind = type(value)  # a mock may claim to be of any class
    return is_below(kind, RemoteObject) or is_below(kind, StandIn)


def kind_of(value: object) -> str:
    """What an operand is called in recorded questions."""
    return OBJECT if is_remote(value) else PLAIN


def real(value: object) -> object:
    """The remote object that an object of a known class stands for; or itself."""
    return held_by(value).get("_stands_for", value)


def plain_place(value: object) -> str:
    """The words for the plain place in which an object came, or in which its owner came."""
    may_be = is_remote(value) or type(value) is AskedFunction
    return str(vars(real(value)).get(FOR_PLAIN, "")) if may_be else ""


def is_unlike(value: object) -> bool:
    """Whether an object has come where a plain value is expected."""
    return is_remote(value) and UNLIKE in vars(real(value))


def question_of(operation: str, operands: Sequence[object]) -> str:
    """What is asked, by its name in the reference; empty if it has none."""
    if operation == ".":
        return f".{operands[1]}"
    if operation == "()":
        target, method = operands[:2]
        question = f".{method}()" if method else f"{name_of(target)}()"
    elif operation in OF_EACH:
        # A list and an iterator over the same elements answer the same question.
        question = str(vars(real(operands[0])).get(EACH) or f"each {OBJECT}")
    elif operation in OPERATIONS:
        question = " ".join([operation, *map(kind_of, operands)])
    else:
        return ""
    return question[:MOST_TEXT]


def name_of(target: object) -> str:
    """The name by which the reference knows something that is called."""
    if type(target) is AskedFunction:
        return str(vars(target).get("__qualname__") or vars(target).get(FOUND_AS, ""))
    if type(target) is FunctionType:  # a method of one of the reference's classes
        return f".{target.__name__}"
    if isinstance(target, StandInClass):
        return str(vars(target).get(FOUND_AS) or target.__name__)
    return str(vars(real(target)).get(FOUND_AS, "")) if is_remote(target) else ""


def kinds_of_parts(answer: object, is_own: Callable[[object], bool]) -> set[str]:
    """The kinds of the parts of an answer's containers, among the first `MOST_PARTS`."""
    todo, left, found = [answer], MOST_PARTS, set[str]()
    while todo and left:
        value, left = todo.pop(), left - 1
        if value is None:
            found.add(NOTHING)
        elif is_of_hand_in(value):
            found.add(OBJECT)
        elif is_own(value):
            found.add(OWN)
        elif isinstance(value, str | bytes) or not isinstance(value, Collection):
            found.add(PLAIN)
        else:
            parts = [*islice(chain(*_parts_of(value)), max(1, left - len(todo)))]
            found.add(CONTAINER)
            found |= set() if parts else {PLAIN}
            found |= {EMPTY} if not parts or is_empty_array(value) else set()
            todo += parts
    return found


def placed(
    value: Any, is_own: Callable[[object], bool], path: str = ""
) -> Iterator[tuple[str, object]]:
    """An answer and what its containers hold, each with its place; a set's parts share one."""
    is_one = isinstance(value, str | bytes) or not isinstance(value, Collection)
    if is_of_hand_in(value) or is_one or is_own(value) or len(path) > MOST_TEXT:
        yield path, value
        return
    yield f"{path}{HOLDS}", value
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from placed(part, is_own, f"{path}[{_written(key)}]")
    else:
        is_ordered = isinstance(value, list | tuple)
        for at, part in enumerate(value):
            yield from placed(part, is_own, f"{path}[{at if is_ordered else ''}]")


def _written(value: Any, depth: int = 9) -> str:
    """A plain value that is passed, in words that are the same for equal values."""
    if type(value) is int:
        return format(value, "x")  # Python refuses to write long ones in decimal
    if type(value) in (float, str, bool, bytes):
        return repr(value)
    if depth and type(value) in (list, tuple, set, frozenset, dict):
        items = value.items() if type(value) is dict else value
        parts = [_written(part, depth - 1) for part in islice(items, MOST_PLACES)]
        is_set = isinstance(value, set | frozenset)
        return f"{type(value).__name__}({', '.join(sorted(parts) if is_set else parts)})"
    return OBJECT if is_of_hand_in(value) else type(value).__name__


def is_of_hand_in(value: object) -> bool:
    """Whether something is an object, a function or a class of the hand-in."""
    is_asked = type(value) is AskedFunction or isinstance(value, StandInClass)
    return is_remote(value) or is_asked or remote_of(value) is not None


def _parts_of(value: Any) -> tuple[Iterable[object], ...]:
    return (value, value.values()) if isinstance(value, Mapping) else (value,)


def copied(value: object) -> object:
    """A copy of a remote object, or of one of a known class."""
    kind: Any = type(value)
    made = kind.__new__(kind)
    held_by(made).update(held_by(value))
    return made
