"""Answers on their way in: decode replies, and turn those without a value into failures."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from grader.asking.plain_values import read_text, reader_of, writer_of
from grader.asking.shapes import refuse_misshapen
from grader.inside.deep_calls import TOO_DEEP
from grader.inside.library import Library
from grader.inside.notebook.layout import texts_of
from grader.inside.shortening import cut
from grader.inside.wire import MAX_DEPTH, Violation, load
from grader.statuses import Status
from grader.student.evidence import (
    MODULE,
    CheckFailed,
    Evidence,
    Frame,
    catchable,
    unwritten,
    without_folders,
)
from grader.student.python_text import python_text
from grader.student.pythons.newer_python import NOT_THERE, newer_name_in, newer_syntax_in

MOST_LINES = 1_000_000
MOST_REMARKS, MOST_REMARK = 10, 400
MOST_PLACES, MOST_OF_LINE = 8, 200
WITHOUT_NAME = ("<lambda>", "<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
# A longer reply costs more to decode, compare, show and explain. So replies are read up to this
# length, or up to some times the length of the expected one if that is more.
LEGIBLE_BYTES = 256 << 10
TIMES_THE_EXPECTED = 4
TOO_LONG = "the answer is too long to compare"
UNUSABLE = "the value that came back can't be compared"


@dataclass(frozen=True, slots=True)
class RaisedException:
    """The student's code raised an exception, as the box reports it."""

    name: str
    message: str
    frames: tuple[Frame, ...]
    bases: tuple[str, ...] = ()

    def is_a(self, name: str) -> bool:
        """Whether it is an exception of that name or of a subclass."""
        return name == self.name or name in self.bases


@dataclass(frozen=True, slots=True)
class MissingFunction:
    """A name that the student's module doesn't have."""

    text: str


@dataclass(frozen=True, slots=True)
class UnusableValue:
    """A value that can't travel, and why."""

    text: str


@dataclass(frozen=True, slots=True)
class ChangedPart:
    """A part of an answer that changed afterwards: the path to it, and its final value."""

    places: tuple[int, ...]
    value: object


@dataclass(frozen=True, slots=True)
class Value:
    """A proper answer: a value, and which part of it changed `later`, if any."""

    value: Any
    later: ChangedPart | None = None


Answer = Value | RaisedException | MissingFunction | UnusableValue


def encode_expected(value: object, library: Library) -> list[object]:
    """The wire data of an expected answer."""
    return ["v", writer_of(library)(value)]


def read_answers(
    payload: bytes,
    questions: Sequence[object],
    library: Library,
    named: Sequence[Mapping[int, object]] = (),
) -> Iterator[Answer]:
    """The answers in the payload of a reply, read one by one; raises `Violation`.

    Each may refer to objects of its question by number: `named` has them.
    """
    data = load(payload)
    if type(data) is not list or len(data) != len(questions):
        raise Violation("another number of answers than of questions")
    if any(named):  # otherwise all share one reader: making one takes long
        readers = [reader_of(library, names) for names in named]
    else:
        readers = [reader_of(library)] * len(data)
    read = zip(data, readers, questions, strict=True)
    for written, reader, question in read:
        answer = _read_answer(written, reader)
        if isinstance(answer, Value):
            refuse_misshapen(answer.value, question)
        yield answer


def remarks_of(answer: Value) -> tuple[str, ...]:
    """What failed in notebooks while a module was imported, as the box reports it."""
    said = answer.value if type(answer.value) is list else []
    return tuple([text[:MOST_REMARK] for text in said[:MOST_REMARKS] if type(text) is str])


def refuse_illegible(payload: bytes, expected_bytes: int = 0) -> None:
    """Raise `CodeFailed` if a reply is too long to read, also beside the expected one."""
    most = max(LEGIBLE_BYTES, TIMES_THE_EXPECTED * expected_bytes)
    if len(payload) > most:
        words = f"{TOO_LONG}: {len(payload)} bytes, at most {most} are read"
        raise CodeFailed(Evidence(words, kind=TOO_LONG), Status.FAILED)


def _read_answer(data: object, decode: Callable[[object], object]) -> Answer:
    # A box may send anything, so all that is kept or shown is capped in length.
    match data:
        case ["v", value]:
            return Value(decode(value))
        case ["v", value, list(places), later] if _are_places(places):
            return Value(decode(value), ChangedPart(tuple(places), decode(later)))
        case ["x", str(name), str(message), list(frames), list(bases)]:
            frames_read = tuple(map(read_frame, frames[:8]))
            names = tuple([read_text(base) for base in bases[:16] if type(base) is str])
            return RaisedException(
                read_text(name)[:80], read_text(message)[:500], frames_read, names
            )
        case ["?", str(text)]:
            return MissingFunction(read_text(text)[:500])
        case ["u", str(text)]:
            return UnusableValue(read_text(text)[:300])
    raise Violation("a malformed answer")


def _are_places(data: list[object]) -> bool:
    return 0 < len(data) <= MAX_DEPTH and all(type(one) is int and one >= 0 for one in data)


