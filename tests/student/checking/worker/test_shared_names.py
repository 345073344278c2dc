"""By one name a student's code means the student's file, and all other code Python's module."""

import builtins
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from grader.student.checking.worker.shared_names import SharedNames


def test_who_imports_decides_what_is_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    students = [True]

    def is_students(_frame: FrameType) -> bool:
        return students[0]

    def others() -> Any:
        students[0] = False
        found = imported("colorsys")
        students[0] = True
        return found

    imported = SharedNames(["colorsys", "no_such"], is_students).importing_by_asker(
        builtins.__import__
    )
    pythons = sys.modules["colorsys"]
    (tmp_path / "colorsys.py").write_text("first = 1\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    own = imported("colorsys")
    assert own.first == 1
    assert sys.modules["colorsys"] is pythons is others()
    assert imported("colorsys") is own
    # What of Python's is imported while the student's own file is.
    monkeypatch.setitem(sys.modules, "colorsys", own)
    assert others() is pythons
    assert sys.modules["colorsys"] is own
