"""The modules of a hand-in, as the tests import them."""

import ast
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from importlib.machinery import ModuleSpec
from opcode import opname
from types import FrameType, FunctionType, ModuleType
from typing import Any

from grader.inside.class_facts import mro_of
from grader.inside.course_tests.examiner import ExaminerPeer
from grader.inside.course_tests.functions import AskedFunction
from grader.inside.course_tests.python_kinds import known_kinds
from grader.inside.pair.crossing import CONTAINERS
from grader.inside.pair.signatures import SAID, heard, meanings
from grader.inside.pair.standins import (
    Outline,
    StandInClass,
    StandInFinder,
    StandInModule,
    SuitePeer,
)
from grader.inside.wire import Violation

# The attribute of a module with the names of values that tests have put there; not an identifier.
VALUES = "values of the tests"
# The attribute with the names that are Python's own in the reference.
PYTHONS = "_pythons"
# What Python and pytest look up on a module, and what leads to its file.
OF_FILES = ("__path__", "__file__", "__cached__", "__wrapped__", "__code__", "__func__")
# The `import *` instruction of Python 3.11, and of later ones.
IMPORT_ALL = ("IMPORT_STAR", "CALL_INTRINSIC_1")
IMPORT_SOME = (*IMPORT_ALL, "IMPORT_FROM")


class PythonNames:
    """What imports bring (see `python_names`), which are done when something is asked for."""

    def __init__(self, imports: str) -> None:
        self._places: dict[str, tuple[str, str]] = {}
        self._all_of: list[str] = []
        self._left_out: set[str] = set()
        for node in ast.parse(imports).body:
            match node:
                case ast.ImportFrom(str(home), [ast.alias("*")]):
                    self._all_of.append(home)
                case ast.ImportFrom(str(home), names):
                    self._places |= {one.asname or one.name: (home, one.name) for one in names}
                case ast.Assign(names):
                    self._left_out.update(one.id for one in names if isinstance(one, ast.Name))

    def may_have(self, name: str) -> bool:
        """Whether a name may be one of these."""
        return name in self._places or (self._all_of != [] and name not in self._left_out)

    def leave_out(self, name: str) -> None:
        """Have a name no more."""
        self._places.pop(name, None)
        self._left_out.add(name)

    def value_of(self, name: str) -> object:
        """The value of one; raises `ImportError`, `AttributeError`."""
        if name in self._places:
            home, path = self._places[name]
            return getattr(import_module(home), path)
        for module in map(import_module, reversed(self._all_of)):
            names = getattr(module, "__all__", [one for one in vars(module) if one[0] != "_"])
            if name in names:
                return getattr(module, name)
        raise AttributeError(name)


NO_NAMES = PythonNames("")


class ExaminedModule(StandInModule):
    """A module of the hand-in: anything but the reference's functions and classes is asked for.

    So are values that a test has put there, since the hand-in may have changed them. But tests that
    import a name which the reference has imported from Python get Python's own.
    """

    def __getattribute__(self, name: str) -> object:
        held = ModuleType.__getattribute__(self, "__dict__")
        pythons = held.get(PYTHONS, NO_NAMES)
        if pythons.may_have(name) and _is_at(sys._getframe(1), IMPORT_SOME):
            with suppress(ImportError, AttributeError):
                return pythons.value_of(name)
        if name in held.get(VALUES, ()):
            raise AttributeError(name)  # so that `__getattr__` asks for it
        return ModuleType.__getattribute__(self, name)

    def __getattr__(self, name: str) -> object:
        if (peer := vars(self).get("_peer")) is None or not _is_asked_of_module(name, peer):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        if name == "__all__" and _is_at(sys._getframe(1), IMPORT_ALL):
            return peer.all_names(self.__name__, [one for one in vars(self) if one[0] != "_"])
        return peer.ask(".", self, name)

    def __setattr__(self, name: str, value: object) -> None:
        # Kept here too: `mock.patch` looks in the module's dict for what an earlier patch left.
        ModuleType.__setattr__(self, name, value)
        vars(self).get(PYTHONS, NO_NAMES).leave_out(name)
        if not name.startswith("__"):
            self._peer.ask(".=", self, name, value)
            values = vars(self).setdefault(VALUES, set())
            (values.discard if self._peer.has_object(value) else values.add)(name)

    def __delattr__(self, name: str) -> None:
        vars(self).pop(name, None)
        vars(self).get(VALUES, set()).discard(name)
        self._peer.ask("del.", self, name)


