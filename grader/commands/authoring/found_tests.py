"""The tests in a file, as its text shows them: nothing in it runs.

It finds what pytest collects: functions, and methods of classes, including those that a class
inherits from another one in the file.
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import add, mul, neg, pos, sub, truediv
from typing import Any

from grader.errors import UsageError
from grader.student.source import Function, last_name

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
    """A test as the text shows it: its name, its class, and what it is worth.

    A test that `is_partial` may give part of that.
    """

    name: str
    owner: str
    title: str
    weight: float | None
    is_partial: bool = False

    @property
    def path(self) -> str:
        """The name by which it is known."""
        return f"{self.owner}.{self.name}" if self.owner else self.name


@dataclass(frozen=True, slots=True)
class _ReadClass:
    """A class in the file: its methods, with inherited ones, and whether it may be a `TestCase`."""

    methods: Mapping[str, Function]
    is_case: bool


def found_tests(tree: ast.Module, file: str) -> Iterator[FoundTest]:
    """The tests in order; raises `UsageError` if the text doesn't show what one is worth."""
    above: dict[str, _ReadClass] = {}
    reader = _Worth(dict(_constants(tree)), file)
    defined = [node for node in tree.body if isinstance(node, Function | ast.ClassDef)]
    # If a name is defined several times, pytest collects the last definition.
    counting = {node.name: node for node in defined}
    for node in defined:
        if isinstance(node, ast.ClassDef):
            above[node.name] = read = _read_class(node, above)
            is_collected = read.is_case or node.name.startswith("Test")
            tests, owner = list(read.methods.values()) if is_collected else [], node.name
        else:
            tests, owner = [node], ""
        if counting[node.name] is node:
            for function in tests:
                yield from _one(function, owner, reader)


def _one(function: Function, owner: str, reader: "_Worth") -> Iterator[FoundTest]:
    if function.name.startswith("test"):
        title = (ast.get_docstring(function) or "").partition("\n")[0]
        words = function.name.removeprefix("test_").replace("_", " ")
        yield FoundTest(function.name, owner, title or words, *reader.of(function))


def _read_class(node: ast.ClassDef, above: Mapping[str, _ReadClass]) -> _ReadClass:
    """A class, given those `above` it in the file; a base from elsewhere may be a `TestCase`."""
    methods = {inner.name: inner for inner in node.body if isinstance(inner, Function)}
    bases = [above.get(name) for name in map(last_name, node.bases) if name != "object"]
    for base in bases:
        for name, function in base.methods.items() if base else ():
            methods.setdefault(name, function)
    return _ReadClass(methods, any(base is None or base.is_case for base in bases))


def _constants(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in tree.body:
        match node:
            case ast.Assign([ast.Name(id=name)], value):
                yield name, value
            case ast.AnnAssign(ast.Name(id=name), _, ast.expr() as value):
                yield name, value


@dataclass(frozen=True, slots=True)
class _Worth:
    """Reads what tests are worth: numbers, sums of them, and the file's constants."""

    constants: Mapping[str, ast.expr]
    file: str

    def of(self, function: Function) -> tuple[float | None, bool]:
        """What a test is worth, if it says so, and whether it may give part of that."""
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
        """Raise `ValueError` if it isn't a number."""
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
