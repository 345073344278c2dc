"""Students' pages in one folder, for all the ways to hand them out.

On a web server, a page has a name that nobody can guess, the same in each export: whoever knows
the link can read the page. It links to the page on which to request a regrade. `mail.csv` has each
student's link, for a mail merge.
"""

import hmac
from collections.abc import Iterator

from grader.course.cells import FOR_EXCEL, csv_line
from grader.errors import UsageError
from grader.report.content.words import summary_lines, with_extra
from grader.report.exports.canvas_comments import comments
from grader.report.exports.gradescope_pages import autograder
from grader.report.exports.moodle_feedback import feedback
from grader.report.forms import WEB, ExportData, Files, Form, page_of
from grader.report.pages.html import render_request
from grader.scoring.score import HandinScore
from grader.student.plural import numbered

MAIL, README, REQUEST = "mail.csv", "README.txt", "request.html"
HEAD = (
    *("student", "name", "email", "section", "score", "max_score"),
    *("page", "link", "subject", "text"),
)
_ASK = f'<p><a href="{REQUEST}">Ask for a task to be looked at again</a></p>\n'.encode()
_END = b"</footer>"
_EMPTY = "<!DOCTYPE html><html lang=en><title>Nothing here</title>\n"  # hides the listing
_ARCHIVES = (
    ("canvas-comments.zip", comments, "Canvas: Gradebook, the assignment, Upload Submissions"),
    ("moodle-feedback.zip", feedback, "Moodle: Upload multiple feedback files in a zip"),
    ("gradescope-pages.zip", autograder, "Gradescope: Configure Autograder, then Regrade all"),
)


def pages(grades: ExportData) -> Files:
    """The files of the folder; `README.txt` says what each is for, and what is left out."""
    files: dict[str, bytes | str] = {}
    said = []
    for name, make, where in _ARCHIVES:
        try:
            files[name] = make(grades)
            said.append(f"{name}: {where}")
        except UsageError as error:
            said.append(f"{name} is left out: {error}")
    web = {_web_name(grades, one): _asking(page_of(grades, one)) for _, one in grades.graded}
    files |= {f"{WEB}{name}": page for name, page in web.items()}
    files[f"{WEB}index.html"] = _EMPTY
    files[f"{WEB}{REQUEST}"] = render_request(grades.assignment)
    said.append(
        f"{WEB}: copy it to a web server; {numbered(len(web), 'page')} of unguessable names"
    )
    lacks = "" if grades.url else ", without links: --url ADDRESS says where web/ will be"
    said.append(f"{MAIL}: for a mail merge{lacks}")
    said.append(
        f"{WEB}{REQUEST}: on it, students ask for a task to be looked at again; put the rows that "
        "come back into regrade_requests.csv beside the hand-ins"
    )
    # First what the folder is known by, should writing it be interrupted.
    return {MAIL: "".join(_mail(grades)), **files, README: "\n".join(said) + "\n"}


def _asking(page: bytes) -> bytes:
    """The page with a link in its footer to the page for regrade requests."""
    before, end, after = page.rpartition(_END)
    return before + _ASK + end + after if end else page


def _web_name(grades: ExportData, scored: HandinScore) -> str:
    whose = f"page of {scored.student}".encode("utf-8", "surrogatepass")
    return f"{hmac.new(grades.secret.encode(), whose, 'sha256').hexdigest()[:32]}.html"


def _mail(grades: ExportData) -> Iterator[str]:
    """A row per student, which reveals no more than the page."""
    yield FOR_EXCEL + csv_line(HEAD)
    title, ask = grades.assignment.title, grades.assignment.questions
    for _, scored in grades.graded:
        person, page = scored.person, _web_name(grades, scored)
        link = grades.url and f"{grades.url}{page}"
        text = [f"{title}:", *summary_lines(scored)]
        text += [f"Your page: {link}"] if link else []
        text += [f"Questions to {ask}"] if ask else []
        own = [scored.student, person.name, person.email, person.section]
        score = [with_extra(scored), scored.max_score]
        subject = f"{title}: your result"
        yield csv_line([*own, *score, f"{WEB}{page}", link, subject, "\n".join(text)])


FORM = Form("/", pages)
