"""The sample class gets just what is beside it: the README's first command, compared."""

import json
import tomllib
from typing import Any

import pytest

from grader.cli import main
from tests.support import ROOT

HANDINS = ROOT / "examples/handins"
EXPECTED: dict[str, dict[str, Any]] = tomllib.loads(
    (ROOT / "examples/expected.toml").read_text("utf-8")
)
MODULES = ("las", "alphabeta", "jamboree")


def _is_judged(task: str, student: str) -> bool:
    """Whether a task is of a module that everybody should hand in, or that this student did."""
    module = task.partition(".")[0]
    started = student == "tnewcomer"
    return module in MODULES or (not started and (HANDINS / student / f"{module}.py").exists())


@pytest.fixture(scope="module")
def grades(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """What `grader batch` found out about each student."""
    out = tmp_path_factory.mktemp("sample") / "out"
    config = str(ROOT / "config.yaml")
    assert main(["batch", str(HANDINS), "--out", str(out), "--config", config]) == 0
    found = json.loads((out / "grades.json").read_text("utf-8"))
    return {one["student"]: one for one in found["submissions"]}


def test_every_hand_in_has_an_expected_result(grades: dict[str, dict[str, Any]]) -> None:
    assert grades.keys() == EXPECTED.keys()
    assert len(EXPECTED) >= 12


@pytest.mark.parametrize("student", EXPECTED)
def test_the_result_is_the_expected_one(grades: dict[str, dict[str, Any]], student: str) -> None:
    expected, found = EXPECTED[student], grades[student]
    tasks = {t: g for t, g in found["tasks"].items() if _is_judged(t, student)}
    lost = [task for task, grade in tasks.items() if not grade["passed"]]
    lost_by_kind = [*expected["loses"], *expected.get("others", ())]
    assert (found["score"], sorted(lost)) == (expected["score"], sorted(lost_by_kind))
    if "status" in expected:
        statuses = {c["status"] for task in lost for c in tasks[task]["checks"]}
        assert expected["status"] in statuses
