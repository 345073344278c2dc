"""What plain Python makes of a program, `make check` and a box make of it too.

Each row is a program that gets two numbers typed; all of its output counts, what is printed by a
descriptor's number or at the end included.
"""
# ruff: noqa: E501

import subprocess
import sys
from pathlib import Path

import pytest

from grader.inside.values import Ran
from grader.student.question import run
from tests.support import HandIn, at_home

TYPED = "3\n4\n"
PROGRAMS = {
    # Input and output by the number of a descriptor, or by its name.
    "open_0": "print(sum(map(int, open(0).read().split())))",
    "os_read": "import os; print(sum(map(int, os.read(0, 1 << 16).split())))",
    "fstat": "import io, os; print(io.BytesIO(os.read(0, os.fstat(0).st_size or 99)).readline())",
    "buffer": "import sys; print(sys.stdin.buffer.raw.readall(), sys.stdin.buffer.peek())",
    "dev_stdin": "import sys; sys.stdin = open('/dev/stdin'); print(input(), input())",
    "some_of_each": "import os; print(input()); print(len(os.read(0, 9)))",
    "detached": "import sys; print(sys.stdin.detach().read())",
    "os_write": "import os; os.write(1, b'a\\n'); os.write(2, b'b\\n')",
    "open_1": "print('a', flush=True); open(1, 'w', closefd=False).write('b\\n'); print('c')",
    "closed_1": "import os; f = open(1, 'w'); f.write('a\\n'); f.close()\n",
    "dev_stdout": "open('/dev/stdout', 'w').write('a\\n')",
    "put_back": "import io, sys; sys.stdout = io.StringIO(); sys.stdout = sys.__stdout__; print('a')",
    "err_put_back": "import sys; print('a', file=sys.__stderr__)",
    "dup2": "import os; n = os.dup(1); os.dup2(2, 1); os.write(1, b'a'); os.dup2(n, 1); print('b')",
    "silent": "import os, sys; sys.stdout = open(os.devnull, 'w'); print('a')",
    # What happens after the last line.
    "atexit": "import atexit\natexit.register(print, 'b', 'c', sep='-')\nprint('a')",
    "atexit_order": "import atexit\n[atexit.register(print, n) for n in range(3)]",
    "atexit_decorator": "import atexit\n@atexit.register\ndef bye(): print('bye')\nraise SystemExit(3)",
    "atexit_gone": "import atexit\natexit.register(print, 'a'); atexit.unregister(print)",
    "atexit_nested": "import atexit\natexit.register(lambda: atexit.register(print, 'a'))",
    "atexit_then_error": "from atexit import register\nregister(print, 'bye')\n1 / 0",
    "atexit_in_helper": "import helper\nprint('a')",
    "unfinished_thread": (
        "import threading, time\n"
        "def late(): time.sleep(0.05); print('late')\n"
        "threading.Thread(target=late).start()\n"
        "import atexit; atexit.register(print, 'last')\nprint('first')"
    ),
    "daemon": "import threading, time\nthreading.Thread(target=time.sleep, args=[999], daemon=True).start()",
    "executor": (
        "import threading, time\nfrom concurrent.futures import ThreadPoolExecutor\n"
        "e, go = ThreadPoolExecutor(1), threading.Event()\n"
        "def late(n): go.wait(); time.sleep(0.02); print(n)\n"
        "f = [e.submit(late, n) for n in range(3)]\nprint('first')\ngo.set()"
    ),
    "unclosed_file": "f = open('out.txt', 'w'); f.write('x')",
    "unclosed_in_helper": "import helper; helper.log.write('x')",
    "file_in_a_circle": "class A: f = open('out.txt', 'w')\na = A(); a.a = a; a.f.write('x')",
    "lost_in_a_circle": "class A: pass\na = A(); a.a = a; a.f = open('out.txt', 'w'); a.f.write('x'); del a",
    "file_of_pythons": "import sys; sys.f = open('out.txt', 'w'); sys.f.write('x')",
    "file_of_an_error": "def f(): g = open('out.txt', 'w'); g.write('x'); 1 / 0\nf()",
    "del_in_order": "class A:\n    def __del__(self): print(self.n, end)\na, b = A(), A(); a.n, b.n = 1, 2; end = '.'",
    "del": "class A:\n    def __del__(self): print('gone')\na = A()",
    # What a program's own module holds.
    "loader": "import os; print(os.path.samefile(__loader__.path, __file__), __loader__.get_source('__main__'))",
    "folder": "import os, sys; print(os.path.join(sys.path[0], 'main.py') == __file__)",
    "made_module": "open('made.py', 'w').write('N = 5')\nimport made, helper\nprint(made.N, helper.log.name)",
    "users": "import grp, pwd; print(len(pwd.getpwall()) > 0, len(grp.getgrall()) > 0)",
    "own_names": "print(list(globals()), __builtins__.__name__)",
    "excepthook": "import sys; sys.excepthook = lambda kind, error, _: print('oh', error)\n1 / 0",
}
# What it finds, and changes for itself alone.
AGAIN = """
import builtins, csv, decimal, gc, locale, logging, os, random, signal, sys, tempfile, warnings
print(os.environ.pop("HOME", "") != "", decimal.getcontext().prec, gc.isenabled(), os.umask(0o77))
print(signal.getsignal(signal.SIGINT), logging.root.level, locale.setlocale(locale.LC_ALL))
print(0 < signal.getitimer(signal.ITIMER_REAL)[0] <= 100)
print(len(builtins.__dict__), warnings.filters, sys.getrecursionlimit(), sys.gettrace(), sys.path)
print(random.getstate() == random.Random(5).getstate(), list(logging.root.manager.loggerDict))
logging.basicConfig(filename="log.txt", level=10); logging.getLogger("own").info("x")
decimal.getcontext().prec = 50; gc.disable(); sys.setrecursionlimit(1234); random.seed(5)
signal.signal(signal.SIGINT, signal.SIG_IGN); signal.alarm(100); warnings.simplefilter("error")
builtins.own = 1; tempfile.tempdir = "/own"; sys.path.append("own"); sys.settrace(lambda *_: None)
"""
HELPER = "import atexit; atexit.register(print, 'helper'); log = open('log.txt', 'w')\n"


