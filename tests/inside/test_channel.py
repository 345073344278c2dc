"""Whole frames over a stream: numbers are kept, pieces are put together, the end is an end."""

import socket
import struct
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from grader.inside.channel import Channel
from grader.inside.wire import ASK, EVALUATE, GIVE, HEADER, LEAF, LEAF_CALL, REPLY


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, Channel]]:
    judge, box = socket.socketpair()
    with judge, box:
        judge.settimeout(10)
        box.settimeout(10)
        yield judge, Channel(box)


def frame(number: int, kind: int, payload: bytes) -> bytes:
    return HEADER.pack(len(payload), number, kind) + payload


def test_an_answer_carries_the_number_of_its_question(ends: tuple[socket.socket, Channel]) -> None:
    judge, channel = ends
    judge.sendall(frame(2**62 + 1, EVALUATE, b"question"))
    assert channel.receive() == (EVALUATE, b"question")
    channel.reply(b"answer")
    assert judge.recv(100) == frame(2**62 + 1, REPLY, b"answer")


def test_a_frame_may_come_in_pieces_and_two_at_once(ends: tuple[socket.socket, Channel]) -> None:
    judge, channel = ends
    data = frame(1, EVALUATE, b"x" * 100_000) + frame(2, EVALUATE, b"")
    for position in range(20):
        judge.sendall(data[position : position + 1])
    judge.sendall(data[20:])
    assert channel.receive() == (EVALUATE, b"x" * 100_000)
    assert channel.receive() == (EVALUATE, b"")
    assert channel.question == 2


def test_asking_waits_for_what_is_given(ends: tuple[socket.socket, Channel]) -> None:
    judge, channel = ends
    judge.sendall(frame(5, EVALUATE, b"") + frame(5, GIVE, b"[true]"))
    channel.receive()
    assert channel.ask(3, [1, "a"]) == [True]
    assert judge.recv(100) == frame(5, ASK, b'[3,1,"a"]')


def test_a_leaf_is_three_numbers_and_its_value_comes_as_it_is(
    ends: tuple[socket.socket, Channel],
) -> None:
    judge, channel = ends
    judge.sendall(frame(5, EVALUATE, b"") + frame(5, GIVE, b"-7"))
    channel.receive()
    assert channel.leaf(3, 0, 2**32 - 1) == b"-7"
    assert judge.recv(100) == frame(5, LEAF, LEAF_CALL.pack(3, 0, 2**32 - 1))


def test_a_number_that_no_leaf_has_is_not_sent(ends: tuple[socket.socket, Channel]) -> None:
    judge, channel = ends
    judge.sendall(frame(5, EVALUATE, b""))
    channel.receive()
    for number in (-1, 2**32):
        with pytest.raises(struct.error):
            channel.leaf(3, 0, number)
    channel.reply(b"[]")
    assert judge.recv(100) == frame(5, REPLY, b"[]")


def test_something_else_than_what_was_asked_for_is_the_end(
    ends: tuple[socket.socket, Channel],
) -> None:
    judge, channel = ends
    judge.sendall(frame(5, EVALUATE, b"[]"))
    with pytest.raises(EOFError, match="gave no answer"):
        channel.ask(0, [])


def test_what_is_given_after_an_interruption_is_neither_a_question_nor_another_answer(
    ends: tuple[socket.socket, Channel], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Endless recursion ends in the middle of a call as likely as anywhere."""
    judge, channel = ends
    judge.sendall(frame(5, EVALUATE, b""))
    channel.receive()
    for depth in (1, 2, 3):
        monkeypatch.setattr(channel, "_take", interrupted)
        with pytest.raises(RecursionError):
            channel.ask(0, [depth])
        monkeypatch.undo()
        judge.sendall(frame(5, GIVE, b"[%d]" % depth))
    judge.sendall(frame(5, GIVE, b"[4]"))
    assert channel.ask(0, [4]) == [4]
    monkeypatch.setattr(channel, "_take", interrupted)
    with pytest.raises(RecursionError):
        channel.leaf(0, 0, 0)
    monkeypatch.undo()
    channel.reply(b"[]")
    judge.sendall(frame(5, GIVE, b"-7") + frame(6, EVALUATE, b"next"))
    assert channel.receive() == (EVALUATE, b"next")
    assert channel.question == 6


def interrupted() -> None:
    raise RecursionError


def test_a_judge_that_hangs_up_is_the_end(ends: tuple[socket.socket, Channel]) -> None:
    judge, channel = ends
    judge.sendall(frame(1, EVALUATE, b"half")[:-1])
    judge.close()
    with pytest.raises(EOFError, match="the judge is gone"):
        channel.receive()


def test_each_thread_gets_what_is_given_for_its_own_call(
    ends: tuple[socket.socket, Channel],
) -> None:
    judge, channel = ends

    def double_every_number() -> None:
        for _ in range(200):
            header = judge.recv(HEADER.size, socket.MSG_WAITALL)
            length, _, _ = HEADER.unpack(header)
            number = judge.recv(length, socket.MSG_WAITALL)
            judge.sendall(frame(5, GIVE, b"[%d]" % (2 * int(number[3:-1]))))

    judge.sendall(frame(5, EVALUATE, b""))
    channel.receive()
    with ThreadPoolExecutor(9) as pool:
        doubling = pool.submit(double_every_number)
        given = list(pool.map(lambda n: channel.ask(0, [n]), range(200)))
        doubling.result()
    assert given == [[2 * n] for n in range(200)]


def test_a_thread_that_is_left_can_ask_nothing_more(ends: tuple[socket.socket, Channel]) -> None:
    judge, channel = ends
    judge.sendall(frame(5, EVALUATE, b""))
    channel.receive()
    channel.reply(b"[]")
    with pytest.raises(EOFError, match="has been answered already"):
        channel.ask(0, [])
    with pytest.raises(EOFError, match="has been answered already"):
        channel.leaf(0, 0, 0)
    assert judge.recv(100) == frame(5, REPLY, b"[]")


def test_a_socket_that_is_asked_for_comes_with_what_is_given(
    ends: tuple[socket.socket, Channel],
) -> None:
    judge, channel = ends
    judge.sendall(frame(5, EVALUATE, b""))
    channel.receive()
    ours, theirs = socket.socketpair()
    with ours:
        with theirs:
            socket.send_fds(judge, [frame(5, GIVE, b"")], [theirs.fileno()])
        with channel.fetch_socket() as given:
            given.sendall(b"through it")
        assert ours.recv(100) == b"through it"
        assert ours.recv(100) == b""
    channel.reply(b"[]")
    assert judge.recv(100) == frame(5, ASK, b"") + frame(5, REPLY, b"[]")


def test_a_judge_that_gives_no_socket_is_the_end(ends: tuple[socket.socket, Channel]) -> None:
    judge, channel = ends
    judge.sendall(frame(5, GIVE, b""))
    with pytest.raises(EOFError, match="the judge gave no socket"):
        channel.fetch_socket()


def test_a_judge_that_hangs_up_instead_is_the_end(ends: tuple[socket.socket, Channel]) -> None:
    judge, channel = ends
    judge.shutdown(socket.SHUT_WR)
    with pytest.raises(EOFError, match="the judge gave no socket"):
        channel.fetch_socket()
