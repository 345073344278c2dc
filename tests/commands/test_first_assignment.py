"""Every command of docs/first-assignment.md works, in its order, in an empty folder."""

import csv
import os
import re
import subprocess
import sys
from pathlib import Path

from tests.support import ROOT

PAGE = ROOT / "docs/first-assignment.md"


def commands() -> list[str]:
    blocks = re.findall(r"^```sh\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
    return [line for block in blocks for line in block.splitlines()]


def test_the_page_leads_from_nothing_to_a_graded_class(tmp_path: Path) -> None:
    # Python and grader of this environment are those that the page's commands find.
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path}
    assert len(commands()) == 12
    for command in commands():
        ran = subprocess.run(
            ["sh", "-c", command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, f"{command}\n{ran.stdout}{ran.stderr}"
    with (tmp_path / "out/grades.csv").open(newline="") as file:
        scores = {row["student"]: row["score"] for row in csv.DictReader(file)}
    assert scores == {"ada": "4", "bob": "10"}
    assert "may begin with a capital letter" in (tmp_path / "out/students/ada.html").read_text()
    assert "bob" in (tmp_path / "canvas.csv").read_text()
