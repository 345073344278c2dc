"""A starter: the interface of a solution, without its code.

Its functions do nothing yet. What the rest needs to be imported (defaults, decorators, bases,
annotations), and what tests use, stays as far as it is plain data: nothing that stays calls a
function of the solution's, whose code is gone. So a starter can be imported, and what it lacks of
the interface is said.
"""

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from grader.commands.authoring.found_tests import Function
from grader.commands.authoring.plain_data import (
    Assigned,
    Import,
    Names,
    bound_by,
    bound_in,
    evaluated,
    has_targets,
    is_plain,
    names_of,
    runs_code,
)
from grader.inside.module_names import files_of, named_by
from grader.student.source import last_name

# A call of these makes a class.
CLASSES = frozenset(("namedtuple", "NamedTuple", "TypedDict", "NewType", "make_dataclass"))
ENUMS = frozenset(("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum"))
METACLASSES = frozenset(("type", "ABCMeta", "EnumMeta", "EnumType"))
# What of a class runs when an object of it is made, or put into a class.
MAKING = frozenset(
    (
        *("__init__", "__new__", "__post_init__", "__setattr__", "__hash__"),
        *("__get__", "__getattr__", "__getattribute__"),
    )
)
# What of a class runs when one is defined: left out, or, where nothing else would do, kept.
DEFINING = frozenset(("__init_subclass__", "__set_name__"))
OF_METACLASSES = frozenset(("__new__", "__init__", "__prepare__", "__call__"))
KEPT = frozenset(("__class_getitem__",))
KEPT_OF_ENUMS = frozenset(("__new__", "_generate_next_value_"))
ELLIPSIS = ast.Constant(...)


@dataclass(frozen=True, slots=True)
class Starter:
    """The text of a starter, and what of the interface is left out, in words."""

    text: str
    left: tuple[str, ...]


def starters_of(trees: Mapping[str, ast.Module], tests: Iterable[ast.AST]) -> dict[str, Starter]:
    """A starter for each file of a solution, whose trees are used up; `tests` use it."""
    used = frozenset(name for tree in tests for name in _used_in(tree))
    own = {file: [*_own_imports(file, tree, trees)] for file, tree in trees.items()}
    shared = {alias.name for nodes in own.values() for node in nodes for alias in node.names}
    shared |= {name for tree in trees.values() for name in _read_by_imports(tree)}
    return {
        file: _Stripping(used, shared, {n for i in own[file] for n in bound_by(i)}).starter(tree)
        for file, tree in trees.items()
    }


def _own_imports(file: str, tree: ast.Module, files: Collection[str]) -> Iterator[Import]:
    imports = (node for node in ast.walk(tree) if isinstance(node, Import))
    for node in imports:
        if any(found in files for name in named_by(file, node) for found in files_of(name)):
            yield node


def _read_by_imports(node: ast.AST) -> Iterator[str]:
    """The attributes that importing a file reads: none in the bodies of its functions."""
    if isinstance(node, ast.Attribute):
        yield node.attr
    inner = ast.iter_child_nodes(node)
    for part in [node.args, *node.decorator_list] if isinstance(node, Function) else inner:
        yield from _read_by_imports(part)


def _used_in(tree: ast.AST) -> Iterator[str]:
    """The names that tests may use of a solution: imported ones, attributes, and texts of such."""
    is_all = any(isinstance(n, ast.ImportFrom) and n.names[0].name == "*" for n in ast.walk(tree))
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(names=names):
                yield from (alias.name for alias in names)
            case ast.Attribute(_, name):
                yield name
            case ast.Constant(str(text)):  # what is patched
                yield text.rpartition(".")[2]
            case ast.Name(name) if is_all:
                yield name


