"""The tests' end of a pair of boxes: stand-ins for a hand-in's modules, which it doesn't believe.

Tests that compare objects of the hand-in's with `==` ask the hand-in, so an object that is equal to
everything would pass them all. What a value that isn't plain may be asked is therefore what the
reference's was asked in the same test (`Asked`), and by operators nothing at all where the
reference answers with a plain value: no object decides whether it is the expected number.

The hand-in may do with objects of the tests what a program does with what it is handed: call them,
and use public attributes and operators of those that it got. The rest is refused: a function leads
to the module in which it was written, and with that to all expected values; what a mock has noted
is what its test looks at.
"""

import random
import sys
from collections import UserString
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib.machinery import ModuleSpec
from pathlib import PosixPath
from string import Formatter
from types import (
    AsyncGeneratorType,
    CodeType,
    CoroutineType,
    FrameType,
    FunctionType,
    GeneratorType,
    ModuleType,
    TracebackType,
)
from typing import Any

from grader.inside.course_tests.asked import (
    ALWAYS_ASKED,
    FOUND_AS,
    KIND,
    UNLIKE,
    Asked,
    Found,
    copied,
    is_remote,
    is_unlike,
    kind_of,
    question_of,
    real,
)
from grader.inside.course_tests.containers import are_fields, named_tuple, with_containers
from grader.inside.course_tests.functions import AskedFunction, AskedObject
from grader.inside.course_tests.notices import MOST, give_again
from grader.inside.course_tests.patches import Patches
from grader.inside.course_tests.shared_folder import SharedFiles
from grader.inside.course_tests.subject import GENERATOR, ITERATOR, OTHER, TEXT
from grader.inside.course_tests.surroundings import Changed
from grader.inside.library import Library
from grader.inside.student_tests.crossing import BASE_NAMES
from grader.inside.student_tests.link import Link
from grader.inside.student_tests.operations import BINARY, OPERATIONS
from grader.inside.student_tests.peer import FUNCTIONS, Peer
from grader.inside.student_tests.remote import RemoteObject
from grader.inside.student_tests.standins import (
    Outline,
    StandIn,
    StandInClass,
    StandInFinder,
    StandInModule,
    SuitePeer,
)
from grader.inside.wire import Violation

TEXTS = (str, bytes, bytearray, UserString)
# What leads from one object to the frames and modules around it.
CLOSED = (ModuleType, CodeType, FrameType, TracebackType, Formatter)
# Of these modules no object has an attribute for a hand-in: they import, run, unpack, look into
# frames, or decide what becomes of a test.
CLOSED_MODULES = frozenset(
    (
        *("_pytest", "pluggy", "py", "pytest", "unittest", "doctest", "hypothesis"),
        *("bdb", "cmd", "code", "codeop", "ctypes", "importlib", "inspect", "pdb", "pkgutil"),
        *("pickle", "runpy", "shelve", "site", "tarfile", "zipfile", "zipimport"),
    )
)
OPEN_MODULES = ("unittest.mock",)
SUSPENDED = (GeneratorType, CoroutineType, AsyncGeneratorType)
OF_SUSPENDED = ("send", "throw", "close")
# What of the rest changes nothing can be done here with the plain value that an object is, if its
# class is below that of one: a hand-in may have a tuple of its own where the reference has a tuple.
DONE_HERE = {
    **{symbol: OPERATIONS[symbol] for symbol in BINARY},
    **{symbol: OPERATIONS[symbol] for symbol in ("==", "!=", "<", "<=", ">", ">=", "[]", "in")},
    **{name: OPERATIONS[name] for name in ("len", "reversed", "int", "float", "complex", "index")},
    **{name: OPERATIONS[name] for name in ("abs", "round", "neg", "pos", "~")},
    "hash": hash,
}
# What a mock has for its tests alone.
OF_MOCKS = (
    *("call_args", "call_args_list", "call_count", "called", "method_calls", "mock_calls"),
    *("attach_mock", "configure_mock", "mock_add_spec", "reset_mock", "return_value"),
    *("side_effect", "await_args", "await_args_list", "await_count"),
)
# Attributes that pytest and its like look for in everything, and ours.
LOOKED_FOR = ("_pytest", "_mock", "_is_coroutine", "_stands_for", "_claims")

# So much is believed to be on the way to an exception.
MOST_FRAMES, MOST_TEXT = 8, 200


def _is_mock(value: object) -> bool:
    mock = sys.modules.get("unittest.mock")
    return mock is not None and isinstance(value, mock.NonCallableMock)


