"""A box without a file system of its own can't keep more on the disk than it may."""

import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from textwrap import dedent

import pytest

from grader.inside.limits import SCRATCH_FILES, BoxLimits
from grader.sandbox.tiers import Tier
from tests.boxed import Boxed, a_box, a_nursery, tiers

MB = 1 << 20
LIMITS = BoxLimits(1 << 30, 60.0, 64 * MB, 2 * MB, 2 * MB, 50)
# A call is let pass as long as there is room at all.
MOST = LIMITS.scratch_bytes + LIMITS.file_bytes
C = """
    import ctypes
    libc = ctypes.CDLL(None, use_errno=True)
    def c(name, *arguments):
        if getattr(libc, name)(*map(ctypes.c_long, arguments)) == -1:
            raise OSError(ctypes.get_errno(), name)
"""


@pytest.fixture(params=tiers(Tier.CONFINED))
def box(request: pytest.FixtureRequest) -> Iterator[Boxed]:
    with a_nursery(request.param, LIMITS) as nursery, a_box(nursery) as box:
        yield box


@pytest.fixture(params=tiers(Tier.CONFINED, Tier.CONFINED))
def on_disk(request: pytest.FixtureRequest) -> Iterator[Boxed]:
    """A box whose folder is on the machine's disk."""
    with a_nursery(request.param, LIMITS) as nursery, a_box(nursery) as box:
        yield box


def kept(box: Boxed) -> int:
    """The bytes that a box keeps on the disk, those of files without a name too."""
    assert box.spawned.scratch is not None
    # Its paths may be longer than Python can say.
    said = subprocess.run(
        ["du", "-sB1", box.spawned.scratch.path], capture_output=True, text=True, check=True
    )
    folder = Path(f"/proc/{box.spawned.pid}/fd")
    found = [link.stat() for link in folder.iterdir() if int(link.name) > 3]
    for link in Path(f"/proc/{box.spawned.pid}/map_files").iterdir():
        with suppress(OSError):  # not root
            found.append(link.stat())
    nameless = {status.st_ino: status.st_blocks * 512 for status in found if status.st_nlink == 0}
    return int(said.stdout.split()[0]) + sum(nameless.values())


def test_files_together_have_a_limit_like_that_of_one(box: Boxed) -> None:
    answer = box.run(
        """
        import os
        def fill():
            for n in range(100):
                with open(f"large{n}", "wb", buffering=0) as file: file.write(bytes(1 << 19))
        result = [tried(fill), sum(os.path.getsize(name) for name in os.listdir())]
        """
    )
    assert answer == ["ENOSPC", LIMITS.scratch_bytes]
    assert box.run("result = 42") == 42


def test_what_is_deleted_gives_room_for_more(box: Boxed) -> None:
    answer = box.run(
        """
        import os
        def write(name): open(name, "wb").write(bytes(1 << 20))
        def work():
            for n in range(20):
                write("a"), os.remove("a")
            write("a"), write("b")
        result = [tried(work)[0], tried(write, "c"), os.remove("a"), tried(write, "d")]
        """
    )
    assert answer == ["did", "ENOSPC", None, ["did", "None"]]


def test_files_have_a_number(box: Boxed) -> None:
    answer = box.run(
        """
        import os
        def fill():
            for n in range(3000): os.close(os.open(f"f{n}", os.O_CREAT | os.O_WRONLY))
        def folders():
            for n in range(3000): os.mkdir(f"d{n}")
        result = [tried(fill), len(os.listdir()), tried(folders)]
        """
    )
    assert answer[0] == answer[2] == "ENOSPC"
    assert SCRATCH_FILES - 3 < answer[1] <= SCRATCH_FILES


ONLY_MAPPED = """
        import mmap
        kept = []
        def way(n):
            with open(f"f{n}", "w+b", buffering=0) as file:
                file.write(bytes(1 << 20))
                kept.append(mmap.mmap(file.fileno(), 4096, flags=mmap.MAP_PRIVATE))
            os.closerange(4, 100)  # a map of Python's keeps its file open
            os.remove(f"f{n}")
"""

