"""A starter: the interface of a solution, without its code.

Its functions do nothing yet. Defaults, decorators, bases and class attributes stay if they are
data: whatever calls a function or class of the solution is code, and removed. So are constants,
except those that tests, signatures, classes or other files need. Parts of the interface that can't
stay are reported; and if importing a starter should still run code, `grader verify` reports that.
"""

import ast
import builtins
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

from grader.inside.module_names import files_of, named_by, statements
from grader.student.source import Function, last_name

# Attributes of the solution's properties or generic functions, used while defining others.
ASKED = frozenset(("setter", "getter", "deleter", "register"))
# Methods that run when a subclass is defined, and those that run for each member of an enum.
DEFINING = frozenset(("__init_subclass__", "__set_name__"))
OF_MEMBERS = frozenset(("__init__", "__new__"))
ENUMS = frozenset(("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"))
Imports = ast.Import | ast.ImportFrom
IN_BLOCKS = (ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.Pass)
Assigned = ast.Assign | ast.AnnAssign | ast.AugAssign


@dataclass(frozen=True, slots=True)
class Starter:
    """The text of a starter, and a description of the interface that is left out."""

    text: str
    left: tuple[str, ...]


def starters_of(trees: Mapping[str, ast.Module], tests: Iterable[ast.AST]) -> dict[str, Starter]:
    """A starter for each file of a solution, whose trees are modified; `tests` use it."""
    imports = [node for file, tree in trees.items() for node in _own_imports(file, tree, trees)]
    shared = {alias.name for node in imports for alias in node.names}
    modules = {name for node in imports for name in _bound_by(node)}
    shared |= {
        node.attr
        for tree in trees.values()
        for node in _run_by_imports(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        if node.value.id in modules
    }
    own = modules | {name for tree in trees.values() for name in _defined_in(tree.body)}
    used = {name for tree in tests for name in _used_in(tree)}
    return {file: _CodeStripper(own, shared, used).starter(tree) for file, tree in trees.items()}


def _defined_in(body: Iterable[ast.stmt]) -> Iterator[str]:
    """The names of functions and classes among some statements."""
    for node in body:
        if isinstance(node, Function | ast.ClassDef):
            yield node.name


def _own_imports(file: str, tree: ast.Module, files: Collection[str]) -> Iterator[Imports]:
    for node in statements(tree):
        found = (name for each in named_by(file, node) for name in files_of(each))
        if isinstance(node, Imports) and any(name in files for name in found):
            yield node


def _run_by_imports(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a file that run on import: all but bodies of functions."""
    yield node
    inner = [node.args, *node.decorator_list] if isinstance(node, Function) else None
    for part in ast.iter_child_nodes(node) if inner is None else inner:
        yield from _run_by_imports(part)


def _used_in(tree: ast.AST) -> Iterator[str]:
    """The names that tests may use of a solution: imports, attributes, and strings with such."""
    is_all = any(isinstance(n, ast.ImportFrom) and n.names[0].name == "*" for n in ast.walk(tree))
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(names=names):
                yield from (alias.name for alias in names)
            case ast.Attribute(_, name):
                yield name
            case ast.Constant(str(text)):  # the target of a patch
                yield text.rpartition(".")[2]
            case ast.Name(name) if is_all:
                yield name


@dataclass(slots=True)
class _CodeStripper:
    """Removes the code from a file, statement by statement.

    `own` are the names of the solution's functions and classes. Other files use its constants
    `shared`, and tests use the names `used`.
    """

    own: Set[str]
    shared: Set[str]
    used: Set[str]
    _left: list[str] = field(default_factory=list)

    def starter(self, tree: ast.Module) -> Starter:
        """What remains of a file."""
        there = {*dir(builtins), "__name__", "__file__"}
        body = [part for node in tree.body for part in self._stripped(node, there, "")]
        needed, kept = self.used | self.shared, list[ast.stmt]()
        for node in reversed(body):
            names = _bound_by(node) or _names_in(node)  # as in `A.count = 0`
            if not isinstance(node, Assigned) or not (needed | self.own).isdisjoint(names):
                needed |= _names_in(node)
                kept.append(node)
        gone = {name for node in tree.body for name in _bound_by(node)} - there
        tree.body = kept[::-1]
        text = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
        return Starter(text, tuple(dict.fromkeys([*self._left, *sorted(needed & gone)])))

    def _stripped(self, node: ast.stmt, there: set[str], owner: str) -> Iterator[ast.stmt]:
        """A statement without its code, or nothing; adds the names that it binds to `there`."""
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._function(node, there, owner)
            case ast.ClassDef():
                self._class(node, there, owner)
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                if not self._is_kept(node, there):
                    yield from self._without_value(node, owner)
                    return
            case ast.If() | ast.Try() | ast.With():
                inner = [part for part in statements(node) if isinstance(part, ast.stmt)]
                if not all(isinstance(part, IN_BLOCKS) for part in inner[1:]):
                    return
                if not self._is_data(node, there | {*_bound_by(node)}):
                    return
            case ast.Expr(ast.Constant(str())) | ast.Import() | ast.ImportFrom():
                pass
            case _ if type(node).__name__ == "TypeAlias":  # since Python 3.12
                pass
            case _:
                return
        there.update(_bound_by(node))
        yield node

    def _is_kept(self, node: Assigned, there: Collection[str]) -> bool:
        """Whether it assigns data to names, or to parts of existing objects."""
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        is_new = not isinstance(node, ast.AugAssign)
        read = {name for target in targets for name in _names_in(target)}
        if is_new:
            read -= {*_bound_by(node)}
        return read <= {*there} and self._is_data(node.value, there)

    def _without_value(self, node: Assigned, owner: str) -> Iterator[ast.stmt]:
        """A placeholder for an assignment of code: others may import the name, or it is a field."""
        bound = [*_bound_by(node)]
        if owner:
            self._left += [f"{owner}.{name}" for name in bound]
        if isinstance(node, ast.AnnAssign) and owner:
            node.value = ast.Constant(...)
            yield node
        elif not owner and not isinstance(node, ast.AugAssign):
            for name in bound:
                yield ast.Assign([ast.Name(name, ast.Store())], ast.Constant(...))

    def _function(self, node: Function, there: Collection[str], owner: str) -> None:
        called = f"{owner}.{node.name}".lstrip(".")
        self._decorated(node, there, called)
        arguments = node.args
        positional = [*arguments.posonlyargs, *arguments.args]
        every = [*positional, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        for one in every:
            if one is not None:
                one.annotation = self._annotation(one.annotation, there)
        node.returns = self._annotation(node.returns, there)
        last = positional[len(positional) - len(arguments.defaults) :]
        for ones, defaults in (
            (last, arguments.defaults),
            (arguments.kwonlyargs, arguments.kw_defaults),
        ):
            for at, one in enumerate(ones):
                if not self._is_data(defaults[at], there):
                    self._left.append(f"the default of {one.arg} in {called}")
                    defaults[at] = ast.Constant(...)
        words = ast.get_docstring(node, clean=False)
        kept = [] if words is None else node.body[:1]
        node.body = [*kept, *ast.parse("raise NotImplementedError").body]

    def _class(self, node: ast.ClassDef, there: set[str], owner: str) -> None:
        called = f"{owner}.{node.name}".lstrip(".")
        self._decorated(node, there, called)
        for base in [base for base in node.bases if not self._is_data(base, there)]:
            node.bases.remove(base)
            self._left.append(f"the base {ast.unparse(base)} of {called}")
        # Keywords other than `metaclass` are for `__init_subclass__`.
        node.keywords = [one for one in node.keywords if one.arg == "metaclass"]
        is_enum = not ENUMS.isdisjoint(map(last_name, node.bases))
        running = DEFINING | OF_MEMBERS if is_enum else DEFINING
        within = replace(self, own=self.own | {*_defined_in(node.body)})
        inner, body = {*there}, list[ast.stmt]()
        for part in node.body:
            if isinstance(part, Function) and part.name in running:
                self._left.append(f"{called}.{part.name}")
            elif isinstance(part, ast.AnnAssign):
                part.annotation = self._annotation(part.annotation, inner) or part.annotation
                body += within._stripped(part, inner, called)
            else:
                body += within._stripped(part, inner, called)
        node.body = body or [ast.Pass()]

    def _decorated(
        self, node: ast.ClassDef | Function, there: Collection[str], called: str
    ) -> None:
        """Remove decorators of the solution's own."""
        for decorator in [*node.decorator_list]:
            calls = ast.Call(decorator, [], [])
            if not self._is_data(calls, there):
                node.decorator_list.remove(decorator)
                self._left.append(f"@{ast.unparse(decorator)} of {called}")

    def _annotation(self, node: ast.expr | None, there: Collection[str]) -> ast.expr | None:
        """An annotation that can be evaluated; if need be, as a string."""
        if node is None or self._is_data(node, there):
            return node
        return ast.Constant(ast.unparse(node))

    def _is_data(self, node: ast.AST | None, there: Collection[str]) -> bool:
        """Whether it consists of existing names, and calls nothing of the solution.

        Anything with its own local names, such as a comprehension, counts as code.
        """
        for part in _evaluated(node):
            match part:
                case ast.Name(name, ast.Load()) if name not in there:
                    return False
                case ast.Call(ast.Attribute(_, name)) if name in ASKED:
                    continue
                case ast.Call(func) if _root(func) in self.own:
                    return False
        return True


def _evaluated(node: ast.AST | None) -> Iterator[ast.AST]:
    """A node and what is evaluated along with it: not the body of a lambda."""
    if node is not None:
        yield node
        inner = [node.args] if isinstance(node, ast.Lambda) else ast.iter_child_nodes(node)
        for part in inner:
            yield from _evaluated(part)


def _root(node: ast.expr) -> str:
    """The name that an expression begins with, or an empty text."""
    match node:
        case ast.Name(name):
            return name
        case ast.Attribute(value) | ast.Subscript(value) | ast.Call(value):
            return _root(value)
    return ""


def _names_in(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _bound_by(node: ast.AST) -> Sequence[str]:
    """The names that a statement binds in its own scope."""
    match node:
        case ast.Import(aliases) | ast.ImportFrom(names=aliases):
            return [alias.asname or alias.name.partition(".")[0] for alias in aliases]
        case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
            return [name]
        case ast.stmt():
            inner = [one for one in ast.iter_child_nodes(node) if not isinstance(one, ast.stmt)]
            found = [part for one in inner for part in ast.walk(one) if isinstance(part, ast.Name)]
            blocks = [part for part in statements(node) if part is not node]
            names = [part.id for part in found if isinstance(part.ctx, ast.Store)]
            return [*names, *(name for part in blocks for name in _bound_by(part))]
    return []
