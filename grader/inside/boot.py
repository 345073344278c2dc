"""Starts a nursery. This text is the argument of `python -c`, so it imports no file of ours.

It takes the judge's order from the control socket (descriptor 0), installs the sources in it as
modules in memory, and hands over to `grader.inside.nursery`.
"""

import json
import os
import socket
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

FINDER = "grader.inside.sources"


def leave_standard_streams() -> socket.socket:
    """Move the control socket away from descriptor 0; leave 0 and 1 leading nowhere.

    Descriptor 2 still leads to the judge, so that it sees why a later step fails.
    """
    control = socket.socket(fileno=os.dup(0))
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return control


def receive_order(control: socket.socket) -> dict[str, Any]:
    """The judge's first message: a file in memory with the order for the whole life, as JSON."""
    _message, descriptors, _flags, _address = socket.recv_fds(control, 16, 1)
    if not descriptors:
        raise SystemExit("the judge is gone")
    with open(descriptors[0], "rb") as file:
        order: dict[str, object] = json.load(file)
    return order


def install(sources: Mapping[str, str], code: Mapping[str, str]) -> None:
    """Make modules importable from `sources`, which maps their dotted names to their text.

    `code` maps file names to code, in `SourceFinder`'s form; it may cover other files too.
    """
    finder = ModuleType(FINDER)
    exec(compile(sources[FINDER], FINDER, "exec"), finder.__dict__)
    files = {file_name(name, sources): text for name, text in sources.items()}
    finder.SourceFinder(files, codes=code).install()


def file_name(name: str, sources: Mapping[str, str]) -> str:
    """The file name for a module's text; a module that contains others is a package."""
    is_package = any(other.startswith(name + ".") for other in sources)
    return name.replace(".", "/") + ("/__init__.py" if is_package else ".py")


def main() -> None:
    """Become the nursery."""
    control = leave_standard_streams()
    order = receive_order(control)
    install(order.pop("sources"), order.pop("code"))
    import_module("grader.inside.nursery").main(control, order)


if __name__ == "__main__":
    main()
