"""What the `functions` of a task may name, and what to say of names that nobody defines."""

import ast
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

from grader.errors import did_you_mean

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def unknown_function(file: Path, dotted: str) -> str:
    """What to say of a name that a module doesn't define, or "" if it does, or nobody can know."""
    known = _defined(file)
    owner = dotted.partition(".")[0]
    if known is None or dotted in known or f"{owner}.*" in known:
        return ""
    return f"the reference's {file.name} defines no '{dotted}'{did_you_mean(dotted, known)}"


def unknown_task(task: str, known: Collection[str]) -> str:
    """What to say of a task that there is not.

    >>> unknown_task("cnt.men", ["cnt.men_count"])
    "there is no task 'cnt.men' in config.yaml; did you mean 'cnt.men_count'?"
    """
    return f"there is no task '{task}' in config.yaml{did_you_mean(task, known)}"


@cache
def _defined(file: Path) -> frozenset[str] | None:
    """The names of a module, with methods; `A.*` for a class A that inherits or is computed."""
    try:
        tree = ast.parse(file.read_text("utf-8"))
    except (OSError, ValueError, SyntaxError):
        return None  # which is reported elsewhere
    return frozenset(_names(tree.body))


def _names(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        for inner in ast.walk(node) if not isinstance(node, Definition) else (node,):
            match inner:
                case ast.ClassDef(name):
                    yield name
                    yield from [f"{name}.{own}" for own in _names(inner.body)]
                    if inner.bases or inner.keywords or inner.decorator_list:
                        yield f"{name}.*"
                case ast.FunctionDef(name) | ast.AsyncFunctionDef(name):
                    yield name
                case ast.Name(name, ast.Store()):
                    yield from (name, f"{name}.*")
                case ast.alias(name, asname):
                    known = (asname or name).partition(".")[0]
                    yield from (known, f"{known}.*")
