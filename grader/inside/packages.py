"""Packages that student code may use, imported once in the process that forks the boxes."""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from grader.inside import lockdown
from grader.inside.lockdown import Tier

# matplotlib draws into memory, and finds no system program to ask for fonts.
SETTINGS = {"MPLBACKEND": "Agg", "PATH": os.devnull}
ROOM_BYTES = 1 << 20


def import_packages(order: Mapping[str, Any], tier: Tier) -> None:
    """Import the packages that an order names, from its folder; raises what they raise.

    Every box then starts with them, in the same state.
    """
    sys.path.append(order["folder"])
    with _room(tier) as room:
        os.environ |= {**SETTINGS, "MPLCONFIGDIR": room}
        for name in order["names"]:
            import_module(name)
        for name, prepare in PREPARED.items():
            if name in sys.modules:
                prepare()


@contextmanager
def _room(tier: Tier) -> Iterator[str]:
    """A folder that can be written for a while: matplotlib can't be imported without one."""
    if tier < Tier.NAMESPACED:
        with tempfile.TemporaryDirectory() as folder:
            yield folder
        return
    lockdown.mount_scratch(lockdown.SCRATCH, ROOM_BYTES)
    try:
        yield lockdown.SCRATCH
    finally:
        lockdown.unmount(lockdown.SCRATCH)


def _prepare_numpy() -> None:
    import_module("numpy.random").seed(0)


def _prepare_matplotlib() -> None:
    """Import pyplot, and keep only matplotlib's own fonts: they are the same everywhere."""
    import_module("matplotlib.pyplot")
    fonts = import_module("matplotlib.font_manager").fontManager
    own = import_module("matplotlib").get_data_path()
    fonts.ttflist = [font for font in fonts.ttflist if font.fname.startswith(own)]
    fonts.afmlist = [font for font in fonts.afmlist if font.fname.startswith(own)]


PREPARED: Mapping[str, Callable[[], None]] = {
    "numpy": _prepare_numpy,
    "matplotlib": _prepare_matplotlib,
}
