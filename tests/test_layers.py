"""Imports point down: read from the syntax trees, so that no layer grows into the one above."""

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.support import HANDOUT, ROOT

# Who may import what, beside the standard library. The longest prefix that fits a module counts;
# a module that none fits is refused. Within grader/, arrows point down this list or not at all.
NOUNS = (
    *("grader.errors", "grader.results", "grader.statuses", "grader.student.plural"),
    "grader.inside.module_names",
)
ENGINE = ("grader.inside", "grader.student", "grader.sandbox", "grader.asking")
ALLOWED = {
    "gametree": {"gametree"},
    "checks": {"checks", "gametree", "grader.student", "pytest"},
    "reference": {"gametree", "reference", "pytest"},
    "reference.checks": {
        *("reference.checks", "checks", "gametree", "hypothesis", "pytest", "grader.student"),
        *("grader.judging.properties", "grader.asking"),
        "grader.student_tests.trial",
    },
    # What the judge answers in place of wrong functions; no check claims anything by it.
    "reference.checks.right_functions": {"reference", "gametree"},
    "reference.checks.domains": {"reference.checks", "gametree", "grader.authoring.domains"},
    "grader": set(),
    "grader.__main__": {"grader.cli"},
    "grader.cli": {"grader"},
    "grader.commands": {
        *(*NOUNS, *ENGINE, "grader.commands", "grader.running", "grader.judging", "grader.store"),
        *("grader.handins", "grader.scoring", "grader.assignment", "grader.report", "rich"),
        *("grader.course", "grader.publishing", "grader.marking", "grader.authoring", "pytest"),
        "shtab",
    },
    # Tools of whoever writes checks: no verdict depends on them.
    "grader.authoring": {
        *(*NOUNS, *ENGINE, "grader.authoring", "grader.running", "grader.judging"),
        *("grader.assignment", "hypothesis"),
    },
    "grader.running": {
        *(*NOUNS, *ENGINE, "grader.running", "grader.judging", "grader.student_tests"),
        "grader.course_tests",
        *("grader.handins", "grader.scoring", "grader.store", "grader.assignment", "distributed"),
    },
    "grader.judging": {
        *(*NOUNS, *ENGINE, "grader.judging", "grader.student_tests", "hypothesis", "pytest"),
        *("pytest_timeout", "grader.course_tests"),
    },
    "grader.student_tests": {*NOUNS, *ENGINE, "grader.student_tests", "pytest"},
    "grader.course_tests": {
        *(*NOUNS, *ENGINE, "grader.course_tests", "grader.student_tests.outline", "_pytest"),
    },
    "grader.asking": {*NOUNS, *ENGINE},
    "grader.publishing": {
        *(*NOUNS, "grader.publishing", "grader.report", "grader.store", "grader.scoring"),
        *("grader.assignment", "grader.course", "grader.student.atomic_file"),
        *("grader.inside.shortening", "grader.inside.lockdown"),
    },
    "grader.marking": {
        *(*NOUNS, "grader.marking", "grader.publishing", "grader.report", "grader.store"),
        *("grader.scoring", "grader.course", "grader.assignment", "yaml"),
        "grader.student.atomic_file",
    },
    "grader.report": {
        *(*NOUNS, "grader.report", "grader.assignment", "grader.scoring", "grader.student"),
        *("jinja2", "markupsafe", "pygments", "grader.course", "grader.inside.notebook"),
        *("grader.inside.shortening", "grader.sandbox.kernel.own_limits"),
    },
    "grader.scoring": {
        *(*NOUNS, "grader.scoring", "grader.assignment", "grader.course"),
        "grader.student.evidence",
    },
    "grader.course": {"grader.errors", "grader.course", "grader.student.atomic_file"},
    "grader.store": {*NOUNS, "grader.store"},
    "grader.handins": {
        *(*NOUNS, "grader.handins", "grader.assignment", "grader.student", "grader.course"),
        *("grader.sandbox.kernel.forked", "grader.sandbox.kernel.own_limits", "yaml"),
        *("grader.inside.notebook", "grader.inside.shortening", "grader.inside.text_modules"),
    },
    "grader.assignment": {
        *("grader.errors", "grader.assignment", "grader.course.clock", "ruamel", "yaml"),
        *("grader.student.atomic_file", "grader.student.printed.sessions"),
        *("grader.inside.module_names", "grader.inside.sources", "grader.inside.text_modules"),
    },
    "grader.sandbox": {*NOUNS, "grader.sandbox", "grader.inside", "pyseccomp"},
    "grader.results": {"grader.statuses", "grader.student.evidence"},
    "grader.statuses": set(),
    "grader.errors": set(),
    # What answers travel through: a student's computer has it too.
    "grader.student": {
        *("grader.student", "pytest"),
        *("grader.inside.wire", "grader.inside.library", "grader.inside.values"),
        *("grader.inside.program", "grader.inside.sources", "grader.inside.notebook"),
        *("grader.inside.travel", "grader.inside.deep_calls", "grader.inside.shortening"),
        *("grader.inside.forms", "grader.inside.exceptions"),
        *("grader.inside.surroundings.refusals", "grader.inside.surroundings.semaphores"),
        *("grader.inside.surroundings.streams", "grader.inside.surroundings.listening"),
        *("grader.inside.text_modules", "grader.inside.module_names"),
        *("grader.inside.student_tests.not_run", "grader.inside.student_tests.uncollected"),
        "grader.inside.course_tests.decorators",
    },
    "grader.inside": {"grader.inside"},
    # What two boxes say to each other knows neither kind of tests.
    "grader.inside.pair": {
        *("grader.inside.pair", "grader.inside.channel", "grader.inside.class_facts"),
        *("grader.inside.library", "grader.inside.shortening", "grader.inside.values"),
        "grader.inside.wire",
    },
    # The box in which a student's own tests run is given pytest.
    "grader.inside.student_tests.suite": {"grader.inside", "pytest", "_pytest"},
    "grader.inside.course_tests.session": {"grader.inside", "pytest", "_pytest"},
    "grader.inside.course_tests.examiner": {"grader.inside", "_pytest"},
    "grader.inside.course_tests.claims": {"grader.inside", "_pytest"},
}
# Grading makes data; only these show it. The games of the library print as their texts say.
MAY_PRINT = {"grader.cli", "grader.commands.usage.terminal", "gametree.grading.sealed_games"} | {
    "grader.student.checking.runner",
    "grader.student.checking.screen",
}
MOST_FILES = 24


