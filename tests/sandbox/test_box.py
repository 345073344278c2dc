"""The judge believes that bytes arrived, and nothing else: each way to end a box has its words."""

import os
import select
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from grader.errors import BrokenGrader
from grader.inside.wire import EVALUATE, MEMORY_STATUS, load
from grader.results import Incident
from grader.sandbox.box import GRACE_SECONDS, Box, BoxEnded, describe_exit
from grader.sandbox.clock import CALLS_SHARE
from grader.sandbox.kernel.processes import WaitingTime, cpu_seconds
from grader.sandbox.nursery import Exit
from grader.sandbox.tiers import Nursery, Tier
from grader.statuses import Status
from tests.boxed import needs
from tests.support import BRIEF, BUDGET, LIMITS, RAW, a_real_nursery, asked, box_with, ending_of

NOT_AGREED = "the answer did not come in the agreed form: "

# What hostile code does when it is asked, and what the judge then says.
BROKEN_FORMAT = {
    "a wrong number": ("reply(b'[]', number=7)", "an answer to a question that was not asked"),
    "an unknown kind": ("reply(b'[]', kind=99)", "a frame of an unknown kind"),
    "a question of its own": ("reply(b'[]', kind=2)", "a frame of an unknown kind"),
    "an oversized answer": (
        "sock.sendall(HEADER.pack(1 << 30, channel.question, REPLY))",
        "an answer of 1073741824 bytes, where 65536 are allowed",
    ),
    "bytes after the answer": (
        "n = channel.question; sock.sendall(HEADER.pack(2, n, REPLY) + b'[]' + b'more')",
        "bytes after the answer",
    ),
    "a call of no function": ("reply(b'[]', kind=ASK)", "a call of no function"),
    "a call by a truth value": ("reply(b'[true]', kind=ASK)", "a call of no function"),
    "a call by name": ("reply(b'\"eq\"', kind=ASK)", "a call of no function"),
    "a function not handed over": (
        "reply(b'[5]', kind=ASK)",
        "a call of a function that was not handed over",
    ),
    "a function before the first": (
        "reply(b'[-1]', kind=ASK)",
        "a call of a function that was not handed over",
    ),
    "a leaf of nothing handed over": (
        "reply(LEAF_CALL.pack(5, 0, 0), kind=LEAF)",
        "a call of a function that was not handed over",
    ),
    "half a call for a leaf": (
        "reply(LEAF_CALL.pack(0, 0, 0)[:-1], kind=LEAF)",
        "a call for a leaf that is of another length",
    ),
    "a call for a leaf and more": (
        "reply(LEAF_CALL.pack(0, 0, 0) * 5000, kind=LEAF)",
        "a call for a leaf that is of another length",
    ),
    "a call that is no JSON": ("reply(b'[', kind=ASK)", "bytes that are not JSON"),
    "a call nested too deeply": (
        "reply(b'[' * 30000 + b']' * 30000, kind=ASK)",
        "data nested too deeply" if sys.version_info < (3, 14) else "",
    ),
    "arguments of no format": ("reply(b'[0,[\"?\"]]', kind=ASK)", "the unknown tag '?'"),
}


def eq(a: object, b: object) -> bool:
    return a == b


@pytest.mark.parametrize("act", BROKEN_FORMAT)
def test_bytes_that_the_format_does_not_allow_end_the_box(nursery: Nursery, act: str) -> None:
    does, words = BROKEN_FORMAT[act]
    box = box_with(nursery, f"{RAW}\ndef act(eq):\n    {does}\n    time.sleep(60)\n")
    ended = ending_of(box, asked(eq))
    assert ended.status is Status.CRASHED
    assert ended.message.startswith(NOT_AGREED)
    assert words in ended.message
    assert ended.incident == Incident("protocol", ended.message)


def test_a_leaf_is_asked_for_only_where_leaves_are_given(nursery: Nursery) -> None:
    source = f"{RAW}\ndef act(): reply(LEAF_CALL.pack(0, 0, 0), kind=LEAF)\n"
    question = box_with(nursery, source).begin(EVALUATE, asked().payload, BRIEF)
    with pytest.raises(BoxEnded, match="a frame of an unknown kind"):
        question.listen()


