"""Calls beside event loops: a loop of their own, what they return and what they raise."""

import asyncio
import threading

import pytest

from gametree.grading.event_loops import called_beside_loops


async def answer() -> int:
    return 42


def in_a_loop() -> int:
    return asyncio.run(answer())


async def nested() -> int:
    return called_beside_loops(in_a_loop)


def test_a_loop_may_be_run_within_another() -> None:
    assert asyncio.run(nested()) == called_beside_loops(in_a_loop) == 42


def test_without_a_loop_no_thread_is_taken() -> None:
    assert called_beside_loops(threading.current_thread) is threading.current_thread()


def test_what_is_raised_beside_a_loop_is_raised_here() -> None:
    async def fails() -> int:
        return called_beside_loops(lambda: 1 // 0)

    with pytest.raises(ZeroDivisionError):
        asyncio.run(fails())
