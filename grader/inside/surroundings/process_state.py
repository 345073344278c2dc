"""What a program changes in its process is undone: the next one starts as in a new process.

A box is asked about a program several times. Settings of the interpreter and the process are
restored one by one; existing names in Python's modules, all together. Modules that the program was
the first to import stay, with its changes in them.
"""

import contextvars
import gc
import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from operator import is_
from types import ModuleType
from typing import Any

Names = Mapping[ModuleType, dict[str, object]]
WARNING = 30


def in_own_context(function: Callable[..., object], *arguments: object) -> Any:
    """Call a function with its own context variables, such as the precision of `decimal`."""
    return contextvars.Context().run(function, *arguments)


@contextmanager
def put_back() -> Iterator[None]:
    """Restore the process afterwards to its present state."""
    names = {module: dict(vars(module)) for module in _pythons_modules()}
    before = [_value(get) for get, _ in SETTINGS]
    gc.freeze()  # existing objects needn't be scanned at the end
    with suppress(Exception):
        _set_logging(_no_logging())
    try:
        with warnings.catch_warnings():
            yield
    finally:
        _put_back_names(names)
        for value, (get, put) in zip(before, SETTINGS, strict=True):
            # Threads can't set everything, and a program may have removed what sets it.
            with suppress(Exception):
                if _value(get) != value:
                    put(value)


def _value(get: Callable[[], object]) -> object:
    try:
        return get()
    except Exception:  # a student's module may have the name
        return None


def _pythons_modules() -> list[ModuleType]:
    names = {*sys.stdlib_module_names} - {"__main__"}
    modules = [m for name, m in [*sys.modules.items()] if name.partition(".")[0] in names]
    return [module for module in modules if type(module) is ModuleType]


def _put_back_names(names: Names) -> None:
    for module, before in names.items():
        now = vars(module)
        if len(now) == len(before) and all(map(is_, now.values(), before.values())):
            continue
        changed = {name: old for name, old in before.items() if now.get(name) is not old}
        added = [name for name in now if name not in before]
        now.update(changed)
        for name in added:
            if not isinstance(now[name], ModuleType):  # else it is a package's submodule
                del now[name]


def _set_environment(before: Mapping[str, str]) -> None:
    os.environ.clear()
    os.environ.update(before)


def _umask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now


def _set_collecting(on: bool) -> None:
    (gc.enable if on else gc.disable)()


def _alarm() -> float:
    return signal.getitimer(signal.ITIMER_REAL)[0] if hasattr(signal, "getitimer") else 0.0


def _set_alarm(seconds: float) -> None:
    signal.setitimer(signal.ITIMER_REAL, seconds)


def _handlers() -> Mapping[int, object]:
    # `signal.getsignal` looks each one up in an enum, which takes longer than all the rest.
    getsignal = import_module("_signal").getsignal
    return {number: getsignal(number) for number in range(1, signal.NSIG)}


def _set_handlers(before: Mapping[int, Any]) -> None:
    now = _handlers()
    for number in [number for number in before if now[number] != before[number]]:
        signal.signal(number, signal.SIG_DFL if before[number] is None else before[number])


def _locale() -> str:
    module = import_module("_locale")
    return str(module.setlocale(module.LC_ALL))


def _set_locale(before: str) -> None:
    module = import_module("_locale")
    module.setlocale(module.LC_ALL, before)


def _random() -> object:
    module: Any = sys.modules.get("random")
    return module and module.getstate()


def _set_random(before: object) -> None:
    module: Any = sys.modules["random"]
    if before:
        module.setstate(before)
    else:
        module.seed()


def _no_logging() -> tuple[object, ...]:
    """The initial handlers, level, disabled level and loggers."""
    return [], WARNING, 0, {}


def _logging() -> tuple[object, ...]:
    module: Any = sys.modules.get("logging")
    if module is None:
        return _no_logging()
    root, manager = module.root, module.root.manager
    return [*root.handlers], root.level, manager.disable, dict(manager.loggerDict)


def _set_logging(before: tuple[object, ...]) -> None:
    root: Any = sys.modules["logging"].root
    root.handlers[:], level, root.manager.disable, root.manager.loggerDict = before
    root.setLevel(level)


SETTINGS: tuple[tuple[Callable[[], object], Callable[[Any], object]], ...] = (
    (os.environ.copy, _set_environment),
    (sys.getrecursionlimit, sys.setrecursionlimit),
    (sys.getswitchinterval, sys.setswitchinterval),
    (sys.get_int_max_str_digits, sys.set_int_max_str_digits),
    (sys.gettrace, sys.settrace),
    (sys.getprofile, sys.setprofile),
    (_umask, os.umask),
    (gc.isenabled, _set_collecting),
    (_alarm, _set_alarm),
    (_handlers, _set_handlers),
    (_locale, _set_locale),
    (_random, _set_random),
    (_logging, _set_logging),
)
