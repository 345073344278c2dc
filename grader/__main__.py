"""`python -m grader` is the installed command `grader`."""

import os
import sys

# `-m` puts the present folder first, which may be a hand-in with a `json.py` of its own. These two
# modules had been imported before.
if sys.path[0] == os.getcwd() and not sys.flags.safe_path:
    del sys.path[0]

from grader.cli import run

run()
