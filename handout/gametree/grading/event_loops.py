"""Calls that may come while an event loop is running, which refuses another one in its thread."""

import sys
from collections.abc import Callable
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")


def called_beside_loops(function: Callable[[], Result]) -> Result:
    """What a call returns or raises; it is made in a new thread if this one runs an event loop."""
    asyncio = sys.modules.get("asyncio")
    if asyncio is None or asyncio._get_running_loop() is None:
        return function()
    results: list[Result] = []
    errors: list[BaseException] = []

    def call() -> None:
        try:
            results.append(function())
        except BaseException as error:
            errors.append(error)

    thread = Thread(target=call)
    thread.start()
    thread.join()
    for error in errors:
        raise error
    return results[0]
