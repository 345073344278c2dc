"""What staff know of one hand-in beside its results: everything that points depend on, as data."""

from dataclasses import dataclass, replace

from grader.course.released import ReleasedScore
from grader.course.roster import NO_PERSON, Person
from grader.course.submissions import Attempts, SubmittedAttempt
from grader.scoring.deadlines import NO_GRACE, Grace
from grader.scoring.rubric import NO_WORDS, Words


@dataclass(frozen=True, slots=True)
class Facts:
    """The attempts of those who hand in together, staff's words on the one that counts, and more.

    `person` is who it is of; `grace` is what moves the deadline; `released` is the score that the
    student has seen and keeps; `graded` says how earlier attempts got on, where these were graded.
    """

    attempts: tuple[SubmittedAttempt, ...] = ()
    words: Words = NO_WORDS
    person: Person = NO_PERSON
    grace: Grace = NO_GRACE
    released: ReleasedScore | None = None
    graded: Attempts | None = None

    def choosing(self, version: int) -> "Facts":
        """The same with this attempt as the one that is chosen to count."""
        known = {one.version: one for one in self.attempts}
        known.setdefault(version, SubmittedAttempt(None, version))
        attempts = [replace(one, chosen=one.version == version) for one in known.values()]
        return replace(self, attempts=tuple(attempts))


NO_FACTS = Facts()
