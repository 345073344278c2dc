"""Inspecting a class: everything found once, in order, whatever a hand-in does to the parser."""

import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from grader.assignment.config import Lint
from grader.assignment.load import load
from grader.handins import inspection
from grader.handins.inspection import ENDED, MOST_FINDINGS, inspector
from grader.results import Finding
from grader.sandbox.kernel.forked import CHUNK
from tests.support import ROOT

ASSIGNMENT = load(ROOT / "config.yaml")
UNUSED = {"las.py": "import os\n"}
FOUND = (Finding("las.py", 1, "F401", "`os` imported but unused"),)


def test_documentation_comes_before_style() -> None:
    text = "import os\n\n\ndef look_and_say(eq, s):\n    return s\n"
    [(_, found)] = inspector(ASSIGNMENT).inspect([("ada", {"las.py": text})])
    assert [f.kind for f in found] == ["docstring", "annotations", "tests", "F401"]


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_class_comes_back_in_its_order(jobs: int) -> None:
    students = [f"s{i}" for i in range(2 * CHUNK + 1)]
    results = list(inspector(ASSIGNMENT).inspect(((s, UNUSED) for s in students), jobs))
    assert results == [(student, FOUND) for student in students]


def test_files_that_are_not_graded_are_not_inspected() -> None:
    handin = {"notes.py": "import os\n", "deep/las.py": "import os\n", "test_all.py": "import re\n"}
    [(_, [finding])] = inspector(ASSIGNMENT).inspect([("ada", handin)])
    assert finding.place == "test_all.py:1"


def test_a_hand_in_that_ends_its_process_costs_the_others_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = inspection.documentation

    def deadly(assignment: Any, source: Any) -> Iterator[Finding]:
        if "boom" in source.files["las.py"]:
            os.kill(os.getpid(), signal.SIGKILL)
        yield from real(assignment, source)

    monkeypatch.setattr(inspection, "documentation", deadly)
    class_of_three = [("ada", UNUSED), ("bo", {"las.py": "boom\n"}), ("cy", UNUSED)]
    results = dict(inspector(ASSIGNMENT).inspect(class_of_three))
    assert results == {"ada": FOUND, "bo": (ENDED,), "cy": FOUND}


def test_findings_without_end_are_counted() -> None:
    text = "".join(f"import m{i}\n" for i in range(1250))
    [(_, found)] = inspector(ASSIGNMENT).inspect([("ada", {"las.py": text})])
    assert len(found) == MOST_FINDINGS + 1
    assert found[-1] == Finding("", 0, "inspection", "and 1,150 more")


def test_what_the_starter_prescribes_is_no_finding() -> None:
    unused = replace(ASSIGNMENT, lint=Lint(select=("ARG",)))
    text = "def look_and_say(eq, s):\n    def own(a):\n        return s\n    return own\n"
    [(_, found)] = inspector(unused).inspect([("ada", {"las.py": text})])
    assert [f.message for f in found if f.kind.startswith("ARG")] == [
        "Unused function argument: `a`"
    ]


def test_the_digest_distinguishes_other_rules_and_other_functions() -> None:
    own = inspector(ASSIGNMENT)
    other_rules = inspector(replace(ASSIGNMENT, lint=Lint(select=("E",))))
    fewer_functions = inspector(replace(ASSIGNMENT, modules=ASSIGNMENT.modules[:1]))
    other_points = inspector(replace(ASSIGNMENT, points=1.0))
    assert len({own.digest, other_rules.digest, fewer_functions.digest}) == 3
    assert other_points.digest == own.digest
    assert replace(own, ruff="").digest != own.digest
