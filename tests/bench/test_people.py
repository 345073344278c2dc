"""Faults as people make them: of every kind, the same each time, half of them kept back."""

import pytest

pytest.importorskip("mutmut", reason="`make test` installs it")

from bench.people import KINDS, MOST, faults_of

SOURCE = '''\
class Walk:
    def __init__(self, size: int) -> None:
        self.size = size

    def best(self, depth: int, step: Step) -> list[int]:
        """best(depth, step) ==> what is found."""
        found = []
        for row in range(self.size):
            if row == depth or row < self.size - 1:
                found.append(self.worth(row, depth))
        return sorted(found)

    def worth(self, row: int, depth: int) -> int:
        return row - depth
'''
OWNERS = ("Walk.best", "Walk.worth")


def test_there_are_faults_of_every_kind_that_differ() -> None:
    found = faults_of("walk.py", SOURCE, OWNERS)
    assert {fault.kind for fault in found} == set(KINDS)
    texts = [fault.mutant.source for fault in found]
    assert len(set(texts)) == len(texts)
    assert SOURCE not in texts


def test_no_function_has_more_than_the_most_of_a_kind() -> None:
    found = faults_of("walk.py", SOURCE, OWNERS)
    cells = [(fault.mutant.owner, fault.kind) for fault in found]
    assert max(map(cells.count, cells)) <= MOST


def test_which_are_kept_back_follows_from_their_names() -> None:
    first, again = (faults_of("walk.py", SOURCE, OWNERS) for _ in range(2))
    assert [(f.name, f.kept) for f in first] == [(f.name, f.kept) for f in again]
    assert {fault.kept for fault in first} == {True, False}


def test_other_functions_are_left_alone() -> None:
    found = faults_of("walk.py", SOURCE, ("Walk.worth",))
    assert {fault.mutant.owner for fault in found} == {"Walk.worth"}
