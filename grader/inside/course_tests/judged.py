"""Judges what comes from a hand-in by what it is, before a test sees it.

Tests that compare the hand-in's objects with `==` ask the hand-in, so an object that is equal to
everything would pass them all. A value that isn't plain is therefore asked only what the
reference's was asked in the same test; and no operator or method asks it anything where the
reference answers with a plain value (see `asked`): no object decides whether it is the right one.
A value that has come before is judged again when it answers another question.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import replace
from enum import Enum
from itertools import islice
from operator import is_not
from types import CoroutineType, FunctionType, GeneratorType, ModuleType
from typing import Any

from grader.inside.class_facts import held_by
from grader.inside.course_tests.asked import (
    ALL_UNLIKE,
    ALWAYS_ASKED,
    ASKED_OF_UNLIKE,
    CHANGING,
    FOR_PLAIN,
    FOUND_AS,
    HOLDS,
    LOOKING,
    METHOD,
    MOST_PLACES,
    OBJECT,
    OF_GIVEN,
    OWN,
    PLAIN,
    UNLIKE,
    AnswerRecord,
    AskedQuestions,
    copied,
    is_of_hand_in,
    is_remote,
    is_unlike,
    kind_of,
    placed,
    plain_place,
    question_of,
    real,
)
from grader.inside.course_tests.closed.attributes import equals_everything
from grader.inside.course_tests.containers import (
    CONTENT_OF,
    MADE_OF,
    TABLES,
    AskedTable,
    EmptyArray,
    asked_table,
    is_empty_array,
    read_defaultdict,
)
from grader.inside.course_tests.functions import AskedFunction, AskedObject
from grader.inside.course_tests.given_objects import remote_of
from grader.inside.course_tests.looked_into import A_CLASS, A_FUNCTION, AN_OBJECT, LookingPeer
from grader.inside.library import Library
from grader.inside.pair.addresses import NumberedAddresses
from grader.inside.pair.link import Link
from grader.inside.pair.operations import BINARY, DIVMOD, OPERATIONS
from grader.inside.pair.peer import python_class
from grader.inside.pair.remote import RemoteObject
from grader.inside.wire import Violation

COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
# Operations other than comparisons, too, that change nothing can run here on an object's plain
# value, if its class derives from one of values: a hand-in may subclass tuple.
HARMLESS = (
    *(*BINARY, DIVMOD, *COMPARISONS, "[]", "in", "len", "reversed"),
    *("int", "float", "complex", "index", "abs", "round", "neg", "pos", "~"),
    *("floor", "ceil", "trunc", "bytes"),
)
DONE_HERE: Mapping[str, Callable[..., object]] = {
    **{name: OPERATIONS[name] for name in HARMLESS},
    "hash": hash,
    "iter": list,
}
NO_VALUE = "where a plain value is expected"
# The attribute that keeps a number or text, for an object that is one by its class.
CONTENT = "_content"
# On what looks up for a hand-in's dict: the record with which the dict came.
FOUND_IN = "_found_in"
PLAINEST = frozenset((int, float, str, bool, type(None)))
# Operations that give objects though no test asks for them.
GIVING_OBJECTS = frozenset(("shown", "described", "mro", "bases", "bare"))
# Operations that change their object, and those that change nothing.
WRITING_INTO = (".=", "del.", "[]=", "del[]")
READING = (MADE_OF, CONTENT_OF, ".", "bool", "str", "repr", "format", "of", "below")


class JudgingPeer(LookingPeer):
    """The tests' end: the part that records what comes, or judges it by what was recorded."""

    def __init__(self, link: Link, library: Library, asked: AskedQuestions) -> None:
        super().__init__(link, library, asked)
        self._addresses = NumberedAddresses()
        # Iterators that came and the remote objects behind them, by number.
        self._steps: dict[int, tuple[object, RemoteObject]] = {}

    def is_theirs(self, error: BaseException) -> bool:
        """Whether the hand-in raised an exception."""
        raise NotImplementedError

    def is_of_class(self, operation: str, one: object, kind: object) -> bool:
        """Whether an object or class is an instance or subclass of a class.
        Python's rules count, including registered classes and those that have the methods.
        Python's rules count, including registered classes and those that have the methods.

        A class of the hand-in's may say so of whatever it likes where the reference has any such
        answer; elsewhere it is as Python has it, and what is registered or has the methods counts.
        """
        match self.ask(operation, one, kind):
            case [bool(says), bool(is_below), bool(is_python)]:
                is_usual = is_python or says is is_below
                if says is not is_below:
                    is_usual |= self._asked_of_it.admits_event("a class without being below it")
                return says if is_usual else is_below
        raise Violation("a class that says neither yes nor no")

    def without_addresses(self, text: str) -> str:
        return self._addresses.written(text)

    def all_names(self, module: str, known: Sequence[str]) -> list[str]:
        """The names that `from module import *` brings: the hand-in's that the reference has too.

        Others could replace names of the tests. Without `__all__`, the functions and classes that
        are `known` are included, and report when used that they are missing.
        """
        is_said, names = self.ask("all names", module)
        found = dict.fromkeys(names if is_said else [*names, *known])
        admits = self._asked_of_it.admits_event
        return [one for one in found if type(one) is str and admits(f"{module} gives {one}")]

    def _answered(self, operation: str, operands: Sequence[object]) -> object:
        if (came := _found_in(operands)) is not None:
            return self._ask(operation, operands, replace(came, kinds=set(), steps=[]))
        if any(map(is_unlike, operands)):
            return self._asked_of_unlike(operation, operands)
        if operation == "()" and _is_of_object(operands, is_unlike):
            return self._method_of_unlike(operands)
        if not self._is_asked_for(operation, operands):
            return self._asked_of_other(operation, operands)
        if operation not in ALWAYS_ASKED and _is_for_plain(operation, operands):
            return self._done_here(operation, operands)
        if self._is_decided_by_content(operation, operands):
            return self._done_here(operation, operands)
        asked = self._asked_of_it
        if operation in ALWAYS_ASKED or asked.admits(operation, operands):
            found = asked.found(question_of(operation, operands))
            if not (found.question or asked.is_noting or operation in GIVING_OBJECTS):
                found = ALL_UNLIKE
            if operation == "." and self._is_given(operands[0]):
                found = replace(found, of_given=True)
            return self._ask(operation, operands, found)
        return self._done_here(operation, operands)

    def _is_asked_for(self, operation: str, operands: Sequence[Any]) -> bool:
        """Whether the reference is asked for that attribute or method of an object, too."""
        target, name = (*operands, "")[:2]
        if operation == ".":
            is_free = isinstance(target, ModuleType) or name.startswith("__")
        else:
            is_free = operation != "()" or not _is_of_object(operands, is_remote)
        return is_free or self._asked_of_it.knows(question_of(operation, operands))

    def _asked_of_other(self, operation: str, operands: Sequence[object]) -> object:
        """Ask an object something that the reference's aren't asked, as if it were unlike."""
        if operation == "()":
            return self._method_of_unlike(operands)
        is_given = self._is_given(operands[0])
        if is_remote(operands[0]) and not is_given:
            return self._asked_of_unlike(operation, operands)
        return self._ask(operation, operands, OF_GIVEN if is_given else ALL_UNLIKE)

    def _is_given(self, target: object) -> bool:
        """Whether it is a stand-in for an object of a class that both sides have been given."""
        return remote_of(self._objects.get(self._numbers.get(id(target), -1))) is target

    def _is_decided_by_content(self, operation: str, operands: Sequence[object]) -> bool:
        """Whether objects of the reference are compared as the plain values that they are."""
        if operation not in COMPARISONS or not self._asked_of_it.is_noting:
            return False
        return any(is_remote(one) and self.ask("by content", one) for one in operands)

    def _asked_of_unlike(self, operation: str, operands: Sequence[Any]) -> object:
        # Use what it is made of as far as possible, without asking the hand-in.
        target, name = (*operands, "")[:2]
        if operation == "()":
            owner, method = _owner_of(target)
            if method in CHANGING:
                return self._changed_as(owner, method, operands, *operands[2:])
            return self._done_here(operation, operands)
        if operation == "." and name not in CHANGING:
            content = self._made_of(target)
            if not is_remote(content) and hasattr(content, str(name)):
                return getattr(content, name)
        elif operation in LOOKING and self._holds(target, operation, name):
            return self._done_here(operation, operands)
        if operation not in ASKED_OF_UNLIKE:
            return self._done_here(operation, operands)
        if operation in WRITING_INTO:
            self._note_change_here(target)
        answer = self._ask(operation, operands, ALL_UNLIKE)
        if operation == "." and is_unlike(answer):
            vars(real(answer))[METHOD] = target, name
        return answer

    def _changed_as(
        self, owner: object, name: str, call: Sequence[object], arguments: Any, named: Any
    ) -> object:
        """Let an unlike object change there, in the way that its container here would change.

        The order of elements in the hand-in's own list doesn't matter.
        """
        before = self._made_of(owner)
        self._note_change_here(owner)
        if is_remote(before) or not hasattr(before, name):
            return self._ask("()", call, ALL_UNLIKE)
        here: Any = copy(before)
        takes_any = name == "pop" and type(before) is not dict
        answer = None if takes_any else getattr(here, name)(*arguments, **dict(named))
        theirs = self._ask("()", call, ALL_UNLIKE)
        if takes_any:
            here.remove(answer := theirs)
        if not _have_equal_parts(self._made_of(owner), here):
            raise TypeError(f"an answer is {_words_of(owner)} {NO_VALUE}")
        return answer

    def _holds(self, value: object, operation: str, key: object) -> bool:
        """Whether what an unlike object is made of has the thing that is looked for."""
        content = self._made_of(value) if is_unlike(value) else value
        if operation == "[]" and type(content) is list:
            return isinstance(key, int | slice)
        if operation == "[]" and type(content) is dict:
            return key in content
        return not is_remote(content)

    def _method_of_unlike(self, call: Sequence[Any]) -> object:
        """A method of one of the reference's classes, called with an unlike object."""
        function, _, (owner, *rest), named = call
        content = self._made_of(owner)
        if function.__name__ in CHANGING:
            return self._changed_as(owner, function.__name__, call, rest, named)
        if is_remote(content) or not hasattr(content, function.__name__):
            raise TypeError(f"an answer is {_words_of(owner)} {NO_VALUE}")
        return getattr(content, function.__name__)(*rest, **dict(named))

    def _ask(self, operation: str, operands: Sequence[object], found: AnswerRecord) -> object:
        with self._turn:  # else an answer may be judged by another thread's question
            self._moment += operation not in READING
            self._forget_answers()
            before, self._found = self._found, found
            owners, passed = _owners_and_passed(operation, operands)
            asking = self._asked_of_it.asking(found.question, passed)
            try:
                answer = super().ask(operation, *operands)
            except BaseException as error:
                self._found = before
                if self.is_theirs(error):
                    self._asked_of_it.note(error.args, found, self.owns)
                    self._look_at_new()
                raise
            self._found = before
            self._asked_of_it.note(answer, found, self.owns)
            self._look_for_places(owners, asking, answer)
            self._look_at_new()
            return answer

    def _look_for_places(
        self, owners: Sequence[object], asking: Sequence[str], answer: object
    ) -> None:
        """Note where an answer is plain, or mark objects that have come in such a place."""
        of = next(filter(None, map(plain_place, owners)), "")
        if not asking and not of:
            return
        asked = self._asked_of_it
        parts = [*islice(placed(answer, self.owns), MOST_PLACES)]
        if asked.is_noting:
            others = {path for path, one in parts if self._is_object(one)}
            asked.note_places(asking, {path for path, _ in parts} - others)
            return
        for path, part in parts:
            words = asked.below(of) if of else asked.plain_at(asking, path)
            if words and (behind := self._behind(part)) is not None:
                vars(behind)[FOR_PLAIN] = words

    def _is_object(self, part: object) -> bool:
        return is_of_hand_in(part) or self._behind(part) is not None

    def _behind(self, part: Any) -> object:
        """The remote object behind an object, or behind an iterator or dict of the hand-in."""
        if is_remote(part) or type(part) is AskedFunction:
            return real(part)
        if issubclass(type(part), AskedTable):
            return part.asked
        if type(part) is defaultdict and type(part.default_factory) is AskedFunction:
            return part.default_factory
        if type(part) not in (map, GeneratorType, CoroutineType):
            return None
        return next((remote for made, remote in self._steps.values() if made is part), None)

    def _arrived(self, value: object, number: int) -> object:
        """A value from the hand-in, or its marked copy if it is unlike the reference's."""
        found = self._found
        made, asked = self._steps.get(number, (None, None))
        if value is made:
            if found.unlike and not found.question:
                vars(asked)[UNLIKE] = ""
            else:
                found.steps.append(value)
            return value
        # Check the class: an object may claim to be a text.
        if issubclass(type(value), str | Enum) and not is_remote(value):
            return value
        if found.of_given and remote_of(value) is not None:
            return value
        kind = OWN if self._gives(number) else OBJECT
        if kind in found.unlike or equals_everything(value):
            return self._to_look_at(self._unlike(value, number))
        found.kinds.add(kind)
        if found.question and (is_remote(value) or type(value) is AskedFunction):
            vars(real(value)).setdefault(FOUND_AS, found.question)
        return value

    def _table(self, data: list[object]) -> object:
        """A dict with its own look-up: what that returns is judged like the dict itself."""
        match data:
            case [_, int(number), [*ways], plain] if not self._gives(number):
                content: object = self._decode(plain)
                if type(content) not in TABLES:
                    return content
                asked = self._asked_as_found(AskedObject(self), number)
                return asked_table(content, frozenset(map(str, ways)), asked)
        raise Violation("a dict without a number")

    def _defaultdict(self, data: list[object]) -> object:
        """A defaultdict: what its factory makes is judged like the dict itself."""
        try:
            return read_defaultdict(data, self._decode, self._factory)
        except ValueError as error:
            raise Violation(str(error)) from None

    def _factory(self, data: object) -> object:
        before, self._found = self._found, AnswerRecord()
        try:
            made = self._decode(data)
        finally:
            self._found = before
        if not is_of_hand_in(made):
            return made
        number = self.number_of(real(made) if is_remote(made) else made)
        return self._asked_as_found(AskedFunction(self), number)

    def _asked_as_found(self, asked: object, number: int) -> object:
        """A copy whose results will be judged by the current question."""
        vars(asked)[FOUND_IN] = self._found
        self._numbers[id(asked)] = number
        self._kept.append(asked)
        return asked

    def _class_of_python(self, data: list[object]) -> type:
        """A class that both sides have; refused for a value, since calling it would make one."""
        if OBJECT in self._found.unlike and self._found.question:
            raise TypeError(f"an answer is a class {NO_VALUE}")
        self._found.kinds.add(OBJECT)
        return python_class(data)

    def _value_of(self, data: object) -> object:
        """A value that is sent for the first time; raises `Violation` for objects."""
        value = self._decode(data)
        if self._is_any_object(value):
            raise Violation("an object among the values")
        return self._noted_as_answer(value)

    def _judged_array(self, value: object) -> object:
        """An array that has come, or an `EmptyArray` if it may not be empty."""
        array = value.array if type(value) is EmptyArray else value
        return array if self._found.may_be_empty or not is_empty_array(array) else EmptyArray(array)

    def _judged_again(self, value: Any) -> object:
        """A value that has come before, or a copy if something in it is unlike by now."""
        self._noted_as_answer(value)
        if type(value) is EmptyArray or is_empty_array(value):
            return self._judged_array(value)
        if not self._found.unlike or is_unlike(value):
            return value
        number = self._numbers.get(id(value))
        if number is not None and (is_of_hand_in(value) or self._gives(number)):
            return self._arrived(value, number)
        if type(value) in (dict, TABLES[dict]):
            return self._with_parts(
                value, value.values(), lambda new: dict(zip(value, new, strict=True))
            )
        if type(value) in (list, tuple, set, frozenset):
            return self._with_parts(value, value, type(value))
        return value

    def _with_parts(
        self, value: object, parts: Collection[object], make: Callable[..., object]
    ) -> object:
        if PLAINEST.issuperset(map(type, parts)):  # checked all at once: there may be many
            return value
        judged = [*map(self._judged_again, parts)]
        return make(judged) if any(map(is_not, judged, parts)) else value

    def _unlike(self, value: object, number: int) -> object:
        """A marked copy of what came: tests may have the original from elsewhere.

        If its class derives from a number's or text's, it is replaced by the plain value.
        """
        remote = real(value) if is_remote(value) else AskedObject(self)
        content: object = vars(remote).get(CONTENT)
        if content is not None and type(content) in PLAINEST:
            return content
        marked = made = copied(remote)
        vars(marked)[UNLIKE] = self._words_for(value, number)
        if remote is not value and is_remote(value):
            made = copied(value)
            held_by(made)["_stands_for"] = marked
        for one in (marked, made):
            self._numbers[id(one)] = number
            self._kept.append(one)
        return made

    def _words_for(self, value: object, number: int) -> str:
        if self._gives(number):
            return "an object of the tests"
        if is_remote(value) or remote_of(value) is not None:
            return AN_OBJECT
        return A_CLASS if isinstance(value, type) else A_FUNCTION

    def _update(self, changed: Sequence[object] = ()) -> None:
        if not changed:
            return
        question = f"changed by {self._found.question}"
        found = self._asked_of_it.found(question, among_own=True)
        before, self._found = self._found, found
        try:
            values = [self._decode(one) for one in changed]
        finally:
            self._found = before
        self._note_changes(values)
        self._asked_of_it.note(values, found, self.owns)

    def _content_of(self, value: object) -> Any:
        """The plain value that an object is; else itself."""
        if is_unlike(value):
            return self._made_of(value)
        if not is_remote(value):
            return value
        found = self._asked_of_it.found(f"{CONTENT_OF} of {OBJECT}")
        return self._contents(CONTENT_OF, [value], found)[0]

    def _done_here(self, operation: str, operands: Sequence[object]) -> object:
        """Run an operation on plain values instead of asking the objects, which nobody may."""
        values = [*map(self._content_of, operands)]
        if operation == "in" and is_remote(values[0]) and not is_remote(values[1]):
            values[0] = [*values[0]]  # search its elements; don't ask it
        if operation not in DONE_HERE or any(map(is_remote, values)):
            what = _words_of(next(filter(is_remote, values), operands[0]))
            raise TypeError(f"an answer is {what} {NO_VALUE}")
        if operation in COMPARISONS and is_unlike(operands[0]):
            values[0] = _as_kind_of(values[0], values[1])
        return DONE_HERE[operation](*values)