def test_who_asks_for_leaves_without_end_has_the_time_of_one_question(nursery: Nursery) -> None:
    source = f"{RAW}\ndef act():\n    while True:\n        channel.leaf(0, 0, 0)\n"
    box = box_with(nursery, source)
    question = box.begin(EVALUATE, asked().payload, BRIEF, lambda _call: b"1")
    with pytest.raises(BoxEnded, match=r"no answer after 0\.15 seconds of CPU time"):
        question.listen()


LATER = f"""{RAW}
import threading

def act(does):
    def later():
        time.sleep(0.05)
        exec(does)
    threading.Thread(target=later).start()
"""


def box_that_does_later(nursery: Nursery, does: str) -> Box:
    """A box that has answered, and has then done something that its socket shows."""
    box = box_with(nursery, LATER)
    message = asked(does)
    box.evaluate(message.payload, (), BUDGET)
    assert select.select([box._process.sock], [], [], 10.0)[0]
    return box


def test_bytes_before_a_question_end_the_box(nursery: Nursery) -> None:
    ended = ending_of(box_that_does_later(nursery, "sock.sendall(b'early')"), asked(""))
    assert ended.status is Status.CRASHED
    assert ended.message == NOT_AGREED + "an answer to a question that was not asked"


def test_a_box_that_ended_between_two_questions_is_no_answer(nursery: Nursery) -> None:
    ended = ending_of(box_that_does_later(nursery, "os._exit(3)"), asked(""))
    assert ended.message.startswith("your code ended the Python process (exit status 3)")


# -- time --------------------------------------------------------------------------------------

TOO_LONG = "no answer after 0.15 seconds of CPU time"
ASLEEP = "your code sleeps or waits for something that never comes"

# Code that never answers, and the words for it. Time comes from the kernel, never from the box.
ENDLESS = {
    "a loop": ("while True: pass", TOO_LONG),
    "a loop that catches everything": (
        "while True:\n        try:\n            while True: pass\n"
        "        except BaseException: pass",
        TOO_LONG,
    ),
    "a loop in another thread": (
        "import threading\n    def loop():\n        while True: pass\n"
        "    threading.Thread(target=loop).start()\n    time.sleep(60)",
        TOO_LONG,
    ),
    "a clock that stands still": (
        "time.perf_counter = time.process_time = lambda: 0\n    while True: pass",
        TOO_LONG,
    ),
    "sleep": ("time.sleep(1000)", ASLEEP),
    "waiting for another question": ("channel.receive()", ASLEEP),
    "half a header": ("sock.sendall(b'half'); time.sleep(60)", ASLEEP),
    "half an answer": (
        "sock.sendall(HEADER.pack(100, channel.question, REPLY) + b'half')\n    time.sleep(60)",
        ASLEEP,
    ),
}


@pytest.mark.parametrize("act", ENDLESS)
def test_a_box_that_never_answers_is_out_of_time(nursery: Nursery, act: str) -> None:
    does, words = ENDLESS[act]
    ended = ending_of(box_with(nursery, f"{RAW}\ndef act():\n    {does}\n"), asked())
    assert (ended.status, ended.message) == (Status.TIMEOUT, words)
    assert ended.incident == Incident("time", words)


def test_one_byte_now_and_then_buys_no_time(nursery: Nursery) -> None:
    source = f"""{RAW}
def act():
    sock.sendall(HEADER.pack(60_000, channel.question, REPLY))
    while True:
        sock.sendall(b' ')
        time.sleep(0.05)
"""
    ended = ending_of(box_with(nursery, source), asked())
    # Whether it was ever seen asleep for long enough is a matter of chance.
    assert ended.status is Status.TIMEOUT
    assert ended.message in (ASLEEP, "no answer after 3 seconds")


def test_a_box_that_never_reads_is_out_of_time(nursery: Nursery) -> None:
    box = box_with(nursery, f"{RAW}\nreply(b'[[\"v\",null]]')\ntime.sleep(1000)\n")
    ended = ending_of(box, asked("x" * 5_000_000))
    assert (ended.status, ended.message) == (Status.TIMEOUT, ASLEEP)


def test_the_clock_on_the_wall_ends_what_only_seems_awake(nursery: Nursery) -> None:
    source = """
        import time
        def act():
            while True:
                time.sleep(0.05)
                sum(range(100_000))
    """
    budget = replace(BUDGET, cpu_seconds=60.0, idle_seconds=60.0, wall_seconds=1.0)
    ended = ending_of(box_with(nursery, source), asked(), budget)
    assert (ended.status, ended.message) == (Status.TIMEOUT, "no answer after 1 second")


