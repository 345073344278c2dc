"""Hand-ins are read while others write, and damage is said in one line."""

import sqlite3
from pathlib import Path

import pytest

from grader.errors import OutputError
from grader.store.reader import Row, StoredResults
from grader.store.writer import FILE, Store
from tests.store.test_writer import AWAY, stored, submission


def test_results_are_read_while_others_are_written(tmp_path: Path) -> None:
    with Store(tmp_path / FILE) as store:
        store.put_many([submission("ada"), submission("bob")])
        reading = store.submissions()
        first = next(reading)
        store.put_many([submission("eve")])
        assert [first.student, *[result.student for result in reading]][:2] == ["ada", "bob"]


def test_a_damaged_file_is_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / FILE
    with Store(path) as store:
        store.put_many([submission(f"s{i}", f"h{i}") for i in range(200)])
    content = bytearray(path.read_bytes())
    content[8192:] = b"\xff" * (len(content) - 8192)
    path.write_bytes(content)
    with pytest.raises(OutputError) as caught:
        stored(tmp_path)
    assert str(caught.value) == f"{path}: it is damaged, or not a results file; {AWAY}"


@pytest.mark.parametrize("text", ["{", "[1]", '{"module": "las"}'])
def test_a_damaged_result_is_one_clear_line(tmp_path: Path, text: str) -> None:
    with Store(tmp_path / FILE) as store:
        store.put_many([submission("ada")])
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("UPDATE results SET result = ?", (text,))
    db.close()
    with pytest.raises(OutputError) as caught:
        stored(tmp_path)
    assert str(caught.value) == f"{tmp_path / FILE}: it is damaged; {AWAY}"


@pytest.mark.parametrize(
    "change",
    [
        "student = 'a' || char(27) || '[31mda'",
        "student = 'a' || char(8238) || 'da'",
        "student = ''",
        "student = x'00ff'",
        "notes = '7'",
        "notes = '[7]'",
        "modules = '[7]'",
        "modules = '{}x'",
        "modules = '[[\"las\"]]'",
        "sources = '[1]'",
        "sources = '{\"las.py\": 7}'",
        "sources = x'00ff'",
        "problem = x'00ff'",
    ],
)
def test_a_row_of_another_shape_is_one_clear_line(tmp_path: Path, change: str) -> None:
    with Store(tmp_path / FILE) as store:
        store.put_many([submission("ada")])
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute(f"UPDATE handins SET {change}")
    db.close()
    with pytest.raises(OutputError) as caught:
        stored(tmp_path)
    assert str(caught.value) == f"{tmp_path / FILE}: it is damaged; {AWAY}"


def test_whose_hand_ins_have_files_and_which(tmp_path: Path) -> None:
    with Store(tmp_path / FILE) as store:
        store.put_many([submission("bo", "h2"), submission("ada", "h1", sources={})])
        store.put_many([submission("cy", "h3", sources=None, modules=())])
    with StoredResults(tmp_path / FILE) as read:
        assert (read.students(), read.with_files()) == (["ada", "bo", "cy"], ["bo"])
        assert read.files_of("bo") == {"las.py": "x = '\ud800é'\n"}
        assert read.files_of("ada") == read.files_of("cy") == read.files_of("nobody") == {}


def test_keys_are_listed_once_each_and_none_of_what_has_no_modules(tmp_path: Path) -> None:
    with Store(tmp_path / FILE) as store:
        store.put_many([submission("ada"), submission("bo", "h2"), submission("cy", modules=())])
        assert store.keys() == [{"las": "d1", "nim": "d2"}]


def test_rows_of_unknown_students_are_left_out(tmp_path: Path) -> None:
    with Store(tmp_path / FILE) as store:
        store.put_many([submission("ada"), submission("bo", "h2")])
        assert [row.student for row in store.rows(["bo", "nobody", "ada"])] == ["bo", "ada"]


CHANGES: dict[str, tuple[str, bool]] = {
    "UPDATE handins SET notes = '[]'": ("a note", True),
    "UPDATE handins SET problem = 'x'": ("the problem", True),
    "UPDATE results SET module_digest = 'other' WHERE module = 'las'": ("the key", True),
    "UPDATE results SET broken = 1 WHERE module = 'las'": ("a fault of ours", True),
    "INSERT INTO findings VALUES ('h', 'i', '[]')": ("a finding", True),
    "UPDATE handins SET sources = '{}'": ("files, which the digest tells", False),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_digest_changes_with_what_is_known_of_a_hand_in(tmp_path: Path, change: str) -> None:
    with Store(tmp_path / FILE) as store:
        store.put_many([submission("ada"), submission("bo", "h2", notes=(), problem="x")])
        before = list(store.digests())
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute(f"{change} WHERE student = 'ada'" if "handins" in change else change)
    db.close()
    with StoredResults(tmp_path / FILE) as read:
        after = list(read.digests())
    assert (len(after), before[0] != after[0]) == (2, CHANGES[change][1])


def test_the_digest_of_a_row_tells_nothing_from_an_empty_text() -> None:
    handin = ("d", "[]", "[]", "", "{}", None, None)
    one, other = Row("ada", handin, ("x", None)), Row("ada", handin, ("x", ""))
    shifted = Row("ada", handin, ("", "x"))
    assert len({each.digest for each in (one, other, shifted)}) == 3
    assert one.digest == Row("ada", handin, ("x", None)).digest
