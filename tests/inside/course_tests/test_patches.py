"""What tests put in the place of Python's own functions is told once, and taken back once."""

import sys
from types import ModuleType

import pytest

from grader.inside.course_tests.patches import Patches, ReplacedAttributes


@pytest.fixture
def random(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module in the place of Python's `random`."""
    module = ModuleType("random")
    vars(module).update(randint=len, choice=max, seed=min, _inst=1)
    monkeypatch.setitem(sys.modules, "random", module)
    return module


def watched(*texts: str) -> Patches:
    patches = Patches()
    patches.watch(texts)
    return patches


def test_what_is_put_there_is_told_once_and_so_is_what_was_there_before(
    random: ModuleType,
) -> None:
    patches = watched("@patch('random.randint')")
    assert [*patches.news()] == []
    random.randint = repr
    assert [*patches.news()] == [["random", "randint", repr]]
    assert [*patches.news()] == []
    random.randint = str
    random.randint = len
    assert [*patches.news()] == [["random", "randint"]]
    random.randint = str
    random.randint = len
    assert [*patches.news()] == []


def test_what_was_there_when_it_is_asked_for_is_no_news(random: ModuleType) -> None:
    patches = watched("random")
    random.choice = min
    random.choice = max
    assert [*patches.news()] == []


@pytest.mark.parametrize("name", ["seed", "_inst", "not_there"])
def test_other_names_are_not_told(random: ModuleType, name: str) -> None:
    patches = watched("random")
    setattr(random, name, repr)
    assert [*patches.news()] == []


def test_a_name_that_is_deleted_is_no_news(random: ModuleType) -> None:
    patches = watched("random")
    random.choice = min
    del random.choice
    assert [*patches.news()] == []


@pytest.mark.parametrize(
    ("name", "is_there"), [("print", True), ("open", True), ("input", False), ("getattr", False)]
)
def test_of_builtins_some_are_told(
    monkeypatch: pytest.MonkeyPatch, name: str, is_there: bool
) -> None:
    module = ModuleType("builtins")
    setattr(module, name, repr)
    monkeypatch.setitem(sys.modules, "builtins", module)
    patches = watched("builtins")
    setattr(module, name, len)
    assert [*patches.news()] == [["builtins", name, len]] * is_there


def test_modules_that_no_test_mentions_are_left_alone(random: ModuleType) -> None:
    watched("import randomly", "patch('work.choice')")
    assert type(random) is ModuleType


def test_the_other_side_has_the_value_and_then_its_own_again(random: ModuleType) -> None:
    replaced = ReplacedAttributes()
    replaced.replace("random", "randint", repr)
    replaced.replace("random", "randint", str)
    assert random.randint is str
    replaced.replace("random", "randint")
    assert random.randint is len
