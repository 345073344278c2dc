"""The handout as a student finds it: the promises of its README, its Makefile, untouched files."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from argparse import Namespace
from pathlib import Path

import pytest

from grader.commands import pack
from grader.commands.pack import pack_handout
from grader.student.handing_in.listing import parse_listing, read_listing
from grader.student.pythons.versions import PACKED_WITH, this_python
from tests.support import ROOT, unpack

HANDOUT = Path(__file__).resolve().parents[2] / "handout"
README = (HANDOUT / "README.md").read_text(encoding="utf-8")
# What says by which handout and by which Python it was made.
OF_ITS_MAKING = (".handout-version", f"{PACKED_WITH}{this_python()}")
GRADING = "3.11"
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


def test_the_first_run_is_as_the_readme_shows_it(tmp_path: Path) -> None:
    """In the handout as it is packed, which has more checks than its folder here."""
    packed = pack.run(Namespace(config=ROOT / "config.yaml", archive=tmp_path / "handout.tgz"))
    assert packed == 0
    unpack(tmp_path / "handout.tgz", tmp_path)
    folder = tmp_path / "hw09-handout"
    listing = folder / "checks/handout.json"
    names = parse_listing(listing.read_bytes()).names  # what tests can import of any solution
    assert "look_and_say" in names["las"]
    assert "test_all" not in names
    # The document is of the Python that grades.
    graded = re.sub(r'"python": "3\.\d+"', f'"python": "{GRADING}"', listing.read_text("utf-8"))
    listing.write_text(graded, "utf-8")
    parts = README.split("    $ make check MODULES=nim\n")
    path = folder / "nim.py"
    for shown in [part.split("\n\n    ", 2) for part in parts[1:]]:
        expected = "\n\n".join([shown[0], shown[1].partition("\n\n")[0]]).replace("\n    ", "\n")
        shown_now = make(folder, "check", "MODULES=nim").stdout
        assert without_notice(shown_now).strip() == expected.strip()
        text = path.read_text("utf-8")
        path.write_text(text.replace('raise NotImplementedError("less_equal")', "return c <= d"))


def without_notice(output: str) -> str:
    """What is said of a Python that isn't the grading one."""
    return re.sub(r"^!? ?Your Python is (.|\n)*?lacks\.\n", "", output)


def test_make_packs_the_files_also_when_checks_fail(folder: Path) -> None:
    run = make(folder, "MODULES=las")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.endswith("Hand in hw09-handin.tgz.\n")
    with tarfile.open(folder / "hw09-handin.tgz") as packed:
        assert sorted(packed.getnames()) == sorted([*OF_ITS_MAKING, *HANDED_IN])


def test_a_missing_file_is_named_and_the_others_are_packed(folder: Path) -> None:
    (folder / "popout.py").unlink()
    run = make(folder, "MODULES=las")
    assert "Not packed, because it is missing: popout.py\n" in run.stdout


def test_what_is_imported_is_packed_and_checked_apart_from_what_stays(folder: Path) -> None:
    text = (folder / "las.py").read_text("utf-8")
    (folder / "las.py").write_text("import helpers\nfrom parts import more\n" + text, "utf-8")
    (folder / "helpers.py").write_text("import helped\nimport numpy\n", "utf-8")
    (folder / "helped.py").write_text("open('data.txt').close()\n", "utf-8")
    (folder / "parts/deep").mkdir(parents=True)
    for name in ("__init__.py", "more.py", "less.py", "deep/least.py"):
        (folder / "parts" / name).write_text("", "utf-8")
    (folder / "data.txt").write_text("1\n", "utf-8")
    (folder / "notes.pdf").write_bytes(b"")
    printed = " ".join(make(folder, "MODULES=las").stdout.split())
    assert (
        "Packed too, because they are imported: helpers.py, parts/__init__.py, parts/more.py"
        in printed
    )
    assert (
        "Not packed, because nothing imports it: notes.pdf, parts/deep/least.py, parts/less.py"
        in printed
    )
    assert "Packed too, because your code names it: data.txt" in printed
    assert "! numpy is imported, but is not there when your files are graded" in printed
    assert "FileNotFoundError" in printed or "No module named 'numpy'" in printed


