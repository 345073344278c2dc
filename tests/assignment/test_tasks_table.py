"""The table that students have says what `config.yaml` says."""

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from grader.assignment.config import Folders
from grader.assignment.load import load
from grader.assignment.tasks_table import handin_of, refuse_another_table, tasks_table, write_table
from grader.errors import ConfigError
from tests.small_assignment import make
from tests.support import ROOT


def test_the_table_of_this_assignment_is_the_one_beside_its_checks() -> None:
    assignment = load(ROOT / "config.yaml")
    refuse_another_table(assignment)
    table = tomllib.loads((assignment.public_checks / "tasks.toml").read_text("utf-8"))
    made = tomllib.loads(tasks_table(assignment))
    assert made == table
    assert handin_of(assignment) == "hw09-handin.tgz"


def test_the_table_of_a_handout_that_belongs_to_another_assignment_says_nothing(
    tmp_path: Path,
) -> None:
    """Of `handout/` an assignment elsewhere may use a part."""
    assignment = load(ROOT / "config.yaml")
    handout = Folders(handout=str(ROOT / "handout"))
    part = replace(assignment, root=tmp_path, folders=handout, modules=assignment.modules[:1])
    refuse_another_table(part)


def test_some_modules_may_be_graded_alone(tmp_path: Path) -> None:
    assignment = load(make(tmp_path))
    more = '[[modules]]\nname = "more"\ntasks = [{ id = "more.x", points = 1 }]\n'
    (assignment.public_checks / "tasks.toml").write_text(tasks_table(assignment) + more)
    refuse_another_table(assignment)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "points = 6",
            "points = 5",
            r"the points of las.look_and_say are 5, but .* says 6; correct",
        ),
        (
            '"gametree"',
            '"course"',
            r"library is course, but .* says gametree; .*; it stands",
        ),
        ("las.look_and_say", "las.say", r"not in it, but in .*: las.look_and_say; add a line"),
        (
            "points = 10 },",
            'points = 10 },\n  { id = "tests.x", points = 1 },',
            "the points of tests.x: in it, but not in",
        ),
        ("[[modules]]", "[[modules", "can't be read"),
    ],
)
def test_another_table_is_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    assignment = load(make(tmp_path))
    refuse_another_table(assignment)
    text = tasks_table(assignment)
    assert old in text
    (assignment.public_checks / "tasks.toml").write_text(text.replace(old, new, 1))
    with pytest.raises(ConfigError, match=words):
        refuse_another_table(assignment)
    assert write_table(assignment) == assignment.public_checks / "tasks.toml"
    refuse_another_table(assignment)
    assert write_table(assignment) is None


def test_packages_stand_in_both(tmp_path: Path) -> None:
    path = make(tmp_path)
    (tmp_path / "handout/requirements.txt").write_text("numpy==2.4.6\n")
    without = tasks_table(load(path))
    path.write_text(f"{path.read_text()}packages: {{names: [numpy]}}\n")
    assignment = load(path)
    assert 'packages = ["numpy"]\nlock = "requirements.txt"\n' in tasks_table(assignment)
    (assignment.public_checks / "tasks.toml").write_text(without)
    with pytest.raises(ConfigError, match="the packages are"):
        refuse_another_table(assignment)


def test_a_courses_own_tests_are_listed_by_task(tmp_path: Path) -> None:
    config = make(tmp_path)
    text = config.read_text("utf-8").replace(
        "title: Look and say\n", "title: Las\n    tests: as-is\n"
    )
    config.write_text(
        text.replace("points: 6\n", "points: 6\n        tests: [TestLas, test_one]\n", 1)
    )
    assignment = load(config)
    las, other = tomllib.loads(tasks_table(assignment))["modules"]
    assert las["as_is"]
    assert las["tasks"][0]["tests"] == ["TestLas", "test_one"]
    assert "as_is" not in other
    path = assignment.public_checks / "tasks.toml"
    path.write_text(tasks_table(assignment).replace("TestLas", "TestLes"))
    with pytest.raises(ConfigError, match=r"the tests of the task las\.look_and_say are"):
        refuse_another_table(assignment)
