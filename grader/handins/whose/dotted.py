"""Which folders with a dot in front are of tools: `.claude` is nobody's hand-in."""

from collections.abc import Sequence
from itertools import islice

from grader.course.roster import Roster
from grader.handins.contents import Content, files_below
from grader.handins.listing import entries_of, is_archive
from grader.handins.parcels import without_ending

OF_A_TOOL = (
    "a name with a dot in front and no graded file: if it is a student's, add it to roster.csv"
)
_MOST_FILES = 1_000  # a stranger's folder may hold any number


def is_tools(one: Content, known_files: Sequence[str], roster: Roster) -> bool:
    """Whether a tool made a folder, as far as its name, what is in it and the roster say."""
    if not one.folder or not one.base.startswith(".") or roster.knows(without_ending(one.base)):
        return False
    files = islice(files_below([one]), _MOST_FILES)
    return not any(_holds(file, known_files) for file in files)


def _holds(file: Content, known_files: Sequence[str]) -> bool:
    """Whether a file is a graded one, or an archive with one."""
    if is_archive(file):
        return any(one.base in known_files for one in files_below(entries_of(file)))
    return file.base in known_files
