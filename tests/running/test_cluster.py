"""Without Dask, `--scheduler` says what to install; workers of one run agree on known verdicts."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.errors import OutputError
from grader.running.cluster import Agreement
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
    expected = (
        "grader: --scheduler needs Dask Distributed:"
        " pip install --require-hashes -r requirements-dask.lock"
    )
    assert (ended.returncode, ended.stderr.splitlines()) == (2, [expected])


# -- what workers agree on ---------------------------------------------------------------------

LAS = {"reference/las.py": {"las/a": "passed"}, "starter/las.py": {"las/a": "error"}}
OTHER = {**LAS, "starter/las.py": {"las/a": "timeout"}}


def test_the_first_worker_sets_what_others_must_agree_with(tmp_path: Path) -> None:
    agreement = Agreement(tmp_path / "agreement.json", "c1")
    assert agreement.refusal({"las": LAS}) == ""
    assert agreement.refusal({"las": dict(LAS)}) == ""
    assert agreement.refusal({"las": OTHER}) == (
        "its verdicts differ from those of the other workers:"
        " las/a of starter/las.py is timeout there, but error elsewhere"
    )


def test_later_runs_into_the_same_folder_agree_with_the_first(tmp_path: Path) -> None:
    file = tmp_path / "agreement.json"
    assert Agreement(file, "c1").refusal({"las": LAS}) == ""
    assert Agreement(file, "c1").refusal({"nim": {}, "las": OTHER}) != ""
    assert Agreement(file, "c2").refusal({"las": OTHER}) == ""
    file.write_text("{")
    assert Agreement(file, "c2").refusal({"las": LAS}) == ""


def test_a_known_hand_in_that_one_worker_has_not_is_a_difference(tmp_path: Path) -> None:
    agreement = Agreement(tmp_path / "agreement.json", "c1")
    agreement.refusal({"las": LAS})
    fewer = {"reference/las.py": LAS["reference/las.py"]}
    assert "is not run there, but error elsewhere" in agreement.refusal({"las": fewer})
    assert "they are for other known hand-ins" in agreement.refusal({"las": {**LAS, "x": {}}})


def test_an_agreement_that_cannot_be_kept_ends_the_run(tmp_path: Path) -> None:
    agreement = Agreement(tmp_path / "nowhere/agreement.json", "c1")
    with pytest.raises(OutputError, match="can't be written"):
        agreement.refusal({"las": LAS})
