"""Starter files and reference files promise the same, and only the reference keeps it."""

import doctest
import importlib
import importlib.util
import inspect
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from gametree import HANDOUT_SMALL

ROOT = Path(__file__).resolve().parents[2]
BOUNDS_TASKS = ["update_ab", "value_for", "check_bounds", "evaluate", "search", "next_move"]
GAME_TASKS = ["start", "player", "moves", "make_move", "status", "estimate"]

# What students write: functions of the module, and methods of its class.
TASKS: dict[str, list[str]] = {
    "las": ["look_and_say"],
    "connect4": [f"Connect4.{name}" for name in ["lowest_free_row", *GAME_TASKS]],
    "alphabeta": [f"AlphaBeta.{name}" for name in BOUNDS_TASKS],
    "run": ["c4_hvab"],
    "jamboree": [f"Jamboree.{name}" for name in BOUNDS_TASKS],
    "nim": [
        *("less_equal", "greater_equal", "equal_config"),
        *("make_next_level", "make_game_tree", "min_max", "choose_move"),
    ],
    "lolo": ["lookup_pos", "str2cfg", "next_l_pos", "make_next_level", "alpha_beta"],
    "select_move": ["static_evaluate", "compute_move"],
    "popout": [f"PopOut.{name}" for name in GAME_TASKS],
}
MADE_WITH: dict[str, tuple[Any, ...]] = {
    "AlphaBeta": (HANDOUT_SMALL, 2),
    "Jamboree": (HANDOUT_SMALL, 2, 0.5),
    "Connect4": (),
    "PopOut": (),
}
EVERY_TASK = [(module, task) for module, tasks in TASKS.items() for task in tasks]


@cache
def starter(module: str) -> ModuleType:
    """The starter file, loaded beside the reference module of the same name."""
    path = ROOT / "handout" / f"{module}.py"
    spec = importlib.util.spec_from_file_location(f"starter_{module}", path)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def reference(module: str) -> ModuleType:
    loaded = importlib.import_module(module)
    assert Path(str(loaded.__file__)).parent == ROOT / "reference"
    return loaded


def promises(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """The functions and classes that a module defines, and the methods of its classes."""
    for name, thing in vars(module).items():
        if getattr(thing, "__module__", None) != module.__name__:
            continue
        if inspect.isfunction(thing):
            yield name, thing
        elif inspect.isclass(thing):
            yield name, thing
            for method, member in vars(thing).items():
                if inspect.isfunction(member) or isinstance(member, property):
                    yield f"{name}.{method}", member


def signature_of(thing: Any) -> str:
    """The signature as text, of a property that of its getter."""
    function: Any = thing.fget if isinstance(thing, property) else thing
    return str(inspect.signature(function))


@pytest.mark.parametrize("module", TASKS)
def test_every_promise_of_a_starter_is_made_by_the_reference(module: str) -> None:
    """The same signatures and the same docstrings."""
    kept = dict(promises(reference(module)))
    for name, thing in promises(starter(module)):
        assert name in kept, f"{module}.{name} is missing in the reference"
        assert signature_of(thing) == signature_of(kept[name]), name
        assert thing.__doc__ == kept[name].__doc__, name


@pytest.mark.parametrize(("module", "task"), EVERY_TASK)
def test_every_task_is_promised_and_not_kept_by_its_starter(module: str, task: str) -> None:
    """The stub raises NotImplementedError with its own name."""
    name = task.rpartition(".")[2]
    with pytest.raises(NotImplementedError, match=f"^{name}$"):
        call_of(starter(module), task)()


def call_of(module: ModuleType, task: str) -> Callable[[], Any]:
    """A call of the task with as many arguments as it needs; a stub must not look at them."""
    owner, _, name = task.rpartition(".")
    if owner:
        cls = getattr(module, owner)
        made = cls(*MADE_WITH[owner])
        if isinstance(vars(cls)[name], property):
            return lambda: getattr(made, name)
        function = getattr(made, name)
    else:
        function = getattr(module, name)
    needed = [p for p in inspect.signature(function).parameters.values() if p.default is p.empty]
    return lambda: function(*[None] * len(needed))


@pytest.mark.parametrize(("module", "task"), EVERY_TASK)
def test_every_task_is_documented_as_the_text_asks(module: str, task: str) -> None:
    """CMU 2014 section 1.4: a call template first, then REQUIRES, then ENSURES."""
    doc = inspect.getdoc(dict(promises(starter(module)))[task]) or ""
    name = task.rpartition(".")[2]
    assert doc.startswith(name)
    assert "==>" in doc.splitlines()[0]
    assert "\nREQUIRES: " in doc
    assert doc.index("\nREQUIRES: ") < doc.index("\nENSURES: ")


@pytest.mark.parametrize("module", [*TASKS, "tracing"])
def test_the_examples_in_the_docstrings_hold_on_the_reference(module: str) -> None:
    results = doctest.testmod(reference(module))
    assert results.failed == 0
    assert results.attempted > 0
