"""The list of a handout's files as they were handed out: `handout.json` beside the checks.

It says also by which Python hand-ins are graded: the one that packed the handout.
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
    """The version of a handout, the digest of each of its files by its name, and what grades.

    Students' tests can import these `names` from each module of any solution; none are known
    where students write no tests.
    """

    version: str
    digests: Mapping[str, str]
    python: str = ""
    names: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def is_untouched(self, name: str, content: bytes) -> bool:
        """Whether a file is still as it was handed out, whatever ends its lines."""
        lines = content.replace(b"\r\n", b"\n")
        return self.digests.get(name) in (digest(content), digest(lines))

    def has_untouched(self, folder: Path, name: str) -> bool:
        """Whether a file is there in a folder, still as it was handed out."""
        path = folder / name
        return path.exists() and self.is_untouched(name, path.read_bytes())


UNKNOWN = Handout("unknown", {})


def digest(content: bytes) -> str:
    """A digest that differs where contents differ."""
    return sha256(content).hexdigest()


def listing_of(
    files: Mapping[str, bytes], names: Mapping[str, Sequence[str]] = MappingProxyType({})
) -> bytes:
    """The list of a handout with these files, as the bytes of `handout.json`."""
    digests = {name: digest(content) for name, content in sorted(files.items())}
    version = digest(json.dumps(digests).encode())[:8]
    data = {"version": version, "python": this_python(), "files": digests, "names": dict(names)}
    return (json.dumps(data, indent=1) + "\n").encode()


def read_listing(checks: Path) -> Handout:
    """The list beside the checks; of no known version if there is none."""
    path = checks / NAME
    return parse_listing(path.read_bytes()) if path.exists() else UNKNOWN


def parse_listing(content: bytes) -> Handout:
    """The list that the bytes of a `handout.json` hold."""
    data = json.loads(content)
    return Handout(data["version"], data["files"], data.get("python", ""), data.get("names", {}))
