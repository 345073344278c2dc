"""A process with checks: its events are told from what the code prints, and its end is said."""

import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.student.checking import process
from grader.student.checking.process import EVENT, NO_END, Process
from grader.student.evidence import Frame

Begin = Callable[[str], Process]


@pytest.fixture
def begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Begin:
    """Begins a process that does as these lines of ours say, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def begun(lines: str) -> Process:
        monkeypatch.setattr(process, "BEGIN", f"import os, sys, time\n{lines}")
        return Process({})

    return begun


def event(**fields: Any) -> str:
    return f"print({EVENT + json.dumps(fields)!r}, flush=True)\n"


def test_events_come_in_order_and_all_else_is_printed(
    begin: Begin, capsys: pytest.CaptureFixture[str]
) -> None:
    one = begin(event(n=1) + "print('hello')\nprint('é', file=sys.stderr)\n" + event(n=2))
    assert list(one.events()) == [{"n": 1}, {"n": 2}]
    assert capsys.readouterr().err == "hello\né\n"


def test_where_python_was_when_it_was_ended_is_no_output(
    begin: Begin, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dump = f"""Timeout (0:00:05)!
Thread 0x00007f (most recent call first):
  File "{tmp_path}/las.py", line 3 in inner
  File "/usr/lib/python3/x.py", line 9 in other
  File "{tmp_path}/las.py", line 7 in outer
"""
    (tmp_path / "las.py").write_text("\n\nwhile True: pass\n", "utf-8")
    one = begin(f"print({dump!r})")
    assert list(one.events()) == []
    ended = one.ended()
    assert (capsys.readouterr().err, ended.hint) == ("", NO_END)
    assert ended.message.startswith("it does not end: las.py, line 3")
    assert [(frame.file, frame.line) for frame in ended.frames] == [("las.py", 7), ("las.py", 3)]


def test_a_crash_of_python_is_called_one(begin: Begin) -> None:
    one = begin("print('Fatal Python error: Segmentation fault')")
    assert list(one.events()) == []
    assert one.ended().message == "Python crashed (Segmentation fault)"
    assert one.ended().hint == "is there a recursion that never ends?"


def test_a_process_that_ends_itself_is_said_to(begin: Begin) -> None:
    one = begin("os._exit(3)")
    assert list(one.events()) == []
    assert (one.ended().message, one.ended().hint) == ("the Python process ended", "")


@pytest.mark.skipif(sys.platform != "linux", reason="limits of CPU time are Linux's")
def test_a_process_that_the_kernel_ends_for_its_time_does_not_end(begin: Begin) -> None:
    one = begin(f"os.kill(os.getpid(), {int(signal.SIGXCPU)})")
    assert list(one.events()) == []
    assert (one.ended().message, one.ended().hint) == ("it does not end", NO_END)


def test_a_process_without_a_word_is_ended(begin: Begin) -> None:
    one = begin("time.sleep(10**6)")
    assert list(one.events(to_begin=0.05)) == []
    assert one.ended().message == "it does not end"
    with pytest.raises(ProcessLookupError):
        os.kill(one._popen.pid, 0)


def test_who_looks_at_no_more_events_ends_it(begin: Begin) -> None:
    one = begin(event(n=1) + "time.sleep(10**6)")
    events = one.events()
    assert next(events) == {"n": 1}
    events.close()
    assert one._popen.returncode == -signal.SIGKILL


def test_only_the_innermost_lines_are_kept(begin: Begin, tmp_path: Path) -> None:
    lines = [f'  File "{tmp_path}/las.py", line {n} in f' for n in range(1, 9)]
    one = begin(f"print({chr(10).join(lines)!r})")
    assert list(one.events()) == []
    assert [frame.line for frame in one.ended().frames] == [5, 4, 3, 2, 1]
    assert all(isinstance(frame, Frame) for frame in one.ended().frames)