def modules() -> dict[str, Path]:
    """The modules of the project by dotted names, without tests."""
    patterns = ("grader/**/*.py", "reference/*.py", "reference/checks/**/*.py")
    roots = [(ROOT, pattern) for pattern in patterns] + [(HANDOUT, "*/**/*.py")]
    found = {}
    for root, pattern in roots:
        for path in root.glob(pattern):
            name = ".".join(path.relative_to(root).with_suffix("").parts)
            found[name.removesuffix(".__init__")] = path
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


def test_every_folder_has_a_rule() -> None:
    packages = {name for name, path in MODULES.items() if path.name == "__init__.py"}
    engine = {name for name in packages if name.count(".") == 1 and starts(name, "grader")}
    assert engine - ALLOWED.keys() == set()
    flat = {name for name in MODULES if name.count(".") == 1 and starts(name, "grader")}
    assert flat - packages == {
        f"grader.{name}" for name in ("__main__", "cli", "errors", "results", "statuses")
    }


def test_the_modules_are_found() -> None:
    assert {
        "grader.sandbox.box",
        "grader.inside.wire",
        "grader.student.question",
        "gametree",
        "reference.las",
    } <= (MODULES.keys())
    assert "grader.inside.wire" in set(imports("grader.sandbox.box"))
    assert "reference.connect4" in set(imports("reference.run"))


@pytest.mark.parametrize("module", sorted(MODULES))
def test_a_layer_imports_only_what_it_may(module: str) -> None:
    allowed = rule_of(module)
    assert allowed is not None
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
        if starts(module, "grader")
        for name in imports(module)
        if any(starts(name, own) for own in ("reference", "checks", "gametree"))
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


def test_no_folder_of_the_engine_has_more_files_than_a_glance_takes_in() -> None:
    files = {path for path in MODULES.values() if path.name != "__init__.py"}
    engine = Counter(path.parent for path in files if path.is_relative_to(ROOT / "grader"))
    full = {str(folder.relative_to(ROOT)) for folder, n in engine.items() if n > MOST_FILES}
    assert full == set()


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
