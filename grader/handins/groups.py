"""Hand-ins of groups: what one member handed in is every member's."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from grader.course.roster import Roster
from grader.handins.finding import Came, Found
from grader.handins.parcels import Parcel


def with_groups(found: Found, roster: Roster) -> Found:
    """The same hand-ins, with each group's for all of its members.

    Where several members handed in, the last one counts, by version and time; a note says so.
    """
    own = {parcel.student: parcel for parcel in found.handins}
    came = dict(found.came)
    shared: dict[str, Parcel] = {}
    attempts = dict(found.attempts)
    notes: list[str] = []
    for student in own:
        members = roster.members(student)
        counted = _last([member for member in members if member in own], came)
        if counted != student and counted not in shared:
            notes.append(f"{_listed(members)}: a group; what {counted} handed in is graded")
        for member in members:
            if member not in found.problems:
                shared[member] = replace(own[counted], student=member)
                if counted in came:
                    came[member] = came[counted]
                if counted in found.attempts:
                    attempts[member] = {
                        version: (replace(parcel, student=member), how)
                        for version, (parcel, how) in found.attempts[counted].items()
                    }
    handins = tuple([shared[student] for student in sorted(shared)])
    return replace(
        found,
        handins=handins,
        came=came,
        notes=(*found.notes, *dict.fromkeys(notes)),
        attempts=attempts,
    )


def _last(students: Sequence[str], came: Mapping[str, Came]) -> str:
    def when(student: str) -> tuple[str, int, str]:
        how = came.get(student, Came())
        return how.at, how.version, student

    return max(students, key=when)


def _listed(students: Iterable[str]) -> str:
    return ", ".join(students)
