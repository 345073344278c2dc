"""Names in a download are those that people have, whatever system packed it."""

import zipfile
from pathlib import Path

import pytest

from grader.handins.contents import contents_of


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        *(("cp437", "Zoë"), ("cp437", "Weiß"), ("cp850", "Søren"), ("cp850", "João Simões")),
        *(("utf-8", "Zoë"), ("utf-8", "李明")),
    ],
)
def test_a_person_is_called_as_the_packing_computer_wrote_it(
    tmp_path: Path, encoding: str, name: str
) -> None:
    place = tmp_path / "class.zip"
    dummy = "x" * len(name.encode(encoding))
    with zipfile.ZipFile(place, "w") as archive:
        archive.writestr(f"{dummy}/las.py", "x = 1\n")
    # Python itself would write UTF-8 and say so.
    place.write_bytes(place.read_bytes().replace(dummy.encode(), name.encode(encoding)))
    assert [one.name for one in contents_of(place)] == [name]
