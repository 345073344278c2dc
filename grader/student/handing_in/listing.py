"""The list of a handout's files as they were handed out: `handout.json` beside the checks.

It also says which Python grades hand-ins: the one that packed the handout.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

from grader.student.pythons.versions import this_python

NAME = "handout.json"


@dataclass(frozen=True, slots=True)
class Handout:
    """The version of a handout, the digest of each file by name, and the Python that grades.

    `names` are what students' tests can import from each module of any solution; empty if students
    write no tests.
    """

    version: str
    digests: Mapping[str, str]
    python: str = ""
    names: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def is_untouched(self, name: str, content: bytes) -> bool:
        """Whether a file is still as it was handed out, apart from line ends."""
        lines = content.replace(b"\r\n", b"\n")
        return self.digests.get(name) in (digest(content), digest(lines))

    def has_untouched(self, folder: Path, name: str) -> bool:
        """Whether a file exists in a folder, still as it was handed out."""
        path = folder / name
        return path.exists() and self.is_untouched(name, path.read_bytes())


UNKNOWN = Handout("unknown", {})


def digest(content: bytes) -> str:
    """A digest of the content."""
    return sha256(content).hexdigest()


def listing_of(
    files: Mapping[str, bytes], names: Mapping[str, Sequence[str]] = MappingProxyType({})
) -> bytes:
    """The list of a handout with these files, as the content of `handout.json`."""
    digests = {name: digest(content) for name, content in sorted(files.items())}
    version = digest(json.dumps(digests).encode())[:8]
    data = {"version": version, "python": this_python(), "files": digests, "names": dict(names)}
    return (json.dumps(data, indent=1) + "\n").encode()


def read_listing(checks: Path) -> Handout:
    """The list beside the checks; of unknown version if there is none."""
    path = checks / NAME
    return parse_listing(path.read_bytes()) if path.exists() else UNKNOWN


def parse_listing(content: bytes) -> Handout:
    """The list in the content of a `handout.json`."""
    data = json.loads(content)
    return Handout(data["version"], data["files"], data.get("python", ""), data.get("names", {}))
