"""Marking divided among several people: whose hand-ins are whose to mark, and what is left."""

from collections import Counter
from collections.abc import Mapping

from grader.publishing import log
from grader.publishing.run import Run
from grader.store.reader import StoredResults
from grader.store.writer import FILE
from grader.student.plural import numbered

Part = tuple[int, int]
WHOLE: Part = (1, 1)


def share_of(students: Mapping[str, str], part: Part) -> dict[str, str]:
    """The `part`, such as the second of three, of pseudonyms and their students: as many each.

    Their order says nothing of anybody, and is the same for all markers.
    """
    number, parts = part
    names = list(students)[number - 1 :: parts]
    return {name: students[name] for name in names}


def left_words(run: Run) -> str:
    """How many hand-ins have marks, by whom, and how many have none yet."""
    with StoredResults(run.out / FILE) as stored:
        there = stored.with_files()
    marked = {student for student in there if run.beside.rubric.of(student).marks}
    last = {
        entry.said["student"]: entry.who for entry in log.entries(run.out) if entry.what == "marks"
    }
    by_whom = Counter(last.get(student, "somebody") for student in marked)
    names = ", ".join([f"{who} {count}" for who, count in sorted(by_whom.items())])
    left = len(there) - len(marked)
    by = f" ({names})" if names else ""
    return f"{len(marked)} of {numbered(len(there), 'hand-in')} marked{by}, {left} left"
