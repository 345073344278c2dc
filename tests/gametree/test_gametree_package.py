"""The package as a whole: its names, its examples, and what importing it costs."""

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import gametree

PACKAGE = Path(gametree.__file__).parent
MODULES = sorted(found.name for found in pkgutil.walk_packages([str(PACKAGE)], "gametree."))

# The names that the assignment promises, by the sections of its description of the library.
PROMISED = [
    *("Seq", "Nil", "Cons", "Empty", "Leaf", "Node", "Matrix"),
    *("Player", "Winner", "DRAW", "Over", "IN_PLAY", "Definitely", "Guess", "est_compare"),
    *("Game", "Strategy", "MiniMax", "HumanPlayer", "Referee"),
    *("Pebbles", "ExplicitGame", "TreeNode", "TreeLeaf", "HANDOUT_SMALL", "HANDOUT_BIG"),
    *("BestEdge", "PRUNED", "PARENT_PRUNE", "Value", "Result", "Bounds"),
    *("alpha_is_less_than", "beta_is_greater_than", "maxalpha", "minbeta"),
    *("C4State", "Filled", "EMPTY", "Drop", "Pop", "Position"),
    *("Tree", "tree_to_string", "Step"),
    *("L_POSITIONS", "SQUARE_POSITIONS", "cfg2str", "check_config", "equal_config"),
    *("ConnectFourGame", "SearchInfo"),
]


@pytest.mark.parametrize("name", PROMISED)
def test_every_promised_name_can_be_imported_from_the_package(name: str) -> None:
    assert name in gametree.__all__
    assert hasattr(gametree, name)


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_in_the_documentation_hold(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


GAME = ("start", "moves", "status", "player", "make_move", "estimate")
TEXT = ("move_to_string", "state_to_string", "parse_move")
PROMISED_METHODS = {
    gametree.Seq: [
        *("of", "from_list", "empty", "singleton", "tabulate", "flatten", "hidel", "hidet"),
        *("nth", "map", "filter", "reduce", "reduce1", "mapreduce", "append", "cons", "eq"),
        *("to_list", "to_string", "showl", "showt"),
    ],
    gametree.Matrix: [
        *("tabulate", "sub", "update", "num_cols", "num_rows"),
        *("rows", "cols", "diags1", "diags2"),
    ],
    gametree.Pebbles: [*GAME, *TEXT],
    gametree.ExplicitGame: [*GAME, *TEXT],
}


@pytest.mark.parametrize("cls", PROMISED_METHODS, ids=lambda cls: cls.__name__)
def test_every_promised_method_exists_and_is_documented(cls: type) -> None:
    undocumented = [n for n in PROMISED_METHODS[cls] if not getattr(cls, n).__doc__]
    assert undocumented == []


def test_importing_the_package_loads_the_standard_library_alone_and_prints_nothing() -> None:
    program = (
        "import sys; before = set(sys.modules); sys.path.insert(0, sys.argv[1]); import gametree;"
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before})"
    )
    command = [sys.executable, "-I", "-S", "-c", program, str(PACKAGE.parent)]
    shown = subprocess.run(command, capture_output=True, text=True, check=True)
    assert set(shown.stdout.split()) - sys.stdlib_module_names == {"gametree"}
    assert (shown.stdout.count("\n"), shown.stderr) == (1, "")
