"""Whatever is done to the log by hand shows."""

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.cli import main
from grader.errors import OutputError
from grader.publishing import log

Lines = list[str]


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    for number in range(4):
        log.append(tmp_path, "released", {"number": number}, "ada")
    return tmp_path


def changed(out: Path, change: Callable[[Lines], Lines]) -> list[str]:
    lines = (out / log.FILE).read_text("utf-8").splitlines(keepends=True)
    (out / log.FILE).write_text("".join(change(lines)), "utf-8")
    return [fault.removeprefix(f"{out / log.FILE}") for fault in log.faults(out)]


def test_entries_come_back_in_order(kept: Path) -> None:
    assert [entry.said["number"] for entry in log.entries(kept)] == [0, 1, 2, 3]
    assert list(log.faults(kept)) == []
    assert log.head(kept) == log.entries(kept)[-1].hash


CHANGES: dict[str, tuple[Callable[[Lines], Lines], list[str]]] = {
    "changed": (
        lambda lines: [*lines[:1], lines[1].replace('"ada"', '"bo"'), *lines[2:]],
        [":2: the line was changed after it was written"],
    ),
    "removed": (
        lambda lines: [lines[0], *lines[2:]],
        [":2: a line before it was removed, added or moved"],
    ),
    "moved": (
        lambda lines: [lines[0], lines[2], lines[1], lines[3]],
        [f":{n}: a line before it was removed, added or moved" for n in (2, 3, 4)],
    ),
    "doubled": (
        lambda lines: [lines[0], *lines],
        [":2: a line before it was removed, added or moved"],
    ),
    "unreadable": (
        lambda lines: [*lines[:3], "nonsense\n", lines[3]],
        [":4: the line can't be read"],
    ),
    "of another shape": (
        lambda lines: [*lines[:3], lines[3].replace('{"number": 3}', "[3]")],
        [":4: the line can't be read"],
    ),
    "with a list for a hash": (
        lambda lines: [
            *lines[:3],
            lines[3].replace('"hash": "', '"hash": ["').replace('"}', '"]}'),
        ],
        [":4: the line can't be read"],
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_by_hand_shows(kept: Path, name: str) -> None:
    change, faults = CHANGES[name]
    assert changed(kept, change) == faults


def test_a_head_that_was_noted_down_shows_that_the_end_is_gone(kept: Path) -> None:
    head = log.head(kept)
    assert changed(kept, lambda lines: lines[:2]) == []
    [fault] = log.faults(kept, (head[:16],))
    assert fault.endswith(f"{head[:16]} isn't in it: lines were removed or written anew")
    assert [*log.faults(kept, ("0" * 16,))]  # which the first line names


def test_a_line_torn_by_a_power_cut_is_replaced(kept: Path) -> None:
    with (kept / log.FILE).open("a", encoding="utf-8") as file:
        file.write('{"at": "20')
    assert list(log.faults(kept)) == []
    log.append(kept, "released", {"number": 4}, "ada")
    assert list(log.faults(kept)) == []
    assert [entry.said["number"] for entry in log.entries(kept)] == [0, 1, 2, 3, 4]


def test_nothing_follows_a_damaged_line(kept: Path) -> None:
    with (kept / log.FILE).open("a", encoding="utf-8") as file:
        file.write("nonsense\n")
    with pytest.raises(OutputError, match="its last line is damaged"):
        log.append(kept, "released", {})


def test_a_folder_without_results_has_no_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for out in (tmp_path, tmp_path / "none"):
        assert main(["log", str(out), "--check"]) == 2
        assert capsys.readouterr().err.startswith(f"grader: {out}: no graded hand-ins are in it")


def test_what_cannot_be_read_is_shown_after_the_rest(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (kept / log.FILE).open("a") as file:
        file.write("garbage\n")
    assert main(["log", str(kept)]) == 1
    *shown, fault = capsys.readouterr().out.splitlines()
    assert len(shown) == 5
    assert fault == f"{kept / log.FILE}:5: the line can't be read"
