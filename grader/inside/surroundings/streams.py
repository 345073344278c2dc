"""Standard streams for student code: as real as Python's own, but bounded.

Each is a text stream with an encoding and a buffer, over a descriptor number. Part of what is
printed as text or as bytes is kept; what is written to the descriptor itself goes where that leads,
which in a box is nowhere, except for programs (see `program`).
"""

import io
import sys
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

STDIN, STDOUT, STDERR = range(3)
# The file names by which a program may open its descriptors.
DESCRIPTORS = {"/dev/stdin": STDIN, "/dev/stdout": STDOUT, "/dev/stderr": STDERR}
NAMES, MODES = ("<stdin>", "<stdout>", "<stderr>"), ("r", "w", "w")
# Lone surrogates, and bytes that aren't UTF-8, are shown escaped and raise nothing.
ENCODING, ERRORS = "utf-8", "backslashreplace"
PIECE_BYTES = 1 << 16


class Sink(io.RawIOBase):
    """Takes bytes; keeps the beginning and the end of their text, and counts the middle.

    `earlier` returns what was written other than through this stream since its last call; a
    `listener` hears what is printed (see `listening`).
    """

    def __init__(self, head: int, tail: int) -> None:
        self._most_of_head, self._most_of_tail = head, tail
        self.earlier: Callable[[], bytes] = bytes
        self.listener: Any = None
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self._decoder = getincrementaldecoder(ENCODING)(ERRORS)
        self._head: list[str] = []
        self._tail: list[str] = []
        self._room = self._most_of_head
        self._length_of_tail = 0
        self.dropped = 0

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return STDOUT

    def close(self) -> None:
        """Stay open: other streams still print here."""

    def write(self, data: Any, /) -> int:
        piece = memoryview(data)[:PIECE_BYTES]
        text = self.show(piece)
        if self.listener is not None:
            self.listener.hear(text)
        return len(piece)

    def show(self, data: Any) -> str:
        """Take bytes that no listener should hear; returns their text."""
        self._catch_up()
        text = self._decoder.decode(data)
        self._keep(text)
        return text

    def _catch_up(self) -> None:
        while earlier := self.earlier():
            self._keep(self._decoder.decode(earlier))

    def _keep(self, text: str) -> None:
        if self._room:
            self._head.append(text[: self._room])
            text = text[self._room :]
            self._room -= len(self._head[-1])
        if text:
            self._tail.append(text)
            self._length_of_tail += len(text)
            if self._length_of_tail > 2 * self._most_of_tail:
                self._cut_tail()

    def _cut_tail(self) -> None:
        beyond = max(0, self._length_of_tail - self._most_of_tail)
        kept = "".join(self._tail)[beyond:]
        self.dropped += beyond
        self._tail, self._length_of_tail = [kept], len(kept)

    def text(self) -> str:
        """The text so far; a line replaces what isn't kept."""
        self._catch_up()
        middle = f"\n[… {self.dropped} characters not kept …]\n" if self.dropped else ""
        return "".join(self._head) + middle + "".join(self._tail)


class Buffer(io.BufferedWriter):
    """The buffer of a sink; closing one stream leaves it open for the others."""

    def close(self) -> None:
        self.flush()

    def detach(self) -> NoReturn:
        raise io.UnsupportedOperation("detach")


class ErrorBuffer(io.BufferedIOBase):
    """Takes the bytes of errors and warnings, in order with what was printed before."""

    def __init__(self, output: Buffer, sink: Sink) -> None:
        self._output = output
        self._sink = sink

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return STDERR

    def close(self) -> None:
        """Stay open, as `Buffer` does."""

    def write(self, data: Any, /) -> int:
        self._output.flush()
        self._sink.show(data)
        return memoryview(data).nbytes


class StandardStream(io.TextIOWrapper):
    """A standard stream with the number of its descriptor."""

    def __init__(self, buffer: Any, descriptor: int) -> None:
        super().__init__(buffer, ENCODING, ERRORS, None if descriptor == STDIN else "\n")
        self._descriptor = descriptor
        if descriptor != STDIN:
            # So that this and the other stream keep their common order.
            self.reconfigure(write_through=True)

    @property
    def name(self) -> str:
        return NAMES[self._descriptor]

    @property
    def mode(self) -> str:
        return MODES[self._descriptor]

    def fileno(self) -> int:
        return self._descriptor


