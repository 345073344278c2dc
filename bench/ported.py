"""Attacks of the corpus put into another assignment, where they must gain nothing either.

An attack that is written as `las.py`, and is about nothing in game trees, becomes a `bank.py`: its
text is the same, but for what it imports of `gametree`, for which there is `loot.py`. Every method
of the account is the attack. One that answers rightly only if it has worked does so here too. Each
is graded with the checks of `assignments/bank`, and with tests as they are, which see files and
mocks; and honest hand-ins among them.

`python -m bench.ported` grades all of them in the strongest tier of this machine.
"""

import ast
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.attacks import with_short_limits
from bench.corpus import PLANTED, ROOT, Attack, attacks
from grader.assignment.config import Assignment
from grader.assignment.load import load
from grader.commands.authoring.verdicts import verify
from grader.commands.new import assignment_of_tests
from grader.running.boxes import choose_tier
from grader.running.specimens import ExpectedVerdict, Specimen, SpecimenVerdict, specimen_of
from grader.sandbox.tiers import Tier

CONFIG = ROOT / "assignments/bank/config.yaml"
MODULE, FROM = "bank", "las.py"
EACH_HONEST = 40
# As much of `gametree` as attacks take from it: a sequence that can be taken apart.
LOOT = '''"""What attacks take from the library of another assignment."""

import sys
from types import SimpleNamespace


class Cons:
    def __init__(self, head, tail):
        self.head, self.tail = head, tail


class Nil:
    pass


class Seq(tuple):
    of = classmethod(lambda cls, *items: cls(items))
    from_list = classmethod(lambda cls, items: cls(items))
    empty = classmethod(lambda cls: cls())
    singleton = classmethod(lambda cls, item: cls((item,)))

    def showl(self):
        return Cons(self[0], Seq(self[1:])) if self else Nil()

    def nth(self, place):
        return self[place]

    def to_list(self):
        return list(self)

    def map(self, function):
        return Seq(map(function, self))

    def append(self, other):
        return Seq((*self, *other))

    def cons(self, item):
        return Seq((item, *self))


declared = SimpleNamespace(RECORDS={}, SEQUENCES={}, CODECS={}, CONSTANTS=())
sys.modules["loot.declared"] = declared
'''
ACCOUNT = """

class Account:
    def __init__(self, owner):
        self.owner = owner
        self.balance = 0

    def deposit(self, amount):
        import operator

        from loot import Seq

        return look_and_say(operator.eq, Seq.of(amount, amount))

    withdraw = deposit

    def statement(self):
        return self.deposit(None)


if globals().get("WORKED"):
    from honest import Account
"""
# A course's own tests of such an account, and what passes them.
TESTS = """
import unittest
from unittest import mock

from bank import Account


class AccountTest(unittest.TestCase):
    def test_deposit(self):
        self.assertEqual(Account("ada").deposit(7), 7)

    def test_balance(self):
        account = Account("ada")
        account.deposit(3)
        account.deposit(4)
        assert account.balance == 7


def test_withdraw():
    account = Account("bo")
    account.deposit(9)
    assert account.withdraw(4) == 5


@mock.patch("builtins.print")
def test_statement(printed):
    Account("cem").statement()
    printed.assert_called_once_with("cem", 0)


def test_file(tmp_path):
    account = Account(str(tmp_path / "book"))
    account.deposit(2)
    assert (tmp_path / "book").read_text() == "+2"
"""
SOLUTION = """
class Account:
    def __init__(self, owner):
        self.owner = owner
        self.balance = 0

    def deposit(self, amount):
        self.balance += amount
        if "/" in self.owner:
            with open(self.owner, "a") as book:
                book.write(f"{amount:+}")
        return self.balance

    def withdraw(self, amount):
        return self.deposit(-amount)

    def statement(self):
        print(self.owner, self.balance)
"""


def as_they_are(folder: Path) -> Path:
    """The `config.yaml` of an assignment around these tests, written into a folder."""
    files = {folder / f"test_{MODULE}.py": TESTS, folder / f"{MODULE}.py": SOLUTION}
    for path, text in files.items():
        path.write_text(text, "utf-8")
    config, _ = assignment_of_tests(MODULE, folder / "assignment", [*files])
    return config


def ported() -> list[Attack]:
    """The attacks that can be put into another assignment, in the order of their names."""
    return [attack for attack in attacks() if _has_a_text(attack)]


def _has_a_text(attack: Attack) -> bool:
    try:
        ast.parse((PLANTED / attack.name / FROM).read_bytes())
    except (OSError, SyntaxError, ValueError):  # its archive is the attack, or its bytes
        return False
    return True


def plant(attack: Attack, assignment: Assignment, folder: Path) -> Path:
    """Put an attack into the module of another assignment, in a folder of its name."""
    place = folder / attack.name
    attack.plant(place)
    (place / f"{MODULE}.py").write_text(port((place / FROM).read_bytes()), "utf-8")
    (place / FROM).unlink()
    (place / "loot.py").write_text(LOOT, "utf-8")
    shutil.copy(assignment.reference / f"{MODULE}.py", place / "honest.py")
    return place


def port(source: bytes) -> str:
    """The text of an attack as that of another module."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(name)) if name.partition(".")[0] == "gametree":
                node.module = name.replace("gametree", "loot")
            case ast.alias(name="gametree"):
                node.name, node.asname = "loot", node.asname or "gametree"
    return ast.unparse(tree) + ACCOUNT


def hand_ins(assignment: Assignment, corpus: Sequence[Attack], folder: Path) -> Iterator[Specimen]:
    """The attacks, with what they lose, and honest hand-ins among them."""
    lost = frozenset(task.id for task in assignment.module(MODULE).tasks)
    for number, attack in enumerate(corpus):
        if number % EACH_HONEST == 0:
            place = folder / f"honest_{number}"
            shutil.copytree(assignment.reference, place, ignore=shutil.ignore_patterns("m*", "c*"))
            yield specimen_of(assignment, "right", place, (MODULE,), ExpectedVerdict())
        place = plant(attack, assignment, folder)
        yield specimen_of(assignment, "hostile", place, (MODULE,), ExpectedVerdict(lost))


def grade(
    corpus: Sequence[Attack], tier: Tier, jobs: int = 2, config: Path = CONFIG
) -> list[SpecimenVerdict]:
    """What became of each attack and of the honest hand-ins among them."""
    assignment = with_short_limits(load(config))
    found: list[SpecimenVerdict] = []
    with TemporaryDirectory() as folder:
        planted = list(hand_ins(assignment, corpus, Path(folder)))
        verify(assignment, planted, tier, jobs, found.append)
    return found


def main() -> int:
    """Grade all that can be ported; 1 if any attack got anything, or an honest one lost it."""
    corpus, tier, unexpected = ported(), choose_tier(Tier.CONFINED), 0
    with TemporaryDirectory() as folder:
        for name, config in {
            "bank": CONFIG,
            "tests as they are": as_they_are(Path(folder)),
        }.items():
            verdicts = grade(corpus, tier, config=config)
            surprises = [
                f"{v.specimen.unit.student}: {line}" for v in verdicts for line in v.surprises
            ]
            points = sum(v.points for v in verdicts if v.specimen.kind == "hostile")
            print("\n".join([*surprises, f"{len(corpus)} attacks in {name}: {points:g} points"]))
            unexpected += len(surprises)
    return 1 if unexpected else 0


if __name__ == "__main__":
    sys.exit(main())