class ExaminerPeer(SuitePeer):
    """The tests' end of the conversation."""

    remote_class = AskedObject

    def __init__(self, link: Link, library: Library, asked: Asked) -> None:
        # Where the hand-in is, in a box of the same making, there is no pytest.
        from _pytest.compat import LEGACY_PATH

        known = with_containers(library)
        # A `tmpdir` can run and import files; a hand-in gets its path.
        codecs = {**known.codecs, LEGACY_PATH: (lambda value, _: ["path", str(value)], {})}
        super().__init__(link, replace(known, codecs=codecs))
        self._folder_kind = LEGACY_PATH
        self._asked_of_it = asked
        self.frames: dict[int, list[object]] = {}
        self._noticed: list[object] = []
        self._changed_around = Changed()
        self.patches = Patches()
        self.files: SharedFiles | None = None
        self._answers = 0
        self._found = Found()
        # What gives its elements one by one, by the number of what stands for it here.
        self._steps: dict[int, RemoteObject] = {}
        # The finder of the modules says it (see `ExaminerFinder`).
        self.class_of: Callable[[str, str], type | None] = lambda _module, _name: None
        self._operations |= {"readline": _readline, "read": _read}
        self._seed = random.seed
        random.seed = self._seed_both

    def _seed_both(self, a: Any = None, version: int = 2) -> None:
        # In one program there is one sequence of random numbers; here each box has its own.
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
            there = [*zip(keys, self.files.to_there(values), strict=True)]
            operands = (target, method, self.files.to_there(arguments), there)
        try:
            value = self._answered(operation, operands)
        except BaseException as error:
            if self.is_theirs(error):
                self.files.fetch()
            raise
        self.files.fetch()
        return self.files.to_here(value)

    def _as_path(self, value: Any) -> Any:
        return PosixPath(value) if isinstance(value, self._folder_kind) else value

    @property
    def is_answering(self) -> bool:
        """Whether something is done here because the hand-in has asked for it."""
        return self._answers > 0

    def carry_out(self, call: list[object]) -> bytes:
        """The message that answers a call of the hand-in's."""
        self._answers += 1
        try:
            with self._waiting_for(Found()):
                return super().carry_out(call)
        finally:
            self._answers -= 1

    def share_files(self) -> None:
        """Let the hand-in have the files that tests write from now on, and the other way round."""
        self.files = SharedFiles(super().ask)

    def _tell_what_changed(self) -> None:
        if (news := self._changed_around.news()) is not None:
            super().ask("furnish", *news)
        for change in self.patches.news():
            super().ask("replace", *change)

    def _answered(self, operation: str, operands: Sequence[object]) -> object:
        is_admitted = not any(map(is_unlike, operands))
        if operation in ALWAYS_ASKED or (
            is_admitted and self._asked_of_it.admits(operation, operands)
        ):
            found = Found(question_of(operation, operands))
            try:
                with self._waiting_for(found):
                    answer = super().ask(operation, *operands)
            except BaseException as error:
                if found.question and self.is_theirs(error):
                    found = replace(found, question=f"{found.question} raises")
                    self._with_marks(None, self._asked_of_it.unexpected(error.args, found))
                raise
            if not is_admitted:  # what such an object is made of is no more than it is
                return self._with_marks(answer, [*found.objects, *found.steps])
            if type(answer) is AskedFunction:
                vars(answer).setdefault(FOUND_AS, found.question)
            elif found.question:
                return self._with_marks(answer, self._asked_of_it.unexpected(answer, found))
            return answer
        return self._done_here(operation, operands)

    @contextmanager
    def _waiting_for(self, found: Found) -> Iterator[None]:
        """Let what comes meanwhile be among what is found."""
        before, self._found = self._found, found
        try:
            yield
        finally:
            self._found = before

    def _with_marks(self, answer: Any, unexpected: Sequence[Any]) -> Any:
        if is_remote(answer):
            return self._unlike(answer) if unexpected else answer
        for one in unexpected:
            vars(real(one))[UNLIKE] = True
        return answer

    def _unlike(self, value: Any) -> Any:
        """Another one for an object, marked: it may be one that tests have from elsewhere."""
        remote = real(value)
        marked = copied(remote)
        vars(marked)[UNLIKE] = True
        self._numbers[id(marked)] = self.number_of(remote)
        self._kept.append(marked)
        if remote is value:
            return marked
        made = copied(value)
        vars(made)["_stands_for"] = marked
        return made

    def _done_here(self, operation: str, operands: Sequence[Any]) -> object:
        """Do with the plain values that objects are what nobody may ask of the objects."""
        values = [self.ask("content", x) if is_remote(x) else x for x in operands]
        if operation == "in" and is_remote(values[0]) and not is_remote(values[1]):
            values[0] = [*values[0]]  # what it is made of, not what it says of that
        if operation not in DONE_HERE or any(map(is_remote, values)):
            name = kind_of(next(filter(is_remote, operands), operands[0]))
            raise TypeError(f"an answer is an object ({name}) where a plain value is expected")
        return DONE_HERE[operation](*values)

    def _asked(self, operation: str, operands: Sequence[object]) -> object:
        try:
            return super()._asked(operation, operands)
        finally:
            self._give_again()

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
        for notice in noticed:
            give_again(notice, self._classes)

    def _function(self, number: int, *_: object) -> Any:
        return self.keep(AskedFunction(self), number)

    def own_tags(self) -> dict[str, Callable[[list[object]], object]]:
        return {"named": self._named_tuple, "class": self._class}

    def _class(self, data: list[object]) -> object:
        """A class: one of the reference's for the tests, or one that stands in for it alone."""
        match data:
            case [_, int(number), str(module), str(name)]:
                kind = self.class_of(module, name)
                return self.keep(self._unknown_class(name) if kind is None else kind, number)
        raise Violation("a class without the names of it and of its module")

    def _unknown_class(self, name: str) -> StandInClass:
        names = {"_peer": self, "_module": "", "__module__": ""}
        return StandInClass(name if name.isidentifier() else OTHER, (StandIn,), names)

    def _named_tuple(self, data: list[object]) -> object:
        match data:
            case [_, str(name), str(fields), *parts] if are_fields(name, fields):
                kind = named_tuple(name, fields)
                if len(kind._fields) == len(parts):
                    return kind(*map(self._decode, parts))
        raise Violation("a named tuple of other parts than names")

    def own_data(self, value: object) -> list[object]:
        if isinstance(value, FunctionType):
            return ["f", value.__name__, value.__doc__]
        return super().own_data(value)

    def may_ask(self, name: str) -> bool:
        # What begins with one underscore is private, which tests may know.
        return not name.startswith(("__", *LOOKED_FOR))

    def order_of(self, kind: StandInClass) -> tuple[object, ...]:
        return tuple(self.ask("mro", kind))

    def bases_of(self, kind: StandInClass) -> tuple[object, ...]:
        return tuple(self.ask("bases", kind))

    def base_of(self, kind: StandInClass, data: list[object]) -> type | None:  # noqa: ARG002
        match data[3:]:
            case [str(name)]:
                return BASE_NAMES.get(name)
        return None

    def make_remote(self, data: list[Any]) -> object:
        name: object = data[2]
        if type(name) is not str:
            raise Violation("an object without the name of its class")
        if name == TEXT:
            return _text_with_attributes(self, data)
        remote: Any = super().make_remote(data)
        if name not in (ITERATOR, GENERATOR):
            # What is in it is another question.
            question = self._found.question
            vars(real(remote)).setdefault(FOUND_AS, question and f"in {question}")
            return remote
        vars(remote)[FOUND_AS] = self._found.question
        self._steps[data[1]] = remote
        # What iterates over it must not be asked for more than the next of its elements.
        steps = _steps(self.keep(remote, data[1]))
        return steps if name == GENERATOR else map(_same, steps)

    def _remote(self, data: list[Any]) -> object:
        return self._noticed_as_found(super()._remote(data), data[1])

    def _known(self, data: list[Any]) -> object:
        return self._noticed_as_found(super()._known(data), data[1])

    def _noticed_as_found(self, value: object, number: int) -> object:
        if is_remote(value):
            self._found.objects.append(value)
        elif number in self._steps:
            self._found.steps.append(self._steps[number])
        return value

    def _stand_in(self, kind: Any, remote: RemoteObject, number: int) -> object:
        remote.__dict__[KIND] = kind.__name__
        return super()._stand_in(kind, remote, number)

    # -- what the hand-in may do with objects of the tests' --------------------------------------

    def refuse_call(self, operation: str, operands: Sequence[object]) -> None:
        if operation in ("input", "readline", "read"):
            return
        first, second = (*operands, None, None)[:2]
        # Of the other operators a value may be on the left, but a text does what the text says.
        is_reflected = operation in BINARY and not isinstance(first, TEXTS)
        if not self.owns(first) and not (is_reflected and self.owns(second)):
            raise Violation("an operation on what is none of the tests' objects")

    def read_attribute(self, target: object, name: str) -> object:
        self._refuse_attribute(target, name)
        return super().read_attribute(target, name)

    def write_attribute(self, target: object, name: str, value: object) -> None:
        self._refuse_attribute(target, name)
        super().write_attribute(target, name, value)

    def _refuse_attribute(self, target: object, name: object) -> None:
        closed = isinstance(target, (*CLOSED, *FUNCTIONS, type)) or _is_of_closed(target, name)
        inner = isinstance(target, SUSPENDED) and name not in OF_SUSPENDED
        noted = _is_mock(target) and (name in OF_MOCKS or str(name).startswith("assert"))
        if type(name) is not str or name.startswith("_") or closed or inner or noted:
            raise AttributeError(f"{type(target).__name__!r} object has no attribute {name!r}")

    # -- exceptions ------------------------------------------------------------------------------

    def _error_of(self, data: list[Any]) -> BaseException:
        *described, frames = data
        error = super()._error_of(described)
        self.frames.setdefault(id(error), [one for one in frames if _is_frame(one)][:MOST_FRAMES])
        self._kept.append(error)  # so that its id stays its own
        return error

    def is_theirs(self, error: BaseException) -> bool:
        """Whether the hand-in has raised an exception."""
        return id(error) in self.frames


