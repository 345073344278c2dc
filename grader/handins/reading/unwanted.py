"""What no course wants of a hand-in: passed over wherever it is, and neither read nor counted.

Tools make these and students never write them. Students are told what was passed over, but for
what every computer leaves behind.
"""

from collections.abc import Sequence

from grader.student.pythons.versions import PACKED_WITH

SYSTEM, OURS, HIDDEN = "of the operating system", "of the course", "hidden"
VERSIONS, EDITOR, CACHE = "version control", "an editor's", "a cache"
ENVIRONMENT = "a Python environment"
# In nearly every folder; a line about these would hide those that matter.
SILENT = (SYSTEM, OURS, HIDDEN)

_NAMES = {
    SYSTEM: (".ds_store", "thumbs.db", "desktop.ini", "__macosx", "$recycle.bin"),
    OURS: (
        *("expected.toml", "submissions.csv", "roster.csv", "extensions.csv", "late_days.csv"),
        *("regrade_requests.csv", ".handout-version"),
    ),
    VERSIONS: (".git", ".hg", ".svn", ".bzr"),
    EDITOR: (".idea", ".vscode", ".vs", ".spyproject", ".fleet", "nbproject"),
    CACHE: (
        *("__pycache__", ".ipynb_checkpoints", ".pytest_cache", ".mypy_cache", ".ruff_cache"),
        *(".hypothesis", ".cache", ".tox", ".nox"),
    ),
    ENVIRONMENT: ("site-packages", "node_modules", "__pypackages__", ".venv", ".conda", ".eggs"),
}
_KINDS = {name: kind for kind, names in _NAMES.items() for name in names}
# A folder of such a name is an environment if it has one of these parts: some work in their `venv`.
_ENVIRONMENTS = ("venv", "env", "virtualenv", "myenv")
_THEIR_PARTS = ("lib", "lib64", "bin", "scripts", "include", "share", "etc", "pyvenv.cfg")


def unwanted(parts: Sequence[str]) -> tuple[str, str] | None:
    """The part of a path that is passed over, and what it is; `None` if the path is wanted."""
    for place, part in enumerate(parts):
        low = part.lower()
        kind = _KINDS.get(low, HIDDEN if low.startswith(".") and low not in (".", "..") else "")
        kind = OURS if low.startswith(PACKED_WITH) else kind
        if low in _ENVIRONMENTS and [p.lower() for p in parts[place + 1 : place + 2]] in _PARTS:
            kind = ENVIRONMENT
        if kind:
            return "/".join(parts[: place + 1]), SYSTEM if low.startswith("._") else kind
    return None


_PARTS = [[part] for part in _THEIR_PARTS]


def is_stray(name: str) -> bool:
    """Whether a file or folder of this name is passed over."""
    return unwanted([name]) is not None
