"""A process that runs public checks, and the events by which it reports them."""

import json
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from grader.student.checking.worker.watch import frame_at
from grader.student.evidence import Evidence, Frame, at

# Lines that begin with this are events; all others the student's code has printed.
EVENT = "\x1e"
# A process silent for this long is ended. It gives up checks itself, much earlier.
SECONDS = 150.0
NO_END = "is there a recursion that never ends, or one step that takes for ever?"
# How many lines a process may be ahead of what is shown.
MOST_LINES = 1000
# What Python writes when it crashes: see `faulthandler`.
FRAME = re.compile(r'  File "(.+)", line (\d+) in (.+)')
OF_A_DUMP = ("  File ", "Thread 0x", "Current thread", "Extension ", "Stack (most recent")
CRASHED = re.compile(r"Fatal Python error: (.+)")
# The exit code if the kernel's limit on CPU time ended it.
OUT_OF_TIME = -signal.SIGXCPU if hasattr(signal, "SIGXCPU") else None  # not on Windows


# It finds modules where this process does; the student's folder comes last.
BEGIN = """
import sys
sys.path[:] = filter(None, sys.path)
import json
sys.path[:], program = json.loads(sys.argv.pop(1)), sys.argv.pop(1)
from runpy import run_module
run_module(program, run_name="__main__", alter_sys=True)
"""


class Process:
    """A started process that runs a program of `checking.worker`, with an order for it."""

    def __init__(self, order: Mapping[str, Any], program: str = "local") -> None:
        program = f"grader.student.checking.worker.{program}"
        command = [sys.executable, "-c", BEGIN, json.dumps(sys.path), program, json.dumps(order)]
        self._popen = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
        self._lines: queue.Queue[str] = queue.Queue(MOST_LINES)
        self._dumped: list[Frame] = []
        self._is_late = False
        self.crash = ""  # why Python itself ended it, in Python's words
        threading.Thread(target=self._pump, daemon=True).start()

    def events(self, to_begin: float = SECONDS) -> Iterator[dict[str, Any]]:
        """Its events, until it ends, or is ended because it is silent.

        It has `to_begin` seconds until its first event. Other lines, which the student's code
        printed, go to standard error between the events.
        """
        limit = time.monotonic() + to_begin
        try:
            while (left := limit - time.monotonic()) > 0:
                line = self._lines.get(timeout=left)
                if line.startswith(EVENT):
                    yield json.loads(line.removeprefix(EVENT))
                    limit = time.monotonic() + SECONDS
                elif line:
                    self._take(line)
                else:
                    return
            self._is_late = True
        except queue.Empty:
            self._is_late = True
        finally:
            self.end()

    def ended(self) -> Evidence:
        """Evidence that it was ended or crashed, with the student's frames if Python could tell."""
        frames = tuple(self._dumped[:5][::-1])
        where = f": {at(frames[-1])}" if frames else ""
        why, hint = "the Python process ended", ""
        if self.crash:
            why, hint = f"Python crashed ({self.crash})", "is there a recursion that never ends?"
        elif self._is_late or self._popen.returncode == OUT_OF_TIME:
            why, hint = "it does not end", NO_END
        return Evidence(f"{why}{where}", hint=hint, frames=frames)

    def end(self) -> None:
        """End it, if it hasn't ended."""
        self._popen.kill()
        self._popen.wait()

    def _take(self, line: str) -> None:
        if (found := FRAME.match(line)) and Path(found[1]).parent == Path.cwd():
            self._dumped.append(frame_at(found[1], int(found[2]), found[3]))
        elif crashed := CRASHED.match(line):
            self.crash = crashed[1]
        elif line.startswith("Timeout ("):
            self._is_late = True
        elif line != "\n" and not line.startswith(OF_A_DUMP):
            sys.stdout.flush()
            sys.stderr.write(line)

    def _pump(self) -> None:
        assert self._popen.stdout is not None
        with self._popen.stdout as stdout:
            for line in stdout:
                self._lines.put(line)
        self._lines.put("")
