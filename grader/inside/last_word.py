"""Where code is that doesn't end: the last word of a box, sent when its time is up.

The judge sends a signal before it ends the box (`grader.sandbox.box`). The stack is then sampled
several times: a single sample may show any function that a loop calls, but calls that are present
in every sample are those that don't end. All of it runs in the middle of student code, which may
prevent it; then the judge hears nothing, and ends the box all the same.
"""

import ast
import signal
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import FrameType

from grader.inside.wire import dump

LOOKS, PAUSE_SECONDS = 10, 0.01
MOST_FRAMES = 5


class LastWord:
    """Reports calls that don't end, as `[[file, line, function], …]`; `texts` gives the files."""

    def __init__(
        self, say: Callable[[bytes], None], texts: Callable[[], Mapping[str, str]]
    ) -> None:
        self._say = say
        self._texts = texts
        self._left = LOOKS
        self._calls: list[FrameType] = []
        self._lines: dict[FrameType, set[int]] = {}

    def listen(self) -> None:
        """Prepare for the signal."""
        # Only the judge sends this: where soft and hard limit are equal, the kernel sends SIGKILL.
        signal.signal(signal.SIGXCPU, self._begin)

    def _begin(self, number: int, frame: FrameType | None) -> None:
        with suppress(Exception):  # student code must not see our exceptions
            signal.signal(signal.SIGALRM, self._look)
            signal.setitimer(signal.ITIMER_REAL, PAUSE_SECONDS, PAUSE_SECONDS)
            self._look(number, frame)

    def _look(self, _number: int, frame: FrameType | None) -> None:
        with suppress(Exception):
            texts = self._texts()
            found: list[FrameType] = []
            while frame is not None:
                if frame.f_code.co_filename in texts:
                    found.append(frame)
                    self._lines.setdefault(frame, set()).add(frame.f_lineno)
                frame = frame.f_back
            found.reverse()
            if self._left < LOOKS:
                pairs = zip(self._calls, found, strict=False)
                found = [now for before, now in pairs if before is now]
            self._calls = found
            self._left -= 1
            if not self._left:
                signal.setitimer(signal.ITIMER_REAL, 0)
                self._say(dump(self._places(texts)))

    def _places(self, texts: Mapping[str, str]) -> list[list[object]]:
        calls = _without_recursion(self._calls)
        return [
            [
                frame.f_code.co_filename,
                _line(texts[frame.f_code.co_filename], frame, self._lines[frame]),
                frame.f_code.co_name,
            ]
            for frame in calls[-MOST_FRAMES:]
        ]


def _without_recursion(calls: list[FrameType]) -> list[FrameType]:
    """The calls up to the first one of the innermost function: its recursive calls vary."""
    codes = [frame.f_code for frame in calls]
    return calls[: codes.index(codes[-1]) + 1] if calls else []


def _line(text: str, frame: FrameType, lines: set[int]) -> int:
    """The first line of the innermost loop that a call never left; else its first sampled line.

    A `while` loop is preferred: a `for` loop inside it nearly always ends.
    """
    first, last = min(lines), max(lines)
    loops = [
        (isinstance(node, ast.While), node.lineno)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.While | ast.For | ast.AsyncFor)
        and frame.f_code.co_firstlineno <= node.lineno <= first
        and last <= (node.end_lineno or 0)
    ]
    return max(loops, default=(False, first))[1]
