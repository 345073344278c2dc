"""What was tried, in words: by the names and first arguments of refused calls, never by more."""

import re

import pytest

from grader.sandbox.kernel.allowed_calls import REFUSED
from grader.sandbox.kernel.refused_calls import (
    NETWORK,
    PROCESS,
    PROGRAM,
    REPORTED,
    SIGNAL_SENDING,
    attempts,
)

FORKED, SPAWNED = 0x0120_0011, 0x4111
WORDS = {
    "fork": ([("clone", FORKED)], ["tried to start another process"]),
    "fork of old": ([("fork", 0)], ["tried to start another process"]),
    "a program in place of this one": ([("execve", 1)], ["tried to start another program"]),
    "a program by posix_spawn": ([("clone", SPAWNED)], ["tried to start another program"]),
    "a program by subprocess": (
        [("vfork", 7), ("clone", FORKED)],
        ["tried to start another program"],
    ),
    "a process, and later a program": (
        [("clone", FORKED), ("vfork", 7)],
        ["tried to start another process", "tried to start another program"],
    ),
    "the network": ([("socket", 2)], ["tried to open a network connection"]),
    "another process": ([("ptrace", 16)], ["tried to look into another process"]),
    "a limit": ([("prlimit64", 0)], ["tried to change its limits"]),
    "a signal": ([("tgkill", 1)], ["tried to send a signal"]),
    "root": ([("setfsuid", 0)], ["tried to become another user"]),
    "the user that it is, as ncurses does": ([("setfsuid", 65534), ("setfsgid", 65534)], []),
    "the same thing again and again": (
        [("socket", 2), ("clone", FORKED), ("socket", 10)],
        ["tried to open a network connection", "tried to start another process"],
    ),
    "a call without a word": ([("flock", 3)], []),
    "nothing": ([], []),
}


@pytest.mark.parametrize(("calls", "words"), WORDS.values(), ids=WORDS.keys())
def test_calls_are_reported_in_words(calls: list[tuple[str, int]], words: list[str]) -> None:
    assert [attempt.words for attempt in attempts(calls)] == words


def test_words_say_what_was_tried_and_blame_nobody() -> None:
    blame = re.compile("attack|hack|cheat|malicious|illegal|forbidden|violat|escape|steal|suspicio")
    for kind, words in REPORTED:
        assert words.startswith("tried to ")
        assert not blame.search(kind + words)


def test_every_attempt_has_a_kind_of_its_own() -> None:
    every = {*REPORTED, NETWORK, PROCESS, PROGRAM}
    assert len({kind for kind, _ in every}) == len(every)


def test_no_call_is_reported_twice_or_is_silent_too() -> None:
    names = [
        name for group in (*REPORTED.values(), SIGNAL_SENDING, REFUSED) for name in group.split()
    ]
    assert len(names) == len(set(names))
