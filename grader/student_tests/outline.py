"""The outline of a module: the names that it shows, without the code behind them.

Students see the starter files, so an outline made from these reveals nothing. For classes, the
outline has methods, properties, and the attributes that the class body and `__init__` set; all
else, such as imports and type aliases, it has as statements.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from grader.inside.module_names import file_of
from grader.inside.pair.crossing import BASE_NAMES, last_name
from grader.inside.sources import module_name
from grader.inside.student_tests.askable_modules import Statement

# Other special methods are reached by operators; this one decides whether objects are callable.
CALL = "__call__"
# Functions that return a new class, by the ends of their names (`IntEnum`, `StrEnum`, …).
ENUMS = ("Enum", "Flag")
CLASS_MAKERS = ("namedtuple", "NamedTuple", "make_dataclass", *ENUMS)
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class ModuleOutline:
    """What a module shows; methods, attributes and bases are listed by class."""

    name: str
    rest: str
    functions: tuple[str, ...]
    methods: dict[str, tuple[str, ...]]
    attributes: dict[str, tuple[str, ...]]
    bases: dict[str, tuple[str, ...]]

    def to_wire(self) -> list[object]:
        """Its data for a box: classes with their methods, attributes and bases come last."""
        classes = [
            [kind, self._own_and_call(kind), self.attributes[kind], self.bases[kind]]
            for kind in self.methods
        ]
        return [self.name, self.rest, self.functions, classes]

    def _own_and_call(self, kind: str) -> list[str]:
        own = self.methods[kind]
        return [*own, CALL] if CALL not in own and self._is_called(kind) else [*own]

    def _is_called(self, kind: str, below: frozenset[str] = frozenset()) -> bool:
        """Whether objects of a class can be called, through the class itself or a base."""
        above = {last_name(base) for base in self.bases[kind]} & self.methods.keys()
        seen = below | {kind}
        inherits = any(self._is_called(base, seen) for base in above - seen)
        return CALL in self.methods[kind] or inherits

    def public_names(self) -> list[str]:
        """Functions, classes, and what classes have as `Class.name`."""
        names = [*self.functions, *self.methods]
        for kind in self.methods:
            inherited = [name for base in self.bases[kind] for name in _names_of_python(base)]
            own = (*self.methods[kind], *self.attributes[kind], *inherited)
            names += [f"{kind}.{name}" for name in own]
        return names

    def importable_names(self) -> list[str]:
        """What can be imported from it, such as constants; `*` if it imports all of a module."""
        rest = [Statement("", node).makes for node in ast.parse(self.rest).body]
        return [*self.functions, *self.methods, *sorted(frozenset().union(*rest))]


def public_names_of(outlines: Iterable[ModuleOutline]) -> list[list[object]]:
    """Modules with their public names, as data for a box."""
    return [[outline.name, outline.public_names()] for outline in outlines]


def _names_of_python(base: str) -> list[str]:
    """What a class inherits from one of Python's own classes, by the name of that base."""
    name = last_name(base)
    if name.endswith(ENUMS):
        return ["name", "value"]
    kind = BASE_NAMES.get(name, object)
    return [name for name in dir(kind) if not name.startswith("_")]


def outlines_of(starters: Mapping[str, str]) -> tuple[ModuleOutline, ...]:
    """The outlines of the starter files, without files that define tests."""
    tested = {file: text for file, text in starters.items() if not file.startswith("test_")}
    return tuple([outline_of(module_name(file), text) for file, text in tested.items()])


def outline_of(name: str, text: str) -> ModuleOutline:
    """The outline of the module `name` with this text; raises `SyntaxError`."""
    return _outline_of(name, ast.parse(text, f"starter {file_of(name)}"))


def bare_outline_of(name: str, text: str) -> ModuleOutline:
    """The outline without the statements beside functions and classes; raises `SyntaxError`.

    `Point = namedtuple(…)` and its like are classes, too.
    """
    tree = ast.parse(text)
    tree.body = [_as_class(node) for node in tree.body]
    return replace(_outline_of(name, tree), rest="")


def _as_class(node: ast.stmt) -> ast.stmt:
    match node:
        case ast.Assign([ast.Name(name)], ast.Call(ast.Name(made) | ast.Attribute(_, made))):
            if made.endswith(CLASS_MAKERS):
                return ast.ClassDef(name, [], [], [], [])
    return node


def _outline_of(name: str, tree: ast.Module) -> ModuleOutline:
    functions = [node.name for node in tree.body if isinstance(node, Function)]
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    rest = [node for node in tree.body if not isinstance(node, Function | ast.ClassDef)]
    return ModuleOutline(
        name,
        ast.unparse(ast.Module(rest, [])),
        tuple(functions),
        {node.name: tuple(_methods(node)) for node in classes},
        {node.name: tuple(_attributes(node)) for node in classes},
        {node.name: tuple(map(ast.unparse, node.bases)) for node in classes},
    )


def _methods(node: ast.ClassDef) -> Iterator[str]:
    for function in _functions(node):
        is_open = not function.name.startswith("_") or function.name == CALL
        if not function.decorator_list and is_open:
            yield function.name


def _attributes(node: ast.ClassDef) -> Iterator[str]:
    for statement in node.body:
        yield from _assigned(statement)
    for function in _functions(node):
        if function.decorator_list and not function.name.startswith("_"):
            yield function.name
        if function.name == "__init__":
            yield from _set_on_self(function)


def _assigned(statement: ast.stmt) -> Iterator[str]:
    match statement:
        case ast.Assign(targets=targets):
            names = [target.id for target in targets if isinstance(target, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):  # even without a value, as in dataclasses
            names = [name]
        case _:
            names = []
    yield from [name for name in names if not name.startswith("_")]


def _functions(node: ast.ClassDef) -> Iterator[Function]:
    for statement in node.body:
        if isinstance(statement, Function):
            yield statement


def _set_on_self(function: Function) -> Iterator[str]:
    for node in ast.walk(function):
        match node:
            case ast.Attribute(ast.Name("self"), str(name), ast.Store()) if name[0] != "_":
                yield name
