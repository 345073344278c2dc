"""Fixtures of all scopes, parametrized, yield, autouse, classes with state, generators, indirect."""
import itertools, threading, time
import pytest
import nim, lolo, select_move
from connect4 import Connect4
from gametree import *

@pytest.fixture(scope="module")
def game():
    yield Connect4()

@pytest.fixture(params=[(4, 4), (7, 6), (1, 1)], ids=str)
def size(request):
    return request.param

@pytest.fixture(autouse=True)
def clock():
    start = time.perf_counter()
    yield
    assert time.perf_counter() - start < 60

def test_fixtures_and_threads_start(size):
    g = Connect4(*size)
    assert (g.start.board.num_cols, g.start.board.num_rows) == size
    assert sorted(g.moves(g.start)) == list(range(size[0]))

def test_fixtures_and_threads_game(game):
    s = game.start
    for col in itertools.islice(itertools.cycle((0, 1)), 7):
        assert game.status(s) is IN_PLAY
        s = game.make_move(s, col)
    assert game.status(s) == Over(Winner(Player.MAXIE))

def run_with_limit(f, *args, seconds=20):
    box = []
    t = threading.Thread(target=lambda: box.append(f(*args)), daemon=True)
    t.start(); t.join(seconds)
    assert box, "too slow"
    return box[0]

def test_fixtures_and_threads_limit():
    assert run_with_limit(nim.choose_move, (1, 2)) == (1, (1, 0))
    assert len(run_with_limit(lolo.make_next_level, (0, 1, 0, 1), Step.MAX)) > 3

class TestGrid:
    grid = [[], [], [], [], ["_", "_", "X", "_", "_", "_", "_"], ["_", "O", "X", "O", "_", "_", "_"]]
    def test_fixtures_and_threads_same(self):
        g = ConnectFourGame(self.grid, 2)
        before = [list(r) for r in g.grid]
        move = select_move.compute_move(g, True)
        assert move in g.list_legal_moves()
        assert [list(r) for r in g.grid] == before
        assert g.search_info.moves_considered > 0
