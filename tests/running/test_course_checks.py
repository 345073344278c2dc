"""Why a course's own tests can't be used, in the words that its staff get."""

from grader.running.course_checks import in_words


def test_a_missing_module_is_one_line_that_says_what_to_do() -> None:
    why = """test_pq.py:1: in <module>
    from hypothesis.strategies import lists
E   ModuleNotFoundError: No module named 'hypothesis.strategies'"""
    assert in_words(why) == (
        "there is no module hypothesis: put yours beside the tests; "
        "one of a package needs `packages` in config.yaml"
    )


def test_other_words_stay() -> None:
    why = "test_pq.py:1: in <module>\nE   NameError: name 'x' is not defined"
    assert in_words(why) == why
