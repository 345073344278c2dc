"""`python -m checks`: the public checks on the files of the present folder."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  # students try with what they have
    sys.exit("This is Python {}.{}, but 3.11 or newer is needed.".format(*sys.version_info[:2]))

# To the program that runs the checks, Python's own modules come before files of the same name.
sys.path.pop(0)
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from grader.student.checking.runner import run

if __name__ == "__main__":
    run(Path(__file__).parent, sys.argv[1:])
