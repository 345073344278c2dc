"""The hand-in's end of a pair of boxes: it answers the course's tests in the other box.

Nothing here is a defence: a hand-in may do what it likes to its own process. What it could gain is
prevented in `grader.inside.course_tests.examiner`, which trusts nothing that comes from here.
"""

import io
import os
import random
import sys
from collections import UserDict, namedtuple
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import partial
from importlib import import_module, reload
from inspect import isfunction, ismodule
from itertools import chain, takewhile
from math import inf
from time import process_time
from types import CoroutineType, ModuleType, TracebackType
from typing import TYPE_CHECKING, Any, cast

from grader.inside.class_facts import attribute_of, bases_of, mro_of, name_of
from grader.inside.course_tests.closed.attributes import ATTRIBUTES
from grader.inside.course_tests.containers import (
    CODECS,
    CONTENT_OF,
    GET,
    LOOK_UP,
    LOOKED_UP,
    MADE_OF,
    MISSING,
    is_named_tuple,
    looked_up,
    with_containers,
)
from grader.inside.course_tests.functions import function_with
from grader.inside.course_tests.given_objects import described_member, given_class, member_of
from grader.inside.course_tests.mirrored import MirroredClasses, object_below
from grader.inside.course_tests.notices import Notices
from grader.inside.course_tests.patches import PlacedAttribute, ReplacedAttributes, ReplacedSettings
from grader.inside.course_tests.python_kinds import (
    is_below_or_says,
    is_of,
    kind_name,
    kinds_above,
)
from grader.inside.course_tests.shared_folder import SharedFolder
from grader.inside.library import Library
from grader.inside.module_names import file_of
from grader.inside.pair.addresses import NumberedAddresses
from grader.inside.pair.crossing import CONTAINERS, CONTENTS, PeerEncoder
from grader.inside.pair.errors import is_python_error
from grader.inside.pair.link import Link
from grader.inside.pair.peer import FUNCTIONS, ORIGIN, Peer
from grader.inside.pair.remote import BareRemote, remote_class_of
from grader.inside.pair.signatures import described, mentioned
from grader.inside.pair.unanswered import operators
from grader.inside.student_tests.solution import SolutionPeer
from grader.inside.surroundings.streams import PrintedOutput
from grader.inside.values import KINDS

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

# What Python's own objects are called that stay here.
ITERATOR, GENERATOR, COROUTINE, OTHER = "iterator", "generator", "coroutine", "object"
# A text whose class adds attributes.
TEXT = "text"
# The length of the description of a tests' object whose class the hand-in doesn't have.
LENGTH_OF_OWN = 4
# Limits beyond which a container counts as endless: elements, bytes of numbers and texts, seconds
# in `iter`. A longer one gives its elements one by one.
MOST_ELEMENTS, MOST_BYTES, MOST_SECONDS = 100_000, 4 << 20, 0.03
SPEAKING = ("__call__", "__getattr__", "__str__", "__repr__")
# Values besides those in CONTENTS from which a class may derive.
WITHOUT_PARTS = (Decimal, Fraction, datetime, date, time, timedelta)
# Values sent with an object of one of the solution's classes that derives from theirs.
SINGLE = (int, float, str)
# Attributes of every exception: our number, and what Python's exceptions have.
NOT_OF_ITS_OWN = frozenset((ORIGIN, "args"))
COMPARING = frozenset(("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"))


class SubjectEncoder(PeerEncoder):
    """Keeps the names of a named tuple's parts.

    Attributes that a class adds to a value go with it: for texts always, otherwise only for tests
    that expect an object.
    """

    def _subclass(self, value: object, depth: int) -> object:
        if self._is_unrelated(value):
            return super()._subclass(value, depth)
        adds = _adds_names(type(value))
        if isinstance(value, str):
            return self._other(value) if adds else super()._subclass(value, depth)
        plain = self.as_one_object(value, lambda: self._plain(value, depth))
        if not adds and not _speaks_for_itself(type(value)):
            return plain
        _, number, *_ = self._other(value)
        return ["more", number, plain]

    def _plain(self, value: object, depth: int) -> object:
        plain = self._named(value, depth) if is_named_tuple(value) else None
        plain = plain or super()._subclass(value, depth)
        if looks_up := _looks_up(value):
            return ["table", self._other(value)[1], looks_up, plain]
        return plain

    def _named(self, value: Any, depth: int) -> object:
        kind, parts = type(value), tuple.__iter__(value)
        encoded = [self.encode(part, depth + 1) for part in parts]
        return ["named", kind.__name__, " ".join(kind._fields), *encoded]


