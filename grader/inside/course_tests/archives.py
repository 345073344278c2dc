"""Archives that tests unpack: no member lands outside the folder that the test names.

Else a hand-in's archive could replace what lies beside the tests. It is what Python does by itself
from 3.14 on.
"""

import re
from collections.abc import Callable, Iterable
from functools import wraps
from importlib import import_module
from pathlib import PurePosixPath
from typing import Any

MENTIONS = re.compile(r"\btarfile\b|\bunpack_archive\b")


def close_archives(texts: Iterable[str]) -> None:
    """Have `tarfile` unpack plain files and folders alone, within one folder, for these tests."""
    if not any(map(MENTIONS.search, texts)):
        return
    tarfile: Any = import_module("tarfile")
    if hasattr(tarfile, "data_filter"):
        tarfile.TarFile.extraction_filter = staticmethod(tarfile.data_filter)
    else:  # before 3.11.4, as in Debian 12
        tarfile.TarFile._extract_member = _within_its_folder(tarfile)


def _within_its_folder(tarfile: Any) -> Callable[..., Any]:
    """What unpacks a member, unless it is a link, or its name leads out of the folder."""
    unpack = tarfile.TarFile._extract_member

    @wraps(unpack)
    def unpacked(archive: Any, member: Any, *rest: Any, **named: Any) -> Any:
        path = PurePosixPath(member.name)
        if path.is_absolute() or ".." in path.parts or not (member.isreg() or member.isdir()):
            raise tarfile.TarError(f"{member.name!r} would be unpacked outside the destination")
        return unpack(archive, member, *rest, **named)

    return unpacked
