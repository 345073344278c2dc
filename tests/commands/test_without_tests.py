"""Grades come of the engine, the handout and the reference: without tests/ they are the same."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from grader.assignment.digest import module_digests
from grader.assignment.load import load
from grader.running.session import CACHE
from tests.support import ROOT

MODULES = ("las",)
HANDINS = ("adalovelace", "psingh", "snielsen")
COPIED = ("grader", "handout", "reference", "config.yaml")


def copy_of_the_project(folder: Path) -> Path:
    """The project without tests, with an assignment of one module; returns its folder."""
    ignored = shutil.ignore_patterns("__pycache__")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, folder)
    for name in HANDINS:
        shutil.copytree(ROOT / "examples/handins" / name, folder / "handins" / name)
    settings = yaml.safe_load((folder / "config.yaml").read_text("utf-8"))
    modules = [module for module in settings["modules"] if module["name"] in MODULES]
    points = sum(task["points"] for module in modules for task in module["tasks"])
    small = settings | {"modules": modules, "points": points, "extra_points": 0}
    del small["student_tests"]
    (folder / "config.yaml").write_text(yaml.safe_dump(small), "utf-8")
    return folder


def grades(folder: Path) -> Any:
    """What the hand-ins of a copy get, graded by its own engine."""
    command = [sys.executable, "-m", "grader", "batch", "handins", "--out", "out", "--jobs", "2"]
    environment = os.environ | {"PYTHONPATH": str(folder)}
    subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
    found = json.loads((folder / "out/grades.json").read_text("utf-8"))
    return [
        (one["student"], one["score"], one["tasks"], one["incidents"])
        for one in found["submissions"]
    ]


def test_without_tests_grades_are_the_same(tmp_path: Path) -> None:
    bare = copy_of_the_project(tmp_path / "bare")
    full = copy_of_the_project(tmp_path / "full")
    (full / "tests").symlink_to(ROOT / "tests")
    assert not (bare / "tests").exists()
    digests = [module_digests(load(folder / "config.yaml")) for folder in (bare, full)]
    assert digests[0] == digests[1]
    without = grades(bare)
    shutil.copytree(bare / CACHE, full / CACHE)  # the same digests: the same answer key
    assert {score for _, score, _, _ in without} > {0.0}
    assert without == grades(full)
