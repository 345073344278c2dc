"""What a hand-in's objects are made of, where plain values are expected.

They are asked when they arrive, and the answer is kept: later the hand-in may have learnt from the
tests what it should have been. Where the reference changes a container after returning it, which
is recorded, the object in its place is asked again after every operation. So is any object that
the tests themselves change.
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

# The attributes that keep what an unlike object is made of, and when it was asked; and as what it
# is kept whatever the hand-in does.
HELD, KEEPS = "_made_of", "_keeps"
# So many levels, and so many objects at a time, are looked at; the rest count as mere objects.
MOST_LEVELS, MOST_LOOKED_AT = 50, 10_000
AN_OBJECT, A_CLASS, A_FUNCTION = "an object", "a class", "a function"


class LookingPeer(SuitePeer):
    """The tests' end: the part that looks into objects."""

    def __init__(self, link: Link, library: Library, asked: AskedQuestions) -> None:
        super().__init__(link, library)
        self._asked_of_it = asked
        self._found = AnswerRecord()
        # How many operations may have changed something there.
        self._moment = 0
        # How often the tests have changed an unlike object, by its number.
        self._changes_here: Counter[int] = Counter()
        # Unlike objects that haven't been looked at yet, and whether that is under way.
        self._new: list[object] = []
        self._is_looking = False
        # For changeable values of the reference, by `id`: the questions that they answered.
        self._answers_to: defaultdict[int, set[str]] = defaultdict(set)

    def _ask(self, operation: str, operands: Sequence[object], found: AnswerRecord) -> object:
        """The answer to a question, judged by what may be found."""
        raise NotImplementedError

    def _exchange(self, message: bytes) -> object:
        self._link.refuse_early_bytes()
        return super()._exchange(message)

    def _to_look_at(self, made: object) -> object:
        """Queue an unlike object, to be looked at when the whole message has been read."""
        if self._found.keeps and is_unlike(made) and _may_hold(made):
            vars(real(made))[KEEPS] = self._found.keeps
            self._new.append(made)
        return made

    def _look_at_new(self) -> None:
        """Ask unlike objects what they are made of, before the hand-in learns any more.

        The same goes for unlike objects inside them.
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
        """The value or elements of each object; the object itself if it is no plain value."""
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

        It stays the same for all questions, either until another operation is done or for good.
        """
        held = vars(real(value))
        keeps = held.get(KEEPS)
        found = ALL_UNLIKE if keeps else replace(ALL_UNLIKE, keeps="")
        moment, content = held.get(HELD, (None, None))
        if moment != self._moment_of(value):
            content = self._hold(value, self._contents(keeps or MADE_OF, [value], found)[0])
        if keeps != CONTENT_OF or not is_remote(content):
            return content
        # The reference has no containers there, so asking for its elements late gives nothing away.
        [content] = self._contents(MADE_OF, [value])
        return content if type(content) in (list, dict, set) else value

    def _hold(self, value: object, content: object) -> object:
        # A copy, since the other side may change what it has sent.
        own = copy(content) if type(content) in (list, dict, set) else content
        vars(real(value))[HELD] = self._moment_of(value), own
        return own

    def _moment_of(self, value: object) -> int:
        """A number that changes whenever an unlike object may be made of something else."""
        number = self._numbers.get(id(real(value)))
        if number is None or KEEPS not in vars(real(value)):
            return self._moment
        return self._changes_here[number]

    def _note_change_here(self, value: object) -> None:
        """Note that the tests change an unlike object next, so that it is looked at again."""
        if (number := self._numbers.get(id(real(value)))) is None:
            return  # known by name, such as a module: it has no content
        self._changes_here[number] += 1
        if KEEPS in vars(real(value)):
            self._new.append(value)

    # -- of the reference ------------------------------------------------------------------------

    def _noted_as_answer(self, value: object) -> object:
        if self._asked_of_it.is_noting and self._found.question and self._mentioned.know(value):
            self._answers_to[id(value)].add(self._found.question)
        return value

    def _note_changes(self, values: Iterable[object]) -> None:
        """Note which questions these changed values have answered."""
        for value in values:
            for answered in self._answers_to.get(id(value), ()):
                self._asked_of_it.note_change(answered)

    def _forget_answers(self) -> None:
        # The `id` of a value that is gone may be reused.
        if self._answers_to and not self._calls:
            gone = [one for one in self._answers_to if not self._mentioned.has_at(one)]
            for one in gone:
                del self._answers_to[one]


def _may_hold(value: object) -> bool:
    """Whether an unlike object may be made of something: it is no function and no class."""
    return vars(real(value))[UNLIKE] not in (A_FUNCTION, A_CLASS)
