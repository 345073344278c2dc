"""What systems, editors and tools leave in a folder counts for nothing."""

from grader.handins.reading.unwanted import CACHE, SYSTEM, VERSIONS, is_stray
from tests.handins.reading.opened import reader


def test_strays_neither_count_nor_are_mentioned() -> None:
    one = reader(max_files=1)
    for name in (".git/x.py", "__MACOSX/las.py", "Thumbs.db", "a/__pycache__/x.py"):
        assert one.label(name) is None
    assert (one.counts.files.total, one.found.others) == (0, [])
    assert one.found.passed == {
        ".git": VERSIONS,
        "__MACOSX": SYSTEM,
        "Thumbs.db": SYSTEM,
        "a/__pycache__": CACHE,
    }


def test_names_of_systems_are_strays_in_any_case() -> None:
    assert [is_stray(name) for name in (".x", "THUMBS.DB", "__MACOSX", "x", "x.pyc")] == [
        *(True, True, True, False, False)
    ]
