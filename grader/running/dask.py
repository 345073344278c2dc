"""Grade on a Dask Distributed cluster: a task is a small shard of hand-ins, its result one text.

    coordinator     cuts what is pending into shards, keeps what comes back
      │ Dask        one shard at a time for each thread of a worker
    worker          `grade_shard` passes a shard to the thread's station, and its answer back
      │ exec
    station         `main`: refuses if it can't come to exactly the same verdicts as every other
                    machine, proves itself (`grader.running.proof`), grades as `grader batch` does

A Dask worker has threads, signal handlers and a heap full of somebody else's work: nothing is ever
forked from it. The kernel ends a station with its worker, and the worker ends one that grades what
the coordinator no longer waits for. All that travels is JSON, never objects, so that a worker of
another version can still say which version it has.

A worker that is refused gets nothing more; its shard goes to others. So do the hand-ins of a worker
that is lost, each alone from then on: only one that loses its worker again and again is given up,
as a fault of the grader.
"""

import json
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field
from itertools import islice
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from typing import Any

from grader.assignment.digest import module_digests
from grader.assignment.load import load
from grader.errors import GraderError, IsolationUnavailable, UsageError
from grader.inside.lockdown import die_with
from grader.judging.judge import broken_results
from grader.judging.pytest_plugin import Check, ChecksPlugin
from grader.judging.unit import Unit, results_to_bytes
from grader.running.boxes import choose_tier
from grader.running.certificate import Order, demand, keys_here
from grader.running.course_checks import course_checks
from grader.running.job import Job
from grader.running.local import TRIES, Graded, Groups, leave
from grader.running.proof import Agreement, prove
from grader.running.session import Session, collect, open_session
from grader.sandbox.doctor import versions
from grader.sandbox.tiers import Tier

CONFIG = "GRADER_CONFIG"
INSTALL = "pip install --require-hashes -r requirements-dask.lock"
# Small, since a lost worker's shard is graded again, and a slow hand-in delays its whole shard.
MOST_HANDINS = 8
LOOK_SECONDS = 1.0
CONNECT_SECONDS = 10.0
# A result is fetched from where it was made; if that is gone, it never comes.
FETCH_SECONDS = 20.0


# -- the coordinator ---------------------------------------------------------------------------


def grade_on_cluster(
    job: Job, order: Order, agreement: Agreement, body: Callable[["DaskExecutor"], None]
) -> None:
    """Call `body` with an executor; raises `UsageError` if Dask isn't installed."""
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise UsageError(f"--scheduler needs Dask Distributed: {INSTALL}") from None

    def with_plugin(plugin: ChecksPlugin) -> None:
        body(DaskExecutor(job, order, agreement, plugin.checks))

    modules = list(order.digests)
    collect(job.assignment, modules, with_plugin, course_checks(job.assignment, modules, job.tier))


@dataclass
class _Flight:
    worker: str
    future: Any
    units: list[Unit]


