"""The seccomp program, and the lists that it is made of. That it holds, test_lockdown.py says."""

from itertools import combinations

from grader.syscalls import (
    FACTS_OF_FILES,
    FILES,
    MEMORY,
    MESSAGES,
    REFUSED,
    SELF,
    SIGNAL_SENDING,
    SIGNALS,
    TALK,
    TIME,
    WAITING,
    seccomp_program,
)

BYTES_PER_INSTRUCTION = 8
MOST_INSTRUCTIONS = 4096
LISTS = [FACTS_OF_FILES, FILES, MEMORY, REFUSED, SELF, SIGNAL_SENDING, SIGNALS, TALK, TIME, WAITING]


def test_the_program_is_one_that_the_kernel_takes() -> None:
    program = seccomp_program(may_signal=True, sees_own_files_only=True)
    assert len(program) % BYTES_PER_INSTRUCTION == 0
    assert 100 < len(program) // BYTES_PER_INSTRUCTION < MOST_INSTRUCTIONS


def test_no_call_is_on_two_lists() -> None:
    shared = [set(one.split()) & set(other.split()) for one, other in combinations(LISTS, 2)]
    assert set().union(*shared) == set()


def test_calls_that_are_judged_by_their_arguments_are_on_no_list() -> None:
    names = {name for text in LISTS for name in text.split()}
    by_arguments = {"clone", "clone3", "ioctl", "fcntl", "prctl", "prlimit64", "socketpair"}
    assert names & (by_arguments | MESSAGES.keys()) == set()


def test_what_may_be_done_makes_another_program() -> None:
    programs = {
        seccomp_program(may_signal=signal, sees_own_files_only=own)
        for signal in (False, True)
        for own in (False, True)
    }
    assert len(programs) == 4
