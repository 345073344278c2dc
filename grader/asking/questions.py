"""Questions on their way out: from the objects of `grader.student.question` to one message.

`Writer` withholds what the box must ask for: the values of watched trees, and the functions of a
check. A message is written once and sent to every hand-in.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, TypeGuard

from grader.asking.plain_values import NOTHING, read_text, reader_of, writer_of
from grader.inside.library import Library, row_of
from grader.inside.shortening import cut
from grader.inside.sources import is_pythons
from grader.inside.travel.watched import CallFailed, is_noted
from grader.inside.wire import Encoder, Handle, Violation, dump, dump_question
from grader.sandbox.box import Callback
from grader.student.compare import article, type_name
from grader.student.question import (
    Attribute,
    BoundValue,
    Call,
    LibraryClass,
    Name,
    PrintedText,
    Program,
    SpecialForm,
    class_asked,
    is_watched,
    locate,
    number_watched,
    objects_among,
    parts,
    rewind_all,
    shared,
)

QUESTIONS = frozenset(
    (Attribute, BoundValue, Call, LibraryClass, Name, PrintedText, Program, SpecialForm)
)


class QuestionEncoder(Encoder):
    """A shortcut for calls and names: they are most of a question, but no values of the wire."""

    def _subclass(self, value: object, depth: int) -> object:
        return self._other(value) if type(value) in QUESTIONS else super()._subclass(value, depth)


class Writer:
    """Writes questions as wire data; collects the callbacks that a box may call meanwhile."""

    def __init__(self, library: Library) -> None:
        self.callbacks: list[Callback] = []
        self.watched: dict[int, object] = {}
        # For each question, the objects that an answer may refer to, by callback number.
        self.named: list[dict[int, object]] = []
        self._library = library
        self._names = {id(function): name for name, function in library.functions.items()}
        self._numbers: dict[int, int] = {}
        self._objects: list[object] = []
        self._shared: set[int] = set()
        self._contents: dict[bytes, object] = {}
        self._encoder = QuestionEncoder(library, self._other)
        self._encode = writer_of(library)

    def write(self, question: object) -> object:
        """The data of one question."""
        self._numbers = {}
        self.named.append({})
        found = list(parts(question))
        self._objects = objects_among(found)
        self._shared = shared(found)
        watched = list(filter(is_watched, self._objects))
        number_watched(watched)
        self.watched |= {id(one): one for one in watched}
        return self._encoder.encode(question)

    def _other(self, value: object) -> object:
        encode = self._encoder.encode
        match value:
            case Name():
                return ["@", value._module, value._name]
            case LibraryClass():
                return ["given", value._class.__name__]
            case Program():
                return ["program", value._file]
            case Attribute():
                return [".", encode(value._target), value._name]
            case Call():
                return self._once(value, self._call, id(value) in self._shared)
            case PrintedText():
                return [">"]
            case SpecialForm():
                return self._form(value)
            case BoundValue():
                return ["$", self._numbers[id(value)]]
            case Handle():
                return ["o", value.number, value.type_name]
        return self._declared(value)

    def _declared(self, value: object) -> object:
        kind, library = type(value), self._library
        if sealed := row_of(kind, library.sealed):
            return self._once(value, lambda value: self._sealed(value, *sealed), True)
        if row := row_of(kind, library.objects):
            return self._once(value, lambda value: self._object(value, *row), True)
        if place := row_of(kind, library.places):
            number, path = locate(self._objects, value)
            return [place[0], self._encoder.encode(self._objects[number]), list(path)]
        return self._function(value)

    def _once(self, value: object, write: Callable[[Any], object], remember: bool) -> object:
        if id(value) in self._numbers:
            return ["$", self._numbers[id(value)]]
        data = write(value)
        if not remember:
            return data
        self._numbers[id(value)] = len(self._numbers)
        return ["=", self._numbers[id(value)], data]

    def _call(self, call: Call) -> object:
        encode = self._encoder.encode
        data = ["()", encode(call._function), [encode(x) for x in call._arguments]]
        named = [[name, encode(x)] for name, x in call._named.items()]
        return [*data, named] if named else data

    def _form(self, form: SpecialForm) -> object:
        encode = self._encoder.encode
        given = [encode(x) for x in form._given]
        number = self._numbers[id(form._bound)] = len(self._numbers)
        return ["form", form._form, encode(form._body), given, number]

    def _sealed(self, value: object, tag: str, seal: Callable[..., Any], *_: object) -> object:
        shape, answer = seal(value)
        if is_noted(type(value)):
            decode = reader_of(self._library, self.named[-1])
            number = self._add(_answering_calls(answer, self._encode, decode))
            self.named[-1][number] = value
        else:
            number = self._add(_answering(answer, self._encode))
        return [tag, number, shape]

    def _object(self, value: object, tag: str, write: Callable[..., object], *_: object) -> object:
        # Equal contents in a message share one list, so that a box builds them only once.
        content = write(value, self._encode)
        return [tag, self._contents.setdefault(dump(content), content)]

    def _function(self, function: object) -> object:
        if id(function) in self._names:
            return ["f", self._names[id(function)]]
        if isinstance(function, type):
            return self._class(function)
        if not callable(function):
            raise TypeError(f"a question can't contain {function!r}")
        return ["k", self._add(calling(function, self._library, self.named[-1]))]

    def _class(self, kind: type) -> object:
        is_known = self._library.has(kind) or is_pythons(kind.__module__.partition(".")[0])
        if not is_known or _found(kind) is not kind:
            raise TypeError(
                f"a question can't contain {kind!r}: of classes only Python's, the library's and "
                f"the hand-in's own can be handed over, as `submission.module.{kind.__name__}`"
            )
        return self._encoder.encode(class_asked(kind))

    def _add(self, callback: Callback) -> int:
        self.callbacks.append(callback)
        return len(self.callbacks) - 1


def _found(kind: type) -> object:
    """What a class's module holds under the class's name."""
    with suppress(AttributeError, KeyError):
        return attrgetter(kind.__qualname__)(sys.modules[kind.__module__])
    return None


def _answering(
    answer: Callable[[int, int], object], encode: Callable[[object], object]
) -> Callback:
    def answer_box(arguments: list[object]) -> object:
        match arguments:
            case [int(what), int(number)]:
                try:
                    return encode(answer(what, number))
                except LookupError:
                    pass
        raise Violation("a leaf that isn't there was asked for")

    return answer_box


def _answering_calls(
    answer: Callable[..., object],
    encode: Callable[[object], object],
    decode: Callable[[object], object],
) -> Callback:
    def answer_box(arguments: list[object]) -> object:
        match arguments:
            case [int(what), *parts]:
                try:
                    return encode(answer(what, *map(decode, parts)))
                except CallFailed as error:
                    return ["!", error.name, cut(str(error), 300)]
                except LookupError:
                    pass
        raise Violation("a method that isn't watched was called")

    return answer_box


def calling(
    function: Callable[..., object], library: Library, named: Mapping[int, object] = NOTHING
) -> Callback:
    """A callback for a function of the judge's: it answers with values, or what was raised.

    Arguments may refer to a question's objects by number: `named` has them.
    """
    decode, encode = reader_of(library, named), writer_of(library)

    def answer(arguments: list[Any]) -> object:
        by_name = arguments.pop()[1:] if _are_named(arguments[-1:]) else []
        values = [decode(x) for x in arguments]
        named = {read_text(name): decode(x) for name, x in by_name}
        try:
            return encode(function(*values, **named))
        except Exception as error:  # such as wrong arguments: the caller in the box must see it
            said = _about_objects(function, (*values, *named.values())) or str(error)
            return ["!", type(error).__name__, cut(said, 300)]

    return answer


def _about_objects(function: Callable[..., object], values: Sequence[object]) -> str:
    """What to say of a function that failed on what stays in the box: an object, or a list of some.

    The function has seen a `Handle`, of which the code knows nothing.
    """
    parts = [part for value in values for part in (value if _is_list(value) else (value,))]
    kinds = [type_name(part) for part in parts if isinstance(part, Handle)]
    if not kinds:
        return ""
    name = getattr(function, "__name__", type(function).__name__)
    return f"{name} was called with {article(kinds[0])}, where a plain value is expected"


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, list | tuple)


def _are_named(last: list[object]) -> bool:
    """Whether the last argument holds the keyword arguments; raises `Violation`."""
    match last:
        case [["**", *pairs]]:
            if not all(type(x) is list and len(x) == 2 and type(x[0]) is str for x in pairs):
                raise Violation("arguments without a name")
            return True
    return False


# Helpers are numbered from here on, a question's own functions from 0.
HELP_FROM = 1_000_000


class HelpedCallbacks(Sequence[Callback]):
    """The functions of a question, and those of the helpers far above them."""

    def __init__(self, own: Sequence[Callback], helpers: Sequence[Callback]) -> None:
        self._own = own
        self._helpers = helpers

    def __len__(self) -> int:
        # A box's number is checked against this; the gap below the helpers is refused there.
        return HELP_FROM + len(self._helpers)

    def __getitem__(self, number: Any) -> Any:
        found = self._own if number < HELP_FROM else self._helpers
        at = number if number < HELP_FROM else number - HELP_FROM
        if at >= len(found):
            raise Violation("a call of a function that was not handed over")
        return found[at]


@dataclass(frozen=True, slots=True)
class PreparedQuestions:
    """Questions that are written once and asked of every hand-in."""

    questions: tuple[object, ...]
    payload: bytes
    callbacks: tuple[Callback, ...]
    watched: tuple[object, ...]
    named: tuple[Mapping[int, object], ...]
    stdin: str = ""

    def forget_visits(self) -> None:
        """Make the watched objects ready for the next hand-in."""
        rewind_all(self.watched)


def prepare(questions: Sequence[object], library: Library, stdin: str = "") -> PreparedQuestions:
    """Write questions, with values of a library, as one message."""
    writer = Writer(library)
    payload = dump_question([stdin, *[writer.write(question) for question in questions]])
    watched = tuple(writer.watched.values())
    named = tuple(writer.named)
    callbacks = tuple(writer.callbacks)
    return PreparedQuestions(tuple(questions), payload, callbacks, watched, named, stdin)
