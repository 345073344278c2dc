"""A hand-in as its checks see it: questions go to a box, answers come back as plain values.

`Writer` turns a question of `grader.student.question` into the data of the wire. It keeps back what
the box must ask for: the values of watched trees, and the functions of a check. `Submission` owns
the box of one module, gets a new one when that has ended, and turns anything that isn't a value
into a `CheckFailed`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

from grader.asking.allowance import Allowance
from grader.inside.library import NO_LIBRARY, Library, row_of
from grader.inside.wire import (
    Decoder,
    Encoder,
    Handle,
    Unencodable,
    Violation,
    decode_handle,
    dump,
    dump_question,
    load,
)
from grader.results import Incident, Status
from grader.sandbox.box import Box, BoxEnded, Callback
from grader.sandbox.clock import Budget
from grader.sandbox.tiers import Nursery
from grader.student.compare import cut
from grader.student.evidence import CheckFailed, Evidence, Frame
from grader.student.question import (
    Attribute,
    Call,
    Given,
    ModuleOf,
    Name,
    Printed,
    is_watched,
    locate,
    objects_among,
    parts,
    python_text,
    shared,
)

MOST_LINES = 1_000_000
# Less of what was printed says nothing.
LEAST_OUTPUT = 100
# What a reply costs to decode, compare, show and explain grows with its length. So much is read of
# any reply, and some times the length of the expected one where that is more.
LEGIBLE_BYTES = 256 << 10
TIMES_THE_EXPECTED = 4
QUESTIONS = frozenset((Attribute, Call, Given, Name, Printed))
ENGINE = "grader"


# -- questions, on their way out -------------------------------------------------------------


class QuestionEncoder(Encoder):
    """Most of a question is calls and names, which are none of the values of the wire."""

    def _subclass(self, value: Any, depth: int) -> Any:
        return self._other(value) if type(value) in QUESTIONS else super()._subclass(value, depth)


class Writer:
    """Questions to wire data; collects the callbacks that a box may call while it answers."""

    def __init__(self, library: Library) -> None:
        self.callbacks: list[Callback] = []
        self.watched: dict[int, Any] = {}
        self._library = library
        self._names = {id(function): name for name, function in library.functions.items()}
        self._numbers: dict[int, int] = {}
        self._objects: list[Any] = []
        self._shared: set[int] = set()
        self._contents: dict[bytes, Any] = {}
        self._encoder = QuestionEncoder(library, self._other)
        self._encode = Encoder(library, _no_handle).encode

    def write(self, question: Any) -> Any:
        """The data of one question."""
        self._numbers = {}
        found = list(parts(question))
        self._objects = objects_among(found)
        self._shared = shared(found)
        self.watched |= {id(one): one for one in self._objects if is_watched(one)}
        return self._encoder.encode(question)

    def _other(self, value: Any) -> Any:
        encode = self._encoder.encode
        match value:
            case Name():
                return ["@", value._module, value._name]
            case Given():
                return ["given", value._class.__name__]
            case Attribute():
                return [".", encode(value._target), value._name]
            case Call():
                return self._once(value, self._call, id(value) in self._shared)
            case Printed():
                return [">"]
            case Handle():
                return ["o", value.number, value.type_name]
        return self._declared(value)

    def _declared(self, value: Any) -> Any:
        kind, library = type(value), self._library
        if sealed := row_of(kind, library.sealed):
            return self._once(value, lambda value: self._sealed(value, *sealed), True)
        if row := row_of(kind, library.objects):
            return self._once(value, lambda value: self._object(value, *row), True)
        if place := row_of(kind, library.places):
            number, path = locate(self._objects, value)
            return [place[0], self._encoder.encode(self._objects[number]), list(path)]
        return self._function(value)

    def _once(self, value: Any, write: Callable[[Any], Any], remember: bool) -> Any:
        if id(value) in self._numbers:
            return ["$", self._numbers[id(value)]]
        data = write(value)
        if not remember:
            return data
        self._numbers[id(value)] = len(self._numbers)
        return ["=", self._numbers[id(value)], data]

    def _call(self, call: Call) -> Any:
        encode = self._encoder.encode
        return ["()", encode(call._function), [encode(x) for x in call._arguments]]

    def _sealed(self, value: Any, tag: str, seal: Callable[..., Any], *_: Any) -> Any:
        shape, answer = seal(value)
        return [tag, self._add(_answering(answer, self._encode)), shape]

    def _object(self, value: Any, tag: str, write: Callable[..., Any], *_: Any) -> Any:
        # Equal contents of a message are one list, of which a box makes an object's content once.
        content = write(value, self._encode)
        return [tag, self._contents.setdefault(dump(content), content)]

    def _function(self, function: Any) -> Any:
        if id(function) in self._names:
            return ["f", self._names[id(function)]]
        if not callable(function):
            raise TypeError(f"a question can't contain {function!r}")
        return ["k", self._add(_calling(function, self._library))]

    def _add(self, callback: Callback) -> int:
        self.callbacks.append(callback)
        return len(self.callbacks) - 1


def _answering(answer: Callable[[int, int], Any], encode: Callable[[Any], Any]) -> Callback:
    def answer_box(arguments: list[Any]) -> Any:
        match arguments:
            case [int(what), int(number)]:
                try:
                    return encode(answer(what, number))
                except LookupError:
                    pass
        raise Violation("a leaf that isn't there was asked for")

    return answer_box


def _calling(function: Callable[..., Any], library: Library) -> Callback:
    decode, encode = _reader(library), Encoder(library, _no_handle).encode

    def answer(arguments: list[Any]) -> Any:
        values = [decode(x) for x in arguments]
        try:
            return encode(function(*values))
        except Exception as error:  # who calls with arguments that don't fit must see it there
            return ["!", type(error).__name__, cut(str(error), 300)]

    return answer


def _no_handle(value: object) -> NoReturn:
    raise Unencodable(f"{type(value).__name__} objects don't travel")


# Texts have no library.
_decode = Decoder(NO_LIBRARY).decode


def _reader(library: Library) -> Callable[[Any], Any]:
    return Decoder(library, {"o": decode_handle}).decode


# Calls of helpers have numbers from here on; those of a question's own functions begin at 0.
HELP_FROM = 1_000_000


class _WithHelp(Sequence[Callback]):
    """The functions of a question, and those of the helpers far above them."""

    def __init__(self, own: Sequence[Callback], helpers: Sequence[Callback]) -> None:
        self._own = own
        self._helpers = helpers

    def __len__(self) -> int:
        return HELP_FROM + len(self._helpers)

    def __getitem__(self, number: Any) -> Any:
        found = self._own if number < HELP_FROM else self._helpers
        at = number if number < HELP_FROM else number - HELP_FROM
        if at >= len(found):
            raise Violation("a call of a function that was not handed over")
        return found[at]


@dataclass(frozen=True, slots=True)
class Prepared:
    """Questions that are written once and asked of every hand-in."""

    questions: tuple[Any, ...]
    payload: bytes
    callbacks: tuple[Callback, ...]
    watched: tuple[Any, ...]

    def forget_visits(self) -> None:
        """Make the watched objects ready for the next hand-in."""
        for one in self.watched:
            one.visits.clear()


def prepare(questions: Sequence[Any], library: Library, stdin: str = "") -> Prepared:
    """Write questions, with values of a library, as one message."""
    writer = Writer(library)
    payload = dump_question([stdin, *[writer.write(question) for question in questions]])
    watched = tuple(writer.watched.values())
    return Prepared(tuple(questions), payload, tuple(writer.callbacks), watched)


# -- answers, on their way in ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Raised:
    """The student's code raised an exception, by the box's word."""

    name: str
    message: str
    frames: tuple[Frame, ...]
    bases: tuple[str, ...] = ()

    def is_a(self, name: str) -> bool:
        """Whether it is an exception of that name or of a subclass."""
        return name == self.name or name in self.bases


@dataclass(frozen=True, slots=True)
class Missing:
    """A name that the student's module doesn't have."""

    text: str


@dataclass(frozen=True, slots=True)
class Unusable:
    """A value that can't travel, and why."""

    text: str


