"""Ruff on hand-ins: what it finds, and that no text and no output of it gets further than that."""

import sys
from pathlib import Path

import pytest

from grader.assignment.config import Lint
from grader.assignment.sources import read_sources
from grader.errors import ConfigError
from grader.handins.lint import lint, ruff_version
from grader.results import Finding
from grader.student.source import MOST_CHARACTERS
from tests.support import HANDOUT, REFERENCE_FILES

RULES = Lint()
UNUSED = "import os\n"
OVERFLOWS_RUFF = "x = 1" + "+1" * 60_000 + "\n"
UNFINISHED = Finding("", 0, "lint", "ruff could not finish with these files")


def unused(file: str) -> Finding:
    return Finding(file, 1, "F401", "`os` imported but unused")


@pytest.fixture
def in_place_of_ruff(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file to write a shell script to, which is run as ruff."""
    (tmp_path / "ruff").write_text("#!/bin/sh\n", "utf-8")
    (tmp_path / "ruff").chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    return tmp_path / "ruff"


def test_each_hand_in_gets_its_own_findings_in_the_order_of_lines() -> None:
    long = f"x = '{'a' * 100}'\n{UNUSED}"
    assert lint([{"las.py": UNUSED}, {}, {"nim.py": long, "las.py": "x = 1\n"}], RULES) == [
        [unused("las.py")],
        [],
        [
            Finding("nim.py", 1, "E501", "Line too long (106 > 100)"),
            Finding("nim.py", 2, "E402", "Module level import not at top of file"),
            Finding("nim.py", 2, "F401", "`os` imported but unused"),
        ],
    ]


def test_reference_and_starter_files_are_clean() -> None:
    assert lint([REFERENCE_FILES, read_sources(HANDOUT)], RULES) == [[], []]


def test_rules_are_those_of_the_settings() -> None:
    assert lint([{"las.py": UNUSED}], Lint(select=("E",))) == [[]]
    assert lint([{"las.py": UNUSED}], Lint(select=())) == [[]]


def test_a_file_that_is_not_python_is_a_finding() -> None:
    [[first, *_]] = lint([{"las.py": "def f(:\n"}], RULES)
    assert (first.place, first.kind) == ("las.py:1", "invalid-syntax")


def test_a_hand_in_that_ends_ruff_costs_the_others_nothing() -> None:
    handins = [{"las.py": UNUSED}, {"las.py": OVERFLOWS_RUFF}, {"nim.py": UNUSED}]
    assert lint(handins, RULES) == [[unused("las.py")], [UNFINISHED], [unused("nim.py")]]


def test_files_without_end_are_not_given_to_it() -> None:
    assert lint([{"las.py": UNUSED + "#" * MOST_CHARACTERS}], RULES) == [[]]


def test_only_lines_of_the_expected_shape_are_believed(in_place_of_ruff: Path) -> None:
    lines = [
        '{"filename": "$PWD/0/las.py", "code": "E1", "location": {"row": 7}, "message": "good"}',
        '{"filename": "$PWD/0/../passwd", "code": "E1", "location": {"row": 1}, "message": ""}',
        '{"filename": "$PWD/9/las.py", "code": "E1", "location": {"row": 1}, "message": ""}',
        '{"filename": "$PWD/0/las.py", "code": "E1", "location": {"row": "a"}, "message": ""}',
        '{"filename": "$PWD/0/las.py", "code": "E1", "loc',
        '{"filename": "/x/0/las.py", "code": "E1", "location": {"row": 1}, "message": ""}',
        "[]",
    ]
    in_place_of_ruff.write_text("#!/bin/sh\ncat <<E\n" + "\n".join(lines) + "\nE\n", "utf-8")
    assert lint([{"las.py": ""}], RULES) == [[Finding("las.py", 7, "E1", "good")]]


def test_output_without_end_is_ended(in_place_of_ruff: Path) -> None:
    in_place_of_ruff.write_text("#!/bin/sh\nsleep 0.2\nexec yes\n", "utf-8")
    assert lint([{"las.py": ""}], RULES) == [[UNFINISHED]]


def test_without_ruff_nothing_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert ruff_version(RULES) == ""
    assert lint([{"las.py": UNUSED}], RULES) == [[]]


def test_a_rule_that_ruff_does_not_know_is_refused() -> None:
    assert ruff_version(RULES).startswith("ruff ")
    assert ruff_version(Lint(select=())) == ""
    with pytest.raises(ConfigError, match=r"lint\.select: ruff refuses it: .*`ZZ`"):
        ruff_version(Lint(select=("ZZ",)))