def _own_names(kind: type) -> set[str]:
    """Names defined in a class and its bases, up to the plain kind that it derives from."""
    own = takewhile(lambda base: base not in CONTENTS, mro_of(kind))
    return {name for base in own for name in vars(base)}


def _adds_names(kind: Any) -> bool:
    fields = getattr(kind, "_fields", ())
    return any(not name.startswith("_") and name not in fields for name in _own_names(kind))


def _looks_up(value: object) -> list[str]:
    """The methods by which a dict looks keys up with code of its own."""
    if not isinstance(value, dict | UserDict):
        return []
    own = takewhile(lambda base: base not in KINDS and base not in CODECS, mro_of(type(value)))
    names = {name for base in own for name in vars(base)}
    return [name for name in (LOOK_UP, MISSING, GET) if name in names]


def _speaks_for_itself(kind: Any) -> bool:
    """Whether a class itself defines how its objects are called, looked into or written."""
    of_named_tuples = getattr(kind.__repr__, "__module__", "") == namedtuple.__module__
    own = _own_names(kind) - ({"__repr__"} if of_named_tuples else set())
    return not own.isdisjoint(SPEAKING)


class SubjectPeer(SolutionPeer):
    """Answers for the modules of a hand-in.

    `names` are the reference's public names, then those among them that are classes.
    """

    encoder_class = SubjectEncoder
    output_class = PrintedOutput

    def __init__(
        self,
        link: Link,
        library: Library,
        names: Sequence[Mapping[str, frozenset[str]]],
        frames_of: Callable[[TracebackType | None, BaseException], list[object]],
        said: dict[str, str],
    ) -> None:
        public, self._known_classes = names
        super().__init__(link, with_containers(library), public)
        self._frames_of = frames_of
        # What modules printed on import, before the first test imported them.
        self._said = said
        self._imported: set[str] = set()
        # The reference's module and name for a class that a hand-in has elsewhere or under another
        # name.
        self._homes: dict[type, tuple[str, str]] = {}
        # Methods that were looked up, by id, with their class and name.
        self._methods_of: dict[int, tuple[object, str]] = {}
        # The subclasses that tests define, and the one that a class's next object gets, by its
        # `id`.
        self._made_below: dict[tuple[type, str, frozenset[str]], type] = {}
        self._filled: dict[int, type] = {}
        self._loop: AbstractEventLoop | None = None
        self._mirrored = MirroredClasses()
        self._notices = Notices(self.names_of_error)
        self._addresses = NumberedAddresses()
        self._operations |= {
            **operators(),
            "shown": self._shown,
            "all names": _all_names,
            "described": lambda value: described({"": value}),
            CONTENT_OF: partial(_of_each, _content),
            MADE_OF: partial(_of_each, _made_of),
            "iter": iterated,
            "await": self._await,
            "of": is_of,
            "below": is_below_or_says,
            LOOKED_UP: looked_up,
            "by content": _is_compared_by_content,
            "flags": lambda value: value.__code__.co_flags if isfunction(value) else 0,
            "above": self._errors_above,
            "kinds": lambda module, name: kinds_above(_class_in(module, name)),
            "fill": self._fill,
            "bare": self._bare,
            "mro": mro_of,
            "bases": bases_of,
            "furnish": ReplacedSettings().replace,
            "replace": ReplacedAttributes().replace,
            "place": lambda kind, name, *of: self.write_attribute(kind, name, PlacedAttribute(*of)),
            "seed": random.seed,
        }

    def share(self, folder: SharedFolder) -> None:
        """Share what is written into this folder with the tests, and the other way round."""
        self._operations |= {
            "root": lambda: folder.root,
            "files": folder.exchange,
            "chdir": os.chdir,
        }

    def furnish(self) -> None:
        super().furnish()
        sys.stdin = AskedInput(self)
        self._notices.start()

    def printed(self) -> object:
        said, noticed = super().printed(), self._notices.taken()
        if not noticed:
            return said
        return [*(said if isinstance(said, list) else [said, ""]), noticed]

    def _other(self, value: object) -> list[object]:
        if isinstance(value, BaseException):
            number = vars(value).get(ORIGIN)
            if type(number) is int and not self._gives(number):  # raised by the tests
                return ["#", number]
        return super()._other(value)

    def own_data(self, value: object) -> list[object]:
        if isinstance(value, type):
            return ["class", *(self._home_of(value) or ("", kind_name(value) or name_of(value)))]
        if isinstance(value, FUNCTIONS):
            return ["f"]
        if type(value) is property:
            parts = value.fget, value.fset, value.fdel
            return ["property", value.__doc__, *map(self._encode, parts)]
        if known := self._known_class(type(value)):
            bases = [base for base in CONTENTS if isinstance(value, base)]
            content = [self._encode(CONTENTS[base](value)) for base in bases if base in SINGLE]
            names = [base.__name__ for base in bases]
            return [*(described_member(value, known) or ["o", known]), *names, *content]
        if callable(value) and hasattr(type(value), "__get__"):
            return ["f"]  # such as a cached one: in a class it is a method
        if isinstance(value, str):
            return ["o", TEXT, str.__str__(value)]
        if isinstance(value, Iterator):
            return ["o", GENERATOR if hasattr(type(value), "send") else ITERATOR]
        if isinstance(value, CoroutineType):
            return ["o", COROUTINE]
        return ["o", OTHER]

    def without_addresses(self, text: str) -> str:
        return self._addresses.written(text)

    def own_tags(self) -> dict[str, Callable[[list[object]], object]]:
        return {**super().own_tags(), "member": self._member}

    def _function(
        self,
        number: int,
        name: str = "remote",
        doc: str | None = None,
        more: Sequence[Any] = ("remote", None, ()),
    ) -> Callable[..., object]:
        path, parameters, annotations = more
        if parameters is None:
            made = super()._function(number, name, doc)
        else:
            made = function_with(parameters, name, self.call)
            self.keep(made, number)
        made.__name__, made.__qualname__, made.__doc__ = name, path, doc
        for of, kind in annotations:
            with suppress(AttributeError):  # a class that the hand-in doesn't have
                made.__annotations__[of] = self.read_whole(partial(self._decode, kind))
        return made

    def _member(self, data: list[Any]) -> object:
        _, number, kind, key = data
        return self.keep(member_of(given_class(kind), key), number)

    def make_remote(self, data: list[Any]) -> Any:
        *described, kind = data if len(data) > LENGTH_OF_OWN else (*data, "")
        if not kind:
            return super().make_remote(described)
        if type(kind) is list and type(kind[0]) is str:
            remote: Any = super().make_remote(described)
            self.keep(remote, described[1])
            return object_below(remote, *kind)
        if type(kind) is list:
            return self._mirrored.made(kind, self)
        # An object of the tests whose class both sides have: its methods run on the tests' side.
        return remote_class_of(given_class(kind))(self)

    def _known_class(self, kind: type) -> str:
        """The reference's name for a class or the first of its bases that it has too."""
        for base in kind.__mro__:
            if home := self._home_of(base):
                return ".".join(home)
            if self._library.has(base):
                return base.__name__
        return ""

    def _home_of(self, kind: type) -> tuple[str, str] | None:
        """The module and name under which the reference has a class."""
        if kind.__name__ in self._known_classes.get(kind.__module__, ()):
            return kind.__module__, kind.__name__
        return self._homes.get(kind)

    def stays(self, kind: type) -> bool:
        return any(map(self._home_of, kind.__mro__))

    def names_of_error(self, kind: type) -> list[str]:
        home = self._home_of(kind)
        return [".".join(home)] if home else super().names_of_error(kind)

    def _errors_above(self, module: str, name: str) -> list[list[str]]:
        """For each direct base of an exception's class, the names of it and its own bases."""
        bases = bases_of(_class_in(module, name))
        orders = [mro_of(base) for base in bases if issubclass(base, BaseException)]
        return [[name for kind in kinds for name in self.names_of_error(kind)] for kinds in orders]

    def refuse_call(self, operation: str, operands: Sequence[object]) -> None:
        """Allow everything: the tests may ask for whatever they like."""

    def _permit(self, target: object, name: object) -> None:
        """Allow everything: the tests may look at whatever they like."""

    def _look_up(self, module: str, path: str) -> object:
        name = path.rpartition(".")[2]
        try:
            found = super()._look_up(module, path)
        except AttributeError:
            missing = AttributeError(f"{file_of(module)} has no {path}")
            if "." in path:  # the objects may have it, not the class
                return partial(_called_on, missing, name)
            raise missing from None
        if "." in path and isfunction(found):
            self._methods_of[id(found)] = super()._look_up(module, path.partition(".")[0]), name
        return found

    def _shown(self, module: str) -> tuple[object, ...]:
        """What the tests get when they import a module.

        These are docstrings by the names that the reference has too; its classes; an empty one of
        each that is one of Python's own containers; how all are called; and what textual
        annotations mean. The classes are known from then on, wherever they are defined.

        The tests ask on each import, so the module is run again each time except the first.
        """
        own = self._run_again(module) if module in self._imported else import_module(module)
        self._imported.add(module)
        sys.stdout.write(self._said.pop(module, ""))
        names = [name for name in self._public.get(module, ()) if "." not in name]
        held = {name: getattr(own, name, None) for name in names}
        kinds = {name: kind for name, kind in held.items() if isinstance(kind, type)}
        known = self._known_classes.get(module, ())
        unknown = {
            kind: name for name, kind in kinds.items() if name in known and not self._home_of(kind)
        }
        self._homes |= {kind: (module, name) for kind, name in unknown.items()}
        held |= {"": own, **self._methods(module, kinds)}
        texts = {name: getattr(value, "__doc__", None) for name, value in held.items()}
        empty = {name: kind() for name, kind in kinds.items() if kind in CONTAINERS}
        texts = {name: text for name, text in texts.items() if type(text) is str}
        return texts, kinds, empty, described(held), mentioned(held.values(), vars(own))

    def _methods(self, module: str, kinds: Mapping[str, type]) -> dict[str, object]:
        paths = [name.split(".") for name in self._public.get(module, ())]
        pairs = [(path[0], path[1]) for path in paths if path[1:]]
        found = {pair: attribute_of(kinds[pair[0]], pair[1]) for pair in pairs if pair[0] in kinds}
        return {".".join(path): value for path, value in found.items() if isfunction(value)}

    def _run_again(self, module: str) -> ModuleType:
        self._looked_up = {key: found for key, found in self._looked_up.items() if key[0] != module}
        return reload(import_module(module))

    def _await(self, coroutine: Coroutine[object, object, object]) -> object:
        """The result of a coroutine; tasks that it left pending continue with the next one."""
        if self._loop is None:
            import asyncio  # slow to import, and few hand-ins need it

            self._loop = asyncio.new_event_loop()
        return self._loop.run_until_complete(coroutine)

    def _fill(self, kind: type, name: str, held: list[str]) -> None:
        """Let the next object of a class be of a subclass, as the tests have one.

        Abstract methods that the tests' class defines are filled in, so that it can be made.
        """
        abstract = {*getattr(kind, "__abstractmethods__", ())}.intersection(held)
        if not abstract and issubclass(kind, (BaseException, *CONTENTS)):
            return  # those travel as values
        key = kind, name, frozenset(abstract)
        if key not in self._made_below:
            names = {**dict.fromkeys(abstract), "__module__": "__main__"}
            try:
                self._made_below[key] = type(kind)(name, (kind,), names)
            except Exception:  # its own code refuses it
                return
        self._filled[id(kind)] = self._made_below[key]

    def _filled_in(self, kind: object) -> Any:
        return self._filled.pop(id(kind), kind)

    def _bare(self, kind: type) -> object:
        """An object made without calling `__init__`."""
        filled = self._filled_in(kind)
        return filled.__new__(filled)

    def _invoke(self, target: object, method: str, arguments: Any, named: Any) -> object:
        kind, name = self._methods_of.get(id(target), (None, "")) if arguments else (None, "")
        if name and not self._is_above(kind, type(arguments[0])):
            owner, *others = arguments
            if own := self._own_method(owner, name):
                return own(*others, **dict(named))
        return super()._invoke(self._filled_in(target), method, arguments, named)

    def _is_above(self, kind: object, known: type) -> bool:
        """Whether a class is a base of another class that the tests know: `Base.area(square)`."""
        return kind is not known and kind in mro_of(known) and self._home_of(known) is not None

    def _own_method(self, owner: object, name: str) -> Any:
        """An object's own method of that name: its class may derive from the one that tests know.

        A method that the tests put there is skipped: they are calling what it replaced.
        """
        held = getattr(owner, "__dict__", {}).get(name)
        if callable(held) and not self._is_of_tests(held):
            return held
        found: Any = attribute_of(type(owner), name)
        if self._is_of_tests(found) or not hasattr(type(found), "__get__"):
            return None
        return found.__get__(owner, type(owner))

    def _is_of_tests(self, value: object) -> bool:
        return not self._gives(self._numbers.get(id(value), self._next))

    def _error_of(self, data: list[Any]) -> BaseException:
        """An exception; one from a module of Python's has the attributes that it has there."""
        error, number = super()._error_of(data), data[2]
        if self._gives(number):
            return error
        if number not in self._objects:  # it may be mentioned later, by that number
            self.keep(BareRemote(self), number)
        is_builtin = type(error).__module__ == "builtins"
        if not is_builtin and is_python_error(type(error)):
            vars(error).update(self.ask(ATTRIBUTES, self._objects[number]))
        return error

    def _described(self, error: BaseException, most_causes: int) -> list[object]:
        described = super()._described(error, most_causes)
        own = [_has_own_words(error), _has_attributes(error)]
        return [*described, own, self._frames_of(error.__traceback__, error)]


