"""A run that moves scores only proposes it, and says what it would move, to people and programs."""

import json

import pytest

from grader.cli import main
from grader.publishing.proposal import at_most
from grader.statuses import Status
from tests.publishing import published_class, regraded_class
from tests.publishing.published_class import scores
from tests.publishing.regraded_class import OUT, regraded, told, whole

course = published_class.course  # the fixture: ada has 6 points, bo 0
swapped = regraded_class.swapped
pytestmark = pytest.mark.usefixtures("course")


def test_a_run_that_moves_scores_only_proposes_it_drops_first(
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = whole(OUT)
    regraded(Status.FAILED, Status.PASSED)
    assert main(["report", "out"]) == 0
    assert whole(OUT) == before
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line[0] not in " l"] == [
        "ada: 6 → 0 (down)",
        "bo: 0 → 6 (up)",
        "1 dropped, 1 rose",
        "nothing is changed yet in out: look at out/proposed/changes.html, then "
        "`grader apply out` or `grader cancel out`",
    ]
    page = (OUT / "proposed/changes.html").read_text("utf-8")
    assert page.index("students/ada.html") < page.index("students/bo.html")
    assert "a title" in (OUT / "proposed/students/ada.html").read_text("utf-8")
    assert told(OUT / "proposed")["ada"] == (
        "Look and say alone: your score was 6, and is 0 now.\n"
        "- Look and say (las.look_and_say): 6 before, 0 now\n"
        "  c (before: passed; now: not asked)\n"
        "  a title (before: not asked; now: the answer is wrong)\n"
    )


@pytest.mark.usefixtures("swapped")
def test_changes_are_shown_applied_and_cancelled_by_one_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["changes", "out"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[:2] == ["ada: 6 → 0 (down)", "bo: 0 → 6 (up)"]
    assert shown[-1].endswith("then `grader apply out` or `grader cancel out`")
    assert len(shown) <= 10
    assert main(["changes", "out", "--no-drops"]) == 2
    assert main(["changes", "out", "--cancel"]) == 0
    assert main(["report", "out"]) == 0
    assert main(["changes", "out"]) == 0
    assert capsys.readouterr().out.endswith("out: no changes are waiting\n")
    regraded(Status.FAILED, Status.PASSED)
    assert main(["report", "out"]) == 0
    assert main(["changes", "out", "--apply", "--no-drops"]) == 0
    assert scores(OUT) == {"ada": 6.0, "bo": 6.0}


def test_a_large_set_is_ten_lines_and_a_page() -> None:
    lines = [*[f"s{n}: 6 → 0 (down)" for n in range(40)], "    las: 6 → 0", "40 dropped"]
    assert at_most(10, lines) == [*lines[:8], "and 32 lines more", "40 dropped"]
    assert at_most(10, lines[:10]) == lines[:10]


def test_a_set_is_data_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    regraded(Status.FAILED, Status.PASSED)
    assert main(["report", "out", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [change["student"] for change in data["changes"]] == ["ada", "bo"]
    assert data == json.loads((OUT / "proposed/set.json").read_text("utf-8"))