def _is_asked_of_module(name: str, peer: SuitePeer) -> bool:
    is_special = name.startswith("__") and name.endswith("__")
    return name not in OF_FILES if is_special else peer.may_ask(name)


def _is_at(frame: FrameType, instructions: Sequence[str]) -> bool:
    """Whether a frame is executing one of these instructions."""
    return opname[frame.f_code.co_code[frame.f_lasti]] in instructions


class ExaminerFinder(StandInFinder):
    """Makes the modules that the tests import."""

    _peer: ExaminerPeer

    def __init__(self, outlines: Mapping[str, Outline], peer: ExaminerPeer) -> None:
        bare = {name: replace(outline, rest="") for name, outline in outlines.items()}
        super().__init__(bare, peer)
        self._imports = {name: PythonNames(each.rest) for name, each in outlines.items()}
        self._classes: dict[str, Mapping[str, type]] = {}
        peer.class_of = self._class_of

    def classes_of(self, module: str, known: Mapping[str, object]) -> Mapping[str, type]:
        """The same class objects on every call."""
        if module not in self._classes:
            self._classes[module] = super().classes_of(module, known)
        return self._classes[module]

    def _class_of(self, module: str, name: str) -> type | None:
        # The module may not be imported yet; an outline's text is empty then.
        return self.classes_of(module, {}).get(name) if module in self._outlines else None

    def errors_above(self, module: str, name: str, given: list[type]) -> list[type]:
        """The hand-in's bases: the solution has no say in whether its exception is a ValueError."""
        above = self._peer.ask("above", module, name) if given else []
        found = [*dict.fromkeys(filter(None, map(self._peer.first_error, above)))]
        lowest = [kind for kind in found if not any(kind in mro_of(one)[1:] for one in found)]
        return lowest or given

    def known_kinds_above(self, module: str, name: str) -> Sequence[type]:
        return known_kinds(self._peer.ask("kinds", module, name))

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return ExaminedModule(spec.name)

    def _function(self, module: str, path: str) -> Any:
        made = AskedFunction(self._peer)
        # Its `__name__` is asked for: it may be that of a wrapper.
        vars(made).update(__module__=module, __qualname__=path)
        vars(made)["_scope"] = self.scope_of(module)
        self._peer.name(made, module, path)
        return made

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        if module.__name__ not in self._outlines:
            return  # a package that only contains modules
        held = vars(module)
        held[PYTHONS] = self._imports[module.__name__]
        match self._peer.ask("shown", module.__name__):
            case [dict(texts), dict(kinds), dict(empty), called, named]:
                pass
            case _:
                raise Violation(f"{module.__name__} doesn't say what it has")
        # A name may stand for another module's class; what is no class is asked for by name.
        for name in self._classes[module.__name__]:
            if isinstance(kinds.get(name), StandInClass):
                held[name] = kinds[name]
            if type(empty.get(name)) in CONTAINERS:
                type.__setattr__(held[name], "_plain", type(empty[name]))
        said = heard(called)
        held["__doc__"] = texts.pop("", None)
        held["__annotations__"] = said.pop("", {}).get("__annotations__", {})
        for path in {**texts, **said}:
            document(held, path, texts.get(path), said.get(path) or dict.fromkeys(SAID))
        for name, value in meanings(named).items():
            # Only classes and the like: values that may change are asked for.
            if callable(value) and not name.startswith("_"):
                held.setdefault(name, value)
        names = {name: value for name, value in held.items() if not name.startswith("_")}
        self.scope_of(module.__name__).update(names)


def document(
    held: Mapping[str, object], path: str, text: str | None, said: Mapping[str, Any]
) -> None:
    """Let a stand-in say what it is and how it is called without asking the hand-in."""
    name, _, method = path.partition(".")
    found: object = vars(held[name]).get(method) if method and name in held else held.get(name)
    signature, annotations = said["__signature__"], said["__annotations__"] or {}
    if isinstance(found, type):
        pairs = ("__doc__", text), ("__annotations__", annotations), ("_signature", signature)
        for pair in pairs:
            type.__setattr__(found, *pair)
    elif type(found) is AskedFunction:
        vars(found).update(__doc__=text, _said=said)
    elif type(found) is FunctionType:
        found.__doc__, found.__annotations__ = text, annotations
        vars(found)["__signature__"] = signature
