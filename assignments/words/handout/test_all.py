"""Your tests of your own functions: `python3 -m pytest test_all.py`.

They earn their points by what they find: all of them have to pass on a correct solution, and at
least one should fail on a faulty one. Functions whose names begin with `test_` are tests:

    from words import tally

    def test_a_word_is_counted() -> None:
        assert tally("tree") == {"tree": 1}
"""
