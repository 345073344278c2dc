"""Git repositories of one assignment: GitHub Classroom, Classroom 50 and others.

    trees-cwang/.git          ASSIGNMENT-USER, or ASSIGNMENT-TEAM for a group

From github/gh-classroom, clone/student-repos: they are cloned into `trees-submissions/`, each under
the repository's own name. Users, teams and assignments may all have a `-`: of the common beginning
of all names, the assignment is the part that leaves most ids and groups of the roster, or else all
of it. If whole names are those of the roster, there is no assignment, and it is a plain folder.
"""

from collections.abc import Sequence

from grader.course.roster import Person, Roster
from grader.handins.contents import Content
from grader.handins.identity import named
from grader.handins.systems.readings import Delivery, Readings, System, beginnings, each

_PARTS = (("the assignment", r"(?P<assignment>.+)"), ("the user", r"-(?P<id>[^-]+)"))


def _read(contents: Sequence[Content], roster: Roster) -> Readings:
    found = [one for one in contents if one.holds(".git")]
    begin = _beginning([one.name for one in found], roster)
    if len(found) < 2 or not begin:
        return {}
    return each(found, lambda one: [_delivery(one, one.name.removeprefix(begin))])


def _delivery(content: Content, user: str) -> Delivery:
    return Delivery(content, named(Person(user, ids={"github": user})))


def _beginning(names: Sequence[str], roster: Roster) -> str:
    """The assignment, including the `-` after it.

    Empty if names have no common beginning, or one that belongs to names of the roster.
    """

    def known(begin: str) -> tuple[int, int, int]:
        users = [name.removeprefix(begin) for name in names]
        found = [
            roster.find(Person("", ids={"github": user})) or roster.named_group(user)
            for user in users
        ]
        # By chance, an id of ours may be the end of somebody else's name there.
        sure = [roster.by_column("github", user) for user in users]
        return sum(map(bool, sure)), sum(map(bool, found)), len(begin)  # among equals, the longest

    return max(["", *beginnings(names, "-")], key=known)


REPOSITORIES = System("repositories", _PARTS, "trees-cwang", _read)
