"""`python -m checks`: the public checks on the files of the present folder."""

import sys
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036  # students try with what they have
    sys.exit("This is Python {}.{}, but 3.11 or newer is needed.".format(*sys.version_info[:2]))

from grader.student.checking.runner import run  # needs a new enough Python

if __name__ == "__main__":
    run(Path(__file__).parent, sys.argv[1:])
