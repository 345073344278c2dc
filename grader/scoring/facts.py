"""What staff know of one hand-in beside its results: everything that points depend on, as data."""

from dataclasses import dataclass

from grader.course.roster import NOBODY, Person
from grader.course.submissions import Submitted
from grader.scoring.rubric import NO_WORDS, Words


@dataclass(frozen=True, slots=True)
class Facts:
    """When a hand-in came in, staff's words on it, and who it is of."""

    submitted: Submitted | None = None
    words: Words = NO_WORDS
    person: Person = NOBODY


NO_FACTS = Facts()
