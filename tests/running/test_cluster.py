"""Without Dask, `--scheduler` says what to install."""

import os
import subprocess
import sys
from pathlib import Path

from tests.las_only import write_las_only
from tests.support import ROOT


def test_without_dask_one_line_says_what_to_install(tmp_path: Path) -> None:
    write_las_only(tmp_path)
    (tmp_path / "handins/ada").mkdir(parents=True)
    (tmp_path / "handins/ada/las.py").touch()
    absent = tmp_path / "absent"
    absent.mkdir()
    (absent / "distributed.py").write_text("raise ImportError('as if it were not there')\n")
    ended = subprocess.run(
        [sys.executable, "-m", "grader", "batch", "handins", "--out", "out", "--scheduler", "x"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": f"{absent}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    due = (
        "grader: --scheduler needs Dask Distributed:"
        " pip install --require-hashes -r requirements-dask.lock"
    )
    assert (ended.returncode, ended.stderr.splitlines()) == (2, [due])