def _is_of_closed(target: object, name: object) -> bool:
    """Whether what an attribute is comes from a class of a closed module."""
    kinds = type(target).__mro__
    module = next((kind for kind in kinds if name in vars(kind)), kinds[0]).__module__
    return module not in OPEN_MODULES and module.partition(".")[0] in CLOSED_MODULES


def _readline() -> str:
    return sys.stdin.readline()  # a test may have put something else in its place


def _read() -> str:
    return sys.stdin.read()


def _steps(remote: Any) -> Iterator[object]:
    yield from remote


def _same(value: object) -> object:
    return value


class AskedText(str):
    """A text of the hand-in's that has attributes which texts haven't: those are asked for."""

    __slots__ = ("_peer",)
    _peer: Peer

    def __getattr__(self, name: str) -> object:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._peer.ask(".", self, name)


def _text_with_attributes(peer: Peer, data: list[object]) -> AskedText:
    match data[3:]:
        case [str(content)]:
            text = AskedText(content)
            text._peer = peer
            return text
    raise Violation("a text that is none")


def _is_frame(data: object) -> bool:
    """Whether the hand-in, which may say anything, says a line of a file and what is there."""
    match data:
        case [str(file), int(line), str(text)]:
            return type(line) is int and max(len(file), len(text)) <= MOST_TEXT
    return False


