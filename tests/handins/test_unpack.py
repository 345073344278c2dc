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
from grader.handins.unpack import read
from tests.handins.reading.opened import reader

SIMPLE = {"las.py": b"x = 1\n" * 9, "top/nim.py": b"y = 2\n" * 9, "notes.txt": b"z"}


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
        ("a\\las.py", "a/las.py"),
        ("..\\las.py", None),
        ("\\las.py", None),
        ("x" * 200 + ".py", None),
        (".hidden/las.py", None),
        ("", None),
        ("./", None),
    ],
)
def test_a_label_is_a_plain_relative_name_of_a_python_file(raw: str, label: str | None) -> None:
    assert reader().label(raw) == label


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
