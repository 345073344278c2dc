"""Names are labels, everything is counted, and no bytes make the reader fail in another way."""

import io
import tarfile
import zipfile
from gzip import compress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from grader.assignment.config import Intake
from grader.errors import HandinError
from grader.handins.unpack import Entries, is_stray, plain, read

SIMPLE = {"las.py": b"x = 1\n" * 9, "top/nim.py": b"y = 2\n" * 9, "notes.txt": b"z"}


def entries(**limits: int) -> Entries:
    return Entries(Intake(**limits))


@pytest.mark.parametrize(
    ("raw", "label"),
    [
        ("las.py", "las.py"),
        ("./a//b/./las.py", "a/b/las.py"),
        ("../las.py", None),
        ("a/../las.py", None),
        ("/las.py", None),
        ("las.PY", None),
        ("las.pyc", None),
        ("hw 09/las.py", "hw 09/las.py"),
        ("Übung \u2028\n9/las.py", "Übung \u2028\n9/las.py"),
        ("hw 09/las (1).py", None),
        ("x" * 999 + "/las.py", None),
        ("a\\las.py", None),
        ("x" * 200 + ".py", None),
        (".hidden/las.py", None),
        ("", None),
        ("./", None),
    ],
)
def test_a_label_is_a_plain_relative_name_of_a_python_file(raw: str, label: str | None) -> None:
    assert entries().label(raw) == label


def test_strays_neither_count_nor_are_mentioned() -> None:
    found = entries(max_files=1)
    for name in (".git/x.py", "__MACOSX/las.py", "Thumbs.db", "a/__pycache__/x.py"):
        assert found.label(name) is None
    assert (found.number, found.others) == (0, [])


def test_everything_else_counts() -> None:
    found = entries(max_files=2)
    assert [found.label("las.py"), found.label("notes.txt")] == ["las.py", None]
    assert found.others == ["notes.txt"]
    with pytest.raises(HandinError, match="the hand-in holds more than 2 files"):
        found.label("nim.py")


def test_room_shrinks_by_what_is_read_and_ends_with_an_error() -> None:
    found = entries(max_mb=1)
    found.add("las.py", io.BytesIO(b"x" * 1000))
    assert found.room == (1 << 20) - 1000
    with pytest.raises(HandinError, match="the hand-in holds more than 1 MB when unpacked"):
        found.add("nim.py", io.BytesIO(b"x" * (1 << 20)))


def test_names_of_systems_are_strays_in_any_case() -> None:
    assert [is_stray(name) for name in (".x", "THUMBS.DB", "__MACOSX", "x", "x.pyc")] == [
        *(True, True, True, False, False)
    ]


def test_a_text_that_would_not_show_is_escaped_and_long_ones_are_cut() -> None:
    assert plain("josé") == "josé"
    assert plain("a\x1b[0m\u202e\ud800\n") == "a\\x1b[0m\\u202e\\ud800\\n"
    assert plain("x" * 999) == "x" * 200


def tar_bytes() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content in SIMPLE.items():
            info = tarfile.TarInfo(name)
            info.size, info.pax_headers = len(content), {"comment": "é"}
            archive.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


def zip_bytes() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in SIMPLE.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return buffer.getvalue()


TAR, ZIP = tar_bytes(), zip_bytes()


def damaged(content: bytes, places: list[tuple[int, int]], cut: int) -> bytes:
    changed = bytearray(content)
    for place, value in places:
        changed[place % len(changed)] = value
    return bytes(changed[: len(changed) - cut % len(changed)])


damages = st.tuples(
    st.lists(st.tuples(st.integers(0, 20_000), st.integers(0, 255)), max_size=4),
    st.one_of(st.just(0), st.integers(0, 20_000)),
)
thoroughly = settings(
    max_examples=200,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@thoroughly
@given(damages)
@example(([], 0))
def test_a_damaged_tar_is_opened_or_refused_and_nothing_else(
    tmp_path: Path, damage: tuple[list[tuple[int, int]], int]
) -> None:
    _opened_or_refused(tmp_path / "a.tgz", compress(damaged(TAR, *damage), 1))


@thoroughly
@given(damages)
@example(([], 0))
def test_a_damaged_zip_is_opened_or_refused_and_nothing_else(
    tmp_path: Path, damage: tuple[list[tuple[int, int]], int]
) -> None:
    _opened_or_refused(tmp_path / "a.zip", damaged(ZIP, *damage))


def _opened_or_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    try:
        found = read(path, Intake())
    except HandinError as error:
        refusal = str(error)
    else:
        refusal = "the hand-in is opened"
        assert len(found.contents) + len(found.refused) <= len(SIMPLE)
    assert refusal.startswith("the hand-in ")
    assert refusal.isprintable()
