"""The best attempt counts where the course says so, and how attempts got on is seen."""

import json
import re
from pathlib import Path

import pytest

from grader.cli import main
from tests.commands.test_batch import RIGHT, WRONG
from tests.las_only import write_las_only

BEST = "policy: {attempts: {counts: best}}\n"
ATTEMPTS = {"ada@x.edu": [WRONG, RIGHT, WRONG], "bo@x.edu": [WRONG, RIGHT], "cy@x.edu": [WRONG]}


@pytest.fixture
def download(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What Autolab gives: files with e-mails and versions in their names."""
    monkeypatch.chdir(tmp_path)
    write_las_only(tmp_path)
    (tmp_path / "handins").mkdir()
    for student, texts in ATTEMPTS.items():
        for version, text in enumerate(texts, 1):
            (tmp_path / f"handins/{student}_{version}_las.py").write_text(text, "utf-8")
    return tmp_path


def scores() -> dict[str, float]:
    data = json.loads(Path("out/grades.json").read_text("utf-8"))
    return {one["student"]: one["score"] for one in data["submissions"]}


def policy(text: str) -> None:
    with Path("config.yaml").open("a", encoding="utf-8") as file:
        file.write(text)


def test_the_best_attempt_counts(download: Path, capsys: pytest.CaptureFixture[str]) -> None:
    policy(BEST)
    assert main(["batch", "handins", "--out", "out"]) == 0
    assert sorted(scores().values()) == [0.0, 6.0, 6.0]
    [ada] = [student for student in scores() if student.startswith("ada")]
    assert scores()[ada] == 6.0
    page = (download / "out/index.html").read_text("utf-8")
    rows = ['<th scope="row">2</th><td class="num">2</td><td class="num">6</td><td class="num">+6']
    rows.append(
        '<th scope="row">3</th><td class="num">1</td><td class="num">0</td><td class="num">−6'
    )
    assert all(row in page for row in rows)
    capsys.readouterr()
    assert main(["report", "out"]) == 0  # it remembers which attempt counts
    assert scores()[ada] == 6.0
    assert main(["batch", "handins", "--out", "out"]) == 0
    assert " graded; last" not in capsys.readouterr().err


def test_the_last_one_counts_otherwise_and_all_can_be_looked_at(download: Path) -> None:
    assert main(["batch", "handins", "--out", "out", "--attempts"]) == 0
    [ada] = [student for student in scores() if student.startswith("ada")]
    assert scores()[ada] == 0.0
    assert "<h3>Attempts</h3>" in (download / "out/index.html").read_text("utf-8")
    [page] = (download / "out/students").glob("ada*.html")
    cells = re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", page.read_text("utf-8").split("<tbody>")[1])
    assert cells[:12] == [*("1", "–", "0", ""), *("2", "–", "6", ""), *("3", "–", "0", "counts")]


def test_an_attempt_that_is_too_late_is_not_the_best(download: Path) -> None:
    policy(
        "policy:\n  attempts: {counts: best}\n  due: 2026-11-18T00:00:00Z\n"
        "  late: {points: 1, per_hours: 24, most_hours: 24}\n"
    )
    rows = ["ada,2026-11-17T00:00:00Z,1", "ada,2026-12-17T00:00:00Z,2"]
    text = "\n".join(["student,submitted_at,version", *rows])
    (download / "handins/submissions.csv").write_text(f"{text}\n", "utf-8")
    assert main(["batch", "handins", "--out", "out"]) == 0
    data = json.loads(Path("out/grades.json").read_text("utf-8"))
    [ada] = [one for one in data["submissions"] if one["student"].startswith("ada")]
    assert (ada["score"], ada["adjustments"]) == (0.0, [])
