"""What a hand-in puts on an `ExitStack` of the tests' hides no more than the hand-in itself may."""

import contextlib
from collections.abc import Callable
from typing import Any

# Whether an exception is hidden, where what leaves a `with` has answered so.
Hiding = Callable[[object, BaseException], object]


def bound_exits(depth: Callable[[], int], hiding: Hiding) -> None:
    """Have `hiding` decide for what is put on a stack where more calls go on than when it was made.

    `depth` is how many calls of the hand-in's are being answered.
    """
    stack: Any = vars(contextlib)["_BaseExitStack"]
    begin, push, pop_all = stack.__init__, stack._push_exit_callback, stack.pop_all

    def begin_at_depth(self: Any) -> None:
        begin(self)
        self._depth = depth()

    def push_bound(self: object, leave: Callable[..., object], is_sync: bool = True) -> None:
        if depth() > vars(self).get("_depth", depth()):  # one of before has none
            leave = _bound(leave, hiding) if is_sync else _bound_later(leave, hiding)
        push(self, leave, is_sync)

    def pop_all_at_depth(self: object) -> object:
        made = pop_all(self)
        made._depth = vars(self).get("_depth", depth())
        return made

    stack.__init__, stack._push_exit_callback = begin_at_depth, push_bound
    stack.pop_all = pop_all_at_depth


def _bound(leave: Callable[..., object], hiding: Hiding) -> Callable[..., bool]:
    def exits(kind: object, error: BaseException | None, trace: object) -> bool:
        answer = leave(kind, error, trace)
        return error is not None and bool(hiding(answer, error))

    return exits


def _bound_later(leave: Callable[..., Any], hiding: Hiding) -> Callable[..., object]:
    async def exits(kind: object, error: BaseException | None, trace: object) -> bool:
        answer = await leave(kind, error, trace)
        return error is not None and bool(hiding(answer, error))

    return exits
