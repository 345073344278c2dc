"""Brightspace (D2L): "Download" in an assignment's list of submissions.

    271836-442356 - Chen Wang - Nov 18, 2026 815 PM/sort.py    USER-ASSIGNMENT - NAME - TIME
    271836-442356 - Chen Wang - Nov 18, 2026 815 PM - sort.py  without folders
    index.html                                                 Brightspace's own list

There is no public source; this is from several readers of these downloads. The first number is the
user's (or the group's, under whose name the work then is), the second one the assignment's. Between
these and the name there is the id of the organisation, in all names of a download or in none: if
only one name begins with a number, that is part of the name. Each submission has a folder of its
own. The time is the course's, without a zone, its hour not padded (`815 PM`), its month in the
language of whoever downloads.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from unicodedata import combining, normalize

from grader.course.roster import Person, Roster
from grader.handins.contents import Content
from grader.handins.identity import Identity, named
from grader.handins.systems.readings import (
    Delivery,
    Reading,
    Readings,
    System,
    UnusedEntry,
    each,
    form,
)

_DATE = r"(?:[^\W\d]{3,12}\.? \d{1,2}|\d{1,2} [^\W\d]{3,12}\.?),? \d{4},? \d{3,4}(?: ?[AP]M)?"
_PARTS = (
    ("two numbers", r"(?P<id>\d+)-\d+"),
    ("the name", r" - (?:(?P<org>[A-Za-z]?\d{5,}) - )?(?P<name>.+?)"),
    ("the time", rf" - (?P<time>{_DATE})"),
    ("the file", r"(?: - (?P<file>.+))?"),
)
_FORM = form(_PARTS)
# In English, German, French, Spanish, Italian, Portuguese, Dutch, the languages of Scandinavia and
# Turkish, without accents; whatever begins only names of one month is that month.
_MONTHS = (
    "january januar janvier enero gennaio janeiro januari ocak",
    "february februar fevrier febrero febbraio fevereiro februari subat",
    "march marz mrz mars marzo marco maart mrt marts mart",
    "april avril abril aprile nisan",
    "may mai mayo maggio maio mei maj mayıs",
    "june juni juin junio giugno junho haziran",
    "july juli juillet julio luglio julho temmuz",
    "august aout agosto augustus augusti agustos",
    "september septembre septiembre settembre setembro eylul",
    "october oktober octobre octubre ottobre outubro ekim",
    "november novembre noviembre novembro kasım",
    "december dezember decembre diciembre dicembre dezembro desember aralık",
)


def _read(contents: Sequence[Content], _roster: Roster) -> Readings:
    found = [match for one in contents if (match := _FORM.fullmatch(one.name))]
    return each(contents, partial(_rule, all(match["org"] for match in found)))


def _rule(has_orgs: bool, content: Content) -> Iterator[Reading]:
    if match := _FORM.fullmatch(content.name):
        whose = _whose(has_orgs, match)
        times = re.findall(_DATE, content.name)
        yield Delivery(
            content, whose, match["file"] or "", at=_latest(times), stamp=" ".join(times)
        )
    elif content.name == "index.html":
        yield UnusedEntry(content, "Brightspace's own list")


def _whose(has_orgs: bool, match: re.Match[str]) -> Identity:
    name, org = match["name"].strip(), match["org"]
    if org and not has_orgs:
        name, org = f"{org} - {name}", ""
    person = Person(org or name, name, ids={"brightspace": match["id"]})
    return named(person)


def _latest(texts: Sequence[str]) -> str:
    """The last of the times in a name; people's and files' names may look like one, too."""
    times = list(map(_time, texts))
    return max(times) if all(times) else ""


def _time(text: str) -> str:
    """Brightspace's time as ISO, without an offset; empty if its month isn't known."""
    [month] = re.findall(r"[^\W\d]{3,}", text)
    numbers, half = re.findall(r"\d+", text), re.search(r"[AP]M$", text)
    day, year, time = map(int, numbers)
    padded = f"{year} {_month(month)} {day} {time:04}" + (f" {half[0]}" if half else "")
    try:
        moment = datetime.strptime(padded, "%Y %m %d %I%M %p" if half else "%Y %m %d %H%M")
    except ValueError:
        return ""
    return moment.isoformat()


def _month(name: str) -> int:
    """The number of the only month whose name begins so; 0 if there isn't one."""
    letters = [one for one in normalize("NFKD", name.casefold()) if not combining(one)]
    start = "".join(letters)
    found = [n for n, names in enumerate(_MONTHS, 1) if f" {start}" in f" {names}"]
    return found[0] if len(found) == 1 else 0


BRIGHTSPACE = System(
    "brightspace",
    _PARTS,
    "271836-442356 - Chen Wang - Nov 18, 2026 815 PM - sort.py",
    _read,
    folders=r"(?P<student>\d+)-\d+ - (?P<name>.+?) - (?P<time>[^/]+)/(?P<file>.+)",
)
