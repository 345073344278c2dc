"""What programs may begin with, and what is refused: literal tables (see `test_as_at_home.py`)."""
# ruff: noqa: E501

# A line for each kind of thing that plain Python gives a program.
GIVEN = {
    "encoding": "import sys; return_ = sys.stdout.encoding.lower()",
    "buffer": "import sys; sys.stdout.buffer.write(b'\\xe0\\n')",
    "err_buffer": "import sys; sys.stderr.buffer.write(b'x')",
    "wrapper": "import io, sys; sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding='utf-8')",
    "detach": "import io, sys; sys.stdout = io.TextIOWrapper(sys.stdout.detach(), encoding='utf-8')",
    "wrapper2": "import io, sys; out = io.TextIOWrapper(sys.stdout.buffer); print('x', file=out)",
    "codecs_writer": "import codecs, sys; sys.stdout = codecs.getwriter('utf-8')(sys.stdout.buffer)",
    "fdopen": "import os, sys; os.fdopen(os.dup(sys.stdout.fileno()), 'w').write('x')",
    "open_fd": "import sys; open(sys.stdout.fileno(), 'w', closefd=False).write('x')",
    "reconfigure": "import sys; sys.stdout.reconfigure(encoding='utf-8', errors='replace')",
    "line_buffering": "import sys; sys.stdout.reconfigure(line_buffering=True)",
    "devnull": "import os, sys; sys.stderr = open(os.devnull, 'w'); print('x', file=sys.stderr)",
    "dev_stdin": "import sys; sys.stdin = open('/dev/stdin'); assert sys.stdin.read() == ''",
    "dev_stdout": "print('x', file=open('/dev/stdout', 'w'))",
    "dunder": "import sys; print('x', file=sys.__stdout__)",
    "dunder_err": "import sys; print('x', file=sys.__stderr__)",
    "faulthandler": "import faulthandler; faulthandler.enable()",
    "print_err": "import sys; print('x', file=sys.stderr)",
    "flush": "import sys; sys.stdout.flush(); print('x', flush=True)",
    "isatty": "import sys; sys.stdout.isatty(); sys.stdin.isatty(); sys.stderr.isatty()",
    "stdin": "import sys; assert sys.stdin.read() == ''",
    "stdin_buffer": "import sys; assert sys.stdin.buffer.read() == b''",
    "stdin_fd": "import sys; sys.stdin.fileno()",
    "stdin_lines": "import sys; lines = [line for line in sys.stdin]",
    "stdin_iter": "import sys; data = iter(sys.stdin.readline, '')",
    "stdin_enc": "import sys; sys.stdin.reconfigure(encoding='utf-8'); sys.stdin.encoding.lower()",
    "fast_input": "import io, os; data = io.BytesIO(os.read(0, 100)).readline",
    "os_write": "import os; os.write(1, b'x\\n'); os.write(2, b'x\\n')",
    "redirect": (
        "import contextlib, io\nwith contextlib.redirect_stdout(io.StringIO()): print('x')\n"
    ),
    "errors": "import sys; sys.stdout.errors, sys.stdout.newlines, sys.stdout.mode, sys.stdout.name",
    "emoji": "print('\\N{SNOWMAN} \\U0001f600')",
    "atexit": "import atexit; atexit.register(print, 'bye')",
    "logging": "import logging; logging.basicConfig(level=logging.DEBUG); logging.info('x')",
    "logging_stdout": "import logging, sys; logging.basicConfig(stream=sys.stdout); logging.warning('x')",
    "logging_file": "import logging; logging.basicConfig(filename='log.txt'); logging.warning('x')",
    "warnings": "import warnings; warnings.warn('x'); warnings.simplefilter('ignore')",
    "signal": "import signal; signal.signal(signal.SIGINT, signal.SIG_DFL)",
    "alarm": "import signal; signal.signal(signal.SIGALRM, lambda *_: None)",
    "locale": "import locale; locale.setlocale(locale.LC_ALL, '')",
    "locale_enc": "import locale; assert locale.getpreferredencoding(False)",
    "home": "from pathlib import Path; home = Path.home()",
    "expanduser": "import os; os.path.expanduser('~/x')",
    "getuser": "import getpass; user = getpass.getuser()",
    "environ_home": "import os; home = os.environ['HOME']",
    "environ_path": "import os; home = os.environ['PATH']",
    "environ_set": "import os; os.environ['DEBUG'] = '1'",
    "pwd": "import os, pwd; pwd.getpwuid(os.getuid()).pw_name",
    "file": "assert open(__file__).read()",
    "file_parent": "from pathlib import Path; HERE = Path(__file__).resolve().parent; assert (HERE / f'{__name__}.py').exists()",
    "file_abs": "import os; assert os.path.isabs(__file__) and os.path.isfile(__file__)",
    "path_insert": "import os, sys; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))",
    "chdir": "import os; os.chdir(os.path.dirname(os.path.abspath(__file__)))",
    "listdir": "import os; assert f'{__name__}.py' in os.listdir(os.path.dirname(os.path.abspath(__file__)))",
    "argv0": "import sys; assert isinstance(sys.argv[0], str)",
    "getsource": ("import inspect\ndef f(): return 1\nassert 'return 1' in inspect.getsource(f)\n"),
    "getsource_mod": "import inspect, sys; assert 'inspect' in inspect.getsource(sys.modules[__name__])",
    "getfile": (
        "import inspect, os\ndef f(): return 1\nassert os.path.exists(inspect.getfile(f))\n"
    ),
    "linecache": "import linecache; assert 'linecache' in linecache.getline(__file__, 1)",
    "traceback": (
        "import traceback\n"
        "try: 1 / 0\n"
        "except ZeroDivisionError: assert '1 / 0' in traceback.format_exc()\n"
    ),
    "resources": (
        "import importlib.resources\n"
        "assert importlib.resources.files('helpers').joinpath('tools.py').read_text()\n"
    ),
    "pkgutil": (
        "import helpers, pkgutil\n"
        "assert [m.name for m in pkgutil.iter_modules(helpers.__path__)] == ['tools']\n"
    ),
    "read_data": "import json; assert json.load(open('words/tables.json')) == [1]",
    "read_data_beside": (
        "from pathlib import Path\n"
        "beside = Path(__file__).parent / 'words' / 'tables.json'\n"
        "assert beside.is_file() and beside.read_bytes() == b'[1]'\n"
    ),
    "read_data_found": "import glob; assert [open(f).read() for f in glob.glob('words/*.json')]",
    "get_data": ("import pkgutil\nassert pkgutil.get_data('helpers', 'tools.py')\n"),
    "runpy": "import runpy; assert runpy.run_module('helpers.tools')['T'] == 1",
    "runpy_path": "import os, runpy; runpy.run_path(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'helpers', 'tools.py'))",
    "spec_file": (
        "import importlib.util, os\n"
        "s = importlib.util.spec_from_file_location('t', os.path.join(os.path.dirname(__file__), 'helpers', 'tools.py')); m = importlib.util.module_from_spec(s); s.loader.exec_module(m); assert m.T == 1\n"
    ),
    "find_spec": "import importlib.util; assert importlib.util.find_spec('helpers.tools').origin",
    "helper": "from helpers.tools import T; assert T == 1",
    "helper_nonascii": "import hilfs_ä; assert hilfs_ä.N == 1",
    "relative": "import helpers; assert helpers.__path__ and helpers.__file__",
    "reload": "import importlib, helpers; importlib.reload(helpers)",
    "exit_name": "stop = exit, quit, copyright, credits, license, help",
    "doctest": ("import doctest\nif __name__ == '__main__': doctest.testmod()\n"),
    "doctest2": (
        "import doctest, sys\n"
        "def f():\n"
        "    '''\n"
        "    >>> f()\n"
        "    1\n"
        "    '''\n"
        "    return 1\n"
        "assert doctest.testmod(sys.modules[__name__]).failed == 0\n"
    ),
    "unittest": (
        "import unittest\n"
        "class T(unittest.TestCase):\n"
        "    def test(self): self.assertEqual(1, 1)\n"
        "if __name__ == '__main__': unittest.main()\n"
    ),
    "unittest_run": (
        "import unittest\n"
        "class T(unittest.TestCase):\n"
        "    def test(self): self.assertEqual(1, 1)\n"
        "assert unittest.TextTestRunner().run(unittest.defaultTestLoader.loadTestsFromTestCase(T)).wasSuccessful()\n"
    ),
    "multiprocessing": "import multiprocessing; n = multiprocessing.cpu_count()",
    "mp_lock": ("import multiprocessing; lock = multiprocessing.Lock()\nwith lock: pass\n"),
    "mp_queue": "import multiprocessing; q = multiprocessing.SimpleQueue()",
    "threadpool_mp": (
        "from multiprocessing.pool import ThreadPool\n"
        "with ThreadPool(2) as p: assert p.map(abs, [-1, -2]) == [1, 2]\n"
    ),
    "mp_dummy": (
        "from multiprocessing.dummy import Pool\n"
        "with Pool(2) as p: assert p.map(abs, [-1]) == [1]\n"
    ),
    "ppe_import": "from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor",
    "mp_start": (
        "import multiprocessing\nif __name__ == '__main__': multiprocessing.freeze_support()\n"
    ),
    "typing_new": ("try: from typing import TypeForm\nexcept ImportError: TypeForm = None\n"),
    "dataclass": (
        "from dataclasses import dataclass\n@dataclass(slots=True)\nclass P: x: int = 0\n"
    ),
    "enum": ("import enum\nclass C(enum.Enum): A = 1\n"),
    "asyncio": (
        "import asyncio\n"
        "async def main(): await asyncio.sleep(0); return 1\n"
        "assert asyncio.run(main()) == 1\n"
    ),
    "asyncio_thread": ("import asyncio\nassert asyncio.run(asyncio.to_thread(lambda: 1)) == 1\n"),
    "threading": ("import threading\nt = threading.Thread(target=print); t.start(); t.join()\n"),
    "timer": ("import threading\nt = threading.Timer(0, print); t.start(); t.join()\n"),
    "executor": (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "with ThreadPoolExecutor() as e: assert list(e.map(abs, [-1])) == [1]\n"
    ),
    "tempfile": ("import tempfile\nwith tempfile.TemporaryFile() as f: f.write(b'x')\n"),
    "tempdir": (
        "import os, tempfile\n"
        "with tempfile.TemporaryDirectory() as d: open(os.path.join(d, 'x'), 'w').close()\n"
    ),
    "named_temp": (
        "import tempfile\n"
        "with tempfile.NamedTemporaryFile('w') as f: f.write('x'); f.flush(); assert open(f.name).read() == 'x'\n"
    ),
    "write_file": (
        "open('out.txt', 'w').write('x')\n"
        "assert open('out.txt').read() == 'x'\n"
        "import os; os.remove('out.txt')\n"
    ),
    "platform": "import platform; platform.platform(); platform.system(); platform.python_version(); platform.machine(); platform.processor(); platform.node(); platform.libc_ver()",
    "uname": "import os, platform; platform.uname(); os.uname() if hasattr(os, 'uname') else 0",
    "sqlite": "import sqlite3; sqlite3.connect(':memory:').execute('select 1')",
    "zoneinfo": "import zoneinfo; zoneinfo.available_timezones()",
    "zoneinfo_berlin": "import zoneinfo; zoneinfo.ZoneInfo('Europe/Berlin')",
    "ctypes": "import ctypes; ctypes.c_int(3)",
    "ctypes_util": "import ctypes.util; ctypes.util.find_library('c')",
    "cdll": "import ctypes; ctypes.CDLL(None).abs(-3)",
    "gc": "import gc; gc.disable(); gc.collect(); gc.enable()",
    "recursion": "import sys; sys.setrecursionlimit(10**6)",
    "stack_size": "import threading, sys; threading.stack_size(64 << 20); sys.setrecursionlimit(10**5)",
    "settrace": "import sys; sys.settrace(None); sys.setprofile(None)",
    "tracemalloc": "import tracemalloc; tracemalloc.start(); tracemalloc.stop()",
    "resource": (
        "try:\n"
        "    import resource; resource.getrlimit(resource.RLIMIT_STACK)\n"
        "except ImportError: pass\n"
    ),
    "resource_set": "import resource; resource.setrlimit(resource.RLIMIT_STACK, resource.getrlimit(resource.RLIMIT_STACK))",
    "readline": ("try: import readline\nexcept ImportError: pass\n"),
    "curses": ("try: import curses\nexcept ImportError: pass\n"),
    "tkinter": ("try: import tkinter\nexcept ImportError: tkinter = None\n"),
    "turtle": ("try: import turtle\nexcept ImportError: turtle = None\n"),
    "time": "import time; time.time(), time.localtime(), time.strftime('%c'), time.perf_counter(), time.tzname",
    "datetime": "import datetime; datetime.datetime.now().astimezone()",
    "random": "import random; random.seed(1); random.random(); random.SystemRandom().random()",
    "secrets": "import secrets, uuid, hashlib; secrets.token_hex(); uuid.uuid4(); uuid.uuid1(); hashlib.md5(b'').hexdigest()",
    "termsize": "import shutil; shutil.get_terminal_size()",
    "pickle": "import pickle; pickle.loads(pickle.dumps([1]))",
    "copy": "import copy; copy.deepcopy([[1]])",
    "decimal": "import decimal; decimal.getcontext().prec = 50",
    "cache": ("import functools\n@functools.lru_cache(maxsize=None)\ndef f(n): return n\nf(1)\n"),
    "future": "from __future__ import annotations",
    "type_checking": ("from typing import TYPE_CHECKING\nif TYPE_CHECKING: import numpy\n"),
    "sys_exit_hook": "import sys; sys.excepthook = lambda *a: None",
    "getcwd": "import os; os.getcwd(); os.getpid(); os.cpu_count()",
    "sched": "import os; hasattr(os, 'sched_getaffinity') and os.sched_getaffinity(0)",
    "socket_import": "import socket, ssl, urllib.request, http.client",
    "gethostname": "import socket; socket.gethostname()",
    "subprocess_import": "import subprocess",
    "mimetypes": "import mimetypes; mimetypes.guess_type('x.txt')",
    "gettext": "import gettext; gettext.install('x')",
    "cprofile": "import cProfile; p = cProfile.Profile(); p.enable(); p.disable()",
    "timeit": "import timeit; timeit.timeit('1', number=1)",
    "pprint": "import pprint; pprint.pprint({1: 2})",
    "argparse": "import argparse; argparse.ArgumentParser()",
    "exec": "exec('x = 1'); eval('1')",
    "interact": "import code, pdb, cmd",
    "rlcompleter": "import rlcompleter, getopt, sysconfig; sysconfig.get_paths()",
    "sysconfig": "import sysconfig; sysconfig.get_config_vars()",
    "site": "import site; site.getsitepackages()",
    "importlib_metadata": (
        "import importlib.metadata\n"
        "try: importlib.metadata.version('nothing')\n"
        "except importlib.metadata.PackageNotFoundError: pass\n"
    ),
    "pathlib_glob": "from pathlib import Path; list(Path('.').glob('*'))",
    "sys_modules_main": "import __main__",
    "sys_flags": "import sys; sys.version_info, sys.executable, sys.platform, sys.flags.optimize",
    "contextvars": "import contextvars; contextvars.ContextVar('x').set(1)",
    "queue": "import queue; queue.Queue().put(1)",
    "select": "import select, selectors; selectors.DefaultSelector().close()",
    "mmap": "import mmap; mmap.mmap(-1, 10).close()",
    "array": "import array; array.array('i', [1])",
    "unicodedata": "import unicodedata; unicodedata.normalize('NFC', 'x')",
    "help_call": "help(len)",
    "pydoc": "import pydoc; pydoc.render_doc(len)",
    "license": "print(license)",
    "copies": "import os, shutil; open('o', 'w').close(); shutil.copy2('o', 'p'); shutil.move('p', 'q'); os.remove('o'); os.remove('q')",
    "group": "import grp, os; grp.getgrgid(os.getgid())",
    "load": "import os; os.getloadavg()",
    "umask": "import os; os.umask(0o022)",
    "dbm": "import shelve",
    "zip": "import zipfile, io; zipfile.ZipFile(io.BytesIO(), 'w').close()",
    "csv": "import csv, sys; csv.writer(sys.stdout).writerow([1]); csv.field_size_limit(sys.maxsize)",
    "json": "import json, sys; json.dump({}, sys.stdout)",
    "input_eof": ("try: input()\nexcept EOFError: pass\n"),
    "getlogin": ("import os\ntry: os.getlogin()\nexcept OSError: pass\n"),
    "sleep": "import time; time.sleep(0.001)",
    "kill0": "import os; os.kill(os.getpid(), 0)",
    "ignore_pipe": "import signal; signal.signal(signal.SIGPIPE, signal.SIG_DFL)",
    "async_signal": (
        "import asyncio, signal\n"
        "async def main(): asyncio.get_running_loop().add_signal_handler(signal.SIGINT, print)\n"
        "asyncio.run(main())\n"
    ),
    "raise_signal": "import signal; signal.signal(signal.SIGUSR1, lambda *_: None); signal.raise_signal(signal.SIGUSR1)",
    "chmod": ("import os\nopen('o', 'w').close(); os.chmod('o', 0o600); os.remove('o')\n"),
    "utime": ("from pathlib import Path\nPath('o').touch(); Path('o').unlink()\n"),
    "disk": (
        "import os, shutil; assert shutil.disk_usage('.').free\n"
        "with open('o', 'w') as f: assert os.fstatvfs(f.fileno()).f_frsize\n"
        "try: os.statvfs('nothing')\n"
        "except FileNotFoundError: os.remove('o')\n"
    ),
    "clear_screen": "import os; assert os.system('cls' if os.name == 'nt' else 'clear') == 0",
    "own_owner": "import os; open('o', 'w').close(); os.chown('o', os.getuid(), -1); os.remove('o')",
    "except_missing": ("try: open('/usr/share/nothing/words')\nexcept FileNotFoundError: pass\n"),
    "except_missing_there": ("try: open('/etc/hosts')\nexcept FileNotFoundError: pass\n"),
}

