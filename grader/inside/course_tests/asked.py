"""What objects of a hand-in's may be asked: what the reference's were, in the same test.

THEORY OF OPERATION

Tests as they are compare with `==` and call methods of what they get, so an object of a hand-in's
decides itself whether it is the expected one. In one program that can't be helped. Here each answer
comes over a line, and the reference has answered the same questions before. Of its run is noted,
test by test:

* what its objects were asked by operators (`== object value`): no others are asked of a hand-in's;
* what they were asked for by name (`.top`, `.pop()`): another attribute of a hand-in's is looked at
  as one of an object that is unlike (below), and another method isn't called. The test is the same,
  so such a question is nearly always for what the reference has given no object for;
* what its answers were, question by question (`.pop() -> value`): plain values, None, objects
  (functions and classes, too), objects of the tests' own. A question is a function by its name, a
  method or an attribute by its own (`.pop()`, `.top`), an operator with what its operands are, what
  is given to functions of the tests', or what changes in arguments. Names of classes have no part
  in it: a hand-in may have others, and one class where the reference has two. What answers a
  question that the reference wasn't asked is judged by all of its answers in the test;
* where the reference answers one question with objects and with plain values, which of them are
  plain: by the test's case, what is passed, how often that was asked before, and the place in a
  list; where something else is passed, which may have come from the hand-in, by how often the
  question was asked in the case. An object that comes there decides no comparison with a value, nor
  does what it gives, if it has come for a list that has values in it.

An object that comes where the reference's answers are all plain is *unlike*. It is asked for what
it is made of: attributes, and once, for all that is done with it, its elements or the plain value
that it is by its class. That is when it comes, so that it can't wait for what tests say later; only
where the reference changes the container that it has given is it asked again. By no operator and no
method is it asked whether something is so, and so it can't say what a test wants to hear.
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

# These decide no more than the answer itself could have: what comes of them is looked at.
ALWAYS_ASKED = frozenset(
    (
        *("()", ".", ".=", "del.", "shown", "content", "by content", "seed", "iter", "next"),
        *("await", "bool", "str", "repr", "format", "enter", "exit", "below", "of", "mro", "bases"),
        *("len", "[]", "flags", "hash", "fill", "bare", "above", "kinds", "all names", "described"),
        "place",
    )
)
# Of an object where a plain value is expected.
ASKED_OF_UNLIKE = frozenset(
    (
        *(".", ".=", "del.", "[]=", "del[]", "iter", "next", "bool", "str", "repr"),
        *("format", "below", "of", "enter", "exit", "int", "float", "complex", "index", "abs"),
        *("round", "[]", "len", "reversed"),
    )
)
# What looks into a container.
LOOKING = frozenset(("iter", "len", "[]", "in", "reversed"))
# What changes a container: it is done where that is.
CHANGING = frozenset(
    (
        *("append", "extend", "insert", "pop", "popitem", "remove", "discard", "add", "clear"),
        *("update", "setdefault", "reverse", "sort", "appendleft", "popleft"),
    )
)
# Objects that may say whether they are equal may be nearly so.
OF_NEARNESS = ("-", "abs", "round")
OF_EQUALITY = ("==", "!=")
# Where an object of the hand-in's is marked that has come where the reference's answer is plain.
UNLIKE = "_where_a_value_is_expected"
PLAIN, NOTHING, OBJECT, OWN = "value", "nothing", "object", "own"
# What holds others, beside what these are; what could and holds none; what gives them one by one.
CONTAINER, EMPTY, STEPS = "container", "empty", "steps"
# Where something that came has the question that it answered.
FOUND_AS = "_found_as"
# Where an attribute of an unlike object has that and its name.
METHOD = "_method_of_a_container"
# Where what gives its elements one by one has the question that each of them answers.
EACH = "_each_answers"
# What steps through an object asks for each of its elements; a coroutine is one of one.
OF_EACH = ("iter", "next", "reversed", "await")
# So many parts of an answer are looked at for values; longer questions are cut.
MOST_PARTS, MOST_TEXT = 10_000, 200
LEADS_TO = " -> "
# How the words begin for a question that a container has answered which is changed later.
CHANGED_LATER = "changed later: "
# How the words begin for a place that is plain, and how they end for one of what holds others; of
# so many places of a question it is known.
PLAIN_AT, HOLDS, MOST_PLACES = "plain at ", "[", 1_000
# A file that a test opens so often is opened by it without a bound.
MOST_OPENINGS = 50
# How the words begin for an asking of a question that has such places, known by what is passed.
ASKED_WITH = "asked with "
# What tests mention that may pass other things whenever they are run.
CHANCE = re.compile(r"\b(?:random|hypothesis|secrets|uuid\d?)\b")
# Where an object that has come there has the words.
FOR_PLAIN = "_for_a_plain_value"


@dataclass(frozen=True, slots=True)
class AnswerRecord:
    """What comes while a question is asked.

    Of the kinds `unlike` nothing may be: the reference's answers are plain. Or it `has_objects`
    among its answers. `kinds` are those that came, `steps` what gives its elements one by one,
    which answer the same question. Where an object of a given class is asked for what it has, other
    such ones may come in any case: what they do isn't the hand-in's word. What comes unlike is
    asked at once for what it `keeps`, once and for all. An array `may_be_empty` where something of
    the reference's is.
    """

    question: str = ""
    unlike: frozenset[str] = frozenset()
    has_objects: bool = False
    of_given: bool = False
    keeps: str = ""
    may_be_empty: bool = True
    kinds: set[str] = field(default_factory=set)
    steps: list[object] = field(default_factory=list)


# What an unlike object is made of is no more than it is.
ALL_UNLIKE = AnswerRecord(unlike=frozenset((OBJECT, OWN)), keeps=MADE_OF, may_be_empty=False)
OF_GIVEN = replace(ALL_UNLIKE, of_given=True)


class AskedQuestions:
    """What is asked of the hand-in's objects, by test, and what kinds of answers are usual.

    Where `known` is None both are noted, as the reference answers.
    """

    def __init__(self, known: Mapping[str, Sequence[str]] | None) -> None:
        self._known = None if known is None else {t: frozenset(ops) for t, ops in known.items()}
        notes = frozenset().union(*self._known.values()) if self._known else frozenset[str]()
        self._changed_later = frozenset([one for one in notes if one.startswith(CHANGED_LATER)])
        self._usual: dict[str, dict[str, frozenset[str]]] = {}
        self._mixed: dict[str, frozenset[str]] = {}
        self.noted: dict[str, set[str]] = {}
        self.test = ""
        # Of a fixture of several tests it is none.
        self._case_of: dict[str, int] = {}
        # How often something was asked in this case of the test.
        self._counts: Counter[tuple[str, str]] = Counter()
        # The plain places of each test and question that has no objects so far, and its askings.
        self._places: dict[tuple[str, str], set[str]] = {}
        self._has_plain: set[tuple[str, str]] = set()
        # Whether what is passed may be another thing whenever the tests are run.
        self.passes_chance = False

    def begin(self, test: str, case: int) -> None:
        """A case of a test begins, the first of which is 0."""
        self.test, self._case_of = test, {test: case}
        self._counts.clear()

    @property
    def is_noting(self) -> bool:
        """Whether the reference answers."""
        return self._known is None

    def admits(self, operation: str, operands: Sequence[object]) -> bool:
        """Whether the reference is asked for that in this test.

        Where it has objects, two of them may always be compared: whether they are the same ones, so
        that nobody asks, isn't said by a test.
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
        """Whether an attribute or a method is asked for in this test of the reference's, too.

        Of what has a method by a name it may be asked for, too, before it is called.
        """
        if self._known is None:
            self._note(question)
            return True
        return not self._known_here().isdisjoint((question, f"{question}()"))

    def found(self, question: str, *, among_own: bool = False) -> AnswerRecord:
        """What is to be found, before a question is asked.

        What is handed over, or changed, is `among_own` objects of the tests': these are none of it.
        """
        if self._known is None or not question:
            return AnswerRecord(question)
        usual = self._usual_here().get(question) or self._all_usual()
        unlike = frozenset((OBJECT,)) if among_own else frozenset((OBJECT, OWN))
        is_plain = bool(usual) and usual.isdisjoint(unlike)
        keeps = MADE_OF if CONTAINER in usual else CONTENT_OF
        # What is unlike None is never equal to it, and an iterator gives what it does when asked.
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
        """Note that a container is changed which has answered a question of the reference's."""
        self._note(f"{CHANGED_LATER}{question}")

    def note(self, answer: object, found: AnswerRecord, is_own: Callable[[object], bool]) -> None:
        """Note of which kinds an answer of the reference's is."""
        if self._known is None and found.question:
            parts = kinds_of_parts(answer, is_own)
            if found.steps:  # of what is one by one it is known already what it is
                parts = {STEPS} | (parts & {EMPTY})
            for kind in found.kinds | parts:
                self._note(f"{found.question}{LEADS_TO}{kind}")

    def asking(self, question: str, passed: Sequence[object]) -> Sequence[str]:
        """The words for one asking of a question; none where it doesn't matter which one.

        They are by what is passed, and by which asking of the case it is. The hand-in may have
        given what is passed: if that is unknown, the second words count alone.
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
        """Note which places of an answer of the reference's are plain."""
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
        """The words for a place where the reference's answer is plain; else nothing."""
        places = [place for one in asking for place in (one + path, one + path + HOLDS)]
        return next((one for one in places if one in self._known_here()), "")

    def below(self, words: str) -> str:
        """The words for what comes of an object with such ones: the same, if it may be a value's.

        Of a list of objects alone there are none.
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
        """Whether something that hides a failure happens on the reference, too, in this test."""
        if self._known is None:
            self._note(event)
            return True
        return event in self._known_here()

    def admits_opening(self, name: str, place: str) -> bool:
        """Whether the tests open a file beside them, at a place in them, with the reference, too.

        Where they open none but such files it counts in whichever test: what is read there may be
        kept, and a box may have ended. Elsewhere it counts in this test, so often as there.
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
        """The kinds of all answers in this test: by these another question is judged."""
        return frozenset().union(*self._usual_here().values())


