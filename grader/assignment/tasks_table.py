"""The students' table of tasks: `tasks.toml` beside the public checks.

It repeats what `config.yaml` says, which stays with the staff, and must not say anything else:
`grader pack` writes it, and whatever grades refuses a different one.
"""

import json
import tomllib
from collections.abc import Container, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from grader.assignment.config import Assignment, Format, TestsUse
from grader.errors import ConfigError, why_unread, writing
from grader.student.atomic_file import replacing

NAME = "tasks.toml"
ENDING = "handout"
REMEDY = "let `grader pack` write it"
TASK, HAS = "the points of ", " are"
TOP = ("the library is", "the hand-in is", "the files are", "the packages are")


def tasks_table(assignment: Assignment) -> str:
    """The text of the table."""
    return "\n".join(_lines(assignment)) + "\n"


def _lines(assignment: Assignment) -> Iterator[str]:
    yield "# What is asked for, in order, with its points, as the checks show it."
    yield f"handin = {json.dumps(handin_of(assignment))}"
    if assignment.library:
        yield f"library = {json.dumps(assignment.library)}"
    if assignment.files:
        yield f"files = {json.dumps(list(assignment.files))}"
    if assignment.packages:
        yield f"packages = {json.dumps(list(assignment.imports))}"
        yield f"lock = {json.dumps(assignment.packages.lock)}"
    # Students see extra credit last.
    for module in sorted(assignment.modules, key=lambda each: all(t.extra for t in each.tasks)):
        yield "\n[[modules]]"
        yield f"name = {json.dumps(module.name)}"
        if module.program:
            yield "program = true"
        if module.format is not Format.PY:
            yield f"format = {json.dumps(module.format)}"
        if module.name == assignment.student_tests:
            yield "tests = true"
        if module.tests is TestsUse.AS_IS:
            yield "as_is = true"
        yield "tasks = ["
        for task in module.tasks:
            more = ", extra = true" if task.extra else ""
            more += f", tests = {json.dumps(list(task.tests))}" if task.tests else ""
            yield f"  {{ id = {json.dumps(task.id)}, points = {task.points:g}{more} }},"
        yield "]"


def handin_of(assignment: Assignment) -> str:
    """The archive that students hand in, named as the handout is."""
    return f"{assignment.handout_name.removesuffix(ENDING)}handin.tgz"


def write_table(assignment: Assignment) -> Path | None:
    """Write the table if there is none, or if it says something else; returns its file if so.

    Raises `OutputError`.
    """
    path = assignment.public_checks / NAME
    with suppress(ConfigError):
        refuse_another_table(assignment)
        if path.exists():
            return None
    with writing(path), replacing(path) as file:
        file.write(tasks_table(assignment).encode())
    return path


def refuse_another_table(assignment: Assignment) -> None:
    """Raise `ConfigError` if the table beside the public checks says something else.

    A handout outside of the assignment's folder belongs to another assignment, of which this one
    may use a part. Even of its own, it may grade only some modules.
    """
    path = assignment.public_checks / NAME
    if not path.exists() or not path.resolve().is_relative_to(assignment.root.resolve()):
        return
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path}: can't be read: {why_unread(error)}; {REMEDY}") from None
    graded = {module.name for module in assignment.modules}
    found, expected = _facts(table, graded), _facts(tomllib.loads(tasks_table(assignment)), graded)
    if missing := [what for what in expected if what.startswith(TASK) and what not in found]:
        ids = ", ".join([what.removeprefix(TASK).removesuffix(HAS) for what in missing])
        words = f"not in it, but in {assignment.file}: {ids}; add a line for each, or {REMEDY}"
        raise ConfigError(f"{path}: {words}")
    for what, value in expected.items():
        if found.get(what) != value:
            # In TOML, a line below a module belongs to that module.
            above = f"; it stands before the first [[modules]] of {NAME}" if what in TOP else ""
            raise ConfigError(
                f"{path}: {what} {_words(found.get(what))}, but {assignment.file} says "
                f"{_words(value)}; correct one of them, or {REMEDY}{above}"
            )
    if more := sorted(found.keys() - expected.keys()):
        what, _, _ = more[0].rpartition(" ")
        words = f"{what}: in it, but not in {assignment.file}; {REMEDY}"
        raise ConfigError(f"{path}: {words}")


def _words(fact: object) -> str:
    """A fact in words.

    >>> _words(["a.py", "b.py"]), _words([]), _words(True), _words("trees")
    ('a.py, b.py', 'nothing', 'yes', 'trees')
    """
    if isinstance(fact, list | tuple):
        return ", ".join([_words(each) for each in fact if each]) or "nothing"
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    return f"{fact:g}" if isinstance(fact, int | float) else str(fact or "nothing")


def _facts(table: dict[str, Any], graded: Container[str]) -> dict[str, object]:
    modules = [module for module in table.get("modules", []) if module.get("name") in graded]
    facts = {"the library is": table.get("library", ""), "the hand-in is": table.get("handin")}
    facts["the files are"] = table.get("files", [])
    facts["the packages are"] = (table.get("packages", []), table.get("lock", ""))
    # Sorted, since the table may choose the order in which students see them.
    facts["the modules are"] = sorted([str(module.get("name")) for module in modules])
    for module in modules:
        facts[f"the module {module.get('name')} has"] = module.get("program", False)
        facts[f"in the module {module.get('name')}, tests is"] = module.get("tests", False)
        facts[f"in the module {module.get('name')}, as_is is"] = module.get("as_is", False)
        facts[f"the format of the module {module.get('name')} is"] = module.get("format", Format.PY)
        for task in module.get("tasks", []):
            points = [task.get("points"), *(["as extra credit"] if task.get("extra") else [])]
            facts[f"{TASK}{task.get('id')}{HAS}"] = points
            facts[f"the tests of the task {task.get('id')} are"] = task.get("tests", [])
    return facts
