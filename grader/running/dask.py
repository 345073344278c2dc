"""Grading on a Dask Distributed cluster: hand-ins go to workers one by one, results come back.

This end chooses the worker for each hand-in, because not every worker may grade: a new one is
examined first (grader/running/dask_worker.py), and one that is refused gets nothing. A worker
thread has one hand-in at a time, so little is lost with it, and that goes to others. Only a hand-in
that loses its worker again and again is given up, as a fault of the grader.

Arguments and results are bytes and text only, never objects, so that a worker of another version
can still say which version it has.
"""

import json
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue

from distributed import Client, Future, KilledWorker

from grader.errors import GraderError, UsageError
from grader.judging.unit import Unit, results_to_bytes
from grader.results import ModuleResult
from grader.running.dask_worker import examine, grade
from grader.running.local import TRIES, Graded, Groups
from grader.running.proof import Verdicts

LOOK_SECONDS = 1.0
CONNECT_SECONDS = 10.0
# A result is fetched from where it was made; if that is gone by now, it never comes.
FETCH_SECONDS = 20.0


@dataclass
class _Worker:
    room: int
    fit: bool = False


@dataclass
class _Flight:
    worker: str
    future: Future
    unit: Unit | None  # None: an examination


@dataclass
class DaskExecutor:
    """Runs units on the fit workers of a scheduler.

    `order` is what workers are examined with, `give_up` makes the results of a unit that can't be
    graded, `note` shows staff a line, `disagreement` says why a worker with some verdicts on known
    hand-ins may not grade, or nothing.
    """

    scheduler: str
    order: bytes
    give_up: Callable[[Unit, str], tuple[ModuleResult, ...]]
    note: Callable[[str], None]
    disagreement: Callable[[Mapping[str, Verdicts]], str]
    _workers: dict[str, _Worker] = field(default_factory=dict)
    _refused: dict[str, str] = field(default_factory=dict)
    _flights: dict[str, _Flight] = field(default_factory=dict)
    _landed: "SimpleQueue[Future]" = field(default_factory=SimpleQueue)
    _tries: dict[str, int] = field(default_factory=dict)
    _again: list[Unit] = field(default_factory=list)
    _looked: float = 0.0

    def in_groups(self, units: Iterable[Unit]) -> Groups:
        """The results of each unit, as bytes, in the order in which they are done.

        What is done at a time comes together, so that it can be kept in one commit.

        Raises `UsageError` if there is no scheduler, and `GraderError` if it goes away or if
        all of its workers are refused.
        """
        # Errors are reported here in one line, not there in a traceback.
        logging.disable(logging.CRITICAL)
        try:
            client = Client(self.scheduler, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            why = str(error).partition("\n")[0]
            raise UsageError(f"no Dask scheduler at {self.scheduler}: {why}") from None
        try:
            yield from self._run(client, iter(units))
        finally:
            for flight in self._flights.values():
                flight.future.release()
            client.close()

    def _run(self, client: Client, waiting: Iterator[Unit]) -> Iterator[list[Graded]]:
        done: list[Graded] = []
        while True:
            done += self._look(client)
            more = self._feed(client, waiting)
            if done:
                yield done
                done = []
            if not more and not any(flight.unit for flight in self._flights.values()):
                return
            for future in self._that_landed():
                done += self._collect(client, future)

    def _that_landed(self) -> Iterator[Future]:
        """All that have landed by now; the first one is waited for, for a while."""
        with suppress(Empty):
            yield self._landed.get(timeout=LOOK_SECONDS)
            while True:
                yield self._landed.get_nowait()

    # -- workers -----------------------------------------------------------------------------

    def _look(self, client: Client) -> Iterator[Graded]:
        """Who has come and who has gone."""
        if time.monotonic() - self._looked < LOOK_SECONDS:
            return
        first, self._looked = not self._looked, time.monotonic()
        present = self._present(client)
        if first and not present:
            self.note(f"waiting for workers at {self.scheduler}")
        for address in self._workers.keys() - present.keys():
            yield from self._lose(address)
        for address in self._refused.keys() - present.keys():
            del self._refused[address]
        for address in sorted(present.keys() - self._workers.keys() - self._refused.keys()):
            self._workers[address] = _Worker(present[address])
            self._send(client, address, None)
        if self._refused and not self._workers:
            raise GraderError(f"no worker at {self.scheduler} may grade; see the lines above")

    def _present(self, client: Client) -> dict[str, int]:
        # Without a connection there are no workers to see, and Dask would wait for one.
        if client.status != "running":
            raise self._gone()
        try:
            return dict(client.nthreads())
        except (OSError, CancelledError):
            raise self._gone() from None

    def _gone(self) -> GraderError:
        return GraderError(
            f"the Dask scheduler at {self.scheduler} is gone; what was graded is kept,"
            " go on with --resume"
        )

    def _lose(self, address: str) -> Iterator[Graded]:
        del self._workers[address]
        lost = [key for key, flight in self._flights.items() if flight.worker == address]
        units = [flight.unit for key in lost if (flight := self._flights.pop(key)).unit]
        self.note(f"worker {address} is lost; what it had ({len(units)}) is graded elsewhere")
        for unit in units:
            yield from self._try_again(unit, "its worker was lost again and again")

    def _refuse(self, address: str, why: str) -> None:
        if self._workers.pop(address, None) is None:
            return
        if why not in self._refused.values():
            self.note(f"worker {address} is refused: {why}")
        self._refused[address] = why

    # -- hand-ins ----------------------------------------------------------------------------

    def _feed(self, client: Client, waiting: Iterator[Unit]) -> bool:
        """Give work to whoever has room; False if nothing is left to give."""
        for address, worker in self._workers.items():
            while worker.fit and worker.room:
                unit = self._again.pop() if self._again else next(waiting, None)
                if unit is None:
                    return False
                worker.room -= 1
                self._send(client, address, unit)
        return True

    def _send(self, client: Client, address: str, unit: Unit | None) -> None:
        arguments = (self.order,) if unit is None else (self.order, unit.to_json())
        future = client.submit(
            examine if unit is None else grade,
            *arguments,
            workers=[address],
            allow_other_workers=False,
            pure=False,
        )
        self._flights[future.key] = _Flight(address, future, unit)
        future.add_done_callback(self._landed.put)

    def _collect(self, client: Client, future: Future) -> Iterator[Graded]:
        flight = self._flights.pop(future.key, None)
        if flight is None:
            return  # of a worker that is lost
        if flight.unit is None:
            self._examined(flight)
            return
        if flight.worker in self._workers:
            self._workers[flight.worker].room += 1
        try:
            answer: bytes = future.result(timeout=FETCH_SECONDS)
        except (TimeoutError, CancelledError, OSError, KilledWorker):
            if client.status != "running":
                raise self._gone() from None
            answer = b"Bits worker was lost again and again"
        except Exception as error:  # whatever a worker of another make may say
            answer = b"E" + _in_a_line(error).encode()
        yield from self._answered(flight.worker, flight.unit, answer)

    def _answered(self, worker: str, unit: Unit, answer: bytes) -> Iterator[Graded]:
        kind, payload = answer[:1], answer[1:]
        if kind == b"R":
            yield unit, payload
        elif kind == b"E":
            self._refuse(worker, payload.decode())
            self._again.append(unit)
        else:
            yield from self._try_again(unit, payload.decode())

    def _try_again(self, unit: Unit, why: str) -> Iterator[Graded]:
        tries = self._tries[unit.student] = self._tries.get(unit.student, 0) + 1
        if tries < TRIES:
            self._again.append(unit)
        else:
            yield unit, results_to_bytes(self.give_up(unit, why))

    def _examined(self, flight: _Flight) -> None:
        try:
            answer = json.loads(flight.future.result(timeout=FETCH_SECONDS))
            refused, verdicts = answer["refused"], answer["verdicts"]
        except (TimeoutError, CancelledError, OSError, KilledWorker):
            refused = "it did not answer"
        except Exception as error:  # whatever a worker of another make may say
            refused = _in_a_line(error)
        refused = refused or self.disagreement(verdicts)
        if refused:
            self._refuse(flight.worker, refused)
        elif flight.worker in self._workers:
            self._workers[flight.worker].fit = True


def _in_a_line(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]
