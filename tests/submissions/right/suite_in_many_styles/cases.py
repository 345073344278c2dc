"""unittest, subtests, setUp, output captured by hand."""
import contextlib, io, random, unittest, copy, pickle
import nim, connect4, alphabeta
from gametree import *
from gametree import Pebbles

class TestNim(unittest.TestCase):
    def setUp(self):
        random.seed(4)
        self.configs = [tuple(random.randrange(4) for _ in range(3)) for _ in range(8)]
    def test_levels(self):
        for c in self.configs:
            with self.subTest(c=c):
                lvl = nim.make_next_level(c)
                self.assertEqual(lvl, sorted(set(lvl)))
                self.assertEqual(len(lvl), sum(c))
    def test_order(self):
        for c in self.configs:
            for d in self.configs:
                self.assertEqual(nim.less_equal(c, d), c <= d)
                self.assertIs(nim.equal_config(c, d), c == d)
    def test_raises(self):
        with self.assertRaises(ValueError):
            alphabeta.AlphaBeta(HANDOUT_SMALL, 0)

class TestPrints(unittest.TestCase):
    def test_out(self):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            alphabeta.AlphaBeta(HANDOUT_SMALL, 2).next_move(HANDOUT_SMALL.start)
        lines = out.getvalue().splitlines()
        self.assertEqual([l.split()[-1][0] for l in lines], list("cdeghik"))

class TestCopies(unittest.TestCase):
    def test_copy(self):
        game = connect4.Connect4()
        s = game.start
        t = copy.deepcopy(s)
        game.make_move(s, 3)
        self.assertEqual(s, t)
        self.assertEqual(hash(s), hash(t))
        self.assertEqual(pickle.loads(pickle.dumps(s)), t)
        self.assertEqual(len({s, t, game.make_move(s, 1)}), 2)
