"""An assignment's packages take the place of those of the same name, unless they are the same."""

import shutil
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from grader.assignment.config import Assignment
from grader.assignment.load import load
from grader.assignment.modules import importable
from tests.support import ROOT

ASSIGNMENT = load(ROOT / "config.yaml")


def with_handout(folder: Path) -> Assignment:
    return replace(ASSIGNMENT, folders=replace(ASSIGNMENT.folders, handout=str(folder)))


def test_a_library_by_another_path_to_its_folder_is_the_same_one(tmp_path: Path) -> None:
    """Else values of checks that have imported it before were of no class that a solution knows."""
    import gametree

    (tmp_path / "gametree").symlink_to(ROOT / "handout/gametree")
    with importable(with_handout(tmp_path)):
        assert sys.modules["gametree"] is gametree


def test_a_library_of_two_assignments_stays_when_the_checks_of_one_are_put_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import gametree

    checks = ModuleType("checks")
    checks.__path__ = [str(tmp_path / "another one's/checks")]
    monkeypatch.setitem(sys.modules, "checks", checks)
    (tmp_path / "gametree").symlink_to(ROOT / "handout/gametree")
    with importable(with_handout(tmp_path)):
        assert "checks" not in sys.modules
    assert sys.modules["checks"] is checks
    assert sys.modules["gametree"] is gametree


def test_a_copy_of_it_is_another_one_as_long_as_it_lasts(tmp_path: Path) -> None:
    import gametree

    shutil.copytree(ROOT / "handout/gametree", tmp_path / "gametree")
    with importable(with_handout(tmp_path)):
        import gametree as copied

        assert copied is not gametree
    assert sys.modules["gametree"] is gametree
