"""Which hand-ins there are: those of a folder, or of a download as another system made it.

Names decide (`grader.handins.systems`), and the roster says which of our students they mean
(`grader.handins.whose`). Each entry ends up in a hand-in, in an earlier attempt, or among what
isn't used, with the reason.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from re import Pattern

from grader.course.roster import NO_ROSTER, Person, Roster
from grader.course.submissions import Arrival
from grader.errors import UsageError
from grader.handins.contents import Content, contents_of, holds_any
from grader.handins.identity import PersonOrGroup, UnknownSender
from grader.handins.parcels import Parcel, without_ending
from grader.handins.reading.names import plain
from grader.handins.systems.known_systems import recognised
from grader.handins.systems.pattern import read_by
from grader.handins.systems.readings import (
    Delivery,
    Reading,
    Readings,
    UngradableHandin,
    UnusedEntry,
)
from grader.handins.whose.deeper import held_by_strangers, lies_deeper
from grader.handins.whose.sorting import LAST, AttemptChoice, Sorting
from grader.handins.whose.tries import Versions
from grader.handins.whose.unknown_form import unknown_form
from grader.inside.shortening import listed

_NAMED = 5
_NOT_ONE = "it isn't a folder, an archive or a Python file"
OF_A_TOOL = (
    "a name with a dot in front and no graded file: if it is a student's, add it to roster.csv"
)
_IsTools = Callable[[Content], bool]


@dataclass(frozen=True, slots=True)
class EntryCounts:
    """What became of how many entries of a download; together these are all of them."""

    used: int = 0
    earlier: int = 0
    unused: int = 0

    @property
    def entries(self) -> int:
        """All of them."""
        return self.used + self.earlier + self.unused


@dataclass(frozen=True, slots=True)
class HandinList:
    """The hand-ins of a folder, sorted by student.

    `problems` maps the ids that can't be graded to the reason. `ignored` says what isn't used and
    why, `unresolved` how many of these are hand-ins whose owner can't be found, and `doubtful` how
    many others may be somebody's. For a download, `system` says where it is from, `people` who
    handed in, `arrivals` how, and `notes` what else; `attempts` has all versions of those who have
    several. `anonymous` are the ids of hidden names; `names_hidden` says that all names are hidden.
    """

    handins: tuple[Parcel, ...]
    problems: Mapping[str, str]
    ignored: tuple[str, ...]
    system: str
    people: Mapping[str, Person]
    arrivals: Mapping[str, Arrival]
    notes: tuple[str, ...]
    attempts: Mapping[str, Versions]
    unresolved: int
    doubtful: int
    anonymous: frozenset[str]
    names_hidden: bool
    counts: EntryCounts


def find_handins(
    place: Path,
    known_files: Sequence[str] = (),
    roster: Roster = NO_ROSTER,
    names: Pattern[str] | None = None,
    choice: AttemptChoice = LAST,
) -> HandinList:
    """The hand-ins of a folder, or of a download that is one `.zip`; raises `UsageError`.

    If a student has several versions, `choice` says which is graded. Two hand-ins of one id are
    both left out, and reported.
    """
    contents: Sequence[Content] = contents_of(place)
    # Looking into a stranger's folder can take long, so each is looked at only once.
    is_tools = cache(lambda one: _is_tools(one, known_files, roster))
    if names is not None:
        system, readings = "--names", read_by(names, contents)
    else:
        system, contents, readings = _read(contents, is_tools, roster)
    if not system:
        _refuse_one_handin(place, contents, known_files)
        own = _without_tools(contents, is_tools)
        for look in (unknown_form, lies_deeper):
            if line := look(own, known_files, roster):
                raise UsageError(f"{place}: {line}")
        held = held_by_strangers(own, known_files, roster)
        readings = {name: [*_strangers(name, held[name], own, roster)] for name in held}
    everything = list(_everything(contents, readings, system, is_tools, roster))
    return _found(Sorting(everything, roster, known_files, choice), system)


def _read(
    contents: Sequence[Content], is_tools: _IsTools, roster: Roster
) -> tuple[str, Sequence[Content], Readings]:
    """The system, its entries and readings; a download may be in the only folder of a place.

    If that has the id of a student, what is in it is that student's hand-in. What tools left beside
    either is an entry, but says nothing about the system.
    """
    own = _without_tools(contents, is_tools)
    is_download = len(own) == 1 and not roster.find(roster.called(own[0].name))
    inner = [one.within(own[0].name) for one in own[0].entries()] if is_download else []
    beside = [one for one in contents if is_download and one is not own[0]]
    # The place itself first; then its only folder, in case that is the download.
    for level, rest in ((list(contents), []), (inner, beside)):
        seen = _without_tools(level, is_tools)
        known = recognised(level, roster) if level else None
        # Once more without what tools left, which may outnumber the hand-ins.
        if known is None and 0 < len(seen) < len(level):
            known = recognised(seen, roster)
        if known is not None:
            return known[0].name, [*level, *rest], known[1]
    return "", contents, {}


def _without_tools(contents: Sequence[Content], is_tools: _IsTools) -> list[Content]:
    return [one for one in contents if not is_tools(one)]


def _is_tools(one: Content, known_files: Sequence[str], roster: Roster) -> bool:
    """Whether a tool made a folder with a dot in front: `.claude` is nobody's hand-in.

    Its name, what is in it and the roster decide that.
    """
    if not one.folder or not one.base.startswith(".") or roster.knows(without_ending(one.base)):
        return False
    return not holds_any(known_files, one)


def _refuse_one_handin(
    place: Path, contents: Sequence[Content], known_files: Sequence[str]
) -> None:
    known = sorted(one.name for one in contents if one.name in known_files)
    if len(known) > 1:
        raise UsageError(
            f"{place}: it holds {' and '.join(known[:2])}, so it is one hand-in: name it to "
            "`grader grade`, or put it into a folder of its own"
        )


def _everything(
    contents: Sequence[Content],
    readings: Readings,
    system: str,
    is_tools: _IsTools,
    roster: Roster,
) -> Iterator[Reading]:
    for one in contents:
        found = readings.get(one.name)
        if found is not None:
            yield from found
        elif is_tools(one):
            yield UnusedEntry(one, OF_A_TOOL)
        else:
            yield _by_its_name(one, system, roster)


def _strangers(
    name: str, names: Sequence[str], contents: Sequence[Content], roster: Roster
) -> Iterator[Reading]:
    """An entry of nobody's that holds work under these names of students."""
    shown = plain(name)
    students = sorted({one for each in names for one in roster.all_called(without_ending(each))})
    why = (
        f"it holds work of {listed(students, _NAMED)} of roster.csv: put that beside the others; "
        f"if it is one hand-in, add {without_ending(shown)} to roster.csv"
    )
    yield from [Delivery(one, UnknownSender(why)) for one in contents if one.name == name]
    for student in students:
        yield UngradableHandin(
            Person(student), f"work under this name lies in {shown}, and isn't used"
        )


