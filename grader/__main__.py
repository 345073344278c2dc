"""`python -m grader` is the installed command `grader`."""

from grader.cli import run

run()
