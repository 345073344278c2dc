"""Questions: calls of a student's functions, written down before anybody answers them.

`submission.primes.is_prime(7)` looks like a call and is a `Question`: a small expression that can
be answered with the files beside it (`evaluation.py`), sent elsewhere to be answered, or shown as
Python text that does the same at a prompt (`python_text.py`). An argument or a question that occurs
twice in an expression (the same object) is evaluated once, at its first place. Operators are calls
of Python's module `operator` (`operators.py`): `x[0]` is `operator.getitem(x, 0)`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any, Final, NoReturn

from grader.inside.shortening import cut
from grader.inside.travel.watched import is_noted, rewind, set_place
from grader.inside.wire import Handle
from grader.student.library_tables import declared, is_value
from grader.student.operators import ASKED, SWAPPED

# Operations for which Python needs a value at once, and what to write instead.
UNANSWERED = "a question is compared or tested, which has no answer before `expect` asks it"
UNKNOWN = "the answer isn't known before `expect` asks it: write"
NO_QUESTIONS = {
    "__len__": "submission.builtins.len(question)",
    "__iter__": "expect.answer(submission.builtins.list(question))",
    "__contains__": "submission.operator.contains(question, value)",
    "__str__": "submission.builtins.str(question)",
    "__format__": "submission.builtins.format(question)",
    "__int__": "submission.builtins.int(question)",
    "__index__": "submission.builtins.int(question)",
    "__float__": "submission.builtins.float(question)",
    "__setitem__": "submission.operator.setitem(question, key, value)",
    "__delitem__": "submission.operator.delitem(question, key)",
    "__enter__": "within(question, lambda entered: entered.method())",
}


class Question:
    """An expression about student code; its attributes, calls and operations are questions too."""

    __slots__ = ()

    def __getattr__(self, name: str) -> "Attribute":
        if name.startswith("__"):
            instead = f"submission.builtins.getattr(question, {name!r})"
            raise AttributeError(f"{name} of a question: write {instead}", name=name, obj=self)
        return Attribute(self, name)

    def __call__(self, *arguments: object, **named: object) -> "Call":
        return Call(self, arguments, named)

    def __bool__(self) -> bool:
        # A check that tests a question instead of its answer would fail everybody, or nobody.
        raise TypeError(UNANSWERED)

    __hash__ = object.__hash__


class Name(Question):
    """A function or class of a module of the hand-in, or of Python's."""

    __slots__ = ("_module", "_name")

    def __init__(self, module: str, name: str) -> None:
        self._module = module
        self._name = name


class LibraryClass(Question):
    """A class of the assignment's library, which lives beside the student's code."""

    __slots__ = ("_class",)

    def __init__(self, given: type) -> None:
        self._class = given


class Program(Question):
    """A file of the hand-in as a program; a call runs it."""

    __slots__ = ("_file",)

    def __init__(self, file: str) -> None:
        self._file = file


class Attribute(Question):
    """An attribute of another question's answer."""

    __slots__ = ("_name", "_target")

    def __init__(self, target: Question, name: str) -> None:
        self._target = target
        self._name = name


class Call(Question):
    """A call of another question's answer."""

    __slots__ = ("_arguments", "_function", "_named")

    def __init__(
        self,
        function: Question,
        arguments: tuple[Any, ...],
        named: Mapping[str, object] = MappingProxyType({}),
    ) -> None:
        self._function = function
        self._arguments = arguments
        self._named = named


class BoundValue(Question):
    """The value that a special form binds while it asks the question inside it."""

    __slots__ = ()


class SpecialForm(Question):
    """A function of `grader.inside.forms`, which itself asks the question that it gets."""

    __slots__ = ("_body", "_bound", "_form", "_given")

    def __init__(
        self, form: str, body: object, given: Sequence[Any], bound: BoundValue | None = None
    ) -> None:
        self._form = form
        self._body = body
        self._given = tuple(given)
        self._bound = bound


