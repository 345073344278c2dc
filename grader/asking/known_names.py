"""Mistakes in checks that show in their syntax trees, before anything runs.

Unknown names, which would fail everybody: `submission.bank.Acount` is looked up in the solution and
the starter file. And calls that are never asked, which would prove nothing.
"""

import ast
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from grader.asking.handed_in import CheckedModule, Names
from grader.errors import did_you_mean
from grader.inside.module_names import file_of, holds

# What checks call the hand-in: the fixture, the parameter of drawn checks, and its constant.
ROOTS = ("submission", "code", "CODE")
OF_ITS_OWN = frozenset(dir(CheckedModule))
ASKED = (ast.Call, ast.BinOp, ast.Compare, ast.Subscript, ast.UnaryOp)


def tree_of(file: Path) -> ast.Module:
    """The syntax tree of a file of checks; the same object as long as the text is unchanged."""
    return _parsed(str(file), file.read_bytes())


# Analyses of one file follow one another, and share its nodes by identity.
@lru_cache(maxsize=1)
def _parsed(name: str, content: bytes) -> ast.Module:
    return ast.parse(content, name)


def unknown_names(
    file: Path,
    modules: Sequence[str],
    defined: Names,
    given: Collection[str],
    offered: Names | None = None,
) -> Iterator[str]:
    """A line for each name of the hand-in in a file of checks that is not `defined`.

    Suggestions are taken from the `offered` names. The library and packages in `given` may be
    asked, as Python's own modules may.
    """
    others = {*given, *OF_ITS_OWN} | set(sys.stdlib_module_names)
    tree = tree_of(file)
    for line, module, name in _asked(tree, defined):
        place = f"{file}:{line}"
        if module not in defined and module not in others:
            yield f"{place}: there is no module '{module}' to ask{_meant(module, modules)}"
        elif name and module in defined and name not in defined[module]:
            example = _meant(name, sorted((offered or defined)[module]))
            words = f"neither solution nor starter of {file_of(module)} has '{name}'"
            yield f"{place}: {words}{example}"


def unasked(file: Path) -> Iterator[str]:
    """A line for each call in a file of checks that is a statement by itself, so never asked.

    A call is only recorded, whatever it would do, until it becomes part of a claim.
    """
    tree = tree_of(file)
    others = _variables_of_that_name(tree)
    found: dict[str, None] = {}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            inside = [node for node in ast.walk(function) if id(node) not in others]
            found |= dict.fromkeys(_standing_alone(file, inside))
    yield from found


def _standing_alone(file: Path, inside: Sequence[ast.AST]) -> Iterator[str]:
    questions = _variables_of_questions(inside)
    for node in inside:
        match node:
            case ast.Expr(value=call) if isinstance(call, ASKED) and _is_question(call, questions):
                words = "is never asked: put it into a list with what follows"
                yield f"{file}:{node.lineno}: {ast.unparse(call)} {words}"


def _variables_of_questions(inside: Sequence[ast.AST]) -> set[str]:
    """The variables of a function that only ever hold questions."""
    names = [node for node in inside if isinstance(node, ast.Name)]
    stored = Counter(node.id for node in names if isinstance(node.ctx, ast.Store))
    stored.update(node.arg for node in inside if isinstance(node, ast.arg))
    found: set[str] = set()
    # In order: an assignment comes before the questions that use its variable.
    for node in inside:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if stored[name] == 1:
                found |= {name} if _is_question(value, found) else set()
    return found


def _is_question(node: ast.expr, variables: Collection[str]) -> bool:
    """Whether an expression is built from a name of the hand-in, or from such a variable."""
    while True:
        match node:
            case ast.Call(func=inner) | ast.Subscript(value=inner) | ast.UnaryOp(operand=inner):
                node = inner
            case ast.BinOp(left=left, right=right) | ast.Compare(left=left, comparators=[right]):
                return any(_is_question(one, variables) for one in (left, right))
            case ast.Attribute(value=ast.Name(id=root), attr=module) if root in ROOTS:
                return module not in OF_ITS_OWN
            case ast.Attribute(value=inner):
                node = inner
            case ast.Name(id=name):
                return name in variables
            case _:
                return False


def _meant(name: str, known: Sequence[str]) -> str:
    return did_you_mean(name, known, f"; there are {', '.join(known[:8])}")


def _asked(tree: ast.Module, modules: Collection[str]) -> Iterator[tuple[int, str, str]]:
    """Line, module and name of each `submission.module.name`; the name may be empty.

    A module of a package, one of `modules`, is `submission.package.module`.
    """
    # The walk meets the parts of a chain again after the whole of it.
    inner: set[int] = set()
    others = _variables_of_that_name(tree)
    for node in ast.walk(tree):
        if id(node) in inner:
            continue
        parts: list[ast.Attribute] = []
        below = node
        while isinstance(below, ast.Attribute):
            parts.insert(0, below)
            below = below.value
        if not others.isdisjoint(map(id, parts)):
            continue
        if isinstance(below, ast.Name) and below.id in ROOTS and parts:
            inner |= {id(part) for part in parts}
            module, *names = [part.attr for part in parts]
            while names and holds(modules, f"{module}.{names[0]}"):
                module = f"{module}.{names.pop(0)}"
            if names or module in modules or not holds(modules, module):
                yield parts[0].lineno, module, names[0] if names else ""


@lru_cache(maxsize=1)
def _variables_of_that_name(tree: ast.Module) -> frozenset[int]:
    """The attributes, by identity, of a function's own variables named `code` or the like."""
    found: set[int] = set()
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.Lambda):
            inside = list(ast.walk(function))
            names = [node for node in inside if isinstance(node, ast.Name)]
            stored = {node.id for node in names if isinstance(node.ctx, ast.Store)}
            for node in inside:
                match node:
                    case ast.Attribute(
                        value=ast.Name(id=root) | ast.Attribute(value=ast.Name(id=root))
                    ) if root in stored:
                        found.add(id(node))
    return frozenset(found)
