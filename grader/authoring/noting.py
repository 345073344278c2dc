"""Stands in for a hand-in in its box: the reference answers, and each call of it is recorded."""

import io
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from functools import partial
from importlib import import_module
from typing import Any

from grader.asking.answers import RaisedException, exception_of
from grader.authoring.domains import AskedCall
from grader.authoring.reference import Reference
from grader.inside.sources import module_name
from grader.sandbox.clock import Budget
from grader.student.evaluation import Evaluation
from grader.student.evidence import CATCHABLE
from grader.student.question import Attribute, Call, Name, called

_ABSENT = object()


class _NotingEvaluation(Evaluation):
    """Answers a question, and reports every call of a student's function."""

    def __init__(
        self,
        *usual: Any,
        modules: frozenset[str],
        note: Callable[[AskedCall], None],
        before: Callable[[object, str], None],
    ) -> None:
        super().__init__(*usual)
        self._students = modules
        self._note = note
        self._before = before
        self._made: dict[int, tuple[str, tuple[object, ...]]] = {}
        self._history: list[tuple[int, AskedCall]] = []

    def evaluate(self, value: object) -> object:
        match value:
            case Attribute(_target=Call(_function=Name()) as maker, _name=name):
                target = self.evaluate(maker)
                if id(maker) in self._made and isinstance(
                    getattr(type(target), name, None), property
                ):
                    self._tell(f"{self._made[id(maker)][0]}.{name}", maker, ())
        return super().evaluate(value)

    def asks(self, call: Call, arguments: Sequence[Any]) -> None:
        module, name, maker = called(call)
        # What a question replaces in a module must be put back: here no box ends with it.
        if (module, name) == ("builtins", "setattr"):
            self._before(arguments[0], arguments[1])
        if module not in self._students:
            return
        function = f"{module}.{name}"
        if maker is None and isinstance(getattr(import_module(module), name, None), type):
            self._made[id(call)] = (function, tuple(arguments))
            self._note(AskedCall(function, (), tuple(arguments)))
        else:
            self._tell(function, maker, tuple(arguments))

    def _tell(self, function: str, maker: Call | None, arguments: tuple[object, ...]) -> None:
        owner = function if maker is None else function.rpartition(".")[0]
        _class, made = self._made.get(id(maker), ("", ()))
        alike = [(who, asked) for who, asked in self._history if asked.function.startswith(owner)]
        before = tuple([asked for who, asked in alike if who == id(maker)])
        beside = tuple([asked for who, asked in alike if who != id(maker)])
        asked = AskedCall(function, made, arguments, before, beside)
        self._note(asked)
        self._history.append((id(maker), asked))


class NotingSubmission:
    """Stands in for a `Submission`: the reference answers, and every call is recorded."""

    def __init__(self, make: Callable[[], Reference], note: Callable[[AskedCall], None]) -> None:
        self._make = make
        self._reference = make()
        # Not the reference's real time, which doesn't matter here, but one second a question.
        self.cpu, self.budget = 0.0, Budget(0.0, 0.0, 0.0, 0)
        self._replaced: list[tuple[object, str, object]] = []
        self._modules = frozenset(map(module_name, self._reference.files))
        self.tell(note)

    def tell(self, note: Callable[[AskedCall], None]) -> None:
        """Report calls to `note` from now on."""
        self._evaluation = partial(
            _NotingEvaluation, modules=self._modules, note=note, before=self._remember
        )

    def close(self) -> None:
        """Forget what the code remembers, and undo what questions have replaced.

        With a box, both would end; here, all later questions would find them.
        """
        for owner, name, usual in reversed(self._replaced):
            if usual is _ABSENT:
                delattr(owner, name)
            else:
                setattr(owner, name, usual)
        self._replaced.clear()
        self._reference = self._make()

    def _remember(self, owner: object, name: str) -> None:
        self._replaced.append((owner, name, vars(owner).get(name, _ABSENT)))

    def note(self, question: object, stdin: str = "") -> object:
        """The answer to a question; each call in it is recorded."""
        output = io.StringIO()
        self.cpu += 1.0
        with redirect_stdout(output), _typed(stdin):
            return self._reference.evaluate(question, self._evaluation, output.getvalue)

    def ask(self, question: object, stdin: str = "") -> object:
        """The same as a check sees it: raises what it may catch."""
        try:
            return self.note(question, stdin)
        except CATCHABLE as error:
            bases = tuple([base.__name__ for base in type(error).__mro__[1:]])
            answer = RaisedException(type(error).__name__, str(error), (), bases)
            raise exception_of(answer) from None


@contextmanager
def _typed(text: str) -> Iterator[None]:
    usual, sys.stdin = sys.stdin, io.StringIO(text)
    try:
        yield
    finally:
        sys.stdin = usual
