"""The systems whose downloads can be read, and which of them a download is from.

A system is one module, and one row here. The first one that explains most of the entries is chosen;
those with the most specific names come first.
"""

from collections.abc import Sequence

from grader.course.roster import NO_ROSTER, Roster
from grader.errors import UsageError
from grader.handins.contents import Content
from grader.handins.systems.autolab import AUTOLAB
from grader.handins.systems.blackboard import BLACKBOARD
from grader.handins.systems.brightspace import BRIGHTSPACE
from grader.handins.systems.canvas import CANVAS
from grader.handins.systems.gradescope import GRADESCOPE
from grader.handins.systems.ilias import ILIAS
from grader.handins.systems.moodle import MOODLE
from grader.handins.systems.nbgrader import NBGRADER
from grader.handins.systems.readings import Readings, System, handed_in
from grader.handins.systems.repositories import REPOSITORIES
from grader.handins.systems.sakai import SAKAI
from grader.handins.systems.submitty import SUBMITTY

SYSTEMS = (
    *(GRADESCOPE, MOODLE, BLACKBOARD, BRIGHTSPACE, SAKAI, SUBMITTY, NBGRADER, AUTOLAB, CANVAS),
    *(REPOSITORIES, ILIAS),
)


def recognised(contents: Sequence[Content], roster: Roster) -> tuple[System, Readings] | None:
    """The system whose download this is, with what its names say; `None` if it is from none.

    Raises `UsageError` if a file of the system itself can't be read.
    """
    for system in SYSTEMS:
        readings = system.read(contents, roster)
        most = 2 * len(readings) > len(contents) and any(handed_in(readings))
        if most or system.own(contents):
            return system, readings
    return None


def senders(contents: Sequence[Content]) -> Sequence[str]:
    """One entry of each sender, if this is a system's download with several senders."""
    try:
        known = recognised(contents, NO_ROSTER)
    except UsageError:  # the system's own file is there, but can't be read
        return [one.base for one in contents]
    found = {
        repr(one.whose): name
        for name, readings in (known[1] if known else {}).items()
        for one in handed_in({name: readings})
    }
    return list(found.values()) if len(found) > 1 else []
