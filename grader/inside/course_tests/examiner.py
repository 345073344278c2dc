"""The tests' end of a pair of boxes: stand-ins for a hand-in's modules, which are not trusted.

What its answers may be, and what they may be asked, is judged in `judged`.

The hand-in may use objects of the tests as a program uses what it is handed: call them, and use
public attributes and operators of those it got. The rest is refused: a function leads to the
module that it was written in, and so to all expected values; a mock's records are what its test
looks at.
"""

import linecache
import random
import sys
from collections import UserString
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from pathlib import PosixPath
from types import TracebackType
from typing import Any

from grader.inside.class_facts import mro_of
from grader.inside.course_tests.asked import (
    EACH,
    FOUND_AS,
    AskedQuestions,
    is_of_hand_in,
    is_remote,
    real,
)
from grader.inside.course_tests.claims import FailedClaims
from grader.inside.course_tests.closed.attributes import (
    ATTRIBUTES,
    attributes_of,
    is_closed,
    is_code_of,
    is_metaclass,
    is_open,
    tells_more,
)
from grader.inside.course_tests.containers import (
    CODECS,
    TABLES,
    EmptyArray,
    are_fields,
    judged_arrays,
    named_tuple,
    with_containers,
)
from grader.inside.course_tests.exits import bound_exits
from grader.inside.course_tests.functions import (
    AskedFunction,
    AskedObject,
    annotations_of,
    described_function,
)
from grader.inside.course_tests.given_objects import (
    described_member,
    given_class,
    member_of,
    object_of,
)
from grader.inside.course_tests.judged import CONTENT, PLAINEST, JudgingPeer
from grader.inside.course_tests.mirrored import DescribedClasses, described_below
from grader.inside.course_tests.notices import MOST, give_again
from grader.inside.course_tests.patches import ChangedSettings, Patches, binding
from grader.inside.course_tests.python_kinds import known_kinds
from grader.inside.course_tests.shared_folder import SharedFiles
from grader.inside.course_tests.subject import (
    COROUTINE,
    GENERATOR,
    ITERATOR,
    OTHER,
    TEXT,
    iterated,
)
from grader.inside.library import Library
from grader.inside.pair.crossing import BASE_NAMES
from grader.inside.pair.errors import is_python_error, kind_of_error, with_more
from grader.inside.pair.link import Link
from grader.inside.pair.operations import BINARY, DIVMOD
from grader.inside.pair.peer import Peer
from grader.inside.pair.remote import FIELDS, remote_class_of
from grader.inside.pair.signatures import heard
from grader.inside.pair.standins import (
    StandIn,
    StandInClass,
    is_exact,
)
from grader.inside.values import KINDS
from grader.inside.wire import Violation

# How a test's record says that an exception is hidden.
HIDES, HANDED_IN = "hides", "of the hand-in"
TEXTS = (str, bytes, bytearray, UserString)
# The description of an object whose class only the tests have.
WITH_TESTS: list[object] = ["o", None, []]
# Attributes that pytest and its like look for in everything, and ours.
LOOKED_FOR = ("_pytest", "_mock", "_is_coroutine", "_stands_for", "_claims")
# What a class says of its objects' places in a `match`, its members and fields, and what it lacks.
OF_CLASSES = (
    *("__match_args__", "__members__", "__abstractmethods__", "__slots__", "__dict__", FIELDS),
)
# Values that can't replace a method.
HARMLESS_KINDS = PLAINEST.union((list, tuple), KINDS, CODECS).difference(TABLES.values())
# Index of an object's value in its description, if its class derives from one of values.
CONTENT_AT = 4
# At most this much is taken over from the hand-in's traceback of an exception.
MOST_FRAMES, MOST_TEXT = 8, 200


