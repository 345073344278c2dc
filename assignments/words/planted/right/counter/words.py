"""With a Counter and exact fractions, which travel as what they are underneath."""

import re
from collections import Counter
from pathlib import Path
from string import punctuation

COMMON = frozenset(Path(__file__).with_name("common.txt").read_text("utf-8").splitlines())


def tally(text):
    bare = [word.strip(punctuation).lower() for word in re.split(r"\s+", text)]
    return Counter([word for word in bare if word])


def density(text):
    counts = tally(text)
    return 1 - sum(counts[word] for word in COMMON) / counts.total() if counts else 0
