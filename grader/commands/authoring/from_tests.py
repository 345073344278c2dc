"""An assignment around a course's own tests: configuration, starter file, the tests unchanged.

What the tests say about points is taken over: gradescope-utils' decorators `weight`, `number` and
`visibility`.
"""

import ast
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from keyword import iskeyword

from grader.commands.authoring.found_tests import FoundTest, found_tests
from grader.errors import UsageError
from grader.inside.module_names import imported_by, imported_files, tests_of
from grader.inside.sources import module_name
from grader.scoring.total import total

# Packages that tests may import although they aren't installed.
KNOWN = ("gradescope_utils",)
# The points of a single task, if the tests say nothing about points.
POINTS = 10
CONFIG = """\
# An assignment whose checks are the course's own tests, as they are:
# reference/checks/{tests} runs in a box of its own, and each hand-in in another one.

title: "{title}"
seed: {seed}
points: {points}                  # the sum of the tasks below
handout_name: {name}-handout
{files}
limits:
  cpu_seconds: 5            # for one test
  memory_mb: 256

# What students see of a test that fails: none, name, diagnosis (no values of it) or full. They see
# all of tests that have visibility("visible"), and of those that are written alike in
# handout/checks/{tests}.
feedback:
  hidden: diagnosis

modules:
  - name: {module}
    title: "{title}"
    tests: as-is
    tasks:
"""


@dataclass(frozen=True, slots=True)
class FoundTask:
    """A task with its tests; with several, each one earns its share of the points."""

    name: str
    title: str
    points: float
    tests: tuple[str, ...]
    shares: bool

    def lines(self, module: str) -> Iterator[str]:
        """The lines of its part of the configuration."""
        yield f"      - id: {module}.{self.name}"
        yield f"        title: {_quoted(self.title)}"
        yield f"        points: {_exact(self.points)}"
        if self.shares:
            yield "        credit: checks"
        if self.tests:
            yield f"        tests: [{', '.join(self.tests)}]"


def tested_module(
    tests: ast.Module, solution: Mapping[str, ast.Module], beside: Collection[str]
) -> str:
    """The module of a solution that the tests import; in a package, one that the imports lead to.

    `beside` are the names of modules beside the tests. Raises `UsageError` if they import none.
    """
    found, files = imported_files("", tests), []
    while found:
        file = found.pop(0)
        if file in solution and file not in files:
            files.append(file)
            found += imported_files(file, solution[file])
    named = {name.partition(".")[0] for name in imported_by("", tests)} - {"", *KNOWN, *beside}
    strange = sorted(n for n in named if n not in sys.modules and find_spec(n) is None)
    if strange and not files:
        given = next(iter(solution))
        raise UsageError(
            f"the tests import {strange[0]}, the solution is {given}: name it as they do"
        )
    for file in (*files, *solution):
        if not file.endswith("__init__.py"):
            return module_name(file)
    raise UsageError("the solution has no module: a package needs a file beside its __init__.py")


def needed_by(solution: Mapping[str, ast.Module], beside: Mapping[str, bytes]) -> list[str]:
    """The names of Python files beside the tests that the solution needs to be imported.

    Raises `SyntaxError`.
    """
    found = [name for file, tree in solution.items() for name in imported_files(file, tree)]
    needed: list[str] = []
    while found:
        name = found.pop(0)
        if name in beside and name not in (*needed, *solution):
            needed.append(name)
            found += imported_files(name, ast.parse(beside[name], name))
    return sorted(needed)


def config_of(
    words: Mapping[str, str],
    module: str,
    tests: ast.Module,
    files: Sequence[str] = (),
    named: str = "the tests",
) -> str:
    """The text of `config.yaml` for such tests; raises `UsageError` if there are none.

    `words` are NAME, TITLE and SEED. `files` are given to students besides what they hand in, and
    `named` is what errors call the tests' file.
    """
    tasks = tasks_of(module, list(found_tests(tests, named)))
    points = total(task.points for task in tasks)
    words = {key.lower(): word for key, word in words.items()} | {"module": module}
    given = f"files: [{', '.join(files)}]   # what students are given to import\n" if files else ""
    head = CONFIG.format(**words, points=_exact(points), tests=tests_of(module), files=given)
    return head + "\n".join([line for task in tasks for line in task.lines(module)]) + "\n"


def tasks_of(module: str, tests: Sequence[FoundTest]) -> list[FoundTask]:
    """A task for each test if any says what it is worth, else for each class, and one for the rest.

    Among weighted tests, one without a weight is worth nothing, as with gradescope-utils.
    """
    if not tests:
        raise UsageError("there are no tests in it: none is called test_…")
    if any(test.weight is not None for test in tests):
        named = _unique([_word(test.name.removeprefix("test_")) for test in tests])
        return [
            FoundTask(n, t.title, total([t.weight or 0.0]), (t.path,), t.is_partial)
            for n, t in zip(named, tests, strict=True)
        ]
    owners = list(dict.fromkeys(test.owner for test in tests))
    rest = _word(module.rpartition(".")[2])
    if len(owners) == 1:
        return [FoundTask(rest, "The tests", POINTS, (), True)]
    classes = [owner for owner in owners if owner]
    words = [_word(re.sub("^Test|Tests?$", "", owner) or owner) for owner in classes]
    named = _unique([*words, rest])
    counts = [sum(test.owner == owner for test in tests) for owner in classes]
    tasks = [
        FoundTask(n, owner, float(count), (owner,), True)
        for n, owner, count in zip(named[:-1], classes, counts, strict=True)
    ]
    loose = tuple(test.path for test in tests if not test.owner)
    other = FoundTask(named[-1], "The other tests", float(len(loose)), loose, True)
    return [*tasks, other] if loose else tasks


def _exact(points: float) -> str:
    """A number for the configuration, with all of its digits."""
    return f"{points:.12g}"


def _word(text: str) -> str:
    word = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text).lower()
    return f"{word}_" if iskeyword(word) else word if word.isidentifier() else f"t_{word}"


def _unique(words: Sequence[str]) -> list[str]:
    return [
        word if words.index(word) == place else f"{word}_{place}"
        for place, word in enumerate(words)
    ]


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