@dataclass(frozen=True, slots=True)
class Value:
    """An answer as it should be: a value."""

    value: Any


Answer = Value | Raised | Missing | Unusable


def encode_expected(value: Any, library: Library) -> list[Any]:
    """The wire data of an expected answer."""
    return ["v", Encoder(library, _no_handle).encode(value)]


def read_answers(payload: bytes, count: int, library: Library) -> list[Answer]:
    """The answers in the payload of a reply; raises `Violation`."""
    data = load(payload)
    if type(data) is not list or len(data) != count:
        raise Violation("another number of answers than of questions")
    decode = _reader(library)
    return [_read_answer(answer, decode) for answer in data]


def refuse_illegible(payload: bytes, expected_bytes: int = 0) -> None:
    """Raise `CodeFailed` if a reply is too long to be read beside an expected one."""
    most = max(LEGIBLE_BYTES, TIMES_THE_EXPECTED * expected_bytes)
    if len(payload) > most:
        words = f"the answer is too long to compare: {len(payload)} bytes, at most {most} are read"
        raise CodeFailed(Evidence(words), Status.FAILED)


def _read_answer(data: Any, decode: Callable[[Any], Any]) -> Answer:
    match data:
        case ["v", value]:
            return Value(decode(value))
        case ["x", str(name), str(message), list(frames), list(bases)]:
            frames_read = tuple(map(_frame, frames[:8]))
            names = tuple([_decode(base) for base in bases[:8] if type(base) is str])
            return Raised(_decode(name)[:80], _decode(message)[:500], frames_read, names)
        case ["?", str(text)]:
            return Missing(_decode(text)[:200])
        case ["u", str(text)]:
            return Unusable(_decode(text)[:300])
    raise Violation("a malformed answer")


