"""Students' suites are run on the mistakes that tell most of them, and on one at least of each."""

from bench.dominators import Matrix, chosen, dominators


def caught(**mistakes: str) -> Matrix:
    """A matrix of one suite: the tests that catch each mistake, a letter each."""
    return {name: frozenset(("s", test) for test in tests) for name, tests in mistakes.items()}


def test_a_mistake_that_is_caught_with_another_one_is_left_out() -> None:
    assert dominators(caught(hard="a", easy="ab", other="bc")) == {"hard", "other"}


def test_of_mistakes_that_the_same_tests_catch_the_first_is_kept() -> None:
    assert dominators(caught(second="ab", first="ab")) == {"first"}


def test_a_mistake_that_no_test_catches_is_left_out() -> None:
    matrix = caught(nobody="", one="a")
    assert dominators(matrix) == {"one"}
    assert chosen(matrix, {"nobody": frozenset("f"), "one": frozenset("g")}) == ["one"]


def test_tasks_without_a_dominator_have_the_mistake_that_fewest_tests_catch() -> None:
    matrix = caught(hard="a", easy="ab", easier="abc")
    loses = {"hard": frozenset("f"), "easy": frozenset("g"), "easier": frozenset("g")}
    assert chosen(matrix, loses) == ["easy", "hard"]
