"""Attacks of the corpus put into another assignment, where they must gain nothing either.

An attack that is written as `las.py`, and is about nothing in game trees, becomes a `bank.py`: its
text is the same, but for what it imports of `gametree`, for which there is `loot.py`. Every method
of the account is the attack. One that answers rightly only if it has worked does so here too. Each
is graded with the checks of `assignments/bank`, and honest hand-ins among them.

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
from grader.running.session import choose_tier
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


def grade(corpus: Sequence[Attack], tier: Tier, jobs: int = 2) -> list[SpecimenVerdict]:
    """What became of each attack and of the honest hand-ins among them."""
    assignment = with_short_limits(load(CONFIG))
    found: list[SpecimenVerdict] = []
    with TemporaryDirectory() as folder:
        planted = list(hand_ins(assignment, corpus, Path(folder)))
        verify(assignment, planted, tier, jobs, found.append)
    return found


def main() -> int:
    """Grade all that can be ported; 1 if any attack got anything, or an honest one lost it."""
    corpus = ported()
    verdicts = grade(corpus, choose_tier(Tier.CONFINED))
    surprises = [f"{v.specimen.name}: {line}" for v in verdicts for line in v.surprises]
    points = sum(v.points for v in verdicts if v.specimen.kind == "hostile")
    print(
        "\n".join([*surprises, f"{len(corpus)} attacks in {CONFIG.parent.name}: {points:g} points"])
    )
    return 1 if surprises else 0


if __name__ == "__main__":
    sys.exit(main())
