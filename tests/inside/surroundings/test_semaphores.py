"""Semaphores of multiprocessing between the threads of one process."""

import threading

import pytest

from grader.inside.surroundings.semaphores import RECURSIVE_MUTEX, ThreadSemaphore

SEMAPHORE = 1


def test_a_semaphore_gives_as_many_as_there_are() -> None:
    semaphore = ThreadSemaphore(SEMAPHORE, 2, 2, "", True)
    assert semaphore.acquire()
    assert semaphore.acquire()
    assert not semaphore.acquire(False)
    assert not semaphore.acquire(True, 0.001)
    assert semaphore._is_zero()
    semaphore.release()
    assert semaphore._get_value() == 1


def test_one_that_waits_gets_what_another_thread_gives_back() -> None:
    lock = ThreadSemaphore(SEMAPHORE, 1, 1, "", True)
    lock.acquire()
    got: list[bool] = []
    thread = threading.Thread(target=lambda: got.append(lock.acquire()))
    thread.start()
    lock.release()
    thread.join()
    assert got == [True]


def test_a_recursive_lock_is_its_owners_alone() -> None:
    lock = ThreadSemaphore(RECURSIVE_MUTEX, 1, 1, "", True)
    with lock, lock:
        assert lock._count() == 2
        refused: list[bool] = []
        thread = threading.Thread(target=lambda: refused.append(lock.acquire(False)))
        thread.start()
        thread.join()
        assert refused == [False]
    assert lock._count() == 0
    with pytest.raises(AssertionError, match="not owned by thread"):
        lock.release()


def test_a_lock_is_released_once() -> None:
    with pytest.raises(ValueError, match="released too many times"):
        ThreadSemaphore(SEMAPHORE, 1, 1, "", True).release()
