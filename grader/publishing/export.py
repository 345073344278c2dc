"""Grades in the form of another system."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from grader.errors import OutputError, UsageError, writing
from grader.publishing.as_reported import as_reported
from grader.publishing.run import Run, find
from grader.report.forms import WEB, ExportData, Files, form_of
from grader.report.pages.files import STUDENTS
from grader.results import HandinResult
from grader.scoring.score import HandinScore
from grader.student.atomic_file import replacing


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """Whose grades, under which heading, where pages will be, and what hides their names."""

    student: str | None = None
    column: str = ""
    url: str = ""
    secret: str = ""


def export(run: Run, name: str, options: ExportOptions = ExportOptions()) -> str | bytes | Files:
    """Grades in the form of that name, of one student or of all.

    Raises `UsageError` where the form is of one hand-in and `student` is missing, or a score isn't
    the report's; `OutputError` if that hand-in has no score: these systems would take what is
    written for a 0.
    """
    form = form_of(name)
    chosen: Iterable[tuple[HandinResult, HandinScore]]
    chosen = as_reported(run.out, _chosen(run, options))
    if form.of_one:
        chosen = [_with_score(*_only(name, list(islice(chosen, 2))))]
    elif form.suffix == "/":  # goes over them more than once
        chosen = list(chosen)
    return form.make(_data(run, chosen, options))


def export_note(run: Run, name: str, options: ExportOptions) -> str:
    """What staff should know of an export in the form of that name; empty if nothing."""
    return form_of(name).note(_data(run, _chosen(run, options), options))


def _chosen(run: Run, options: ExportOptions) -> Iterable[tuple[HandinResult, HandinScore]]:
    return [find(run, options.student)] if options.student else run.graded()


def _data(
    run: Run, chosen: Iterable[tuple[HandinResult, HandinScore]], options: ExportOptions
) -> ExportData:
    own = options.column, options.url, options.secret, run.entries, run.beside.roster
    return ExportData(run.assignment, chosen, run.context, run.out / STUDENTS, *own)


def _only(
    name: str, found: list[tuple[HandinResult, HandinScore]]
) -> tuple[HandinResult, HandinScore]:
    if len(found) != 1:
        raise UsageError(f"{name} is for one hand-in; choose it with --student")
    return found[0]


def _with_score(result: HandinResult, scored: HandinScore) -> tuple[HandinResult, HandinScore]:
    if scored.excused:
        raise OutputError(f"{scored.student}: excused, so without a score; nothing is exported")
    if (
        scored.problem and scored.score is None
    ):  # whoever uploads it there waits for a score, and the reason
        scored = replace(scored, score=0.0)
    if scored.score is None:
        raise OutputError(
            f"{scored.student}: no score, because the grader failed; nothing is exported"
        )
    return result, scored


def target_of(name: str, to: Path | None) -> Path | None:
    """The file to write: one in a folder is named as the form; `None` for standard output.

    Raises `UsageError` for an archive or a folder without a place.
    """
    suffix = form_of(name).suffix
    if to is None and suffix == ".zip":
        raise UsageError(f"{name} is an archive: give a file with --to")
    if to is None and suffix == "/":
        raise UsageError(f"{name} is a folder of files: name it with --to")
    if suffix == "/":
        return to
    return to / f"{name}{suffix}" if to is not None and to.is_dir() else to


def write_export(target: Path, made: str | bytes | Files) -> None:
    """Write a file, or the files of a folder; raises `OutputError`."""
    if not isinstance(made, str | bytes):
        for name, content in made.items():
            path = target / name
            with writing(path):
                path.parent.mkdir(parents=True, exist_ok=True)
            write_export(path, content)
            if name.startswith(WEB):  # all else is for staff
                with writing(path):
                    path.parent.chmod(0o755)
                    path.chmod(0o644)
        return
    with writing(target), replacing(target) as file:
        file.write(made.encode() if isinstance(made, str) else made)
