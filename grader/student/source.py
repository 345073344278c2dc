"""Facts about a student's code, read from its syntax tree without running it."""

import ast
import warnings
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from grader.inside.module_names import file_of, home_of
from grader.inside.notebook.layout import shown_place, tree_of
from grader.inside.sources import module_name
from grader.student.evidence import CheckFailed, Frame, without_values

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign
Function = ast.FunctionDef | ast.AsyncFunctionDef
Place = tuple[str, str]
# Functions that import a module by a text, and the name for a module whose text is computed.
IMPORTERS = ("__import__", "import_module")
BY_A_TEXT = "something by a text that is made"

# Longer files are refused: nobody writes them by hand, and their trees take much memory.
MOST_CHARACTERS = 200_000
# The most text read for advice, including what checks have read.
MOST_FOR_ADVICE = 2 * MOST_CHARACTERS


@dataclass(frozen=True, slots=True)
class Source:
    """The syntax trees of a hand-in's files; `files` maps file names to their text."""

    files: Mapping[str, str]
    # By module: its tree, or why it has none.
    _trees: dict[str, ast.Module | str] = field(default_factory=dict, repr=False, compare=False)
    _indexes: dict[str, "_Index"] = field(default_factory=dict, repr=False, compare=False)

    def tree(self, module: str) -> ast.Module:
        """The syntax tree of a module; raises `CheckFailed` if it has none."""
        if module not in self._trees:
            self._trees[module] = self._parse(self.file(module))
        tree = self._trees[module]
        if isinstance(tree, str):
            raise CheckFailed(without_values(tree))
        return tree

    def _parse(self, file: str) -> ast.Module | str:
        text = self.files.get(file)
        if text is None:
            message = f"{file} is not in the hand-in"
        elif len(text) > MOST_CHARACTERS:
            message = f"{file} is too long to be read: {len(text)} characters"
        else:
            try:
                with warnings.catch_warnings(action="ignore"):
                    return tree_of(file, text)
            except SyntaxError as error:
                message = f"{file}, line {error.lineno or 1}: {error.msg}"
            except (ValueError, MemoryError, RecursionError) as error:
                message = f"{file} can't be read as Python: {type(error).__name__}"
        return message

    def place(self, module: str, node: ast.AST, function: str) -> Frame:
        """The place of a module's node, for evidence."""
        file = self.file(module)
        return Frame(
            *shown_place(file, self.files.get(file, ""), getattr(node, "lineno", 0)), function
        )

    def functions(self, name: str) -> Iterator[tuple[str, Function]]:
        """The functions and methods of that name, with their modules; only for advice.

        At most `MOST_FOR_ADVICE` is read, and only files that contain the name.
        """
        for file, text in self.files.items():
            module = module_name(file)
            if name not in text or not self._may_read(module, len(text)):
                continue
            try:
                found = self._index(module).definitions.get(name, ())
            except CheckFailed:
                continue
            yield from ((module, node) for node in found if isinstance(node, Function))

    def _may_read(self, module: str, characters: int) -> bool:
        read = [len(self.files.get(self.file(one), "")) for one in self._trees]
        return module in self._trees or sum(read) + characters <= MOST_FOR_ADVICE

    def reachable(self, module: str, name: str) -> Iterator[tuple[str, Definition]]:
        """The definitions that `name` in a module consists of, each once, with its module.

        Follows every name that is mentioned, also through imports from the hand-in's own modules,
        so that helpers count wherever they are. A name that may mean several things is followed to
        all of them.
        """
        todo, seen, found = [(module, name)], set[Place](), set[int]()
        while todo:
            home, wanted = todo.pop()
            if (home, wanted) in seen or not self._has(home):
                continue
            seen.add((home, wanted))
            index = self._index(home)
            todo += index.homes(home, wanted)
            # An undefined name may come from the module's own `__getattr__`.
            instead = index.definitions.get("__getattr__", ())
            for definition in index.definitions.get(wanted, instead):
                if id(definition) not in found:
                    found.add(id(definition))
                    yield home, definition
                    todo += [at for used in _names_in(definition) for at in index.homes(home, used)]

    def _has(self, module: str) -> bool:
        return self.file(module) in self.files

    def file(self, module: str) -> str:
        """The file of a module, or of a package."""
        package = f"{module.replace('.', '/')}/__init__.py"
        return package if package in self.files else file_of(module)

    def _index(self, module: str) -> "_Index":
        if module not in self._indexes:
            self._indexes[module] = _index_of(self.file(module), self.tree(module), self._has)
        return self._indexes[module]


@dataclass(frozen=True, slots=True)
class _Index:
    """What a file defines, and where other names may come from.

    `named` maps a name to the places it is imported from; any name may come from the modules
    `whole`.
    """

    definitions: Mapping[str, list[Definition]]
    named: Mapping[str, list[Place]]
    whole: Collection[str]

    def homes(self, module: str, name: str) -> Iterator[Place]:
        """Where a name that `module` mentions may be defined."""
        yield module, name
        yield from self.named.get(name, ())
        yield from ((other, name) for other in self.whole)


