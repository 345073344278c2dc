"""Two boxes that use each other's objects, one of them speaking at a time.

THEORY OF OPERATION

One box holds a suite of tests, another one a solution, and neither ever holds what the other has.
A socket connects them (see `link`); the judge, which compares what was said in two runs, gets
digests. After speaking a box waits for the other, so that messages alternate strictly, beginning
with the suite:

    [printed, "call", operation, operands, changed]  do something with an object
    [printed, "give", changed, value]                its result
    [printed, "raise", changed, error]               the exception that it raised

Instead of an answer a call may come first, if the other side needs something for its answer (a game
of the student's own is asked for its moves); it is carried out and answered right then. So the
pending calls form a stack on either side, and no answer can meet the wrong question.

Values travel as values (`wire`), with two additions: what the library declares to be sent once is
numbered; and one object on one side is one object on the other, for the whole of an outermost call,
so that `is` gives the same result as in a single process. For texts this holds because equal texts
are one object.

Everything else stays where it is and gets a number; the other side has a `RemoteObject` for it, or
a function. Even numbers are the suite's, odd ones the solution's. An object that either side can
change travels with its state in every message that it is part of, and in the answer to that. What a
call does to values that have crossed over (`mutable_kinds`), at any depth, is part of the next
message (`changed`), and so of the answer: what a test has handed over is afterwards what it would
be in a single process. That holds in later calls, too, as long as the tests have such a value; if
there are many, messages also say which of them the tests no longer have.

An exception is sent as the names of its classes, its text, its number, its arguments and its cause.
One of the solution's classes becomes, for the suite, one of the class that stands in for it.

No answer says where in memory an object is: addresses differ from solution to solution even if
all of their functions behave alike. A hash that is an address is replaced by the object's number,
and an address in a text is left out; a course's own tests, which look at only one hand-in, get a
number for it.
"""

import _thread
import builtins
import operator
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any, TypeVar

from grader.inside.class_facts import held_by
from grader.inside.library import Library
from grader.inside.pair.addresses import without_addresses
from grader.inside.pair.crossing import (
    CONTENTS,
    MentionedValues,
    PeerDecoder,
    PeerEncoder,
    mutable_kinds,
)
from grader.inside.pair.errors import (
    arguments_of,
    is_python_error,
    made,
    name_of_error,
    text_of,
)
from grader.inside.pair.link import Link
from grader.inside.pair.operations import OPERATIONS, WRITING, special_method
from grader.inside.values import KINDS, UnencodableValue
from grader.inside.wire import Violation, dump, load

Read = TypeVar("Read")


SUITE, SOLUTION = 0, 1
FUNCTION_KINDS = (FunctionType, MethodType, BuiltinFunctionType)
BOUND = (MethodType, BuiltinFunctionType)
PLAIN_KINDS = (*CONTENTS, bool, bytearray, range, slice, object, type(None), *FUNCTION_KINDS)
_BUILTIN_KINDS = [kind for kind in vars(builtins).values() if isinstance(kind, type)]
PYTHON_ERRORS = [kind for kind in _BUILTIN_KINDS if issubclass(kind, BaseException)]
FUNCTIONS = (*FUNCTION_KINDS, partial, type)
ORIGIN = "number_of_origin"
# Sent as the cause of an exception that is raised `from None`.
FROM_NONE = False
# So many causes are sent with an exception.
MOST_CAUSES = 5
PARTS_OF_SLICE = 3
# Python's own classes, which are the same on both sides, by name.
PYTHON_CLASSES: Mapping[str, type] = {
    **{kind.__name__: kind for kind in (*PLAIN_KINDS, *PYTHON_ERRORS)},
    **{f"{kind.__module__}.{kind.__qualname__}": kind for kind in KINDS if kind not in PLAIN_KINDS},
}
NAMES_OF_CLASSES = {kind: name for name, kind in PYTHON_CLASSES.items()}
# Functions that are the same on both sides. Not all of `operator`: some can read any attribute.
SHARED_FUNCTIONS = ("eq", "ne", "lt", "le", "gt", "ge", "is_", "is_not")


