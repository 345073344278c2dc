"""The judge's end of a box.

THEORY OF OPERATION

Four kinds of process:

    judge      trusted, holds secrets: checks, reference, answer key. Student code never runs in it,
               nor in anything forked from it.
    launcher   what the judge execs (walls/launcher.py): it stops being root and becomes the
               nursery.
    nursery    trusted, holds nothing (inside/nursery.py): a clean interpreter behind the outer
               walls (walls/outer_walls.py). With bubblewrap it has its own namespaces and a file
               system with the interpreter's standard library, read-only, and nothing else. It
               forks boxes.
    box        runs student code. It locks itself in (inside/lockdown.py) before it reads any; then
               it holds the student's text, the question being answered, and one socket.

Between judge and nursery is one socket: first the sources of all that boxes need, then "fork a box,
here is its socket" and "how did it end". Between judge and box is the box's socket, whose other end
is here.

What the judge believes about a box: these bytes arrived on this socket. Every question has a random
number; a frame that arrives before a question, or with another number, is a violation. While the
box answers, it may call functions that the question passed to it (an equivalence, a leaf's value);
the judge answers and counts these calls itself. Everything else comes from the kernel: CPU time and
identity by the box's pidfd, how it ended by the nursery's `wait4`, and which calls it was refused
by what the kernel reports to the nursery (inside/kernel/listener.py). The nursery never reads a
byte that student code wrote.

Two kinds of boxes have more than that one socket. A suite's box and the box of the solution that it
tests get a socket between them when they ask for it; the judge reads nothing of what is said there.
The solution's box, in which no student code runs, also shares memory with the judge
(student_tests/trial.py). It maps that before it locks itself in.

A box that dies, hangs, floods or breaks the format raises `BoxEnded`, is killed and never asked
again. One that is out of time first gets a signal, and a moment to say where its code is: that is
shown to the student as its word, and changes no verdict (inside/last_word.py). If somebody else
killed it, that is `BrokenGrader`, and the hand-in is graded again.

Nothing outlives a judge: the kernel kills the nursery with it, the nursery exits when its control
socket closes, and a box is killed when its lease ends, a pipe that its `SpawnedBox` object holds
open. So a judge's forked child may use the `Nursery` and die at any moment.

In tier 1 boxes have no file system of their own: their folders are in the judge's scratch root
(walls/scratch.py). In tier 3 each box is in cgroups of its own (kernel/cgroups.py). Judges in other
containers may share these folders and cgroups, and clear away what dead judges leave; locks say who
is alive.

Beside the files of this folder, kernel/ is what the kernel does for us (groups, processes, filters
of system calls), and walls/ what a nursery is started in.
"""

import secrets
import signal
import socket
import time
from collections.abc import Callable, Sequence
from functools import partial
from mmap import mmap

from grader.errors import BrokenGrader
from grader.inside.deep_calls import TOO_DEEP
from grader.inside.limits import BoxLimits
from grader.inside.values import UnencodableValue
from grader.inside.wire import (
    EVALUATE,
    GIVE,
    HELP,
    LEAF_CALL,
    LOAD,
    MEMORY_STATUS,
    OUTPUT,
    REPLY,
    Violation,
    dump,
    load,
)
from grader.results import Incident
from grader.sandbox.clock import LONGEST_TICK, Budget, Clock, OutOfTime, helping
from grader.sandbox.frames import Frames
from grader.sandbox.kernel.processes import cpu_seconds
from grader.sandbox.kernel.refused_calls import attempts
from grader.sandbox.nursery import Exit, Nursery, SpawnedBox
from grader.sandbox.sleep import SleepCount
from grader.sandbox.timeout_words import PROCESS_CPU
from grader.statuses import Status

Callback = Callable[[list[object]], object]
GiveLeaf = Callable[[bytes], bytes]
# A box that has hung up gets this long to exit by itself, so that the kernel can say how it ended.
GRACE_SECONDS = 2.0
# One that is out of time gets this long to say where its code is.
LAST_WORD_SECONDS = 1.0
# The judge decodes at most this much for one call of its functions.
MOST_CALL_BYTES = 256 << 10


