"""Grading on this machine: one judge per job slot, forked from the process that collected checks.

Each slot has its own nursery. A slot that dies costs no hand-in anything: another one is forked and
the hand-in that it had is graded again. Only a hand-in whose slots die again and again is given up,
as a fault of the grader.

A hand-in that takes long is set aside while others wait, and then graded again from its beginning.
So a hundred that only hold slots keep the others waiting for minutes, not for hours.

Results come from a slot as bytes, which pass through here unread: `grader.judging.unit`.
"""

import os
import signal
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from math import inf
from multiprocessing.connection import Connection, Pipe, wait
from typing import NoReturn

from grader.errors import BrokenGrader, GraderError, IsolationUnavailable
from grader.inside.lockdown import die_with
from grader.judging.judge import Judge, broken_results, grade_in_child, settle
from grader.judging.pytest_plugin import Check
from grader.judging.unit import Unit, results_from_bytes, results_to_bytes
from grader.results import ModuleResult
from grader.sandbox.clock import HandinPaused
from grader.sandbox.kernel.processes import fork_quietly
from grader.sandbox.tiers import Nursery

TRIES = 3
Graded = tuple[Unit, bytes]
Groups = Generator[Sequence[Graded], None, None]
Decoded = tuple[Unit, tuple[ModuleResult, ...]]


@dataclass
class _Slot:
    pid: int
    connection: "Connection[bytes, bytes]"
    core: int
    unit: Unit | None = None


@dataclass
class LocalExecutor:
    """Runs units on `jobs` slots; if one is given up, none of its `checks` could be run."""

    judge: Judge
    jobs: int
    start_nursery: Callable[[], Nursery]
    checks: Sequence[Check]
    pinned: bool = True  # False if others, whom we don't see, would choose the same cores
    _patience: float = inf
    _slots: list[_Slot] = field(default_factory=list)
    _tries: Counter[str] = field(default_factory=Counter)
    _again: list[Unit] = field(default_factory=list)
    _set_aside: deque[Unit] = field(default_factory=deque)

    def run(self, units: Iterable[Unit], *, more: bool = False) -> Generator[Decoded, None, None]:
        """The results of each unit, in the order in which they are done.

        The next unit is asked for only when all results so far have been taken.
        """
        with closing(self.in_groups(units, more=more)) as groups:
            for done in groups:
                for unit, payload in done:
                    yield unit, results_from_bytes(payload)

    def in_groups(
        self, units: Iterable[Unit], *, patience: float = inf, more: bool = False
    ) -> Groups:
        """The same as bytes (`results_to_bytes`); what is done at the same time comes together.

        A unit that uses more than `patience` seconds comes last, with all the time that it may
        have. If `more` are to come, slots stay in the end, each with its nursery.
        """
        settle()
        self._patience = patience
        for of_others in (self._tries, self._again, self._set_aside):
            of_others.clear()
        waiting = iter(units)
        try:
            while done := self._round(waiting):
                yield done
        except BaseException:
            self.close()
            raise
        if not more:
            self.close()

    def _round(self, waiting: Iterator[Unit]) -> list[Graded]:
        """The next results, one or more; none if there is nothing left to do."""
        done: list[Graded] = []
        while not done:
            self._feed(waiting)
            busy = [slot for slot in self._slots if slot.unit is not None]
            if not busy:
                break
            for connection in wait([slot.connection for slot in busy]):
                slot = next(s for s in busy if s.connection is connection)
                done += self._collect(slot)
        return done

    def _feed(self, waiting: Iterator[Unit]) -> None:
        idle = [slot for slot in self._slots if slot.unit is None]
        while idle or len(self._slots) < self.jobs:
            unit = self._next(waiting)
            if unit is None:
                return
            slot = idle.pop() if idle else self._new_slot()
            slot.unit = unit
            with suppress(OSError):  # a dead slot is noticed when it should answer
                slot.connection.send_bytes(unit.to_json())

    def _next(self, waiting: Iterator[Unit]) -> Unit | None:
        if self._again:
            return self._again.pop()
        if unit := next(waiting, None):
            return replace(unit, patience=self._patience)
        return self._set_aside.popleft() if self._set_aside else None

    def _collect(self, slot: _Slot) -> Iterator[Graded]:
        unit, slot.unit = slot.unit, None
        assert unit is not None
        try:
            message = slot.connection.recv_bytes()
        except (EOFError, OSError):
            self._bury(slot)
            message = b"B" + b"its judge was ended again and again"
        # The first byte is the kind of answer: see `_answer`.
        kind, payload = message[:1], message[1:]
        if kind == b"E":
            raise GraderError(payload.decode())
        if kind == b"R":
            yield replace(unit, patience=inf), payload
        elif kind == b"S":
            self._set_aside.append(replace(unit, patience=inf))
        else:
            yield from self._try_again(unit, payload.decode())

    def _try_again(self, unit: Unit, why: str) -> Iterator[Graded]:
        self._tries[unit.student] += 1
        if self._tries[unit.student] < TRIES:
            self._again.append(unit)
        else:
            results = broken_results(self.checks, unit.modules, why)
            yield replace(unit, patience=inf), results_to_bytes(results)

    def _new_slot(self) -> _Slot:
        core = self._idlest_core()
        here, there = Pipe()
        parent = os.getpid()
        pid = fork_quietly()
        if pid == 0:
            # Judge and box take turns; on one core, waking the other costs half as much.
            if self.pinned:
                os.sched_setaffinity(0, {core})
            # An inherited connection of another slot would stay open after that slot's end.
            here.close()
            for slot in self._slots:
                slot.connection.close()
            _serve(self.judge, self.start_nursery, there, parent)
        there.close()
        slot = _Slot(pid, here, core)
        self._slots.append(slot)
        return slot

    def _idlest_core(self) -> int:
        taken = [slot.core for slot in self._slots]
        return min(sorted(os.sched_getaffinity(0)), key=taken.count)

    def _bury(self, slot: _Slot) -> None:
        self._slots.remove(slot)
        slot.connection.close()
        os.waitpid(slot.pid, 0)

    def close(self) -> None:
        """End all slots, even in the middle of their work.

        Closing a connection here would tell a slot nothing: whatever else is forked from this
        process, such as children that read hand-ins in advance, has it, too.
        """
        # All are asked before any is waited for, so that they clean up side by side.
        for slot in self._slots:
            os.kill(slot.pid, signal.SIGTERM)
        for slot in list(self._slots):
            self._bury(slot)


