"""File names for students' pages: safe for every id, and the same in every run."""

import re
from hashlib import sha256

# Names of devices, which Windows opens whatever follows a dot.
_DEVICE = r"(?i:con|prn|aux|nul|(?:com|lpt)\d)(?:\.|$)"
SAFE = re.compile(rf"(?!{_DEVICE})[A-Za-z0-9_][A-Za-z0-9_.-]{{0,99}}")


def page_name(student: str) -> str:
    """`ID.html`; for an unsafe id, its safe characters, `~` and its hash.

    No safe id contains `~`, so no id can take the page of another.

    >>> page_name("ada"), page_name("../x")
    ('ada.html', '___x~d6b96a97d147daaa.html')
    """
    if SAFE.fullmatch(student):
        return f"{student}.html"
    kept = re.sub(r"[^A-Za-z0-9_-]", "_", student)[:60]
    return f"{kept}~{sha256(student.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}.html"
