"""What is usual among the reference's answers decides what a hand-in's may be."""

import pytest

from grader.inside.course_tests.asked import AskedQuestions
from grader.inside.course_tests.containers import CONTENT_OF, MADE_OF


def asked_after(*answers: object, changes: bool = False) -> AskedQuestions:
    """Whoever asks a hand-in in a test in which the reference has given these answers."""
    noting = AskedQuestions(None)
    noting.begin("test_it", 0)
    for answer in answers:
        noting.note(answer, noting.found("f()"), lambda _: False)
    if changes:
        noting.note_change("f()")
    asked = AskedQuestions({test: [*words] for test, words in noting.noted.items()})
    asked.begin("test_it", 0)
    return asked


@pytest.mark.parametrize(
    ("answer", "may_be"),
    [(2.0, False), ([1, 2], False), ([], True), ([1, []], True), (None, False)],
)
def test_an_array_may_be_empty_where_something_of_the_references_is(
    answer: object, may_be: bool
) -> None:
    assert asked_after(answer).found("f()").may_be_empty is may_be
    assert asked_after(answer).found("other()").may_be_empty is may_be


@pytest.mark.parametrize(
    ("answer", "keeps"),
    [(3, CONTENT_OF), ("abc", CONTENT_OF), ((1, 2), MADE_OF), ([], MADE_OF), (None, "")],
)
def test_what_comes_unlike_is_asked_for_once_as_the_references_answer_is(
    answer: object, keeps: str
) -> None:
    assert asked_after(answer).found("f()").keeps == keeps


def test_of_a_container_that_the_reference_changes_it_is_asked_again() -> None:
    assert asked_after([1], changes=True).found("f()").keeps == ""


def test_what_is_empty_beside_a_generator_is_noted_too() -> None:
    noting = AskedQuestions(None)
    noting.begin("test_it", 0)
    found = noting.found("f()")
    steps = (n for n in [1])
    found.steps.append(steps)
    noting.note((steps, []), found, lambda _: False)
    assert noting.noted["test_it"] == {"f() -> steps", "f() -> empty"}
