"""Imports point down: read from the syntax trees, so that no layer grows into the one above."""

import ast
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.support import HANDOUT, ROOT

# Who may import what, beside the standard library. The longest prefix that fits a module counts.
ALLOWED = {
    "gametree": {"gametree"},
    "checks": {"checks", "gametree", "pytest"},
    "reference": {"gametree", "reference", "pytest"},
    "grader.inside": {"grader.inside", "gametree"},
    # The box in which a student's own tests run is given pytest.
    "grader.inside.suite": {"grader.inside", "pytest", "_pytest"},
    "grader.report": {
        *("grader.report", "grader.assignment", "grader.errors", "grader.results"),
        *("grader.rubric", "grader.score", "checks.evidence", "checks.text", "jinja2"),
        *("markupsafe", "pygments"),
    },
    "grader.checks": {
        *("grader.checks", "grader.drawn", "grader.inside.equivalences", "grader.submission"),
        "grader.suite",
        *("checks", "gametree", "hypothesis", "pytest"),
    },
    "grader.executors": {
        *("grader.errors", "grader.executors", "grader.isolation", "grader.judge"),
        *("grader.processes", "grader.results", "distributed"),
    },
}
# Grading makes data; only these show it. The games of the library print as their texts say.
MAY_PRINT = {"grader.cli", "grader.console", "grader.inside.sealed", "checks.__main__"}


def modules() -> dict[str, Path]:
    """The modules of the project by dotted names, without tests."""
    roots = {ROOT: "grader/**/*.py", HANDOUT: "*/*.py", ROOT / "reference": "*.py"}
    found = {}
    for root, pattern in roots.items():
        for path in root.glob(pattern):
            name = ".".join(path.relative_to(root).with_suffix("").parts)
            prefix = "reference." if root.name == "reference" else ""
            found[prefix + name.removesuffix(".__init__")] = path
    return found


MODULES = modules()


def tree_of(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text("utf-8"))


def imports(module: str) -> Iterator[str]:
    """The modules that a module imports, wherever in it."""
    for node in ast.walk(tree_of(module)):
        match node:
            case ast.Import(names=names):
                yield from (_home(module, alias.name) for alias in names)
            case ast.ImportFrom(module=str(source), names=names):
                for alias in names:
                    inner = f"{source}.{alias.name}"
                    yield _home(module, inner if inner in MODULES else source)


def _home(module: str, name: str) -> str:
    # The reference's files import each other by bare names.
    own = f"reference.{name}"
    return own if module.startswith("reference.") and own in MODULES else name


def starts(name: str, prefix: str) -> bool:
    return name == prefix or name.startswith(prefix + ".")


def rule_of(module: str) -> set[str] | None:
    fitting = [prefix for prefix in ALLOWED if starts(module, prefix)]
    return ALLOWED[max(fitting, key=len)] if fitting else None


def test_the_modules_are_found() -> None:
    assert {"grader.box", "grader.inside.wire", "checks.question", "gametree", "reference.las"} <= (
        MODULES.keys()
    )
    assert "grader.inside.wire" in set(imports("grader.box"))
    assert "reference.connect4" in set(imports("reference.run"))


@pytest.mark.parametrize("module", sorted(module for module in MODULES if rule_of(module)))
def test_a_layer_imports_only_what_it_may(module: str) -> None:
    allowed = rule_of(module) or set()
    others = {
        name
        for name in imports(module)
        if name.partition(".")[0] not in sys.stdlib_module_names
        and not any(starts(name, prefix) for prefix in allowed)
    }
    assert others == set()


def test_there_are_no_cycles() -> None:
    graph = {module: {name for name in imports(module) if name in MODULES} for module in MODULES}
    for module, names in graph.items():
        # A package's own modules come before what it re-exports of them.
        names.discard(module)
        if starts(module, "gametree"):
            names.discard("gametree")
    list(TopologicalSorter(graph).static_order())


def test_the_engine_knows_no_assignment() -> None:
    knowing = {
        module
        for module in MODULES
        if starts(module, "grader") and not starts(module, "grader.checks")
        for name in imports(module)
        if starts(name, "grader.checks") or starts(name, "reference")
    }
    assert knowing == set()


def test_only_the_command_line_prints() -> None:
    printing = {
        module
        for module in MODULES
        if starts(module, "grader") or starts(module, "checks")
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "print"
    }
    assert printing <= MAY_PRINT


def test_package_files_are_empty() -> None:
    full = {
        str(path.relative_to(ROOT))
        for path in MODULES.values()
        if path.name == "__init__.py" and path.read_text("utf-8").strip()
    }
    assert full == {"handout/gametree/__init__.py"}


def test_no_module_is_a_drawer_for_everything() -> None:
    drawers = {
        name for name in MODULES if name.rpartition(".")[2] in ("utils", "helpers", "common")
    }
    assert drawers == set()
