"""The socket between two boxes, and what the solution's writes down of what is said there."""

import select
import socket
import struct
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from mmap import mmap

import pytest

from grader.inside.pair.link import (
    COUNT,
    DIGEST_BYTES,
    LENGTH,
    MOST_MESSAGES,
    NO_MESSAGE,
    OVER,
    OWN_TOO_LONG,
    TOO_LONG,
    TOO_MANY,
    TRANSCRIPT_BYTES,
    Link,
    SolutionLink,
    Transcript,
)
from grader.inside.wire import Violation

MOST_BYTES = 100_000
Act = Callable[[socket.socket, mmap], None]


@pytest.fixture
def memory() -> mmap:
    return mmap(-1, TRANSCRIPT_BYTES)


@pytest.fixture
def transcript(memory: mmap) -> Transcript:
    return Transcript(memory)


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    """The suite's end and the solution's."""
    suite, solution = socket.socketpair()
    with suite, solution:
        suite.settimeout(10)
        solution.settimeout(10)
        yield suite, solution


@pytest.fixture
def suite(ends: tuple[socket.socket, socket.socket]) -> socket.socket:
    return ends[0]


@pytest.fixture
def link(ends: tuple[socket.socket, socket.socket]) -> Link:
    """The suite's end of a link; the test is the other one, by `solution`."""
    return Link(ends[0])


@pytest.fixture
def solution(ends: tuple[socket.socket, socket.socket]) -> socket.socket:
    return ends[1]


@pytest.fixture
def listening(solution: socket.socket, transcript: Transcript) -> SolutionLink:
    """The solution's end of a link; the test is the other one, by `suite`."""
    return SolutionLink(solution, transcript, MOST_BYTES)


def message(payload: bytes) -> bytes:
    return LENGTH.pack(len(payload)) + payload


def digests(*messages: bytes) -> tuple[bytes, ...]:
    return tuple([blake2b(one, digest_size=DIGEST_BYTES).digest() for one in messages])


# -- turns ---------------------------------------------------------------------------------------


def test_what_is_said_before_its_turn_is_refused(
    link: Link, suite: socket.socket, solution: socket.socket
) -> None:
    suite.setblocking(True)  # as in a box
    link.refuse_early_bytes()
    solution.sendall(message(b"[1]") + message(b"[2]"))
    assert link.listen() == [1]
    with pytest.raises(Violation, match="before it was asked for"):
        link.refuse_early_bytes()
    assert link.listen() == [2]
    link.refuse_early_bytes()


# -- the transcript ------------------------------------------------------------------------------


def test_nothing_has_been_said_in_new_memory(transcript: Transcript) -> None:
    assert (transcript.count, transcript.digests()) == (0, ())


def test_a_transcript_has_a_digest_of_each_message_in_order(transcript: Transcript) -> None:
    for payload in (b"one", b"two", b"one"):
        transcript.note(payload)
    assert transcript.count == 3
    assert transcript.digests() == digests(b"one", b"two", b"one")


def test_whoever_has_the_memory_has_the_transcript(memory: mmap, transcript: Transcript) -> None:
    transcript.note(b"one")
    assert Transcript(memory).digests() == digests(b"one")


def test_there_is_room_for_the_last_message_and_for_none_after_it(
    memory: mmap, transcript: Transcript
) -> None:
    COUNT.pack_into(memory, 0, MOST_MESSAGES - 1)
    transcript.note(b"the last one")
    assert transcript.digests()[-1:] == digests(b"the last one")
    before = memory[:]
    with pytest.raises(OverflowError):
        transcript.note(b"one more")
    assert memory[:] == before


def test_a_count_that_can_not_be_is_the_most_that_can(memory: mmap, transcript: Transcript) -> None:
    COUNT.pack_into(memory, 0, 2**32 - 1)
    assert transcript.count == MOST_MESSAGES
    assert len(transcript.digests()) == MOST_MESSAGES
    assert set(map(len, transcript.digests())) == {DIGEST_BYTES}
    with pytest.raises(OverflowError):
        transcript.note(b"one more")


def test_after_as_many_messages_as_there_may_be_it_is_the_suites_turn() -> None:
    """Or its next one, which is one too many, would be the solution's."""
    assert MOST_MESSAGES % 2 == 0


# -- any end ---------------------------------------------------------------------------------------


def test_a_message_arrives_whole_and_its_answer_is_data(
    link: Link, solution: socket.socket
) -> None:
    solution.sendall(message(b'["t",1]'))
    assert link.exchange(b"question") == ["t", 1]
    assert solution.recv(100) == message(b"question")