def _index_of(file: str, tree: ast.Module, is_own: Callable[[str], bool]) -> _Index:
    definitions: defaultdict[str, list[Definition]] = defaultdict(list)
    named: defaultdict[str, list[Place]] = defaultdict(list)
    whole: dict[str, None] = {}
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                definitions[node.name].append(node)
            case ast.Import(names=names):
                whole |= {alias.name: None for alias in names}
            case ast.ImportFrom(names=names):
                source = home_of(file, node)
                for alias in names:
                    named[alias.asname or alias.name].append((source, alias.name))
                    whole[source if alias.name == "*" else f"{source}.{alias.name}"] = None
            case ast.Call():
                whole |= dict.fromkeys(imported_by_text(node))
    for statement in _outside_of_functions(tree):
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            for target in _targets(statement):
                definitions[target].append(statement)
    return _Index(definitions, named, [module for module in whole if is_own(module)])


def imported_by_text(node: ast.AST) -> Iterator[str]:
    """The module that a call imports by a text, or `BY_A_TEXT`; nothing for other nodes."""
    match node:
        case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called)) if called in IMPORTERS:
            named = [keyword.value for keyword in node.keywords if keyword.arg == "name"]
            for what in [*node.args, *named][:1]:
                yield str(what.value) if isinstance(what, ast.Constant) else BY_A_TEXT


def top_names(files: Iterable[str]) -> set[str]:
    """The top-level names under which files, and their packages, are imported.

    >>> sorted(top_names(["work.py", "shop/cart.py"]))
    ['shop', 'work']
    """
    return {file.partition("/")[0].removesuffix(".py") for file in files}


def _outside_of_functions(tree: ast.Module) -> Iterator[ast.AST]:
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.expr):
            todo += reversed([*ast.iter_child_nodes(node)])


def _targets(statement: ast.Assign | ast.AnnAssign) -> set[str]:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    return {node.id for t in targets for node in ast.walk(t) if isinstance(node, ast.Name)}


def _names_in(definition: ast.AST) -> set[str]:
    names = {node.id for node in ast.walk(definition) if isinstance(node, ast.Name)}
    return names | {n.attr for n in ast.walk(definition) if isinstance(n, ast.Attribute)}


def open_ends(body: Sequence[ast.stmt], *, surely: bool = False) -> Iterator[ast.stmt]:
    """The statements at which the end of a block can be reached, as far as its text shows.

    With `surely`, only those that a reader would call the end: not if the block has a loop, and not
    a `match` that may have no fitting case.
    """
    # Not recursive: each `elif` is one level deeper, and there may be any number of them.
    todo: list[Sequence[ast.stmt] | ast.stmt] = [body]
    while todo:
        part = todo.pop()
        if isinstance(part, ast.stmt):
            yield part
        else:
            todo += reversed(_ends_of(part, surely=surely))


def _ends_of(body: Sequence[ast.stmt], *, surely: bool) -> list[Sequence[ast.stmt] | ast.stmt]:
    """The blocks whose ends are the block's end, and its last statement if that can be one."""
    if surely and any(isinstance(one, ast.For | ast.AsyncFor | ast.While) for one in body):
        return []
    last = body[-1]
    if _leads_out(last):
        return []
    match last:
        case ast.If(body=then, orelse=other):
            return [then, other or last]
        case ast.With(body=inner) | ast.AsyncWith(body=inner):
            return [inner]
        case ast.Match(cases=cases):
            is_end = not surely and not any(map(_fits_all, cases))
            return [*[case.body for case in cases], *([last] if is_end else [])]
        case ast.Try(body=tried, orelse=other, handlers=handlers):
            return [other or tried, *[handler.body for handler in handlers]]
    return [last]


def _leads_out(last: ast.stmt) -> bool:
    """Whether nothing after a statement is reached, whatever its blocks contain."""
    match last:
        case ast.Return() | ast.Raise() | ast.Continue() | ast.Break():
            return True
        case ast.Assert(test=ast.Constant(value=False)):
            return True
        case ast.While(test=ast.Constant(value=True)):
            return not any(isinstance(node, ast.Break) for node in ast.walk(last))
        case ast.Try(finalbody=[_, *_] as final):
            return not any(open_ends(final))
    return False


def _fits_all(case: ast.match_case) -> bool:
    match case:
        case ast.match_case(pattern=ast.MatchAs(pattern=None), guard=None):
            return True
    return False


def last_name(node: ast.expr) -> str:
    """The name that something is called by: `Queue` of `Queue`, `part.Queue` or `part.Queue[Item]`.

    Empty if it has none.
    """
    while isinstance(node, ast.Subscript):
        node = node.value
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def text_of(node: ast.AST) -> str:
    """The Python text of a node; an ellipsis if it is nested too deep, or has too long a number."""
    try:
        return ast.unparse(node)
    except (ValueError, RecursionError):
        return "…"
