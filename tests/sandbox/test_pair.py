"""Two boxes that work for each other: the judge hears both, and either sleeps in its turn alone."""

import select
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace

import pytest

from grader.inside.wire import EVALUATE, load
from grader.sandbox.box import Box, BoxEnded, BoxQuestion
from grader.sandbox.clock import Budget
from grader.sandbox.pair import Pair, Said
from grader.sandbox.tiers import Nursery
from grader.statuses import Status
from tests.support import BRIEF, asked, box_with

# Time enough for whatever a test is not about.
AMPLE = Budget(cpu_seconds=60.0, idle_seconds=600.0, wall_seconds=600.0, answer_bytes=1 << 16)
SLEEPS = replace(AMPLE, idle_seconds=1.0)
WORKS = replace(AMPLE, cpu_seconds=BRIEF.cpu_seconds)
ASLEEP = "your code sleeps or waits for something that never comes"
TOO_LONG = "no answer after 0.15 seconds of CPU time"

WAITS = "time.sleep(1000)"
LOOPS = "while True: pass"


class Two:
    """A pair, and the boxes in it."""

    def __init__(self, boxes: list[Box], questions: list[BoxQuestion], turn: int) -> None:
        self.boxes = boxes
        self.questions = questions
        first, second = questions
        self.pair = Pair(first, second, lambda: turn)

    def listen(self) -> tuple[int, Said]:
        """Which of them says something (0 or 1), and what."""
        speaker, said = self.pair.listen()
        return self.questions.index(speaker), said

    def wait_for(self, which: int) -> None:
        """Wait until one of them has said something or has ended."""
        assert select.select([self.questions[which]], [], [], 60.0)[0]


@contextmanager
def two(
    nursery: Nursery,
    first: str,
    second: str,
    turn: int = 0,
    budgets: tuple[Budget, Budget] = (AMPLE, AMPLE),
    *,
    beside: bool = False,
) -> Iterator[Two]:
    """Two boxes that do such things; it is always the turn of the same (0 or 1).

    Each may wait for the other one if that is `beside` it.
    """
    with ExitStack() as stack:
        boxes = []
        for does in (first, second):
            boxes.append(box_with(nursery, f"import os, time\ndef act():\n    {does}\n"))
            stack.callback(boxes[-1].close)
        payload = asked().payload
        questions = [
            box.begin(EVALUATE, payload, budget, beside=other if beside else None)
            for box, budget, other in zip(boxes, budgets, reversed(boxes), strict=True)
        ]
        yield Two(boxes, questions, turn)


def pair_of(which: int, does: str) -> tuple[str, str]:
    """What the two boxes do, if one of them does this."""
    return (does, WAITS) if which == 0 else (WAITS, does)


@pytest.mark.parametrize("which", [0, 1])
def test_who_answers_is_named(nursery: Nursery, which: int) -> None:
    with two(nursery, *pair_of(which, "return 7")) as both:
        speaker, said = both.listen()
    assert speaker == which
    assert not isinstance(said, BoxEnded)
    assert (said[0], load(said[1])) == (True, [["v", 7]])


@pytest.mark.parametrize("which", [0, 1])
def test_who_asks_is_named_and_has_not_come_to_its_end(nursery: Nursery, which: int) -> None:
    asks = (
        "import gc; from grader.inside.channel import Channel; "
        "next(x for x in gc.get_objects() if type(x) is Channel).ask(3, [])"
    )
    with two(nursery, *pair_of(which, asks)) as both:
        assert both.listen() == (which, (False, b"[3]"))


@pytest.mark.parametrize("which", [0, 1])
def test_who_ends_is_named(nursery: Nursery, which: int) -> None:
    with two(nursery, *pair_of(which, "os._exit(3)")) as both:
        speaker, said = both.listen()
    assert speaker == which
    assert isinstance(said, BoxEnded)
    assert "exit status 3" in said.message


@pytest.mark.parametrize("first", ["return 7", "os._exit(3)"])
@pytest.mark.parametrize("second", ["return 7", "os._exit(3)"])
def test_if_both_do_it_is_the_second(nursery: Nursery, first: str, second: str) -> None:
    with two(nursery, first, second) as both:
        both.wait_for(0)
        both.wait_for(1)
        speaker, said = both.listen()
    assert speaker == 1
    assert isinstance(said, BoxEnded) == (second != "return 7")


@pytest.mark.parametrize("which", [0, 1])
def test_whose_turn_it_is_not_does_not_sleep(nursery: Nursery, which: int) -> None:
    """It is given more time than it may sleep, and then answers."""
    later = "time.sleep(1.5)"
    budgets = (SLEEPS, AMPLE) if which == 0 else (AMPLE, SLEEPS)
    with two(nursery, *pair_of(which, later), 1 - which, budgets) as both:
        speaker, said = both.listen()
    assert speaker == which
    assert not isinstance(said, BoxEnded), said.message
    # On a busy machine some time passes before anybody listens; what it sleeps would be more.
    assert both.boxes[which].asleep_seconds < SLEEPS.idle_seconds


@pytest.mark.parametrize("which", [0, 1])
def test_whose_turn_it_is_has_an_end_if_it_sleeps(nursery: Nursery, which: int) -> None:
    with two(nursery, WAITS, WAITS, which, (SLEEPS, SLEEPS)) as both:
        speaker, said = both.listen()
    assert speaker == which
    assert isinstance(said, BoxEnded)
    assert (said.status, said.message) == (Status.TIMEOUT, ASLEEP)
    assert both.boxes[1 - which].asleep_seconds == 0.0


@pytest.mark.parametrize("which", [0, 1])
def test_who_works_for_too_long_is_ended_in_its_turn(nursery: Nursery, which: int) -> None:
    with two(nursery, *pair_of(which, LOOPS), which, (WORKS, WORKS)) as both:
        speaker, said = both.listen()
        assert both.pair.seen == which
    assert speaker == which
    assert isinstance(said, BoxEnded)
    assert (said.status, said.message) == (Status.TIMEOUT, TOO_LONG)


@pytest.mark.parametrize("which", [0, 1])
def test_and_not_while_it_is_the_others(nursery: Nursery, which: int) -> None:
    """A solution that has answered is not caught by that; the other one sleeps for too long."""
    budgets = (replace(WORKS, idle_seconds=1.0),) * 2
    with two(nursery, *pair_of(which, LOOPS), 1 - which, budgets) as both:
        speaker, said = both.listen()
    assert speaker == 1 - which
    assert isinstance(said, BoxEnded)
    assert (said.status, said.message) == (Status.TIMEOUT, ASLEEP)


@pytest.mark.parametrize("which", [0, 1])
def test_who_waits_for_the_other_one_that_works_does_not_sleep_in_its_turn(
    nursery: Nursery, which: int
) -> None:
    """Whose turn it is may have changed since the judge looked last."""
    works = "while time.process_time() < 3: pass"
    budget = replace(AMPLE, idle_seconds=1.0)
    with two(nursery, *pair_of(which, works), 1 - which, (budget, budget), beside=True) as both:
        speaker, said = both.listen()
    assert speaker == which
    assert not isinstance(said, BoxEnded), said.message