class Input(io.BytesIO):
    """The bytes that are typed."""

    def fileno(self) -> int:
        return STDIN


def typed(text: str) -> StandardStream:
    """Standard input on which exactly this is typed."""
    return StandardStream(Input(text.encode(ENCODING, "surrogatepass")), STDIN)


def type_next(text: str) -> None:
    """Put exactly this on the existing standard input, or on a new one if that isn't ours.

    Code may have taken the stream on import, and read it later.
    """
    stream = sys.stdin
    if not isinstance(stream, StandardStream) or not _is_typed(stream):
        sys.stdin = typed(text)
        return
    keys: Any = stream.buffer
    keys.seek(0)
    keys.truncate()
    keys.write(text.encode(ENCODING, "surrogatepass"))
    stream.seek(0)


def _is_typed(stream: StandardStream) -> bool:
    try:
        return isinstance(stream.buffer, Input) and not stream.closed
    except ValueError:  # its buffer was detached
        return False


def opened() -> StandardStream:
    """Standard input that reads from its descriptor."""
    return StandardStream(io.BufferedReader(io.FileIO(STDIN, closefd=False)), STDIN)


@contextmanager
def standard_streams(out: Any, errors: Any, stdin: Any = None) -> Iterator[None]:
    """Make these the standard streams, including the originals, which code may restore.

    Without `stdin`, standard input is left alone.
    """
    names = ("stdin", "__stdin__", "stdout", "__stdout__", "stderr", "__stderr__")
    before = {name: getattr(sys, name) for name in names}
    if stdin is not None:
        sys.stdin = sys.__stdin__ = stdin  # type: ignore[misc]  # not a TextIO, but close enough
    show_on(out, errors)
    try:
        yield
    finally:
        for name, stream in before.items():
            setattr(sys, name, stream)


def show_on(out: Any, errors: Any) -> None:
    """Send printed output there from now on."""
    sys.stdout = sys.__stdout__ = out  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = errors  # type: ignore[misc]


class PrintedOutput(io.StringIO):
    """Standard output of a hand-in that a course's tests ask: a text, but it also takes bytes."""

    def __init__(self) -> None:
        super().__init__()
        self._bytes = BytesOfOutput(self)

    @property
    def buffer(self) -> Any:
        return self._bytes

    def reconfigure(self, **_: object) -> None:
        """Change nothing: it takes every character."""

    def close(self) -> None:
        """Leave it open for later calls, which one call must not spoil."""


class BytesOfOutput(io.RawIOBase):
    """Takes bytes for a printed text."""

    def __init__(self, printed: io.StringIO) -> None:
        self._printed = printed
        self._decoder = getincrementaldecoder(ENCODING)(ERRORS)

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        self._printed.write(self._decoder.decode(data))
        return memoryview(data).nbytes

    def close(self) -> None:
        """Leave it open, for output after a stream above it is closed."""


class CapturedOutput:
    """Standard output and standard error, and the part of both that is kept.

    The streams are the same for all questions: code may take one on import, and print later.
    """

    def __init__(self, head: int, tail: int = 0) -> None:
        self._sink = Sink(head, tail)
        self._buffer = Buffer(self._sink)
        self._open()

    def _open(self) -> None:
        self.out, self.errors = (
            StandardStream(self._buffer, STDOUT),
            StandardStream(ErrorBuffer(self._buffer, self._sink), STDERR),
        )

    def begin(self) -> None:
        """Forget what was printed; make new streams if one was detached."""
        self._buffer.flush()
        self._sink.clear()
        try:
            _ = self.out.closed, self.errors.closed
        except ValueError:
            self._open()

    def follow(self, earlier: Callable[[], bytes]) -> None:
        """Also show what this returns: what was written in other ways since its last call."""
        self._sink.earlier = earlier

    def text(self) -> str:
        """What was printed, as far as it was kept."""
        self._buffer.flush()
        return self._sink.text()
