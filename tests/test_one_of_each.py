"""What the engine has one of, read from the syntax trees: a second one is a mistake."""

import ast

from tests.test_layers import MODULES, starts, tree_of

WRITER = "grader.student.atomic_file"
# Whole folders, which can't be written in place of one another.
MOVES_FOLDERS = {
    *("grader.publishing.proposal", "grader.publishing.regrade"),
    *("grader.sandbox.walls.packages", "grader.sandbox.walls.removal"),
}


def _replaces_a_file(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr="replace"), args=[_], keywords=[]):
            return True  # Path.replace; that of str takes two
        case ast.Call(func=ast.Attribute(value=ast.Name("os"), attr="replace" | "link")):
            return True
    return False


def _moves(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and (
        isinstance(node.func, ast.Attribute) and node.func.attr in ("rename", "renames", "move")
    )


def test_one_module_replaces_files() -> None:
    engine = {module for module in MODULES if starts(module, "grader")}
    replacing = {m for m in engine if any(map(_replaces_a_file, ast.walk(tree_of(m))))}
    assert replacing == {WRITER}
    moving = {m for m in engine if any(map(_moves, ast.walk(tree_of(m))))}
    assert moving <= MOVES_FOLDERS