def _found_in(operands: Sequence[object]) -> AnswerRecord | None:
    """The record with which a look-up or factory came; None for anything else."""
    [target] = operands[:1] or [None]
    is_such = is_remote(target) or type(target) is AskedFunction
    return vars(real(target)).get(FOUND_IN) if is_such else None


def _is_for_plain(operation: str, operands: Sequence[object]) -> bool:
    """Whether an object would decide that came where the reference has a plain value.

    In place of a list it may be compared with another object, such as another list of the hand-in.
    """
    places = [*filter(None, map(plain_place, operands))]
    with_value = operation in COMPARISONS and PLAIN in map(kind_of, operands)
    return any(with_value or not place.endswith(HOLDS) for place in places)


def _owners_and_passed(
    operation: str, operands: Sequence[Any]
) -> tuple[Sequence[object], Sequence[object]]:
    """What the answer to a question comes from, and what is passed; for operators both are all.

    It is the same for a method of one of the reference's classes as for one of any other object.
    """
    if operation != "()":
        return operands, operands
    function, _, arguments, named = operands
    first = int(type(function) is FunctionType)
    return (function, *arguments[:first]), (arguments[first:], named)


def _is_of_object(call: Sequence[Any], is_such: Callable[[object], bool]) -> bool:
    """Whether a method of one of the reference's classes is called on such an object."""
    function, _, arguments, _ = call
    return type(function) is FunctionType and any(map(is_such, arguments[:1]))


def _owner_of(method: object) -> tuple[object, str]:
    """The unlike object that something is an attribute of, and the attribute's name."""
    held: tuple[object, str] = vars(real(method)).get(METHOD, (None, ""))
    return held if is_unlike(method) else (None, "")


def _have_equal_parts(one: object, other: object) -> bool:
    if one == other:
        return True
    if type(one) is not list or type(other) is not list:
        return False
    with suppress(TypeError):  # unhashable parts
        return Counter(one) == Counter(other)
    left = [*other]
    for part in one:
        if part not in left:
            return False
        left.remove(part)
    return not left


def _words_of(value: object) -> str:
    return str(vars(real(value)).get(UNLIKE) or AN_OBJECT) if is_remote(value) else AN_OBJECT


def _as_kind_of(value: object, other: object) -> object:
    """A list as a tuple if the other one is: it isn't asked whether they may be compared."""
    return tuple(value) if type(value) is list and type(other) is tuple else value
