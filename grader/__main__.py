"""`python -m grader` is the installed command `grader`."""

import os
import sys

# `-m` puts the current folder first in `sys.path`, and it may be a hand-in with its own `json.py`.
# `os` and `sys` are safe: Python has imported them before.
if sys.path[0] == os.getcwd() and not sys.flags.safe_path:
    del sys.path[0]

from grader.cli import run

run()
