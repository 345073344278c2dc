"""HTML pages: one for the class, one for each hand-in.

A page is self-contained: its style and script are inline, allowed by their hashes; its
Content-Security-Policy forbids everything else. Every text in a template passes `visible` and then
Jinja's escaping, except our own markup, which `markupsafe` marks.
"""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, tzinfo
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from math import ceil, floor
from typing import Final
from unicodedata import combining, normalize
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from grader.assignment.config import Assignment
from grader.course.clock import in_words
from grader.report.content.absent import State
from grader.report.content.classes import ClassView, Summary, counted
from grader.report.content.diff import Difference, shown_points
from grader.report.content.doubts import DoubtfulExample
from grader.report.content.excerpts import commented, has_line
from grader.report.content.feedback import LEVEL_MEANING, told_incidents
from grader.report.content.fixes import in_short, missing, to_fix
from grader.report.content.views import history, modules_of
from grader.report.context import RunContext
from grader.report.numbers import points, points_of
from grader.report.sanitize import visible
from grader.results import HandinResult
from grader.scoring.rubric import Item
from grader.scoring.score import HandinScore
from grader.student.plural import numbered

MOST_CHOICES = 11
# Rows are made in chunks of this size: never all of a large class at once.
ROWS = 64
# Suffixes that may follow a last name.
SUFFIX = re.compile(r",? (jr|sr|ii|iii|iv)\b\.?", re.IGNORECASE)
MAIL = re.compile(r"[\w.+-]+@[\w.-]+")
ASSETS: Final = files("grader.report.pages") / "assets"
# The files that templates embed, by their name in the templates (their hash has it, too).
EMBEDDED = {
    "style": ("page.css",),
    "script": ("page.js",),
    "marking_style": ("page.css", "mark.css"),
    "marking_script": ("mark.js",),
    "request_script": ("request.js",),
}


def render_student(
    assignment: Assignment, result: HandinResult, scored: HandinScore, context: RunContext
) -> str:
    """A hand-in's page for its author: of hidden checks it shows what `config.yaml` allows."""
    level = assignment.feedback.hidden
    sources = result.sources or {}
    modules = modules_of(assignment, result, scored, level)
    return _page(
        "student.html.j2",
        assignment=assignment,
        result=result,
        scored=scored,
        context=context,
        modules=modules,
        fixes=(fixes := to_fix(modules)),
        listed=in_short(fixes),
        gaps=missing(modules),
        attempts=history(scored),
        incidents=counted(told_incidents(assignment, result, level)),
        reveals=LEVEL_MEANING[level],
        graded_at=datetime.fromisoformat(context.date) if context.date else None,
        commented=list(commented(sources, scored.words.comments)),
        remarks=[c for c in scored.words.comments if not has_line(sources, c)],
    )


def render_class(assignment: Assignment, view: ClassView, context: RunContext) -> Iterator[str]:
    """The class page, for staff, in pieces: a large one is never whole in memory."""
    return _template("class.html.j2").generate(
        assignment=assignment,
        view=view,
        context=context,
        matrix=matrix(by_name(view.rows), [rate.task.points for rate in view.rates]),
    )


def render_diff(found: Difference, title: str, names: tuple[str, str], *, linked: bool) -> str:
    """The page of what changed between two runs, called `names`.

    `linked` means that the pages of the new run's hand-ins are beside it, in `students/`.
    """
    return _page("diff.html.j2", found=found, title=title, names=names, linked=linked)


def render_doubts(found: Sequence[DoubtfulExample], title: str, handins: int) -> str:
    """The page, for staff, of examples in doubt; so many `handins` with full marks were asked."""
    return _page("doubt.html.j2", found=found, title=title, handins=handins)


def render_marking(title: str, shown: object) -> str:
    """The page to mark a hand-in (a `ShownHandin`), or to say that there is none."""
    return _page("mark.html.j2", title=title, shown=shown, choices=_choices)


def render_request(assignment: Assignment) -> str:
    """The page on which a student requests a regrade; it sends nothing itself.

    It makes a row of `regrade_requests.csv`: a file, or a mail to the assignment's `questions`.
    """
    mail = assignment.questions if MAIL.fullmatch(assignment.questions) else ""
    return _page("request.html.j2", assignment=assignment, mail=mail)


def marking_policy() -> str:
    """The Content-Security-Policy of that page: our script, our style, connections to us."""
    globals = _environment().globals
    return (
        f"default-src 'none'; style-src '{globals['marking_style_hash']}'; "
        f"script-src '{globals['marking_script_hash']}'; connect-src 'self'; img-src data:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def _choices(item: Item) -> list[float]:
    """Points to choose with one click: all whole ones, or fewer if there are many."""
    least, most = item.limits
    step = max(1, ceil((most - least) / (MOST_CHOICES - 1)))
    inner = [float(value) for value in range(ceil(least), floor(most) + 1, step)]
    return sorted({least, *inner, most})


def _page(template: str, **values: object) -> str:
    return _template(template).render(values)


def _template(name: str) -> Template:
    return _environment().get_template(name)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("grader.report.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    environment.filters["items"] = _items
    environment.filters["moment"] = _moment
    environment.filters["numbered"] = numbered
    environment.filters["points"] = points
    environment.filters["points_of"] = points_of
    environment.filters["pair"] = shown_points
    for name, parts in EMBEDDED.items():
        text = "".join([(ASSETS / part).read_text("utf-8") for part in parts])
        # This is our own file; escaping would change it, and the hash would not match.
        environment.globals[name] = Markup(text)
        environment.globals[f"{name}_hash"] = _csp_hash(text)
    return environment


@lru_cache(maxsize=1024)
def _items(titles: tuple[str, ...]) -> Markup:
    """Titles as list items; cached since most hand-ins pass the same checks."""
    return Markup("").join([Markup("<li>{}</li>").format(visible(title)) for title in titles])


def _moment(at: datetime, clock: tzinfo | None) -> str:
    return in_words(at, clock or at.tzinfo, "minutes")


def _shown(value: object) -> object:
    return visible(value) if type(value) is str else value


def _csp_hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


# -- the rows of the class table ------------------------------------------------------------------


def matrix(rows: Sequence[Summary], most: Sequence[float]) -> Iterator[Markup]:
    """The rows of the table, in chunks; `most` are the tasks' points.

    For a large class it has tens of thousands of cells; joining strings is many times faster
    than a template.
    """
    for begin in range(0, len(rows), ROWS):
        some = [f"{_row(row, most)}\n" for row in rows[begin : begin + ROWS]]
        yield Markup("".join(some))


def by_name(rows: Iterable[Summary]) -> list[Summary]:
    """Rows by last name: the part before the comma, or the last word except "Jr." and the like.

    Without a name, by login.
    """
    return sorted(rows, key=_name)


def _name(row: Summary) -> tuple[str, str]:
    name = SUFFIX.sub("", row.name)
    last, comma, first = name.partition(", ")
    if not comma:
        first, _, last = name.rpartition(" ")
    # Accents are ignored: Özil is between Owen and Pak.
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
