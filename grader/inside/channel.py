"""Whole frames over a stream socket: the box's side of the conversation with its judge."""

import _thread
import socket
import struct
from collections.abc import Callable

from grader.inside.wire import (
    ASK,
    GIVE,
    HEADER,
    LAST_WORD,
    LEAF,
    LEAF_CALL,
    LEAF_FRAME,
    REPLY,
    JudgeGone,
    dump,
    load,
)

CHUNK_BYTES = 1 << 16


class FrameReader:
    """Reads whole frames from a stream socket: a header, then as many bytes as it says.

    Reading may be interrupted anywhere without losing data: what has arrived stays in the buffer.
    When the other end hangs up, the exception that `gone` makes is raised.
    """

    def __init__(
        self, sock: socket.socket, header: struct.Struct, gone: Callable[[], EOFError]
    ) -> None:
        self._sock, self._header, self._gone = sock, header, gone
        self._buffer = bytearray()

    def take(self, allowed: Callable[[int], int] = int) -> tuple[tuple[int, ...], bytes]:
        """The next frame's header, whose first field is its length, and its payload.

        `allowed` returns the length, or raises why it isn't allowed. Raises `EOFError`.
        """
        size = self._header.size
        self._fill(size)
        found = self._header.unpack_from(self._buffer)
        end = size + allowed(found[0])
        self._fill(end)
        payload = bytes(self._buffer[size:end])
        del self._buffer[:end]
        return found, payload

    def has_early_bytes(self) -> bool:
        """Whether bytes have arrived that belong to no frame taken so far."""
        try:
            return bool(self._buffer or self._sock.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT))
        except BlockingIOError:
            return False

    def _fill(self, count: int) -> None:
        while len(self._buffer) < count:
            chunk = self._sock.recv(CHUNK_BYTES)
            if not chunk:
                raise self._gone()
            self._buffer += chunk


class Channel:
    """Receives questions and sends answers.

    Only one thread handles questions, but any thread of student code may call the judge during
    one: a lock keeps each call together with its answer. A thread left over once the question has
    been answered can't call any more, so nothing from it arrives before the next question.

    Every answer carries the number of the question that it answers, which the judge draws at
    random. Knowing the number gains nothing: an answer is only ever this box's own word.

    Endless recursion may interrupt the code anywhere, also after it has called and before it has
    read the answer. That answer is then owed, and is read before anything else.
    """

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._frames = FrameReader(sock, HEADER, JudgeGone)
        self._owed = 0
        # `threading` would take a nursery longer to import than everything else in this file.
        self._turn = _thread.allocate_lock()
        self._answered = False
        self.question = 0

    def receive(self) -> tuple[int, bytes]:
        """The next question's kind and payload; raises `JudgeGone`."""
        while self._owed:
            self._take()
            self._owed -= 1
        self._answered = False
        return self._take()

    def _take(self) -> tuple[int, bytes]:
        (_, self.question, kind), payload = self._frames.take()
        return kind, payload

    def reply(self, payload: bytes) -> None:
        """Answer the current question, which ends it."""
        with self._turn:
            self._answered = True
            self._send(REPLY, payload)

    def ask(self, callback: int, arguments: list[object]) -> object:
        """The JSON data that the judge returns for a call of its own function `callback`."""
        return load(self.fetch(dump([callback, *arguments])))

    def fetch(self, payload: bytes) -> bytes:
        """What the judge returns for a call during a question; any thread may call.

        Raises `EOFError` if the judge returns nothing, or if the question is already answered.
        """
        with self._turn:
            return self._given(self._frame(ASK, payload))

    def fetch_socket(self) -> socket.socket:
        """A socket that the judge sends on request; raises `EOFError`."""
        with self._turn:
            self._send(ASK, b"")
            # The descriptor travels with this frame, and only `recv_fds` receives it.
            frame, descriptors, *_ = socket.recv_fds(self._sock, HEADER.size, 1)
            if not frame or not descriptors:
                raise EOFError("the judge gave no socket")
            return socket.socket(fileno=descriptors[0])

    def leaf(self, sealed: int, what: int, number: int) -> bytes:
        """What the judge returns for a leaf of a sealed object, as JSON; any thread may call.

        Raises `EOFError` as `fetch` does, and `struct.error` for numbers that no leaf has.
        """
        with self._turn:
            size = LEAF_CALL.size
            return self._given(LEAF_FRAME.pack(size, self.question, LEAF, sealed, what, number))

    def say_last(self, payload: bytes) -> None:
        """Send the last word at any time, even while the code is calling the judge."""
        self._send(LAST_WORD, payload)

    def _given(self, frame: bytes) -> bytes:
        if self._answered:
            raise EOFError("the question has been answered already")
        self._sock.sendall(frame)
        # Counted before reading: if that is interrupted, `receive` reads the rest.
        self._owed += 1
        while True:
            kind, answer = self._take()
            self._owed -= 1
            if kind != GIVE:
                raise EOFError("the judge gave no answer")
            if not self._owed:
                return answer

    def _send(self, kind: int, payload: bytes) -> None:
        self._sock.sendall(self._frame(kind, payload))

    def _frame(self, kind: int, payload: bytes) -> bytes:
        return HEADER.pack(len(payload), self.question, kind) + payload
