"""What is wrong with an assignment's checks, once pytest has collected them.

A check that never runs, or counts for another task, silently makes every grade wrong. So
before any hand-in is looked at, the collected checks are compared with those in the files and with
`config.yaml`.
"""

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

from grader.asking.handed_in import names_of, offered_by
from grader.asking.known_names import tree_of, unasked, unknown_names
from grader.assignment.config import Assignment
from grader.assignment.faulty import faulty_of
from grader.assignment.load import unknown_task
from grader.assignment.sources import reference_files, starter_files
from grader.errors import ConfigError
from grader.inside.module_names import tests_of
from grader.judging.pytest_plugin import Check
from grader.results import CATCHES, own_name
from grader.running.course_checks import files_as_they_are

Function = ast.FunctionDef | ast.AsyncFunctionDef


def refuse_faults(
    assignment: Assignment, modules: Sequence[str], checks: Sequence[Check], *, public_only: bool
) -> None:
    """Raise `ConfigError` with all faults of the collected checks of some modules.

    With `public_only`, a task may have no checks.
    """
    faults = [fault for check in checks for fault in _of_check(assignment, check)]
    names = [module.name for module in assignment.modules]
    sources = reference_files(assignment), starter_files(assignment)
    defined, offered = names_of(*sources), offered_by(*sources)
    given = (assignment.library, *assignment.imports)
    as_they_are = files_as_they_are(assignment)
    for path in sorted({check.item.path for check in checks}):
        if path not in as_they_are:
            faults += _not_collected(path, [c for c in checks if c.item.path == path])
            faults += unknown_names(path, names, defined, given, offered)
            faults += unasked(path)
    if any(check.runs_suites for check in checks) and not faulty_of(assignment):
        faults.append(
            f"{assignment.file}:1: students' own tests are run on known faulty solutions, "
            f"but there are none in {assignment.mistakes}; correct folders.mistakes"
        )
    if not public_only:
        faults += _without_checks(assignment, modules, checks)
    if faults:
        raise ConfigError("\n".join(dict.fromkeys(faults)))


def _of_check(assignment: Assignment, check: Check) -> Iterator[str]:
    place, path = check.place, check.item.path
    imported = Path(str(getattr(getattr(check.item, "module", None), "__file__", path)))
    # Two files of one module name: Python imports the first for both.
    if imported.resolve() != check.item.path.resolve():
        yield f"{place}: Python took {imported} for it; give one of their packages another name"
    elif check.task not in (tasks := [task.id for task in assignment.tasks]):
        yield f"{place}: {unknown_task(check.task, tasks)}"
    elif unknown := sorted(check.unknown_fixtures):
        known = "submission, expect, source; code, in a drawn check"
        yield f"{place}: there is no '{unknown[0]}' for checks; there are {known}"
    elif check.item.path.name != tests_of(check.module):
        yield f"{place}: it judges '{check.task}'; move it to {tests_of(check.module)}"


def _without_checks(
    assignment: Assignment, modules: Sequence[str], checks: Sequence[Check]
) -> Iterator[str]:
    judged = {check.task for check in checks}
    file, lines = assignment.file, assignment.task_lines
    for task in assignment.tasks:
        if task.module in modules and task.id not in judged:
            mark = f'@pytest.mark.task("{task.id}", "title")'
            yield f"{file}:{lines.get(task.id, 1)}: no check judges '{task.id}'; mark one {mark}"
        own = [own_name(check.name) for check in checks if check.task == task.id]
        if task.steps and own and not any(name.startswith(CATCHES) for name in own):
            words = f"the steps of '{task.id}' are never reached, since none of its checks"
            fix = f"name those that earn shares test_{CATCHES}…, or remove `steps`"
            yield f"{file}:{lines.get(task.id, 1)}: {words} is called {CATCHES}…; {fix}"


def _not_collected(path: Path, checks: Sequence[Check]) -> Iterator[str]:
    """A line for each function of a file that is marked as a check, but that pytest doesn't run."""
    found = {(_class_of(check), getattr(check.item, "originalname", "")) for check in checks}
    seen: set[tuple[str, str]] = set()
    for owner, function in _marked(tree_of(path)):
        name = (owner, function.name)
        place = f"{path}:{function.lineno}: {function.name}"
        if name in seen:
            yield f"{place} takes the place of a check of the same name; rename one of them"
        elif name not in found:
            yield f"{place} is marked as a check, but not collected; is it named test_…?"
        seen.add(name)


def _class_of(check: Check) -> str:
    owner = getattr(check.item, "cls", None)
    return owner.__name__ if owner else ""


def _marked(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """The functions with a mark of their own, each with the name of its class, if it has one."""
    for node in tree.body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        owner = node.name if isinstance(node, ast.ClassDef) else ""
        for function in inside:
            if isinstance(function, Function) and any(map(_is_mark, function.decorator_list)):
                yield owner, function


def _is_mark(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.task"
