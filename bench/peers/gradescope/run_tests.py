"""gradescope-utils: unittest with weights, to results.json; inputs and answers are saved."""

import sys
import unittest
from collections.abc import Callable
from typing import Any

from gradescope_utils.autograder_utils.decorators import weight
from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner

from bench.peers.saved import claim, handin, read
from bench.peers.workload import ALPHABETA, EXAMPLES, LAS

SAVED = read()


class Handin(unittest.TestCase):
    """The checks; they are added below."""

    code: Any

    @classmethod
    def setUpClass(cls) -> None:
        cls.code = handin()


def check(name: str, key: str) -> Callable[[Handin], None]:
    @weight(1)
    def test(self: Handin) -> None:
        claim(self.code, name, SAVED[key])

    test.__doc__ = key
    return test


for number, (name, _) in enumerate(EXAMPLES):
    setattr(Handin, f"test_{number}", check(name, str(number)))
for name in (*LAS, *ALPHABETA):
    setattr(Handin, f"test_{name}", check(name, name))

if __name__ == "__main__":
    with open(sys.argv[1], "w", encoding="utf-8") as results:
        JSONTestRunner(stream=results).run(unittest.defaultTestLoader.loadTestsFromTestCase(Handin))