def _class_in(module: str, name: str) -> type:
    """A class of a module; `object` if there is none of that name."""
    found = getattr(import_module(module), name, object)
    return found if isinstance(found, type) else object


def _all_names(module: str) -> tuple[bool, list[str]]:
    """Whether a module has an `__all__`, and its names; else the module's public names."""
    own = import_module(module)
    if hasattr(own, "__all__"):
        return True, [*own.__all__]
    held = vars(own).items()
    return False, [name for name, value in held if not (name[:1] == "_" or ismodule(value))]


def _own_of_error(error: BaseException) -> Iterator[type]:
    """The class of an exception and its bases, up to the first of Python's own."""
    return takewhile(lambda kind: not is_python_error(kind), mro_of(type(error)))


def _has_own_words(error: BaseException) -> bool:
    """Whether its class defines its text, unlike Python's."""
    return any("__str__" in vars(kind) for kind in _own_of_error(error))


def _has_attributes(error: BaseException) -> bool:
    """Whether it or its class has attributes that Python's don't have."""
    held = chain(vars(error), *map(vars, _own_of_error(error)))
    return any(not name.startswith("_") and name not in NOT_OF_ITS_OWN for name in held)


def _called_on(
    missing: AttributeError, name: str, target: object, /, *arguments: object, **named: object
) -> object:
    """Call a method that an object has but its class doesn't."""
    if not hasattr(target, name):
        raise missing
    return getattr(target, name)(*arguments, **named)


