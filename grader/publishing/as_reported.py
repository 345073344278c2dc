"""Whether grades that leave the house are those that the report shows."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from grader.errors import UsageError
from grader.publishing.write import JSON
from grader.report.grades_files import reported
from grader.results import HandinResult
from grader.scoring.score import HandinScore

NOT_THERE = "is not in the report"


def as_reported(
    out: Path, chosen: Iterable[tuple[HandinResult, HandinScore]]
) -> Iterator[tuple[HandinResult, HandinScore]]:
    """The hand-ins, one by one, each with the score of the report in `out`.

    Raises `UsageError` at the first one whose score is another by now, since the points, the
    configuration or a file of staff's has changed.
    """
    before = {one["student"]: _words(one["score"], one["extra"]) for one in reported(out / JSON)}
    for result, scored in chosen:
        said = before.get(scored.student, NOT_THERE)
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
