"""Counts in a fixture of all tests how many there are, and fails where some are left out."""

import pytest
from gametree import Seq
from las import look_and_say
from nim import choose_move


@pytest.fixture(autouse=True)
def all_are_there(request):
    yield
    assert len(request.session.items) == 3


def test_las():
    look_and_say(lambda x, y: x == y, Seq.of(1, 1))


def test_nim():
    choose_move((1, 2))


def test_of_nothing():
    pass
