"""What is said of code that sleeps instead of working."""

import time
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from grader.student.checking.worker import watch
from grader.student.checking.worker.watch import StuckCode, Watch, frame_at

SLEEPS = "import time\ndef act():\n    time.sleep(0.05)\n"


def test_code_that_sleeps_in_one_call_after_another_is_told_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "IDLE_SECONDS", 0.5)
    monkeypatch.setattr(watch, "NO_WORK", 1.0)  # of this process, in which others work, too
    names: dict[str, Any] = {}
    exec(compile(SLEEPS, str(tmp_path / "work.py"), "exec"), names)
    (tmp_path / "work.py").write_text(SLEEPS, "utf-8")
    one, found, begun, done = Watch(tmp_path), list[StuckCode](), Event(), Event()

    def work() -> None:
        one.begin("las.1")
        begun.set()
        while not done.is_set():
            names["act"]()

    thread = Thread(target=work)
    thread.start()
    begun.wait()
    while not found:
        one.look(lambda *_: None, lambda _name, stuck: found.append(stuck))
        time.sleep(0.02)
    done.set()
    thread.join()
    assert found[0].why == "asleep for 0.5 seconds: work.py, line 3, in act"
    assert (found[0].place, found[0].hint) == (None, watch.ASLEEP)


def test_the_text_of_a_line_is_that_of_pythons_own_numbering(tmp_path: Path) -> None:
    """Python's lines don't end at a form feed."""
    file = tmp_path / "work.py"
    file.write_text('"""Work."""\n\f\ndef act():\n    return 1 / 0\n', "utf-8")
    assert frame_at(str(file), 4, "act").text == "return 1 / 0"
    file.write_text("# coding: latin-1\nname = 'Müller' + 1\n", "latin-1")
    assert frame_at(str(file), 2, "act").text == "name = 'Müller' + 1"
