"""Questions: calls of a student's functions, written down before anybody answers them.

`submission.primes.is_prime(7)` looks like a call and is a `Question`: a small expression that
can be answered by the files beside it (`answer_directly`), sent elsewhere to be answered, or shown
as Python text that does the same at a prompt (`python_text.py`). An argument or a question that
occurs twice in an expression (the same object) is evaluated once, at its first place.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import fields, is_dataclass
from itertools import islice
from pathlib import PurePosixPath
from types import MappingProxyType, ModuleType
from typing import Any, Final

from grader.inside.shortening import cut
from grader.inside.travel.watched import is_noted, rewind, set_place
from grader.inside.wire import Handle
from grader.student.library import declared, is_value

UNANSWERED = "a question is compared or tested, which has no answer before `expect` asks it"


class Question:
    """An expression about student code; attributes and calls of it are questions too."""

    __slots__ = ()

    def __getattr__(self, name: str) -> "Attribute":
        if name.startswith("__"):
            raise AttributeError(name)
        return Attribute(self, name)

    def __call__(self, *arguments: Any) -> "Call":
        return Call(self, arguments)

    def __eq__(self, other: object) -> bool:
        # A check that compares a question instead of its answer would fail everybody, or nobody.
        raise TypeError(UNANSWERED)

    def __bool__(self) -> bool:
        raise TypeError(UNANSWERED)

    __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __eq__
    __hash__ = object.__hash__


class Name(Question):
    """A function or class of a module of the hand-in."""

    __slots__ = ("_module", "_name")

    def __init__(self, module: str, name: str) -> None:
        self._module = module
        self._name = name


class Given(Question):
    """A class of the assignment's library, which lives beside the student's code."""

    __slots__ = ("_class",)

    def __init__(self, given: type) -> None:
        self._class = given


class Program(Question):
    """A file of the hand-in as a program: a call runs it."""

    __slots__ = ("_file",)

    def __init__(self, file: str) -> None:
        self._file = file


class Attribute(Question):
    """An attribute of what another question answers."""

    __slots__ = ("_name", "_target")

    def __init__(self, target: Question, name: str) -> None:
        self._target = target
        self._name = name


class Call(Question):
    """A call of what another question answers."""

    __slots__ = ("_arguments", "_function")

    def __init__(self, function: Question, arguments: tuple[Any, ...]) -> None:
        self._function = function
        self._arguments = arguments


def run(
    file: str,
    argv: Sequence[str] = (),
    stdin: "str | Callable[[int, str], str]" = "",
    files: Mapping[str, str | bytes] = MappingProxyType({}),
) -> Call:
    """A question that runs a file as a program, whose answer is a `Ran`.

    `stdin` is what is typed, or a `dialogue`; `files` are in the program's folder. Raises
    `ValueError` if one of their names leads out of it.
    """
    for name in files:
        if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts or not name:
            raise ValueError(f"{name!r} can't be a file of a program: say a name in its folder")
    return Call(Program(file), (list(argv), stdin, dict(files)))


def dialogue(*turns: tuple[str, str]) -> Callable[[int, str], str]:
    """What types an answer after each prompt: pairs of a prompt, or its end, and the answer.

    Where another prompt is printed, or one more, nothing is typed: the program gets `EOFError`.
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


class KeptAnswer(Handle):
    """An answer that can't travel, where nothing has to: it can be part of another question."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        super().__init__(0, type(value).__name__)
        self.value = value


class ModuleOf:
    """The modules of a submission: `ModuleOf("primes").is_prime` is a `Name`."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Name:
        return Name(self._module, name)


class Code:
    """The student's code as a whole: `code.primes` is its module `primes`."""

    def __getattr__(self, module: str) -> ModuleOf:
        return ModuleOf(module)


CODE: Final = Code()


def parts(value: Any) -> Iterator[Any]:
    """What an expression is made of: itself, then its parts, in the order of evaluation."""
    yield value
    match value:
        case Attribute():
            yield from parts(value._target)
        case Call():
            yield from parts(value._function)
            for argument in value._arguments:
                yield from parts(argument)
        case tuple() | list() | set() | frozenset():
            for part in value:
                yield from parts(part)
        case dict():
            for item in value.items():
                yield from parts(item)
        case _ if is_value(type(value)) and is_dataclass(value):
            for field in fields(value):
                yield from parts(getattr(value, field.name, None))


def has_questions(value: Any) -> bool:
    """Whether something in a value is a question, and not yet an answer."""
    return any(isinstance(part, Question) for part in parts(value))


def outermost(value: Any) -> Iterator[Question]:
    """The questions in a value that are in no other question of it, in their order."""
    found = parts(value)
    for part in found:
        if isinstance(part, Question):
            yield part
            for _ in islice(found, sum(1 for _ in parts(part)) - 1):  # its own parts come next
                pass


