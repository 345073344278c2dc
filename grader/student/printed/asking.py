"""Asks a hand-in for what a text prints: its steps run here, and their calls become questions.

A step is the course's own Python text, so it may do anything with an answer (`len`, `is None`, a
comparison). Only calls of the hand-in, and of library classes whose objects live beside it, become
questions. An object that can't travel stays where it is: each question about it makes it again, and
first repeats what it was asked before. What Python itself does with it is asked as well: operators,
`len`, `str`, iterating, `with`.

An object whose class derives from a plain value's (`class Money(int)`, a named tuple) may be meant
by its value or by its `__repr__`. So a step that fails with values that travel is run once more
with such objects left where they are.

pytest collects a check for each session beside those in a file of checks.
"""

import ast
import builtins
import inspect
import linecache
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import CodeType, SimpleNamespace
from typing import Any

import pytest

from grader.inside.library import PACKAGES
from grader.inside.module_names import tests_of
from grader.inside.travel.arrays import array
from grader.inside.travel.frames import frame, series
from grader.inside.wire import Handle
from grader.student.claims import Expect, wrong_answer
from grader.student.compare import same, short
from grader.student.evidence import UNWRITTEN, CheckFailed, Evidence
from grader.student.literal import literal
from grader.student.operators import ASKED, SWAPPED
from grader.student.printed.sessions import PrintedSession, PrintedStep
from grader.student.question import (
    PRINTED,
    Attribute,
    Call,
    LibraryClass,
    Name,
    Question,
    SpecialForm,
    parts,
)

AS_GOOD = {r"\bTrue\b": "1", r"\bFalse\b": "0", r"\[": "(", r",?[\])]": ")"}
BLANK, RAISED = "<BLANKLINE>", "Traceback (most recent call last):"
# Texts print numbers in full, except for the last digits.
TOLERANCE = 1e-9


class RemoteValue:
    """Represents a function, class or object beside the hand-in in a session."""

    _answers: "SessionAnswers"
    _question: Question

    def __init__(self, answers: "SessionAnswers", question: Question) -> None:
        vars(self).update(_answers=answers, _question=question)

    def __call__(self, *arguments: object, **named: object) -> object:
        if isinstance(self._question, LibraryClass):
            arguments, named = _in_order(self._question._class, arguments, named), {}
        if named:
            raise TypeError(f"a question passes no argument by its name: {', '.join(named)}")
        return self._answers.called(self._question, *map(self._answers.written, arguments))

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._answers.of(getattr(self._question, name))

    def __setattr__(self, name: str, value: object) -> None:
        self._asked("builtins", "setattr", self, name, value)

    def _asked(self, module: str, name: str, *operands: object) -> object:
        return self._answers.called(Name(module, name), *map(self._answers.written, operands))

    def __next__(self) -> object:
        try:
            return self._asked("builtins", "next", self)
        except CheckFailed as failed:
            if "StopIteration" in failed.raised:
                raise StopIteration from None
            raise

    def __enter__(self) -> object:
        return self._answers.called(Attribute(self._question, "__enter__"))

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self._answers.called(Attribute(self._question, "__exit__"), None, None, None)


def _asking(module: str, name: str, *, swapped: bool = False) -> Callable[..., object]:
    """A method of a representative that asks one of Python's functions."""

    def ask(one: RemoteValue, *others: object) -> object:
        operands = (*others, one) if swapped else (one, *others)
        return one._asked(module, name, *operands)

    return ask


# Special methods beyond those of questions: see `grader.student.operators`.
_CONVERTED = ("len", "iter", "str", "repr", "format", "hash", "bool", "int", "float")
_CHANGED = ("contains", "setitem", "delitem", "index")
_ASKED: Mapping[str, tuple[str, str]] = {
    **{f"__{name}__": ("builtins", name) for name in _CONVERTED},
    **{f"__{name}__": ("operator", name) for name in _CHANGED},
    **{special: asked for special, asked in ASKED.items() if special != "__next__"},
}
for special, (module, name) in _ASKED.items():
    setattr(RemoteValue, special, _asking(module, name))
for special, name in SWAPPED.items():
    setattr(RemoteValue, special, _asking("operator", name, swapped=True))


def _in_order(
    kind: type, arguments: tuple[object, ...], named: Mapping[str, object]
) -> tuple[object, ...]:
    bound = inspect.signature(kind).bind(*arguments, **named)
    if named:
        bound.apply_defaults()
    return bound.args


