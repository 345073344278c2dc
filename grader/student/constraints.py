"""Rules for how a solution is written, one line each; checked in its text, without running it.

Each raises `CheckFailed`, with the line, if the hand-in's `module` breaks it. `name` is one of its
top-level functions or classes; what it mentions counts with it, including helpers in other files of
the hand-in. A text shows how something is written, not what it does: check answers as well.
"""

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from grader.inside.module_names import file_of, files_of, named_by
from grader.inside.sources import module_name
from grader.student.evidence import CheckFailed, without_values
from grader.student.plural import numbered
from grader.student.source import (
    BY_A_TEXT,
    Definition,
    Source,
    imported_by_text,
    text_of,
    top_names,
)

LOOPS: Mapping[type[ast.AST], str] = {ast.For: "for", ast.AsyncFor: "for", ast.While: "while"}
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
# Functions that look up names in a text.
EVALUATING = ("eval", "exec", "compile")
NAMES_BY_TEXT = frozenset(("__dict__", "__builtins__", "vars", "globals", "locals"))
NAMES = re.compile(r"[^\W\d]\w*")


def no_loops(source: Source, module: str, name: str, *, comprehensions: bool = False) -> None:
    """Allows no `for` and no `while`; also no comprehension, unless they are allowed."""
    for home, node in _nodes(source, module, name):
        word = LOOPS.get(type(node), "")
        if not comprehensions and isinstance(node, COMPREHENSIONS):
            word = "a comprehension"
        if word:
            _refuse(source, home, node, name, f"this task allows no loop, and {word} is one")


def recursive(source: Source, module: str, name: str) -> None:
    """Requires that some function it consists of calls itself, perhaps through others."""
    for home, definition in _definitions(source, module, name):
        for inner in ast.walk(definition):
            if isinstance(inner, ast.FunctionDef) and _leads_back(source, home, inner):
                return
    words = f"{name} is to be recursive, and nothing that it calls leads back to it"
    raise CheckFailed(without_values(words))


def no_names(source: Source, module: str, name: str, *names: str) -> None:
    """Allows none of these to be mentioned as a name, method or attribute: `"sorted"`, `"sort"`.

    Nor under another name given by an import, nor in a text that is looked up or evaluated.
    """
    for home, node in _nodes(source, module, name):
        for found in _mentioned(source, home, node):
            if found in names:
                _refuse(source, home, node, name, f"this task is to be solved without {found}")


def no_imports(source: Source, module: str, *packages: str) -> None:
    """Allows none of these imports, in the file or in the hand-in's own files that it imports."""
    _refuse_imports(source, module, lambda found: found in packages)


def only_imports(source: Source, module: str, *packages: str) -> None:
    """Allows only these imports, and own files, in the file and the own files that it imports."""
    allowed = {*packages, *top_names(source.files)}
    _refuse_imports(source, module, lambda found: found not in allowed)


def at_most_lines(source: Source, module: str, name: str, lines: int) -> None:
    """Allows at most so many statements, or lines with one, whichever is more, in itself.

    Docstrings, comments, blank lines and helpers don't count.
    """
    [(home, definition), *_] = _definitions(source, module, name)
    statements = list(_statements(definition))
    found = max(len(statements), len({line for each in statements for line in _lines_of(each)}))
    if found > lines:
        words = f"{name} has {numbered(found, 'line')} of code; at most {lines} are allowed"
        _refuse(source, home, definition, name, words)


def _definitions(source: Source, module: str, name: str) -> list[tuple[str, Definition]]:
    if found := list(source.reachable(module, name)):
        return found
    source.tree(module)
    raise CheckFailed(without_values(f"{file_of(module)} defines no {name}"))


def _nodes(source: Source, module: str, name: str) -> Iterator[tuple[str, ast.AST]]:
    for home, definition in _definitions(source, module, name):
        for node in ast.walk(definition):
            yield home, node