def _plain(folder: Path, name: str) -> Ran:
    beside = folder / "plain" / name
    beside.mkdir(parents=True)
    given = {"main.py": PROGRAMS[name], "helper.py": HELPER}
    for file, text in given.items():
        (beside / file).write_text(text)
    done = subprocess.run(
        [sys.executable, "-B", "main.py"],
        check=False,
        cwd=beside,
        input=TYPED,
        capture_output=True,
        text=True,
    )
    made = {p.name: p.read_text() for p in beside.iterdir() if p.name not in given}
    return Ran(done.returncode, done.stdout, done.stderr, made)


def _here(folder: Path, name: str) -> Ran:
    (folder / "main.py").write_text(PROGRAMS[name])
    (folder / "helper.py").write_text(HELPER)
    ran = at_home(folder, "main", program=True).ask(run("main.py", stdin=TYPED))
    assert isinstance(ran, Ran)
    return ran


def _facts(ran: Ran) -> tuple[object, ...]:
    # Tracebacks name files as they are where the program runs.
    return ran.status, ran.output, ran.errors.splitlines()[-1:], ran.files


# Files that nobody closes are what some of them are about.
@pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_ends_as_in_plain_python(
    hand_in: HandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    files = {"main.py": PROGRAMS[name], "helper.py": HELPER, "work.py": ""}
    boxed = hand_in(files).ask(run("main.py", stdin=TYPED))
    plain = _facts(_plain(tmp_path, name))
    assert (_facts(boxed), _facts(_here(tmp_path, name))) == (plain, plain)


def test_a_program_leaves_nothing_to_the_next_one(
    hand_in: HandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "main.py").write_text(AGAIN)
    boxed = hand_in({"main.py": AGAIN, "work.py": ""})
    for place in (boxed, at_home(tmp_path, "main", program=True)):
        first, second = place.ask(run("main.py")), place.ask(run("main.py"))
        assert first == second
        assert first.files == {"log.txt": "INFO:own:x\n"}


def test_own_modules_may_have_the_names_of_pythons(hand_in: HandIn) -> None:
    work, main = "import random, logging\n", "import random, logging, work\nprint(random.N)"
    own = {"random.py": "N = 3", "logging.py": "N = 4"}
    boxed = hand_in({"main.py": main, "work.py": work, **own})
    for _ in range(2):
        assert boxed.ask(run("main.py")) == Ran(0, "3\n", "", {})