@dataclass(slots=True)
class _Stripping:
    """Takes the code out of a file, whose statements it meets in their order.

    Tests use the names `used`, other files `shared`; `imported` ones come from other files.
    """

    used: Collection[str]
    shared: Collection[str]
    imported: Collection[str]
    _needed: set[str] = field(default_factory=set)
    _left: list[str] = field(default_factory=list)
    _is_lazy: bool = False

    def starter(self, tree: ast.Module) -> Starter:
        """What is left of a file."""
        names, missing = Names(), set[str]()
        body = list[tuple[ast.stmt, bool]]()
        for node in tree.body:
            if isinstance(node, Assigned):
                is_kept = self._is_kept(node, names)
                (names.there if is_kept else missing).update(bound_by(node))
                if is_kept:
                    body.append((node, self._is_interface(node, names)))
            else:
                kept = [*self._stripped(node, names, "")]
                body += [(part, True) for part in kept]
                missing.update(() if kept else bound_in(node))
        self._needed |= {*self.used, *self.shared}
        exported = [text for node, _ in body for text in _exports(node)]
        self._needed.update(text.value for text in exported if isinstance(text.value, str))
        self._left += sorted(self._needed & missing)
        tree.body = [*self._needed_of(body)]
        for node in tree.body:
            _export_only(node, missing - names.there)
        text = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
        return Starter(text, tuple(dict.fromkeys(self._left)))

    def _needed_of(self, body: Sequence[tuple[ast.stmt, bool]]) -> Iterator[ast.stmt]:
        """The statements that are always kept, and those before them that they need."""
        kept: list[ast.stmt] = []
        for node, is_interface in reversed(body):
            if is_interface or not self._needed.isdisjoint(bound_by(node)):
                kept.append(node)
                if isinstance(node, Assigned):
                    self._needed |= names_of(node)
        return reversed(kept)

    def _is_kept(self, node: Assigned, names: Names) -> bool:
        """Whether it may be kept; what others import is there in any case."""
        if node.value is None or not has_targets(node, names):
            return False
        if is_plain(node.value, names):
            return True
        bound = [*bound_by(node)]
        if isinstance(node, ast.AugAssign) or not {*bound} & {*self.shared}:
            return False
        self._left += bound
        node.value = ELLIPSIS
        if isinstance(node, ast.Assign):
            node.targets = [ast.Name(name, ast.Store()) for name in bound]
        return True

    def _is_interface(self, node: Assigned, names: Names) -> bool:
        """Whether it is so whatever uses it: a class, the name of a type, or a word to Python."""
        bound, is_type = [*bound_by(node)], False
        match node:
            case ast.Assign(_, ast.Call(func)):
                is_type = last_name(func) in CLASSES | ENUMS
            case ast.Assign(_, ast.Subscript() | ast.BinOp(_, ast.BitOr()) as value):
                is_type = names_of(value) <= names.types
            case ast.AnnAssign(_, annotation):
                is_type = last_name(annotation) == "TypeAlias"
        if is_type:
            names.types.update(bound)
        return is_type or all(name.startswith("__") for name in bound)

    def _stripped(self, node: ast.stmt, names: Names, owner: str) -> Iterator[ast.stmt]:
        """A statement without its code, unless nothing is left."""
        is_kept = True
        match node:
            case ast.Import() | ast.ImportFrom():
                self._import(node, names)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._function(node, names, owner)
                names.own.add(node.name)
            case ast.ClassDef():
                self._class(node, names, owner)
            case ast.If() | ast.Try() | ast.With():
                is_kept = self._block(node, names, owner)
            case ast.Expr(ast.Constant(str())):
                pass
            case _:
                is_kept = type(node).__name__ == "TypeAlias"  # since Python 3.12
                self._needed |= names_of(node) if is_kept else set()
        if is_kept:
            names.there.update(bound_by(node))
            yield node

    def _import(self, node: Import, names: Names) -> None:
        for alias in node.names:
            name = alias.asname or alias.name.partition(".")[0]
            module = alias.name if isinstance(node, ast.Import) else node.module or ""
            names.modules[name] = "" if name in self.imported else module
            names.is_open |= name == "*"
            self._is_lazy |= module == "__future__" and name == "annotations"
            names.types.add(name)
            if name in self.imported:
                names.own.add(name)

    def _block(self, node: ast.If | ast.Try | ast.With, names: Names, owner: str) -> bool:
        """Strip what is in a block; whether it imports or defines something."""
        if isinstance(node, ast.If) and ("__name__" in names_of(node.test)):
            return False  # the program
        heads = [node.test] if isinstance(node, ast.If) else []
        heads += [item.context_expr for item in node.items] if isinstance(node, ast.With) else []
        if not all(self._holds(head, names) for head in heads):
            return False
        kept: list[ast.stmt] = []
        for block in (node, *getattr(node, "handlers", ())):
            for part in ("body", "orelse", "finalbody"):
                if getattr(block, part, None):
                    stays = [*self._parts(getattr(block, part), names, owner)]
                    kept += stays
                    setattr(block, part, stays or ([] if part == "orelse" else [ast.Pass()]))
        return bool(kept)

    def _parts(self, body: Sequence[ast.stmt], names: Names, owner: str) -> Iterator[ast.stmt]:
        """The statements of a block that stay."""
        for node in body:
            if not isinstance(node, Assigned):
                yield from self._stripped(node, names, owner)
            elif self._is_kept(node, names):
                self._needed |= names_of(node)
                names.there.update(bound_by(node))
                yield node

    def _function(self, node: Function, names: Names, owner: str) -> None:
        called = f"{owner}.{node.name}".lstrip(".")
        self._decorated(node, names, called)
        inner = replace(names, there=names.there | _parameters_of_types(node))
        arguments = node.args
        for argument in ast.walk(arguments):
            if isinstance(argument, ast.arg):
                argument.annotation = self._annotation(argument.annotation, inner)
        node.returns = self._annotation(node.returns, inner)
        positional = [*arguments.posonlyargs, *arguments.args]
        given = positional[len(positional) - len(arguments.defaults) :]
        pairs = [*zip(given, arguments.defaults, strict=True)]
        arguments.defaults = [self._default(of, value, names, called) for of, value in pairs]
        arguments.kw_defaults = [
            value and self._default(of, value, names, called)
            for of, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        ]
        words = ast.get_docstring(node, clean=False)
        kept = [] if words is None else node.body[:1]
        node.body = [*kept, *ast.parse("raise NotImplementedError").body]

    def _default(self, of: ast.arg, value: ast.expr, names: Names, called: str) -> ast.expr:
        if self._holds(value, names):
            return value
        self._left.append(f"the default of {of.arg} in {called}")
        return ELLIPSIS

    def _class(self, node: ast.ClassDef, names: Names, owner: str) -> None:
        called = f"{owner}.{node.name}".lstrip(".")
        self._decorated(node, names, called)
        inner = names.inner()
        inner.there |= _parameters_of_types(node)
        is_enum = any(last_name(base) in ENUMS | names.enums for base in node.bases)
        for base in [*node.bases]:
            # An enum makes objects of its bases while it is defined.
            runs = is_enum and last_name(base) in names.own - names.bare
            if runs or not self._holds(base, inner):
                node.bases.remove(base)
                self._left.append(f"the base {ast.unparse(base)} of {called}")
        bases = {last_name(base) for base in node.bases}
        # Others are for `__init_subclass__`, which a class of the solution's has no more.
        node.keywords = [
            word
            for word in node.keywords
            if (word.arg == "metaclass" or not bases & names.own) and self._holds(word.value, inner)
        ]
        is_meta = bool(bases & (METACLASSES | names.metaclasses))
        defined = {part.name for part in node.body if isinstance(part, Function)}
        hooks = DEFINING | (OF_METACLASSES if is_meta else frozenset(("__init__",) * is_enum))
        kept = KEPT | (KEPT_OF_ENUMS if is_enum else frozenset())
        body: list[ast.stmt] = []
        for part in node.body:
            if isinstance(part, Assigned):
                body += self._value(part, inner, called)
            elif isinstance(part, Function) and part.name in kept:
                self._needed |= names_of(part)
                body.append(part)
            elif isinstance(part, Function) and part.name in hooks:
                self._left.append(f"{called}.{part.name}")
            else:
                body += self._stripped(part, inner, called)
        node.body = body or [ast.Pass()]
        names.own.add(node.name)
        names.types.add(node.name)
        for known, is_one in ((names.enums, is_enum), (names.metaclasses, is_meta)):
            known.update([node.name] if is_one else [])
        if is_enum or not (defined & MAKING or bases & (names.own - names.bare)):
            names.bare.add(node.name)

    def _value(self, node: Assigned, names: Names, owner: str) -> Iterator[ast.stmt]:
        """What a class has, if it is plain data; a field stays without."""
        if isinstance(node, ast.AnnAssign):
            node.annotation = self._annotation(node.annotation, names) or node.annotation
        is_plain_value = node.value is None or is_plain(node.value, names)
        is_code = not is_plain_value or not has_targets(node, names)
        if is_code:
            self._left += [f"{owner}.{name}" for name in bound_by(node)]
        if is_code and isinstance(node, ast.AnnAssign):
            node.value = ELLIPSIS
        elif is_code:
            names.lost.update((owner, name) for name in bound_by(node))
            return
        self._needed |= names_of(node)
        names.there.update(bound_by(node))
        yield node

    def _decorated(self, node: ast.ClassDef | Function, names: Names, called: str) -> None:
        """Leave out the decorators that are the solution's."""
        for decorator in [*node.decorator_list]:
            runs = not isinstance(decorator, ast.Call) and runs_code(decorator, names)
            if runs or not self._holds(decorator, names):
                node.decorator_list.remove(decorator)
                self._left.append(f"@{ast.unparse(decorator)} of {called}")

    def _annotation(self, node: ast.expr | None, names: Names) -> ast.expr | None:
        """An annotation that can be evaluated: in case of need, its text."""
        if node is None or self._is_lazy or self._holds(node, names):
            self._needed |= names_of(node) if node else set()
            return node
        return ast.Constant(ast.unparse(node))

    def _holds(self, node: ast.expr, names: Names) -> bool:
        """Whether it is in the starter what it is in the solution; what it needs is noted."""
        parts = [*evaluated(node)]
        stored = {name for part in parts for name in bound_by(part)}
        for part in parts:
            match part:
                case ast.Name(name) if name not in stored and not names.has(name):
                    return False
                case ast.Attribute(ast.Name(name), attribute) if (name, attribute) in names.lost:
                    return False
                case ast.Call(func) if runs_code(func, names):
                    return False
        self._needed |= names_of(node)
        return True


def _parameters_of_types(node: ast.ClassDef | Function) -> set[str]:
    """The names between the brackets of `def first[T](…)`, since Python 3.12."""
    return {parameter.name for parameter in getattr(node, "type_params", ())}


def _exports(node: ast.stmt) -> Sequence[ast.Constant]:
    """The texts of a literal `__all__`."""
    match node:
        case ast.Assign([ast.Name("__all__")], ast.List(parts) | ast.Tuple(parts)):
            return [part for part in parts if isinstance(part, ast.Constant)]
    return []


def _export_only(node: ast.stmt, missing: Collection[str]) -> None:
    """Take names that are missing out of a literal `__all__`."""
    for text in _exports(node):
        if text.value in missing:
            node.value.elts.remove(text)  # type: ignore[attr-defined]
