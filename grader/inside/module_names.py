"""Names of modules, of their files, checks and tasks: `shop.cart` is in shop/cart.py."""

import ast
from collections import deque
from collections.abc import Container, Iterable, Iterator

from grader.inside.sources import module_name

# Module names given besides a hand-in's files and the library.
GIVEN = ("checks", "grader")
# The fixtures of a course's own public tests; conftest.py beside them belongs to all checks.
FIXTURES = "course_fixtures"
# The file that pytest reads for the tests in its folder and below.
CONFTEST = "conftest.py"
# The fields of statements that hold other statements, in their order.
BLOCKS = ("body", "handlers", "orelse", "finalbody", "cases")


def file_of(module: str) -> str:
    """The file of a module.

    >>> file_of("work"), file_of("shop.cart")
    ('work.py', 'shop/cart.py')
    """
    return f"{module.replace('.', '/')}.py"


def imported_instead(file: str, files: Container[str]) -> str:
    """The package among files that Python imports instead of a module beside it, if there is one.

    >>> imported_instead("work.py", ["work.py", "work/__init__.py"])
    'work/__init__.py'
    """
    package = f"{file.removesuffix('.py')}/__init__.py"
    return package if package in files else ""


def tests_of(module: str) -> str:
    """The file of the checks of a module.

    >>> tests_of("work"), tests_of("shop.cart")
    ('test_work.py', 'test_shop_cart.py')
    """
    return f"test_{module.replace('.', '_')}.py"


def module_of_task(task: str) -> str:
    """The module of a task, from its id or from the name of one of its checks.

    >>> module_of_task("work.act"), module_of_task("shop.cart.total")
    ('work', 'shop.cart')
    >>> module_of_task("shop.cart.total/hidden/x")
    'shop.cart'
    """
    return task.partition("/")[0].rpartition(".")[0]


def holds(modules: Iterable[str], name: str) -> bool:
    """Whether a dotted name is one of some modules, or a package that holds one.

    >>> holds(["shop.cart"], "shop"), holds(["shop.cart"], "sho")
    (True, False)
    """
    return any(f"{module}.".startswith(f"{name}.") for module in modules)


def imported_by(file: str, tree: ast.AST) -> Iterator[str]:
    """The dotted names that a file may import, anywhere in it: modules, or names in them.

    Relative imports count from the package that the file is in.
    """
    for node in statements(tree):
        yield from named_by(file, node)


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """A tree and the statements in it, in the order of `ast.walk`, but without expressions.

    >>> [type(node).__name__ for node in statements(ast.parse("if x: import y"))]
    ['Module', 'If', 'Import']
    """
    todo = deque([tree])
    while todo:
        node = todo.popleft()
        yield node
        for block in BLOCKS:
            todo.extend(getattr(node, block, ()))


def named_by(file: str, node: ast.AST) -> Iterator[str]:
    """The names imported by one node; none if it isn't an import."""
    match node:
        case ast.Import(names=names):
            yield from (alias.name for alias in names)
        case ast.ImportFrom(names=names):
            home = home_of(file, node)
            if home:
                yield home
            yield from (f"{home}.{alias.name}".lstrip(".") for alias in names)


def home_of(file: str, node: ast.ImportFrom) -> str:
    """The module or package that a `from … import …` of a file names, in full.

    >>> home_of("shop/cart.py", ast.parse("from .errors import Full").body[0])
    'shop.errors'
    """
    above = file.split("/")[:-1]
    parts = above[: len(above) - node.level + 1] if node.level else []
    return ".".join([*parts, *([node.module] if node.module else [])])


def files_of(name: str) -> Iterator[str]:
    """The files that importing a dotted name may read, those of its packages first.

    >>> list(files_of("shop.cart"))
    ['shop/__init__.py', 'shop.py', 'shop/cart/__init__.py', 'shop/cart.py']
    """
    parts = name.split(".")
    for end in range(1, len(parts) + 1):
        stem = "/".join(parts[:end])
        yield from (f"{stem}/__init__.py", f"{stem}.py")


def imported_files(file: str, tree: ast.AST) -> list[str]:
    """The files that importing a file may read, if they are there; its own packages' come first."""
    names = [module_name(file), *imported_by(file, tree)]
    return list(dict.fromkeys(found for name in names for found in files_of(name)))
