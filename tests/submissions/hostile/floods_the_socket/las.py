"""Sends bytes without end where an answer is expected."""
import sys

from grader.inside.wire import HEADER, REPLY


def channel_of_the_worker():
    frame = sys._getframe()
    while "channel" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["channel"]


CHANNEL = channel_of_the_worker()
SOCKET = CHANNEL._sock


def send(payload, kind=REPLY, question=None):
    number = CHANNEL.question if question is None else question
    SOCKET.sendall(HEADER.pack(len(payload), number, kind) + payload)


def look_and_say(eq, s):
    s.showl()
    while True:
        SOCKET.sendall(bytes(1 << 20))
