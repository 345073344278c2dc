"""The handout as a student finds it: the promises of its README, its Makefile, untouched files."""

import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

HANDOUT = Path(__file__).resolve().parents[2] / "handout"
README = (HANDOUT / "README.md").read_text(encoding="utf-8")
HANDED_IN = [
    *("las.py", "connect4.py", "alphabeta.py", "run.py", "jamboree.py"),
    *("nim.py", "lolo.py", "select_move.py", "popout.py", "test_all.py"),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A fresh copy of the handout."""
    copy = tmp_path / "hw09"
    shutil.copytree(HANDOUT, copy, ignore=shutil.ignore_patterns("__pycache__", "*.tgz"))
    return copy


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["make", "--no-print-directory", f"PYTHON={sys.executable}", *arguments]
    return subprocess.run(
        command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


def test_the_readme_lists_the_files_to_edit_with_180_points_and_25_extra() -> None:
    rows = re.findall(r"^\| `(\w+\.py)` \| (\d+)( extra)? \|", README, re.MULTILINE)
    assert sorted(name for name, _, _ in rows) == sorted(HANDED_IN)
    assert sum(int(points) for _, points, extra in rows if not extra) == 180
    assert sum(int(points) for _, points, extra in rows if extra) == 25


@pytest.mark.parametrize("page", ["README.md", *(f"docs/{p.name}" for p in HANDOUT.glob("docs/*"))])
def test_every_link_leads_to_a_file(page: str) -> None:
    text = (HANDOUT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert (HANDOUT / page).parent.joinpath(target).is_file(), target


def test_the_first_run_is_as_the_readme_shows_it(folder: Path) -> None:
    shown = README.split("    $ make check MODULES=las\n", 1)[1].split("\nOpen `las.py`", 1)[0]
    due = "".join(line.removeprefix("    ") for line in shown.splitlines(keepends=True))
    assert make(folder, "check", "MODULES=las").stdout.strip() == due.strip()


def test_make_packs_the_files_also_when_checks_fail(folder: Path) -> None:
    run = make(folder, "MODULES=las")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.endswith("Packed 10 of 10 files into hw09-handin.tgz: hand in this file.\n")
    with tarfile.open(folder / "hw09-handin.tgz") as packed:
        assert sorted(packed.getnames()) == sorted(HANDED_IN)


def test_a_missing_file_is_named_and_the_others_are_packed(folder: Path) -> None:
    (folder / "popout.py").unlink()
    run = make(folder, "pack")
    assert run.stdout.splitlines() == [
        "Not packed, for it is missing: popout.py",
        "Packed 9 of 10 files into hw09-handin.tgz: hand in this file.",
    ]


def test_checks_that_cannot_run_stop_the_packing(folder: Path) -> None:
    run = make(folder, "MODULES=chess")
    assert "There are no checks of chess" in run.stdout
    assert run.returncode != 0
    assert not (folder / "hw09-handin.tgz").exists()


def test_make_play_works_on_the_untouched_handout(folder: Path) -> None:
    run = make(folder, "play", "ARGS=small --maxie minimax --minnie minimax")
    assert run.stdout.endswith("The way ends in h, which is worth 4.\n")
    run = make(folder, "play", "ARGS=connect4")
    assert run.stderr.startswith("start is not written yet: this match needs it.\n")


def test_the_untouched_tests_of_the_student_hold_no_test(folder: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_all.py"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert run.stdout.strip().startswith("no tests ran")
