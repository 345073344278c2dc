"""Answers an expression in this process, with the files beside it."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import deepcopy
from types import ModuleType
from typing import Any

from grader.inside import forms
from grader.student.library_tables import is_value
from grader.student.question import (
    Attribute,
    BoundValue,
    Call,
    KeptAnswer,
    LibraryClass,
    Name,
    PrintedText,
    Program,
    SpecialForm,
    outermost,
    watched_in,
)


class Evaluation:
    """The evaluation of one expression; `asks` may be overridden to see what is called.

    `modules` returns a module by name, `printed` what has been printed so far (nothing, if nobody
    keeps it), `program` what runs a file as a program, `given` a substitute for a value or function
    of a check.
    """

    def __init__(
        self,
        modules: Callable[[str], ModuleType],
        printed: Callable[[], str] = str,
        program: Callable[[str], Callable[..., object]] | None = None,
        given: Callable[[object], object] = lambda value: value,
    ) -> None:
        self._program = program
        self._modules = modules
        self._printed = printed
        self._given = given
        self._known: dict[int, object] = {}
        self._held: list[object] = []

    def _named(self, module: str, name: str) -> object:
        home = self._modules(module)
        if hasattr(home, "__path__") and not hasattr(home, name):
            with suppress(ModuleNotFoundError):  # a module of a package
                return self._modules(f"{module}.{name}")
        return getattr(home, name)

    def evaluate(self, value: object) -> Any:
        """The value of an expression, or of a part of it."""
        match value:
            case Name():
                return self._named(value._module, value._name)
            case LibraryClass():
                return value._class
            case Program():
                if self._program is None:
                    raise ValueError("programs can't be run here")
                return self._program(value._file)
            case Attribute():
                found = getattr(self.evaluate(value._target), value._name)
                self._held.append(found)  # keep it alive, as a check's variable would
                return found
            case Call():
                return self._call(value)
            case SpecialForm():
                return self._form(value)
            case BoundValue():
                return self._known[id(value)]
            case PrintedText():
                return self._printed()
            case KeptAnswer():
                return value.value
        return self._copied(value)

    def _copied(self, value: object) -> object:
        # The code gets copies, as in a box, so that changing them changes no check.
        # No `map`: it would mistake a StopIteration from the code for its own end.
        evaluate = self.evaluate
        match value:
            case _ if is_value(type(value)):
                return deepcopy(value, self._in_place_of_parts(value))
            case tuple():
                return tuple([evaluate(x) for x in value])
            case list():
                return [evaluate(x) for x in value]
            case dict():
                return {evaluate(key): evaluate(x) for key, x in value.items()}
            case set() | frozenset():
                return type(value)([evaluate(x) for x in value])
            case bytearray():
                return value.copy()
        return self._given(value)

    def _in_place_of_parts(self, value: object) -> dict[int, object]:
        # Watched objects are shared, since they count calls; questions in a value are answered by
        # now.
        watched = {id(one): self._given(one) for one in watched_in(value)}
        return watched | {id(one): self.evaluate(one) for one in outermost(value)}

    def _call(self, call: Call) -> object:
        if id(call) not in self._known:
            function = self.evaluate(call._function)
            arguments = [self.evaluate(x) for x in call._arguments]
            named = {name: self.evaluate(x) for name, x in call._named.items()}
            self.asks(call, [*arguments, *named.values()])
            self._known[id(call)] = function(*arguments, **named)
        return self._known[id(call)]

    def _form(self, form: SpecialForm) -> object:
        def ask(*bound: object) -> object:
            self._known |= dict(zip([id(form._bound)], bound, strict=False))
            return self.evaluate(form._body)

        return getattr(forms, form._form)(ask, *map(self.evaluate, form._given))

    def asks(self, call: Call, arguments: Sequence[object]) -> None:
        """Called before each call of the expression, with its arguments' values."""