def _frame(data: Any) -> Frame:
    match data:
        case [str(file), int(line), str(function)]:
            number = line if 0 <= line <= MOST_LINES else 0
            return Frame(_decode(file)[:80], number, _decode(function)[:200])
    raise Violation("a malformed frame")


class CodeFailed(CheckFailed):
    """The student's code gave no value: its status, beside the evidence."""

    def __init__(self, evidence: Evidence, status: Status) -> None:
        super().__init__(evidence)
        self.status = status


def failure_of(answer: Answer) -> tuple[Status, Evidence]:
    """What an answer that is no value means for the check."""
    match answer:
        case Missing(text):
            return Status.MISSING, Evidence(f"{text}: is it spelt as in the starter file?")
        case Unusable(text):
            return Status.FAILED, Evidence(f"the value that came back can't be compared: {text}")
        case Raised():
            return _failure_of_raised(answer)
        case Value():
            raise ValueError("a value is no failure")


def _failure_of_raised(raised: Raised) -> tuple[Status, Evidence]:
    where = raised.frames[-1] if raised.frames else None
    place = f" ({where.file}, line {where.line})" if where else ""
    match raised.name:
        case "MemoryError":
            message = f"your code ran out of memory{place}"
            return Status.MEMORY, Evidence(message, frames=raised.frames)
        case "NotImplementedError":
            message = f"{raised.message or 'this function'} is not written yet{place}"
            return Status.ERROR, Evidence(message)
        case "RecursionError":
            message = f"the recursion never ended: RecursionError{place}"
            return Status.ERROR, Evidence(message, frames=raised.frames)
        case "SyntaxError" | "IndentationError" | "TabError" if where:
            message = f"{where.file}, line {where.line}: {raised.name}: {cut(raised.message, 200)}"
            return Status.ERROR, Evidence(message, got=where.function, frames=raised.frames)
    detail = f"{raised.name}: {raised.message}" if raised.message else raised.name
    message = f"your code raised {cut(detail, 300)}{place}"
    return Status.ERROR, Evidence(message, frames=raised.frames)


def _exception(answer: Answer, evidence: Evidence, status: Status) -> CodeFailed:
    # A check may expect a ValueError with `pytest.raises`, so it is one too.
    for kind in (ValueError, LookupError, TypeError):
        if isinstance(answer, Raised) and answer.is_a(kind.__name__):
            both: type[CodeFailed] = type(kind.__name__, (CodeFailed, kind), {})
            return both(evidence, status)
    return CodeFailed(evidence, status)


