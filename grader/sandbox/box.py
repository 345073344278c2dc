"""The judge's end of a box.

THEORY OF OPERATION

A judge is trusted: it holds the reference, the answer key and the checks. A nursery is trusted
but empty-handed: a clean interpreter that was exec'd, never forked from a judge, and that forks
boxes. A box is where student code runs: locked in (see `grader/inside/lockdown.py`), holding the
student's text and the question being answered, and one socket, whose other end is here.

The judge believes one thing about a box: these bytes arrived on this socket. Every question has a
number drawn at random; a frame that arrives before a question, or with another number, is a
violation. While the box answers, it may call functions that the question handed over (an
equivalence, a leaf's value); the judge answers those itself and counts them itself. How long a box
took is read from the kernel's account of the process, how it ended from the nursery's `wait4`, what
it tried from the kernel's word to the nursery (`inside/listener.py`).

A box that dies, hangs, floods or breaks the format raises `BoxEnded`, is killed and never asked
again. One that somebody else has killed raises `BrokenGrader`: the hand-in is graded again.

Time is CPU time first: a process that waits for a processor loses nothing. Only a process that
sleeps of its own accord, or goes on for an unreasonable wall-clock time, is stopped by the clock on
the wall.
"""

import os
import secrets
import signal
import socket
import struct
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from grader.errors import BrokenGrader
from grader.inside.wire import (
    ASK,
    EVALUATE,
    GIVE,
    HEADER,
    LOAD,
    MEMORY_STATUS,
    OUTPUT,
    REPLY,
    Violation,
    dump,
    load,
)
from grader.results import Incident, Status
from grader.sandbox.processes import waited_for_processor
from grader.sandbox.refused_calls import attempts
from grader.sandbox.tiers import Exit, Nursery, Spawned, cpu_seconds, is_idle

Callback = Callable[[list[Any]], Any]
TICK_SECONDS = 0.25
# A box that has hung up is given this long to be gone by itself, so that the kernel can say how.
GRACE_SECONDS = 2.0
# Room for more is got from the kernel page by page, which costs more than to receive a message.
CHUNK_BYTES = 1 << 16
# Answering a call costs a judge more than it costs a box to make one, but not many times more.
CALLS_SHARE = 4.0


@dataclass(frozen=True, slots=True)
class Budget:
    """What one question may cost: CPU seconds, seconds of sleep, seconds on the wall, bytes.

    `exceeded` is what is said when the CPU seconds are used up, if not how many there were.
    """

    cpu_seconds: float
    idle_seconds: float = 5.0
    wall_seconds: float = 120.0
    answer_bytes: int = 4 << 20
    exceeded: str = ""

    @property
    def out_of_time(self) -> str:
        """What is said when the CPU seconds are used up."""
        return self.exceeded or f"no answer after {self.cpu_seconds:g} seconds of CPU time"


class BoxEnded(Exception):
    """The box can't go on: why, for the check that it was answering, and for the report."""

    def __init__(self, status: Status, message: str, incident: Incident) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.incident = incident


