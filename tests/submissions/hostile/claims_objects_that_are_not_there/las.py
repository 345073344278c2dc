"""Answers with handles of objects that it never had, under names of ours."""
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
    names = b',["o",-1,"Seq"],["o",99999999999999999999,"Guess"],["o",1,"<script>alert(1)</script>"]'
    send(b'[["v",["s"' + names + b"]]]")