def _as_equality(operation: str, operands: Sequence[object]) -> str:
    """Which question for equality leaves as much to objects as one of these for nearness."""
    if operation not in OF_NEARNESS:
        return ""
    one, *others = operands
    other = others[0] if operation == "-" else one
    return f"== {kind_of(one)} {kind_of(other)}"


def is_remote(value: object) -> bool:
    """Whether something is an object of the hand-in's."""
    kind = type(value)  # a mock may claim to be of any class
    return is_below(kind, RemoteObject) or is_below(kind, StandIn)


def kind_of(value: object) -> str:
    """What an operand is called here."""
    return OBJECT if is_remote(value) else PLAIN


def real(value: object) -> object:
    """The remote object that an object of a known class stands for; or itself."""
    return held_by(value).get("_stands_for", value)


def plain_place(value: object) -> str:
    """The words for the plain place in which an object has come, or in which that it is of."""
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
        # A list and what gives its elements one after the other answer the same question.
        question = str(vars(real(operands[0])).get(EACH) or f"each {OBJECT}")
    elif operation in OPERATIONS:
        question = " ".join([operation, *map(kind_of, operands)])
    else:
        return ""
    return question[:MOST_TEXT]


def name_of(target: object) -> str:
    """By which name something that is called is known in the reference."""
    if type(target) is AskedFunction:
        return str(vars(target).get("__qualname__") or vars(target).get(FOUND_AS, ""))
    if type(target) is FunctionType:  # a method of a class of the reference's
        return f".{target.__name__}"
    if isinstance(target, StandInClass):
        return str(vars(target).get(FOUND_AS) or target.__name__)
    return str(vars(real(target)).get(FOUND_AS, "")) if is_remote(target) else ""