class Box:
    """One locked process with one hand-in in it; ask it one question at a time.

    When it has ended, `tried` tells what it was refused.
    """

    def __init__(self, nursery: Nursery) -> None:
        self._nursery = nursery
        self._process: Spawned = nursery.spawn()
        _wait_at_most(self._process.sock, TICK_SECONDS)
        self._buffer = b""
        self._cpu_seconds = 0.0
        self.asleep_seconds = 0.0
        self.tried: tuple[Incident, ...] = ()

    def load(self, payload: bytes, budget: Budget) -> bytes:
        """Hand a hand-in's files over and import a module; returns the payload of the answer."""
        return self._question(LOAD, payload, (), budget)

    def evaluate(self, payload: bytes, callbacks: Sequence[Callback], budget: Budget) -> bytes:
        """The payload of the answers to the questions in `payload`; raises `BoxEnded`."""
        return self._question(EVALUATE, payload, callbacks, budget)

    def talk(self, kind: int, payload: bytes, budget: Budget) -> "Talk":
        """Begin a question whose calls somebody else answers, one by one; raises `BoxEnded`."""
        return Talk(self, kind, payload, budget)

    def output(self, budget: Budget) -> bytes:
        """What the last question printed, as the payload says."""
        return self._question(OUTPUT, b"", (), budget)

    @property
    def cpu_seconds(self) -> float:
        """CPU time that the box has used so far; when it has ended, in all."""
        if self._process.sock.fileno() >= 0:
            self._note_cpu()
        return self._cpu_seconds

    def close(self) -> None:
        """Kill the box and wait for its end; safe to call again."""
        if self._process.sock.fileno() >= 0:
            self._note_cpu()
            self._process.sock.close()
            self._nursery.kill(self._process)
            self._note_attempts(self._nursery.wait(self._process, timeout=10.0))

    # -- one question ------------------------------------------------------------------------

    def _question(
        self, kind: int, payload: bytes, callbacks: Sequence[Callback], budget: Budget
    ) -> bytes:
        number = secrets.randbits(63)
        clock = _Clock(self, budget)
        try:
            self._refuse_early_bytes()
            self._send(number, kind, payload, clock)
            while True:
                got, answer = self._receive(number, clock)
                if got == REPLY:
                    return answer
                clock.rest()
                given = _give(callbacks, answer)
                clock.go_on()
                self._send(number, GIVE, given, clock)
                clock.look()
        except ENDINGS as error:
            raise self._end(error) from None

    def _refuse_early_bytes(self) -> None:
        try:
            early = self._process.sock.recv(1, socket.MSG_DONTWAIT)
        except BlockingIOError:
            early = b""
        else:
            if not early:
                raise EOFError
        if early or self._buffer:
            raise Violation("bytes before there was a question")

    def _send(self, number: int, kind: int, payload: bytes, clock: "_Clock") -> None:
        data = memoryview(HEADER.pack(len(payload), number, kind) + payload)
        while data:
            try:
                data = data[self._process.sock.send(data) :]
            except BlockingIOError:
                clock.look()

    def _receive(self, number: int, clock: "_Clock") -> tuple[int, bytes]:
        data = self._filled(self._buffer, HEADER.size, clock)
        length, answered, kind = HEADER.unpack_from(data)
        if answered != number:
            raise Violation("an answer to a question that was not asked")
        if kind not in (REPLY, ASK):
            raise Violation("a frame of an unknown kind")
        if length > clock.budget.answer_bytes:
            most = clock.budget.answer_bytes
            raise Violation(f"an answer of {length} bytes, where {most} are allowed")
        end = HEADER.size + length
        data = self._filled(data, end, clock)
        payload, self._buffer = data[HEADER.size : end], data[end:]
        if kind == REPLY and self._buffer:
            raise Violation("bytes after the answer")
        return kind, payload

    def _filled(self, data: bytes, count: int, clock: "_Clock") -> bytes:
        """What has arrived, with what has to come so that it is as many bytes as `count`."""
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

    def _chunk(self, clock: "_Clock") -> bytes:
        while True:
            try:
                chunk = self._process.sock.recv(CHUNK_BYTES)
            except BlockingIOError:
                clock.look()
                continue
            if not chunk:
                raise EOFError
            return chunk

    # -- how it ended ------------------------------------------------------------------------

    def _end(self, error: Exception) -> BoxEnded:
        match error:
            case Violation():
                return self._ended(*_broken_format(str(error)))
            case _OutOfTime():
                return self._ended(Status.TIMEOUT, str(error), "time")
        return self._died()

    def _note_cpu(self) -> None:
        try:
            self._cpu_seconds = cpu_seconds(self._process.pid)
        except OSError:
            return

    def _note_attempts(self, ending: Exit) -> None:
        found = attempts(ending.refused)
        self.tried = tuple([Incident(kind, f"your code {words}") for kind, words in found])

    def _ended(self, status: Status, message: str, kind: str) -> BoxEnded:
        self.close()
        return BoxEnded(status, message, Incident(kind, message))

    def _died(self) -> BoxEnded:
        self._note_cpu()
        try:
            ending = self._nursery.wait(self._process, timeout=GRACE_SECONDS)
        except TimeoutError:
            words = "your code closed the connection over which it is asked"
            return self._ended(Status.CRASHED, words, "protocol")
        self._process.sock.close()
        self._note_attempts(ending)
        self._cpu_seconds = max(self._cpu_seconds, ending.cpu_seconds)
        if self._nursery.must_be_from_outside(ending):
            raise BrokenGrader("somebody has killed a box")
        status, message, kind = describe_exit(ending, self._nursery.limits.cpu_seconds)
        return BoxEnded(status, message, Incident(kind, message))


class Talk:
    """A question in the middle of which a box calls, and is answered when an answer is there.

    While whoever is to answer takes its time, this box waits, which costs it nothing.
    """

    def __init__(self, box: Box, kind: int, payload: bytes, budget: Budget) -> None:
        self._box = box
        self._number = secrets.randbits(63)
        self._clock = _Clock(box, budget)
        try:
            box._refuse_early_bytes()
            box._send(self._number, kind, payload, self._clock)
        except ENDINGS as error:
            raise box._end(error) from None

    def listen(self) -> tuple[bool, bytes]:
        """What the box says next, and whether it is the end of the question."""
        try:
            kind, payload = self._box._receive(self._number, self._clock)
        except ENDINGS as error:
            raise self._box._end(error) from None
        self._clock.rest()
        return kind == REPLY, payload

    def answer(self, payload: bytes) -> None:
        """Answer the call that the box has made."""
        self._clock.go_on()
        try:
            self._box._refuse_early_bytes()
            self._box._send(self._number, GIVE, payload, self._clock)
            self._clock.look()
        except ENDINGS as error:
            raise self._box._end(error) from None