# What the text's own code raises if the answer is of another type than the text expects.
UNUSABLE = (TypeError, AttributeError, ValueError, LookupError, ArithmeticError)


def _tables(library: str) -> dict[int, Name]:
    """The names of a library's tables; code may recognize them by `is`, so none is copied."""
    given = vars(import_module(library)).items()
    return {
        id(value): Name(library, name)
        for name, value in given
        if type(value) in (tuple, list, dict) and value and not name.startswith("_")
    }


class SessionAnswers:
    """A hand-in's answers in one session, to questions that are asked one by one.

    With `objects`, whatever would lose its class on the way stays beside the hand-in.
    """

    def __init__(
        self, ask: Callable[[Any], Any], *, objects: bool = False, library: str = ""
    ) -> None:
        self._ask = ask
        self._tables = _tables(library) if library else {}
        self._objects_stay = objects
        self._heard: list[str] | None = None
        self._makers: set[int] = set()
        self._objects: dict[int, Call] = {}
        self._before: list[Call] = []
        self._latest: tuple[Question, object] | None = None

    def written(self, value: object) -> object:
        """A value of a session, as part of a question."""
        if id(value) in self._tables:
            return self._tables[id(value)]
        match value:
            case RemoteValue():
                return value._question
            case list() | tuple() if type(value) in (list, tuple):
                return type(value)(map(self.written, value))
            case dict():
                return {key: self.written(x) for key, x in value.items()}
        return value

    def standing_for(self, question: Question, *, makes: bool) -> RemoteValue:
        """A representative of a function, or of a class that `makes` objects beside the hand-in."""
        if makes:
            self._makers.add(id(question))
        return RemoteValue(self, question)

    def called(self, function: Question, *arguments: object) -> object:
        """The result of a call."""
        call = Call(function, arguments)
        if id(function) in self._makers:
            self._objects[id(call)] = call
            return RemoteValue(self, call)
        answer = self.of(call)
        if isinstance(answer, RemoteValue):
            self._objects[id(call)] = call
        self._before.append(call)
        return answer

    def of(self, question: Question) -> object:
        """The answer to a question, asked after all earlier questions about its objects."""
        mine = {id(part) for part in parts(question)} & self._objects.keys()
        earlier = [call for call in self._before if mine & {id(part) for part in parts(call)}]
        asked = SpecialForm("shown", question, ()) if self._objects_stay else question
        answer = self._answer(earlier, asked)
        self._latest = question, answer
        stays = isinstance(answer, Handle) or callable(answer)
        return RemoteValue(self, question) if stays else answer

    def _answer(self, earlier: Sequence[Call], question: Question) -> object:
        if self._heard is None:
            return self._ask((*earlier, question))[-1]
        *_, before, answer, printed = self._ask((*earlier, PRINTED, question, PRINTED))
        self._heard.append(printed[len(before) :])
        return answer

    @property
    def latest(self) -> str:
        """The latest answer in words; empty if nothing has been asked."""
        if self._latest is None:
            return ""
        question, answer = self._latest
        function = question._function if isinstance(question, Call) else question
        name = function._name if isinstance(function, Name | Attribute) else "the code"
        return f"{name} gave {short(answer)}"

    @property
    def asked_so_far(self) -> int:
        """The number of calls that the session has made."""
        return len(self._before)

    @contextmanager
    def heard_since(self, asked: int, heard: list[str]) -> Iterator[None]:
        """Repeat here what was asked since `asked`: those calls are forgotten.

        Meanwhile the hand-in's output is added to `heard`.
        """
        del self._before[asked:]
        self._heard = heard
        try:
            yield
        finally:
            self._heard = None


def ask_session(session: PrintedSession, expect: Expect) -> None:
    """Assert that a hand-in returns what the text prints; raises `CheckFailed` if it doesn't."""
    library = session.library
    values = _SessionRun(session, SessionAnswers(expect.answer, library=library))
    objects = _SessionRun(session, SessionAnswers(expect.answer, objects=True, library=library))
    for number in range(len(session.steps)):
        try:
            values.step(number)
        except CheckFailed as failed:
            if not _has_answered(failed):
                raise
            objects.pass_over(number)
            objects.step(number)


class _WrongStep(CheckFailed):
    """The result of a step is wrong, or unusable."""


