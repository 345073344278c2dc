"""The words for a timeout: what a student reads when code ran out of time, one for each limit.

`grader.statuses` has the words for the status alone, where nothing else is known.
"""

from grader.student.plural import numbered

SLEEPS = "your code sleeps or waits for something that never comes"
PROCESS_CPU = "your code used up all of its CPU time"
HANDIN_CPU = "the hand-in has used up all of its CPU time"
HANDIN_SLEEP = "the hand-in has slept for as long as it may"
HANDIN_WALL = "the hand-in has taken as long as it may"


def no_answer_by_cpu(seconds: float) -> str:
    """A check used up its CPU time."""
    return f"no answer after {numbered(seconds, 'second')} of CPU time"


def no_answer_by_wall(seconds: float) -> str:
    """A check used up its wall-clock time, which is ample even on a busy machine."""
    return f"no answer after {numbered(seconds, 'second')}"
