"""What is written in the tests: their files, and the texts in them that may be evaluated."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from textwrap import dedent
from typing import Any

from grader.inside.sources import module_name

# The most lines known of each data file beside the tests.
MOST_LINES = 20_000
# Lists of names are excluded: such a text would admit any list of parameters.
NAMES = re.compile(r"\s*\w+(\s*,\s*\w+)*[\s,]*")


class OwnTexts:
    """The tests' files, `[name, text]` or `[name, bytes in hex, True]`, read when asked for."""

    def __init__(self, files: Iterable[Sequence[Any]]) -> None:
        self._files = [tuple(file) for file in files]
        self._texts = {name: text for name, text, *data in self._files if not data}
        names = [module_name(name) for name in self._texts]
        # A folder of theirs may be on `sys.path`, so modules may have their short names.
        self.modules = frozenset([*names, *[name.rpartition(".")[2] for name in names]])

    @property
    def python(self) -> Mapping[str, str]:
        """The files that are modules, by name."""
        return self._texts

    def hold(self, text: str) -> bool:
        """Whether a text is one of the files, or written in one of them."""
        return text in self._written or text.strip() in self._written

    def speak_of(self, name: str) -> bool:
        """Whether a name is in a text that the tests may pass to a hand-in: `work.f("x + 1")`."""
        return name in self._spoken

    @cached_property
    def _trees(self) -> list[ast.Module]:
        return [tree for text in self._texts.values() if (tree := _tree(text)) is not None]

    @cached_property
    def _written(self) -> frozenset[str]:
        found = {*self._texts.values(), *self._lines_of_data()}
        for tree in self._trees:
            for node in ast.walk(tree):
                found.update(_texts_of(node))
        return frozenset(one for one in found if not NAMES.fullmatch(one))

    def _lines_of_data(self) -> Iterator[str]:
        for _, content, *is_data in self._files:
            if is_data:
                text = bytes.fromhex(content).decode("utf-8", "replace")
                yield text
                yield from [line.strip() for line in text.splitlines()[:MOST_LINES]]

    @cached_property
    def _spoken(self) -> frozenset[str]:
        return frozenset(name for tree in self._trees for name in _spoken_in(tree))


def _tree(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError):  # reported when it is imported
        return None


def _texts_of(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Constant(str(text)):
            yield from (text, dedent(text), text.strip(), dedent(text).strip())
        case ast.arg(annotation=ast.expr() as kind) | ast.AnnAssign(annotation=kind):
            yield ast.unparse(kind)
        case ast.FunctionDef(returns=ast.expr() as kind):
            yield ast.unparse(kind)


def _spoken_in(node: ast.AST) -> Iterator[str]:
    """Names in texts that are expressions; messages, docstrings and parameter lists don't count."""
    match node:
        case ast.Constant(str(text)):
            tree = _tree(text.strip())
            yield from (one.id for one in ast.walk(tree or node) if isinstance(one, ast.Name))
        case ast.Call(ast.Name("dict"), keywords=named):
            yield from (keyword.arg for keyword in named if keyword.arg)
        case ast.Assert(test=test):
            yield from _spoken_in(test)
            return
        case ast.JoinedStr() | ast.Expr(ast.Constant()):
            return
        case ast.Call(ast.Attribute(attr="parametrize"), [_, *values]):
            for value in values:
                yield from _spoken_in(value)
            return
    for child in ast.iter_child_nodes(node):
        yield from _spoken_in(child)
