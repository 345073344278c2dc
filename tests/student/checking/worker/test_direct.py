"""The student's files, asked in the process of the checks."""

import sys
import traceback
from pathlib import Path

import pytest

from grader.student.checking.files import is_own, own_files
from grader.student.checking.worker.direct import (
    MOST_ENTRIES,
    shorten_traceback,
)
from grader.student.question import CODE
from tests.support import at_home


def go_down(levels: int) -> None:
    """Raise after so many calls."""
    if not levels:
        raise ValueError("at the end")
    go_down(levels - 1)


def raised_after(levels: int) -> ValueError:
    with pytest.raises(ValueError, match="at the end") as found:
        go_down(levels)
    return found.value


def test_a_long_traceback_keeps_its_ends() -> None:
    error = raised_after(5 * MOST_ENTRIES)
    before = traceback.extract_tb(error.__traceback__)
    shorten_traceback(error)
    left = traceback.extract_tb(error.__traceback__)
    assert len(left) == 2 * MOST_ENTRIES
    assert list(left[:MOST_ENTRIES]) == list(before[:MOST_ENTRIES])
    assert list(left[-MOST_ENTRIES:]) == list(before[-MOST_ENTRIES:])


def test_a_short_one_stays_whole() -> None:
    error = raised_after(MOST_ENTRIES)
    before = len(traceback.extract_tb(error.__traceback__))
    shorten_traceback(error)
    assert len(traceback.extract_tb(error.__traceback__)) == before


COUNTS = """
counted = []

def count():
    counted.append(None)
    return len(counted)
"""


def test_fresh_modules_have_forgotten_what_was_asked_without_a_library_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "counting.py").write_text(COUNTS, "utf-8")
    direct = at_home(tmp_path, "counting")
    assert [direct.ask(CODE.counting.count()) for _ in range(2)] == [1, 2]
    with direct.fresh_modules():
        assert direct.ask(CODE.counting.count()) == 1
    assert direct.ask(CODE.counting.count()) == 3
    del sys.modules["counting"]


def test_an_environment_in_the_folder_is_not_the_students(tmp_path: Path) -> None:
    for name in ("work.py", "shop/cart.py", "env/lib/pip.py", ".venv/lib/pytest.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("", "utf-8")
    for name in ("env", ".venv"):
        (tmp_path / name / "pyvenv.cfg").write_text("", "utf-8")
    own = sorted(path.name for path in own_files(tmp_path, ""))
    assert own == ["cart.py", "work.py"]
    assert is_own(str(tmp_path / "shop/cart.py"), str(tmp_path), "")
    assert not is_own(str(tmp_path / ".venv/lib/pytest.py"), str(tmp_path), "")