def _of_each(look: Callable[[object], object], *values: object) -> list[object]:
    """The result for each object; the object itself where its own code raises."""
    return [_found_or_itself(look, value) for value in values]


def _found_or_itself(look: Callable[[object], object], value: object) -> object:
    try:
        return look(value)
    except Exception:  # a broken object is still asked for what it can do
        return value


def _content(value: object) -> object:
    """The plain value that an object is, or the object itself if it is none."""
    for kind, content in CONTENTS.items():
        if isinstance(value, kind):
            return content(value)
    for kind in WITHOUT_PARTS:
        if isinstance(value, kind):
            write, read = KINDS[kind]
            tag, *data = write(value, _same)
            return read[tag]([tag, *data], _same)
    return value


def _same(value: object) -> object:
    return value


def _made_of(value: object) -> object:
    """The plain value that an object is, or a container of its elements; else itself."""
    content = _content(value)
    if content is not value or isinstance(value, FUNCTIONS):
        return content
    kind, them = type(value), cast("Any", value)
    if hasattr(kind, "__next__"):
        return value  # iterating would use it up
    if hasattr(kind, "keys") and hasattr(kind, "__getitem__"):
        return {key: them[key] for key in them}
    if hasattr(kind, "__iter__") or (hasattr(kind, "__len__") and hasattr(kind, "__getitem__")):
        elements, is_all = _first_of(iter(them))
        if not is_all:
            return value
        return set(elements) if isinstance(value, Set) else elements
    return value


