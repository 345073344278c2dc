"""Two boxes that talk to each other over a socket of their own, while the judge keeps time."""

import select
import socket
from collections.abc import Callable

from grader.inside.wire import Violation
from grader.sandbox.box import BoxEnded, BoxQuestion

# What a box says to the judge, and whether that is the end of its question; or how it ended.
Said = tuple[bool, bytes] | BoxEnded


class Pair:
    """The questions that two boxes are answering.

    `count` says how many messages there are so far, the first's and the second's in turns. No time
    passes for a box that waits for the other; `seen` is how many there were at the last look.
    """

    def __init__(self, first: BoxQuestion, second: BoxQuestion, count: Callable[[], int]) -> None:
        self.first, self.second = first, second
        self.seen = 0
        self._count = count
        self._poll = select.poll()
        for question in (first, second):
            self._poll.register(question, select.POLLIN)

    def listen(self) -> tuple[BoxQuestion, Said]:
        """Which of them says something to the judge or ends, and what that is.

        If both do, it is the second: the first may have ended because of that one.
        """
        while True:
            seconds = min(self.first.seconds_to_look, self.second.seconds_to_look)
            ready = {descriptor for descriptor, _ in self._poll.poll(seconds * 1000)}
            self.seen = self._count()
            for question in (self.second, self.first):
                try:
                    if question.fileno() in ready:
                        return question, question.listen()
                    # After an odd number of messages, the second is to answer.
                    question.look(is_its_turn=(self.seen % 2 == 1) == (question is self.second))
                except BoxEnded as ended:
                    return question, ended


def last_word(question: BoxQuestion, said: Said) -> bytes:
    """What a box says at the end of its question; raises `BoxEnded` if it says anything else."""
    if isinstance(said, BoxEnded):
        raise said
    is_last, word = said
    if not is_last:
        raise question.refuse(Violation("a call that nobody answers"))
    return word


def give_end(question: BoxQuestion, end: socket.socket) -> None:
    """Give a box its end of the socket to the other one, for which it asks first."""
    with end:
        question.listen()
        question.hand_over(end)