# How a question can end without an answer (see `Box.end`).
ENDINGS = (Violation, OutOfTime, EOFError, ConnectionError)


class BoxEnded(Exception):
    """The box can't go on: why, for the check that it was answering, and for the report.

    `last_word` is what a box that is out of time said about where its code is; it may be empty, and
    proves nothing.
    """

    def __init__(
        self, status: Status, message: str, incident: Incident, last_word: bytes = b""
    ) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.incident = incident
        self.last_word = last_word


class Box:
    """One locked process with one hand-in in it; ask it one question at a time.

    When it has ended, `tried` lists what it was refused.
    """

    def __init__(self, nursery: Nursery, shared_bytes: int = 0) -> None:
        self._nursery = nursery
        self._process: SpawnedBox = nursery.spawn(shared_bytes)
        self.frames = Frames(self._process.sock)
        self.sleep = SleepCount(self.workers)
        # What they did earlier was for other boxes.
        self._cpu_before = helping(self.workers)
        self._cpu_seconds = 0.0
        self.asleep_seconds = 0.0
        self.tried: tuple[Incident, ...] = ()

    def load(self, payload: bytes, budget: Budget) -> bytes:
        """Hand a hand-in's files over and import a module; returns the payload of the answer."""
        return self._ask(LOAD, payload, (), budget)

    def evaluate(self, payload: bytes, callbacks: Sequence[Callback], budget: Budget) -> bytes:
        """The payload of the answers to the questions in `payload`; raises `BoxEnded`."""
        return self._ask(EVALUATE, payload, callbacks, budget)

    def help(self, payload: bytes, budget: Budget) -> bytes:
        """Let functions of the module ask the judge from now on (see `grader.judging.help`)."""
        return self._ask(HELP, payload, (), budget)

    def begin(
        self,
        kind: int,
        payload: bytes,
        budget: Budget,
        leaf: GiveLeaf | None = None,
        beside: "Box | None" = None,
    ) -> "BoxQuestion":
        """Begin a question whose calls are answered by others, one by one; raises `BoxEnded`.

        With `leaf`, that answers calls for leaves of sealed objects. While the box `beside` works,
        this one may be waiting for it.
        """
        return BoxQuestion(self, kind, payload, budget, leaf=leaf, beside=beside)

    @property
    def shared(self) -> mmap:
        """The memory that the box shares with this process; it must have been asked for."""
        assert self._process.shared is not None
        return self._process.shared

    def output(self, budget: Budget) -> bytes:
        """What the last question printed, as the payload says."""
        return self._ask(OUTPUT, b"", (), budget)

    def _ask(
        self, kind: int, payload: bytes, callbacks: Sequence[Callback], budget: Budget
    ) -> bytes:
        leaf = partial(give_leaf, callbacks)
        question = BoxQuestion(self, kind, payload, budget, leaf=leaf, beside=None, where=True)
        while True:
            done, message = question.listen()
            if done:
                return message
            try:
                given = give(callbacks, message)
            except Violation as violation:
                raise self.end(violation) from None
            question.answer(given)

    @property
    def workers(self) -> tuple[int, ...]:
        """The process ids of the box and of the processes that work for it."""
        return self._process.workers

    @property
    def cpu_seconds(self) -> float:
        """CPU time that the box has used so far (see `helping`); once it has ended, in total."""
        if self._process.sock.fileno() >= 0:
            self._note_cpu()
        return self._cpu_seconds

    def note_sleep(self, seconds: float) -> None:
        """Count seconds that the box has slept while an answer was expected."""
        self.asleep_seconds += seconds

    def watch_beside(self, other: "Box") -> None:
        """From now on, waiting for another box that works doesn't count as sleep."""
        self.sleep.close()
        self.sleep = SleepCount(self.workers, other.workers)

    def close(self) -> None:
        """Kill the box and wait for its end; safe to call again."""
        if self._process.sock.fileno() >= 0:
            self._note_cpu()
            self._hang_up()
            self._nursery.kill(self._process)
            self._note_attempts(self._nursery.wait(self._process, timeout=10.0))

    def _hang_up(self) -> None:
        self._process.sock.close()
        self.sleep.close()

    # -- how it ended ------------------------------------------------------------------------

    def end(self, error: Exception, asked: int | None = None) -> BoxEnded:
        """End the box, since its question ended in this way; returns what to raise.

        A box that was `asked` the question of this number may first say where its code is.
        """
        match error:
            case Violation():
                return self._ended(*_broken_format(str(error)))
            case OutOfTime():
                self._note_cpu()
                cpu = self._cpu_seconds
                last_word = b"" if asked is None else self._last_word(asked)
                ended = self._ended(Status.TIMEOUT, str(error), "time", last_word)
                self._cpu_seconds = cpu  # no later check pays for the last word
                return ended
        return self._died()

    def _last_word(self, asked: int) -> bytes:
        self._nursery.ask_where(self._process)
        return self.frames.last_word(asked, LAST_WORD_SECONDS)

    def _note_cpu(self) -> None:
        try:
            own = cpu_seconds(self._process.pid)
            self._cpu_seconds = own + helping(self.workers) - self._cpu_before
        except OSError:  # it has ended: `wait4` says how much it used
            return

    def _note_attempts(self, ending: Exit) -> None:
        found = attempts(ending.refused)
        self.tried = tuple([Incident(kind, f"your code {words}") for kind, words in found])

    def _wait_for_end(self) -> Exit:
        """How the box has ended by itself; `TimeoutError` if it doesn't. Its sleep still counts."""
        until = time.monotonic() + GRACE_SECONDS
        while True:
            try:
                return self._nursery.wait(self._process, timeout=LONGEST_TICK)
            except TimeoutError:
                self.note_sleep(self.sleep.look())
                if time.monotonic() > until:
                    raise

    def _ended(self, status: Status, message: str, kind: str, last_word: bytes = b"") -> BoxEnded:
        self.close()
        return BoxEnded(status, message, Incident(kind, message), last_word)

    def _died(self) -> BoxEnded:
        self._note_cpu()
        try:
            ending = self._wait_for_end()
        except TimeoutError:
            words = "your code closed the connection over which it is asked"
            return self._ended(Status.CRASHED, words, "protocol")
        self._hang_up()
        self._note_attempts(ending)
        self._cpu_seconds = max(self._cpu_seconds, ending.cpu_seconds)
        if self._nursery.must_be_from_outside(ending):
            raise BrokenGrader("a box was killed from outside")
        status, message, kind = describe_exit(ending, self._nursery.limits)
        return BoxEnded(status, message, Incident(kind, message))