def _by_its_name(content: Content, system: str, roster: Roster) -> Reading:
    """A hand-in whose name is the id, or an e-mail of the roster.

    In a system's download, only if the roster has it.
    """
    if not content.may_be_handin:
        return UnusedEntry(content, _NOT_ONE)
    student = roster.called(without_ending(content.name))
    if system and not roster.find(student):
        why = f"{system} gives no such names, and it is no id of roster.csv"
        return UnusedEntry(content, why, doubtful=True)
    return Delivery(content, PersonOrGroup(student))


def _found(sorting: Sorting, system: str) -> HandinList:
    owners, unused = sorting.owners, sorting.unused
    return HandinList(
        handins=tuple([sorting.parcels[student] for student in sorted(sorting.parcels)]),
        problems={plain(student): why for student, why in sorted(sorting.problems.items())},
        ignored=tuple(_reasons(unused)),
        system=system,
        people=owners.people,
        arrivals=sorting.arrivals,
        notes=(*owners.notes, *dict.fromkeys(sorting.notes)),
        attempts=sorting.attempts,
        unresolved=sorting.unresolved,
        doubtful=sorting.doubtful,
        anonymous=frozenset(owners.anonymous),
        names_hidden=sorting.names_hidden,
        counts=EntryCounts(sorting.used, sorting.earlier, len(unused) + sorting.refused),
    )


def _reasons(unused: Iterable[UnusedEntry]) -> Iterator[str]:
    """A line for each reason, with the names that it applies to."""
    names: dict[str, list[str]] = {}
    for one in unused:
        names.setdefault(one.why, []).append(plain(one.content.name))
    for why, some in names.items():
        yield f"{listed(some, _NAMED)}: {plain(why)}"