def test_who_waits_for_the_judge_does_not_sleep(nursery: Nursery) -> None:
    def slow(a: object, b: object) -> bool:
        time.sleep(0.3)
        return a == b

    box = box_with(nursery, "def act(eq):\n    return [eq(n, n) for n in range(5)]\n")
    message = asked(slow)
    answer = box.evaluate(message.payload, message.callbacks, BRIEF)
    box.close()
    assert load(answer) == [["v", ["l", *[True] * 5]]]


def test_waiting_for_a_judge_without_a_processor_is_no_sleep(
    nursery: Nursery, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the kernel counts it; else what a busy machine does to the judge would end the box."""
    monkeypatch.setattr(WaitingTime, "since", lambda _self: (1.0, 1.0))
    box = box_with(nursery, "import time\ndef act(): time.sleep(1.5)\n")
    box.evaluate(asked().payload, (), BRIEF)
    box.close()
    assert box.asleep_seconds == 0.0


ASLEEP_IN_STEPS = {
    "between calls": """
        import time
        def act(eq):
            while True:
                time.sleep(0.05)
                eq(1, 1)
    """,
    "with bytes that make the judge look": f"""{RAW}
def act(eq):
    sock.sendall(HEADER.pack(1 << 15, channel.question, REPLY))
    while True:
        time.sleep(0.05)
        sock.sendall(b" ")
""",
    "in a crowd that wakes together": """
        import threading, time
        def act(eq):
            meet = threading.Barrier(100)
            def doze():
                while True:
                    meet.wait()
                    time.sleep(0.3)
            for _ in range(100):
                threading.Thread(target=doze, daemon=True).start()
            time.sleep(1000)
    """,
}


@pytest.mark.parametrize("how", ASLEEP_IN_STEPS)
def test_sleep_in_steps_is_sleep(nursery: Nursery, how: str) -> None:
    """Whatever the box does when the judge looks."""
    budget = replace(BRIEF, idle_seconds=2.0, cpu_seconds=60.0, wall_seconds=600.0)
    ended = ending_of(box_with(nursery, ASLEEP_IN_STEPS[how]), asked(eq), budget)
    assert (ended.status, ended.message) == (Status.TIMEOUT, ASLEEP)


def test_sleep_in_questions_that_are_over_soon_adds_up(nursery: Nursery) -> None:
    box = box_with(nursery, "import time\ndef act(): time.sleep(0.09)\n")
    patient = replace(BUDGET, idle_seconds=60.0)
    for _ in range(20):
        box.evaluate(asked().payload, (), patient)
    box.close()
    assert box.asleep_seconds > 20 * 0.09 / 2


def test_sleep_after_the_connection_is_closed_counts(nursery: Nursery) -> None:
    source = f"{RAW}\ndef act():\n    os.close(3)\n    time.sleep(1000)\n"
    box = box_with(nursery, source)
    ending_of(box, asked(), BUDGET)
    assert box.asleep_seconds > GRACE_SECONDS / 2


HONEST_THREADS = {
    "that take turns": """
        import threading, time
        def act():
            ends = time.process_time() + 1.5
            def work():
                while time.process_time() < ends: pass
            threads = [threading.Thread(target=work) for _ in range(8)]
            for thread in threads: thread.start()
            for thread in threads: thread.join()
    """,
    "that soon end": """
        import threading, time
        def act():
            ends = time.process_time() + 1.5
            def work():
                mine = time.process_time() + 0.003
                while time.process_time() < mine: pass
            while time.process_time() < ends:
                thread = threading.Thread(target=work)
                thread.start()
                thread.join()
    """,
    "none": """
        import time
        def act():
            ends = time.process_time() + 1.5
            while time.process_time() < ends: pass
    """,
}


@pytest.mark.parametrize("threads", HONEST_THREADS)
def test_on_a_busy_machine_nobody_who_works_sleeps(nursery: Nursery, threads: str) -> None:
    """One who waits for a processor isn't asleep, nor are threads that wait for each other."""
    spinning = [sys.executable, "-I", "-S", "-c", "while True: pass"]
    others = [subprocess.Popen(spinning) for _ in range(8)]
    try:
        box = box_with(nursery, HONEST_THREADS[threads])
        budget = replace(BUDGET, idle_seconds=1.0, cpu_seconds=60.0, wall_seconds=600.0)
        box.evaluate(asked().payload, (), budget)
        box.close()
    finally:
        for other in others:
            other.kill()
            other.wait()


HOARDS_THREADS = """
    import threading
    def act():
        threading.stack_size(32 << 10)
        stop = threading.Event()
        while True:
            try:
                threading.Thread(target=stop.wait, daemon=True).start()
            except RuntimeError:
                pass
"""


@needs(Tier.CONFINED)
def test_asking_for_threads_without_end_costs_the_box_about_as_much_as_its_nursery() -> None:
    """Where the nursery has to count them; else the box would hold its slot for minutes."""
    with a_real_nursery(tier=Tier.CONFINED) as confined:
        box = box_with(confined, HOARDS_THREADS)
        _, counting = box.workers
        before = cpu_seconds(counting)
        ended = ending_of(box, asked(), replace(BUDGET, cpu_seconds=2.0, wall_seconds=1000.0))
        counted = cpu_seconds(counting) - before
        assert ended.status is Status.TIMEOUT
        assert counted < 2 * (box.cpu_seconds - counted / CALLS_SHARE)


def test_calls_without_end_use_up_the_time_of_the_question(nursery: Nursery) -> None:
    budget = replace(BRIEF, idle_seconds=60.0, wall_seconds=60.0)  # however busy the machine is
    box = box_with(nursery, "def act(eq):\n    while True: eq(1, 1)\n")
    ended = ending_of(box, asked(eq), budget)
    assert (ended.status, ended.message) == (Status.TIMEOUT, TOO_LONG)


def test_calls_that_cost_the_judge_more_than_the_box_are_paid_for_too(nursery: Nursery) -> None:
    source = f"""{RAW}
def act(eq):
    call = b"[0" + b",1" * 29_998 + b"]"
    frame = HEADER.pack(len(call), channel.question, ASK) + call
    while True:
        sock.sendall(frame)
        sock.setblocking(False)
        try:
            while sock.recv(1 << 16): pass
        except BlockingIOError:
            sock.setblocking(True)
"""
    budget = replace(BRIEF, idle_seconds=5.0, wall_seconds=1000.0)
    ended = ending_of(box_with(nursery, source), asked(eq), budget)
    assert (ended.status, ended.message) == (Status.TIMEOUT, TOO_LONG)


# -- the end of the process ---------------------------------------------------------------------

ENDINGS = {
    "exit 0": (
        "os._exit(0)",
        Status.CRASHED,
        "your code ended the Python process (exit status 0); return a value instead",
        "exit",
    ),
    "exit 3": (
        "os._exit(3)",
        Status.CRASHED,
        "your code ended the Python process (exit status 3); return a value instead",
        "exit",
    ),
    "a bad address": (
        "import ctypes; ctypes.string_at(0)",
        Status.CRASHED,
        "the Python process crashed (often endless recursion inside sort, map or repr)",
        "signal",
    ),
    "a closed connection": (
        "os.close(sock.fileno())\n    while True: pass",
        Status.CRASHED,
        "your code closed the connection over which it is asked",
        "protocol",
    ),
    "half an answer, then no more": (
        "sock.sendall(HEADER.pack(100, channel.question, REPLY) + b'half'); sock.close()\n"
        "    time.sleep(1000)",
        Status.CRASHED,
        "your code closed the connection over which it is asked",
        "protocol",
    ),
    "half an answer, then the end": (
        "sock.sendall(HEADER.pack(100, channel.question, REPLY) + b'half'); os._exit(0)",
        Status.CRASHED,
        "your code ended the Python process (exit status 0); return a value instead",
        "exit",
    ),
}


@pytest.mark.parametrize("act", ENDINGS)
def test_the_kernel_says_how_a_box_ended(nursery: Nursery, act: str) -> None:
    does, status, words, kind = ENDINGS[act]
    ended = ending_of(box_with(nursery, f"{RAW}\ndef act():\n    {does}\n"), asked())
    assert (ended.status, ended.message) == (status, words)
    assert ended.incident == Incident(kind, words)


def test_abort_is_a_crash(nursery: Nursery) -> None:
    """By which signal differs: the first process of a namespace can't be sent all of them."""
    ended = ending_of(box_with(nursery, "import os\ndef act(): os.abort()\n"), asked())
    assert (ended.status, ended.incident.kind) == (Status.CRASHED, "signal")


def test_memory_is_limited_and_its_end_is_an_answer(nursery: Nursery) -> None:
    box = box_with(nursery, "def act(): return len(bytearray(1 << 40))")
    answer = box.evaluate(asked().payload, (), BUDGET)
    box.close()
    assert load(answer)[0][:2] == ["x", "MemoryError"]


EXITS = [
    (Exit(None, signal.SIGXCPU, 1.0, 0), Status.TIMEOUT, "used up all of its CPU time"),
    (Exit(None, signal.SIGKILL, 9.0, 0), Status.TIMEOUT, "used up all of its CPU time"),
    (Exit(None, signal.SIGKILL, 1.0, 0), Status.CRASHED, "by SIGKILL"),
    (Exit(None, signal.SIGKILL, 1.0, 0, oom=True), Status.MEMORY, "used more memory"),
    (Exit(MEMORY_STATUS, None, 1.0, 0), Status.MEMORY, "used more memory"),
    (Exit(None, signal.SIGSYS, 1.0, 0), Status.CRASHED, "a system call that is not allowed"),
    (Exit(None, signal.SIGSEGV, 1.0, 0), Status.CRASHED, "endless recursion"),
    (Exit(None, signal.SIGSEGV, 1.0, 64 << 20), Status.ERROR, "too deep: the stack is full"),
    (Exit(None, signal.SIGTERM, 1.0, 0), Status.CRASHED, "by SIGTERM"),
    (Exit(None, 40, 1.0, 0), Status.CRASHED, "by signal 40"),
    (Exit(0, None, 1.0, 0), Status.CRASHED, "exit status 0"),
]


@pytest.mark.parametrize(("ending", "status", "words"), EXITS, ids=str)
def test_every_end_has_a_status_and_words(ending: Exit, status: Status, words: str) -> None:
    got_status, message, _kind = describe_exit(ending, replace(LIMITS, cpu_seconds=9))
    assert got_status is status
    assert words in message


def test_a_box_that_somebody_else_kills_is_a_fault_of_ours(nursery: Nursery) -> None:
    if nursery.tier < Tier.NAMESPACED:
        pytest.skip("needs isolation tier 2: here a box may have killed itself")
    box = box_with(nursery, "def act(): pass")
    os.kill(box._process.pid, signal.SIGKILL)
    with pytest.raises(BrokenGrader, match="a box was killed from outside"):
        box.evaluate(asked().payload, (), BUDGET)
    box.close()


# -- afterwards ---------------------------------------------------------------------------------


def test_a_box_counts_its_own_cpu_time(nursery: Nursery) -> None:
    box = box_with(nursery, "def act(): return sum(range(2_000_000))")
    before = box.cpu_seconds
    box.evaluate(asked().payload, (), BUDGET)
    box.close()
    assert box.cpu_seconds > before


def test_a_last_word_costs_nothing(nursery: Nursery, monkeypatch: pytest.MonkeyPatch) -> None:
    before = []

    def works_on(box: Box, _asked: int) -> bytes:
        before.append(box.cpu_seconds)
        while box.cpu_seconds < before[0] + 0.05:
            time.sleep(0.01)
        return b""

    monkeypatch.setattr(Box, "_last_word", works_on)
    box = box_with(nursery, "def act():\n    while True: pass\n")
    ending_of(box, asked())
    assert box.cpu_seconds <= before[0]


def test_the_next_box_starts_clean(nursery: Nursery) -> None:
    spoiler = """
        import builtins, operator, os, tempfile
        builtins.sorted = operator.eq = lambda *_: 4711
        with open(os.path.join(tempfile.gettempdir(), "left"), "w") as file:
            file.write("behind")
        def act(): pass
    """
    box_with(nursery, spoiler).close()
    box = box_with(nursery, "import os\ndef act(): return sorted([]), os.listdir()\n")
    answer = box.evaluate(asked().payload, (), BUDGET)
    box.close()
    assert load(answer) == [["v", ["t", ["l"], ["l", "work.py"]]]]


def test_closing_twice_is_closing_once(nursery: Nursery) -> None:
    box = Box(nursery)
    box.close()
    box.close()