def test_files_that_the_course_gives_are_no_news(tmp_path: Path) -> None:
    words = ROOT / "assignments/words/handout"
    folder = tmp_path / "words"
    shutil.copytree(words, folder, ignore=shutil.ignore_patterns("__pycache__", "*.tgz"))
    (folder / "draft.py").write_text("", "utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "checks", "--pack", "top"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Not packed, because nothing imports it: draft.py\n" in run.stdout


def test_what_the_handout_brings_is_no_news_when_packed(tmp_path: Path) -> None:
    """Its packages are there when it is graded, and its other files stay where they are."""
    folder = unpacked(tmp_path)
    table = folder / "checks/tasks.toml"
    table.write_text(f'packages = ["yaml"]\nlock = "x"\n{table.read_text("utf-8")}', "utf-8")
    listing = json.loads((folder / "checks/handout.json").read_text("utf-8"))
    listing["files"]["requirements.txt"] = ""
    (folder / "checks/handout.json").write_text(json.dumps(listing), "utf-8")
    (folder / "requirements.txt").write_text("pytest\n", "utf-8")
    (folder / "las.py").write_text("import numpy, yaml\n", "utf-8")
    run = make(folder, "MODULES=las")
    assert "nothing imports it" not in run.stdout
    assert "! yaml is imported" not in run.stdout
    assert "! numpy is imported, but is not there when your files are graded" in run.stdout


def test_the_archive_names_the_handout_it_is_based_on(tmp_path: Path) -> None:
    folder = unpacked(tmp_path)
    assert make(folder, "MODULES=las").returncode == 0
    listing = read_listing(folder / "checks")
    with tarfile.open(folder / "hw09-handin.tgz") as packed:
        version = packed.extractfile(".handout-version")
        assert version is not None
        assert version.read().decode().strip() == listing.version != "unknown"


def unpacked(tmp_path: Path) -> Path:
    """A folder with the packed handout unpacked, as students have it."""
    pack_handout(HANDOUT, "hw09-handout", tmp_path / "hw09-handout.tgz")
    unpack(tmp_path / "hw09-handout.tgz", tmp_path)
    return tmp_path / "hw09-handout"


def test_a_corrected_handout_replaces_what_is_given_and_keeps_the_work(tmp_path: Path) -> None:
    folder = unpacked(tmp_path)
    mine = "# mine\n"
    (folder / "las.py").write_text(mine, "utf-8")
    (folder / "nim.py").write_text(mine, "utf-8")
    corrected = tmp_path / "corrected"
    shutil.copytree(HANDOUT, corrected, ignore=shutil.ignore_patterns("__pycache__", "*.tgz"))
    for name in ("nim.py", "lolo.py", "gametree/seq.py"):
        with (corrected / name).open("a", encoding="utf-8") as file:
            file.write("# corrected\n")
    pack_handout(corrected, "hw09-handout", tmp_path / "corrected.tgz")
    run = make(folder, "update", "FROM=../corrected.tgz")
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[:3] == [
        "Replaced: checks/handout.json, gametree/seq.py, lolo.py",
        "Kept, because you have worked on it: las.py, nim.py",
        "New starter files, beside yours: nim.py.new",
    ]
    assert (folder / "las.py").read_text("utf-8") == mine
    assert (folder / "nim.py").read_text("utf-8") == mine
    assert (folder / "nim.py.new").read_text("utf-8").endswith("# corrected\n")
    assert (folder / "lolo.py").read_text("utf-8").endswith("# corrected\n")


def test_what_is_no_handout_changes_nothing(folder: Path) -> None:
    run = make(folder, "update", "FROM=README.md")
    assert run.returncode != 0
    assert run.stdout.startswith("README.md can't be read: ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chekc"], "There is no target chekc. Say make, make check, make update or make play."),
        (["help"], "There is no target help. Say make, make check, make update or make play."),
        (["check", "las.py", "nim"], 'Say make check MODULES="las.py nim".'),
        (["las"], 'Say make check MODULES="las".'),
    ],
)
def test_a_target_that_is_not_there_is_answered_by_those_that_are(
    folder: Path, arguments: list[str], words: str
) -> None:
    run = make(folder, *arguments)
    assert (run.returncode, run.stdout) == (2, "")
    assert re.fullmatch(rf"Makefile:\d+: \*\*\* {re.escape(words[:-1])}\.  Stop\.\n", run.stderr)


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
