"""`python -m checks [MODULE ...]`: the public checks on the files of the present folder."""

from pathlib import Path

from grader.student.runner import run

if __name__ == "__main__":
    run(Path(__file__).parent)
