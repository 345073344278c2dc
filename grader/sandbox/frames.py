"""Frames on the socket of a box: what arrives is bytes, and is trusted no further.

All methods raise `Violation` for bytes that the format doesn't allow, `OutOfTime` when the clock of
the question says so, and `EOFError` or `ConnectionError` when the box has hung up.
"""

import socket
import struct
import time
from collections.abc import Callable

from grader.inside.wire import ASK, GIVE, HEADER, LAST_WORD, LEAF, REPLY, Violation
from grader.sandbox.clock import LONGEST_TICK, Clock

# A larger buffer comes from the kernel page by page, which costs more than receiving a message.
CHUNK_BYTES = 1 << 16
MOST_OF_LAST_WORD = 1 << 12
# The same words whether the bytes come before or after the next question: that is chance.
UNASKED = "an answer to a question that was not asked"


class Frames:
    """Our end of the one socket of a box."""

    def __init__(self, sock: socket.socket) -> None:
        _wait_at_most(sock, LONGEST_TICK)
        self._sock = sock
        self._buffer = b""

    def fileno(self) -> int:
        """The descriptor of our end."""
        return self._sock.fileno()

    def hand_over(self, number: int, sock: socket.socket) -> None:
        """Send a socket, with a frame that answers question `number`."""
        socket.send_fds(self._sock, [HEADER.pack(0, number, GIVE)], [sock.fileno()])

    def refuse_early_bytes(self) -> None:
        """Raise `Violation` if anything came before there was a question."""
        try:
            early = self._sock.recv(1, socket.MSG_DONTWAIT)
        except BlockingIOError:
            early = b""
        else:
            if not early:
                raise EOFError
        if early or self._buffer:
            raise Violation(UNASKED)

    def send(self, number: int, kind: int, payload: bytes, clock: Clock) -> None:
        """Send a frame; checks the `clock` while the other end doesn't read."""
        data: bytes | memoryview = HEADER.pack(len(payload), number, kind) + payload
        while True:
            try:
                sent = self._sock.send(data)
            except BlockingIOError:
                self._look(clock)
                continue
            if sent == len(data):  # mostly at once
                return
            data = memoryview(data)[sent:]

    def _look(self, clock: Clock) -> None:
        clock.look()
        _wait_at_most(self._sock, clock.until_look)

    def receive(
        self, number: int, clock: Clock, leaf: Callable[[bytes], bytes] | None = None
    ) -> tuple[int, bytes]:
        """Kind and payload of the next frame, which answers question `number`.

        With `leaf`, which answers what a box asks of a leaf, such calls don't count as frames.
        """
        while True:
            kind, payload = self._next(number, clock)
            if kind in (REPLY, ASK):
                return kind, payload
            if kind != LEAF or leaf is None:
                raise Violation("a frame of an unknown kind")
            self.send(number, GIVE, leaf(payload), clock)
            clock.look()

    def _next(self, number: int, clock: Clock) -> tuple[int, bytes]:
        data = self._filled(self._buffer, HEADER.size, clock)
        length, answered, kind = HEADER.unpack_from(data)
        if answered != number:
            raise Violation(UNASKED)
        if length > clock.budget.answer_bytes:
            most = clock.budget.answer_bytes
            raise Violation(f"an answer of {length} bytes, where {most} are allowed")
        end = HEADER.size + length
        data = self._filled(data, end, clock)
        payload, self._buffer = data[HEADER.size : end], data[end:]
        if kind == REPLY and self._buffer:
            raise Violation("bytes after the answer")
        return kind, payload

    def last_word(self, number: int, seconds: float) -> bytes:
        """What the box says last, if it says so within this many seconds; else nothing.

        Earlier calls are skipped.
        """
        until, data = time.monotonic() + seconds, self._buffer
        # A box may flood the socket instead: no more than a chunk is read.
        while time.monotonic() < until and len(data) < CHUNK_BYTES:
            while len(data) >= HEADER.size:
                length, answered, kind = HEADER.unpack_from(data)
                end = HEADER.size + length
                if len(data) < end:
                    break
                payload, data = data[HEADER.size : end], data[end:]
                if kind == LAST_WORD and answered == number:
                    return payload if length <= MOST_OF_LAST_WORD else b""
            # To the kernel, 0 seconds would mean no limit.
            _wait_at_most(self._sock, max(0.001, until - time.monotonic()))
            try:
                chunk = self._sock.recv(CHUNK_BYTES)
            except OSError:
                return b""
            if not chunk:
                return b""
            data += chunk
        return b""

    def _filled(self, data: bytes, count: int, clock: Clock) -> bytes:
        """What has arrived, with more from the socket until there are `count` bytes."""
        if len(data) >= count:
            return data
        found = data or self._chunk(clock)  # mostly a whole frame, and nothing is copied
        if len(found) >= count:
            return found
        gathered = bytearray(found)
        while len(gathered) < count:
            clock.look()
            gathered += self._chunk(clock)
        return bytes(gathered)

    def _chunk(self, clock: Clock) -> bytes:
        while True:
            try:
                chunk = self._sock.recv(CHUNK_BYTES)
            except BlockingIOError:
                self._look(clock)
                continue
            if not chunk:
                raise EOFError
            return chunk


def _wait_at_most(sock: socket.socket, seconds: float) -> None:
    # The kernel ends a blocked call after this time, so that the clock is looked at: one system
    # call a message, where polling first would take two.
    limit = struct.pack("@ll", int(seconds), int(seconds % 1 * 1_000_000))
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, limit)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)
    sock.setblocking(True)
