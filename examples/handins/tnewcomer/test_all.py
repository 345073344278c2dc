"""Your tests of your own functions: `python3 -m pytest test_all.py`.

pytest runs every function whose name begins with `test_`; one of them passes if none of its
asserts fails. For example:

    from gametree import Seq
    from las import look_and_say

    def test_a_run_that_comes_back_is_said_again() -> None:
        said = look_and_say(lambda x, y: x == y, Seq.of(1, 2, 1))
        assert said == Seq.of((1, 1), (1, 2), (1, 1))

Your tests earn their points by what they find: they are run on correct solutions, where all of
them have to pass, and on faulty ones, where at least one should fail.
"""
