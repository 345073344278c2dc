"""What objects of a hand-in's are made of, where plain values are expected.

It is asked for when such an object comes, and kept: later the hand-in may know from the tests what
it should have been. Where a container of the reference's is changed after it has been given, which
is noted, what is in its place is asked again whenever something has been done. So is, in any case,
what the tests change themselves.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import replace

from grader.inside.course_tests.asked import (
    ALL_UNLIKE,
    UNLIKE,
    AnswerRecord,
    AskedQuestions,
    is_of_hand_in,
    is_remote,
    is_unlike,
    real,
)
from grader.inside.course_tests.containers import CONTENT_OF, MADE_OF
from grader.inside.library import Library
from grader.inside.pair.link import Link
from grader.inside.pair.standins import SuitePeer
from grader.inside.wire import Violation

# Where what an unlike object is made of is kept, with when it was asked for; and whether, and as
# what, it is kept whatever the hand-in does.
HELD, KEEPS = "_made_of", "_keeps"
# What unlike objects hold is looked at so many levels deep, and so many objects at a time; the rest
# are no more than objects.
MOST_LEVELS, MOST_LOOKED_AT = 50, 10_000
AN_OBJECT, A_CLASS, A_FUNCTION = "an object", "a class", "a function"


class LookingPeer(SuitePeer):
    """The tests' end, as far as it looks into objects."""

    def __init__(self, link: Link, library: Library, asked: AskedQuestions) -> None:
        super().__init__(link, library)
        self._asked_of_it = asked
        self._found = AnswerRecord()
        # How often something was done there by which what is there may have changed.
        self._moment = 0
        # How often the tests have changed an unlike object, by its number.
        self._changes_here: Counter[int] = Counter()
        # What has come unlike and isn't looked at yet, and whether that is being done.
        self._new: list[object] = []
        self._is_looking = False
        # Of values of the reference's that may change, by their `id`: the questions they answered.
        self._answers_to: defaultdict[int, set[str]] = defaultdict(set)

    def _ask(self, operation: str, operands: Sequence[object], found: AnswerRecord) -> object:
        """The answer to a question, judged as it is to be found."""
        raise NotImplementedError

    def _exchange(self, message: bytes) -> object:
        self._link.refuse_early_bytes()
        return super()._exchange(message)

    def _to_look_at(self, made: object) -> object:
        """What has come unlike; it is looked at when all of the message is read."""
        if self._found.keeps and is_unlike(made) and _may_hold(made):
            vars(real(made))[KEEPS] = self._found.keeps
            self._new.append(made)
        return made

    def _look_at_new(self) -> None:
        """Ask what has come unlike for what it is made of, before the hand-in learns any more.

        So is what it is made of.
        """
        if self._is_looking or not self._new:
            return
        self._is_looking, seen = True, dict[int, object]()
        try:
            for _ in range(MOST_LEVELS):
                new, self._new = self._new, []
                for keeps in (MADE_OF, CONTENT_OF):
                    by_number = {
                        self.number_of(one): one for one in new if vars(real(one))[KEEPS] == keeps
                    }
                    asked = [one for number, one in by_number.items() if number not in seen]
                    asked = asked[: MOST_LOOKED_AT - len(seen)]
                    contents = self._contents(keeps, asked) if asked else []
                    seen |= zip(map(self.number_of, asked), contents, strict=True)
                for one in new:
                    self._hold(one, seen.get(self.number_of(one), one))
                if not self._new:
                    break
        finally:
            self._is_looking, self._new = False, []

    def _contents(
        self, operation: str, values: Sequence[object], found: AnswerRecord = ALL_UNLIKE
    ) -> list[object]:
        """What each of some objects is, or is made of; itself, if it is no plain value."""
        contents = self._ask(operation, values, found)
        if type(contents) is not list or len(contents) != len(values):
            raise Violation("other contents than those that are asked for")
        pairs = zip(values, contents, strict=True)
        return [
            value if self.is_same(made, value) or self._is_any_object(made) else made
            for value, made in pairs
        ]

    def _is_any_object(self, value: object) -> bool:
        return is_of_hand_in(value) or self.owns(value)

    def _made_of(self, value: object) -> object:
        """The plain value that an unlike object is, or a container of its elements; else itself.

        It is the same for all that is asked, until something else is done, or for ever.
        """
        held = vars(real(value))
        keeps = held.get(KEEPS)
        found = ALL_UNLIKE if keeps else replace(ALL_UNLIKE, keeps="")
        moment, content = held.get(HELD, (None, None))
        if moment != self._moment_of(value):
            content = self._hold(value, self._contents(keeps or MADE_OF, [value], found)[0])
        if keeps != CONTENT_OF or not is_remote(content):
            return content
        # The reference has no containers there, so that it can say what it holds when it likes.
        [content] = self._contents(MADE_OF, [value])
        return content if type(content) in (list, dict, set) else value

    def _hold(self, value: object, content: object) -> object:
        # A copy: what has come can be changed from there.
        own = copy(content) if type(content) in (list, dict, set) else content
        vars(real(value))[HELD] = self._moment_of(value), own
        return own

    def _moment_of(self, value: object) -> int:
        """A number that is another one where an unlike object may be made of other things."""
        number = self._numbers.get(id(real(value)))
        if number is None or KEEPS not in vars(real(value)):
            return self._moment
        return self._changes_here[number]

    def _note_change_here(self, value: object) -> None:
        """Note that the tests have an unlike object changed next: then it is looked at again."""
        if (number := self._numbers.get(id(real(value)))) is None:
            return  # what is known by its name, such as a module, is made of nothing
        self._changes_here[number] += 1
        if KEEPS in vars(real(value)):
            self._new.append(value)

    # -- of the reference ------------------------------------------------------------------------

    def _noted_as_answer(self, value: object) -> object:
        if self._asked_of_it.is_noting and self._found.question and self._mentioned.know(value):
            self._answers_to[id(value)].add(self._found.question)
        return value

    def _note_changes(self, values: Iterable[object]) -> None:
        """Note which questions these have answered, which are changed now."""
        for value in values:
            for answered in self._answers_to.get(id(value), ()):
                self._asked_of_it.note_change(answered)

    def _forget_answers(self) -> None:
        # The place in memory of what is no longer known may become another value's.
        if self._answers_to and not self._calls:
            gone = [one for one in self._answers_to if not self._mentioned.has_at(one)]
            for one in gone:
                del self._answers_to[one]


def _may_hold(value: object) -> bool:
    """Whether what is unlike may be made of something: it is no function and no class."""
    return vars(real(value))[UNLIKE] not in (A_FUNCTION, A_CLASS)
