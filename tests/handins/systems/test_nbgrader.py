"""nbgrader's folders, in a folder or an archive of their own, with one assignment or several."""

import re
import shlex
from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.handins.finding import HandinList, find_handins
from grader.handins.systems.pattern import pattern_of
from tests.handins.test_finding import KNOWN, LAS, NIM, files, laid, packed

TIMES = ("2026-11-18 20:15:00.123456 UTC", "2026-11-18 20:16:00.123456 UTC")


def inbound(*names: str) -> dict[str, bytes]:
    """Folders of an exchange, each with a time of its own."""
    both = {
        f"{name}+{TIMES[place % 2]}+c2V/{file}": content
        for place, name in enumerate(names)
        for file, content in (("las.py", LAS), ("timestamp.txt", TIMES[place % 2].encode()))
    }
    return {f"inbound/{name}": content for name, content in both.items()}


def found_in(folder: Path, content: dict[str, bytes], names: str = "") -> list[HandinList]:
    """What is found in a folder, and in an archive of it."""
    laid(folder / "class", content)
    (folder / "class.zip").write_bytes(packed(content, ".zip"))
    pattern = pattern_of(names) if names else None
    return [find_handins(folder / name, KNOWN, names=pattern) for name in ("class", "class.zip")]


@pytest.mark.parametrize("students", [["cw"], ["cw", "a+b"], ["cw", "di", "ed"]])
def test_the_folder_inbound_is_read_with_what_holds_it(tmp_path: Path, students: list[str]) -> None:
    for found in found_in(tmp_path, inbound(*(f"{one}+trees" for one in students))):
        assert found.system == "nbgrader"
        assert files(found) == {one: ["las.py"] for one in sorted(students)}


@pytest.mark.parametrize(
    "content",
    [
        inbound("cw+hw (8)", "cw+hw (9)", "a+b+hw (8)"),
        {
            "cw/hw (8)+extra/las.py": LAS,
            "cw/hw (8)+extra/timestamp.txt": TIMES[0].encode(),
            "cw/hw (9)+extra/las.py": NIM,
            "cw/hw (9)+extra/timestamp.txt": TIMES[0].encode(),
            "a+b/hw (8)+extra/las.py": LAS,
        },
    ],
)
def test_of_several_assignments_the_pattern_that_is_proposed_reads_one(
    tmp_path: Path, content: dict[str, bytes]
) -> None:
    with pytest.raises(UsageError, match="grade one of them") as caught:
        found_in(tmp_path, content)
    proposed = re.search(r"--names .+", str(caught.value))
    assert proposed is not None
    for found in found_in(tmp_path, content, shlex.split(proposed[0])[1]):
        assert files(found) == {"a+b": ["las.py"], "cw": ["las.py"]}


def test_what_is_proposed_can_be_pasted_whatever_is_in_it(tmp_path: Path) -> None:
    names = ("it's+1 ada_las.py", "it's+1 bo_las.py")
    with pytest.raises(UsageError) as caught:
        find_handins(laid(tmp_path, dict.fromkeys(names, LAS)), KNOWN)
    _, pattern = shlex.split(str(caught.value)[str(caught.value).index("--names") :])
    assert list(files(find_handins(tmp_path, KNOWN, names=pattern_of(pattern)))) == ["ada", "bo"]
