"""Modules that look like a solution's but contain nothing of it: every call is a question.

They are made from an outline of the starter files: the names of functions, of classes and of their
methods, and the other statements (imports, type aliases, constants). A suite that imports them
finds functions to call and classes to instantiate or subclass, and can replace functions by its
own. It finds no source, since there is none here.
"""

import builtins
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from itertools import takewhile
from types import FunctionType, ModuleType
from typing import Any

from grader.inside.class_facts import Holder, bases_of, held_by, mro_of
from grader.inside.library import Library
from grader.inside.pair.crossing import BASE_NAMES, PeerEncoder, last_name
from grader.inside.pair.link import Link
from grader.inside.pair.peer import FUNCTIONS, ORIGIN, SUITE, Peer
from grader.inside.pair.remote import (
    RemoteObject,
    ask_for_special_methods,
    remote_class_of,
)

# The flag of a class with abstract methods (`Py_TPFLAGS_IS_ABSTRACT`), which `inspect` looks at.
IS_ABSTRACT, _FLAGS = 1 << 20, type.__dict__["__flags__"]
# Prefixes of names that library classes have for Python itself.
PYTHONS = ("__", "_abc_")
# A class: its name, the names of its methods, those of its attributes, and its bases.
Described = tuple[str, Sequence[str], Sequence[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Outline:
    """What a module offers: Python text, names of functions, classes."""

    rest: str
    functions: Sequence[str]
    classes: Sequence[Described]


class SuiteEncoder(PeerEncoder):
    """Leaves subclasses of `tuple` or `int` in their box: a student's have methods of their own."""

    def _subclass(self, value: object, _depth: int) -> object:
        return self._other(value)


class SuitePeer(Peer):
    """The suite's end of the conversation."""

    encoder_class = SuiteEncoder
    remote_class = RemoteObject
    # Whether a solution may call methods that only the suite's subclass of its class has.
    hands_over_added = False

    def __init__(self, link: Link, library: Library) -> None:
        super().__init__(link, library, SUITE)
        self._names: dict[int, list[str]] = {}
        self._named: list[object] = []
        self._classes: dict[str, StandInClass] = {}
        self._sent_as_plain: dict[int, bool] = {}
        self._as_given: dict[type, dict[str, object]] = {
            kind: dict(vars(kind)) for kind in library.understudies
        }

    def name(self, value: object, module: str, path: str) -> None:
        """Remember that `value` stands for a name of a module, or for the module itself."""
        self._named.append(value)
        self._names[id(value)] = ["@", module, path]
        if isinstance(value, StandInClass):
            self._classes[f"{module}.{path}"] = value

    def is_of_class(self, operation: str, one: object, kind: object) -> bool:
        """Whether an object or class is an instance or subclass of one of the solution's."""
        return bool(self.ask(operation, one, kind))

    def has_object(self, value: object) -> bool:
        """Whether something is an object or a name of either side, not a value."""
        return id(value) in self._names or id(value) in self._numbers

    def _other(self, value: object) -> list[Any]:
        if id(value) in self._names:
            return self._names[id(value)]
        if type(value) in self._as_given:
            self._send_again_if_patched(value)
        return super()._other(value)

    def _send_again_if_patched(self, game: object) -> None:
        # A test may have patched a method since the object was last sent, or restored it.
        plain = self.is_plain(game)
        if self._sent_as_plain.setdefault(id(game), plain) is not plain:
            self._sent_as_plain[id(game)] = plain
            self._numbers.pop(id(game), None)

    def is_plain(self, value: object) -> bool:
        # A test may have patched a method of the class or the object.
        kind = type(value)
        if not super().is_plain(value) or vars(kind) != self._as_given.get(kind):
            return False
        return not any(hasattr(kind, name) for name in held_by(value))

    def own_data(self, value: Any) -> list[object]:
        if not {*FUNCTIONS}.isdisjoint(mro_of(type(value))):  # mocks may claim to be one
            return ["f"]
        for base in mro_of(type(value)):
            if understudy := self.understudy(value, base):
                return [
                    "o",
                    understudy,
                    self._own_names(value, base),
                ]
            if is_exact(base):
                return [
                    "o",
                    self._encode(value._stands_for),
                    self._own_names(value, base),
                ]
        return ["o", None, []]

    def _own_names(self, value: object, base: type) -> list[str]:
        """The names of what an object does differently from its `base` as that was given."""
        kinds, given = mro_of(type(value)), self._as_given.get(base, vars(base))
        own = {name for c in kinds[: kinds.index(base)] for name in vars(c)} | {*held_by(value)}
        own |= {name for name, method in vars(base).items() if given.get(name) is not method}
        return sorted(name for name in own if not name.startswith("__"))

    def make_remote(self, data: list[Any]) -> object:
        remote = self.remote_class(self)
        name: str = data[2]
        if kind := self._classes.get(name):
            made: StandIn = self._stand_in(kind, remote, data[1])
            held_by(made)["_claims"] = _below(kind, self.base_of(kind, data))
            return made
        given = self._library.named(name)
        return remote if given is None else remote_class_of(given)(self)

    def _stand_in(self, kind: Any, remote: RemoteObject, number: int) -> Any:
        made = kind.__new__(kind)
        held_by(made)["_stands_for"] = remote
        self.keep(remote, number)
        return made

    def base_of(self, kind: "StandInClass", data: list[object]) -> type | None:  # noqa: ARG002
        """Which of Python's kinds of values an object also is; `data` is what came for it."""
        return kind._base

    def stand_in_for_error(self, names: list[str], number: int) -> BaseException | None:
        known = [self._classes[name] for name in names if name in self._classes]
        if not known:
            return None
        error: BaseException = self._stand_in(known[0], RemoteObject(self), number)
        return error

    def may_ask(self, name: str) -> bool:
        """Whether an attribute of an object may be asked of the other side."""
        return not name.startswith("_")

    def order_of(self, kind: "StandInClass") -> tuple[object, ...]:
        """A class's method resolution order."""
        return mro_of(kind)

    def bases_of(self, kind: "StandInClass") -> tuple[object, ...]:
        """The direct base classes of a class."""
        return bases_of(kind)

    def put_into(self, kind: "StandInClass", name: str, value: object) -> None:
        """Set an attribute of a class on the other side."""
        self.ask(".=", kind, name, value)

    def show(self, printed: object) -> None:
        texts = printed if isinstance(printed, list) else [printed]
        for stream, text in zip((sys.stdout, sys.stderr), texts, strict=False):
            if text:
                stream.write(text)


@cache
def _below(kind: "StandInClass", base: type | None) -> type:
    """A class by which `isinstance` finds that an object is of both classes."""
    try:
        return kind if base is None else StandInClass(kind.__name__, (kind, base), {})
    except TypeError:  # their layouts conflict, as of an exception and a dict
        return kind


def is_exact(kind: type) -> bool:
    """Whether a class stands in for one of the solution's itself, rather than deriving from one."""
    return isinstance(kind, StandInClass) and "_module" in kind.__dict__


class StandInClass(type):
    """The metaclass of stand-in classes: replacing a method is passed on to the other side.

    Everything but methods, such as members and class methods, is asked for there.
    """

    _peer: "SuitePeer"
    _base: type | None
    # The class of Python's own that it really is, if it is only another name for that.
    _plain: type | None = None
    # Library classes that it derives from, for `issubclass` to find.
    _known_kinds: Sequence[type] = ()

    def mro(cls) -> list[type]:
        order = super().mro()
        more = vars(cls).get("_known_kinds", ())
        # Behind `object`: they are only for `issubclass` and `isinstance` to find.
        return [*order, *[kind for kind in more if kind not in order]]

    def __call__(cls, *arguments: object, **named: object) -> object:
        """What the other side's class returns; it may be an object that already exists."""
        if is_exact(cls) and BaseException not in mro_of(cls):
            return cls._peer.call(cls, "", arguments, named)
        return super().__call__(*arguments, **named)

    def __getattr__(cls, name: str) -> object:
        if cls is StandIn or not cls._peer.may_ask(name):
            raise AttributeError(f"type object {cls.__name__!r} has no attribute {name!r}")
        return cls._asked(".", name)

    def _asked(cls, operation: str, *operands: object) -> Any:
        exact: Any = next(filter(is_exact, mro_of(cls)))
        return exact._peer.ask(operation, exact, *operands)

    def __subclasscheck__(cls, kind: type) -> bool:
        if super().__subclasscheck__(kind) or not is_exact(cls):
            return super().__subclasscheck__(kind)
        own = next(filter(is_exact, mro_of(kind)), None)
        return own is not None and cls._peer.is_of_class("below", own, cls)

    def __instancecheck__(cls, value: Any) -> bool:
        if super().__instancecheck__(value) or not is_exact(cls):
            return super().__instancecheck__(value)
        if (plain := cls._plain) is not None and isinstance(value, plain):
            return True
        is_remote = any(map(is_exact, mro_of(type(value))))
        return is_remote and cls._peer.is_of_class("of", value._stands_for, cls)

    @property
    def __mro__(cls) -> tuple[Any, ...]:
        return cls._peer.order_of(cls) if is_exact(cls) else mro_of(cls)

    @property
    def __bases__(cls) -> tuple[object, ...]:  # type: ignore[override]
        return cls._peer.bases_of(cls) if is_exact(cls) else bases_of(cls)

    @property
    def __base__(cls) -> Any:
        return cls.__bases__[0]

    @property
    def __signature__(cls) -> object:
        if (found := vars(cls).get("_signature")) is None:
            raise AttributeError("__signature__")
        return found

    @property
    def __abstractmethods__(cls) -> object:
        if not cls._peer.may_ask("__abstractmethods__"):
            raise AttributeError("__abstractmethods__")
        kinds = takewhile(lambda kind: not is_exact(kind), mro_of(cls))
        filled = {name for kind in kinds for name in vars(kind)}
        return frozenset(cls._asked(".", "__abstractmethods__")) - filled

    @property
    def __flags__(cls) -> int:
        flags: int = _FLAGS.__get__(cls)
        return flags | IS_ABSTRACT if getattr(cls, "__abstractmethods__", ()) else flags

    def __getitem__(cls, key: object) -> object:
        # A member of an enum by name; else the parameters of a generic class, which don't matter.
        return cls._asked("[]", key) if type(key) is str else cls

    def __iter__(cls) -> Iterator[object]:
        return iter(cls._asked("iter"))

    def __contains__(cls, member: object) -> object:
        return cls._asked("in", member)

    def __len__(cls) -> object:
        return cls._asked("len")

    def __bool__(cls) -> bool:
        return True

    def __setattr__(cls, name: str, value: object) -> None:
        # Set here too if it replaces a method: an object may have an attribute of that name first.
        if not is_exact(cls) or callable(vars(cls).get(name)):
            super().__setattr__(name, value)
        if is_exact(cls) and isinstance(value, AskedAttribute):  # the end of a patch
            cls._peer.ask("del.", cls, name)
        elif is_exact(cls):
            cls._peer.put_into(cls, name, value)

    def __delattr__(cls, name: str) -> None:
        if name in vars(cls):
            super().__delattr__(name)
        if is_exact(cls):
            cls._peer.ask("del.", cls, name)


class StandIn(Holder, metaclass=StandInClass):
    """Base of the stand-in classes; `_stands_for` is the remote object."""

    _peer: SuitePeer
    _module: str
    _base = None
    _stands_for: RemoteObject

    @property
    def __class__(self) -> Any:
        return held_by(self).get("_claims", type(self))

    @__class__.setter
    def __class__(self, kind: type) -> None:
        object.__setattr__(self, "__class__", kind)

    @property
    def __dict__(self) -> object:  # type: ignore[override]
        held = held_by(self)
        if "_stands_for" in held and self._peer.may_ask("__dict__"):
            return self._peer.ask(".", self._stands_for, "__dict__")
        return held

    def __init__(self, *arguments: object, **named: object) -> None:
        self._stand_for(lambda kind: self._peer.call(kind, "", arguments, named))

    def _stand_for(self, make: Callable[[Any], Any]) -> None:
        """Stand for an object made on the other side, with the methods of the tests' subclass."""
        kind = next(filter(is_exact, mro_of(type(self))))
        replaced, added = self._own_names(kind)
        if self._peer.hands_over_added and (replaced or added):
            self._peer.ask("fill", kind, type(self).__name__, [*replaced, *added])
        made = make(kind)
        held_by(self)["_stands_for"] = made._stands_for
        number = self._peer.number_of(made._stands_for)
        if kind is type(self):
            self._peer.keep(self, number)
        if isinstance(self, BaseException):
            held_by(self)[ORIGIN] = number
        for name in replaced:
            setattr(made, name, getattr(self, name))
        for name in added if self._peer.hands_over_added else ():
            with suppress(AttributeError, TypeError):  # an object with slots can't have them
                setattr(made, name, getattr(self, name))

    def _own_names(self, kind: type) -> tuple[list[str], list[str]]:
        """Names in the suite's subclass that replace the solution's methods, and those it adds.

        Values count as added only if they replace something of the solution's.
        """
        kinds = mro_of(type(self))
        own = {name: value for c in kinds[: kinds.index(kind)] for name, value in vars(c).items()}
        known = {name for above in mro_of(kind) for name in vars(above)}
        replaced = {name for name in own if isinstance(vars(kind).get(name), FunctionType)}
        added = {
            name
            for name, value in own.items()
            if isinstance(value, FunctionType)
            or (name in known and not isinstance(value, classmethod | staticmethod))
        }
        return sorted(replaced), sorted(n for n in added - replaced if not n.startswith("__"))

    def __getattr__(self, name: str) -> object:
        if name == "_stands_for" and self._peer.hands_over_added:
            # A class of the tests whose `__init__` doesn't call that of its base.
            self._stand_for(lambda kind: self._peer.ask("bare", kind))
            return held_by(self)[name]
        if name == "__dict__" or not self._peer.may_ask(name):  # `__dict__` was asked for already
            raise AttributeError(name)
        # Special names are looked up on the class.
        return getattr(type(self) if name.startswith("__") else self._stands_for, name)

    def __setattr__(self, name: str, value: object) -> None:
        if is_exact(type(self)) and not name.startswith("__"):
            setattr(self._stands_for, name, value)
            if isinstance(vars(type(self)).get(name), FunctionType):
                held_by(self)[name] = value  # shadows the class's method
        else:
            object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        if is_exact(type(self)):
            held_by(self).pop(name, None)
            self._peer.ask("del.", self._stands_for, name)
        else:
            object.__delattr__(self, name)


ask_for_special_methods(StandIn, lambda stand_in: stand_in._stands_for)


class StandInModule(ModuleType):
    """A module of the solution; replacing one of its functions is passed on to the other side."""

    _functions: Sequence[str] = ()
    _peer: SuitePeer

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, value)
        if name in self._functions:
            self._peer.ask(".=", self, name, value)


class StandInFinder(MetaPathFinder, Loader):
    """Makes a solution's modules when they are imported."""

    def __init__(self, outlines: Mapping[str, Outline], peer: SuitePeer) -> None:
        self._outlines = outlines
        self._peer = peer
        self._scopes: dict[str, dict[str, object]] = {}

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,  # noqa: ARG002  # the import system's signature
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        is_package = any(name.startswith(f"{fullname}.") for name in self._outlines)
        if fullname not in self._outlines and not is_package:
            return None
        return ModuleSpec(fullname, self, is_package=is_package)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return StandInModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        if module.__name__ not in self._outlines:
            return
        outline, names = self._outlines[module.__name__], module.__dict__
        names.update(_functions=outline.functions, _peer=self._peer)
        exec(outline.rest, names)
        self._peer.name(module, module.__name__, "")
        for name in outline.functions:
            names[name] = self._function(module.__name__, name)
        names.update(self.classes_of(module.__name__, names))

    def _function(self, module: str, path: str) -> Callable[..., object]:
        def stand_in(*arguments: object, **named: object) -> object:
            return self._peer.call(stand_in, "", arguments, named)

        stand_in.__module__, stand_in.__qualname__ = module, path
        stand_in.__name__ = path.rpartition(".")[2]
        self._peer.name(stand_in, module, path)
        return stand_in

    def classes_of(self, module: str, known: Mapping[str, object]) -> Mapping[str, type]:
        """A module's classes by name; bases may be `known` ones, and those before it."""
        made: dict[str, type] = {}
        for described in self._outlines[module].classes:
            made[described[0]] = self._class(module, described, {**known, **made})
        return made

    def _class(self, module: str, described: Described, known: Mapping[str, object]) -> type:
        name, methods, attributes, bases = described
        names: dict[str, object] = {"__module__": module, "_module": module, "_peer": self._peer}
        errors = self.errors_above(module, name, _errors(bases, known))
        names["_known_kinds"] = kinds = self.known_kinds_above(module, name)
        for method in methods:
            names[method] = self._method(module, name, method)
        of_kinds = [own for kind in kinds for own in vars(kind) if not own.startswith(PYTHONS)]
        for attribute in (*attributes, *of_kinds):
            names.setdefault(attribute, AskedAttribute(attribute))
        below = map(BASE_NAMES.get, map(last_name, bases))
        names["_base"] = next(filter(None, below), None)
        more = () if any(issubclass(kind, StandIn) for kind in errors) else (StandIn,)
        made = StandInClass(name, (*more, *errors), names)
        self._peer.name(made, module, name)
        return made

    def errors_above(
        self,
        module: str,  # noqa: ARG002  # for the tests' side
        name: str,  # noqa: ARG002
        given: list[type],
    ) -> list[type]:
        """The exceptions that a class of a module derives from: those `given` in the outline."""
        return given

    def known_kinds_above(
        self,
        module: str,  # noqa: ARG002  # for the tests' side
        name: str,  # noqa: ARG002
    ) -> Sequence[type]:
        """The library classes that a module's class derives from, if anyone looks at that."""
        return ()

    def scope_of(self, module: str) -> dict[str, object]:
        """The namespace in which a module's textual annotations are resolved."""
        return self._scopes.setdefault(module, {"__name__": __name__})

    def _method(self, module: str, kind: str, method: str) -> Callable[..., object]:
        if method == "__call__":
            return lambda self, *arguments, **named: self._stands_for(*arguments, **named)

        def stand_in(self: StandIn, *arguments: object, **named: object) -> object:
            return self._peer.call(stand_in, "", (self._stands_for, *arguments), named)

        # A copy with other globals: textual annotations are looked up there.
        code, cells = stand_in.__code__, stand_in.__closure__
        stand_in = FunctionType(code, self.scope_of(module), method, None, cells)
        stand_in.__qualname__ = f"{kind}.{method}"
        stand_in.__module__ = module
        self._peer.name(stand_in, module, f"{kind}.{method}")
        return stand_in


def _errors(bases: Sequence[str], names: Mapping[str, object]) -> list[type]:
    """The bases that are exceptions: only a class derived from them can be raised and caught."""
    found = []
    for base in bases:
        first, *path = base.split(".")
        kind = names.get(first, getattr(builtins, first, None))
        for name in path:
            kind = getattr(kind, name, None)
        if isinstance(kind, type) and issubclass(kind, BaseException):
            found.append(kind)
    return found


class AskedAttribute:
    """An attribute of the other side's object, or of its class."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, owner: Any, kind: StandInClass) -> object:
        if owner is None:
            return StandInClass.__getattr__(kind, self._name)
        return getattr(owner._stands_for, self._name)

    def __set__(self, owner: Any, value: object) -> None:
        setattr(owner._stands_for, self._name, value)
