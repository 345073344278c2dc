"""Bytes that nobody would send, for as long as one likes: the wire, and files of all kinds.

Whatever comes in, one of two things must happen, soon: a value, or the one exception that says what
is wrong with it. hypothesis makes values and spoils them; what is spoilt is seldom refused at the
first byte, so that it gets far.
"""

import bz2
import gc
import gzip
import io
import json
import lzma
import os
import random
import resource
import signal
import socket
import tarfile
import tempfile
import time
import warnings
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from bench import fuzz_files
from bench.spoiling import require_one_line, spoil
from gametree import Definitely, Guess, Over, Player, Seq, TreeLeaf, TreeNode, Winner
from gametree.declared import CONSTANTS, RECORDS
from gametree.grading.watched_games import WatchedGame
from grader.asking.answers import read_answers
from grader.asking.questions import prepare
from grader.assignment.config import Intake
from grader.errors import HandinError
from grader.handins.intake import open_parcel
from grader.handins.parcels import parcel_of
from grader.inside.library import read_library
from grader.inside.values import UnencodableValue
from grader.inside.wire import (
    ASK,
    HEADER,
    LEAF,
    LEAF_CALL,
    REPLY,
    Decoder,
    Encoder,
    Violation,
    dump,
)
from grader.inside.wire import load as load_json
from grader.sandbox.box import give, give_leaf
from grader.sandbox.clock import Budget, Clock
from grader.sandbox.frames import Frames
from grader.sandbox.sleep import SleepCount
from grader.student.question import CODE

EXAMPLES = 400
# One example of a few kilobytes; on a busy machine still far more than it takes.
SECONDS_EACH = 20
GROWTH_MB = 32
WARM_UP_ROUNDS = 3
INTAKE = Intake(max_mb=1, max_files=50)
KNOWN = ("las.py", "alphabeta.py")
LIBRARY = read_library("gametree")


class Hangs(BaseException):
    """An example takes for ever; no handler of the code that is tried shall catch it."""


# -- the wire ----------------------------------------------------------------------------------

tags = st.sampled_from(
    [
        *[tag for tag, _ in RECORDS.values()],
        *[tag for tag, _ in CONSTANTS],
        *("t", "l", "s", "b", "M", "o", "v", "x", "u", "?", "k", "$", "", "\ud800"),
    ]
)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-3, 1001),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(["X", ".", "XO..", "9" * 5000]),
)
wire_data = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=6),
        st.tuples(tags, st.lists(inner, max_size=6)).map(lambda pair: [pair[0], *pair[1]]),
        st.dictionaries(st.text(max_size=3), inner, max_size=2),
    ),
    max_leaves=40,
)
answers = st.lists(
    st.tuples(st.sampled_from(["v", "x", "?", "u"]), st.lists(wire_data, max_size=5)).map(
        lambda pair: [pair[0], *pair[1]]
    ),
    max_size=3,
)
estimates = st.one_of(
    st.integers().map(Guess), st.sampled_from(Player).map(lambda p: Definitely(Winner(p)))
)
values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(st.characters(exclude_categories=["Cs"]), max_size=10),
        estimates,
        st.sampled_from(Player).map(lambda p: Over(Winner(p))),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.lists(inner, max_size=4).map(Seq.from_list),
    ),
    max_leaves=30,
)


def _as_json(data: Any) -> bytes:
    # Not by `dump`: what it refuses to write must be refused by who reads it too.
    return json.dumps(data).encode("utf-8", "surrogatepass")


def _read_payload(payload: bytes) -> None:
    for read in (_decoded, lambda data: read_answers(data, (CODE.las.f(),), LIBRARY)):
        try:
            repr(read(payload))
        except Violation:
            continue


def _decoded(payload: bytes) -> Any:
    return Decoder(LIBRARY).decode(load_json(payload))


def wire(data: Any, number: int) -> None:
    """Payloads of almost the right form are values or violations."""
    payload = _as_json(data)
    _read_payload(payload)
    _read_payload(spoil(payload, random.Random(number)))


def bytes_on_the_wire(payload: bytes) -> None:
    """So are any bytes."""
    _read_payload(payload)


def round_trips(value: Any) -> None:
    """A value comes back as it went."""

    def refuse(other: object) -> Any:
        raise UnencodableValue(type(other).__name__)

    encoded = dump(Encoder(LIBRARY, refuse).encode(value))
    again = _decoded(encoded)
    assert dump(Encoder(LIBRARY, refuse).encode(again)) == encoded
    assert type(again) is type(value)


# -- what is handed in ---------------------------------------------------------------------------

names = st.one_of(
    st.sampled_from(["las.py", "hw/las.py", "./las.py", "../las.py", "/las.py", "a/../las.py"]),
    st.sampled_from(["LAS.py", "alphabeta.py", "-rf.py", "x.so", "", "a" * 300 + ".py", "é.py"]),
    st.text(max_size=12),
)
contents = st.one_of(
    st.binary(max_size=300),
    st.text(max_size=300).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.sampled_from([b"# coding: utf-7\n", b"\xef\xbb\xbfx = 1\n", b"\0" * 100, b"x" * 2_000_000]),
)
members = st.lists(st.tuples(names, contents), max_size=5)


def _zip(files: list[tuple[str, bytes]], dice: random.Random) -> bytes:
    stream = io.BytesIO()
    with warnings.catch_warnings(action="ignore"), zipfile.ZipFile(stream, "w") as archive:
        for name, content in files:
            info = zipfile.ZipInfo(name.replace("\0", "") or "x")
            info.external_attr = dice.choice((0, 0, 0o100644, 0o120777, 0o010644)) << 16
            info.compress_type = dice.choice((0, 8, 8, 12, 14))
            archive.writestr(info, content)
    return stream.getvalue()


