"""Exits that a hand-in puts on the tests' `ExitStack` hide only what the hand-in itself may."""

import contextlib
from collections.abc import Callable
from typing import Any

# Decides whether an exception is hidden, given the answer of an exit from a `with`.
Hiding = Callable[[object, BaseException], object]


def bound_exits(depth: Callable[[], int], hiding: Hiding) -> None:
    """Let `hiding` decide for exits pushed when more calls are open than at the stack's making.

    `depth` is how many of the hand-in's calls are being answered.
    """
    stack: Any = vars(contextlib)["_BaseExitStack"]
    begin, push, pop_all = stack.__init__, stack._push_exit_callback, stack.pop_all

    def begin_at_depth(self: Any) -> None:
        begin(self)
        self._depth = depth()

    def push_bound(self: object, leave: Callable[..., object], is_sync: bool = True) -> None:
        if depth() > vars(self).get("_depth", depth()):  # stacks made before this patch have none
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