class ExaminerPeer(JudgingPeer):
    """The tests' end of the conversation."""

    remote_class = AskedObject
    hands_over_added = True

    def __init__(self, link: Link, library: Library, asked: AskedQuestions) -> None:
        # Imported only here: the hand-in's box runs the same code, but has no pytest.
        from _pytest.compat import LEGACY_PATH

        known = with_containers(library)
        # A `tmpdir` object can run and import files, so a hand-in gets its path.
        codecs = {**known.codecs, LEGACY_PATH: (lambda value, _: ["path", str(value)], {})}
        codecs |= judged_arrays(codecs, self._judged_array)
        super().__init__(link, replace(known, codecs=codecs), asked)
        self._folder_kind = LEGACY_PATH
        self.frames: dict[int, list[object]] = {}
        self._raised: list[BaseException] = []
        self._noticed: list[object] = []
        self._settings = ChangedSettings()
        self.patches = Patches()
        self._described_classes = DescribedClasses()
        self.files: SharedFiles | None = None
        self._answers = 0
        self.claims = FailedClaims(asked.admits_event)
        # The classes that tests and hand-ins have been given: `node.Node`.
        self.given: frozenset[str] = frozenset()
        # Set by the finder of the modules (see `ExaminerFinder`).
        self.class_of: Callable[[str, str], type | None] = lambda _module, _name: None
        self._operations |= {"readline": _readline, "read": _read, "iter": iterated}
        self._operations[ATTRIBUTES] = attributes_of
        self._seed = random.seed
        random.seed = self._seed_both
        bound_exits(lambda: self._answers, self._hiding)

    def _seed_both(self, a: Any = None, version: int = 2) -> None:
        # In a single process both share one sequence of random numbers: seed both boxes alike.
        self._seed(a, version)
        self.ask("seed", a, version)

    def ask(self, operation: str, *operands: Any) -> Any:
        if self.files is None:
            self._tell_what_changed()
            return self._answered(operation, operands)
        self.files.give()
        self._tell_what_changed()
        if operation == "()":
            target, method, arguments, named = operands
            arguments = tuple(map(self._as_path, arguments))
            keys, values = [key for key, _ in named], [self._as_path(one) for _, one in named]
            there = tuple(zip(keys, self.files.to_there(values), strict=True))
            operands = (target, method, self.files.to_there(arguments), there)
        try:
            value = self._answered(operation, operands)
        except BaseException as error:
            if self.is_theirs(error) or self.owns(error):
                self.files.fetch()
            if isinstance(error, OSError) and error.filename and self.is_theirs(error):
                error.filename = self.files.to_here(error.filename)
            raise
        self.files.fetch()
        return self.files.to_here(value)

    def _as_path(self, value: object) -> object:
        return PosixPath(value) if isinstance(value, self._folder_kind) else value

    @property
    def is_answering(self) -> bool:
        """Whether something is done here at the hand-in's request."""
        return self._answers > 0

    def carry_out(self, call: list[object]) -> bytes:
        """The message that answers a call of the hand-in."""
        self._answers += 1
        before = self._found
        self._found = self._asked_of_it.found(f"given by {call[2]}", among_own=True)
        linecache.clearcache()  # it holds lines of the tests, which a logger can print
        try:
            return super().carry_out(call)
        finally:
            self._found = before
            self._answers -= 1

    def _invoke(self, target: object, method: Any, arguments: Any, named: Any) -> object:
        # The hand-in's calls pass paths of its own folder, also to a spy on `open`.
        if self.files is None:
            return super()._invoke(target, method, arguments, named)
        here = tuple(map(self.files.to_here, arguments))
        pairs = tuple([(name, self.files.to_here(value)) for name, value in named])
        [there] = self.files.to_there([super()._invoke(target, method, here, pairs)])
        return there

    def share_files(self) -> None:
        """From now on share files between the tests and the hand-in, in both directions."""
        self.files = SharedFiles(super().ask)

    def _tell_what_changed(self) -> None:
        if (news := self._settings.news()) is not None:
            super().ask("furnish", *news)
        for change in self.patches.news():
            super().ask("replace", *change)

    def _asked(self, operation: str, operands: Sequence[object]) -> object:
        before = self.claims.count
        try:
            return super()._asked(operation, operands)
        except (StopIteration, StopAsyncIteration) as error:
            # It would silently end the `map` or `all` from which a test calls a function.
            event = f"{operation} stops an iteration"
            if operation == "next" or self._asked_of_it.admits_event(event):
                raise
            stopped = RuntimeError(f"a function raised {type(error).__name__}")
            self._note_as_theirs(stopped, self.frames.get(id(error), []))
            raise stopped from None
        except BaseException as error:
            if operation != ".":  # `hasattr` expects this one
                self.claims.let_through(error, before)
            raise
        finally:
            try:
                self._give_again()
            finally:
                self.claims.raise_hidden(before)

    def show(self, printed: object) -> None:
        match printed:
            case str() | [str(), str()]:
                super().show(printed)
            case [str() as text, str() as errors, [*noticed]]:
                super().show([text, errors])
                self._noticed += noticed[:MOST]
            case _:
                raise Violation("what is printed is no text")

    def _give_again(self) -> None:
        noticed, self._noticed = self._noticed, []
        self._calls -= 1  # the other side's call has ended: what is asked now is a new one
        try:
            for notice in noticed:
                give_again(notice, self._classes)
        finally:
            self._calls += 1

    def _function(self, number: int, *_: object) -> Any:
        return self._arrived(self.keep(AskedFunction(self), number), number)

    def own_tags(self) -> dict[str, Callable[[list[object]], object]]:
        return {
            "named": self._named_tuple,
            "class": self._class,
            "member": self._member,
            "property": self._property,
            "more": self._more,
            "table": self._table,
            "defaultdict": self._defaultdict,
            "type": self._class_of_python,
            "&": lambda data: self._judged_again(self._mentioned.known(data)),
            "&=": lambda data: self._mentioned.receive(data[1], self._value_of(data[2])),
        }

    def _member(self, data: list[object]) -> object:
        """A member of an enum; of a given enum it is the tests' own."""
        match data:
            case [_, int(number), str(kind), str() | int() as key, *bases]:
                if kind in self.given:
                    return self.keep(member_of(given_class(kind), key), number)
                return self._remote(["o", number, kind, *bases])
        raise Violation("a member of an enum without its name")

    def _property(self, data: list[object]) -> object:
        """A property of a class of the hand-in, which the tests may look at."""
        match data:
            case [_, int(number), str() | None as doc, get, put, delete]:
                read, write, remove = map(self._decode, (get, put, delete))
                made: object = property(read, write, remove, "")
                made.__doc__ = doc  # else `property` asks the getter for it
                return self._arrived(self.keep(made, number), number)
        raise Violation("a property without its functions")

    def _more(self, data: list[object]) -> object:
        """A value whose class adds to it: an object where the reference has one, else plain."""
        match data:
            case [_, int(number), plain]:
                content: object = self._decode(plain)
                if not self._found.has_objects:
                    return content
                if number not in self._objects:
                    kind: type = type(content)
                    self.keep(remote_class_of(kind, AskedObject)(self), number)
                return self._known(["#", number])
        raise Violation("a value of a class of its own without a number")

    def _class(self, data: list[object]) -> object:
        """A class: the tests' stand-in for one of the reference's, or a new one."""
        match data:
            case [_, int(number), str(module), str(name)]:
                is_given = f"{module}.{name}" in self.given
                kind = given_class(f"{module}.{name}") if is_given else self.class_of(module, name)
                made = self._unknown_class(name) if kind is None else kind
                return self._arrived(self.keep(made, number), number)
        raise Violation("a class without the names of it and of its module")

    def _unknown_class(self, name: str) -> type:
        for kind in known_kinds([name]):
            return kind
        names = {"_peer": self, "_module": "", "__module__": "", FOUND_AS: self._found.question}
        return StandInClass(name if name.isidentifier() else OTHER, (StandIn,), names)

    def _named_tuple(self, data: list[object]) -> object:
        match data:
            case [_, str(name), str(fields), *parts] if are_fields(name, fields):
                kind = named_tuple(name, fields)
                if len(kind._fields) == len(parts):
                    return kind(*map(self._decode, parts))
        raise Violation("a named tuple of other parts than names")

    def _other(self, value: object) -> list[object]:
        if type(value) is EmptyArray:
            encoded: list[object] = self._encode(value.array)
            return encoded
        return super()._other(
            self.claims.told(value) if isinstance(value, BaseException) else value
        )

    def own_data(self, value: object) -> list[object]:
        if described := described_function(value):
            annotations = annotations_of(value, self._knows_class).items()
            encoded = [[name, self._encode(kind)] for name, kind in annotations]
            name, doc, *more = described
            return ["f", name, doc, [*more, encoded]]
        kind = f"{type(value).__module__}.{type(value).__qualname__}"
        if kind not in self.given:
            data = super().own_data(value)
            if data == WITH_TESTS:
                return [*data, self._described_classes.of(value)]
            is_below = data[0] == "o" and any(map(is_exact, mro_of(type(value))[1:]))
            return [*data, described_below(value)] if is_below else data
        return described_member(value, kind) or [*super().own_data(value), kind]

    def _knows_class(self, kind: object) -> bool:
        """Whether something is a class of the hand-in."""
        is_sent = id(kind) in self._names or id(kind) in self._numbers
        return isinstance(kind, StandInClass) and is_sent

    def may_ask(self, name: str) -> bool:
        # Names with a single underscore are private, but tests may know them.
        return not name.startswith(("__", *LOOKED_FOR)) or name in OF_CLASSES

    def order_of(self, kind: StandInClass) -> tuple[object, ...]:
        order = tuple(self.ask("mro", kind))
        for one in order:
            if is_exact(one) and not vars(one)["_module"] and "__annotations__" not in vars(one):
                said = heard(self.ask("described", one)).get("", {})
                type.__setattr__(one, "__annotations__", said.get("__annotations__") or {})
        return order

    def bases_of(self, kind: StandInClass) -> tuple[object, ...]:
        return tuple(self.ask("bases", kind))

    def base_of(self, kind: StandInClass, data: list[object]) -> type | None:  # noqa: ARG002
        match data[3:]:
            case [str(name), *_]:
                return BASE_NAMES.get(name)
        return None

    def put_into(self, kind: StandInClass, name: str, value: object) -> None:
        if placed := binding(value):
            self.ask("place", kind, name, *placed)
        else:
            super().put_into(kind, name, value)

    def make_remote(self, data: list[Any]) -> object:
        name: object = data[2]
        if type(name) is not str:
            raise Violation("an object without the name of its class")
        if name == TEXT:
            return self._text_with_attributes(data)
        if name in self.given:
            return self._given_object(name, data[1])
        remote: Any = super().make_remote(data)
        if name not in MADE_OF:
            if data[CONTENT_AT:]:
                vars(real(remote))[CONTENT] = self._decode(data[CONTENT_AT])
            return remote
        vars(remote)[EACH] = self._found.question
        # An iterator over it may only ask for the next element.
        made = MADE_OF[name](self.keep(remote, data[1]))
        self._steps[data[1]] = made, remote
        return made

    def _text_with_attributes(self, data: list[object]) -> "AskedText":
        match data[3:]:
            case [str(content)]:
                text = AskedText(self._decode(content))
                text._peer = self
                return text
        raise Violation("a text that is none")

    def _given_object(self, name: str, number: int) -> object:
        remote = self.remote_class(self)
        self.keep(remote, number)
        return object_of(given_class(name), remote)

    def _remote(self, data: list[Any]) -> object:
        return self._arrived(super()._remote(data), data[1])

    def _known(self, data: list[Any]) -> object:
        return self._arrived(super()._known(data), data[1])

    # -- what the hand-in may do with objects of the tests' --------------------------------------

    def refuse_call(self, operation: str, operands: Sequence[object]) -> None:
        if operation != ATTRIBUTES:  # part of sending an exception of the tests
            # The operands have been read, so their kinds are known now.
            self._asked_of_it.note(operands[1:] or operands, self._found, self.owns)
        self._look_at_new()
        if operation in ("input", "readline", "read"):
            return
        first, second = (*operands, None, None)[:2]
        # A value may be the left operand of these; but `text % object` does what the text says.
        is_reflected = operation in (*BINARY, DIVMOD) and not isinstance(first, TEXTS)
        if not self.owns(first) and not (is_reflected and self.owns(second)):
            raise Violation("an operation on what is none of the tests' objects")
        match operands:
            case [kind, _, [_, _, *_], _] if operation == "()" and is_metaclass(kind):
                raise TypeError("a hand-in makes no classes of its own out of the tests'")

    def _write(self, operation: Callable[..., object], *operands: object) -> object:
        target, kind = operands[0], type(operands[0]).__name__
        # If the solution has it written, too, a test may compare the text.
        is_free = not tells_more(target) or self._asked_of_it.admits_event(f"writes {kind}")
        if is_closed(target) or not is_free:
            return f"<{kind} object>"
        return super()._write(operation, *operands)

    def read_attribute(self, target: object, name: str) -> object:
        self._refuse_attribute(target, name)
        return super().read_attribute(target, name)

    def write_attribute(self, target: object, name: str, value: object) -> None:
        self._refuse_change(target, name, is_plain=type(value) in HARMLESS_KINDS)
        super().write_attribute(target, name, value)

    def delete_attribute(self, target: object, name: str) -> None:
        self._refuse_change(target, name)
        super().delete_attribute(target, name)

    def _refuse_change(self, target: object, name: str, *, is_plain: bool = False) -> None:
        self._refuse_attribute(target, name)
        # The test may ask its own object afterwards, and trusts the answer.
        is_code = is_code_of(target, name, is_plain=is_plain)
        if is_code and not self._asked_of_it.admits_event(f"replaces {name}"):
            raise AttributeError(
                f"{type(target).__name__!r} object attribute {name!r} is read-only"
            )

    def _refuse_attribute(self, target: object, name: object) -> None:
        if not is_open(target, name):
            raise AttributeError(f"{type(target).__name__!r} object has no attribute {name!r}")

    # -- exceptions ------------------------------------------------------------------------------

    def first_error(self, names: list[str]) -> type | None:
        """The class of the first of these names of exceptions that is known here."""
        for name in names:
            given = given_class(name) if name in self.given else kind_of_error(name)
            kind = self._classes.get(name, given)
            if isinstance(kind, type) and issubclass(kind, Exception):
                return kind
        return None

    def stand_in_for_error(self, names: list[str], number: int) -> BaseException | None:
        for name in names:
            if name in self.given and issubclass(kind := given_class(name), BaseException):
                error: BaseException = kind.__new__(kind)
                return error
        return super().stand_in_for_error(names, number)

    def ask_to_exit(self, target: object, error: BaseException | None) -> object:
        """Let an object of the hand-in end a `with` statement.

        It may hide only exceptions that the reference's hides too: else it could hide a claim.
        """
        answer = super().ask_to_exit(target, error)
        return answer if error is None else self._hiding(answer, error)

    def call(
        self, target: object, method: str, arguments: tuple[object, ...], named: dict[str, object]
    ) -> object:
        """Call something of the hand-in, which may be on an `ExitStack` of the tests."""
        match arguments:
            case [type(), BaseException() as error, TracebackType()]:
                return self._hiding(super().call(target, method, arguments, named), error)
        return super().call(target, method, arguments, named)

    def _hiding(self, answer: object, error: BaseException) -> object:
        """Whether an answer hides an exception; raises `AssertionError` if no test expects that.

        A failed claim is never hidden: it goes on with its own message.
        """
        # Evaluate it only once: the next time, the hand-in's object may answer differently.
        hides = bool(answer)
        name = HANDED_IN if self.is_theirs(error) else type(error).__name__
        if not hides or self._asked_of_it.admits_event(f"{HIDES} {name}"):
            return hides if is_of_hand_in(answer) else answer
        if self.claims.is_one(error) or not isinstance(error, Exception):
            return False
        raise AssertionError(f"a `with` of the hand-in's hides this {type(error).__name__}")

    def _described(self, error: BaseException, most_causes: int) -> list[object]:
        is_theirs = self.is_theirs(error)
        if self.is_answering and not self.claims.note(error, is_theirs=is_theirs):
            self._note_as_theirs(error, [])  # raised by something that the hand-in called
        return super()._described(self.claims.told(error), most_causes)

    def _error_of(self, data: list[Any]) -> BaseException:
        *described, own, frames = data
        error = self._with_more(super()._error_of(described), described, own)
        # It may name any of the tests' exceptions as the one that it has raised.
        if self.is_theirs(error) or not self.owns(error):
            self._note_as_theirs(error, [one for one in frames if _is_frame(one)][:MOST_FRAMES])
        return error

    def _with_more(
        self, error: BaseException, described: list[Any], own: list[object]
    ) -> BaseException:
        """One of Python's exceptions, with the text and attributes that the hand-in gives it."""
        _, text, number, *_ = described
        has_words, has_attributes = own
        if not is_python_error(type(error)) or self._gives(number):
            return error  # one of a known class, or the tests' own
        if has_words is not True and has_attributes is not True:
            return error

        def ask(name: str) -> object:
            if not self.may_ask(name):
                raise AttributeError(f"{type(error).__name__!r} object has no attribute {name!r}")
            if not is_remote(known := self._objects.get(number)):
                known = self.keep(AskedObject(self), number)
            return self.ask(".", known, name)

        said = text if has_words is True and type(text) is str else None
        return with_more(error, said, ask)

    def _note_as_theirs(self, error: BaseException, frames: list[object]) -> None:
        self.frames[id(error)] = self.frames.get(id(error)) or frames
        self._raised.append(error)  # keep it alive, so that its id isn't reused

    def let_tests_end(self) -> None:
        """Let go of the values of earlier tests, which tracebacks of their exceptions hold."""
        for error in self._raised:
            error.__traceback__ = None

    def is_theirs(self, error: BaseException) -> bool:
        """Whether the hand-in has raised an exception."""
        return id(error) in self.frames


def _readline() -> str:
    return sys.stdin.readline()  # looked up now: a test may have replaced it


def _read() -> str:
    return sys.stdin.read()


def _steps(remote: Any) -> Generator[object, object, object]:
    return (yield from remote)


async def _awaited(remote: Any) -> object:
    return remote._peer.ask("await", remote)


def _same(value: object) -> object:
    return value


# A `map`, unlike a generator, has no `send`, and `inspect.isgenerator` denies it.
MADE_OF: Mapping[str, Callable[[object], object]] = {
    ITERATOR: lambda remote: map(_same, _steps(remote)),
    GENERATOR: _steps,
    COROUTINE: _awaited,
}


class AskedText(str):
    """A text of the hand-in with extra attributes, which are asked for."""

    __slots__ = ("_peer",)
    _peer: Peer

    def __getattr__(self, name: str) -> object:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._peer.ask(".", self, name)


def _is_frame(data: object) -> bool:
    """Whether untrusted data from the hand-in is a file, a line number and a text."""
    match data:
        case [str(file), int(line), str(text)]:
            return type(line) is int and max(len(file), len(text)) <= MOST_TEXT
    return False
