"""Archives that tests unpack: no member lands outside the folder that the test names.

Else a hand-in's archive could replace what lies beside the tests. It is what Python does by itself
from 3.14 on.
"""

import re
from collections.abc import Iterable
from importlib import import_module
from typing import Any

MENTIONS = re.compile(r"\btarfile\b|\bunpack_archive\b")


def close_archives(texts: Iterable[str]) -> None:
    """Have `tarfile` unpack plain files and folders alone, within one folder, for these tests."""
    if any(map(MENTIONS.search, texts)):
        tarfile: Any = import_module("tarfile")
        tarfile.TarFile.extraction_filter = staticmethod(tarfile.data_filter)
