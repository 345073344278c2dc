"""The last lines of packing name every file that gets no points, the largest loss first."""

import sys
from pathlib import Path

import pytest

from grader.student.checking.assignment import HandoutAssignment, HandoutModule, HandoutTask
from grader.student.checking.own_files import read_files
from grader.student.handing_in.listing import UNKNOWN, Handout, digest
from grader.student.handing_in.pack import Losses


def module(name: str, points: float, *, tests: bool = False) -> HandoutModule:
    return HandoutModule(name, (HandoutTask(f"{name}.act", points),), tests=tests)


ASSIGNMENT = HandoutAssignment(
    (module("run", 2), module("game", 50), module("own", 10, tests=True)), "handin.tgz"
)
SOUND = {"run.py": "import game\n", "game.py": "x = 1\n", "own.py": "import game\n"}


def lines(
    folder: Path, texts: dict[str, str], broken: dict[str, str], handout: Handout = UNKNOWN
) -> list[str]:
    for name, text in texts.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return list(Losses(folder, read_files(folder, ""), ASSIGNMENT, handout, broken).lines())


def without(*names: str) -> dict[str, str]:
    return {name: text for name, text in SOUND.items() if name not in names}


def test_nothing_is_lost_with_sound_files(tmp_path: Path) -> None:
    assert lines(tmp_path, SOUND, {}) == []


def test_the_largest_loss_comes_first_and_what_it_causes_is_said(tmp_path: Path) -> None:
    broken = {"run": "game.py", "own": "game.py"}
    assert lines(tmp_path, without("game.py"), broken) == [
        "! Missing: game.py (50 points).",
        "! run.py gets none of its 2 points: it needs game.py, which is missing.",
    ]


def test_where_the_missing_file_is_and_what_to_do_is_said(tmp_path: Path) -> None:
    texts = {**without("game.py"), "src/game.py": "x = 1\n"}
    assert lines(tmp_path, texts, {})[0] == (
        "! game.py gets none of its 50 points: it is missing; there is src/game.py: move it here."
    )


def test_tests_lose_nothing_by_a_file_that_solutions_replace(tmp_path: Path) -> None:
    texts = {**SOUND, "game.py": "import helper\n", "helper.py": "def f(:\n"}
    assert lines(tmp_path, texts, {"own": "helper.py"}) == [
        "! game.py gets none of its 50 points: Python can't read helper.py.",
        "! run.py gets none of its 2 points: Python can't read helper.py.",
    ]


@pytest.mark.parametrize(
    ("text", "broken", "why"),
    [
        ("def f(:\n", {}, "read own.py"),
        ("import numby\n", {"own": "own.py"}, "import own.py"),
    ],
)
def test_tests_lose_all_by_a_fault_of_their_own(
    tmp_path: Path, text: str, broken: dict[str, str], why: str
) -> None:
    assert lines(tmp_path, {**SOUND, "own.py": text}, broken) == [
        f"! own.py gets none of its 10 points: Python can't {why}."
    ]


def test_what_the_grading_python_cannot_read_is_lost(tmp_path: Path) -> None:
    newer = "try:\n    x = 1\nexcept* ValueError:\n    pass\n"
    grading = Handout("1", {}, "3.10")
    found = lines(tmp_path, {**SOUND, "game.py": newer}, {}, grading)
    assert [line.partition(":")[0] for line in found] == [
        "! game.py gets none of its 50 points",
        "! run.py gets none of its 2 points",
    ]
    assert found[0].endswith("(new in 3.11): game.py, line 4.")
    assert "Python 3.10, which grades, doesn't have" in found[0]


def test_a_new_name_that_is_imported_at_the_top_costs_the_file(tmp_path: Path) -> None:
    texts = {**SOUND, "game.py": "from itertools import batched\n"}
    if sys.version_info >= (3, 12):
        assert lines(tmp_path, texts, {}, Handout("1", {}, "3.11"))[0] == (
            "! game.py gets none of its 50 points: Python 3.11, which grades, doesn't have "
            "itertools.batched (new in 3.12): game.py, line 1."
        )
    texts["game.py"] = "try:\n    from itertools import batched\nexcept ImportError:\n    pass\n"
    assert lines(tmp_path, texts, {}, Handout("1", {}, "3.11")) == []


def test_files_as_they_were_handed_out_are_one_line(tmp_path: Path) -> None:
    digests = {name: digest(SOUND[name].encode()) for name in ("run.py", "game.py")}
    assert lines(tmp_path, SOUND, {}, Handout("1", digests)) == [
        "! Nothing is written yet in game.py (50 points), run.py (2 points)."
    ]
