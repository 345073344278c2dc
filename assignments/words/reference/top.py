"""`python3 top.py N`: the N most frequent words of what is typed, a line `word count` each.

Words are those of `tally`; where there are fewer than N, they are all printed. Words of the same
number are in the order of the alphabet, that of Python's `sorted`. N is 0 or more, in digits. With
anything else, or nothing, the usage is one line on standard error, and the exit status is 2.
"""

import sys

from words import tally


def main(arguments: list[str]) -> None:
    """Print the words; see above."""
    if len(arguments) != 1 or not arguments[0].isdecimal():
        print("usage: top.py N", file=sys.stderr)
        sys.exit(2)
    counts = tally(sys.stdin.read())
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    for word, count in ranked[: int(arguments[0])]:
        print(word, count)


if __name__ == "__main__":
    main(sys.argv[1:])
