"""Which modules of a solution a suite's tests can ask, read from its text alone.

Which tests are run on a faulty solution must not depend on an answer that the suite got: it could
let its tests ask one module or another by what it has learnt, and in a later run read the
reference's answer from which of its tests are run. So nothing of the suite runs here. Its text is
split into the statements of its files. A statement uses every name that is written in it, whatever
the name means there, and also the names in its strings; it reaches whatever the statements reach
that define these names. That is sometimes too much, but never too little, except for names that
are made up while the tests run; code that mentions a means for that counts as using everything.

Tests that share something which one of them changes are chosen together.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

IDENTIFIER = re.compile(r"[^\W\d]\w*")
# Code that uses one of these can reach anything.
DYNAMIC = frozenset(
    (
        *("__import__", "__builtins__", "__dict__", "__globals__", "ctypes", "eval", "exec", "gc"),
        *("getfixturevalue", "globals", "importlib", "inspect", "locals", "modules", "pkgutil"),
        *("runpy", "vars"),
    )
)
# Prefixes of what pytest and unittest run around every test of a file.
AROUND_ALL = ("pytest", "setup", "teardown", "setUp", "tearDown", "load_tests", "__getattr__")
# Methods that don't change their object.
READING = frozenset(
    (
        *("copy", "count", "endswith", "format", "get", "index", "isdigit", "items", "join"),
        *("lower", "partition", "replace", "rstrip", "split", "splitlines", "startswith", "strip"),
        *("keys", "upper", "values"),
    )
)
# Other names by which tests fail.
FAILING = frozenset(("fail", "raises", "warns", "exit", "doctest"))
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Statement:
    """A top-level statement of a file."""

    file: str
    node: ast.stmt

    @property
    def stem(self) -> str:
        """The name by which its file is imported, without folders."""
        return self.file.removesuffix(".py").rpartition("/")[2]

    @cached_property
    def makes(self) -> frozenset[str]:
        """The names that it defines."""
        return frozenset(_made(self.node))

    @cached_property
    def uses(self) -> frozenset[str]:
        """All names that are written in it."""
        return frozenset(_used(self.node))

    @cached_property
    def done(self) -> frozenset[str]:
        """The names in those parts of it that run when the file is imported."""
        return frozenset(name for part in _done(self.node) for name in _used(part))

    @cached_property
    def changes(self) -> frozenset[str]:
        """The names of existing objects that it may visibly change."""
        if isinstance(self.node, Function | ast.ClassDef):
            changed = frozenset(_changed(self.node))
            return (changed - _own(self.node)) | (self.makes if "cls" in changed else frozenset())
        is_plain = isinstance(self.node, ast.Import | ast.ImportFrom | ast.Assign | ast.AnnAssign)
        return frozenset(_changed(self.node)) if is_plain else self.uses

    @cached_property
    def methods(self) -> "dict[str, tuple[Statement, Statement]]":
        """The tests of a class by name, each with what else is in the class."""
        if not isinstance(self.node, ast.ClassDef):
            return {}
        tests = [part for part in self.node.body if _is_test_method(part)]
        others = [part for part in self.node.body if not _is_test_method(part)]
        decorators, bases = self.node.decorator_list, self.node.bases
        rest = ast.ClassDef(self.node.name, bases, self.node.keywords, others, decorators)
        own = Statement(self.file, rest)
        made = [Statement(self.file, part) for part in tests]
        return {f"{self.node.name}.{name}": (own, m) for m in made for name in m.makes}

    @property
    def changes_itself(self) -> bool:
        """Whether a test of a class may change something in it that other tests use."""
        own = {"self", "cls", *self.makes}
        return any(own & {*_changed(part.node)} for _, part in self.methods.values())

    @property
    def is_definition(self) -> bool:
        """Whether it is a function or class, so that nothing in its body runs on import."""
        return isinstance(self.node, Function | ast.ClassDef)

    @property
    def is_done_on_import(self) -> bool:
        """Whether it does more on import than define or import a name."""
        return not (self.is_definition or _is_import(self.node))

    @property
    def is_around_all(self) -> bool:
        """Whether it may take part in every test."""
        named = any(name.startswith(AROUND_ALL) for name in self.makes)
        return (named and not isinstance(self.node, ast.Import)) or "autouse" in self.uses

    @property
    def shared(self) -> frozenset[str]:
        """The names that it defines, if tests may share the object."""
        is_shared = self.is_done_on_import or "scope" in self.uses
        return self.makes if is_shared else frozenset()


def _made(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, Function | ast.ClassDef):
        yield node.name
        return
    for part in ast.walk(node):
        match part:
            case ast.Name(name, ast.Store()) | ast.FunctionDef(name) | ast.ClassDef(name):
                yield name
            case ast.alias(name, None):
                yield name.partition(".")[0]
            case ast.alias(_, str(name)):
                yield name


def _used(node: ast.AST) -> Iterator[str]:
    # Strings that are statements are documentation.
    documentation = {id(part.value) for part in ast.walk(node) if isinstance(part, ast.Expr)}
    for part in ast.walk(node):
        match part:
            case ast.Name(name) | ast.Attribute(_, name) | ast.arg(name) | ast.keyword(str(name)):
                yield name
            case ast.alias(name) | ast.ImportFrom(str(name)):
                yield from name.split(".")
            case ast.Constant(str(text)) if id(part) not in documentation:
                yield from IDENTIFIER.findall(text)


def _done(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield from node.decorator_list
            yield node.args
        case ast.ClassDef():
            yield from (*node.decorator_list, *node.bases, *node.keywords)
            for part in node.body:
                yield from _done(part)
        case _:
            yield node


def _changed(node: ast.stmt) -> Iterator[str]:
    for part in ast.walk(node):
        match part:
            case ast.Call(ast.Attribute(ast.Name("self"))):
                continue
            case ast.Call(ast.Attribute(ast.expr() as base, method)) if method not in READING:
                yield from _root(base)
            case ast.Call(ast.Name("next" | "setattr" | "delattr"), [first, *_]):
                yield from _root(first)
            case ast.Subscript(base, _, ast.Store() | ast.Del()):
                yield from _root(base)
            case ast.Attribute(base, _, ast.Store() | ast.Del()):
                yield from _root(base)
            case ast.AugAssign(target):
                yield from _root(target)
            case ast.Global(names):
                yield from names


def _is_import(node: ast.AST) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom)


def _is_test_method(node: ast.stmt) -> bool:
    return isinstance(node, Function) and node.name.startswith("test")


def _own(node: ast.stmt) -> set[str]:
    """The names local to a function, or to any method of a class."""
    own = {p.id for p in ast.walk(node) if isinstance(p, ast.Name) and isinstance(p.ctx, ast.Store)}
    own |= {part.arg for part in ast.walk(node) if isinstance(part, ast.arg)}
    return own - {n for p in ast.walk(node) if isinstance(p, ast.Global) for n in p.names}


def _root(node: ast.expr) -> Iterator[str]:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id


Makers = dict[str, set[Statement]]


@dataclass(frozen=True)
class Suite:
    """The statements of a suite, beginning with those of its own file."""

    file: str
    statements: tuple[Statement, ...]
    modules: frozenset[str]

    @staticmethod
    def read(file: str, texts: Mapping[str, str], names: Mapping[str, Sequence[str]]) -> "Suite":
        """The suite in `file`, with the other files that it may use; raises `SyntaxError`.

        `names` are the public names of each of the solution's modules.
        """
        found = [
            Statement(name, part)
            for name, text in sorted(texts.items(), key=lambda pair: pair[0] != file)
            if name.endswith(".py")
            for node in _statements(text, must_be_read=name == file)
            for part in _one_by_one(node, names)
        ]
        return Suite(file, tuple(found), frozenset(names))

    def reach(self) -> dict[str, list[str]]:
        """The modules that each test can ask, by its name: a function's, or `Class.method`.

        A class's name stands for all of its tests.
        """
        return {name: self._asked(begin | self._around) for name, begin in self._units.items()}

    def imported(self) -> list[str]:
        """The modules that can be asked before any test runs."""
        done = {s for s in self.statements if s.is_done_on_import and s not in self._tests}
        return self._asked(done | self._around)

    def is_complete(self) -> bool:
        """Whether tests run under no other names than those that they are written with."""
        own = [s for s in self.statements if s.file == self.file and not s.is_definition]
        imports = [part for s in own for part in ast.walk(s.node) if _is_import(part)]
        return not any(
            isinstance(part, ast.alias) and part.asname and self._is_own(node)
            for node in imports
            for part in ast.walk(node)
        )

    def claims(self) -> bool:
        """Whether it contains any form of assertion, or raises an exception."""
        parts = [part for s in self.statements for part in ast.walk(s.node)]
        if any(isinstance(part, ast.Assert | ast.Raise) for part in parts):
            return True
        names = {name for s in self.statements for name in s.uses}
        return not names.isdisjoint(FAILING) or any(n.lower().startswith("assert") for n in names)

    def _is_own(self, node: ast.AST) -> bool:
        return any(s.stem in _used(node) for s in self.statements)

    @cached_property
    def _tests(self) -> list[Statement]:
        return [statement for statement in self.statements if self._may_be_test(statement)]

    @cached_property
    def _around(self) -> set[Statement]:
        return {each for each in self.statements if each.is_around_all}

    @cached_property
    def _units(self) -> dict[str, set[Statement]]:
        """The statements with which each test begins, by its name."""
        units: dict[str, set[Statement]] = {}
        for statement in self._tests:
            for name in statement.makes:
                units.setdefault(name, set()).add(statement)
            for name, parts in statement.methods.items():
                units.setdefault(name, set()).update(parts)
        return units

    def together(self) -> list[list[str]]:
        """Groups of tests, by name, that share something which one of them changes."""
        shared = {name for s in self.statements for name in s.shared}
        fixtures = {name for s in self.statements if s.is_definition for name in s.shared}
        changed = {name for s in self.statements if s.is_definition for name in s.changes}
        groups = [self._users(name) for name in (shared & changed) | fixtures]
        groups += [list(s.methods) for s in self._tests if s.changes_itself]
        return [sorted(group) for group in groups if group]

    def _users(self, name: str) -> list[str]:
        units = self._units.items()
        return [unit for unit, begin in units if name in self._names(begin)]

    def _names(self, begin: Iterable[Statement]) -> set[str]:
        return {name for each in _closure(begin, self._makers) for name in each.uses}

    def _may_be_test(self, statement: Statement) -> bool:
        # Tests in other files count too: the suite's own file may import them.
        if statement.is_around_all:
            return False
        if isinstance(statement.node, ast.ClassDef):
            return True
        named = any(name.startswith(("test", "Test")) for name in statement.makes)
        return named and not _is_import(statement.node)

    def _asked(self, begin: Iterable[Statement]) -> list[str]:
        used = self._names(begin)
        return sorted(self.modules if used & DYNAMIC else used & self.modules)

    @cached_property
    def _makers(self) -> Makers:
        """The statements that contribute to the meaning of a name; files are names as well."""
        makers: Makers = {}
        for statement in self.statements:
            file = () if statement.file == self.file else (statement.stem,)
            for name in {*statement.makes, *file}:
                makers.setdefault(name, set()).add(statement)
        more: Makers = {}
        changing = {s: s.changes & self._data for s in self.statements}
        for statement in self.statements:
            helpers = {each for name in statement.done for each in makers.get(name, ())}
            parts = {statement, *_closure(helpers, makers)} if helpers else {statement}
            for name in {name for part in parts for name in changing.get(part, ())}:
                more.setdefault(name, set()).add(statement)
        return {name: makers[name] | more.get(name, set()) for name in makers}

    @cached_property
    def _data(self) -> set[str]:
        """The names of what can be changed: neither functions nor imports."""
        kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.Import | ast.ImportFrom
        made = [s for s in self.statements if not isinstance(s.node, kinds)]
        return {name for s in made for name in s.makes}


def _one_by_one(node: ast.stmt, names: Mapping[str, Sequence[str]]) -> Iterator[ast.stmt]:
    """The statement, or one statement for each thing that it imports."""
    match node:
        case ast.ImportFrom(str(module), [ast.alias("*")], level) if module in names:
            yield from [ast.ImportFrom(module, [ast.alias(name)], level) for name in names[module]]
        case ast.ImportFrom(module, several, level):
            yield from [ast.ImportFrom(module, [one], level) for one in several]
        case ast.Import(several):
            yield from [ast.Import([one]) for one in several]
        case _:
            yield node


def _closure(begin: Iterable[Statement], makers: Makers) -> set[Statement]:
    found, new = set(begin), set(begin)
    while new:
        names = {name for each in new for name in each.uses}
        new = {each for name in names for each in makers.get(name, ())} - found
        found |= new
    return found


def _statements(text: str, *, must_be_read: bool) -> list[ast.stmt]:
    try:
        return ast.parse(text).body
    except (SyntaxError, ValueError):
        if must_be_read:
            raise
        return []  # other files in the folder may be anything, and may be unused


def examine(
    file: str, texts: Mapping[str, str], names: Mapping[str, Sequence[str]]
) -> list[object]:
    """What tests can ask: `[[[name, [module, …]], …], imported, together, is complete, claims]`.

    The last says whether any test can find fault with an answer. A suite that can't be parsed has
    no tests here.
    """
    try:
        suite = Suite.read(file, texts, names)
        tests = [[name, asked] for name, asked in suite.reach().items()]
        about = [suite.imported(), suite.together(), suite.is_complete(), suite.claims()]
        return [tests, *about]
    except (SyntaxError, ValueError, RecursionError):
        return [[], [], [], False, True]
