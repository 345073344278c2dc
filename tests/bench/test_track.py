"""A public track's exercises: those that come out as under pytest, and one that can't."""

from pathlib import Path

import pytest

pytest.importorskip("mutmut", reason="`make test` installs it")

from bench import track

EXAMPLE = "def total(numbers):\n    return sum(numbers) + 0\n"
TESTS = """
import unittest
from sums import total
from test_helper import MANY

class SumsTest(unittest.TestCase):
    def test_none(self):
        self.assertEqual(total([]), 0)
    def test_many(self):
        self.assertEqual(total(MANY), 6)
"""
OF_TEXTS = """
import inspect
import sums

def test_total():
    assert sums.total([1]) == 1
def test_text():
    assert "sum(" in inspect.getsource(sums)
"""


def exercise(root: Path, name: str, tests: str, example: str) -> None:
    folder = root / "exercises" / name
    solution = folder / ".meta" / track.KINDS[folder.parent.name]
    solution.parent.mkdir(parents=True)
    solution.write_text(example, "utf-8")
    (folder / "sums.py").write_text("def total(numbers):\n    pass\n", "utf-8")
    (folder / "sums_test.py").write_text(tests, "utf-8")
    (folder / "test_helper.py").write_text("MANY = [1, 2, 3]\n", "utf-8")


def test_a_track_is_tried_and_what_differs_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(track, "MUTANTS", 1)
    exercise(tmp_path, "concept/basics", TESTS, EXAMPLE)
    exercise(tmp_path, "practice/sums", TESTS, EXAMPLE)
    exercise(tmp_path, "practice/texts-of-sums", OF_TEXTS, EXAMPLE)
    assert track.main([str(tmp_path)]) == 1
    zeroth, first, second, last = capsys.readouterr().out.splitlines()
    assert zeroth == "basics: as under pytest"
    assert first == "sums: as under pytest"
    assert second.startswith("texts-of-sums: …/assignment/reference/checks/test_sums.py:")
    assert "test_text fails on the reference: " in second
    assert last == "2 of 3 exercises as under pytest"
