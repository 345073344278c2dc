"""What a solution refuses a suite, which may send it whatever it likes."""

import socket
from collections.abc import Iterator
from mmap import mmap

import pytest

from grader.inside.library import Library
from grader.inside.pair.link import TRANSCRIPT_BYTES, SolutionLink, Transcript
from grader.inside.student_tests.solution import SolutionPeer
from grader.inside.wire import Violation, load


@pytest.fixture
def peer() -> Iterator[SolutionPeer]:
    suite, own = socket.socketpair()
    with suite, own:
        transcript = Transcript(mmap(-1, TRANSCRIPT_BYTES))
        yield SolutionPeer(SolutionLink(own, transcript, 10_000), Library(), {"work": frozenset()})


@pytest.mark.parametrize("kind", [str, object, list])
def test_a_class_of_pythons_own_is_not_called_for_a_suite(peer: SolutionPeer, kind: type) -> None:
    """Else `str` would say of the solution's functions where they are, past all filters."""
    with pytest.raises(Violation):
        peer.refuse_call("()", [kind, "", (), []])
    peer.refuse_call("()", [test_a_class_of_pythons_own_is_not_called_for_a_suite, "", (), []])
    peer.refuse_call("seed", [])


@pytest.mark.parametrize("number", [1, -2, True, "2", 2.0, None])
def test_a_number_that_a_suite_does_not_give_is_none(peer: SolutionPeer, number: object) -> None:
    call = ["", "call", "==", [["=", number, 5], 5]]
    with peer._turn:  # as it serves
        assert load(peer.carry_out(call))[1] == "raise"
        assert load(peer.carry_out(["", "call", "==", [["=", 2, 5], 5]]))[1] == "give"