@dataclass
class DaskExecutor:
    """Runs units on the scheduler's workers, as `LocalExecutor` does on this machine."""

    job: Job
    order: Order
    agreement: Agreement
    checks: Sequence[Check]
    _client: Any = None
    _threads: Mapping[str, int] = field(default_factory=dict)
    _refused: dict[str, str] = field(default_factory=dict)
    _flights: dict[str, _Flight] = field(default_factory=dict)
    _again: list[list[Unit]] = field(default_factory=list)
    _tries: Counter[str] = field(default_factory=Counter)

    def in_groups(self, units: Iterable[Unit], count: int) -> Groups:
        """The results of `count` units as bytes, those that come at the same time together.

        Raises `UsageError` if there is no scheduler, and `GraderError` if it goes away or if all of
        its workers are refused.
        """
        from distributed import Client

        # Errors are reported here in one line, where Dask would log tracebacks.
        logging.disable(logging.CRITICAL)
        scheduler = self.job.scheduler
        try:
            self._client = Client(scheduler, timeout=CONNECT_SECONDS)
        except (OSError, ValueError, TimeoutError) as error:
            why = str(error).partition("\n")[0]
            raise UsageError(f"no Dask scheduler at {scheduler}: {why}") from None
        try:
            if not self._present():
                self.job.progress.note(f"waiting for workers at {scheduler}")
            yield from self._run(iter(units), count)
        finally:
            self._client.close()  # nobody waits for shards any more: their workers end them

    def _run(self, waiting: Iterator[Unit], left: int) -> Iterator[list[Graded]]:
        while left or self._again or self._flights:
            done = list(self._look())
            left = self._feed(waiting, left)
            done += [graded for key in self._that_landed() for graded in self._collect(key)]
            if done:
                yield done

    def _look(self) -> Iterator[Graded]:
        """See which workers are there; those that are gone have lost what they had."""
        present = self._present()
        for address in {flight.worker for flight in self._flights.values()} - present.keys():
            lost = [key for key, flight in self._flights.items() if flight.worker == address]
            units = [unit for key in lost for unit in self._flights.pop(key).units]
            self.job.progress.note(
                f"worker {address} is lost; what it had ({len(units)}) is graded elsewhere"
            )
            yield from self._try_again(units)
        self._refused = {one: why for one, why in self._refused.items() if one in present}
        self._threads = {one: n for one, n in present.items() if one not in self._refused}
        if self._refused and not self._threads:
            raise GraderError(f"no worker at {self.job.scheduler} may grade; see the lines above")

    def _present(self) -> dict[str, int]:
        """The threads of each worker; raises `GraderError` if the scheduler is gone."""
        with suppress(OSError, CancelledError):
            # Without a connection there are no workers to see, and Dask would wait for one.
            if self._client.status == "running":
                return dict(self._client.nthreads())
        raise GraderError(
            f"the Dask scheduler at {self.job.scheduler} is gone; what was graded is kept,"
            " go on with --resume"
        )

    def _feed(self, waiting: Iterator[Unit], left: int) -> int:
        """Give a shard to each thread that has none; returns how many units are left."""
        busy = Counter(flight.worker for flight in self._flights.values())
        free = [one for one, n in self._threads.items() for _ in range(n - busy[one])]
        for address in free:
            if self._again:
                self._send(address, self._again.pop())
                continue
            # Smaller ones towards the end, so that all workers finish at about the same time.
            size = left // (4 * sum(self._threads.values()))
            shard = list(islice(waiting, min(max(size, 1), MOST_HANDINS)))
            if not shard:
                return 0  # some could not be opened
            left -= len(shard)
            self._send(address, shard)
        return left

    def _send(self, address: str, shard: list[Unit]) -> None:
        units = [unit.to_json().decode() for unit in shard]
        texts = json.dumps(asdict(self.order)), json.dumps(units)
        # Not pure: for an equal shard Dask would otherwise return the earlier result.
        future = self._client.submit(grade_shard, *texts, workers=[address], pure=False)
        self._flights[future.key] = _Flight(address, future, shard)

    def _that_landed(self) -> list[str]:
        """The shards that are done by now; waits a while for the first one."""
        from distributed import wait

        futures = [flight.future for flight in self._flights.values()]
        if futures:
            with suppress(TimeoutError, CancelledError):
                wait(futures, timeout=LOOK_SECONDS, return_when="FIRST_COMPLETED")
        else:
            time.sleep(LOOK_SECONDS)
        return [key for key, flight in self._flights.items() if flight.future.done()]

    def _collect(self, key: str) -> Iterator[Graded]:
        flight = self._flights.pop(key)
        answer = self._answer(flight.future)
        if answer is None:
            yield from self._try_again(flight.units)
        elif why := answer["refused"] or self.agreement.refusal(answer["verdicts"]):
            self._again.append(flight.units)
            if why not in self._refused.values():
                self.job.progress.note(f"worker {flight.worker} is refused: {why}")
            self._refused[flight.worker] = why
        else:
            for unit in flight.units:
                yield unit, answer["results"][unit.student].encode()

    def _answer(self, future: Any) -> Any:
        """What `grade_shard` says, decoded; `None` if its station or its worker ended first."""
        try:
            return json.loads(future.result(timeout=FETCH_SECONDS))
        except (TimeoutError, CancelledError, OSError):
            self._present()  # which raises if the scheduler is gone
            return None
        except Exception as error:  # a worker of another version may raise anything
            line = " ".join(f"{type(error).__name__}: {error}".split())[:300]
            return None if line.startswith("KilledWorker") else {"refused": line}

    def _try_again(self, units: Iterable[Unit]) -> Iterator[Graded]:
        for unit in units:
            self._tries[unit.student] += 1
            if self._tries[unit.student] < TRIES:
                self._again.append([unit])
            else:
                why = "what graded it was ended again and again"
                results = broken_results(self.checks, unit.modules, why)
                yield unit, results_to_bytes(results)


