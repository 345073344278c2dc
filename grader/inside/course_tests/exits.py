"""What a hand-in puts on an `ExitStack` of the tests' hides no more than the hand-in itself may."""

from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from types import MethodType
from typing import Any

# Whether an exception is hidden, where what leaves a `with` has answered so.
Hiding = Callable[[object, BaseException], bool]


def is_of_stack(target: object) -> bool:
    """Whether something is a stack, or a method of one."""
    # A mock may claim to be one.
    return issubclass(type(_owner_of(target)), ExitStack | AsyncExitStack)


def _owner_of(target: object) -> Any:
    return target.__self__ if isinstance(target, MethodType) else target


@contextmanager
def bounding(target: object, hiding: Hiding) -> Iterator[None]:
    """Have `hiding` decide for whatever is put on a stack while it, or its method, is called."""
    exits: Any = _owner_of(target)._exit_callbacks if is_of_stack(target) else ()
    before = len(exits)
    try:
        yield
    finally:
        for at in range(before, len(exits)):
            is_plain, leave = exits[at]
            exits[at] = is_plain, (_bound if is_plain else _bound_later)(leave, hiding)


def _bound(leave: Callable[..., object], hiding: Hiding) -> Callable[..., bool]:
    def exits(kind: object, error: BaseException | None, trace: object) -> bool:
        answer = leave(kind, error, trace)
        return error is not None and hiding(answer, error)

    return exits


def _bound_later(leave: Callable[..., Any], hiding: Hiding) -> Callable[..., Any]:
    async def exits(kind: object, error: BaseException | None, trace: object) -> bool:
        answer = await leave(kind, error, trace)
        return error is not None and hiding(answer, error)

    return exits
