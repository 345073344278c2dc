"""The rows of the class table, hand-ins by tasks.

It has one cell per hand-in and task, tens of thousands for a large class; joining strings is many
times faster than a template.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from unicodedata import combining, normalize
from urllib.parse import quote

from markupsafe import Markup, escape

from grader.report.content.absent import State
from grader.report.content.classes import Summary
from grader.report.numbers import points
from grader.report.sanitize import visible

# So many rows are made at a time, and never all of a large class.
ROWS = 64
# What may stand behind a last name.
SUFFIX = re.compile(r",? (jr|sr|ii|iii|iv)\b\.?", re.IGNORECASE)


def matrix(rows: Sequence[Summary], most: Sequence[float]) -> Iterator[Markup]:
    """The rows of the table, some at a time; `most` are the tasks' points."""
    for begin in range(0, len(rows), ROWS):
        some = [f"{_row(row, most)}\n" for row in rows[begin : begin + ROWS]]
        yield Markup("".join(some))


def by_name(rows: Iterable[Summary]) -> list[Summary]:
    """Rows by last name: what is before the comma, or the last word but for "Jr." and the like.

    Without a name, by login.
    """
    return sorted(rows, key=_name)


def _name(row: Summary) -> tuple[str, str]:
    name = SUFFIX.sub("", row.name)
    last, comma, first = name.partition(", ")
    if not comma:
        first, _, last = name.rpartition(" ")
    # Accents don't count: Özil is between Owen and Pak.
    letters = normalize("NFKD", f"{last or row.student} {first}").casefold()
    return "".join([c for c in letters if not combining(c)]), row.student


def _row(row: Summary, most: Sequence[float]) -> str:
    named = f" <small>{escape(visible(row.student))}</small>" if row.name else ""
    who = escape(visible(row.name or row.student))
    link = f'<a href="students/{quote(row.page)}">{who}</a>{named}'
    none = "excused" if row.excused else "–"
    score = none if row.score is None else points(row.score)
    cells = "".join(
        [_cell(row.score is None, *task, full) for task, full in zip(row.tasks, most, strict=True)]
    )
    flag = " data-incident" if row.incidents or row.problem else ""
    flag += " data-late" if row.late else ""
    flag += f' data-section="{escape(visible(row.section))}"' if row.section else ""
    extra = points(row.extra) if row.extra else ""
    return f"<tr{flag}><th scope=row>{link}<td>{score}<td>{extra}{cells}"


def _cell(broken: bool, earned: float, state: State, full: float) -> str:
    if broken:
        return "<td class=q>–"
    match state:
        case State.PASSED:
            return "<td>✓"
        case State.ABSENT:
            return "<td class=q>○"
        case State.NOT_BEGUN:
            return "<td class=q>…"
    return "<td class=p>½" if 0 < earned < full else "<td class=n>✗"
