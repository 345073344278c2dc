"""Known faulty solutions and planted hand-ins by path: `grader grade reference/mistakes/NAME`.

Only the modules that contain the mistake are graded then: looking at the page for one changed hint
needn't wait for the proof of all others.
"""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from grader.assignment.config import Assignment
from grader.assignment.faulty import FaultySolution, faulty_of
from grader.assignment.planted import whole_handin
from grader.assignment.sources import reference_files
from grader.handins.whole_class import refuse_whole_class


@contextmanager
def handin_at(path: Path, assignment: Assignment) -> Iterator[tuple[Path, Assignment]]:
    """The hand-in at a path, or a folder with the files of the faulty solution that it names.

    Also the part of the assignment to grade. Raises `UsageError` if the path is a whole class.
    """
    known = None
    if not os.path.exists(path) and path.parent.resolve() == assignment.mistakes.resolve():
        known = next((one for one in faulty_of(assignment) if one.name == path.name), None)
    if known is None:
        with _all_files_of(path, assignment) as place:
            refuse_whole_class(place, assignment.known_files)
            yield place, assignment
        return
    with TemporaryDirectory(prefix="mistake") as name:
        folder = Path(name) / path.name
        folder.mkdir()
        for file, text in known.as_handin(reference_files(assignment)).items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text, "utf-8")
        yield folder, _only_of(assignment, known)


def _all_files_of(path: Path, assignment: Assignment) -> AbstractContextManager[Path]:
    """The hand-in at a path; for a planted one, with the files that it refers to."""
    if os.path.isdir(path) and path.resolve().parent.parent == assignment.planted.resolve():
        return whole_handin(path, assignment.root)
    return nullcontext(path)


def _only_of(assignment: Assignment, known: FaultySolution) -> Assignment:
    modules = tuple([one for one in assignment.modules if one.file in known.files])
    required, extra = [
        sum(task.points for one in modules for task in one.tasks if task.extra == is_extra)
        for is_extra in (False, True)
    ]
    return replace(assignment, modules=modules, points=required, extra_points=extra)