class ExaminedModule(StandInModule):
    """A module of the hand-in: what isn't a function or class of the reference's is asked for."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._peer.ask(".", self, name)

    def __setattr__(self, name: str, value: object) -> None:
        ModuleType.__setattr__(self, name, value)
        if not name.startswith("__"):
            self._peer.ask(".=", self, name, value)

    def __delattr__(self, name: str) -> None:
        ModuleType.__delattr__(self, name)
        self._peer.ask("del.", self, name)


class ExaminerFinder(StandInFinder):
    """Makes the modules that the tests import."""

    def __init__(self, outlines: Mapping[str, Outline], peer: ExaminerPeer) -> None:
        super().__init__(outlines, peer)
        self._classes: dict[str, Mapping[str, type]] = {}
        peer.class_of = self._class_of

    def classes_of(self, module: str, known: Mapping[str, object]) -> Mapping[str, type]:
        """The same ones whenever they are asked for."""
        if module not in self._classes:
            self._classes[module] = super().classes_of(module, known)
        return self._classes[module]

    def _class_of(self, module: str, name: str) -> type | None:
        # The module may not be imported yet; of such an outline its text is empty.
        return self.classes_of(module, {}).get(name) if module in self._outlines else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return ExaminedModule(spec.name)

    def _function(self, module: str, path: str) -> Any:
        made, name = AskedFunction(self._peer), path.rpartition(".")[2]
        vars(made).update(__module__=module, __qualname__=path, __name__=name)
        self._peer.name(made, module, path)
        return made

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        if module.__name__ not in self._outlines:
            return  # a package that holds nothing but modules
        held = vars(module)
        texts, kinds = self._peer.ask("shown", module.__name__)
        # A class may be another module's; what is no class, or isn't there, is asked for by name.
        for name in self._classes[module.__name__]:
            if isinstance(kinds.get(name), StandInClass):
                held[name] = kinds[name]
        for name in texts.keys() & held.keys():
            document(held[name], texts[name])


def document(held: object, text: str) -> None:
    """Give a stand-in a docstring, without asking for it what is asked for attributes."""
    (type if isinstance(held, type) else object).__setattr__(held, "__doc__", text)