def _has_answered(failed: CheckFailed) -> bool:
    """Whether a hand-in returned a value or raised an exception, within its time."""
    return isinstance(failed, _WrongStep) or bool(failed.raised)


class _SessionRun:
    def __init__(self, session: PrintedSession, answers: SessionAnswers) -> None:
        self._session = session
        self._answers = answers
        self._shown: list[str] = []
        self._next = 0
        self._names: dict[str, Any] = {
            "__name__": session.text,
            "__builtins__": {**vars(builtins), "__import__": _importing, "print": self._print},
        }
        self._words = vars(import_module(session.library)).copy() if session.library else {}
        for name in (*session.functions, *session.classes):
            makes = name in session.classes
            self._names[name] = answers.standing_for(Name(session.module, name), makes=makes)
        for module in session.modules:
            own = {name: self._names[name] for name in (*session.functions, *session.classes)}
            self._names[module] = SimpleNamespace(**own)

    def _print(self, *values: object, sep: str = " ", end: str = "\n") -> None:
        self._shown.append(sep.join(map(str, values)) + end)

    def pass_over(self, number: int) -> None:
        """Run earlier steps that haven't run here; their results have been checked already."""
        for passed in range(self._next, number):
            with suppress(Exception):
                self._run(self._session.steps[passed], self._file(passed))
            self._leave_beside()
        self._next = number

    def _file(self, number: int) -> str:
        return f"<{self._session.text} {number}>"

    def step(self, number: int) -> None:
        """Run one step, and compare its result with what the text prints."""
        self._next = number + 1
        step, asked = self._session.steps[number], self._answers.asked_so_far
        file = self._file(number)
        try:
            value, evidence = self._ended(step, file)
            if evidence and value is None:
                evidence = self._heard(step, file, asked, evidence)
        except CheckFailed as failed:
            if _is_expected(failed, step.printed):
                return
            # An import error isn't the fault of this step, and has no call.
            if failed.evidence.call:
                failed.evidence = self._placed(number, failed.evidence)
            raise
        except UNUSABLE as error:
            is_ours = type(error) not in vars(builtins).values()
            latest = self._answers.latest
            if is_ours or not latest or step.printed.startswith(RAISED):
                raise
            words = f"{latest}, which the example can't use"
            said = f"{type(error).__name__}: {error}"
            evidence = Evidence(f"{words} ({said})", kind="the example can't use an answer")
            raise _WrongStep(self._placed(number, evidence)) from error
        self._leave_beside()
        if evidence:
            raise _WrongStep(self._placed(number, evidence))

    def _ended(self, step: PrintedStep, file: str) -> tuple[object, Evidence | None]:
        self._shown.clear()
        value = self._run(step, file)
        return value, self._wrong(step, value)

    def _heard(
        self, step: PrintedStep, file: str, asked: int, evidence: Evidence
    ) -> Evidence | None:
        """What is wrong if the hand-in's own output counts as the step's."""
        printed_here = bool(self._shown)
        with self._answers.heard_since(asked, self._shown):
            _, found = self._ended(step, file)
        return evidence if found and printed_here else found

    def _run(self, step: PrintedStep, file: str) -> object:
        # For tracebacks and `inspect`, which look up the source of a session's function.
        linecache.cache[file] = len(step.typed), None, step.typed.splitlines(True), file
        tree = ast.parse(step.typed)
        match tree.body:
            case [ast.Expr(value=expression)]:
                return eval(_compiled(ast.Expression(expression), file), self._names)
        exec(_compiled(tree, file), self._names)
        return None

    def _leave_beside(self) -> None:
        for name, value in list(self._names.items()):
            home = getattr(value, "__declared_in__", None) if isinstance(value, type) else None
            if value in getattr(home, "GIVEN", ()):
                self._names[name] = self._answers.standing_for(LibraryClass(value), makes=True)

    def _wrong(self, step: PrintedStep, value: object) -> Evidence | None:
        """What is wrong with a step's value, or with its output."""
        if not step.printed:
            return None
        if step.printed.startswith(RAISED):
            raised = step.printed.splitlines()[-1]
            words = "wrong value: an exception is expected"
            got = literal(value)
            return Evidence(words, got=got, expected=raised, difference=words, kind=words)
        if value is None and self._shown:
            return _wrong_text("".join(self._shown), step.printed)
        if _stays_beside(value):
            return _wrong_text(repr(value), step.printed)
        expected = self._expected(step.printed)
        near = TOLERANCE if "." in step.printed else 0
        if same(value, expected, near) or repr(value) == step.printed:
            return None
        return wrong_answer("", value, expected, tolerance=near)

    def _expected(self, printed: str) -> object:
        # Lines above the value may be a game's own output, which is free.
        lines = printed.splitlines()
        ours = {name: x for name, x in self._names.items() if not isinstance(x, RemoteValue)}
        for first in range(len(lines)):
            with suppress(SyntaxError, NameError, AttributeError):
                return eval("\n".join(lines[first:]), self._words, ours)
        return printed

    def _placed(self, number: int, evidence: Evidence) -> Evidence:
        """The evidence with the steps that led to it, and the line in the text."""
        session, step = self._session, self._session.steps[number]
        names = ", ".join([*session.functions, *session.classes])
        imports = f"from {session.module} import {names}"
        typed = [one.typed.rstrip() for one in session.steps[: number + 1]]
        call = "\n".join([imports, *_without_unused_imports(typed)])
        place = "" if UNWRITTEN in evidence.message else f" ({session.place(step)})"
        return replace(evidence, message=f"{evidence.message}{place}", call=call)