# -- the worker --------------------------------------------------------------------------------


# The kernel ends a station with the thread that started it, so each thread keeps its own.
_station = threading.local()


def grade_shard(order: str, units: str) -> str:
    """Grade some units by an order, both as JSON.

    Returns a JSON object: why this worker is `refused`, in one line, or the `verdicts` on known
    hand-ins by module and the `results` of each student (`results_to_bytes`); `null` if its station
    ended first.
    """
    from distributed import get_worker

    worker = get_worker()
    task = worker.get_current_task()
    if getattr(_station, "order", "") != order or _station.process.poll() is not None:
        _start_station(order)
    connection: Connection[bytes, bytes] = _station.connection
    try:
        connection.send_bytes(units.encode())
        while not connection.poll(LOOK_SECONDS):
            # Dask can't stop a running task, so look whether anybody still waits for this one.
            state = worker.state.tasks.get(task)
            if state is None or state.state == "cancelled":
                _station.process.terminate()
        return connection.recv_bytes().decode()
    except (EOFError, OSError):
        _station.process.wait()
        return "null"


def _start_station(order: str) -> None:
    """Begin a new station for this thread; the one before ends with its connection."""
    ours, theirs = Pipe()
    _station.order, _station.connection = order, ours
    _station.process = subprocess.Popen(
        [sys.executable, "-P", "-m", "grader.running.dask", str(theirs.fileno())],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=[theirs.fileno()],
        start_new_session=True,  # Ctrl-C at the worker's terminal is for the worker
    )
    theirs.close()
    with suppress(OSError):  # one that has ended already is noticed when it should answer
        ours.send_bytes(order.encode())


# -- the station -------------------------------------------------------------------------------


def main() -> None:
    """Serve the worker at the other end of the descriptor in `argv`, until it is closed."""
    die_with(os.getppid())
    signal.signal(signal.SIGTERM, leave)
    connection: Connection[bytes, bytes] = Connection(int(sys.argv[1]))
    with suppress(EOFError, OSError, KeyboardInterrupt):
        try:
            _serve(connection, Order(**json.loads(connection.recv_bytes())))
        except GraderError as error:
            refused = {"refused": " ".join(str(error).split())}
            connection.send_bytes(json.dumps(refused).encode())


def _serve(connection: "Connection[bytes, bytes]", order: Order) -> None:
    config = Path(os.environ.get(CONFIG, "config.yaml")).absolute()
    if not config.is_file():
        raise UsageError(f"there is no {config}; start workers beside config.yaml, or set {CONFIG}")
    assignment = load(config)
    digests = module_digests(assignment)
    demand(order, dict(versions()), digests)
    tier = choose_tier(Tier.NONE)
    if tier < order.tier:
        raise IsolationUnavailable(
            f"it gives isolation tier {tier.name.lower()}, needs {Tier(order.tier).name.lower()};"
            " `grader doctor` there says why"
        )

    def body(session: Session) -> None:
        # One at a time, as hand-ins are graded here.
        verdicts = prove(assignment, session, keys_here(digests, tier), 1)
        answer: dict[str, object] = {"refused": "", "verdicts": verdicts}
        with suppress(EOFError):
            while True:
                units = [
                    Unit.from_json(one.encode()) for one in json.loads(connection.recv_bytes())
                ]
                with closing(session.grade_in_groups(units, 1, more=True)) as groups:
                    done = [one for group in groups for one in group]
                answer["results"] = {unit.student: payload.decode() for unit, payload in done}
                connection.send_bytes(json.dumps(answer).encode())

    # Other stations would choose the same cores as we.
    open_session(assignment, list(order.digests), tier, body, pinned=False)


if __name__ == "__main__":
    main()