def _first_of(steps: Iterator[object], seconds: float = inf) -> tuple[list[object], bool]:
    """The first elements, and whether those are all: an iterator may never end."""
    elements, left, until = list[object](), MOST_BYTES, process_time() + seconds
    for element in steps:
        left -= sys.getsizeof(element) if type(element) in (int, str, bytes) else 0
        if len(elements) == MOST_ELEMENTS or left < 0 or process_time() > until:
            # Hand on the element that was over the limit.
            return [*elements, element], False
        elements.append(element)
    return elements, True


def iterated(value: Any) -> object:
    """The elements of an iterable, or an iterator over them if there may be too many."""
    if (steps := iter(value)) is value:
        return value
    elements, is_all = _first_of(steps, MOST_SECONDS)
    return elements if is_all else chain(elements, steps)


def _is_compared_by_content(value: object) -> bool:
    """Whether an object is compared as the plain value that it is, not by code of its own class."""
    kinds = mro_of(type(value))
    plain = next((at for at, kind in enumerate(kinds) if kind in CONTENTS), 0)
    return plain > 0 and not any(COMPARING & vars(kind).keys() for kind in kinds[:plain])


class AskedInput(io.TextIOBase):
    """Standard input as the tests have it; they may replace it after it is closed."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        """Leave it open, as pytest's own is after `exit()`."""

    def readline(self, _size: int | None = -1, /) -> str:  # type: ignore[override]
        line: str = self._peer.ask("readline")
        return line

    def read(self, _size: int | None = -1, /) -> str:
        text: str = self._peer.ask("read")
        return text