WAYS = {
    "many files": """
        def way(n):
            with open(f"f{n}", "wb", buffering=0) as file: file.write(bytes(1 << 20))
    """,
    "a byte in every page": """
        def way(n):
            with open(f"f{n}", "wb", buffering=0) as file:
                for page in range(400): os.pwrite(file.fileno(), b"x", page * 5000)
    """,
    "vectors": """
        def way(n):
            with open(f"f{n}", "wb") as file: os.writev(file.fileno(), [bytes(1 << 20)])
    """,
    "vectors at places": """
        def way(n):
            with open(f"f{n}", "wb") as file: os.pwritev(file.fileno(), [bytes(1 << 20)], 0)
    """,
    "files without names": """
        kept = []
        def way(n):
            file = open(f"f{n}", "wb", buffering=0)
            os.remove(f"f{n}")
            kept.append(file)
            file.write(bytes(1 << 20))
    """,
    "files that never had one": """
        kept = []
        def way(n):
            kept.append(os.open(".", os.O_TMPFILE | os.O_RDWR))
            os.write(kept[-1], bytes(1 << 20))
    """,
    "files that are only mapped": ONLY_MAPPED,
    "files that are only mapped, by names of two lines": ONLY_MAPPED.replace(
        'f"f{n}"', r'f"f{n}\r"'
    ),
    "holes filled by writing to memory": """
        import mmap
        def way(n):
            with open(f"f{n}", "w+b", buffering=0) as file:
                file.truncate(1 << 20)
                mmap.mmap(file.fileno(), 1 << 20)[:] = bytes(1 << 20)
    """,
    "holes filled when all are mapped": """
        import mmap
        maps = []
        def way(n):
            with open(f"f{n}", "w+b", buffering=0) as file:
                file.truncate(1 << 20)
                maps.append(mmap.mmap(file.fileno(), 1 << 20))
            if n == 59:
                for memory in maps: memory[:] = bytes(1 << 20)
    """,
    "holes that a map grows over": """
        import mmap
        maps = []
        def way(n):
            with open(f"f{n}", "w+b", buffering=0) as file:
                file.truncate(1 << 20)
                maps.append(mmap.mmap(file.fileno(), 4096))
            maps[-1].resize(1 << 20)
            maps[-1][:] = bytes(1 << 20)
    """,
    "files without names, open and filled as memory": """
        import mmap
        kept = []
        def way(n):
            kept.append(os.open(".", os.O_TMPFILE | os.O_RDWR))
            os.truncate(kept[-1], 1 << 20)
            kept.append(mmap.mmap(kept[-1], 1 << 20))
            kept[-1][:] = bytes(1 << 20)
    """,
    "room asked for": """
        def way(n):
            with open(f"f{n}", "wb") as file: os.posix_fallocate(file.fileno(), 0, 1 << 20)
    """,
    "room beyond the end": """
        def way(n):
            with open(f"f{n}", "wb", buffering=0) as file:
                c("fallocate", file.fileno(), 1, 0, 100 << 20)
    """,
    "copies": """
        def way(n):
            if n == 0: open("f", "wb").write(bytes(1 << 20))
            with open("f", "rb") as one, open(f"f{n}", "wb") as other:
                os.copy_file_range(one.fileno(), other.fileno(), 1 << 20)
    """,
    "copies as if sent": """
        def way(n):
            if n == 0: open("f", "wb").write(bytes(1 << 20))
            with open("f", "rb") as one, open(f"f{n}", "wb") as other:
                os.sendfile(other.fileno(), one.fileno(), 0, 1 << 20)
    """,
    "folders that nobody may read": """
        def way(n):
            os.mkdir(f"d{n}", 0o300)
            with open(f"d{n}/f", "wb", buffering=0) as file: file.write(bytes(1 << 20))
    """,
    "folders in folders": """
        def way(n):
            os.mkdir("d" * 200), os.chdir("d" * 200)
            with open(f"f{n}", "wb", buffering=0) as file: file.write(bytes(1 << 16))
    """,
}


@pytest.mark.parametrize("way", WAYS)
def test_no_way_takes_more_than_there_is(on_disk: Boxed, way: str) -> None:
    """Not even for one who is refused and tries again."""
    parts = ["import os", dedent(C), dedent(WAYS[way]), "for n in range(60): tried(way, n)"]
    on_disk.run("\n".join([*parts, "result = 1"]))
    assert kept(on_disk) <= MOST


def test_threads_that_write_at_once_get_no_more(on_disk: Boxed) -> None:
    on_disk.run(
        """
        import os, threading
        together = threading.Barrier(40)
        def write(n):
            together.wait()
            for m in range(20):
                try:
                    with open(f"f{n}.{m}", "wb", buffering=0) as file: file.write(bytes(1 << 20))
                except OSError: pass
        threads = [threading.Thread(target=write, args=(n,)) for n in range(40)]
        [t.start() for t in threads], [t.join() for t in threads]
        result = 1
        """
    )
    assert kept(on_disk) <= MOST


def test_nobody_hides_files_while_they_are_counted(on_disk: Boxed) -> None:
    """A thread moves a full folder to and fro, so that whoever counts finds it nowhere."""
    on_disk.run(
        """
        import os, threading
        for n in range(40): os.mkdir(f"d{n}")
        os.mkdir("d0/full")
        stop = False
        def move():
            n = 0
            while not stop:
                m = (n + 17) % 40
                os.rename(f"d{n}/full", f"d{m}/full")
                n = m
        def write(n):
            try: open(f"d1/f{n}", "wb").write(bytes(1 << 16))
            except OSError: return
            try: os.rename(f"d1/f{n}", f"d0/full/f{n}")
            except OSError: pass
        movers = [threading.Thread(target=move) for _ in range(2)]
        [t.start() for t in movers]
        for n in range(800): write(n)
        stop = True
        [t.join() for t in movers]
        result = 1
        """
    )
    assert kept(on_disk) <= MOST
