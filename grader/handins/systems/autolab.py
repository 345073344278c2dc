"""Autolab: "Download All Submissions", or the folder of hand-ins on its server.

    cwang@example.edu_3_sort.py             EMAIL_VERSION_FILE
    3_cwang@example.edu_trees_handin.tgz    the same, where the hand-in's own name has a `_`
    cwang@example.edu/3_sort.py             the folder on the server, since 2023

From autolab/Autolab, app/models/submission.rb and app/controllers/submissions_controller.rb
(`download_filename` puts the e-mail before the last two parts of VERSION_FILE, split at `_`). The
version counts the attempts of one student; 0 is unofficial. Autolab makes a submission for each
member of a group. There are no times. Beside hand-ins there may be feedback (`3_autograde.txt`),
copies with annotations (`annotated_3_sort.py`) and deleted submissions (`archive/`).
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from grader.course.roster import Person, Roster
from grader.handins.contents import Content
from grader.handins.identity import Identity, UnknownSender
from grader.handins.systems.readings import (
    Delivery,
    Reading,
    Readings,
    System,
    UnusedEntry,
    beginning,
    each,
    form,
)

_EMAIL = r"(?P<email>[^@/\s]+@[^@/_\s]+)"
_PARTS = (
    ("the e-mail", f"(?P<copy>annotated_)?{_EMAIL}"),
    ("the version", r"_(?P<version>\d+)"),
    ("the file", r"_(?P<file>.+)"),
)
_FLAT = form(_PARTS)
_SPLIT = re.compile(rf"(?P<copy>annotated_)?(?P<version>\d+)_{_EMAIL}_(?P<file>[^_]+_[^_]+)")
_BELOW = re.compile(r"(?P<copy>annotated_)?(?P<version>\d+)_(?P<file>.+)")


def _read(contents: Sequence[Content], _roster: Roster) -> Readings:
    split = [m for m in (_SPLIT.fullmatch(one.name) for one in contents) if m]
    front = _front([match["email"] for match in split])

    def rule(content: Content) -> Iterator[Reading]:
        if re.fullmatch(_EMAIL, content.name):
            # An e-mail may also be an id that staff use themselves.
            below = [(one, _BELOW.fullmatch(one.base)) for one in content.inside()]
            if all(match for _, match in below):
                whose = _person(content.name)
                yield from [_reading(one, match, whose) for one, match in below if match]
        elif match := _SPLIT.fullmatch(content.name):
            yield _reading(content, match, _behind(front, match["email"]), front or "")
        elif match := _FLAT.fullmatch(content.name):
            yield _reading(content, match, _person(match["email"]))
        elif content.name == "archive" and content.folder and not split:
            yield UnusedEntry(content, "submissions that were deleted in Autolab")

    return each(contents, rule)


def _reading(content: Content, match: re.Match[str], whose: Identity, front: str = "") -> Reading:
    if match["copy"]:
        return UnusedEntry(content, "a copy with annotations, made by Autolab")
    if match["file"].endswith("autograde.txt"):
        return UnusedEntry(content, "Autolab's own feedback")
    # Cut off: Python refuses to read numbers of thousands of digits.
    if not int(match["version"][:9]):
        return UnusedEntry(content, "an unofficial submission: its version is 0")
    return Delivery(content, whose, front + match["file"], int(match["version"][:9]))


def _person(email: str) -> Person:
    return Person(email.partition("@")[0], email=email, ids={"autolab": email})


def _front(emails: Iterable[str]) -> str | None:
    """The part of the hand-in's own name that precedes all e-mails; `None` if that is unclear."""
    found = sorted(set(emails))
    common = beginning(found).partition("@")[0]
    if len(found) == 1:
        return None if "_" in common else ""
    return common[: common.rfind("_") + 1]


def _behind(front: str | None, email: str) -> Identity:
    if front is None:
        return UnknownSender(f"whether {email} is an e-mail or ends in one can't be told")
    return _person(email.removeprefix(front))


AUTOLAB = System("autolab", _PARTS, "cwang@example.edu_3_sort.py", _read)
