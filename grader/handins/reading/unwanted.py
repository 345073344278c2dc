"""What no course wants in a hand-in: passed over wherever it is, and neither read nor counted.

Tools make these and students never write them. Students are told what was passed over, except
what every computer leaves behind. In a hand-in, everything hidden is passed over; among the
hand-ins of a class, a name with a dot in front may be a person's, so only what tools make is.
"""

import re
from collections.abc import Sequence

from grader.course.staff_tables import TABLES
from grader.student.pythons.versions import PACKED_WITH

SYSTEM, OURS, HIDDEN = "of the operating system", "of the course", "hidden"
VERSIONS, EDITOR, CACHE = "version control", "an editor's", "a cache"
ENVIRONMENT = "a Python environment"
# They are in nearly every folder; a line about these would hide those that matter.
SILENT = (SYSTEM, OURS, HIDDEN)

_NAMES = {
    SYSTEM: (".ds_store", "thumbs.db", "desktop.ini", "__macosx", "$recycle.bin"),
    OURS: ("expected.toml", *TABLES, ".handout-version", ".grader-cache"),
    HIDDEN: (
        *(".gitignore", ".gitattributes", ".gitmodules", ".gitkeep", ".github", ".gitlab-ci.yml"),
        *(".directory", ".localized", ".trash", ".trashes", ".spotlight-v100", ".fseventsd"),
        *(".temporaryitems", ".documentrevisions-v100", ".apdisk", ".dropbox", ".dropbox.cache"),
        *(".config", ".local", ".ssh", ".env", ".envrc", ".bash_history", ".python_history"),
        *(".python-version", ".editorconfig", ".pre-commit-config.yaml", ".coverage", ".viminfo"),
        *(".devcontainer", ".vscode-server", ".stfolder", ".stversions"),
    ),
    VERSIONS: (".git", ".hg", ".svn", ".bzr"),
    EDITOR: (".idea", ".vscode", ".vs", ".spyproject", ".fleet", "nbproject"),
    CACHE: (
        *("__pycache__", ".ipynb_checkpoints", ".pytest_cache", ".mypy_cache", ".ruff_cache"),
        *(".hypothesis", ".cache", ".tox", ".nox"),
    ),
    ENVIRONMENT: ("site-packages", "node_modules", "__pypackages__", ".venv", ".conda", ".eggs"),
}
# What tools make beside other files: copies of attributes, locks, and files being edited.
_BESIDE = re.compile(
    r"\._.*|\.~lock\..*|\.nfs[0-9a-f]{16,}|\.fuse_hidden[0-9a-f]+|\.trash-\d+|\..*\.sw[a-p]"
    rf"|{re.escape(PACKED_WITH)}.*"
)
_KINDS = {name: kind for kind, names in _NAMES.items() for name in names}
# A folder of such a name is an environment only if it has one of these parts: some students work in
# their `venv`.
_ENVIRONMENTS = ("venv", "env", "virtualenv", "myenv")
_THEIR_PARTS = ("lib", "lib64", "bin", "scripts", "include", "share", "etc", "pyvenv.cfg")


def unwanted(parts: Sequence[str]) -> tuple[str, str] | None:
    """The part of a path that is passed over, and what it is; `None` if the path is wanted."""
    for place, part in enumerate(parts):
        low = part.lower()
        kind = _KINDS.get(low, HIDDEN if low.startswith(".") and low not in (".", "..") else "")
        kind = OURS if low.startswith(PACKED_WITH) else kind
        below = parts[place + 1].lower() if place + 1 < len(parts) else ""
        if low in _ENVIRONMENTS and below in _THEIR_PARTS:
            kind = ENVIRONMENT
        if kind:
            return "/".join(parts[: place + 1]), SYSTEM if low.startswith("._") else kind
    return None


def is_stray(name: str) -> bool:
    """Whether a file or folder of this name is passed over."""
    return unwanted([name]) is not None


def is_staffs(name: str) -> bool:
    """Whether staff keep a file of this name beside the hand-ins, where it is read from."""
    return name in ("config.yaml", "rubric.yaml") or name.endswith(".rubric.yaml")


def is_junk(name: str) -> bool:
    """Whether a tool made what has this name; a dot in front alone doesn't show that."""
    low = name.lower()
    return low in _KINDS or bool(_BESIDE.fullmatch(low))
