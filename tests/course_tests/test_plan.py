"""What goes with a course's tests into their box: what they need, and no other tests."""

from pathlib import Path

import pytest

from grader.course_tests.plan import read_plan
from grader.errors import ConfigError

FILES = {
    "test_work.py": "import work\nfrom test_support import near\nfrom kit import more\n",
    "test_support.py": "from test_values import VALUES\n",
    "test_values.py": "VALUES = [1]\n",
    "test_other.py": "import other\n",
    "helper.py": "",
    "kit/more.py": "from .test_more import x\n",
    "kit/test_more.py": "x = 1\n",
    "data/words.txt": "a b",
    "tasks.toml": "",
    "__init__.py": "",
}


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True, parents=True)
        (folder / name).write_text(text, "utf-8")
    return folder / "test_work.py"


def test_helpers_are_there_however_they_are_called_and_other_tests_are_not(tmp_path: Path) -> None:
    plan = read_plan(written(tmp_path, FILES), {"work.py": ""})
    helpers = {"test_support.py", "test_values.py", "helper.py", "kit/more.py", "kit/test_more.py"}
    assert set(plan.texts) == {"test_work.py"} | helpers
    assert {name for name, _ in plan.codes} == set(plan.texts)
    assert plan.data == {"data/words.txt": b"a b"}


def test_of_what_students_are_given_tests_have_their_own(tmp_path: Path) -> None:
    """A hand-in can change what is in its box, and what is expected must not come from there."""
    reference = {"work.py": "def f(): pass\n", "units.py": "def cent(): return 1\n"}
    given = {"units.py": reference["units.py"]}
    plan = read_plan(written(tmp_path, FILES), reference, given)
    assert [outline.name for outline in plan.outlines] == ["work"]
    assert plan.texts["units.py"] == given["units.py"]


@pytest.mark.parametrize("name", ["test_work.py", "helper.py", "test_support.py"])
def test_a_file_that_is_no_python_is_named_with_its_line(tmp_path: Path, name: str) -> None:
    file = written(tmp_path, {**FILES, name: FILES[name] + "def f(:\n"})
    line = FILES[name].count("\n") + 1
    with pytest.raises(ConfigError, match=rf"{name}:{line}: "):
        read_plan(file, {"work.py": ""})