def kinds_of_parts(answer: object, is_own: Callable[[object], bool]) -> set[str]:
    """Of which kinds the parts of an answer's containers are, among the first `MOST_PARTS`."""
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
    """An answer and what its containers hold, each with its place; of a set all have one."""
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
    """A plain value that is passed, in words that are the same for the same value."""
    if type(value) is int:
        return format(value, "x")  # Python writes no long ones in decimal digits
    if type(value) in (float, str, bool, bytes):
        return repr(value)
    if depth and type(value) in (list, tuple, set, frozenset, dict):
        items = value.items() if type(value) is dict else value
        parts = [_written(part, depth - 1) for part in islice(items, MOST_PLACES)]
        is_set = isinstance(value, set | frozenset)
        return f"{type(value).__name__}({', '.join(sorted(parts) if is_set else parts)})"
    return OBJECT if is_of_hand_in(value) else type(value).__name__


def is_of_hand_in(value: object) -> bool:
    """Whether something is an object, a function or a class of the hand-in's."""
    is_asked = type(value) is AskedFunction or isinstance(value, StandInClass)
    return is_remote(value) or is_asked or remote_of(value) is not None


def _parts_of(value: Any) -> tuple[Iterable[object], ...]:
    return (value, value.values()) if isinstance(value, Mapping) else (value,)


def copied(value: object) -> object:
    """Another one for a remote object, or for one of a known class."""
    kind: Any = type(value)
    made = kind.__new__(kind)
    held_by(made).update(held_by(value))
    return made