def read_frame(data: object) -> Frame:
    """A line of code that a box reports; raises `Violation` if it is malformed."""
    match data:
        case [str(file), int(line), str(function)]:
            number = line if 0 <= line <= MOST_LINES else 0
            return Frame(read_text(file)[:80], number, read_text(function)[:200])
    raise Violation("a malformed frame")


def places_in(last_word: bytes, files: Mapping[str, str]) -> tuple[Frame, ...]:
    """Where endless code was, by a box's last word; empty unless all of it is in the files.

    The text of the lines comes from the files, or their notebook cells, not from the box.
    """
    try:
        said = load(last_word) if last_word else []
        if type(said) is not list or len(said) > MOST_PLACES:
            return ()
        found = [read_frame(data) for data in said]
    except Violation:
        return ()
    texts = {**files, **dict(texts_of(files))}
    named = {frame.file for frame in found}
    lines = {file: text.split("\n") for file, text in texts.items() if file in named}
    if any(not 1 <= frame.line <= len(lines.get(frame.file, ())) for frame in found):
        return ()
    return tuple(
        [
            replace(
                frame,
                function=_named_in(texts[frame.file], frame.function),
                text=cut(lines[frame.file][frame.line - 1].strip(), MOST_OF_LINE),
            )
            for frame in found
        ]
    )


def _named_in(text: str, name: str) -> str:
    # The name comes from the box: show it only if the file has it, or if it is Python's own.
    return name if name in WITHOUT_NAME or name in re.findall(r"\w+", text) else MODULE


def in_brackets(frame: Frame) -> str:
    """Where a frame is, at the end of a message."""
    return f" ({frame.file}, line {frame.line})"


class CodeFailed(CheckFailed):
    """The student's code gave no value: the status, beside the evidence.

    `said` is the exception that the box reported, if there was one.
    """

    def __init__(self, evidence: Evidence, status: Status) -> None:
        super().__init__(evidence)
        self.status = status
        self.said: RaisedException | None = None


class ImportFailed(CodeFailed):
    """The file could not be imported: no call led to that, so its evidence has none.

    Nothing had been asked in its box before, so the evidence has no value of a check either.
    """

    def __init__(self, evidence: Evidence, status: Status) -> None:
        super().__init__(replace(evidence, kind=evidence.message), status)


def failure_of(answer: Answer) -> tuple[Status, Evidence]:
    """What an answer without a value means for the check."""
    match answer:
        case MissingFunction(text):
            return Status.MISSING, Evidence(text)
        case UnusableValue(text):
            return Status.FAILED, Evidence(f"{UNUSABLE}: {text}", kind=UNUSABLE)
        case RaisedException():
            return _failure_of_raised(answer)
        case Value():
            raise ValueError("a value is no failure")


def _failure_of_raised(raised: RaisedException) -> tuple[Status, Evidence]:
    where = raised.frames[-1] if raised.frames else None
    place = in_brackets(where) if where else ""
    match raised.name:
        case "MemoryError":
            message = f"your code ran out of memory{place}"
            return Status.MEMORY, Evidence(message, frames=raised.frames)
        case "NotImplementedError":
            return Status.ERROR, Evidence(unwritten(raised.message, where) + place)
        case "RecursionError":
            message = f"{TOO_DEEP}: RecursionError{place}"
            return Status.ERROR, Evidence(message, frames=raised.frames)
        case "Refused":  # the box's own refusals are whole sentences
            return Status.ERROR, Evidence(f"{raised.message}{place}", frames=raised.frames)
        case "SyntaxError" | "IndentationError" | "TabError" if where:
            newer = newer_syntax_in(where.function, raised.message)
            message = f"{where.file}, line {where.line}: {raised.name}: {cut(raised.message, 200)}"
            message = f"{newer}: {message}" if newer else message
            return Status.ERROR, Evidence(message, frames=_with_line(raised.frames))
    said = without_folders(raised.message)
    detail = f"{raised.name}: {said}" if said else raised.name
    message = f"your code raised {cut(detail, 300)}{place}"
    newer = newer_name_in(raised.message) if raised.name in NOT_THERE else ""
    message = f"{newer}: {message}" if newer else message
    return Status.ERROR, Evidence(message, frames=raised.frames)


def _with_line(frames: Sequence[Frame]) -> tuple[Frame, ...]:
    # For a syntax error, the box sends the line itself in place of a function's name.
    *before, last = frames
    return (*before, replace(last, function=MODULE, text=last.function))


def exception_of(answer: Answer) -> CodeFailed:
    """What a check sees of an answer without a value: a `CodeFailed`, also of a built-in kind."""
    status, evidence = failure_of(answer)
    if not isinstance(answer, RaisedException):
        return CodeFailed(evidence, status)
    # A check may expect an IndexError with `pytest.raises`, so it is one too.
    raised = (answer.name, *answer.bases)
    failed = catchable(CodeFailed, raised)(evidence, status)
    failed.raised, failed.said = raised, answer
    return failed


def with_call(failure: CodeFailed, question: object) -> CodeFailed:
    """The failure, with the call that led to it in its evidence, if one did."""
    if isinstance(failure, ImportFailed):
        return failure
    failure.evidence = replace(failure.evidence, call=python_text(question))
    return failure
