"""What tests put in the place of Python's own functions is told once, and taken back once."""

import ast
import sys
from types import ModuleType

import pytest

from grader.inside.course_tests.patches import (
    MODULES,
    Patches,
    ReplacedAttributes,
    for_some,
    shares_module,
)
from tests.support import ROOT

# Imported, but not to be asked for anything while a box answers.
ALONE = ["__future__", "collections"]


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
    ("name", "is_there"),
    [("print", True), ("open", True), ("sorted", True), ("input", False), ("list", False)],
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


def test_modules_that_tests_import_or_name_in_a_text_are_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    modules = {name: ModuleType(name) for name in ("statistics", "itertools", "csv", "bisect")}
    for name, module in modules.items():
        vars(module)["some"] = len
        monkeypatch.setitem(sys.modules, name, module)
    patches = watched("import statistics, csv\npatch('itertools.some')\nbisect(x)")
    for module in modules.values():
        vars(type(module)).get("__setattr__", object.__setattr__)(module, "some", repr)
    assert {name for name, *_ in patches.news()} == {"statistics", "itertools", "csv"}


def test_what_a_box_works_with_is_not_shared() -> None:
    used = {
        one.name.partition(".")[0]
        for file in (ROOT / "grader" / "inside").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_bytes()))
        if isinstance(node, ast.Import)
        for one in node.names
    }
    assert [name for name in sorted(used - {*MODULES}) if shares_module(name)] == ALONE


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


def test_a_function_of_pythons_own_is_another_one_for_tests_and_hand_ins_alone() -> None:
    scopes = [{"__name__": name, "f": for_some(len, max)} for name in ("work", "json", "grader.x")]
    assert [eval("f([3, 4, 9])", scope) for scope in scopes] == [9, 3, 3]
