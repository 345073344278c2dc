"""Reads a `config.yaml`, and refuses one with faults: all of them at once, each with its line."""

import ast
import re
import sys
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import cache
from keyword import iskeyword
from pathlib import Path

from grader.assignment.config import Assignment, Format, Module, Policy, Task, TestsUse
from grader.assignment.yaml_records import RecordReader
from grader.course.clock import placed
from grader.errors import ConfigError, did_you_mean, why_unread
from grader.inside.module_names import tests_of

MOST_DATA = 4 << 20
_RULES = re.compile("[A-Z]{1,6}[0-9]{0,4}")
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def load(path: Path) -> Assignment:
    """The assignment of a `config.yaml`; raises `ConfigError` with all of its faults."""
    reader = RecordReader(str(path))
    found = reader.read(Assignment, _read(path))
    if found is None:
        raise reader.error()
    lines = {task.id: reader.lines[reader.path(task, "id")] for task in found.tasks}
    policy = _on_clock(found.policy, reader)
    root = path.resolve().parent
    assignment = replace(found, root=root, file=path, task_lines=lines, policy=policy)
    try:
        _check(assignment, reader)
    except (OSError, ValueError) as error:  # too long, or with characters that no name has
        why = error.strerror if isinstance(error, OSError) else error
        raise ConfigError(f"{path}: something in it can't be the name of a file: {why}") from None
    if reader.faults:
        raise reader.error()
    return assignment


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise ConfigError(
            f"{path}: there is no such file; go to the assignment's folder or give it with --config"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: can't be read: {why_unread(error)}") from None


def _on_clock(policy: Policy, reader: RecordReader) -> Policy:
    """The policy with its deadline on the clock of the course."""
    if policy.due is None or reader.is_faulty("policy.timezone"):
        return policy
    try:
        due = placed(policy.due, policy.due.isoformat(), policy.timezone)
    except ValueError as error:
        reader.fault("policy.due", str(error))
        return policy
    return replace(policy, due=due)


# -- what no single value can show -----------------------------------------------------------


def _check(assignment: Assignment, reader: RecordReader) -> None:
    unread = reader.is_faulty("modules")  # other keys may name a module that can't be read
    _check_twice([(reader.path(m, "name"), m.name) for m in assignment.modules], reader)
    _check_twice([(reader.path(task, "id"), task.id) for task in assignment.tasks], reader)
    _check_module_packages(assignment, reader)
    _check_folders(assignment, reader)
    if not unread:
        _check_foundations(assignment, reader)
    for module in assignment.modules:
        _check_module(module, reader)
        _check_files(assignment, module, reader)
        _check_functions(assignment, module, reader)
    _check_library(assignment, reader)
    _check_data(assignment, reader)
    _check_packages(assignment, reader)
    _check_python(assignment, reader)
    names = [module.name for module in assignment.modules]
    if assignment.student_tests and assignment.student_tests not in names and not unread:
        text = f"'{assignment.student_tests}' is none of the modules, {', '.join(names)}"
        reader.fault("student_tests", text)
    for place, code in enumerate(assignment.lint.select):
        if not _RULES.fullmatch(code):
            text = f"'{code}' can't be one of ruff's rules or groups of rules, like E or F401"
            reader.fault(f"lint.select[{place}]", text)
    if not reader.faults:  # the sums mean nothing while a task can't be read
        _check_sum(assignment.points, assignment, False, reader)
        _check_sum(assignment.extra_points, assignment, True, reader)
    for name in ("early_bonus", "late", "late_days", "grace"):
        if getattr(assignment.policy, name) and "policy.due" not in reader.lines:
            reader.fault(f"policy.{name}", "needs policy.due, the time when hand-ins are due")
    if assignment.policy.late_days and "policy.late" not in reader.lines:
        text = "needs policy.late, which says what happens after the late days"
        reader.fault("policy.late_days", text)


def _check_library(assignment: Assignment, reader: RecordReader) -> None:
    declared = assignment.handout / assignment.library / "declared.py"
    if assignment.library and not declared.is_file():
        reader.fault("library", f"{_below(declared, assignment.root)} is missing")


def _check_data(assignment: Assignment, reader: RecordReader) -> None:
    size = 0
    for place, name in enumerate(assignment.files):
        file, path = assignment.handout / name, f"files[{place}]"
        if not file.resolve().is_relative_to(assignment.handout.resolve()):
            reader.fault(path, f"'{name}' is outside of the handout; put it there")
        elif file.suffix == ".ipynb" or not file.is_file():
            reader.fault(path, f"{_below(file, assignment.root)} is no file of data in the handout")
        elif name in (*assignment.known_files, *[module.file for module in assignment.modules]):
            reader.fault(path, f"'{name}' is handed in; only what students are given belongs here")
        elif file.suffix == ".py" and (why := _no_python(file)):
            reader.fault(path, f"{_below(file, assignment.root)} {why}")
        else:
            size += file.stat().st_size
    if size > MOST_DATA:
        reader.fault("files", f"they hold {size} bytes; at most {MOST_DATA} go into every box")


def _no_python(file: Path) -> str:
    """Why nobody could import a file, or an empty string."""
    try:
        ast.parse(file.read_text("utf-8"), file.name)
    except UnicodeDecodeError:
        return "is not UTF-8; save it so"
    except SyntaxError as error:
        return f"is no Python, line {error.lineno}: {error.msg}"
    except ValueError as error:  # NUL bytes
        return f"is no Python: {error}"
    return ""


def _check_packages(assignment: Assignment, reader: RecordReader) -> None:
    file = assignment.lock
    if file is None:
        return
    if not file.resolve().is_relative_to(assignment.handout.resolve()) or not file.is_file():
        words = f"{_below(file, assignment.root)} is no file in the handout, where students need it"
        reader.fault("packages.lock", words)
    own = [assignment.library, *[module.name for module in assignment.modules]]
    for place, name in enumerate(assignment.imports):
        if not name.isidentifier() or name in sys.stdlib_module_names or name in own:
            text = f"'{name}' can't be a package: say what is imported, like numpy"
            reader.fault(f"packages.names[{place}]", text)


def _check_module_packages(assignment: Assignment, reader: RecordReader) -> None:
    given = {"checks", "grader", assignment.library}
    # Reversed, so that the first module of those with the same file is kept.
    tests = {tests_of(module.name): module.name for module in reversed(assignment.modules)}
    for module in assignment.modules:
        other = tests[tests_of(module.name)]
        above = [
            each.name for each in assignment.modules if module.name.startswith(f"{each.name}.")
        ]
        for package in {*above, *given.intersection(module.packages)}:
            text = f"there is something else named '{package}'; name the package otherwise"
            reader.fault(reader.path(module, "name"), text)
        if other != module.name:
            text = f"its checks would be in {tests_of(other)}, as those of '{other}'; rename one"
            reader.fault(reader.path(module, "name"), text)


def _check_python(assignment: Assignment, reader: RecordReader) -> None:
    pinned, this = assignment.python, "{}.{}".format(*sys.version_info[:2])
    if pinned and not re.fullmatch(r"3\.\d{1,3}", pinned):
        reader.fault("python", f"'{pinned}' is no version of Python like \"3.11\"")
    elif pinned and pinned != this:
        text = f"Python {pinned} must grade, but this is {this}; set up the grader with"
        reader.fault("python", f"{text} PYTHON=python{pinned}, or change this line")


def _check_foundations(assignment: Assignment, reader: RecordReader) -> None:
    known = {task.id for task in assignment.tasks}
    for task in assignment.tasks:
        for place, foundation in enumerate(task.builds_on):
            if foundation not in known:
                text = f"there is no task '{foundation}' to build on"
                reader.fault(reader.path(task, f"builds_on[{place}]"), text)


def _check_twice(places: Iterable[tuple[str, str]], reader: RecordReader) -> None:
    first: dict[str, str] = {}
    for path, name in places:
        line = reader.lines[first.setdefault(name, path)]
        if first[name] != path:
            reader.fault(path, f"'{name}' is in line {line} already; rename one of them")


def _check_module(module: Module, reader: RecordReader) -> None:
    if not module.tasks and not reader.is_faulty(reader.path(module, "tasks")):
        reader.fault(reader.path(module), f"the module '{module.name}' has no tasks")
    if not all(part.isidentifier() and not iskeyword(part) for part in module.name.split(".")):
        text = (
            f"'{module.name}' can't be the name of a Python module: a module is one file, say its "
        )
        text += "name without ending, such as 'shop' for shop.py and 'shop.cart' for shop/cart.py"
        reader.fault(reader.path(module, "name"), text)
    if module.format is not Format.PY and (module.program or module.tests is TestsUse.AS_IS):
        text = f"a module of the format {module.format} is a text: it is neither run nor imported"
        reader.fault(reader.path(module, "format"), text)
    for task in module.tasks:
        _check_id(task, module, reader)
        _check_steps(task, reader)


def _check_id(task: Task, module: Module, reader: RecordReader) -> None:
    own = task.id.rpartition(".")[2] if "." in task.id else ""
    if task.module != module.name or not own.isidentifier():
        expected = f"{module.name}.{own if own.isidentifier() else 'some_name'}"
        text = f"a task of the module '{module.name}' is named like '{expected}', not '{task.id}'"
        reader.fault(reader.path(task, "id"), text)


def _check_steps(task: Task, reader: RecordReader) -> None:
    shares = [step.share for step in task.steps]
    earned = [step.points for step in task.steps]
    if shares != sorted(set(shares)) or earned != sorted(earned):
        text = "shares and points must grow from step to step"
        reader.fault(reader.path(task, "steps"), text)
    elif earned and earned[-1] != task.points:
        text = f"the last step must give the task's {task.points:g} points"
        reader.fault(reader.path(task, "steps"), text)


def _check_folders(assignment: Assignment, reader: RecordReader) -> None:
    name = assignment.handout_name
    if Path(name).name != name or name == "..":
        reader.fault("handout_name", f"'{name}' is not the name of a folder, such as trees-handout")
    public, hidden = assignment.public_checks, assignment.hidden_checks
    if not public.is_dir():
        reader.fault("folders.handout", f"{_below(public, assignment.root)} is missing")
    if not any(hidden.glob("test_*.py")):
        what = "holds no checks (test_*.py)" if hidden.is_dir() else "is missing"
        where = _below(hidden, assignment.root)
        reader.fault("folders.hidden_checks", f"{where} {what}; correct the name or put them there")
    elif hidden.resolve() == public.resolve():
        reader.fault("folders.hidden_checks", "these are the public checks; name another folder")
    if "folders.mistakes" in reader.lines and not assignment.mistakes.is_dir():
        where = _below(assignment.mistakes, assignment.root)
        reader.fault("folders.mistakes", f"{where} is missing; correct the name or leave it out")


def _check_files(assignment: Assignment, module: Module, reader: RecordReader) -> None:
    path, test = reader.path(module), tests_of(module.name)
    name = module.handed_in
    expected = [assignment.reference / name, assignment.handout / name]
    expected += [assignment.root / name for name in module.depends_on]
    notebook = assignment.handout / f"{module.name}.ipynb"
    if notebook.exists():
        expected.remove(assignment.handout / module.file)
    for file in expected:
        if not file.exists():
            reader.fault(path, f"{_below(file, assignment.root)} is missing")
    folders = assignment.folders_of_checks
    if not any((folder / test).is_file() for folder in folders):
        where = " and ".join([_below(folder, assignment.root) for folder in folders])
        reader.fault(path, f"it has no checks: {test} is missing in {where}")


def _check_functions(assignment: Assignment, module: Module, reader: RecordReader) -> None:
    for task in module.tasks:
        for place, name in enumerate(task.functions):
            if text := unknown_function(assignment.reference / module.file, name):
                reader.fault(reader.path(task, f"functions[{place}]"), text)


def _check_sum(stated: float, assignment: Assignment, extra: bool, reader: RecordReader) -> None:
    total = sum(task.points for task in assignment.tasks if task.extra == extra)
    if abs(total - stated) > 1e-9:  # sums of fractions of points are inexact
        key, which = ("extra_points", "extra") if extra else ("points", "required")
        text = (
            f"{stated:g} is stated, but the {which} tasks add up to {total:g}; correct one of them"
        )
        reader.fault(key, text)


def _below(path: Path, root: Path) -> str:
    return str(path.relative_to(root)) if path.is_relative_to(root) else str(path)


# -- names that nobody defines --------------------------------------------------------------------


def unknown_function(file: Path, dotted: str) -> str:
    """What to say about a name that a module doesn't define; "" if it does, or nobody can know."""
    known = _defined(file)
    owner = dotted.partition(".")[0]
    if known is None or dotted in known or f"{owner}.*" in known:
        return ""
    return f"the reference's {file.name} defines no '{dotted}'{did_you_mean(dotted, known)}"


def unknown_task(task: str, known: Collection[str]) -> str:
    """What to say about a task that doesn't exist.

    >>> unknown_task("cnt.men", ["cnt.men_count"])
    "there is no task 'cnt.men' in config.yaml; did you mean 'cnt.men_count'?"
    """
    return f"there is no task '{task}' in config.yaml{did_you_mean(task, known)}"


@cache
def _defined(file: Path) -> frozenset[str] | None:
    """The names of a module, with methods; `A.*` for a class A that inherits or is computed."""
    try:
        tree = ast.parse(file.read_text("utf-8"))
    except (OSError, ValueError, SyntaxError):
        return None  # which is reported elsewhere
    return frozenset(_names(tree.body))


def _names(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        # Definitions are not walked: names within functions are local.
        for inner in ast.walk(node) if not isinstance(node, Definition) else (node,):
            match inner:
                case ast.ClassDef(name):
                    yield name
                    yield from [f"{name}.{own}" for own in _names(inner.body)]
                    if inner.bases or inner.keywords or inner.decorator_list:
                        yield f"{name}.*"
                case ast.FunctionDef(name) | ast.AsyncFunctionDef(name):
                    yield name
                case ast.Name(name, ast.Store()):
                    yield from (name, f"{name}.*")
                case ast.alias(name, asname):
                    known = (asname or name).partition(".")[0]
                    yield from (known, f"{known}.*")
