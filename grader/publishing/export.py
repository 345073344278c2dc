"""Grades in another system's format: exactly those that the report shows."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from grader.errors import OutputError, UsageError, writing
from grader.publishing.run import JSON, Run, find
from grader.report.forms import WEB, ExportData, Files, form_of
from grader.report.grades_files import reported
from grader.report.pages.page_files import STUDENTS
from grader.results import HandinResult
from grader.scoring.score import HandinScore
from grader.student.atomic_file import replacing

Graded = tuple[HandinResult, HandinScore]


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """Whose grades, under which heading, the address of the pages, and what hides their names."""

    student: str | None = None
    column: str = ""
    url: str = ""
    secret: str = ""


def export(run: Run, name: str, options: ExportOptions) -> str | bytes | Files:
    """Grades in the format of that name, of one student or of all.

    Raises `UsageError` if the format is for one hand-in and `student` is missing, or if a score
    differs from the report's; `OutputError` if that hand-in has no score: these systems would read
    it as 0.
    """
    form = form_of(name)
    chosen: Iterable[Graded] = as_reported(run.out, _chosen(run, options))
    if form.of_one:
        chosen = [_with_score(*_only(name, list(islice(chosen, 2))))]
    elif form.suffix == "/":  # the format reads them more than once
        chosen = list(chosen)
    return form.make(_data(run, chosen, options))


def export_note(run: Run, name: str, options: ExportOptions) -> str:
    """What staff should know about an export in this format; empty if nothing."""
    return form_of(name).note(_data(run, _chosen(run, options), options))


def _chosen(run: Run, options: ExportOptions) -> Iterable[Graded]:
    return [find(run, options.student)] if options.student else run.graded()


def as_reported(out: Path, chosen: Iterable[Graded]) -> Iterator[Graded]:
    """The hand-ins, one by one, each checked to have the score in the report in `out`.

    Raises `UsageError` at the first one whose score differs by now, since the points, the
    configuration or one of staff's files has changed.
    """
    before = {one["student"]: _words(one["score"], one["extra"]) for one in reported(out / JSON)}
    for result, scored in chosen:
        said = before.get(scored.student, "is not in the report")
        now = _words(scored.score, scored.extra)
        if said != now:
            raise UsageError(
                f"{out}: {scored.student} {said}, and {now} by config.yaml and your files of now; "
                f"run `grader report {out}` and look at it before you export"
            )
        yield result, scored


def _words(score: float | None, extra: float) -> str:
    if score is None:
        return "has no score"
    return f"has {score:.10g}" + (f" and {extra:.10g} extra" if extra else "")


def _data(run: Run, chosen: Iterable[Graded], options: ExportOptions) -> ExportData:
    own = options.column, options.url, options.secret, run.entries, run.beside.roster
    return ExportData(run.assignment, chosen, run.context, run.out / STUDENTS, *own)


def _only(name: str, found: list[Graded]) -> Graded:
    if len(found) != 1:
        raise UsageError(f"{name} is for one hand-in; choose it with --student")
    return found[0]


def _with_score(result: HandinResult, scored: HandinScore) -> Graded:
    if scored.excused:
        raise OutputError(f"{scored.student}: excused, so without a score; nothing is exported")
    if scored.problem and scored.score is None:
        # The system waits for a score and the reason.
        scored = replace(scored, score=0.0)
    if scored.score is None:
        raise OutputError(
            f"{scored.student}: no score, because the grader failed; nothing is exported"
        )
    return result, scored


def target_of(name: str, to: Path | None) -> Path | None:
    """The file to write: in a folder, it is named after the format; `None` for standard output.

    Raises `UsageError` for an archive or a folder without a target.
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
    """Write a file, or a folder's files; raises `OutputError`."""
    if not isinstance(made, str | bytes):
        for name, content in made.items():
            path = target / name
            with writing(path):
                path.parent.mkdir(parents=True, exist_ok=True)
            write_export(path, content)
            if name.startswith(WEB):  # everything else is for staff only
                with writing(path):
                    path.parent.chmod(0o755)
                    path.chmod(0o644)
        return
    with writing(target), replacing(target) as file:
        file.write(made.encode() if isinstance(made, str) else made)
