"""Lists of people as other systems export them, read as `roster.csv`.

    Canvas       the gradebook (lib/gradebook_exporter.rb of instructure/canvas-lms), with or
                 without columns of the student information system, names in one column or two
    Moodle       participants, or grades (username, e-mail and number as the site shows them), in
                 English, German, French or Spanish
    Gradescope   the roster, or grades of an assignment
    Blackboard   the gradebook
    Brightspace  grades, with "Org Defined ID", "Username" or both as key fields
    GitHub       a classroom's roster

A list is recognized by its headings. What a system calls a person is put under our headings;
everything else, such as grades, stays as it is. For a person without an id in the list, the name is
the id. Rows of nobody (the points possible, Canvas's test student) or of others than students (by
the column of roles) are left out.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from unicodedata import normalize

from grader.course.table import Row, Table, text_of

_Made = dict[str, str]
_Line = tuple[int, Row]
# Moodle's own headings are those in its language packs.
_FIRST = ("first name", "firstname", "vorname", "prénom", "nombre")
_LAST = ("last name", "lastname", "surname", "nachname", "nom de famille", "apellido(s)")
EMAIL = (
    *("email", "e-mail", "mail", "email address", "e-mail address", "e-mail-adresse"),
    *("adresse de courriel", "courriel", "dirección de correo", "correo electrónico"),
)
_USERNAME = ("username", "anmeldename", "nom d'utilisateur", "nombre de usuario")
_NUMBER = ("id number", "id-nummer", "numéro d'identification", "número de id")
# Such columns stay in a list that is completed under our own headings.
FOREIGN = frozenset((*_FIRST, *_LAST, *EMAIL, *_USERNAME, *_NUMBER, "idnumber"))
_STUDENT = ("student",)
_BRIGHTSPACE = ("orgdefinedid", "username"), ("end-of-line indicator",)
_BLACKBOARD = ("username",), ("student id",), _LAST
_GITHUB = ("identifier",), ("github_username",)
_TEST_STUDENT = "Student, Test"
_POSSIBLE = "Points Possible"
_SIS = ("sis login id", "sis user id")
_ROLES = ("role", "roles")
_LEARNS = re.compile(
    r"\b(?:student|learner|teilnehmer|studierende|étudiant|estudiante)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _ExportedRoster:
    """One format: whether a table has it, and who a row is (empty if nobody)."""

    fits: Callable[[Table], bool]
    person: Callable[[Row], _Made]
    short: bool = False  # whether ids are e-mails without the part after the @


def translated(table: Table) -> Table:
    """The table under our headings if another system made it; else the table itself.

    Existing columns that mean something else here (Canvas's `Student` is a name) are dropped.
    """
    form = next((one for one in _FORMS if one.fits(table)), None)
    if form is None:
        return table
    made = [(line, row, form.person(row)) for line, row in _students(table.rows)]
    people = [(line, row, _with_id(person)) for line, row, person in made if person]
    if form.short:
        _tell_apart([person for _, _, person in people])
    ours = {column for _, _, person in people for column in person}
    columns = (*sorted(ours, key=_place), *[c for c in table.columns if c.casefold() not in ours])
    rows = tuple([(line, {**row, **person}) for line, row, person in people])
    return Table(columns, rows, table.delimiter)


def _with_id(person: _Made) -> _Made:
    """A person without an id in the list goes by the name, or else the e-mail."""
    known = (person.get(column, "") for column in ("student", "name", "email"))
    return person | {"student": next(filter(None, known), "")}


def _tell_apart(people: Sequence[_Made]) -> None:
    """Use the whole e-mail as id where the short one would be the same for two e-mails."""
    emails: dict[str, set[str]] = {}
    for person in people:
        emails.setdefault(person["student"].casefold(), set()).add(person["email"].casefold())
    for person in people:
        if person["email"] and len(emails[person["student"].casefold()]) > 1:
            person["student"] = person["email"]


def _students(lines: Sequence[_Line]) -> Sequence[_Line]:
    """The rows without those of other roles; all of them if no role means student."""
    roles = [_of(row, *_ROLES) for _, row in lines]
    if not any(map(_LEARNS.search, roles)):
        return lines
    return [
        line for line, role in zip(lines, roles, strict=True) if not role or _LEARNS.search(role)
    ]


def _place(column: str) -> int:
    order = ("student", "name", "email", "section")
    return order.index(column) if column in order else len(order)


def _has(table: Table, *wanted: tuple[str, ...]) -> bool:
    """Whether there is at least one heading of each of these groups."""
    there = {_plain(column.casefold()) for column in table.columns}
    return all(there.intersection(names) for names in wanted)


def _is_foreign(table: Table, *wanted: tuple[str, ...]) -> bool:
    return _has(table, *wanted) and not _has(table, _STUDENT)


def _of(row: Row, *names: str) -> str:
    """The first of these cells that isn't empty."""
    cells = {_plain(heading): text_of(cell) for heading, cell in row.items()}
    return next(filter(None, [cells.get(name, "") for name in names]), "")


def _plain(heading: str) -> str:
    """A heading with a plain apostrophe instead of a typographic one."""
    return normalize("NFC", heading).replace("’", "'")


def full_name(row: Row, *whole: str) -> str:
    """A name in two cells, or in one of these."""
    parts = f"{_of(row, *_FIRST)} {_of(row, *_LAST)}".strip()
    return parts or _of(row, *whole)


def _first_name_first(name: str) -> str:
    """A name in spoken order: Canvas sorts by "Lovelace, Ada".

    >>> _first_name_first("Lovelace, Ada")
    'Ada Lovelace'
    """
    last, comma, first = name.partition(", ")
    return f"{first} {last}" if comma else name


def _is_canvas(table: Table) -> bool:
    # Our own roster may have the same headings except the id; a student may be called so, too.
    names = {row.get("student", row.get("lastname", "")) for _, row in table.rows[:3]}
    foreign = _has(table, _SIS) and not _has(table, ("name", "email", "canvas"))
    return _has(table, ("id",)) and (_POSSIBLE in names or (foreign and not _by_login(table)))


def _by_login(table: Table) -> bool:
    """Whether the column `student` has logins, as ours, and no names."""
    logins = [{_of(row, name) for name in _SIS} - {""} for _, row in table.rows]
    return any(
        row.get("student") in some for some, (_, row) in zip(logins, table.rows, strict=True)
    )


def _canvas(row: Row) -> _Made:
    number, login = _of(row, "id"), _of(row, "sis login id")
    parts = [_of(row, "lastname"), _of(row, "firstname")]
    name = _of(row, "student") or ", ".join(filter(None, parts))
    if name in ("", _TEST_STUDENT, _POSSIBLE):  # a row without a name says how grades are posted
        return {}
    return {
        "student": login or _of(row, "sis user id") or number,
        "name": _first_name_first(name),
        "email": login if "@" in login else "",
        "section": _of(row, "section"),
        "canvas": number,
    }


def _moodle(row: Row) -> _Made:
    email, username, number = [_of(row, *names) for names in (EMAIL, _USERNAME, _NUMBER)]
    made = {"student": username or number or email, "name": full_name(row), "email": email}
    known_by = {"username": username, "id number": number}
    return made | {heading: text for heading, text in known_by.items() if text}


def _gradescope(row: Row) -> _Made:
    email, number = _of(row, *EMAIL), _of(row, "sid")
    return {
        "student": email.partition("@")[0] or number,
        "name": full_name(row, "name", "full name"),
        "email": email,
        "section": _of(row, "section", "sections"),
        "gradescope": number or email,
    }


def _blackboard(row: Row) -> _Made:
    user = _of(row, "username")
    return {"student": user, "name": full_name(row), "blackboard": user}


def _brightspace(row: Row) -> _Made:
    # A "#" keeps spreadsheets from reading an id as a number.
    user, number = [_of(row, key).lstrip("#") for key in ("username", "orgdefinedid")]
    made = {"student": user or number, "name": full_name(row), "email": _of(row, *EMAIL)}
    return made | {"section": _of(row, "sections")} | ({"username": user} if user else {})


def _github(row: Row) -> _Made:
    user = _of(row, "github_username")
    return {"student": _of(row, "identifier") or user, "name": _of(row, "name"), "github": user}


# Except for Canvas, a list with a column `student` is ours, whatever other headings it has.
_FORMS = (
    _ExportedRoster(_is_canvas, _canvas),
    _ExportedRoster(lambda table: _is_foreign(table, *_BRIGHTSPACE), _brightspace),
    _ExportedRoster(lambda table: _is_foreign(table, *_BLACKBOARD), _blackboard),
    _ExportedRoster(lambda table: _is_foreign(table, *_GITHUB), _github),
    _ExportedRoster(lambda table: _is_foreign(table, ("sid",), EMAIL), _gradescope, short=True),
    _ExportedRoster(lambda table: _is_foreign(table, _FIRST, _LAST, EMAIL), _moodle),
)