class BoxQuestion:
    """A question that a box is answering, with the calls that it makes meanwhile.

    While a call is being answered, the box waits, which costs it nothing. A frame that a box sends
    too early is read when it is its turn, so that nothing depends on who was faster. All methods
    raise `BoxEnded`. With `where`, a box that is out of time is asked where its code is.
    """

    def __init__(
        self,
        box: Box,
        kind: int,
        payload: bytes,
        budget: Budget,
        *,
        leaf: GiveLeaf | None,
        beside: Box | None,
        where: bool = False,
    ) -> None:
        self._box = box
        self._leaf = leaf
        # Random, so that no box can answer before it is asked.
        self._number = secrets.randbits(63)
        self._asked = self._number if where else None
        if beside is not None:
            box.watch_beside(beside)
        self._clock = Clock(box.workers, box.sleep, budget, box.note_sleep)
        try:
            box.frames.refuse_early_bytes()
            box.frames.send(self._number, kind, payload, self._clock)
        except ENDINGS as error:
            raise box.end(error, self._asked) from None

    def listen(self) -> tuple[bool, bytes]:
        """What the box says next, and whether it is the end of the question."""
        try:
            kind, payload = self._box.frames.receive(self._number, self._clock, self._leaf)
            self._clock.look()
        except ENDINGS as error:
            raise self._box.end(error, self._asked) from None
        self._clock.rest()
        return kind == REPLY, payload

    def renew(self, budget: Budget) -> None:
        """Restart the clock: what the box does from now on has a budget of its own."""
        self._clock = Clock(self._box.workers, self._box.sleep, budget, self._box.note_sleep)

    def fileno(self) -> int:
        """The descriptor that can be read when the box has said something, or has ended."""
        return self._box.frames.fileno()

    @property
    def seconds_to_look(self) -> float:
        """In how many seconds it is time for a look at the box."""
        return self._clock.seconds_to_look

    def look(self, *, is_its_turn: bool) -> None:
        """Check the box's time, if it is time for a look; sleep counts only when it is its turn.

        Raises `BoxEnded` if it is out of time.
        """
        try:
            self._clock.look(is_its_turn=is_its_turn)
        except OutOfTime as error:
            raise self._box.end(error, self._asked) from None

    def refuse(self, violation: Violation) -> BoxEnded:
        """End the box for what it has said; returns what to raise."""
        return self._box.end(violation)

    def hand_over(self, sock: socket.socket) -> None:
        """Give the box the socket that it has asked for."""
        self._clock.go_on()
        try:
            self._box.frames.hand_over(self._number, sock)
        except ENDINGS as error:
            raise self._box.end(error, self._asked) from None

    def answer(self, payload: bytes) -> None:
        """Answer the call that the box has made."""
        self._clock.go_on()
        try:
            self._box.frames.send(self._number, GIVE, payload, self._clock)
            self._clock.look()
        except ENDINGS as error:
            raise self._box.end(error, self._asked) from None


