"""The wheel is the engine alone, and all that a new assignment needs."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support import ROOT

PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
OFFLINE = ("--no-index", "--no-deps", "--no-build-isolation")


def installed(folder: Path) -> Path:
    """The project installed by pip from a copy of it, which pip may write into; returns where."""
    checkout, target = folder / "checkout", folder / "installed"
    ignored = shutil.ignore_patterns("__pycache__")
    for name in ("grader", "handout"):
        shutil.copytree(ROOT / name, checkout / name, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", checkout)
    ran([*PIP, "install", *OFFLINE, "--no-compile", "--target", str(target), str(checkout)], folder)
    return target


def ran(command: list[str], folder: Path, path: Path | None = None) -> str:
    """What a command printed in a folder; of Python's packages it finds those in `path` first."""
    environment = os.environ | {"PYTHONPATH": str(path or "")}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_installed_engine_brings_nothing_else_and_grades_a_new_assignment(
    tmp_path: Path,
) -> None:
    target = installed(tmp_path)
    found = {path.name for path in target.iterdir() if path.suffix != ".dist-info"}
    assert found == {"bin", "grader"}
    where = [sys.executable, "-c", "import grader; print(grader.__file__)"]
    assert ran(where, tmp_path, target).strip() == str(target / "grader/__init__.py")
    grader = [sys.executable, "-m", "grader"]
    ran([*grader, "new", "words", "--to", "words"], tmp_path, target)
    work = tmp_path / "words"
    mistake = [*grader, "grade", "reference/mistakes/case_counts", "--out", "out"]
    assert "4 of 10 points" in ran(mistake, work, target)
    assert (work / "out/index.html").exists()
    ran([*grader, "pack", "handout.tgz"], work, target)
