"""Code may read the small files that it names: neither more nor less, at home as when graded."""

import ast
from pathlib import Path

import pytest

from grader.student.checking.assignment import HandoutAssignment, HandoutModule
from grader.student.handing_in.data_files import (
    MOST_BYTES,
    MOST_FILES,
    MOST_IN_ALL,
    fitting,
    may_be_data,
    named,
    own_data,
)
from grader.student.handing_in.listing import NAME, listing_of

ASSIGNMENT = HandoutAssignment((HandoutModule("work", ()),), "handin.tgz", files=("given.csv",))


def named_by(code: str, *names: str) -> list[str]:
    return named(names, [ast.parse(code)])


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("open('tables.json')", "tables.json"),
        ("Path(__file__).parent / 'data' / f'level_{n}'", "data/level_1"),
        ("Path(__file__).parent.glob('*.txt')", "a.txt"),
        ("open(f'level_{n}.txt')", "levels/level_1.txt"),
        ("open('level_%02d.txt' % n)", "levels/level_01.txt"),
        ("open('{}_1.txt'.format(n))", "levels/level_1.txt"),
        ("open(stem + '.txt')", "notes.txt"),
        ("def f(name='Züge 1.csv'): open(name)", "Züge 1.csv"),
    ],
)
def test_a_file_is_named_by_its_name_its_ending_or_its_folder(code: str, name: str) -> None:
    assert named_by(code, name, "photo.png", "diary/todo.md") == [name]


def test_a_file_of_the_same_kind_is_not_named() -> None:
    code = "open('tables.txt'), f'{a}/{b}', '*', '{}', '%s'\n"
    assert named_by(code, "todo.txt", "notes.pdf") == []


def test_what_only_a_docstring_mentions_is_not_named() -> None:
    code = "'''See notes.md.'''\ndef f():\n    'as in notes.md'\n    # notes.md\n    return 1\n"
    assert named_by(code, "notes.md") == []


@pytest.mark.parametrize(
    "name",
    [
        *("work.py", "x/WORK.PY", "a.pyc", "fast.so", "x.pth", "book.ipynb", "run.pyz", "l.dll"),
        *("pytest.ini", "tox.ini", "setup.cfg", "sub/pyproject.toml", "pyvenv.cfg"),
        *("data.zip", "data.tar", "data.csv.gz", ".env", "a/.b/c.txt", "__pycache__/x.txt"),
        *("../x.txt", "/etc/x.txt", "a//x.txt", "a\\x.txt", "a\n.txt", "\ud800.txt", "x" * 201),
        *("checks/x.txt", "grader/x.txt", " /x.txt", ""),
    ],
)
def test_code_settings_archives_and_names_that_lead_elsewhere_are_no_data(name: str) -> None:
    assert not may_be_data(name)


def test_files_that_are_too_large_are_left_out_and_no_others() -> None:
    sizes = {"a": MOST_BYTES, "b": MOST_BYTES + 1, "c": 1}
    assert fitting(sizes, ()) == ["a", "c"]
    assert len(fitting({f"{n}": MOST_BYTES for n in range(9)}, ())) == MOST_IN_ALL // MOST_BYTES
    assert len(fitting({f"{n}": 1 for n in range(99)}, ())) == MOST_FILES


def test_no_file_lies_where_another_is_a_folder() -> None:
    sizes = dict.fromkeys(("a", "a/b", "work.py/x", "tools", "c/d", "c/e"), 1)
    assert fitting(sizes, ["work.py", "tools/x.py"]) == ["c/d", "c/e"]


def test_of_a_students_folder_it_is_what_its_modules_name(tmp_path: Path) -> None:
    code = "open('tables.json'), open('levels/a'), open('given.csv'), open('README.md')\n"
    files = {
        "work.py": code,
        "tables.json": "[]",
        "levels/a": "1",
        "photo.png": "x",
        "given.csv": "",
        "README.md": "",
        ".tables.json": "",
        "env/tables.json": "",
        "env/pyvenv.cfg": "",
        "checks/tables.json": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "checks" / NAME).write_bytes(listing_of({"README.md": b"", "Makefile": b""}))
    assert own_data(tmp_path, ASSIGNMENT, tmp_path / "checks") == ["tables.json", "levels/a"]
