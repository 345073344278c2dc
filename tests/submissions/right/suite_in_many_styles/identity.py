"""Identity where identity is meant."""
from alphabeta import AlphaBeta
from las import look_and_say
from gametree import *
import operator

A, B = BestEdge(0, Guess(2)), BestEdge(1, Guess(7))

def test_identity_value_for():
    p = AlphaBeta(HANDOUT_SMALL, 2)
    assert p.value_for(HANDOUT_SMALL.start, (A, B)) is A
    m = HANDOUT_SMALL.make_move(HANDOUT_SMALL.start, 0)
    assert p.value_for(m, (A, B)) is B

def test_identity_update():
    p = AlphaBeta(HANDOUT_SMALL, 2)
    ab = p.update_ab(HANDOUT_SMALL.start, (PRUNED, B), A)
    assert ab[0] is A and ab[1] is B

def test_identity_bounds():
    p = AlphaBeta(HANDOUT_SMALL, 2)
    est = Guess(5)
    r = p.check_bounds((A, B), HANDOUT_SMALL.start, 3, est)
    assert r.est is est
    assert p.check_bounds((A, B), HANDOUT_SMALL.start, 3, Guess(1)) is PARENT_PRUNE

def test_identity_las_is():
    x, y = [1], [1]
    said = look_and_say(operator.is_, Seq.of(x, x, y))
    assert [n for n, _ in said] == [2, 1]
    assert said.nth(0)[1] is x
    assert said.nth(1)[1] is y

def test_identity_las_lambda_is():
    x, y = (1, 2), tuple([1, 2])
    said = look_and_say(lambda a, b: a is b, Seq.of(x, x, y))
    assert [n for n, _ in said] == [2, 1]
