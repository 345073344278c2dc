from gametree import HANDOUT_SMALL, ExplicitGame, Seq


def test_sequences():
    assert Seq.of(1, 2).map(lambda x: x + 1) == Seq.of(2, 3)
    assert Seq.of(1).append(Seq.of(2)) == Seq.of(1, 2)


def test_games():
    assert isinstance(HANDOUT_SMALL, ExplicitGame)
    assert len(HANDOUT_SMALL.moves(HANDOUT_SMALL.start)) == 3
