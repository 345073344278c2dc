"""What the log of a run says beside what commands did: marks and extensions by hand."""

from collections.abc import Iterator
from pathlib import Path

from grader.publishing import log
from grader.publishing.run import StaffFiles


def notice(out: Path, beside: StaffFiles, author: tuple[str, str] = ("", "")) -> None:
    """Enter what staff wrote beside the hand-ins since the log last knew of it.

    The `author`, a student's id and who wrote of that student, is known for some; otherwise it is
    whoever noticed.
    """
    known = {
        (entry.what, entry.said["student"]): entry.said["now"]
        for entry in log.entries(out)
        if entry.what in ("marks", "extension")
    }
    now = dict(_by_hand(beside))
    for key in sorted(known.keys() | now.keys()):
        if known.get(key) != now.get(key):
            what, student = key
            who = author[1] if student == author[0] else ""
            log.append(out, what, {"student": student, "now": now.get(key)}, who)


def _by_hand(beside: StaffFiles) -> Iterator[tuple[tuple[str, str], object]]:
    for student, words in beside.rubric.words.items():
        marks = {mark.item.id: [mark.points, mark.comment] for mark in words.marks}
        comments = [[comment.file, comment.line, comment.text] for comment in words.comments]
        if marks or comments:
            yield ("marks", student), {"marks": marks, "comments": comments}
    for student, extensions in beside.extensions.items():
        yield ("extension", student), [[one.due.isoformat(), one.reason] for one in extensions]
