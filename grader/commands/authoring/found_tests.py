"""The tests in a file as its text shows them: nothing of it is run.

Found is what pytest collects: functions, and methods of classes, with those that a class inherits
from another one of the file.
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import add, mul, neg, pos, sub, truediv
from typing import Any

from grader.errors import UsageError
from grader.student.source import last_name

Function = ast.FunctionDef | ast.AsyncFunctionDef
WORTH = ("weight", "partial_credit")
OPERATORS: Mapping[type[ast.AST], Any] = {
    ast.Add: add,
    ast.Sub: sub,
    ast.Mult: mul,
    ast.Div: truediv,
    ast.USub: neg,
    ast.UAdd: pos,
}


@dataclass(frozen=True, slots=True)
class FoundTest:
    """A test as the text shows it: its name, the class that it is in, and what it is worth.

    One that `is_partial` may give a part of that.
    """

    name: str
    owner: str
    title: str
    weight: float | None
    is_partial: bool = False

    @property
    def path(self) -> str:
        """By which name it is known."""
        return f"{self.owner}.{self.name}" if self.owner else self.name


def found_tests(tree: ast.Module, file: str) -> Iterator[FoundTest]:
    """The tests in their order; raises `UsageError` if one says its worth as no text shows it."""
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    reader = _Worth(dict(_constants(tree)), file)
    for node in tree.body:
        if isinstance(node, Function):
            yield from _one(node, "", reader)
        elif isinstance(node, ast.ClassDef) and _is_collected(node, classes):
            for function in _methods(node, classes).values():
                yield from _one(function, node.name, reader)


def _one(function: Function, owner: str, reader: "_Worth") -> Iterator[FoundTest]:
    if function.name.startswith("test"):
        title = (ast.get_docstring(function) or "").partition("\n")[0]
        words = function.name.removeprefix("test_").replace("_", " ")
        yield FoundTest(function.name, owner, title or words, *reader.of(function))


def _is_collected(node: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> bool:
    """Whether pytest takes a class for one of tests; a base of another file may be a `TestCase`."""
    if node.name.startswith("Test"):
        return True
    inner = [classes.get(last_name(base)) for base in node.bases if last_name(base) != "object"]
    return any(base is None or _is_collected_base(base, classes) for base in inner)


def _is_collected_base(node: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> bool:
    # A plain class hands on its tests, but not that it is collected: that is by name.
    inner = [classes.get(last_name(base)) for base in node.bases if last_name(base) != "object"]
    return any(base is None or _is_collected_base(base, classes) for base in inner)


def _methods(node: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> dict[str, Function]:
    """What a class defines, and what it inherits from classes of the file, the former first."""
    own = {inner.name: inner for inner in node.body if isinstance(inner, Function)}
    for base in map(last_name, node.bases):
        if base in classes and base != node.name:
            own = own | {n: f for n, f in _methods(classes[base], classes).items() if n not in own}
    return own


def _constants(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in tree.body:
        match node:
            case ast.Assign([ast.Name(id=name)], value):
                yield name, value
            case ast.AnnAssign(ast.Name(id=name), _, ast.expr() as value):
                yield name, value


@dataclass(frozen=True, slots=True)
class _Worth:
    """Reads what tests are worth: numbers, sums of them, and the file's names for such."""

    constants: Mapping[str, ast.expr]
    file: str

    def of(self, function: Function) -> tuple[float | None, bool]:
        """What a test is worth, if it says so, and whether it may give a part of that."""
        for decorator in function.decorator_list:
            if isinstance(decorator, ast.Call) and last_name(decorator.func) in WORTH:
                values = [*decorator.args, *[keyword.value for keyword in decorator.keywords]]
                return self._number(values, decorator), last_name(decorator.func) == WORTH[1]
        return None, False

    def _number(self, values: list[ast.expr], where: ast.expr) -> float:
        try:
            [value] = values
            return float(self._value(value, frozenset()))
        except (ValueError, ArithmeticError):
            text = f"what {ast.unparse(where)} is worth isn't in the text: write it as a number"
            raise UsageError(f"{self.file}:{where.lineno}: {text}") from None

    def _value(self, node: ast.expr, seen: frozenset[str]) -> float:
        """Raises `ValueError` where it is no number."""
        match node:
            case ast.Constant(value=int() | float() as value):
                return value
            case ast.UnaryOp(operator, operand) if type(operator) in OPERATORS:
                return float(OPERATORS[type(operator)](self._value(operand, seen)))
            case ast.BinOp(left, operator, right) if type(operator) in OPERATORS:
                both = self._value(left, seen), self._value(right, seen)
                return float(OPERATORS[type(operator)](*both))
            case ast.Name(id=name) if name in self.constants and name not in seen:
                return self._value(self.constants[name], seen | {name})
        raise ValueError(ast.unparse(node))