def _without_unused_imports(typed: Sequence[str]) -> Iterator[str]:
    """The typed steps, without imported names that none of them uses."""
    trees = [ast.parse(text) for text in typed]
    used = {node.id for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Name)}
    for text, tree in zip(typed, trees, strict=True):
        imports = [one for one in tree.body if isinstance(one, ast.Import | ast.ImportFrom)]
        if len(imports) < len(tree.body):
            yield text
            continue
        for one in imports:
            names = [(alias.asname or alias.name).partition(".")[0] for alias in one.names]
            one.names = [
                a for a, name in zip(one.names, names, strict=True) if name in used | {"*"}
            ]
            if one.names:
                yield ast.unparse(one)


def _compiled(tree: ast.Module | ast.Expression, file: str) -> CodeType:
    found: CodeType = compile(tree, file, "eval" if isinstance(tree, ast.Expression) else "exec")
    return found


def _stays_beside(value: object) -> bool:
    """Whether a value, or a part of it, stays with the hand-in."""
    match value:
        case list() | tuple() | set() | frozenset():
            return any(map(_stays_beside, value))
        case dict():
            return any(map(_stays_beside, value.values()))
    return isinstance(value, RemoteValue)


def _importing(name: str, *usual: Any) -> object:
    # The judge has no packages: plain values replace theirs.
    if name.partition(".")[0] in PACKAGES:
        return SimpleNamespace(array=array, DataFrame=frame, Series=series)
    return __import__(name, *usual)


def _is_expected(failed: CheckFailed, printed: str) -> bool:
    """Whether an exception is the one that the text prints; its message is free."""
    if not printed.startswith(RAISED):
        return False
    kind = printed.splitlines()[-1].partition(":")[0].rpartition(".")[2]
    return kind in failed.raised


def _freely(text: str) -> list[str]:
    """The lines of a text, with lists written as tuples, and bools as numbers."""
    for word, as_good in AS_GOOD.items():
        text = re.sub(word, as_good, text)
    return [line.rstrip() for line in text.splitlines()]


def _wrong_text(got: str, printed: str) -> Evidence | None:
    lines = [line.replace(BLANK, "").rstrip() for line in printed.splitlines()]
    shown, expected = got.rstrip(), "\n".join(lines).rstrip()
    if _freely(shown) == _freely(expected):
        return None
    return wrong_answer("", shown, expected)


class FileWithSessions(pytest.Module):
    """A file of checks, plus checks for the sessions of its module."""

    sessions: Sequence[PrintedSession] = ()

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        """The checks of the file, and one for each session."""
        yield from super().collect()
        for session in self.sessions:
            check = _check_of(session)
            yield pytest.Function.from_parent(self, name=session.name, callobj=check)


def file_with_sessions(
    path: Path, parent: pytest.Collector, sessions: Iterable[PrintedSession]
) -> FileWithSessions:
    """A file of checks, with the sessions that belong to its module."""
    found: FileWithSessions = FileWithSessions.from_parent(parent, path=path)
    found.sessions = [session for session in sessions if tests_of(session.module) == path.name]
    return found


def _check_of(session: PrintedSession) -> object:
    @pytest.mark.task(session.task, session.title)
    def check(submission: object, expect: Expect) -> None:
        del submission
        ask_session(session, expect)

    return check