def test_an_answer_that_is_no_json_is_a_violation(link: Link, solution: socket.socket) -> None:
    solution.sendall(message(b"["))
    with pytest.raises(Violation):
        link.exchange(b"question")


def test_a_message_may_come_in_pieces(link: Link, solution: socket.socket) -> None:
    data = message(b"x" * 300_000)

    def send_in_pieces() -> None:
        for position in range(20):
            solution.sendall(data[position : position + 1])
        solution.sendall(data[20:])

    with ThreadPoolExecutor(1) as pool:
        sending = pool.submit(send_in_pieces)
        assert link.receive() == b"x" * 300_000
        sending.result()


def test_several_messages_may_come_at_once(link: Link, solution: socket.socket) -> None:
    solution.sendall(message(b"one") + message(b"") + message(b"three") + message(b"four")[:2])
    assert [link.receive() for _ in range(3)] == [b"one", b"", b"three"]
    solution.sendall(message(b"four")[2:])
    assert link.receive() == b"four"


def test_a_box_that_is_gone_is_the_end(link: Link, solution: socket.socket) -> None:
    solution.sendall(message(b"whole") + message(b"half")[:-1])
    solution.close()
    assert link.receive() == b"whole"
    with pytest.raises(EOFError, match="the other box is gone"):
        link.receive()
    with pytest.raises(OSError, match="Broken pipe"):
        link.send(b"anybody?")


def test_a_closed_end_says_nothing_more(link: Link, solution: socket.socket) -> None:
    link.close()
    assert solution.recv(1) == b""
    with pytest.raises(OSError, match="Bad file descriptor"):
        link.send(b"one more")


# -- the solution's end ----------------------------------------------------------------------------


def test_all_that_is_said_is_in_the_transcript(
    listening: SolutionLink, suite: socket.socket, transcript: Transcript
) -> None:
    third = b'["", "give", 3, []]'
    suite.sendall(message(b"1") + message(third))
    assert listening.receive() == b"1"
    assert listening.exchange(b"[2]") == ["", "give", 3, []]
    assert suite.recv(100) == message(b"[2]")
    assert transcript.digests() == digests(b"1", b"[2]", third)
    assert listening.why_closed == ""


def test_what_comes_ahead_is_noted_when_it_is_its_turn(
    listening: SolutionLink, suite: socket.socket, transcript: Transcript
) -> None:
    suite.sendall(message(b"1") + message(b"3"))
    listening.receive()
    assert transcript.digests() == digests(b"1")
    listening.send(b"2")
    listening.receive()
    assert transcript.digests() == digests(b"1", b"2", b"3")


class Watching(socket.socket):
    """A socket that remembers how much was in a transcript whenever something was sent by it."""

    transcript: Transcript
    counts: list[int]

    def sendall(self, data: bytes, flags: int = 0) -> None:  # type: ignore[override]
        self.counts.append(self.transcript.count)
        super().sendall(data, flags)


def test_a_message_is_in_the_transcript_before_it_is_sent(
    solution: socket.socket, transcript: Transcript
) -> None:
    watching = Watching(fileno=solution.detach())
    watching.transcript, watching.counts = transcript, []
    with watching:
        link = SolutionLink(watching, transcript, MOST_BYTES)
        link.send(b"1")
        link.send(b"2")
    assert watching.counts == [1, 2]


def hangs_up(suite: socket.socket, _memory: mmap) -> None:
    suite.close()


def hangs_up_in_the_middle_of_a_length(suite: socket.socket, _memory: mmap) -> None:
    suite.sendall(message(b"half")[:2])
    suite.close()


def hangs_up_in_the_middle_of_a_message(suite: socket.socket, _memory: mmap) -> None:
    suite.sendall(message(b"half")[:-1])
    suite.close()


def says_too_much(suite: socket.socket, _memory: mmap) -> None:
    suite.sendall(LENGTH.pack(MOST_BYTES + 1))


def says_far_too_much(suite: socket.socket, _memory: mmap) -> None:
    suite.sendall(struct.pack("<I", 2**32 - 1) + b"x" * 100)


def says_one_more(suite: socket.socket, memory: mmap) -> None:
    COUNT.pack_into(memory, 0, MOST_MESSAGES)
    suite.sendall(message(b"one more"))


WHY_NOTHING_IS_HEARD = [
    (hangs_up, OVER),
    (hangs_up_in_the_middle_of_a_length, OVER),
    (hangs_up_in_the_middle_of_a_message, OVER),
    (says_too_much, TOO_LONG),
    (says_far_too_much, TOO_LONG),
    (says_one_more, TOO_MANY),
]


