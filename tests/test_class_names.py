"""One meaning for each class name of the engine, so that a name says where to look."""

import ast
from collections import defaultdict

from tests.test_layers import MODULES, starts, tree_of


def test_a_class_name_has_one_meaning_in_the_engine() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for module in MODULES:
        if starts(module, "grader"):
            for node in ast.walk(tree_of(module)):
                if isinstance(node, ast.ClassDef):
                    homes[node.name.lstrip("_")].append(module)
    assert {name: found for name, found in homes.items() if len(found) > 1} == {}
