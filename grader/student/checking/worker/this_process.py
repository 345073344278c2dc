"""How a process begins that runs student code: its limits, its environment, and what it reports."""

import json
import os
import sys
import threading
from collections.abc import Mapping
from typing import Any

from grader.inside.surroundings.streams import typed
from grader.student.checking.process import EVENT
from grader.student.checking.worker.limits import limit_memory, report_when_killed

# As in a box: libraries below numpy would begin a thread a core, for all of which there is no room.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
# What is set or installed for other tests would choose checks, or shuffle them; on a server that
# builds, pytest would say more of a comparison.
NOT_OURS = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "CI", "BUILD_NUMBER")


class EventStream:
    """Events as lines of JSON on standard output, whatever becomes of it later."""

    def __init__(self) -> None:
        self._out = os.fdopen(os.dup(1), "w", encoding="utf-8")
        self._lock = threading.Lock()

    def send(self, event: Mapping[str, Any]) -> None:
        """Send an event."""
        # A line of its own, also after something printed that did not end its line.
        with self._lock:
            self._out.write(f"\n{EVENT}{json.dumps(event)}\n")
            self._out.flush()


def begin() -> EventStream:
    """Set the limits of this process; nothing is typed in it."""
    events = EventStream()
    sys.stdin = typed("")
    report_when_killed()
    limit_memory()
    return events


def ignore_settings() -> None:
    """Have pytest pass over plugins and options that are there for other tests."""
    for name in NOT_OURS:
        os.environ.pop(name, None)
    # Charts are drawn into memory, as in a box.
    os.environ |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "MPLBACKEND": "Agg", **ONE_THREAD}
