"""A starter: the interface of a solution, without its code.

Its functions do nothing yet. What the rest needs to be imported (defaults, decorators, bases,
annotations), and what tests use, stays as far as it is plain data: nothing that stays calls a
function of the solution's, whose code is gone. So a starter can be imported, and what it lacks of
the interface is said.
"""

import ast
import builtins
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from grader.commands.authoring.found_tests import Function
from grader.inside.module_names import files_of, named_by
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
ELLIPSIS = ast.Constant(...)


@dataclass(frozen=True, slots=True)
class Starter:
    """The text of a starter, and what of the interface is left out, in words."""

    text: str
    left: tuple[str, ...]


@dataclass(slots=True)
class _Names:
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

    def inner(self) -> "_Names":
        """Those at the beginning of a class: what it adds is its own."""
        return replace(self, there={*self.there}, own={*self.own})

    def has(self, name: str) -> bool:
        """Whether a name is there."""
        return self.is_open or name in self.there or name in ALWAYS


def starters_of(trees: Mapping[str, ast.Module], tests: Iterable[ast.AST]) -> dict[str, Starter]:
    """A starter for each file of a solution, whose trees are used up; `tests` use it."""
    used = frozenset(name for tree in tests for name in _used_in(tree))
    own = {file: [*_own_imports(file, tree, trees)] for file, tree in trees.items()}
    shared = {alias.name for nodes in own.values() for node in nodes for alias in node.names}
    shared |= {name for tree in trees.values() for name in _read_by_imports(tree)}
    return {
        file: _Stripping(used, shared, {n for i in own[file] for n in _bound(i)}).starter(tree)
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
        names, missing = _Names(), set[str]()
        body = list[tuple[ast.stmt, bool]]()
        for node in tree.body:
            if isinstance(node, Assigned):
                is_kept = self._is_kept(node, names)
                (names.there if is_kept else missing).update(_bound(node))
                if is_kept:
                    body.append((node, self._is_interface(node, names)))
            else:
                kept = [*self._stripped(node, names, "")]
                body += [(part, True) for part in kept]
                missing.update(() if kept else _bound_in(node))
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
            if is_interface or not self._needed.isdisjoint(_bound(node)):
                kept.append(node)
                if isinstance(node, Assigned):
                    self._needed |= _names_of(node)
        return reversed(kept)

    def _is_kept(self, node: Assigned, names: _Names) -> bool:
        """Whether it may be kept; what others import is there in any case."""
        if node.value is None:
            return False
        if _is_plain(node.value, names):
            return True
        if isinstance(node, ast.AugAssign) or not set(_bound(node)) & {*self.shared}:
            return False
        self._left += _bound(node)
        node.value = ELLIPSIS
        return True

    def _is_interface(self, node: Assigned, names: _Names) -> bool:
        """Whether it is so whatever uses it: a class, the name of a type, or a word to Python."""
        bound, is_type = [*_bound(node)], False
        match node:
            case ast.Assign(_, ast.Call(func)):
                is_type = last_name(func) in CLASSES | ENUMS
            case ast.Assign(_, ast.Subscript() | ast.BinOp(_, ast.BitOr()) as value):
                is_type = _names_of(value) <= names.types
            case ast.AnnAssign(_, annotation):
                is_type = last_name(annotation) == "TypeAlias"
        if is_type:
            names.types.update(bound)
        return is_type or all(name.startswith("__") for name in bound)

    def _stripped(self, node: ast.stmt, names: _Names, owner: str) -> Iterator[ast.stmt]:
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
                self._needed |= _names_of(node) if is_kept else set()
        if is_kept:
            names.there.update(_bound(node))
            yield node

    def _import(self, node: Import, names: _Names) -> None:
        for alias in node.names:
            name = alias.asname or alias.name.partition(".")[0]
            module = alias.name if isinstance(node, ast.Import) else node.module or ""
            names.modules[name] = "" if name in self.imported else module
            names.is_open |= name == "*"
            self._is_lazy |= module == "__future__" and name == "annotations"
            names.types.add(name)
            if name in self.imported:
                names.own.add(name)

    def _block(self, node: ast.If | ast.Try | ast.With, names: _Names, owner: str) -> bool:
        """Strip what is in a block; whether it imports or defines something."""
        if isinstance(node, ast.If) and ("__name__" in _names_of(node.test)):
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

    def _parts(self, body: Sequence[ast.stmt], names: _Names, owner: str) -> Iterator[ast.stmt]:
        """The statements of a block that stay."""
        for node in body:
            if not isinstance(node, Assigned):
                yield from self._stripped(node, names, owner)
            elif node.value is not None and _is_plain(node.value, names):
                self._needed |= _names_of(node)
                names.there.update(_bound(node))
                yield node

    def _function(self, node: Function, names: _Names, owner: str) -> None:
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

    def _default(self, of: ast.arg, value: ast.expr, names: _Names, called: str) -> ast.expr:
        if self._holds(value, names):
            return value
        self._left.append(f"the default of {of.arg} in {called}")
        return ELLIPSIS

    def _class(self, node: ast.ClassDef, names: _Names, owner: str) -> None:
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
                self._needed |= _names_of(part)
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

    def _value(self, node: Assigned, names: _Names, owner: str) -> Iterator[ast.stmt]:
        """What a class has, if it is plain data; a field stays without."""
        if isinstance(node, ast.AnnAssign):
            node.annotation = self._annotation(node.annotation, names) or node.annotation
        is_plain = node.value is None or _is_plain(node.value, names)
        if not is_plain:
            self._left += [f"{owner}.{name}" for name in _bound(node)]
        if not is_plain and isinstance(node, ast.AnnAssign):
            node.value = ELLIPSIS
        elif not is_plain:
            names.lost.update((owner, name) for name in _bound(node))
            return
        self._needed |= _names_of(node)
        names.there.update(_bound(node))
        yield node

    def _decorated(self, node: ast.ClassDef | Function, names: _Names, called: str) -> None:
        """Leave out the decorators that are the solution's."""
        for decorator in [*node.decorator_list]:
            runs = not isinstance(decorator, ast.Call) and _runs(decorator, names)
            if runs or not self._holds(decorator, names):
                node.decorator_list.remove(decorator)
                self._left.append(f"@{ast.unparse(decorator)} of {called}")

    def _annotation(self, node: ast.expr | None, names: _Names) -> ast.expr | None:
        """An annotation that can be evaluated: in case of need, its text."""
        if node is None or self._is_lazy or self._holds(node, names):
            self._needed |= _names_of(node) if node else set()
            return node
        return ast.Constant(ast.unparse(node))

    def _holds(self, node: ast.expr, names: _Names) -> bool:
        """Whether it is in the starter what it is in the solution; what it needs is noted."""
        parts = [*_evaluated(node)]
        stored = {name for part in parts for name in _bound(part)}
        for part in parts:
            match part:
                case ast.Name(name) if name not in stored and not names.has(name):
                    return False
                case ast.Attribute(ast.Name(name), attribute) if (name, attribute) in names.lost:
                    return False
                case ast.Call(func) if _runs(func, names):
                    return False
        self._needed |= _names_of(node)
        return True


def _runs(func: ast.expr, names: _Names) -> bool:
    """Whether a call of it runs what was code of the solution's."""
    if isinstance(func, ast.Attribute) and func.attr in ASKED:
        return False
    root = _root(func)
    is_bare = root in names.bare and last_name(func) == root
    return root in names.own and not is_bare


def _is_plain(node: ast.AST, names: _Names) -> bool:
    """Whether it is data that needs no code of the solution's."""
    match node:
        case ast.Name(name):
            return names.has(name)
        case ast.Attribute(ast.Name(name), attribute) if (name, attribute) in names.lost:
            return False
        case ast.Attribute(value):
            return _is_plain(value, names)
        case ast.Call(func, arguments, keywords):
            given = [argument for argument in arguments if not _is_plain(argument, names)]
            made = [word for word in keywords if not _is_made_later(word, names)]
            return not given and not made and _makes_data(func, names)
    parts = ast.iter_child_nodes(node)
    return isinstance(node, PLAIN) and all(_is_plain(part, names) for part in parts)


def _is_made_later(word: ast.keyword, names: _Names) -> bool:
    """Whether it is plain, or makes something plain for each object: `field(default_factory=…)`."""
    value = word.value
    return _is_plain(value.body if isinstance(value, ast.Lambda) else value, names)


def _makes_data(func: ast.expr, names: _Names) -> bool:
    root = _root(func)
    if root in names.own:
        return not _runs(func, names)
    if root in names.modules:
        return names.modules[root].partition(".")[0] in MODULES and names.has(root)
    if isinstance(func, ast.Attribute) and not root:  # "red green".split()
        return _is_plain(func.value, names)
    return root in TYPES


def _root(node: ast.expr) -> str:
    """The name that an expression begins with, or nothing."""
    match node:
        case ast.Name(name):
            return name
        case ast.Attribute(value) | ast.Subscript(value) | ast.Call(value):
            return _root(value)
    return ""


def _evaluated(node: ast.AST) -> Iterator[ast.AST]:
    """A node and what in it is evaluated with it: no body of a lambda."""
    yield node
    inner = [node.args] if isinstance(node, ast.Lambda) else ast.iter_child_nodes(node)
    for part in inner:
        yield from _evaluated(part)


def _names_of(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _bound(node: ast.AST) -> Iterator[str]:
    """The names that a statement, or a name that is stored, binds."""
    match node:
        case ast.Import(names) | ast.ImportFrom(names=names):
            yield from (alias.asname or alias.name.partition(".")[0] for alias in names)
        case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
            yield name
        case ast.Name(name, ast.Store()):
            yield name
        case ast.Assign(targets=targets):
            yield from (name for target in targets for name in _bound(target))
        case ast.AnnAssign(target) | ast.AugAssign(target) | ast.Starred(target):
            yield from _bound(target)
        case ast.Tuple(parts) | ast.List(parts):
            yield from (name for part in parts for name in _bound(part))
        case ast.stmt() if type(node).__name__ == "TypeAlias":
            yield from _bound(node.name)  # type: ignore[attr-defined]


def _bound_in(node: ast.stmt) -> Iterator[str]:
    """What the assignments in a block bind."""
    for part in ast.walk(node):
        if isinstance(part, Assigned):
            yield from _bound(part)


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
