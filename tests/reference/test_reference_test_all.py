"""The suite of the reference passes on the reference, and fails on files that are not written."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LAST_LINES = 400


def suite_on(folder: str) -> subprocess.CompletedProcess[str]:
    """Run the reference's suite on the files of a folder, as students run theirs."""
    suite = ROOT / "reference" / "test_all.py"
    options = ["-q", "-x", "-p", "no:cacheprovider", "-c", "/dev/null", "--import-mode=importlib"]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(suite)],
        cwd=ROOT,
        env={"PYTHONPATH": f"{ROOT / folder}:{ROOT / 'handout'}"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_suite_passes_on_the_reference() -> None:
    run = suite_on("reference")
    assert run.returncode == 0, run.stdout[-LAST_LINES:]


def test_the_suite_fails_on_the_untouched_handout() -> None:
    run = suite_on("handout")
    assert run.returncode == 1
    assert "NotImplementedError: look_and_say" in run.stdout
