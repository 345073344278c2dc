"""A class on two modules of the assignment, quick to grade, and batches of it for the soak."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from grader.assignment.faulty import faulty_of
from grader.assignment.load import load
from grader.assignment.planted import planted_files

ROOT = Path(__file__).parents[1]
CONFIG = f"""
title: Two modules
seed: 1
points: 36
library: gametree
folders:
  handout: {ROOT / "handout"}
  reference: {ROOT / "reference"}
  hidden_checks: {ROOT / "reference/checks"}
  mistakes: {ROOT / "reference/mistakes"}
limits: {{wall_idle_seconds: 1}}
lint: {{select: []}}
modules:
  - name: las
    title: Look and say
    tasks:
      - {{id: las.look_and_say, title: Look and say, points: 6}}
  - name: alphabeta
    title: Alpha-beta pruning
    tasks:
      - {{id: alphabeta.update_ab, title: Narrowing the bounds, points: 2}}
      - {{id: alphabeta.value_for, title: The value to go on with, points: 2}}
      - {{id: alphabeta.check_bounds, title: An estimate and the bounds, points: 4}}
      - id: alphabeta.search
        title: Searching with bounds
        points: 20
        builds_on: [alphabeta.update_ab, alphabeta.value_for, alphabeta.check_bounds]
      - id: alphabeta.next_move
        title: Choosing the move
        points: 2
        builds_on: [alphabeta.update_ab, alphabeta.value_for, alphabeta.check_bounds]
"""
FILES = ("las.py", "alphabeta.py")
# Each ends in its own way, and at its own time.
ODD = {
    "endless": "def look_and_say(eq, s):\n    while True: pass\n",
    "asleep": "import time\ndef look_and_say(eq, s):\n    time.sleep(60)\n",
    "gone": "import os\ndef look_and_say(eq, s):\n    os._exit(3)\n",
    "deep": "def look_and_say(eq, s):\n    return look_and_say(eq, s)\n",
    "large": "def look_and_say(eq, s):\n    return [0] * (1 << 40)\n",
    "no_python": "def look_and_say(eq, s:\n",
}
BATCH = (sys.executable, "-m", "grader", "batch", "handins", "--out")
MERGE = (sys.executable, "-m", "grader", "merge", "handins")


def kinds(graded: Sequence[str] = FILES) -> dict[str, dict[str, str]]:
    """The files of all different hand-ins with a file of `graded`: right, faulty and odd ones."""
    found = {"reference": {path.name: path for path in (ROOT / "reference").glob("*.py")}}
    for folder in sorted((ROOT / "tests/submissions/right").glob("*/")):
        found[folder.name] = _of_python(planted_files(folder, ROOT))
    known = faulty_of(load(ROOT / "config.yaml"))
    texts: dict[str, dict[str, str]] = {
        one.name: dict(one.files) for one in known if not one.files.keys().isdisjoint(graded)
    }
    for name, paths in found.items():
        files = {file: path for file, path in paths.items() if file in graded or file not in FILES}
        # A text of an encoding of its own can't be changed by adding a line to it.
        if not paths.keys().isdisjoint(graded) and all(map(_is_utf8, files.values())):
            texts[name] = {file: path.read_text("utf-8") for file, path in files.items()}
    return texts | {name: {"las.py": text} for name, text in ODD.items()}


def _of_python(files: Mapping[str, Path]) -> dict[str, Path]:
    return {name: path for name, path in files.items() if "/" not in name and name.endswith(".py")}


def _is_utf8(file: Path) -> bool:
    try:
        file.read_text("utf-8")
    except UnicodeDecodeError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class SmallClass:
    """A folder with a class in it."""

    folder: Path

    @staticmethod
    def make(
        folder: Path, size: int, graded: Sequence[str] = FILES, *, first: Sequence[str] = ()
    ) -> "SmallClass":
        """A class of that size, with these hand-ins first.

        Each has a text of its own, so that each is graded.
        """
        found = kinds(graded)
        ordered = {name: found[name] for name in first} | found
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "config.yaml").write_text(CONFIG, "utf-8")
        for number, (name, files) in enumerate(islice(cycle(ordered.items()), size)):
            place = folder / "handins" / f"{number:04}_{name}"
            place.mkdir(parents=True)
            for file, text in files.items():
                (place / file).write_text(f"{text}\n# {number}\n", "utf-8")
        return SmallClass(folder)

    def command(self, out: str, *options: str, before: Sequence[str] = ()) -> list[str]:
        """The command that grades it into `out`."""
        return [*before, *BATCH, out, *options]

    def start(
        self, command: Sequence[str], environment: Mapping[str, str] | None = None
    ) -> "subprocess.Popen[str]":
        """The command, running; what it says is kept in pipes."""
        return subprocess.Popen(
            command,
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), **(environment or {})},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    def grade(
        self,
        out: str,
        *options: str,
        before: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
    ) -> tuple[int, str]:
        """Grade it into `out`; the exit status, and what was said on stderr."""
        process = self.start(self.command(out, *options, before=before), environment)
        _, said = process.communicate()
        return process.returncode, said

    def grades(self, out: str) -> dict[str, Any]:
        """Everything in `out` that must be the same in every run, by student."""
        text = (self.folder / out / "grades.json").read_text("utf-8")
        return {one["student"]: _lasting(one) for one in json.loads(text)["submissions"]}


def _lasting(one: Mapping[str, Any]) -> dict[str, Any]:
    return {key: one[key] for key in ("score", "tasks", "incidents")}


def differences(expected: Mapping[str, Any], got: Mapping[str, Any]) -> Iterator[str]:
    """Whose grades are not the expected ones, and how they differ."""
    for student in sorted({*expected, *got}):
        if expected.get(student) != got.get(student):
            yield f"{student}: {_first(expected.get(student), got.get(student))}"


def _first(expected: Any, got: Any) -> str:
    if isinstance(expected, dict) and isinstance(got, dict):
        for key in expected:
            if expected[key] != got.get(key):
                return f"{key}: {_first(expected[key], got.get(key))}"
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        return next(
            _first(one, other) for one, other in zip(expected, got, strict=True) if one != other
        )
    return f"{str(got)[:300]} instead of {str(expected)[:300]}"