def _serve(
    judge: Judge,
    start_nursery: Callable[[], Nursery],
    connection: "Connection[bytes, bytes]",
    parent: int,
) -> None:
    # The stack above belongs to the coordinator's code: no exception may ever get there from here.
    try:
        die_with(parent)
        signal.signal(signal.SIGTERM, leave)
        _answer(judge, start_nursery, connection)
    finally:
        os._exit(0)


def leave(*_: object) -> NoReturn:
    """The handler of SIGTERM in a process that cleans up after itself."""
    # Once is enough: a second signal must not interrupt the clean-up.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise KeyboardInterrupt


def _answer(
    judge: Judge, start_nursery: Callable[[], Nursery], connection: "Connection[bytes, bytes]"
) -> None:
    # Answers begin with R for results, S if set aside, B if broken (the unit may be tried again),
    # E if nothing can be graded here.
    nursery: Nursery | None = None
    has_worked = False
    try:
        while True:
            unit = Unit.from_json(connection.recv_bytes())
            try:
                nursery = nursery or _started(start_nursery, again=has_worked)
                has_worked = True
                connection.send_bytes(b"R" + grade_in_child(judge, unit, nursery))
            except HandinPaused:
                connection.send_bytes(b"S")
            except BrokenGrader as broken:
                # What the nursery was doing for the child is unknown: begin with a new one.
                if nursery is not None:
                    nursery.close()
                nursery = None
                connection.send_bytes(b"B" + str(broken).encode())
    except (EOFError, OSError, KeyboardInterrupt):
        pass
    except GraderError as error:
        connection.send_bytes(b"E" + str(error).encode())
    finally:
        if nursery is not None:
            nursery.close()


def _started(start_nursery: Callable[[], Nursery], *, again: bool) -> Nursery:
    """A nursery; if there was one before, what is missing now is missing only for a time."""
    try:
        return start_nursery()
    except IsolationUnavailable as missing:
        if again:
            raise BrokenGrader(str(missing)) from None
        raise
