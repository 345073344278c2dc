"""The worker's end of grading on a cluster: what a Dask worker is asked to run.

A Dask worker has threads, signal handlers and a heap full of somebody else's work: nothing is ever
forked from it. It execs a *station* (dask_station.py) instead, a clean process like the one behind
`grader batch`, and passes bytes to it and back. A station lives as long as its worker; the kernel
kills it with the worker. Each thread that grades has one, and keeps it from one hand-in to the
next; an order for another assignment, or for the same one after a change, replaces it.
"""

import json
import subprocess
import sys
import threading
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe
from typing import Any

_idle: list["_Station"] = []


def examine(order: bytes) -> str:
    """Prove that orders of this kind can be carried out here.

    Returns a JSON object: the isolation `tier` that hand-ins get here and the `verdicts` on known
    ones, by module, or why this worker is `refused`, in one line.
    """
    station = _Station(order)
    if not station.refused:
        _idle.append(station)
    return json.dumps({"refused": station.refused, **station.proof})


def grade(order: bytes, unit: bytes) -> bytes:
    """Grade one unit (`Unit.to_json`); returns what a slot of `grader.running.local` says.

    That is a letter and what belongs to it: R and the results, B and why there are none this
    time, E and why there will never be any here.
    """
    station = _a_station(order)
    if station.refused:
        return b"E" + station.refused.encode()
    answer = station.ask(unit)
    if answer is None:
        return b"B" + b"its judge was ended again and again"
    _idle.append(station)
    return answer


def _a_station(order: bytes) -> "_Station":
    while True:
        try:
            station = _idle.pop()
        except IndexError:
            return _Station(order)
        if station.order == order:
            return station
        station.end()


class _Station:
    """A process that grades, and what it said when it had read its order."""

    def __init__(self, order: bytes) -> None:
        self.order = order
        self.proof: dict[str, Any] = {"tier": "", "verdicts": {}}
        self._connection, theirs = Pipe()
        keeper = threading.Thread(target=_keep, args=(theirs,), name="station", daemon=True)
        keeper.start()
        answer = self.ask(order) or b"Ethe station of this worker ended; its log says why"
        self.refused = answer[1:].decode() if answer[:1] == b"E" else ""
        if not self.refused:
            self.proof = json.loads(answer[1:])

    def ask(self, message: bytes) -> bytes | None:
        """Its answer to a message, or None if it has ended."""
        try:
            self._connection.send_bytes(message)
            return self._connection.recv_bytes()
        except (EOFError, OSError):
            self.end()
            return None

    def end(self) -> None:
        """Let it go."""
        self._connection.close()


def _keep(connection: "Connection[bytes, bytes]") -> None:
    # The kernel ends a station with the *thread* that started it, so this one waits for its end.
    descriptor = connection.fileno()
    with suppress(OSError):
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "grader.running.dask_station", str(descriptor)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[descriptor],
            start_new_session=True,  # Ctrl-C at the worker's terminal is for the worker
        )
        connection.close()
        process.wait()
    connection.close()