def _tar(files: list[tuple[str, bytes]], dice: random.Random) -> bytes:
    stream = io.BytesIO()
    form = dice.choice((tarfile.PAX_FORMAT, tarfile.GNU_FORMAT))
    with tarfile.open(fileobj=stream, mode="w", format=form) as archive:
        for name, content in files:
            info = tarfile.TarInfo(name)
            info.type = dice.choice((b"0", b"0", b"0", b"1", b"2", b"3", b"5", b"6", b"S"))
            info.linkname = "las.py"
            info.size = len(content) if info.isreg() else 0
            archive.addfile(info, io.BytesIO(content))
    return _packed(stream.getvalue(), dice)


def _one_packed(files: list[tuple[str, bytes]], dice: random.Random) -> bytes:
    return _packed(b"".join(content for _, content in files), dice)


def _packed(content: bytes, dice: random.Random) -> bytes:
    packers = (gzip.compress, bz2.compress, lzma.compress, bytes)
    return dice.choice(packers)(content)


def archives(files: list[tuple[str, bytes]], number: int) -> None:
    """Archives, whole or spoilt, are hand-ins or refused, and stay within the limits."""
    dice = random.Random(number)
    ending = dice.choice((".zip", ".tgz", ".tar", ".tar.xz", ".py.gz", ".rar", ""))
    pack = dice.choice((_zip, _tar, _tar, _one_packed))
    try:
        content = pack(files, dice)
    except (UnicodeError, ValueError, NotImplementedError):  # a name that can't be packed
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"ada{ending}")
        for handed_in in (content, spoil(content, dice)):
            path.write_bytes(handed_in)
            _open(path)
        assert os.listdir(folder) == [path.name]


def _open(path: Path) -> None:
    try:
        # In this process: an exception that nobody has listed shall be seen.
        handin = open_parcel(parcel_of(path), INTAKE, KNOWN)
    except HandinError as error:
        require_one_line(str(error))
        return
    assert sum(map(len, handin.files.values())) <= INTAKE.max_mb << 20
    for line in (*handin.notes, *handin.problems.values()):
        require_one_line(line)
    for name in (*handin.files, *handin.problems):
        assert name.isprintable()
        assert not name.startswith("/")
        assert ".." not in name.split("/")


numbers = st.integers(0, 1 << 32)
calls = st.one_of(
    st.builds(LEAF_CALL.pack, *[st.integers(0, 2), st.integers(0, 2), st.integers(0, 3)]),
    st.builds(_as_json, st.lists(scalars, max_size=4)),
    st.binary(max_size=40),
)
kinds = st.one_of(st.sampled_from([ASK, LEAF, REPLY]), st.integers(0, 255))


def frames(conversation: list[tuple[int, bytes]], number: int) -> None:
    """What a box says in the middle of a question, spoilt or not."""
    whole = b"".join([HEADER.pack(len(said), 5, kind) + said for kind, said in conversation])
    game = WatchedGame(TreeNode("a", (TreeLeaf("b", -7), TreeLeaf("c", Winner(Player.MINNIE)))))
    callbacks = prepare([game, max], LIBRARY).callbacks
    judge, box = socket.socketpair()
    me = (os.getpid(),)
    with judge, box, closing(SleepCount(me)) as sleep:
        box.sendall(spoil(whole, random.Random(number)) if number % 2 else whole)
        box.shutdown(socket.SHUT_WR)
        budget = Budget(9.0, 9.0, 9.0, 1000)
        clock = Clock(me, sleep, budget, lambda _seconds: None)
        reading = Frames(judge)
        try:
            while True:
                _kind, payload = reading.receive(5, clock, partial(give_leaf, callbacks))
                give(callbacks, payload)
        except (Violation, EOFError):
            assert {*game.visits} <= {"b"}


PARTS: Mapping[Callable[..., None], tuple[st.SearchStrategy[Any], ...]] = {
    wire: (st.one_of(wire_data, answers), numbers),
    bytes_on_the_wire: (st.binary(max_size=4000),),
    frames: (st.lists(st.tuples(kinds, calls), max_size=5), numbers),
    round_trips: (values,),
    archives: (members, numbers),
    **fuzz_files.PARTS,
}


# -- for as long as one likes --------------------------------------------------------------------


@contextmanager
def alarmed() -> Iterator[None]:
    """Raise `Hangs` in an example that takes too long."""

    def ring(*_: object) -> None:
        raise Hangs(f"one example takes more than {SECONDS_EACH} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def run(minutes: float, number: int) -> list[str]:
    """Try until the time is up; what went wrong, in words."""
    ends, rounds, warm = time.monotonic() + 60 * minutes, 0, 0
    with alarmed():
        while time.monotonic() < ends or rounds <= WARM_UP_ROUNDS:
            for part, strategies in PARTS.items():
                _some(part, strategies, number + rounds)
            rounds += 1
            if rounds == WARM_UP_ROUNDS:
                warm = _resident_mb()
    left = _resident_mb()
    print(f"{rounds * EXAMPLES * len(PARTS):,} examples, memory {warm} to {left} MB")
    grown = left - warm
    return [f"memory has grown by {grown} MB"] if grown > GROWTH_MB else []


def _resident_mb() -> int:
    """What this process holds; one large example, which is gone again, doesn't count."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * resource.getpagesize() >> 20


def _some(
    part: Callable[..., None], strategies: tuple[st.SearchStrategy[Any], ...], number: int
) -> None:
    def timed(arguments: tuple[Any, ...]) -> None:
        signal.alarm(SECONDS_EACH)
        part(*arguments)
        signal.alarm(0)

    some = settings(
        max_examples=EXAMPLES,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    seed(number)(some(given(st.tuples(*strategies))(timed)))()
