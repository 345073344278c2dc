"""The solution's end of a pair of boxes: it answers the suite in the other one.

A suite may ask for what a solution shows: the names that the starter files have, public attributes
of objects of its classes, calls of these. Everything else is refused: a suite that could read code,
or a name that only one solution has, would recognise the solution without testing it.
"""

import builtins
import io
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, NoReturn

from grader.inside.library import Library
from grader.inside.pair.link import Link
from grader.inside.pair.peer import FUNCTIONS, NAMES_OF_CLASSES, SOLUTION, Peer, Read
from grader.inside.pair.remote import BareRemote, RemoteObject
from grader.inside.shortening import sendable
from grader.inside.values import UnencodableValue
from grader.inside.wire import Violation

MOST_PRINTED = 100_000
NOTHING = object()


class SolutionPeer(Peer):
    """Answers for a solution whose modules have the public names in `names`.

    Those of a class are the names `Class.name`.
    """

    raised = (Exception, SystemExit, KeyboardInterrupt)
    output_class: type[io.StringIO] = io.StringIO

    def __init__(self, link: Link, library: Library, names: Mapping[str, frozenset[str]]) -> None:
        super().__init__(link, library, SOLUTION)
        self._public = names
        # What the suite has put something else in the place of: as it is found, and as the module
        # or the class itself has it.
        self._originals: dict[tuple[int, str], object] = {}
        self._replaced: dict[tuple[int, str], object] = {}
        self._looked_up: dict[tuple[str, str], object] = {}
        # What kept names of the message that is being read from being found.
        self._lacking: list[Exception] = []
        self._output, self._errors = self.output_class(), self.output_class()

    def serve(self) -> NoReturn:
        """Answer until the link is closed; raises `EOFError` then.

        Other threads of the code may ask while it answers. What one asks after that waits for the
        next call: else it would get that in place of its answer.
        """
        self.furnish()
        with self._turn:
            call = self._link.listen()
            while True:
                call = self._exchange(self.carry_out(call))

    def _done(self, operation: Callable[..., object], operands: Sequence[object]) -> object:
        if self._calls > 1:
            return super()._done(operation, operands)
        self._turn.release()
        try:
            return super()._done(operation, operands)
        finally:
            self._turn.acquire()

    def furnish(self) -> None:
        """Let the solution read and print where the suite says."""
        builtins.input = self._input
        sys.stdin = io.StringIO()
        sys.stdout, sys.stderr = self._output, self._errors

    def _input(self, *prompt: object, **named: object) -> Any:
        # A test may have put there what takes no prompt, or takes it by name.
        return self.ask("input", list(named.items()), *prompt)

    def own_tags(self) -> dict[str, Callable[[list[object]], object]]:
        return {"@": self._named, "&-": lambda data: self._mentioned.drop(data[1:])}

    def stays(self, kind: type) -> bool:
        return any(base.__name__ in self._names_of(base) for base in kind.__mro__)

    def own_data(self, value: object) -> list[object]:
        kind = type(value)
        if isinstance(value, FUNCTIONS):
            return ["f"]
        if self._is_ours(kind):
            return ["o", f"{kind.__module__}.{kind.__name__}"]
        if self._library.has(kind):
            return ["o", kind.__name__]
        raise UnencodableValue(f"the solution gives a {kind.__name__}, which is not a value here")

    def make_remote(self, data: list[Any]) -> BareRemote:
        _tag, _number, understudy, own = data
        stands_in = None if understudy is None else self._decode(understudy)
        return RemoteObject(self, stands_in, own)

    def names_of_error(self, kind: type) -> list[str]:
        own = [f"{kind.__module__}.{kind.__name__}"] if self._is_ours(kind) else []
        return own + super().names_of_error(kind)

    def refuse_call(self, operation: str, operands: Sequence[object]) -> None:  # noqa: ARG002
        first = next(iter(operands), None)
        if isinstance(first, type) and first in NAMES_OF_CLASSES:
            # The suite has them, too; here `str` says of a function where in memory it is.
            raise Violation("a class of Python's own is none of the solution's")

    def read_attribute(self, target: object, name: str) -> object:
        self._permit(target, name)
        return getattr(target, name)

    def write_attribute(self, target: object, name: str, value: object) -> None:
        self._permit(target, name)
        if isinstance(target, ModuleType | type):
            place = id(target), name
            self._replaced.setdefault(place, vars(target).get(name, NOTHING))
            if hasattr(target, name):
                self._originals.setdefault(place, getattr(target, name))
        setattr(target, name, value)

    def delete_attribute(self, target: object, name: str) -> None:
        """Delete an attribute for the suite; of a patch that ends, what was there comes back."""
        self._permit(target, name)
        place = id(target), name
        self._originals.pop(place, None)
        before = self._replaced.pop(place, NOTHING)
        if before is NOTHING:
            delattr(target, name)
        else:
            setattr(target, name, before)

    def printed(self) -> object:
        texts = _taken(self._output), _taken(self._errors)
        text, errors = map(self.without_addresses, texts)
        return [text, errors] if errors else text

    def read_whole(self, read: Callable[[], Read]) -> Read:
        """What `read` gives; raises why a name isn't there, when what comes after it is read, too.

        It has crossed over: both sides count it.
        """
        before, self._lacking = self._lacking, []
        try:
            found, lacking = read(), self._lacking
        finally:
            self._lacking = before
        if lacking:
            raise lacking[0]
        return found

    def _named(self, data: list[object]) -> object:
        """A public name of a module as the solution has it, whatever is there by now."""
        match data:
            case ["@", str(module), str(path)] if module in self._public:
                if (module, path) not in self._looked_up:
                    try:
                        self._looked_up[module, path] = self._look_up(module, path)
                    except Exception as error:  # it's raised when all is read
                        self._lacking.append(error)
                        return None
                return self._looked_up[module, path]
        raise Violation("a module that is not part of the solution")

    def _look_up(self, module: str, path: str) -> object:
        found: object = import_module(module)
        for name in path.split(".") if path else ():
            self._permit(found, name)
            original = self._originals.get((id(found), name))
            found = getattr(found, name) if original is None else original
        return found

    def _permit(self, target: object, name: Any) -> None:
        if name.startswith("_") or not self._shows(target, name):
            raise AttributeError(f"{type(target).__name__!r} object has no attribute {name!r}")

    def _shows(self, target: object, name: str) -> bool:
        if isinstance(target, ModuleType):
            return name in self._public.get(target.__name__, ())
        kind = target if isinstance(target, type) else type(target)
        if self._is_ours(kind):
            return any(f"{base.__name__}.{name}" in self._names_of(base) for base in kind.__mro__)
        return self._library.has(kind)

    def _names_of(self, kind: type) -> frozenset[str]:
        return self._public.get(kind.__module__, frozenset())

    def _is_ours(self, kind: type) -> bool:
        return kind.__module__ in self._public


def _taken(output: io.StringIO) -> str:
    """What was printed since it was last taken."""
    if not output.tell():
        return ""
    text = output.getvalue()
    output.seek(0)
    output.truncate()
    return sendable(text, MOST_PRINTED)
