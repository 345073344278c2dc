"""Standard streams for student code: as real as Python's own, and kept within bounds.

Each is a text stream with an encoding and a buffer, over a number that is a descriptor. What is
printed through the text, or the bytes, is kept in part; what is written to the descriptor itself
goes where that leads, which in a box is nowhere, but for programs (see `program`).
"""

import io
import sys
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

STDIN, STDOUT, STDERR = range(3)
# By these names a program may open its descriptors.
DESCRIPTORS = {"/dev/stdin": STDIN, "/dev/stdout": STDOUT, "/dev/stderr": STDERR}
NAMES, MODES = ("<stdin>", "<stdout>", "<stderr>"), ("r", "w", "w")
# Half a surrogate pair, and bytes that are no text, are shown and stop nothing.
ENCODING, ERRORS = "utf-8", "backslashreplace"
PIECE_BYTES = 1 << 16


class Sink(io.RawIOBase):
    """Takes bytes; keeps the beginning and the end of their text, and counts the middle.

    `earlier` gives what was written since it was last asked, but not through this stream; a
    `listener` hears what is printed (see `listening`).
    """

    def __init__(self, head: int, tail: int) -> None:
        self._most_of_head, self._most_of_tail = head, tail
        self.earlier: Callable[[], bytes] = bytes
        self.listener: Any = None
        self.clear()

    def clear(self) -> None:
        """Forget all that was taken."""
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
        """Stay open: what else prints here goes on printing."""

    def write(self, data: Any, /) -> int:
        piece = memoryview(data)[:PIECE_BYTES]
        text = self.show(piece)
        if self.listener is not None:
            self.listener.hear(text)
        return len(piece)

    def show(self, data: Any) -> str:
        """Take bytes that no listener is to hear; returns their text."""
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
        """What was taken; a line stands for what is not kept."""
        self._catch_up()
        middle = f"\n[… {self.dropped} characters not kept …]\n" if self.dropped else ""
        return "".join(self._head) + middle + "".join(self._tail)


class Buffer(io.BufferedWriter):
    """The buffer above a sink, which closing one stream doesn't take from the others."""

    def close(self) -> None:
        self.flush()

    def detach(self) -> NoReturn:
        raise io.UnsupportedOperation("detach")


class ErrorBuffer(io.BufferedIOBase):
    """Takes bytes of errors and warnings, behind what was printed before them."""

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
    """A standard stream by the number of its descriptor."""

    def __init__(self, buffer: Any, descriptor: int) -> None:
        super().__init__(buffer, ENCODING, ERRORS, None if descriptor == STDIN else "\n")
        self._descriptor = descriptor
        if descriptor != STDIN:
            # What is printed here and on the other stream stays in its order.
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
    """Standard input on which this is typed, and no more."""
    return StandardStream(Input(text.encode(ENCODING, "surrogatepass")), STDIN)


def type_next(text: str) -> None:
    """Have this typed, and no more, on the standard input that there is, if it is such a one.

    Code may have taken it when it was imported, and read later.
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
    except ValueError:  # it was detached
        return False


def opened() -> StandardStream:
    """Standard input that reads what its descriptor leads to."""
    return StandardStream(io.BufferedReader(io.FileIO(STDIN, closefd=False)), STDIN)


@contextmanager
def standard_streams(out: Any, errors: Any, stdin: Any = None) -> Iterator[None]:
    """Have these as the standard streams, also where code puts back those of the beginning.

    Without `stdin`, that is left alone.
    """
    names = ("stdin", "__stdin__", "stdout", "__stdout__", "stderr", "__stderr__")
    before = {name: getattr(sys, name) for name in names}
    if stdin is not None:
        sys.stdin = sys.__stdin__ = stdin  # type: ignore[misc]  # real enough
    show_on(out, errors)
    try:
        yield
    finally:
        for name, stream in before.items():
            setattr(sys, name, stream)


def show_on(out: Any, errors: Any) -> None:
    """Let what is printed go there from now on."""
    sys.stdout = sys.__stdout__ = out  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = errors  # type: ignore[misc]


class PrintedOutput(io.StringIO):
    """Standard output of a hand-in that a course's tests ask: a text, which takes bytes, too."""

    def __init__(self) -> None:
        super().__init__()
        self._bytes = BytesOfOutput(self)

    @property
    def buffer(self) -> Any:
        return self._bytes

    def reconfigure(self, **_: object) -> None:
        """Stay as it is: it takes every character."""

    def close(self) -> None:
        """Leave it open, for what later calls print: one call may not cost others."""


class BytesOfOutput(io.RawIOBase):
    """What takes bytes for what is printed."""

    def __init__(self, printed: io.StringIO) -> None:
        self._printed = printed
        self._decoder = getincrementaldecoder(ENCODING)(ERRORS)

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        self._printed.write(self._decoder.decode(data))
        return memoryview(data).nbytes

    def close(self) -> None:
        """Leave it open, for what is printed after a stream above it is closed."""


class CapturedOutput:
    """Standard output and error output, and so much of what is printed on both as is kept.

    There are no others for each question: code may take one when it is imported, and print later.
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
        """Forget what was printed; have new streams where one was detached."""
        self._buffer.flush()
        self._sink.clear()
        try:
            _ = self.out.closed, self.errors.closed
        except ValueError:
            self._open()

    def follow(self, earlier: Callable[[], bytes]) -> None:
        """Show what this gives, too: what was written otherwise since it was last asked."""
        self._sink.earlier = earlier

    def text(self) -> str:
        """What was printed, as far as it is kept."""
        self._buffer.flush()
        return self._sink.text()