# What ends otherwise, at home and in a box, with words of its own.
REFUSED = {
    "mp_value": (
        "import multiprocessing; v = multiprocessing.Value('i', 0); v.value += 1",
        "tried to share memory or messages with other processes (multiprocessing.Value)",
    ),
    "nice": ("import os; os.nice(0)", "tried to change its limits (os.nice)"),
    "chown": (
        "import os; open('o', 'w').close(); os.chown('o', 54321, -1)",
        "tried to change who owns a file (os.chown)",
    ),
    "symlink": (
        ("import os\nos.symlink('a', 'b'); os.remove('b')\n"),
        "tried to make a link (os.symlink)",
    ),
    "fork": (
        "import os; os.fork() or os._exit(0)",
        "your code tried to start another process (os.fork)",
    ),
    "system": (
        "import os; os.system('true')",
        "your code tried to start another process (os.system)",
    ),
    "popen": (
        "import os; os.popen('true').read()",
        "your code tried to start another process (os.popen)",
    ),
    "subprocess": (
        "import subprocess; subprocess.run(['true'])",
        "your code tried to start another process (subprocess.run)",
    ),
    "check_output": (
        "import subprocess; subprocess.check_output('true', shell=True)",
        "your code tried to start another process (subprocess.check_output)",
    ),
    "process": (
        (
            "import multiprocessing\n"
            "p = multiprocessing.Process(target=print); p.start(); p.join()\n"
        ),
        "your code tried to start another process (multiprocessing)",
    ),
    "spawn": (
        (
            "import multiprocessing\n"
            "p = multiprocessing.get_context('spawn').Process(target=print); p.start(); p.join()\n"
        ),
        "your code tried to start another process (multiprocessing)",
    ),
    "forkserver": (
        (
            "import multiprocessing\n"
            "p = multiprocessing.get_context('forkserver').Process(target=print); p.start(); p.join()\n"
        ),
        "your code tried to start another process (multiprocessing)",
    ),
    "pool": (
        ("import multiprocessing\nwith multiprocessing.Pool(2) as p: p.map(abs, [1])\n"),
        "your code tried to start another process (multiprocessing.Pool)",
    ),
    "ppe": (
        (
            "from concurrent.futures import ProcessPoolExecutor\n"
            "with ProcessPoolExecutor() as e: list(e.map(abs, [1]))\n"
        ),
        "your code tried to start another process (concurrent.futures)",
    ),
    "manager": (
        ("import multiprocessing\nm = multiprocessing.Manager()\n"),
        "your code tried to start another process (multiprocessing.Manager)",
    ),
    "aio_sub": (
        (
            "import asyncio\n"
            "async def main(): await asyncio.create_subprocess_exec('true')\n"
            "asyncio.run(main())\n"
        ),
        "your code tried to start another process (asyncio.create_subprocess_exec)",
    ),
    "posix_spawn": (
        "import os; os.posix_spawn('/bin/true', ['true'], {})",
        "your code tried to start another process (os.posix_spawn)",
    ),
    "execv": (
        "import os; os.execv('/bin/true', ['true'])",
        "your code tried to start another process (os.execv)",
    ),
    "connect": (
        "import socket; socket.create_connection(('127.0.0.1', 9))",
        "your code tried to open a network connection (socket.create_connection)",
    ),
    "sock": (
        "import socket; socket.socket()",
        "your code tried to open a network connection (socket.socket)",
    ),
    "urlopen": (
        "import urllib.request; urllib.request.urlopen('http://127.0.0.1:9/')",
        "URLError: <urlopen error your code tried to open a network connection (urllib.request.urlopen)>",
    ),
    "getaddr": (
        "import socket; socket.gethostbyname('example.org')",
        "your code tried to open a network connection (socket.gethostbyname)",
    ),
    "shm": (
        "from multiprocessing import shared_memory; s = shared_memory.SharedMemory(create=True, size=10); s.close(); s.unlink()",
        "tried to share memory or messages with other processes (multiprocessing)",
    ),
    "flock": (
        "import fcntl; fcntl.flock(open('o', 'w'), fcntl.LOCK_EX)",
        "your code tried to lock a file (fcntl.flock)",
    ),
    "read_etc": ("open('/etc/hosts').read()", "No such file or directory: '/etc/hosts'"),
    "read_hidden": ("open('.notes').read()", "No such file or directory: '.notes'"),
    "list_root": ("import os; os.listdir('/')", "No such file or directory: '/'"),
}

# Files beside the module; code may read DATA, which it names.
DATA = {"words/tables.json": "[1]"}
HELPERS = {"helpers/__init__.py": "", "helpers/tools.py": "T = 1\n", "hilfs_ä.py": "N = 1\n"}
