"""A small assignment in a folder of its own: two modules, one of which has a task with steps."""

from pathlib import Path

CONFIG = """\
title: Small
seed: 7
points: 16
extra_points: 5
modules:
  - name: las
    title: Look and say
    tasks:
      - id: las.look_and_say
        title: Runs
        points: 6
        functions: [look_and_say]
  - name: tests
    title: Own tests
    tasks:
      - id: tests.thoroughness
        title: Faulty solutions are caught
        points: 10
        steps: [{share: 0.5, points: 4}, {share: 0.7, points: 10}]
      - id: tests.more
        title: More of them
        points: 5
        extra: true
library: gametree
"""
FILES = {
    "reference/las.py": "import tools\n\n\ndef look_and_say(values): ...\n",
    "reference/tools.py": "WIDTH = 3\n",
    "reference/tests.py": "",
    "handout/las.py": "",
    "handout/tests.py": "",
    "handout/gametree/__init__.py": "",
    "handout/gametree/declared.py": "",
    "handout/checks/boards.py": "",
    "handout/checks/test_las.py": "",
    "reference/checks/test_las.py": "",
    "reference/checks/test_tests.py": "",
}


def make(folder: Path, config: str = CONFIG) -> Path:
    """Write the assignment into a folder; returns the path of its configuration."""
    for name, text in FILES.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    path = folder / "config.yaml"
    path.write_text(config)
    return path