class Peer:
    """This box's end: its own objects, those it knows of the other side, and the conversation."""

    encoder_class: type[PeerEncoder] = PeerEncoder
    # Which of Python's exceptions are raised here for the other side: others would end pytest.
    raised: tuple[type[BaseException], ...] = (Exception, SystemExit)

    def __init__(self, link: Link, library: Library, side: int) -> None:
        self._link = link
        self._library = library
        self._next = side
        self._objects: dict[int, Any] = {}
        self._numbers: dict[int, int] = {}
        self._kept: list[object] = []
        # Python makes a new object for each access to a method; here equal methods are sent once.
        self._sent_methods: dict[tuple[int, object], object] = {}
        self._changed: list[object] = []
        self._mentioned = MentionedValues(side, mutable_kinds(library))
        self._calls = 0
        # A suite may make calls from several threads: each call has the conversation to itself.
        self._turn = _thread.RLock()
        encoder = self.encoder_class(library, self._other, self._mentioned, self.stays)
        self._encode, self._encode_changes = encoder.encode, encoder.changes
        self._makers = {
            tag: make
            for table in (library.carried, library.understudies)
            for tag, _, make in table.values()
        }
        self._changing = {
            tag: (kind, restore) for kind, (tag, _, restore) in library.changing.items()
        }
        tags: dict[str, Callable[[list[Any]], object]] = {
            "#": self._known,
            "&": self._mentioned.known,
            "&=": lambda data: self._mentioned.receive(data[1], self._decode(data[2])),
            "&~": lambda data: self._mentioned.change(data[1], self._decode(data[2])),
            "=": lambda data: self.keep(self._decode(data[2]), data[1]),
            "f": lambda data: self._function(*data[1:]),
            "o": self._remote,
            "op": self._shared_function,
            "type": python_class,
            "slice": self._slice,
            **dict.fromkeys(self._makers, self._carried),
            **dict.fromkeys(self._changing, self._changeable),
            **self.own_tags(),
        }
        self._decode = PeerDecoder(library, tags).decode
        self._operations: dict[str, Callable[..., object]] = {
            "()": self._invoke,
            ".": self.read_attribute,
            ".=": self.write_attribute,
            "del.": self.delete_attribute,
            "hash": self._hash,
            "exit": self._exit,
            **OPERATIONS,
            **{name: partial(self._write, OPERATIONS[name]) for name in WRITING},
        }

    # -- what each side decides for itself ---------------------------------------------------

    def own_tags(self) -> dict[str, Callable[[list[object]], object]]:
        """Tags that only this side may receive."""
        return {}

    def is_plain(self, value: object) -> bool:
        """Whether an object of the library behaves like every object of its class."""
        return type(value) in self._library.understudies

    def stays(self, kind: type) -> bool:  # noqa: ARG002  # for the solution's side
        """Whether objects of a class stay here although it derives from a value's."""
        return False

    def own_data(self, value: object) -> list[object]:
        """The description of an object that stays here; raises `UnencodableValue`."""
        raise UnencodableValue(f"{type(value).__name__} objects don't travel")

    def without_addresses(self, text: str) -> str:
        """A text for the other side, without memory addresses."""
        return without_addresses(text)

    def make_remote(self, data: list[object]) -> object:
        """What represents the other side's object here; `data` is what `own_data` returned."""
        raise NotImplementedError

    def read_attribute(self, target: object, name: str) -> Any:
        """What the other side gets for an attribute of one of this side's objects."""
        return getattr(target, name)

    def write_attribute(self, target: object, name: str, value: object) -> None:
        """Set an attribute for the other side."""
        setattr(target, name, value)

    def delete_attribute(self, target: object, name: str) -> None:
        """Delete an attribute for the other side."""
        delattr(target, name)

    def refuse_call(self, operation: str, operands: Sequence[object]) -> None:
        """Raise an exception if the other side may not do this here."""

    def names_of_error(self, kind: type) -> list[str]:
        """The names by which the other side may know the class of an exception."""
        return [name_of_error(kind)] if is_python_error(kind) else []

    def stand_in_for_error(
        self,
        names: list[str],  # noqa: ARG002  # for the suite's side
        number: int,  # noqa: ARG002
    ) -> BaseException | None:
        """A stand-in for the other side's exception, if its class is known here."""
        return None

    def printed(self) -> object:
        """What was printed here since the last message and belongs to the other side's output.

        It is a text, or a list with the text of the output and that of the errors.
        """
        return ""

    def show(self, printed: object) -> None:
        """Print what the other side has printed."""

    # -- asking ------------------------------------------------------------------------------

    def call(
        self, target: object, method: str, arguments: tuple[object, ...], named: dict[str, object]
    ) -> object:
        """Call an object of the other side, or a method of it."""
        return self.ask("()", target, method, arguments, tuple(named.items()))

    def ask(self, operation: str, *operands: object) -> Any:
        """The result of an operation on the other side; raises what it raises."""
        with self._turn:
            self._begin_call()
            try:
                return self._asked(operation, operands)
            finally:
                self._calls -= 1

    def _begin_call(self) -> None:
        # In either direction; it may be the outermost one. The end of a call, `-= 1`, is written
        # inline: in endless recursion, one more function call could be one too many.
        if self._calls == 0:
            self._mentioned.forget()
        self._calls += 1

    def _asked(self, operation: str, operands: Sequence[object]) -> object:
        try:
            message = self._mentioned.whole(lambda: self._call_of(operation, operands))
        except UnencodableValue as error:
            raise TypeError(f"this can't be handed over: {error}") from None
        while True:
            answer = self._exchange(message)
            match answer:
                case [_, "give", changed, value]:
                    return self.read_whole(lambda: self._values_of(changed, [value]))[0]
                case [_, "raise", changed, error]:
                    raise self.read_whole(lambda: self._raised_by(changed, error))
                case [_, "call", _, _, *_]:
                    message = self.carry_out(answer)
                case _:
                    raise Violation("a malformed message")

    def _call_of(self, operation: str, operands: Sequence[object]) -> bytes:
        changed, data = self._encode_changes(), [self._encode(x) for x in operands]
        return dump([self.printed(), "call", operation, data, *([changed] if changed else [])])

    def _exchange(self, message: bytes) -> Any:
        answer = self._link.exchange(message)
        self.show(answer[0])
        return answer

    def _raised_by(self, changed: Sequence[object], error: list[object]) -> BaseException:
        self._update(changed)
        return self._error_of(error)

    def _error_of(self, data: list[Any]) -> BaseException:
        """The exception that the other side has described; it may be one of this side's."""
        names, text, number, arguments, cause = data
        # Decode everything, needed or not: both sides must count the same values as crossed over.
        given = (text,) if arguments is None else (*map(self._decode, arguments),)
        behind = self._error_of(cause) if type(cause) is list else None
        if number in self._objects and self._gives(number):
            own: BaseException = self._objects[number]
            return own
        error = self.stand_in_for_error(names, number) or made(names, given, text, self.raised)
        if not (isinstance(error, OSError) and error.filename):  # the file name is not in `args`
            BaseException.args.__set__(error, given)  # type: ignore[attr-defined]
        held_by(error)[ORIGIN] = number
        if behind is not None:
            error.__cause__ = behind
        elif cause is FROM_NONE:
            error.__cause__ = None  # setting it also sets `__suppress_context__`
        return error

    def ask_to_exit(self, target: object, error: BaseException | None) -> object:
        """Let an object of the other side end a `with` statement."""
        with self._turn:
            self._begin_call()  # the description belongs to this call
            try:
                data = None if error is None else self._described(error, MOST_CAUSES)
                return self.ask("exit", target, data and dump(data).decode())
            finally:
                self._calls -= 1

    # -- answering ---------------------------------------------------------------------------

    def carry_out(self, call: list[object]) -> bytes:
        """The message that answers the other side's call."""
        self._begin_call()
        try:
            return self._answer(call)
        finally:
            self._calls -= 1

    def _answer(self, call: list[Any]) -> bytes:
        changed: list[object] = []
        self._changed = changed
        try:
            operands = self.read_whole(
                lambda: self._values_of(call[4] if call[4:] else (), call[3])
            )
            self.refuse_call(call[2], operands)
            value = self._done(self._operations[call[2]], operands)
            return self._given(changed, value)
        except BaseException as error:  # every exception is the other side's business
            described = self._described(error, MOST_CAUSES)
            return dump([self.printed(), "raise", self._changes_if_any(changed), described])

    def read_whole(self, read: Callable[[], Read]) -> Read:
        """What `read` returns; it reads a part of a message."""
        return read()

    def _values_of(self, changed: Sequence[object], values: Sequence[object]) -> list[object]:
        self._update(changed)
        return [self._decode(value) for value in values]

    def _done(self, operation: Callable[..., object], operands: Sequence[object]) -> object:
        """The result of an operation on this side."""
        return operation(*operands)

    def _given(self, changed: list[object], value: object) -> bytes:
        try:
            return self._mentioned.whole(lambda: self._answer_of(changed, value))
        except UnencodableValue as error:
            # Not an exception that a test could expect.
            raise UnencodableValue(f"the answer can't be handed over: {error}") from None

    def _answer_of(self, changed: list[object], value: object) -> bytes:
        given = self._changes(changed), self._encode(value)
        return dump([self.printed(), "give", *given])

    def _changes(self, changed: list[object]) -> list[object]:
        return [*self._encode_changes(), *[self._encode(one) for one in changed]]

    def _changes_if_any(self, changed: list[object]) -> list[object]:
        try:
            return self._mentioned.whole(lambda: self._changes(changed))
        except UnencodableValue:  # perhaps the very error being reported
            return []

    def _described(self, error: BaseException, most_causes: int) -> list[object]:
        number = getattr(error, ORIGIN, None)
        if number is None:
            number = self._number(error)
        cause = error.__cause__ if most_causes else None
        without = FROM_NONE if cause is None and error.__suppress_context__ else None
        return [
            [name for kind in type(error).__mro__ for name in self.names_of_error(kind)],
            self.without_addresses(text_of(error)),
            number,
            self._arguments(error),
            without if cause is None else self._described(cause, most_causes - 1),
        ]

    def _arguments(self, error: BaseException) -> list[object] | None:
        try:
            arguments = [*map(self._without_address, arguments_of(error))]
            return self._mentioned.whole(lambda: [self._encode(x) for x in arguments])
        except UnencodableValue:
            return None

    def _write(self, operation: Callable[..., object], *operands: object) -> object:
        return self._without_address(operation(*operands))

    def _without_address(self, value: object) -> object:
        return self.without_addresses(value) if type(value) is str else value

    def _exit(self, target: object, error: Any) -> object:
        leave = special_method(target, "__exit__")
        if error is None:
            return leave(None, None, None)
        raised = self.read_whole(lambda: self._error_of(load(error.encode())))
        return leave(type(raised), raised, None)

    def _invoke(self, target: Any, method: str, arguments: Any, named: Any) -> object:
        function = self.read_attribute(target, method) if method else target
        return function(*arguments, **dict(named))

    def _hash(self, value: object) -> int:
        kind: Any = type(value)
        if not isinstance(value, FUNCTIONS) and kind.__hash__ is not object.__hash__:
            return hash(value)
        return self._numbers[id(value)] if id(value) in self._numbers else self._number(value)

    # -- numbers -----------------------------------------------------------------------------

    def keep(self, value: object, number: int) -> object:
        """Remember the other side's object by the number that came with it.

        Raises `Violation` for one of this side's numbers: the other side could pass off an object
        of its own as one that it was handed.
        """
        if type(number) is not int or number < 0 or self._gives(number):
            raise Violation("a number that the other side doesn't give")
        return self._remember(value, number)

    def owns(self, value: object) -> bool:
        """Whether the other side knows an object because this side handed it over."""
        number = self._numbers.get(id(value))
        return number is not None and self._gives(number)

    def _gives(self, number: int) -> bool:
        return number % 2 == self._next % 2

    def _remember(self, value: object, number: int) -> object:
        self._objects[number] = value
        self._numbers[id(value)] = number
        self._kept.append(value)  # keep it alive, so that its id isn't reused
        return value

    def number_of(self, value: object) -> int:
        """The number by which both sides know an object; raises `KeyError`."""
        return self._numbers[id(value)]

    def is_same(self, one: object, other: object) -> bool:
        """Whether both stand for the same object of the other side."""
        number = self._numbers.get(id(one))
        return number is not None and number == self._numbers.get(id(other))

    def _number(self, value: object) -> int:
        number = self._next
        self._next += 2
        self._remember(value, number)
        return number

    def _known(self, data: list[Any]) -> object:
        try:
            return self._objects[data[1]]
        except (KeyError, TypeError, IndexError):
            raise Violation("a number that stands for nothing") from None

    # -- values that `wire` doesn't know -----------------------------------------------------

    def _other(self, value: Any) -> list[object]:
        kind = type(value)
        if kind in self._library.changing:
            return self._state_of(value)
        if kind in BOUND:
            value = self._sent_methods.setdefault(_method_key(value), value)
        if id(value) in self._numbers:
            return ["#", self._numbers[id(value)]]
        if kind is type and value in NAMES_OF_CLASSES:
            return ["type", NAMES_OF_CLASSES[value]]
        data = self._sent_once(value)
        if data is not None:
            return ["=", self._number(value), data]
        if kind in self._library.carried:
            tag, parts, _ = self._library.carried[kind]
            return [tag, *map(self._encode, parts(value))]
        if kind is BuiltinFunctionType and value in map(vars(operator).get, SHARED_FUNCTIONS):
            return ["op", value.__name__]
        if kind is slice:
            return ["slice", *map(self._encode, (value.start, value.stop, value.step))]
        data = self.own_data(value)
        return [data[0], self._number(value), *data[1:]]

    def _sent_once(self, value: object) -> list[object] | None:
        for kind in self._library.sent_once:
            if isinstance(value, kind):
                tag, fields = self._library.records[kind]
                return [tag, *[self._encode(getattr(value, name)) for name, _ in fields]]
        return self.understudy(value, type(value)) if self.is_plain(value) else None

    def understudy(self, value: object, kind: type) -> list[object] | None:
        """The data of an object of the library whose methods change nothing, or None."""
        if kind not in self._library.understudies:
            return None
        tag, parts, _ = self._library.understudies[kind]
        return [tag, *map(self._encode, parts(value))]

    def _carried(self, data: list[Any]) -> object:
        return self._makers[data[0]](*map(self._decode, data[1:]))

    def _function(
        self, number: int, name: str = "remote", doc: str | None = None
    ) -> Callable[..., object]:
        def remote(*arguments: object, **named: object) -> object:
            return self.call(remote, "", arguments, named)

        remote.__name__, remote.__doc__ = name, doc
        self.keep(remote, number)
        return remote

    def _shared_function(self, data: list[object]) -> object:
        if data[1] not in SHARED_FUNCTIONS:
            raise Violation("a function that is not shared")
        return getattr(operator, data[1])

    def _slice(self, data: list[object]) -> slice:
        _tag, *parts = data
        if len(parts) != PARTS_OF_SLICE:
            raise Violation("a slice without its ends")
        return slice(*map(self._decode, parts))

    def _remote(self, data: list[Any]) -> object:
        return self.keep(self.make_remote(data), data[1])

    # -- objects that either side may change -------------------------------------------------

    def _state_of(self, value: object) -> list[object]:
        if id(value) not in self._numbers:
            self._number(value)
        tag, state, _ = self._library.changing[type(value)]
        return [tag, self._numbers[id(value)], self._encode(state(value))]

    def _changeable(self, data: list[Any]) -> object:
        tag, number, state = data
        kind, restore = self._changing[tag]
        if number not in self._objects:
            self.keep(kind(), number)
        value = self._objects[number]
        if type(value) is not kind:
            raise Violation("a state of another kind of object")
        restore(value, self._decode(state))
        self._changed.append(value)
        return value

    def _update(self, changed: Sequence[object]) -> None:
        for one in changed:
            self._decode(one)


def _method_key(method: Any) -> tuple[int, object]:
    """A method's owner and function: equal for methods that Python finds equal."""
    if type(method) is BuiltinFunctionType:
        return id(method.__self__), method.__name__
    return id(method.__self__), id(method.__func__)


def python_class(data: list[object]) -> type:
    """One of Python's own classes by name; raises `Violation`."""
    match data:
        case [_, str(name)] if name in PYTHON_CLASSES:
            return PYTHON_CLASSES[name]
    raise Violation("a class that is not one of Python's own values")
