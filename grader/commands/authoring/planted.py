"""Known faulty solutions as hand-ins: `grader grade reference/mistakes/NAME`."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from grader.assignment.config import Assignment
from grader.assignment.faulty import faulty_of
from grader.assignment.sources import read_sources
from grader.handins.whole_class import refuse_whole_class


@contextmanager
def handin_at(path: Path, assignment: Assignment) -> Iterator[Path]:
    """The hand-in at a path, or a folder with the files of the faulty solution that it names.

    Raises `UsageError` if it is a whole class.
    """
    if path.exists() or path.parent.resolve() != assignment.mistakes.resolve():
        refuse_whole_class(path, assignment.known_files)
        yield path
        return
    with TemporaryDirectory(prefix="mistake") as name:
        folder = Path(name) / path.name
        for known in faulty_of(assignment):
            if known.name == path.name:
                folder.mkdir()
                for file, text in known.as_handin(read_sources(assignment.reference)).items():
                    (folder / file).write_text(text, "utf-8")
        yield folder if folder.exists() else path
