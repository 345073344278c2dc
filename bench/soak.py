"""`python -m bench.soak`: what takes longer than tests may, each part by itself or all of them.

fuzz       the wire, hand-ins, metadata and tables, for `--minutes`
fairness   the same verdicts alone, in company, and on a busy machine
kills      parts of a batch are killed at random moments, 20 times in one batch
shards     eight shards at the same time, each killed once, merged
disk       the disk of the results is full (as root)
memory     the kernel kills for memory (where cgroups can be made)
flat       the memory of a batch, over 1,000 hand-ins
"""

import argparse
import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence

from bench import fairness, fuzz, losses

Part = Callable[[argparse.Namespace], list[str]]
PARTS: Mapping[str, Part] = {
    "fuzz": lambda options: fuzz.run(options.minutes, options.seed),
    "fairness": lambda options: fairness.fairness(options.size or fairness.CLASS),
    "kills": lambda options: losses.kills(
        random.Random(options.seed), losses.KILLS, options.size or losses.CLASS
    ),
    "shards": lambda options: losses.shards(
        random.Random(options.seed), losses.SHARDS, options.size or losses.CLASS
    ),
    "disk": lambda options: losses.full_disk(options.size or losses.CLASS),
    "memory": lambda options: losses.no_memory(options.size or losses.CLASS),
    "flat": lambda options: fairness.memory(options.size or fairness.LARGE_CLASS),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run some parts or all; 1 if anything is not as it should be."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.soak",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help="default: all of them")
    parser.add_argument("--minutes", type=float, default=10.0, help="of fuzzing")
    parser.add_argument("--seed", type=int, default=1, help="another one: other bytes, moments")
    parser.add_argument("--size", type=int, help="of the class, for a quick look")
    options = parser.parse_args(arguments)
    unknown = set(options.parts) - PARTS.keys()
    if unknown:
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    return max([_run(name, options) for name in options.parts or PARTS])


def _run(name: str, options: argparse.Namespace) -> int:
    begin = time.monotonic()
    print(f"== {name}", flush=True)
    wrong = PARTS[name](options)
    for line in wrong:
        print(f"wrong: {line}")
    ended = "as expected" if not wrong else f"{len(wrong)} wrong"
    print(f"== {name}: {ended}, {time.monotonic() - begin:.0f} seconds", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
