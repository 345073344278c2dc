"""The seccomp program, and the lists that it is made of. That it holds, test_lockdown.py says."""

from itertools import combinations
from struct import iter_unpack

import pytest
from pyseccomp import NOTIFY  # type: ignore[import-untyped]

from grader.sandbox.kernel.allowed_calls import (
    FACTS_OF_FILES,
    FILES,
    MEMORY,
    MESSAGES,
    REFUSED,
    SELF,
    SIGNALS,
    TALK,
    TIME,
    WAITING,
    name_of,
    number_of,
    seccomp_program,
)
from grader.sandbox.kernel.refused_calls import REPORTED, SIGNAL_SENDING

BYTES_PER_INSTRUCTION = 8
MOST_INSTRUCTIONS = 4096
LISTS = [FACTS_OF_FILES, FILES, MEMORY, REFUSED, SELF, SIGNAL_SENDING, SIGNALS, TALK, TIME, WAITING]
LISTS += REPORTED.values()


@pytest.mark.parametrize("reporting", [True, False])
def test_the_program_is_one_that_the_kernel_takes(reporting: bool) -> None:
    program = seccomp_program(may_signal=True, walled=True, reporting=reporting)
    assert len(program) % BYTES_PER_INSTRUCTION == 0
    assert 100 < len(program) // BYTES_PER_INSTRUCTION < MOST_INSTRUCTIONS


def test_no_call_is_on_two_lists() -> None:
    shared = [set(one.split()) & set(other.split()) for one, other in combinations(LISTS, 2)]
    assert set().union(*shared) == set()


def test_calls_that_are_judged_by_their_arguments_are_on_no_list() -> None:
    names = {name for text in LISTS for name in text.split()}
    by_arguments = {"clone", "clone3", "ioctl", "fcntl", "prctl", "prlimit64", "socketpair"}
    by_arguments.add("socket")
    assert names & (by_arguments | MESSAGES.keys()) == set()


def test_what_may_be_done_makes_another_program() -> None:
    programs = {
        seccomp_program(may_signal=signal, walled=own, reporting=reporting)
        for signal in (False, True)
        for own in (False, True)
        for reporting in (False, True)
    }
    assert len(programs) == 8


def asks_a_listener(program: bytes) -> bool:
    """Whether any answer of the program is to ask; an instruction ends with its constant."""
    return NOTIFY in [constant for _code, constant in iter_unpack("=4sI", program)]


def test_only_the_reporting_program_asks_a_listener() -> None:
    for reporting in (True, False):
        program = seccomp_program(may_signal=True, walled=True, reporting=reporting)
        assert asks_a_listener(program) == reporting


def test_where_nobody_has_heard_of_listeners_the_program_is_silent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unknown_action = 0x7F01_0000
    monkeypatch.setattr("grader.sandbox.kernel.allowed_calls.NOTIFY", unknown_action)
    reported, silent = (
        seccomp_program(may_signal=True, walled=True, reporting=reporting)
        for reporting in (True, False)
    )
    assert reported == silent


def test_calls_have_names_and_numbers() -> None:
    assert name_of(number_of("execve")) == "execve"
