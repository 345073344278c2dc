"""Names in checks that no right hand-in has: a typing mistake that would fail everybody.

`submission.bank.Acount` is looked up in the solution and the starter file, by their syntax trees
alone. So it is reported before anything runs, in drawn checks too.
"""

import ast
import sys
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path

from grader.asking.handed_in import HandedIn, Names

ROOTS = ("submission", "code", "CODE")


def unknown_names(
    file: Path, modules: Sequence[str], defined: Names, library: str
) -> Iterator[str]:
    """A line for each name of the student's in a file of checks that is not `defined`."""
    others = {library, *dir(HandedIn)} | set(sys.stdlib_module_names)
    tree = ast.parse(file.read_bytes(), str(file))
    for line, module, name in _asked(tree):
        place = f"{file}:{line}"
        if module not in defined and module not in others:
            yield f"{place}: there is no module '{module}' to ask{_meant(module, modules)}"
        elif name and module in defined and name not in defined[module]:
            example = _meant(name, sorted(defined[module]))
            yield f"{place}: neither solution nor starter of {module}.py has '{name}'{example}"


def _meant(name: str, known: Sequence[str]) -> str:
    close = get_close_matches(name, known, 1)
    return f"; did you mean '{close[0]}'?" if close else f"; there are {', '.join(known[:8])}"


def _asked(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    """Line, module and name of each `submission.module.name`; the name may be empty."""
    inner: set[int] = set()
    others = set(_variables_of_that_name(tree))
    for node in ast.walk(tree):
        if id(node) in others:
            continue
        match node:
            case ast.Attribute(
                value=ast.Attribute(value=ast.Name(id=root), attr=module) as part, attr=name
            ) if root in ROOTS:
                inner.add(id(part))
                yield node.lineno, module, name
            case ast.Attribute(value=ast.Name(id=root), attr=module) if root in ROOTS:
                if id(node) not in inner:
                    yield node.lineno, module, ""


def _variables_of_that_name(tree: ast.Module) -> Iterator[int]:
    """The attributes, by identity, of what a function itself has called `code` or the like."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.Lambda):
            inside = list(ast.walk(function))
            names = [node for node in inside if isinstance(node, ast.Name)]
            stored = {node.id for node in names if isinstance(node.ctx, ast.Store)}
            for node in inside:
                match node:
                    case ast.Attribute(value=ast.Name(id=root)) if root in stored:
                        yield id(node)
                    case ast.Attribute(value=ast.Attribute(value=ast.Name(id=root))):
                        yield from [id(node)] if root in stored else []