def objects_among(found: Iterable[Any]) -> list[Any]:
    """The library's objects among the parts of an expression, each once, in their order."""
    among = list(found)
    kinds = {kind for kind in set(map(type, among)) if _is_object(kind)}
    objects = {id(part): part for part in among if type(part) in kinds}
    return list(objects.values())


def _is_object(kind: type) -> bool:
    return declared(kind, "TEXTS") is not None or is_noted(kind)


def watched_in(question: Any) -> list[Any]:
    """The objects in an expression whose visits are watched, each once, in their order."""
    return [one for one in objects_among(parts(question)) if is_watched(one)]


def is_watched(value: Any) -> bool:
    """Whether an object writes down, in `visits`, which of its parts are asked for."""
    return declared(type(value), "SEALED") is not None or is_noted(type(value))


def number_watched(watched: Iterable[Any]) -> None:
    """Have the watched objects of a question know which one each of them is."""
    for place, one in enumerate(filter(_notes, watched)):
        set_place(one, place)


def make_ready(question: Any) -> None:
    """Number the watched objects of a question, and make them ready for being asked."""
    watched = watched_in(question)
    number_watched(watched)
    rewind_all(watched)


def rewind_all(watched: Iterable[Any]) -> None:
    """Make watched objects ready for being asked: as they were made, with nothing written down."""
    for one in watched:
        if _notes(one):
            rewind(one)
        else:
            one.visits.clear()


def _notes(value: Any) -> bool:
    return is_noted(type(value))


def shared(found: Iterable[Any]) -> set[int]:
    """The ids of calls that occur more than once among the parts of an expression."""
    seen: set[int] = set()
    twice: set[int] = set()
    for part in found:
        if isinstance(part, Call):
            (twice if id(part) in seen else seen).add(id(part))
    return twice


def locate(objects: Sequence[Any], place: Any) -> tuple[int, Any]:
    """Which of `objects` a place is in, and the path that leads to it."""
    _tag, path_in, *_ = declared(type(place), "PLACES")
    for number, one in enumerate(objects):
        path = path_in(one, place)
        if path is not None:
            return number, path
    raise ValueError("a place in a question belongs to none of the question's objects")


def answer_directly(
    question: Any,
    modules: Callable[[str], ModuleType],
    printed: Callable[[], str] = str,
    given: Callable[[Any], Any] = lambda value: value,
    program: Callable[[str], Callable[..., Any]] | None = None,
) -> Any:
    """Evaluate an expression here and now.

    `modules` gives a module by its name, `printed` what has been printed so far (nothing, where
    nobody keeps it), `given` what stands for a value or a function of a check, `program` what
    runs a file as a program.
    """
    return Evaluation(modules, printed, given, program).evaluate(question)


class Evaluation:
    """The evaluation of one expression; `asks` may be overridden to see what is called."""

    def __init__(
        self,
        modules: Callable[[str], ModuleType],
        printed: Callable[[], str],
        given: Callable[[Any], Any],
        program: Callable[[str], Callable[..., Any]] | None,
    ) -> None:
        self._program = program
        self._modules = modules
        self._printed = printed
        self._given = given
        self._known: dict[int, Any] = {}

    def evaluate(self, value: Any) -> Any:
        """The value of an expression, or of a part of it."""
        match value:
            case Name():
                return getattr(self._modules(value._module), value._name)
            case Given():
                return value._class
            case Program():
                if self._program is None:
                    raise ValueError("programs can't be run here")
                return self._program(value._file)
            case Attribute():
                return getattr(self.evaluate(value._target), value._name)
            case Call():
                return self._call(value)
            case PrintedText():
                return self._printed()
            case KeptAnswer():
                return value.value
        return self._copied(value)

    def _copied(self, value: Any) -> Any:
        # Who answers gets copies, as a box does: what it does to them changes no check.
        # No `map`: it would take a StopIteration of the code for its end.
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

    def _in_place_of_parts(self, value: Any) -> dict[int, Any]:
        # What is watched is the check's own, and counts there; questions have answers by now.
        watched = {id(one): self._given(one) for one in watched_in(value)}
        return watched | {id(one): self.evaluate(one) for one in outermost(value)}

    def _call(self, call: Call) -> Any:
        if id(call) not in self._known:
            function = self.evaluate(call._function)
            arguments = [self.evaluate(x) for x in call._arguments]
            self.asks(call, arguments)
            self._known[id(call)] = function(*arguments)
        return self._known[id(call)]

    def asks(self, call: Call, arguments: Sequence[Any]) -> None:
        """Called before each call of the expression, with its arguments' values."""


def called(call: Call) -> tuple[str, str, Call | None]:
    """The module and the name of what a call calls, and of a method the call that made its object.

    The name of a method is "Class.method", or "function.attribute.method" of what a function gave.
    All is empty where a call's function is another value.
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
