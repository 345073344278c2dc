"""One hash of everything that can change the verdicts on a module: the key of stored results.

A change to one module's checks gives that module a new digest and leaves the others alone; a change
to something shared gives all modules new ones. Only contents and names count, so every machine
computes the same digest.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict
from functools import cache
from hashlib import sha256
from pathlib import Path

from grader.assignment.config import Assignment, Format, Module, TestsUse
from grader.assignment.faulty import FaultySolution, faulty_of
from grader.assignment.modules import own_packages
from grader.assignment.printed import printed_in
from grader.assignment.sources import imports_of, read_sources, with_imported
from grader.errors import BrokenGrader
from grader.inside.module_names import tests_of
from grader.student.printed.sessions import sessions_to_bytes

_ENGINE = Path(__file__).parents[1]
# What can affect a verdict: what a judge and its boxes import. All else opens hand-ins, whose own
# digest is beside this one in the key, or schedules, scores, stores or shows.
_DECIDING = (
    *("asking/", "assignment/", "course/clock.py", "course_tests/", "inside/", "judging/"),
    *("running/", "sandbox/", "student/", "student_tests/"),
    *("results.py", "statuses.py", "errors.py"),
)
# What no judge imports of these: a cluster's messages, doubts, `make check`, handing in at home.
_APART = (
    *("running/dask.py", "running/doubts.py"),
    *("student/checking/", "student/handing_in/", "student/text.py"),
)


def module_digests(assignment: Assignment) -> dict[str, str]:
    """The digests of all modules, in the order of the assignment."""
    faulty, printed = faulty_of(assignment), printed_in(assignment).sessions
    found: dict[str, str] = {}
    for module in assignment.modules:
        total = sha256(_of_answers(assignment, module))
        total.update(_settings(module))
        total.update(_advice(faulty, module.file))
        total.update(sessions_to_bytes([one for one in printed if one.module == module.name]))
        if (choice := assignment.choice_of(module.name)) is not None:
            total.update(_contents(_labelled("chosen", assignment.hidden_checks, [choice])))
        found[module.name] = total.hexdigest()
    return found


def digests_of_drawn(assignment: Assignment) -> dict[str, str]:
    """By module, the digest of all that its drawn examples and the answers to them depend on.

    Limits are included, even those of time: what the reference doesn't answer is no neighbour.
    """
    return {
        module.name: sha256(_of_answers(assignment, module)).hexdigest()
        for module in assignment.modules
    }


def _of_answers(assignment: Assignment, module: Module) -> bytes:
    use = [module.program, module.tests, module.format]
    data = [assignment.seed, assignment.library, asdict(assignment.limits), use]
    data.append(assignment.imports)
    if assignment.wide:
        data.append("wide")
    settings = json.dumps(data, sort_keys=True).encode()
    return settings + _of_engine(_ENGINE) + _contents(_sources(assignment, module))


def _contents(sources: Iterable[tuple[str, Path]]) -> bytes:
    """The digest of files with their labels."""
    # Lengths come first, so that no other files give the same bytes.
    total = sha256()
    for label, file in sorted(set(sources)):
        text = _bytes(file)
        total.update(f"\n{label} {len(text)}\n".encode())
        total.update(text)
    return total.digest()


def _settings(module: Module) -> bytes:
    # Titles and points change what is shown and scored, never a verdict.
    tasks = [[task.id, task.cpu_seconds, task.tests] for task in module.tasks]
    # Which tasks are judged again with right functions, and which functions these replace.
    builds = any(task.builds_on for task in module.tasks)
    helped = [[task.id, task.builds_on, task.functions] for task in module.tasks if builds]
    return json.dumps([tasks, helped], sort_keys=True).encode()


def _advice(known: Iterable[FaultySolution], file: str) -> bytes:
    """What hints on a file depend on: the faulty solutions of it."""
    mine = [[m.name, m.hint, sorted(m.loses), m.files] for m in known if file in m.files]
    return json.dumps(mine, sort_keys=True).encode()


def _sources(assignment: Assignment, module: Module) -> Iterator[tuple[str, Path]]:
    if assignment.library:
        library = assignment.handout / assignment.library
        yield from _labelled("library", library, library.rglob("*.py"))
    for label, folder in zip(("public", "hidden"), assignment.folders_of_checks, strict=True):
        checks = [*_check_files(folder, module.name)]
        yield from _labelled(label, folder, checks)
        yield from _imported_by_checks(assignment, checks)
    folder = assignment.reference
    yield from _labelled("reference", folder, _imported(folder, module))
    yield from _labelled(
        "data", assignment.handout, map(assignment.handout.joinpath, assignment.files)
    )
    if (listed := assignment.listed_file(module.name)).is_file():
        yield from _labelled("listed", assignment.hidden_checks, [listed])
    if assignment.lock is not None:
        yield from _labelled("packages", assignment.handout, [assignment.lock])
    if module.tests is TestsUse.AS_IS:
        for folder in assignment.folders_of_checks:
            yield from _labelled("tests", folder, _all_files(folder))
    for other in module.depends_on:
        yield from _labelled("other", assignment.root, _all_files(assignment.root / other))


@cache
def _of_engine(engine: Path) -> bytes:
    """The digest of what decides in the engine, as of when this process first asked."""
    places = [path for kind in ("py", "ini", "txt") for path in engine.rglob(f"*.{kind}")]
    deciding = [path for path in places if _decides(path.relative_to(engine))]
    return _contents(_labelled("grader", engine, deciding))


def _decides(file: Path) -> bool:
    """Whether a file of the engine, by its path there, counts for every module."""
    name = file.as_posix()
    return name.startswith(_DECIDING) and not name.startswith(_APART)


def _counts_anyway(file: Path) -> bool:
    return file.is_relative_to(_ENGINE) and _decides(file.relative_to(_ENGINE))


def _labelled(label: str, folder: Path, files: Iterable[Path]) -> Iterator[tuple[str, Path]]:
    for file in files:
        yield f"{label}/{file.relative_to(folder).as_posix()}", file


def _check_files(folder: Path, module: str) -> Iterator[Path]:
    for file in folder.glob("*.py"):
        if not file.name.startswith("test_") or file.name == tests_of(module):
            yield file


def _imported_by_checks(
    assignment: Assignment, checks: Iterable[Path]
) -> Iterator[tuple[str, Path]]:
    """Files of the assignment's packages and the engine that checks import, directly or not.

    Except those that count anyway: all of its library, and what decides in the engine.
    """
    places = own_packages(assignment) | {_ENGINE.name: _ENGINE}
    places.pop(assignment.library, None)
    todo = [
        (f"{top}/{file.relative_to(place).as_posix()}", file)
        for file in checks
        for top, place in places.items()
        if file.is_relative_to(place)
    ]
    found: dict[str, Path] = {}
    while todo:
        name, file = todo.pop()
        if name in found or not file.is_file() or _counts_anyway(file):
            continue
        found[name] = file
        with suppress(SyntaxError, ValueError):  # a file of checks that is refused elsewhere
            for other in imports_of(name, file.read_text("utf-8")):
                top = other.partition("/")[0].removesuffix(".py")
                if top in places:
                    todo.append((other, places[top].parent / other))
    yield from [(f"imported/{name}", file) for name, file in found.items()]


def _imported(folder: Path, module: Module) -> Iterator[Path]:
    """The file of a module and those beside it that it imports, directly or not."""
    if module.format is not Format.PY:
        yield folder / module.handed_in
        return
    sources = read_sources(folder, packages=module.packages)
    yield from [folder / name for name in with_imported([module.file], sources)]


def _all_files(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
    for file in path.rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts:
            yield file


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise BrokenGrader(f"{file}: can't be read: {error.strerror}") from None
