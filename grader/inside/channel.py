"""Whole frames over a stream socket: the box's side of the conversation with its judge."""

import _thread
import socket
from typing import Any

from grader.inside.wire import ASK, GIVE, HEADER, REPLY, dump, load


class Channel:
    """Receives questions and sends answers.

    Questions are one thread's business, but any thread of student code may ask in the middle of
    one: a lock keeps each call together with what is given for it. A thread that is left when the
    question has been answered can ask no more, so that nothing of it comes before the next one.

    Every answer carries the number of the question that it answers, which the judge draws at
    random. Knowing the number gains nothing: an answer is only ever the word of this box.
    """

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._buffer = bytearray()
        # `threading` would take a nursery longer to import than everything else in this file.
        self._turn = _thread.allocate_lock()
        self._answered = False
        self.question = 0

    def receive(self) -> tuple[int, bytes]:
        """The next frame's kind and payload; raises `EOFError` when the judge is gone."""
        self._fill(HEADER.size)
        length, self.question, kind = HEADER.unpack_from(self._buffer)
        end = HEADER.size + length
        self._fill(end)
        payload = bytes(self._buffer[HEADER.size : end])
        del self._buffer[:end]
        self._answered = False
        return kind, payload

    def reply(self, payload: bytes) -> None:
        """Answer the present question, which ends it."""
        with self._turn:
            self._answered = True
            self._send(REPLY, payload)

    def ask(self, callback: int, arguments: list[Any]) -> Any:
        """JSON data that the judge gives for a call of its own function `callback`."""
        return self.exchange(dump([callback, *arguments]))

    def exchange(self, payload: bytes) -> Any:
        """JSON data that comes back for a call in the middle of a question; any thread may ask.

        Raises `EOFError` when the judge gives nothing, and when the question has been answered.
        """
        with self._turn:
            if self._answered:
                raise EOFError("the question has been answered already")
            self._send(ASK, payload)
            kind, answer = self.receive()
        if kind != GIVE:
            raise EOFError("the judge gave no answer")
        return load(answer)

    def _send(self, kind: int, payload: bytes) -> None:
        self._sock.sendall(HEADER.pack(len(payload), self.question, kind) + payload)

    def _fill(self, count: int) -> None:
        while len(self._buffer) < count:
            chunk = self._sock.recv(1 << 16)
            if not chunk:
                raise EOFError("the judge is gone")
            self._buffer += chunk
