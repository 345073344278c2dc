"""What is plain data in a file of a solution, by the names that are there at a place in it."""

import ast
import builtins
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from grader.student.source import last_name

# What makes data of data: these types, and what is in these modules.
TYPES = frozenset(
    (
        *("object", "int", "float", "complex", "bool", "str", "bytes", "bytearray", "range"),
        *("tuple", "list", "set", "frozenset", "dict", "property", "staticmethod", "classmethod"),
    )
)
MODULES = frozenset(
    (
        *("typing", "typing_extensions", "collections", "enum", "dataclasses", "datetime"),
        *("decimal", "fractions", "pathlib", "math", "re", "types", "logging", "string", "abc"),
    )
)
# What a property or a generic function is asked for while others are defined.
ASKED = frozenset(("setter", "getter", "deleter", "register"))
ALWAYS = frozenset(
    (*dir(builtins), "__name__", "__file__", "__doc__", "__module__", "__qualname__")
)
PLAIN = (
    *(ast.Constant, ast.Tuple, ast.List, ast.Set, ast.Dict, ast.BinOp, ast.UnaryOp, ast.BoolOp),
    *(ast.Compare, ast.Subscript, ast.Slice, ast.Starred, ast.IfExp, ast.JoinedStr),
    *(ast.FormattedValue, ast.keyword, ast.expr_context, ast.operator, ast.unaryop, ast.boolop),
    ast.cmpop,
)
Import = ast.Import | ast.ImportFrom
Assigned = ast.Assign | ast.AnnAssign | ast.AugAssign


@dataclass(slots=True)
class Names:
    """The names that a starter has at a place, by what is known of them.

    Calls of `own` ones run the solution's code, unless they are `bare` classes.
    """

    there: set[str] = field(default_factory=set)
    own: set[str] = field(default_factory=set)
    bare: set[str] = field(default_factory=set)
    enums: set[str] = field(default_factory=set)
    metaclasses: set[str] = field(default_factory=set)
    types: set[str] = field(default_factory=lambda: set(TYPES))
    modules: dict[str, str] = field(default_factory=dict)
    lost: set[tuple[str, str]] = field(default_factory=set)
    is_open: bool = False

    def inner(self) -> "Names":
        """Those at the beginning of a class: what it adds is its own."""
        return replace(self, there={*self.there}, own={*self.own})

    def has(self, name: str) -> bool:
        """Whether a name is there."""
        return self.is_open or name in self.there or name in ALWAYS


def runs_code(func: ast.expr, names: Names) -> bool:
    """Whether a call of it runs what was code of the solution's."""
    if isinstance(func, ast.Attribute) and func.attr in ASKED:
        return False
    root = _root(func)
    is_bare = root in names.bare and last_name(func) == root
    return root in names.own and not is_bare


def has_targets(node: Assigned, names: Names) -> bool:
    """Whether what it assigns to is there: new names, or attributes of the solution's own."""
    for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
        match target:
            case ast.Attribute(ast.Name(name)) if name in names.own:
                continue
        is_named = not any(isinstance(n, ast.Attribute | ast.Subscript) for n in ast.walk(target))
        is_new = not isinstance(node, ast.AugAssign)
        if not is_named or not (is_new or all(map(names.has, bound_by(node)))):
            return False
    return True


def is_plain(node: ast.AST, names: Names) -> bool:
    """Whether it is data that needs no code of the solution's."""
    match node:
        case ast.Name(name):
            return names.has(name)
        case ast.Attribute(ast.Name(name), attribute) if (name, attribute) in names.lost:
            return False
        case ast.Attribute(value):
            return is_plain(value, names)
        case ast.Call(func, arguments, keywords):
            given = [argument for argument in arguments if not is_plain(argument, names)]
            made = [word for word in keywords if not _is_made_later(word, names)]
            return not given and not made and _makes_data(func, names)
    parts = ast.iter_child_nodes(node)
    return isinstance(node, PLAIN) and all(is_plain(part, names) for part in parts)


def _is_made_later(word: ast.keyword, names: Names) -> bool:
    """Whether it is plain, or makes something plain for each object: `field(default_factory=…)`."""
    value = word.value
    return is_plain(value.body if isinstance(value, ast.Lambda) else value, names)


def _makes_data(func: ast.expr, names: Names) -> bool:
    root = _root(func)
    if root in names.own:
        return not runs_code(func, names)
    if root in names.modules:
        return names.modules[root].partition(".")[0] in MODULES and names.has(root)
    if isinstance(func, ast.Attribute) and not root:  # "red green".split()
        return is_plain(func.value, names)
    return root in TYPES


def _root(node: ast.expr) -> str:
    """The name that an expression begins with, or nothing."""
    match node:
        case ast.Name(name):
            return name
        case ast.Attribute(value) | ast.Subscript(value) | ast.Call(value):
            return _root(value)
    return ""


def evaluated(node: ast.AST) -> Iterator[ast.AST]:
    """A node and what in it is evaluated with it: no body of a lambda."""
    yield node
    inner = [node.args] if isinstance(node, ast.Lambda) else ast.iter_child_nodes(node)
    for part in inner:
        yield from evaluated(part)


def names_of(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def bound_by(node: ast.AST) -> Iterator[str]:
    """The names that a statement, or a name that is stored, binds."""
    match node:
        case ast.Import(names) | ast.ImportFrom(names=names):
            yield from (alias.asname or alias.name.partition(".")[0] for alias in names)
        case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
            yield name
        case ast.Name(name, ast.Store()):
            yield name
        case ast.Assign(targets=targets):
            yield from (name for target in targets for name in bound_by(target))
        case ast.AnnAssign(target) | ast.AugAssign(target) | ast.Starred(target):
            yield from bound_by(target)
        case ast.Tuple(parts) | ast.List(parts):
            yield from (name for part in parts for name in bound_by(part))
        case ast.stmt() if type(node).__name__ == "TypeAlias":
            yield from bound_by(node.name)  # type: ignore[attr-defined]


def bound_in(node: ast.stmt) -> Iterator[str]:
    """What the assignments in a block bind."""
    for part in ast.walk(node):
        if isinstance(part, Assigned):
            yield from bound_by(part)
