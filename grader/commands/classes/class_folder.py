"""The class in a folder, and what staff keep beside it, completed from a download."""

import argparse
from collections.abc import Collection, Iterator
from itertools import chain
from pathlib import Path

from grader.assignment.config import Assignment
from grader.assignment.load import load
from grader.commands.classes.members import Class, find_class
from grader.commands.usage.options import load_for, refuse_within
from grader.commands.usage.terminal import terminal
from grader.course.roster import FILE as ROSTER
from grader.course.roster import Person, Roster, complete_roster, other_rosters
from grader.course.submissions import FILE as SUBMISSIONS
from grader.course.submissions import LATE, Arrival, Attempted, complete_submissions, other_times
from grader.handins.finding import HandinList
from grader.handins.systems.pattern import pattern_of
from grader.handins.whole_class import refuse_results
from grader.publishing.run import StaffFiles, read_beside
from grader.student.plural import numbered

# These systems' downloads say of each attempt whether it is late.
_MARK_LATE = ("canvas", "ilias")


def assignment_and_folder(options: argparse.Namespace) -> tuple[Assignment, Path]:
    """The assignment, and the folder of a class or of its download; raises `UsageError`."""
    refuse_results(options.folder)
    # The configuration may be beside the hand-ins, but not inside one of them.
    folder = options.folder if options.folder.is_dir() else options.folder.parent
    beside_it = options.config.resolve().parent == folder.resolve()
    assignment = load(options.config) if beside_it else load_for(options.folder, options)
    refuse_within(options.folder, options.out)
    return assignment, folder


def read_class(
    options: argparse.Namespace, assignment: Assignment, folder: Path
) -> tuple[StaffFiles, Class]:
    """What staff keep beside the hand-ins, and the class; oddities are reported to staff."""
    progress = terminal(quiet=options.quiet)
    is_class = options.folder.is_dir()  # a downloaded file may be among anything
    beside = read_beside(folder, assignment, is_class=is_class)
    for line in beside.cautions():
        progress.note(line)
    pattern = pattern_of(options.names) if options.names else None
    many = find_class(assignment, options.folder, beside.roster, pattern, beside.submitted)
    if many.found.system:
        marks = many.found.system in _MARK_LATE or f"(?P<{LATE}>" in options.names
        for line in chain(
            _unused_lists(folder, beside.roster, many.found.people.values()),
            _complete(folder, many.found, beside.submitted, marks=marks),
        ):
            progress.note(line)
        beside = read_beside(folder, assignment, is_class=is_class)
    return beside, many


def _unused_lists(folder: Path, roster: Roster, people: Collection[Person]) -> Iterator[str]:
    """A line for each list under another name that has most of those who handed in, and more."""
    for path, other in other_rosters(folder):
        there = sum(bool(other.find(person)) for person in people)
        more = not all(roster.find(person) for person in other.people)
        if more and there * 2 > len(people):
            yield (
                f"{path} is not used: it has {there} of the {len(people)} who handed in; name it "
                f"{ROSTER}, and it says who they are, and who handed in nothing"
            )


def _complete(folder: Path, found: HandinList, known: Attempted, *, marks: bool) -> Iterator[str]:
    """Complete the files beside the hand-ins from what a download says: who handed in, and when.

    `marks` if it says of each whether it is late. Yields lines for staff.
    """
    attempts = list(_attempts(found))
    yield from other_times(known, attempts)
    if late := sum(arrival.late for arrival in found.arrivals.values()):
        yield f"marked as late by {found.system}: {numbered(late, 'hand-in')}"
    for name, added in (
        (ROSTER, complete_roster(folder, found.people.values())),
        (SUBMISSIONS, complete_submissions(folder, attempts, marks=marks)),
    ):
        if added:
            yield f"{folder / name}: {added} added"


def _attempts(found: HandinList) -> Iterator[tuple[str, Arrival]]:
    """Each student with how an attempt arrived."""
    yield from found.arrivals.items()
    for student, versions in found.attempts.items():
        for number, (_, arrival) in versions.items():
            if number != found.arrivals[student].version:
                yield student, arrival
