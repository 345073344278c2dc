"""What is asked for, as the table beside the checks says it."""

from pathlib import Path

import pytest

from grader.student.checking.assignment import (
    HandoutModule,
    HandoutTask,
    read_assignment,
    worth,
)

TABLE = """
handin = "hw.tgz"
library = "trees"
files = ["words.csv"]
packages = ["numpy"]
lock = "requirements.txt"

[[modules]]
name = "las"
[[modules.tasks]]
id = "las.parse"
points = 2.5
[[modules.tasks]]
id = "las.write"
points = 1
extra = true
tests = ["TestWrite", "test_once"]

[[modules]]
name = "trees.shell"
program = true
tasks = []

[[modules]]
name = "query"
format = "sql"
as_is = true
tasks = []

[[modules]]
name = "test_all"
tests = true
tasks = []
"""


def test_the_table_is_read_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "tasks.toml").write_text(TABLE, "utf-8")
    found = read_assignment(tmp_path)
    assert found.names == ("las", "trees.shell", "query", "test_all")
    assert (found.programs, found.tests, found.as_is) == (
        *({"trees.shell"}, {"test_all.py"}, {"query"}),
    )
    assert found.tasks == {
        "las.parse": HandoutTask("las.parse", 2.5),
        "las.write": HandoutTask("las.write", 1, extra=True, tests=("TestWrite", "test_once")),
    }
    assert (found.handin, found.library, found.files) == ("hw.tgz", "trees", ("words.csv",))
    assert (found.packages, found.lock) == (("numpy",), "requirements.txt")


def test_what_a_table_leaves_out_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "tasks.toml").write_text('handin = "a.zip"\nmodules = []\n', "utf-8")
    found = read_assignment(tmp_path)
    assert (found.modules, found.library, found.files, found.packages, found.lock) == (
        *((), "", (), (), ""),
    )


@pytest.mark.parametrize(
    ("test", "taken"),
    [
        ("TestWrite.test_all", True),
        ("test_once", True),
        ("TestWrite.Inner.test_all", False),
        ("TestOther.test_once", False),
        ("test_twice", False),
    ],
)
def test_a_task_takes_its_tests_by_themselves_or_by_their_class(test: str, *, taken: bool) -> None:
    assert HandoutTask("t", 1, tests=("TestWrite", "test_once")).takes(test) is taken
    assert HandoutTask("t", 1).takes(test)


def test_a_module_is_shown_by_what_students_write() -> None:
    query, nodes = HandoutModule("query", (), format="sql"), HandoutModule("trees.nodes", ())
    assert (query.shown, query.file, query.is_text) == ("query.sql", "query.py", True)
    assert (nodes.shown, nodes.is_text, nodes.notebook) == (
        *("trees/nodes.py", False, "trees/nodes.ipynb"),
    )


def test_points_are_extra_only_where_all_are() -> None:
    task, more = HandoutTask("a.f", 1), HandoutTask("a.g", 2, extra=True)
    assert [HandoutModule("a", tasks).worth for tasks in ((task,), (task, more), (more,))] == [
        *("1 point", "3 points", "2 points extra"),
    ]
    assert (worth(0), worth(0.5)) == ("0 points", "0.5 points")
