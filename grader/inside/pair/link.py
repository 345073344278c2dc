"""The socket between a suite's box and its solution's, and digests of what goes over it.

The judge makes the socket and gives each box one end. It doesn't read what is said there: it sees
only the transcript, which the solution's box writes into memory shared with the judge alone. The
transcript has a digest of each message, alternating, beginning with the suite's. No student code
runs in that box. A message is in the transcript before anything is done with it, so nothing is
missing when one of the boxes has ended, however it did.
"""

import socket
import struct
from hashlib import blake2b
from mmap import mmap
from typing import Any

from grader.inside.channel import FrameReader
from grader.inside.wire import Violation, load

LENGTH = struct.Struct("<I")
# In native form, so that it is written in one step.
COUNT = struct.Struct("@I")
DIGEST_BYTES = 12
MOST_MESSAGES = 200_000
TRANSCRIPT_BYTES = COUNT.size + DIGEST_BYTES * MOST_MESSAGES

# Why the solution's box stopped listening: the suite's end was closed, a message of the suite was
# too long or malformed, one of its own was too long, or there were too many.
OVER, TOO_LONG, NO_MESSAGE = "over", "too long", "no message"
OWN_TOO_LONG, TOO_MANY = "own too long", "too many"
# Every message has at least this many parts.
PARTS = 4


class Transcript:
    """What was said, in memory that the solution's box writes and the judge reads."""

    def __init__(self, memory: mmap) -> None:
        self._memory = memory

    @property
    def count(self) -> int:
        """How many messages there are so far; if odd, it is the solution's turn."""
        count: int = COUNT.unpack_from(self._memory)[0]
        return min(count, MOST_MESSAGES)

    def note(self, message: bytes) -> None:
        """Record one more message; raises `OverflowError` if there were too many."""
        count = self.count
        if count == MOST_MESSAGES:
            raise OverflowError
        start = COUNT.size + DIGEST_BYTES * count
        digest = blake2b(message, digest_size=DIGEST_BYTES).digest()
        # The digest first, then the count: the judge may read at any time.
        self._memory[start : start + DIGEST_BYTES] = digest
        COUNT.pack_into(self._memory, 0, count + 1)

    def digests(self) -> tuple[bytes, ...]:
        """The digests of all messages so far."""
        end = COUNT.size + DIGEST_BYTES * self.count
        data = self._memory[COUNT.size : end]
        return tuple([data[at : at + DIGEST_BYTES] for at in range(0, len(data), DIGEST_BYTES)])


class Link:
    """A box's end of the connection: whole messages, one after the other."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._frames = FrameReader(sock, LENGTH, lambda: EOFError("the other box is gone"))

    def exchange(self, payload: bytes) -> Any:
        """Send a message and return the answer, as JSON data; raises `EOFError`, `OSError`."""
        self.send(payload)
        return self.listen()

    def refuse_early_bytes(self) -> None:
        """Raise `Violation` if the other end has answered a later question ahead of its turn."""
        if self._frames.has_early_bytes():
            raise Violation("something was said before it was asked for")

    def listen(self) -> Any:
        """The next message, as JSON data; raises `EOFError`, `OSError`."""
        return load(self.receive())

    def send(self, payload: bytes) -> None:
        """Send a message; raises `OSError` if the other box is gone."""
        self._sock.sendall(LENGTH.pack(len(payload)) + payload)

    def receive(self) -> bytes:
        """The next message; raises `EOFError` if the other box is gone."""
        _, message = self._frames.take(self._checked)
        return message

    def close(self) -> None:
        """Close this end."""
        self._sock.close()

    def _checked(self, length: int) -> int:
        return length


class SolutionLink(Link):
    """The solution's end, which keeps the transcript and doesn't trust the suite.

    After one of its methods has raised an exception, each call raises one: `why_closed` tells the
    judge what happened.
    """

    def __init__(self, sock: socket.socket, transcript: Transcript, most_bytes: int) -> None:
        super().__init__(sock)
        self._transcript = transcript
        self._most = most_bytes
        self.why_closed = ""

    def send(self, payload: bytes) -> None:
        self._refuse_if_closed()
        if len(payload) > self._most:
            raise self._closed(OWN_TOO_LONG)
        self._note(payload)
        try:
            super().send(payload)
        except OSError:
            raise self._closed(OVER) from None

    def receive(self) -> bytes:
        self._refuse_if_closed()
        try:
            message = super().receive()
        except (EOFError, OSError):
            raise self._closed(self.why_closed or OVER) from None
        self._note(message)
        return message

    def listen(self) -> list[object]:
        """The next message, as JSON data; raises `EOFError`."""
        message = self.receive()
        try:
            data = load(message)
        except Violation:
            raise self._closed(NO_MESSAGE) from None
        if not isinstance(data, list) or len(data) < PARTS:
            raise self._closed(NO_MESSAGE)
        return data

    def _checked(self, length: int) -> int:
        if length > self._most:
            raise self._closed(TOO_LONG)
        return length

    def _note(self, message: bytes) -> None:
        try:
            self._transcript.note(message)
        except OverflowError:
            raise self._closed(TOO_MANY) from None

    def _refuse_if_closed(self) -> None:
        if self.why_closed:
            raise self._closed(self.why_closed)

    def _closed(self, why: str) -> EOFError:
        self.why_closed = why
        return EOFError(why)