def is_closed_for_ever(link: SolutionLink, why: str, memory: mmap, suite: socket.socket) -> None:
    """Assert that nothing is heard, said or noted any more, though there would be something."""
    before = memory[:]
    if suite.fileno() >= 0:
        suite.sendall(message(b"another"))
    for _ in range(2):
        with pytest.raises(EOFError, match=f"^{why}$"):
            link.receive()
        with pytest.raises(EOFError, match=f"^{why}$"):
            link.send(b"another")
        with pytest.raises(EOFError, match=f"^{why}$"):
            link.send(b"x" * (MOST_BYTES + 1))
    assert link.why_closed == why
    assert memory[:] == before


def is_empty(sock: socket.socket) -> bool:
    """Whether nothing has arrived, which on this machine would have by now."""
    return not select.select([sock], [], [], 0)[0]


@pytest.mark.parametrize(("does", "why"), WHY_NOTHING_IS_HEARD)
def test_who_hears_no_message_has_a_reason_and_never_hears_one_again(
    listening: SolutionLink, suite: socket.socket, memory: mmap, does: Act, why: str
) -> None:
    does(suite, memory)
    before = memory[:]
    with pytest.raises(EOFError, match=f"^{why}$"):
        listening.receive()
    assert memory[:] == before
    is_closed_for_ever(listening, why, memory, suite)


@pytest.mark.parametrize("said", [b"[", b"\xff", b"7", b"[]", b'["", "call", "()"]'])
def test_what_is_no_message_is_noted_and_the_last(
    listening: SolutionLink, suite: socket.socket, memory: mmap, transcript: Transcript, said: bytes
) -> None:
    suite.sendall(message(said))
    with pytest.raises(EOFError, match=f"^{NO_MESSAGE}$"):
        listening.listen()
    assert transcript.digests() == digests(said)
    is_closed_for_ever(listening, NO_MESSAGE, memory, suite)


def test_a_message_that_is_one_is_data(listening: SolutionLink, suite: socket.socket) -> None:
    suite.sendall(message(b'["", "call", "()", []]'))
    assert listening.listen() == ["", "call", "()", []]


def test_an_answer_that_is_left_unread_is_over_too(
    listening: SolutionLink, suite: socket.socket, memory: mmap
) -> None:
    """The kernel then says that the connection was reset."""
    listening.send(b"answer")
    suite.close()
    with pytest.raises(EOFError, match=f"^{OVER}$"):
        listening.receive()
    is_closed_for_ever(listening, OVER, memory, suite)


def test_an_answer_to_a_suite_that_is_gone_is_noted_and_the_last(
    listening: SolutionLink, suite: socket.socket, memory: mmap, transcript: Transcript
) -> None:
    suite.sendall(message(b"1"))
    suite.close()
    assert listening.receive() == b"1"
    with pytest.raises(EOFError, match=f"^{OVER}$"):
        listening.send(b"2")
    assert transcript.digests() == digests(b"1", b"2")
    is_closed_for_ever(listening, OVER, memory, suite)


def test_an_answer_that_is_too_long_is_neither_noted_nor_sent(
    listening: SolutionLink, suite: socket.socket, memory: mmap, transcript: Transcript
) -> None:
    with pytest.raises(EOFError, match=f"^{OWN_TOO_LONG}$"):
        listening.send(b"x" * (MOST_BYTES + 1))
    assert transcript.count == 0
    is_closed_for_ever(listening, OWN_TOO_LONG, memory, suite)
    assert is_empty(suite)


def test_an_answer_that_is_one_too_many_is_not_sent(
    listening: SolutionLink, suite: socket.socket, memory: mmap
) -> None:
    COUNT.pack_into(memory, 0, MOST_MESSAGES)
    with pytest.raises(EOFError, match=f"^{TOO_MANY}$"):
        listening.send(b"one more")
    is_closed_for_ever(listening, TOO_MANY, memory, suite)
    assert is_empty(suite)


def test_the_longest_messages_are_heard_and_said(
    listening: SolutionLink, suite: socket.socket, transcript: Transcript
) -> None:
    longest = b"x" * MOST_BYTES
    with ThreadPoolExecutor(1) as pool:
        sending = pool.submit(suite.sendall, message(longest))
        assert listening.receive() == longest
        sending.result()
        answering = pool.submit(listening.send, longest)
        assert suite.recv(LENGTH.size, socket.MSG_WAITALL) == LENGTH.pack(MOST_BYTES)
        assert suite.recv(MOST_BYTES, socket.MSG_WAITALL) == longest
        answering.result()
    assert transcript.digests() == digests(longest, longest)