def _wait_at_most(sock: socket.socket, seconds: float) -> None:
    # The kernel ends a blocked call after this time, so that the clock is looked at: one system
    # call a message, where polling first would take two.
    limit = struct.pack("@ll", int(seconds), int(seconds % 1 * 1_000_000))
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, limit)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)
    sock.setblocking(True)


def _give(callbacks: Sequence[Callback], payload: bytes) -> bytes:
    data = load(payload)
    if not isinstance(data, list) or not data or type(data[0]) is not int:
        raise Violation("a call of no function")
    number, *arguments = data
    if not 0 <= number < len(callbacks):
        raise Violation("a call of a function that was not handed over")
    return dump(callbacks[number](arguments))


def _broken_format(what: str) -> tuple[Status, str, str]:
    message = f"the answer did not come in the agreed form: {what}"
    return Status.CRASHED, message, "protocol"


def describe_exit(ending: Exit, cpu_limit: float) -> tuple[Status, str, str]:
    """Status, words and kind of incident for the way in which a box ended by itself.

    `cpu_limit` are the CPU seconds after which the kernel may end it.
    """
    if ending.oom or ending.code == MEMORY_STATUS:
        return Status.MEMORY, "your code used more memory than is allowed", "memory"
    out_of_time = ending.signal == signal.SIGKILL and ending.cpu_seconds >= cpu_limit
    if out_of_time or ending.signal == signal.SIGXCPU:
        return Status.TIMEOUT, "your code used up all of its CPU time", "time"
    if ending.signal == signal.SIGSYS:
        return Status.CRASHED, "your code made a system call that is not allowed", "signal"
    if ending.signal == signal.SIGSEGV:
        hint = "the Python process crashed (often endless recursion inside sort, map or repr)"
        return Status.CRASHED, hint, "signal"
    if ending.signal:
        name = _signal_name(ending.signal)
        return Status.CRASHED, f"your code ended the Python process by {name}", "signal"
    return (
        Status.CRASHED,
        f"your code ended the Python process (exit status {ending.code}); return a value instead",
        "exit",
    )


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # most real-time signals have no name
        return f"signal {number}"


class _OutOfTime(Exception):
    """The budget of a question is used up; the text says which part."""


# How a question can come to an end that is no answer (see `Box._end`).
ENDINGS = (Violation, _OutOfTime, EOFError, ConnectionError)


class _Clock:
    """The judge's own clock for one question."""

    def __init__(self, box: Box, budget: Budget) -> None:
        self.budget = budget
        self._box = box
        self._pid = box._process.pid
        self._wall = self._last_look = self._resting = time.monotonic()
        self._cpu = self._last_cpu = _cpu(self._pid)
        self._waited = self._for_processors()
        self._asleep = 0.0
        self._judge_cpu = time.process_time()

    def rest(self) -> None:
        """Let the clocks on the wall stand still: it is somebody else's turn."""
        self._resting = time.monotonic()

    def go_on(self) -> None:
        """Let them go on."""
        rested = time.monotonic() - self._resting
        self._wall += rested
        self._last_look += rested

    def look(self) -> None:
        """Raise `_OutOfTime` if a part of the budget is used up; looks a few times a second."""
        now = time.monotonic()
        since = now - self._last_look
        if since >= TICK_SECONDS * 0.9:
            self._last_look = now
            self._check(now, min(since, TICK_SECONDS))

    def _check(self, now: float, tick: float) -> None:
        cpu = _cpu(self._pid)
        answering = (time.process_time() - self._judge_cpu) / CALLS_SHARE
        if max(cpu - self._cpu, answering) > self.budget.cpu_seconds:
            raise _OutOfTime(self.budget.out_of_time)
        waited = self._for_processors()
        if is_idle(self._pid):
            self._note_sleep(tick - (cpu - self._last_cpu) - (waited - self._waited))
        self._last_cpu, self._waited = cpu, waited
        if self._asleep > self.budget.idle_seconds:
            raise _OutOfTime("your code sleeps or waits for something that never comes")
        if now - self._wall > self.budget.wall_seconds:
            raise _OutOfTime(f"no answer after {self.budget.wall_seconds:g} seconds")

    def _for_processors(self) -> float:
        return waited_for_processor(self._pid) + waited_for_processor(os.getpid())

    def _note_sleep(self, seconds: float) -> None:
        # All sleep of a question counts, so that a little work now and then hides nothing. A
        # process that waits for a processor is not idle, nor is one that waits for a judge that
        # does; and no look counts for more than a tick, however late a busy machine lets it happen.
        asleep = max(0.0, seconds)
        self._asleep += asleep
        self._box.asleep_seconds += asleep


def _cpu(pid: int) -> float:
    try:
        return cpu_seconds(pid)
    except OSError:
        return 0.0
