"""Names a mistake on a student's own computer, where no faulty solution may be.

A handout carries digests of what known faulty solutions answer to the public checks, with a
sentence of advice for each: `advice.json` beside the checks. Students whose files give exactly the
same wrong answers to all public checks of a module get the sentence.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from grader.student.evidence import Evidence, TreePicture

NAME = "advice.json"


def fingerprint(module: str, failures: Mapping[str, Evidence]) -> str:
    """A digest of how the checks of a module fail; empty unless all fail by wrong answers.

    `failures` maps the names of the failed checks to their evidence.
    """
    if not failures or not all(evidence.expected for evidence in failures.values()):
        return ""
    shown = [[name, _shown(evidence)] for name, evidence in sorted(failures.items())]
    return sha256(json.dumps([module, shown]).encode()).hexdigest()[:24]


def _shown(evidence: Evidence) -> list[object]:
    picture = evidence.picture
    visited = list(picture.visited) if isinstance(picture, TreePicture) else []
    return [evidence.got, evidence.expected, visited]


def read_advice(checks: Path) -> Mapping[str, str]:
    """The advice beside the checks, by fingerprint; empty if there is no such file."""
    path = checks / NAME
    if not path.exists():
        return {}
    advice: Mapping[str, str] = json.loads(path.read_text("utf-8"))
    return advice
