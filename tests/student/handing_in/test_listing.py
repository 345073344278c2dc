"""A handout's files as they were handed out: which are still so, and which version it is."""

from pathlib import Path

from grader.student.handing_in.listing import (
    NAME,
    UNKNOWN,
    Handout,
    digest,
    listing_of,
    parse_listing,
    read_listing,
)
from grader.student.pythons.versions import this_python

FILES = {"las.py": b"x = 1\n", "checks/test_las.py": b""}


def test_a_list_is_read_as_it_was_written(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(listing_of(FILES, {"las": ["parse"]}))
    found = read_listing(tmp_path)
    assert found.digests == {name: digest(content) for name, content in FILES.items()}
    assert (found.names, found.python) == ({"las": ["parse"]}, this_python())
    assert read_listing(tmp_path / "none") is UNKNOWN


def test_a_version_is_of_the_files_whatever_their_order() -> None:
    version = parse_listing(listing_of(FILES)).version
    assert parse_listing(listing_of(dict(reversed(FILES.items())))).version == version
    assert parse_listing(listing_of({**FILES, "las.py": b"x = 2\n"})).version != version


def test_a_list_of_before_pythons_and_names_were_in_it_is_read() -> None:
    assert parse_listing(b'{"version": "1", "files": {}}') == Handout("1", {})


def test_a_file_is_untouched_whatever_ends_its_lines() -> None:
    handout = Handout("1", {"a.py": digest(b"x\ny\n"), "windows.py": digest(b"x\r\n")})
    assert handout.is_untouched("a.py", b"x\r\ny\r\n")
    assert handout.is_untouched("windows.py", b"x\r\n")
    assert not handout.is_untouched("a.py", b"x\ny")
    assert not handout.is_untouched("b.py", b"x\ny\n")


def test_only_a_file_that_is_there_is_untouched(tmp_path: Path) -> None:
    handout = parse_listing(listing_of(FILES))
    assert not handout.has_untouched(tmp_path, "las.py")
    (tmp_path / "las.py").write_bytes(b"x = 1\r\n")
    assert handout.has_untouched(tmp_path, "las.py")
    (tmp_path / "las.py").write_bytes(b"x = 2\n")
    assert not handout.has_untouched(tmp_path, "las.py")