def _refuse(source: Source, home: str, node: ast.AST, name: str, words: str) -> None:
    frame = source.place(home, node, name)
    message = f"{frame.file}, line {frame.line}: {words}"
    shown = "" if isinstance(node, ast.stmt) else text_of(node)
    raise CheckFailed(replace(without_values(message), got=shown, frames=(frame,)))


def _mentioned(source: Source, home: str, node: ast.AST) -> Iterator[str]:
    """The names that a node of a module mentions."""
    match node:
        case ast.Name(id=found):
            yield found
            yield from _originals(source, home, found)
        case ast.Attribute(attr=found):
            yield found
        case ast.alias(name=found):
            yield found
        case ast.Call(func=ast.Name(id="getattr"), args=[_, ast.Constant(str(found)), *_]):
            yield found
        case ast.Call(func=ast.Name(id=evaluates), args=[ast.Constant(str(text)), *_]) if (
            evaluates in EVALUATING
        ):
            yield from NAMES.findall(text)
        case ast.Subscript(value=table, slice=ast.Constant(str(found))) if (
            NAMES_BY_TEXT.intersection(NAMES.findall(ast.unparse(table)))
        ):
            yield found


def _originals(source: Source, home: str, used: str) -> Iterator[str]:
    """The original names that imports in a module rename, also by way of own modules."""
    todo, seen = [(home, used)], set[tuple[str, str]]()
    while todo:
        here = todo.pop()
        if here in seen:
            continue
        seen.add(here)
        for node in ast.walk(source.tree(here[0])):
            if isinstance(node, ast.ImportFrom):
                of_it = [one.name for one in node.names if (one.asname or one.name) == here[1]]
                yield from of_it
                file = source.file(here[0])
                files = [file for found in named_by(file, node) for file in files_of(found)]
                own = [module_name(file) for file in files if file in source.files]
                todo += [(module, original) for module in own for original in of_it]


def _leads_back(source: Source, home: str, function: ast.FunctionDef) -> bool:
    calls = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
    # A function that is passed on, to `map` or a cache, may be called there.
    names = [node for call in calls for node in ast.walk(call)]
    names += [arg for node in ast.walk(function) if isinstance(node, ast.Call) for arg in node.args]
    for used in names:
        match used:
            case ast.Name(id=called) | ast.Attribute(attr=called):
                reached = [made for _, made in source.reachable(home, called)]
                if any(function is node for made in reached for node in ast.walk(made)):
                    return True
    return False


def _refuse_imports(source: Source, module: str, is_refused: Callable[[str], bool]) -> None:
    todo, seen = [module], set[str]()
    while todo:
        home = todo.pop()
        if home in seen:
            continue
        seen.add(home)
        file = source.file(home)
        for node in ast.walk(source.tree(home)):
            for found in (*named_by(file, node), *imported_by_text(node)):
                top = found.partition(".")[0]
                if top == BY_A_TEXT or is_refused(top):
                    words = f"this task is to be solved without importing {top}"
                    _refuse(source, home, node, home, words)
                todo += [module_name(one) for one in files_of(found) if one in source.files]


def _statements(definition: Definition) -> Iterator[ast.stmt]:
    """The statements of a definition, including nested ones, except docstrings."""
    inner = [definition] if isinstance(definition, ast.Assign | ast.AnnAssign) else definition.body
    for statement in (node for each in inner for node in ast.walk(each)):
        match statement:
            case ast.Expr(value=ast.Constant(str())):
                pass
            case ast.stmt():
                yield statement


def _lines_of(statement: ast.stmt) -> range:
    """The lines of a statement; if it has a block, only those before the block."""
    match statement:
        case ast.Match(cases=[first, *_]):
            end = first.pattern.lineno - 1
        case _:
            block = getattr(statement, "body", None)
            end = block[0].lineno - 1 if block else statement.end_lineno or statement.lineno
    return range(statement.lineno, max(end, statement.lineno) + 1)