# -- the hand-in -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoxPlan:
    """What every box of a hand-in gets: its files, and what its work may cost.

    `budget` is for one question, `allowance` for all of a module together. `helpers` are functions
    of the module that ask the judge instead, each with what answers for it.
    """

    files: tuple[tuple[str, str], ...]
    problems: Mapping[str, str] = field(default_factory=dict)
    budget: Budget = field(default_factory=lambda: Budget(cpu_seconds=2.0))
    recursion_limit: int = 100_000
    output_characters: int = 64 << 10
    allowance: Allowance = field(default_factory=Allowance)
    library: Library = NO_LIBRARY
    helpers: tuple[tuple[str, Callable[..., Any]], ...] = ()

    def order(self, module: str) -> bytes:
        """The payload of a box's first message (see `grader.inside.worker.Worker.load`)."""
        files = [list(file) for file in self.files if not self._has(file[0])]
        return dump([module, self.recursion_limit, self.output_characters, *files])

    def _has(self, file: str) -> bool:
        # What a box has already. Some hand in a copy of it, whose values are of other classes.
        return file.partition("/")[0].removesuffix(".py") in (ENGINE, self.library.name)


class Submission:
    """One module of a hand-in; `submission.primes.is_prime(7)` is a question to be asked.

    `ask` answers it with a value, or raises `CheckFailed`. The box is made when it is first
    needed, and a new one after it has ended; what it did is kept in `incidents`. `budget` is that
    of the check of the moment.
    """

    def __init__(self, nursery: Nursery, module: str, plan: BoxPlan) -> None:
        self._nursery = nursery
        self.module = module
        self.plan = plan
        self.budget = plan.budget
        self._box: Box | None = None
        self._import_failure: CodeFailed | None = None
        self.incidents: list[Incident] = []
        self._cpu_of_ended = 0.0
        self._asleep_of_ended = 0.0
        self.output_characters = 0

    def __getattr__(self, module: str) -> ModuleOf:
        return ModuleOf(module)

    @property
    def cpu(self) -> float:
        """CPU time that all boxes of the hand-in have used so far."""
        return self._cpu_of_ended + (self._box.cpu_seconds if self._box else 0.0)

    @property
    def asleep(self) -> float:
        """Seconds that all boxes of the hand-in have slept when an answer was expected."""
        return self._asleep_of_ended + (self._box.asleep_seconds if self._box else 0.0)

    def ask(self, question: Any, stdin: str = "") -> Any:
        """The value that the student's code gives; raises `CheckFailed`."""
        prepared = prepare([question], self.plan.library, stdin)
        try:
            payload = self.ask_all(prepared)
            [answer] = self.read(payload, 1)
        except CodeFailed as failure:
            raise with_call(failure, question) from None
        if isinstance(answer, Value):
            return answer.value
        status, evidence = failure_of(answer)
        raise with_call(_exception(answer, self._with_output(evidence), status), question)

    def ask_all(self, prepared: Prepared, budget: Budget | None = None) -> bytes:
        """The reply to one message of questions; raises `CodeFailed` if there is none."""
        prepared.forget_visits()
        box = self._ready_box()
        allowed = self._allowed(budget or self.budget)
        try:
            return box.evaluate(prepared.payload, self._callbacks(prepared), allowed)
        except BoxEnded as ended:
            raise self._note(ended) from None

    def _callbacks(self, prepared: Prepared) -> Sequence[Callback]:
        if not self.plan.helpers:
            return prepared.callbacks
        return _WithHelp(
            prepared.callbacks,
            [_calling(answer, self.plan.library) for _, answer in self.plan.helpers],
        )

    def read(self, payload: bytes, count: int, expected_bytes: int = 0) -> list[Answer]:
        """The answers in a reply; a malformed one ends the box and raises `CodeFailed`.

        So does one that is far longer than any right one, unread, which ends nothing.
        """
        refuse_illegible(payload, expected_bytes)
        try:
            return read_answers(payload, count, self.plan.library)
        except Violation as violation:
            message = f"the answer did not come in the agreed form: {violation}"
            ended = BoxEnded(Status.CRASHED, message, Incident("protocol", message))
            raise self._note(ended) from None

    def stop(self, why: str) -> CodeFailed:
        """End the box because its time is up; what to raise."""
        return self._note(BoxEnded(Status.TIMEOUT, why, Incident("time", why)))

    def close(self) -> None:
        """End the box; the next question gets a new one."""
        if self._box is not None:
            self._box.close()
            self.charge(self._box)
            self._box = None

    def charge(self, ended: Box) -> None:
        """Count what the hand-in's code has used in a box; note what it tried, each thing once."""
        self._cpu_of_ended += ended.cpu_seconds
        self._asleep_of_ended += ended.asleep_seconds
        self.incidents += [incident for incident in ended.tried if incident not in self.incidents]

    def _allowed(self, budget: Budget) -> Budget:
        """The budget, or what is left of all if that is less; raises `CodeFailed` if nothing is."""
        if why := self._used_up():
            raise CodeFailed(Evidence(f"not run: {why}"), Status.SKIPPED)
        return self.plan.allowance.within(budget, self.cpu, self.asleep)

    def _used_up(self) -> str:
        return self.plan.allowance.used_up(self.cpu, self.asleep)

    def _ready_box(self) -> Box:
        if self._import_failure is not None:
            raise self._import_failure
        if self._box is None:
            self.refuse_missing()
            self._box = Box(self._nursery)
            self._load(self._box)
        return self._box

    def refuse_missing(self) -> None:
        """Raise `CodeFailed` if the module's file is not in the hand-in, or can't be read."""
        file = f"{self.module}.py"
        if file in self.plan.problems:
            reason = self.plan.problems[file]
            raise CodeFailed(Evidence(f"{file} can't be read: {reason}"), Status.ERROR)
        if file not in dict(self.plan.files):
            raise CodeFailed(Evidence(f"{file} is not in the hand-in"), Status.MISSING)

    def _load(self, box: Box) -> None:
        allowed = self._allowed(self.plan.budget)
        try:
            payload = box.load(self.plan.order(self.module), allowed)
            [answer] = self.read(payload, 1)
        except BoxEnded as ended:
            self._import_failure = self._note(ended, " while it was imported")
            raise self._import_failure from None
        if isinstance(answer, Value) and self.plan.helpers:
            self._help(box)
        if not isinstance(answer, Value):
            status, evidence = failure_of(answer)
            self._import_failure = CodeFailed(evidence, status)
            raise self._import_failure

    def _help(self, box: Box) -> None:
        places = [[place, HELP_FROM + i] for i, (place, _) in enumerate(self.plan.helpers)]
        try:
            box.help(dump([self.module, *places]), self._allowed(self.plan.budget))
        except BoxEnded as ended:
            raise self._note(ended) from None

    def _note(self, ended: BoxEnded, when: str = "") -> CodeFailed:
        self.close()
        why = self._used_up() if ended.status is Status.TIMEOUT else ""
        incident = Incident(ended.incident.kind, why) if why else ended.incident
        self.incidents.append(incident)
        return CodeFailed(Evidence((why or ended.message) + when), ended.status)

    def _with_output(self, evidence: Evidence) -> Evidence:
        output = self.printed()
        return replace(evidence, output=output) if output else evidence

    def printed(self) -> str:
        """What the last question printed, as far as it is kept; never fails."""
        room = self.plan.allowance.output_characters - self.output_characters
        if self._box is None or room < LEAST_OUTPUT or self._used_up():
            return ""
        try:
            text = _decode(load(self._box.output(self._allowed(self.plan.budget))))
        except Violation:
            return ""
        except BoxEnded as ended:
            self._note(ended)
            return ""
        # The box cuts its output itself; this is for one that doesn't.
        if not isinstance(text, str):
            return ""
        kept = cut(text, min(room, 2 * self.plan.output_characters))
        self.output_characters += len(kept)
        return kept


def with_call(failure: CodeFailed, question: Any) -> CodeFailed:
    """The failure, with the call that led to it in its evidence."""
    failure.evidence = replace(failure.evidence, call=python_text(question))
    return failure
