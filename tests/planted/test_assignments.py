"""Each further assignment proves itself: right, faulty and hostile hand-ins get their verdicts."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from grader.assignment.config import Assignment
from grader.assignment.load import load
from grader.cli import main
from grader.commands.authoring.verdicts import specimens, verify
from grader.errors import BrokenGrader
from grader.running.boxes import choose_tier, packages_for
from grader.running.specimens import SpecimenVerdict
from grader.sandbox.tiers import Tier
from tests.boxed import LOCKED
from tests.support import ROOT, unpack

AT_BOTH = ("shop",)
CONFIGS = sorted((ROOT / "assignments").glob("*/config.yaml"))


def loaded(config: Path, tier: Tier) -> Assignment:
    """The assignment; the test is skipped if its packages can't be had."""
    assignment = load(config)
    try:
        packages_for(assignment, tier)
    except BrokenGrader as error:
        pytest.skip(f"packages can't be installed: {error}")
    return assignment


def test_there_are_some() -> None:
    assert {"bank", "words", "matrix", "cells", "queries"} <= {
        config.parent.name for config in CONFIGS
    }


def at_tiers() -> Iterator[ParameterSet]:
    """Each assignment at the strongest tier here, and some at the weakest.

    That one has tests as they are; the other tiers are asked of the main assignment's attacks.
    """
    for config in CONFIGS:
        name = config.parent.name
        few = dict.fromkeys((*LOCKED[:1], *LOCKED[-1:])) if name in AT_BOTH else LOCKED[-1:]
        yield from [pytest.param(config, tier, id=f"{name}-{tier.name.lower()}") for tier in few]


@pytest.mark.parametrize(("config", "tier"), list(at_tiers()))
def test_every_hand_in_gets_its_verdict(config: Path, tier: Tier) -> None:
    assignment = loaded(config, tier)
    planted = list(specimens(assignment))
    assert {specimen.kind for specimen in planted} == {
        *("reference", "starter", "right", "faulty", "hostile")
    }
    verdicts: list[SpecimenVerdict] = []
    verify(assignment, planted, tier, 2, verdicts.append)
    assert len(verdicts) == len(planted)
    assert [(v.specimen.unit.student, v.surprises) for v in verdicts if v.surprises] == []


@pytest.mark.parametrize("config", CONFIGS, ids=lambda config: config.parent.name)
def test_the_handout_can_be_packed_and_checked(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    packages = packages_for(loaded(config, Tier.NONE), choose_tier(Tier.NONE))
    archive = tmp_path / "handout.tgz"
    assert main(["pack", str(archive), "--config", str(config)]) == 0, capsys.readouterr().err
    unpack(archive, tmp_path)
    [folder] = tmp_path.glob("*/")
    for file in (config.parent / "reference").glob("*.*"):
        shutil.copy(file, folder)
    done = checked(folder, packages.folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert "public checks passed" in done.stdout


def checked(folder: Path, *path: str) -> "subprocess.CompletedProcess[str]":
    """`python -m checks` in a folder of a student's."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "checks"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), *filter(None, path)])},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_solution_that_fails_in_a_box_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = ROOT / "assignments/matrix/config.yaml"
    loaded(config, Tier.NONE)
    folder = tmp_path / "matrix"
    shutil.copytree(config.parent, folder, ignore=shutil.ignore_patterns(".grader-cache"))
    solution = folder / "reference/matrix.py"
    solution.write_text(solution.read_text().replace("table.std(", "table.no_such_thing("))
    shutil.rmtree(folder / "reference/mistakes")  # they wouldn't fit the reference
    assert main(["verify", "--config", str(folder / "config.yaml")]) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert "test_matrix.py" in said
    assert "it raises AttributeError" in said
