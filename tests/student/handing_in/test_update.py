"""`make update` touches no work of the student's, in whatever form it is written."""

import io
import tarfile
from pathlib import Path

import pytest

from grader.student.checking.assignment import HandoutAssignment, HandoutModule
from grader.student.checking.screen import screen_of
from grader.student.handing_in.listing import NAME, listing_of
from grader.student.handing_in.update import update

MODULES = (
    HandoutModule("las", ()),
    HandoutModule("weather", ()),
    HandoutModule("cheap", (), format="sql"),
)
STARTERS = ("cheap.sql", "las.py", "weather.ipynb")


def corrected(archive: Path) -> Path:
    """A handout in which every file has changed."""
    files = dict.fromkeys((*STARTERS, "README.md"), b"new")
    with tarfile.open(archive, "w:gz") as tar:
        for name, content in {**files, f"checks/{NAME}": listing_of(files)}.items():
            member = tarfile.TarInfo(f"handout/{name}")
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return archive


def test_what_a_student_has_written_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (*STARTERS, "README.md"):
        (tmp_path / name).write_text("mine")
    monkeypatch.chdir(tmp_path)
    out, assignment = io.StringIO(), HandoutAssignment(MODULES, "handin.tgz")
    archive = corrected(tmp_path / "handout.tgz")
    assert update(tmp_path / "checks", assignment, archive, screen_of(out)) == 0
    assert "Kept, because you have worked on it: cheap.sql, las.py, weather.ipynb" in out.getvalue()
    assert [(tmp_path / name).read_text() for name in STARTERS] == ["mine"] * len(STARTERS)
    assert (tmp_path / "README.md").read_text() == "new"


def test_what_is_no_longer_handed_out_goes_unless_somebody_has_changed_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = {"gametree/old.py": b"x = 1\n", "gametree/mine.py": b"x = 1\n"}
    for name in (*old, f"checks/{NAME}"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(old.get(name, listing_of(old)))
    (tmp_path / "gametree/mine.py").write_text("x = 2\n")
    monkeypatch.chdir(tmp_path)
    assignment = HandoutAssignment(MODULES, "handin.tgz")
    archive = corrected(tmp_path / "handout.tgz")
    assert update(tmp_path / "checks", assignment, archive, screen_of(io.StringIO())) == 0
    assert [path.name for path in (tmp_path / "gametree").iterdir()] == ["mine.py"]