def give(callbacks: Sequence[Callback], payload: bytes) -> bytes:
    """What a box gets for a call of one of these functions, as JSON; raises `Violation`."""
    if len(payload) > MOST_CALL_BYTES:
        raise Violation(f"a call with {len(payload)} bytes of arguments")
    data = load(payload)
    if not isinstance(data, list) or not data or type(data[0]) is not int:
        raise Violation("a call of no function")
    number, *arguments = data
    return _dumped(_handed_over(callbacks, number)(arguments))


def give_leaf(callbacks: Sequence[Callback], payload: bytes) -> bytes:
    """What a box gets for a `LEAF_CALL`; raises `Violation`."""
    if len(payload) != LEAF_CALL.size:
        raise Violation("a call for a leaf that is of another length")
    number, what, leaf = LEAF_CALL.unpack(payload)
    return _dumped(_handed_over(callbacks, number)([what, leaf]))


def _dumped(answer: object) -> bytes:
    """Encode what a function of the judge's gives; if it is too large, the box gets an error."""
    try:
        return dump(answer)
    except UnencodableValue as error:
        return dump(["!", OverflowError.__name__, f"this can't be handed over: {error}"])


def _handed_over(callbacks: Sequence[Callback], number: int) -> Callback:
    if not 0 <= number < len(callbacks):
        raise Violation("a call of a function that was not handed over")
    return callbacks[number]


def _broken_format(what: str) -> tuple[Status, str, str]:
    message = f"the answer did not come in the agreed form: {what}"
    return Status.CRASHED, message, "protocol"


def describe_exit(ending: Exit, limits: BoxLimits) -> tuple[Status, str, str]:
    """Status, words and kind of incident for the way in which a box with these limits ended."""
    if ending.oom or ending.code == MEMORY_STATUS:
        return Status.MEMORY, "your code used more memory than is allowed", "memory"
    # The kernel sends SIGKILL at the hard limit of CPU time.
    out_of_time = ending.signal == signal.SIGKILL and ending.cpu_seconds >= limits.cpu_seconds
    if out_of_time or ending.signal == signal.SIGXCPU:
        return Status.TIMEOUT, PROCESS_CPU, "time"
    if ending.signal == signal.SIGSYS:
        return Status.CRASHED, "your code made a system call that is not allowed", "signal"
    if ending.signal == signal.SIGSEGV:
        if _has_filled_its_stack(ending, limits):
            return Status.ERROR, f"{TOO_DEEP}: the stack is full", "signal"
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


def _has_filled_its_stack(ending: Exit, limits: BoxLimits) -> bool:
    # Only deep calls, or as much other memory, make a box so large. The stack counts as memory.
    return ending.max_rss_bytes >= min(limits.stack_bytes, limits.memory_bytes // 2)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # most real-time signals have no name
        return f"signal {number}"