def within(manager: Question, inside: Callable[[object], object]) -> SpecialForm:
    """A question asked `inside` of `with manager as entered`; it gets what was entered."""
    bound = BoundValue()
    return SpecialForm("within", inside(bound), [manager], bound)


def _asking(module: str, name: str, *, swapped: bool = False) -> Callable[..., Call]:
    """A method of questions that asks one of Python's functions."""
    function = Name(module, name)

    def ask(*operands: object) -> Call:
        return Call(function, tuple(map(_key, operands[::-1] if swapped else operands)))

    return ask


def _key(value: object) -> object:
    """A key with its slices as questions, since slices don't travel."""
    if type(value) is tuple:
        return tuple(map(_key, value))
    if isinstance(value, slice):
        return Call(Name("builtins", "slice"), (value.start, value.stop, value.step))
    return value


def _refusing(instead: str) -> Callable[..., NoReturn]:
    """A method of questions that refuses, and says what to write instead."""

    def refuse(*_: object) -> NoReturn:
        raise TypeError(f"{UNKNOWN} `{instead}`")

    return refuse


for special, (module, name) in ASKED.items():
    setattr(Question, special, _asking(module, name))
for special, name in SWAPPED.items():
    setattr(Question, special, _asking("operator", name, swapped=True))
for special, instead in NO_QUESTIONS.items():
    setattr(Question, special, _refusing(instead))


def run(
    file: str,
    argv: Sequence[str] = (),
    stdin: "str | Callable[[int, str], str]" = "",
    files: Mapping[str, str | bytes] = MappingProxyType({}),
) -> Call:
    """A question that runs a file as a program; its answer is a `Ran`.

    `stdin` is what is typed, or a `dialogue`; `files` are put into the program's folder. Raises
    `ValueError` if one of their names leads out of it.
    """
    for name in files:
        if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts or not name:
            raise ValueError(f"{name!r} can't be a file of a program: say a name in its folder")
    return Call(Program(file), (list(argv), stdin, dict(files)))


def dialogue(*turns: tuple[str, str]) -> Callable[[int, str], str]:
    """Types an answer after each prompt, given pairs of a prompt, or its end, and the answer.

    At any other prompt, or one more, nothing is typed: the program gets `EOFError`.
    """

    def answer(turn: int, printed: str) -> str:
        if not 0 <= turn < len(turns):
            raise EOFError("no input is left: the whole dialogue has been typed")
        prompt, words = turns[turn]
        if not printed.rstrip().endswith(prompt.rstrip()):
            shown = cut(printed.strip().splitlines()[-1], 200) if printed.strip() else ""
            raise EOFError(f"nothing is typed at {shown!r}: the prompt should be {prompt!r}")
        return f"{words}\n"

    return answer


class PrintedText(Question):
    """What has been printed since the whole question began."""

    __slots__ = ()


PRINTED: Final = PrintedText()


def class_asked(kind: type) -> Question:
    """A class as a question, by its name in its module."""
    first, *rest = kind.__qualname__.split(".")
    asked: Question = Name(kind.__module__, first)
    for name in rest:
        asked = Attribute(asked, name)
    return asked


class KeptAnswer(Handle):
    """An answer that can't travel, where it needn't: it can be part of another question."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        super().__init__(0, type(value).__name__)
        self.value = value


class ModuleOf:
    """A module of a submission: `ModuleOf("primes").is_prime` is a `Name`."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Name:
        return Name(self._module, name)


class Code:
    """The student's code as a whole: `code.primes` is its module `primes`."""

    def __getattr__(self, module: str) -> ModuleOf:
        return ModuleOf(module)


CODE: Final = Code()


def is_run(value: object) -> bool:
    """Whether a value is a question that runs a program."""
    return isinstance(value, Call) and isinstance(value._function, Program)


