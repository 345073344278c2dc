"""Every freedom has a right hand-in in every module, or a reason why it can't be taken there."""

import tomllib
from typing import Any

import pytest

from grader.assignment.load import load
from grader.assignment.planted import planted_files
from tests.support import ROOT

ASSIGNMENT = load(ROOT / "config.yaml")
TABLE: dict[str, Any] = tomllib.loads((ROOT / "tests/freedoms.toml").read_text("utf-8"))
RIGHT = ROOT / "tests/submissions/right"
CELLS = [(freedom, module) for freedom in TABLE["freedoms"] for module in TABLE["modules"]]


def hand_ins(freedom: str, module: str) -> list[str]:
    """The hand-ins that take a freedom in a module."""
    row = TABLE["freedoms"][freedom]
    if module in row.get("not_in", {}):
        return []
    return row.get("by_module", {}).get(module) or [row.get("everywhere", "")]


def test_the_table_has_every_module_whose_functions_students_write() -> None:
    written = [m.name for m in ASSIGNMENT.modules if any(task.functions for task in m.tasks)]
    assert TABLE["modules"] == written


@pytest.mark.parametrize(("freedom", "module"), CELLS)
def test_a_cell_has_a_hand_in_or_a_reason(freedom: str, module: str) -> None:
    row = TABLE["freedoms"][freedom]
    found = hand_ins(freedom, module)
    assert bool(found) != bool(row.get("not_in", {}).get(module))
    file = ASSIGNMENT.module(module).file
    assert [name for name in found if file not in planted_files(RIGHT / name, ROOT)] == []


def test_every_hand_in_made_for_a_freedom_is_in_the_table() -> None:
    made = {folder.name for folder in RIGHT.glob("free_*")}
    assert made == {row["everywhere"] for row in TABLE["freedoms"].values() if "everywhere" in row}
