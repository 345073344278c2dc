"""A course's own tests of a module, as is: what their box gets, and what is known of them."""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from _pytest.assertion.rewrite import rewrite_asserts

from grader.course_tests.imported_names import python_names, with_imported
from grader.errors import ConfigError
from grader.inside import sources
from grader.inside.course_tests.closed.formats import close_formats_in
from grader.inside.module_names import FIXTURES, imported_files
from grader.inside.pair.crossing import BASE_NAMES, last_name
from grader.inside.sources import module_name, pack_data
from grader.inside.wire import dump
from grader.student_tests.outline import ModuleOutline, bare_outline_of, outline_of, public_names_of

# Such tests expect Python's usual limit; the rest is for our own frames beneath them.
RECURSION_LIMIT = 1_000 + 60
PROGRAM, CONFTEST = "__main__.py", "conftest.py"


@dataclass(frozen=True, slots=True)
class CourseTest:
    """One test by its path, `test_one` or `TestClass.test_one`, with all of its parameters.

    `marks` are those of gradescope-utils: weight, number, visibility.
    """

    path: str
    title: str
    marks: Mapping[str, int | float | str] = field(default_factory=dict)

    @property
    def owner(self) -> str:
        """The class that it is in, or an empty string."""
        return self.path.rpartition(".")[0]

    @property
    def is_visible(self) -> bool:
        """Whether the course lets students see its result."""
        return self.marks.get("visibility") == "visible"


@dataclass(frozen=True, slots=True)
class CourseTestsPlan:
    """The file of tests with what lies beside it, and the outlines of the modules that it imports.

    `given` are the outlines of modules that both boxes have. `codes` are the files as pytest
    compiles them, with asserts that report values. `asked` has, by test, the operators that the
    reference's objects are asked for; `None` means to record them. `cases` has, by test, how many
    cases the reference's run has, and which of them it leaves out.
    """

    file: str
    texts: Mapping[str, str]
    data: Mapping[str, bytes]
    outlines: Sequence[ModuleOutline]
    given: Sequence[ModuleOutline]
    codes: Sequence[tuple[str, str]]
    asked: Mapping[str, Sequence[str]] | None = None
    cases: Mapping[str, tuple[int, Sequence[str]]] | None = None

    @property
    def size(self) -> int:
        """How many bytes its files have."""
        texts = [text.encode() for text in self.texts.values()]
        return sum(map(len, [*texts, *self.data.values()]))

    def order(self) -> bytes:
        """The payload of the tests' box (see `inside.course_tests.session`)."""
        outlines = [outline.to_wire() for outline in self.outlines]
        known = None if self.asked is None else [[test, ops] for test, ops in self.asked.items()]
        cases = None if self.cases is None else [[test, *of] for test, of in self.cases.items()]
        given = [f"{module.name}.{kind}" for module in self.given for kind in module.methods]
        how = [self.file, RECURSION_LIMIT, known, cases, given, outlines, list(self.codes)]
        return dump([*how, *pack_data(self.texts, self.data)])

    def order_of_subject(self) -> bytes:
        """The payload of the hand-in's box (see `Worker.serve_tests`)."""
        shown = (*self.outlines, *self.given)
        classes = [[module.name, list(module.methods)] for module in shown]
        return dump([RECURSION_LIMIT, public_names_of(shown), classes])


def read_plan(
    file: Path,
    reference: Mapping[str, str],
    given: Mapping[str, str] = MappingProxyType({}),
    starters: Mapping[str, str] = MappingProxyType({}),
) -> CourseTestsPlan:
    """The plan of a file of tests, with what it needs beside it: `conftest.py`, helpers, data.

    `reference` are the modules that it may import; it has its own copy of those that are `given`,
    since a hand-in can change what is in its box. What `starters` define is the hand-in's, even if
    the reference imports it. Raises `ConfigError` if a file of tests can't be
    compiled.
    """
    beside = _needed(file)
    texts = dict(given)
    texts |= {_name(path, file): path.read_text("utf-8") for path in beside if _is_code(path)}
    if (fixtures := texts.pop(f"{FIXTURES}.py", None)) is not None:
        texts[CONFTEST] = fixtures
    data = {_name(path, file): path.read_bytes() for path in beside if not _is_code(path)}
    # Only the names of what can be called, and the imports of Python's own names, are needed of
    # these modules; the rest is asked for.
    folders = {module_name(name).partition(".")[0] for name in (*reference, *given)}
    bare = [
        replace(
            bare_outline_of(module_name(name), text),
            rest=python_names(text, starters.get(name, ""), folders),
        )
        for name, text in reference.items()
    ]
    own = set(map(module_name, given))
    outlines = [each for each in with_imported(bare, reference) if each.name not in own]
    shared = [_outline_of_given(name, text) for name, text in given.items()]
    codes = [(name, _code(name, text, file.parent / name)) for name, text in texts.items()]
    return CourseTestsPlan(file.name, texts, data, outlines, shared, codes)


def _outline_of_given(name: str, text: str) -> ModuleOutline:
    """The outline of a module that both boxes have, without classes that are kinds of values."""
    outline = outline_of(module_name(name), text)
    values = {*BASE_NAMES}
    for kind, bases in outline.bases.items():
        if not values.isdisjoint(map(last_name, bases)):
            values.add(kind)
    methods = {kind: names for kind, names in outline.methods.items() if kind not in values}
    return replace(outline, methods=methods)


def written_tests(text: str) -> Iterator[tuple[str, str]]:
    """The path of each function in a file of tests, and its source, marks included."""
    yield from _written(ast.parse(text).body, "")


def _written(nodes: Iterable[ast.stmt], owner: str) -> Iterator[tuple[str, str]]:
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            yield from _written(node.body, f"{owner}{node.name}.")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{owner}{node.name}", ast.unparse(node)


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        # Hidden files and caches are no part of a course's tests.
        if path.is_file() and not any(part.startswith((".", "__pycache__")) for part in parts):
            yield path


def _needed(file: Path) -> list[Path]:
    """The file, the files that help tests, and what all these import, whatever its name."""
    found = {_name(path, file): path for path in _files(file.parent)}
    needed = [name for name, path in found.items() if path == file or _is_help(path)]
    for name in needed:  # grows meanwhile
        if _is_code(path := found[name]):
            imported = imported_files(name, _tree(path.read_text("utf-8"), path))
            needed += [other for other in imported if other in found and other not in needed]
    return [found[name] for name in sorted(needed)]


def _is_help(path: Path) -> bool:
    """Whether a file is there to help tests; others belong to this grader's own checks."""
    # The folder of the public checks has our own program, with a conftest for it.
    ours = (PROGRAM, CONFTEST) if (path.parent / PROGRAM).exists() else ()
    is_tests = path.name.startswith("test_") and _is_code(path)
    return not is_tests and path.name not in (*ours, "__init__.py") and path.suffix != ".toml"


def _is_code(path: Path) -> bool:
    return path.suffix == ".py"


def _name(path: Path, file: Path) -> str:
    return path.relative_to(file.parent).as_posix()


def _code(name: str, text: str, path: Path) -> str:
    tree = _tree(text, path)
    # pytest's own function, though not a public one: messages must be those that staff know.
    rewrite_asserts(tree, text.encode(), name)
    close_formats_in(tree)
    return sources.code_of(name, tree)


def _tree(text: str, path: Path) -> ast.Module:
    try:
        return ast.parse(text, path.name)
    except SyntaxError as error:
        raise ConfigError(f"{path}:{error.lineno or 1}: {error.msg}") from None