def parts(value: object) -> Iterator[object]:
    """An expression and its parts, in the order of evaluation.

    A call that occurs again is made once, so its own parts don't come again.
    """
    todo, made = [value], set[int]()
    while todo:
        value = todo.pop()
        yield value
        if isinstance(value, Call):
            if id(value) in made:
                continue
            made.add(id(value))
        todo += reversed(_within(value))


def calls_in(question: object) -> int:
    """How many calls a question makes, except those that only make values of the library."""
    made = [part for part in parts(question) if isinstance(part, Call)]
    return len({id(call) for call in made if not isinstance(call._function, LibraryClass)})


def _within(value: object) -> Sequence[object]:
    match value:
        case Attribute():
            return [value._target]
        case Call():
            return [value._function, *value._arguments, *value._named.values()]
        case SpecialForm():
            return [*value._given, value._body]
        case tuple() | list() | set() | frozenset():
            return [*value]
        case dict():
            return [*value.items()]
        case _ if is_value(type(value)) and is_dataclass(value):
            return [getattr(value, field.name, None) for field in fields(value)]
    return []


def has_questions(value: object) -> bool:
    """Whether a value contains a question."""
    return any(isinstance(part, Question) for part in parts(value))


def outermost(value: object) -> Iterator[Question]:
    """The questions in a value that aren't inside another question, in order."""
    todo = [value]
    while todo:
        part = todo.pop()
        if isinstance(part, Question):
            yield part
        else:
            todo += reversed(_within(part))


def objects_among(found: Iterable[object]) -> list[object]:
    """The library's objects among the parts of an expression, each once, in order."""
    among = list(found)
    kinds = {kind for kind in set(map(type, among)) if _is_object(kind)}
    objects = {id(part): part for part in among if type(part) in kinds}
    return list(objects.values())


def _is_object(kind: type) -> bool:
    return declared(kind, "TEXTS") is not None or is_noted(kind)


def watched_in(question: object) -> list[Any]:
    """The objects in an expression whose visits are watched, each once, in order."""
    return [one for one in objects_among(parts(question)) if is_watched(one)]


def is_watched(value: object) -> bool:
    """Whether an object records, in `visits`, which of its parts are asked for."""
    return declared(type(value), "SEALED") is not None or is_noted(type(value))


def number_watched(watched: Iterable[object]) -> None:
    """Number a question's watched objects, so that each knows which one it is."""
    for place, one in enumerate(filter(_notes, watched)):
        set_place(one, place)


def make_ready(question: object) -> None:
    """Number a question's watched objects, and reset them before it is asked."""
    watched = watched_in(question)
    number_watched(watched)
    rewind_all(watched)


def rewind_all(watched: Iterable[Any]) -> None:
    """Reset watched objects to their initial state, with no recorded visits."""
    for one in watched:
        if _notes(one):
            rewind(one)
        else:
            one.visits.clear()


def _notes(value: object) -> bool:
    return is_noted(type(value))


def shared(found: Iterable[object]) -> set[int]:
    """The ids of calls that occur more than once in an expression."""
    times = Counter(id(part) for part in found if isinstance(part, Call))
    return {call for call, count in times.items() if count > 1}


def locate(objects: Sequence[object], place: object) -> tuple[int, Any]:
    """The index of the object that a place is in, and the path to the place."""
    _tag, path_in, *_ = declared(type(place), "PLACES")
    for number, one in enumerate(objects):
        path = path_in(one, place)
        if path is not None:
            return number, path
    raise ValueError("a place in a question belongs to none of the question's objects")


def called(call: Call) -> tuple[str, str, Call | None]:
    """What a call calls, by module and name, and for a method the call that made its object.

    The name of a method is "Class.method", or "function.attribute.method" for a function's result.
    All is empty if the function is any other value.
    """
    function, names = call._function, list[str]()
    while isinstance(function, Attribute):
        names.insert(0, function._name)
        function = function._target
    match function:
        case Name() if not names:
            return function._module, function._name, None
        case Call(_function=Name() as made):
            return made._module, ".".join([made._name, *names]), function
    return "", "", None
