"""What is to be written, in order and with points: the table `tasks.toml` beside the checks."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.inside.module_names import file_of
from grader.inside.notebook.layout import notebook_of
from grader.student.plural import numbered


@dataclass(frozen=True, slots=True)
class HandoutTask:
    """A task with its points, which may be extra credit.

    Of a course's own tests it has those that `tests` names, one by one or by class, or else all.
    """

    id: str
    points: float
    extra: bool = False
    tests: tuple[str, ...] = ()

    @property
    def worth(self) -> str:
        """Its points, in words."""
        return worth(self.points, extra=self.extra)

    def takes(self, test: str) -> bool:
        """Whether a course's own test, `test_one` or `TestClass.test_one`, belongs to the task."""
        return not self.tests or test in self.tests or test.rpartition(".")[0] in self.tests


@dataclass(frozen=True, slots=True)
class HandoutModule:
    """A file to write and its tasks: a module, a program that is run, or the student's tests.

    Its checks may be a course's own tests, run `as_is`.
    """

    name: str
    tasks: tuple[HandoutTask, ...]
    program: bool = False
    tests: bool = False
    format: str = "py"
    as_is: bool = False

    @property
    def file(self) -> str:
        return file_of(self.name)

    @property
    def shown(self) -> str:
        """The name of what students write: that file, or the text that it is made from."""
        return f"{self.file.removesuffix('.py')}.{self.format}"

    @property
    def notebook(self) -> str:
        """The notebook that it may be made from."""
        return notebook_of(self.file)

    @property
    def is_text(self) -> bool:
        """Whether it is made from a text, such as `cheap.sql`."""
        return self.shown != self.file

    @property
    def worth(self) -> str:
        """The points of all its tasks, in words."""
        extra = all(task.extra for task in self.tasks)
        return worth(sum(task.points for task in self.tasks), extra=extra)


@dataclass(frozen=True, slots=True)
class HandoutAssignment:
    """All modules in order, the archive to hand in, and what their code may use."""

    modules: tuple[HandoutModule, ...]
    handin: str
    library: str = ""
    files: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    lock: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all modules."""
        return tuple([module.name for module in self.modules])

    @property
    def programs(self) -> frozenset[str]:
        """The modules that are run, not imported."""
        return frozenset(module.name for module in self.modules if module.program)

    @property
    def tests(self) -> frozenset[str]:
        """The files with the student's own tests."""
        return frozenset(module.file for module in self.modules if module.tests)

    @property
    def as_is(self) -> frozenset[str]:
        """The modules whose checks are a course's own tests."""
        return frozenset(module.name for module in self.modules if module.as_is)

    @property
    def tasks(self) -> dict[str, HandoutTask]:
        """All tasks by id."""
        return {task.id: task for module in self.modules for task in module.tasks}


def worth(points: float, *, extra: bool = False) -> str:
    """Points in words.

    >>> worth(1), worth(25, extra=True)
    ('1 point', '25 points extra')
    """
    return f"{numbered(points, 'point')}{' extra' if extra else ''}"


def _task(tests: Sequence[str] = (), **rest: Any) -> HandoutTask:
    return HandoutTask(**rest, tests=tuple(tests))


def read_assignment(folder: Path) -> HandoutAssignment:
    """The table in a folder of checks."""
    table = tomllib.loads((folder / "tasks.toml").read_text("utf-8"))
    modules = [
        HandoutModule(
            module["name"],
            tuple([_task(**task) for task in module["tasks"]]),
            module.get("program", False),
            module.get("tests", False),
            module.get("format", "py"),
            module.get("as_is", False),
        )
        for module in table["modules"]
    ]
    files = tuple(table.get("files", ()))
    packages, lock = tuple(table.get("packages", ())), table.get("lock", "")
    library = table.get("library", "")
    return HandoutAssignment(tuple(modules), table["handin"], library, files, packages, lock)
