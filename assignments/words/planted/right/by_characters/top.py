"""With argparse, line by line, and without a line end after the last line."""

import argparse
import sys

from words import tally


class Parser(argparse.ArgumentParser):
    def error(self, message):
        print("usage: top.py N", file=sys.stderr)
        self.exit(2)


def number(text):
    if not text.isdigit():
        raise ValueError(text)
    return int(text)


parser = Parser(add_help=False)
parser.add_argument("n", type=number)
n = parser.parse_args().n
lines = []
while True:
    try:
        lines.append(input())
    except EOFError:
        break
counts = tally("\n".join(lines))
ranked = sorted(sorted(counts), key=counts.get, reverse=True)
print("\n".join(f"{word} {counts[word]}" for word in ranked[:n]), end="")
