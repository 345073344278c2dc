"""What an archive holds is listed by name wherever it is, and none of them can do harm."""

from pathlib import Path

import pytest

from grader.handins.contents import contents_of
from grader.handins.listing import entries_of
from tests.handins.test_finding import LAS, laid, packed

INSIDE = {"./ada/las.py": LAS, "bo/las.py": LAS, ".git/HEAD": b"", "notes.txt": b""}


@pytest.mark.parametrize("ending", [".zip", ".tgz"])
@pytest.mark.parametrize("zipped", [False, True])
def test_entries_are_those_that_may_be_hand_ins(
    tmp_path: Path, ending: str, *, zipped: bool
) -> None:
    content = {f"inner{ending}": packed(INSIDE, ending)}
    place = laid(tmp_path / "class", content)
    if zipped:
        place = tmp_path / "class.zip"
        place.write_bytes(packed(content, ".zip"))
    [archive] = contents_of(place)
    found = entries_of(archive)
    assert [(one.base, one.folder) for one in found] == [
        *(("ada", True), ("bo", True), ("notes.txt", False))
    ]
    assert found[2].text() == ""  # only names are known


def test_of_what_can_not_be_looked_at_nothing_is_known(tmp_path: Path) -> None:
    laid(
        tmp_path, {"cut.zip": packed(INSIDE, ".zip")[:50], "essay.tgz": b"an essay", "las.py": LAS}
    )
    (tmp_path / "link.zip").symlink_to("cut.zip")
    assert [entries_of(one) for one in contents_of(tmp_path)] == [[], [], [], []]
