"""A process with the public checks of one module, and the events by which it tells of them."""

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# With what a line begins that is an event and not something that the student's code printed.
EVENT = "\x1e"
# How far a process may be ahead of what is shown.
MOST_LINES = 1000


class Process:
    """The checks of one module, except those already `done`, in a process that has begun."""

    def __init__(self, file: Path, done: list[str]) -> None:
        command = [sys.executable, "-m", "grader.student.local", str(file), *done]
        self._popen = subprocess.Popen(
            command,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(_import_path())},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
        self._lines: queue.Queue[str] = queue.Queue(MOST_LINES)
        threading.Thread(target=self._pump, daemon=True).start()

    def events(self, seconds: float, to_begin: float) -> Iterator[dict[str, Any]]:
        """What it tells, until it ends or tells nothing for so many `seconds`, and is ended.

        It has so many seconds `to_begin`, which end with its first event. Other lines, which the
        student's code printed, go to standard error between the events.
        """
        limit = time.monotonic() + to_begin
        try:
            while (left := limit - time.monotonic()) > 0:
                line = self._lines.get(timeout=left)
                if line.startswith(EVENT):
                    yield json.loads(line.removeprefix(EVENT))
                    limit = time.monotonic() + seconds
                elif line:
                    _pass_on(line)
                else:
                    return
        except queue.Empty:
            pass
        finally:
            self.end()

    def end(self) -> None:
        """End it, if it has not ended."""
        self._popen.kill()
        self._popen.wait()

    def _pump(self) -> None:
        assert self._popen.stdout is not None
        for line in self._popen.stdout:
            self._lines.put(line)
        self._lines.put("")


def _import_path() -> Iterator[str]:
    """Where this package is, whoever made it importable here, and what the user has set."""
    yield str(Path(__file__).parents[2])
    if own := os.environ.get("PYTHONPATH"):
        yield own


def _pass_on(line: str) -> None:
    if line != "\n":
        sys.stdout.flush()
        sys.stderr.write(line)
