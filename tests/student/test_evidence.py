"""Evidence goes through JSON and back unchanged, without its empty fields."""

import json

import pytest

from grader.student.evidence import (
    BoardPicture,
    CheckFailed,
    Evidence,
    Frame,
    Picture,
    PictureNode,
    RunsPicture,
    TreePicture,
    evidence_from_json,
    evidence_to_json,
)

NODE = PictureNode("a", "max", window="(-1, 3)", children=(PictureNode("b", "leaf", "3"),))
PICTURES: list[Picture | None] = [
    None,
    TreePicture(NODE, ("b",), (), ordered=False),
    TreePicture(NODE, (), ("b",)),
    BoardPicture(("X ", " O"), "a board", ("XX", " O")),
    RunsPicture(("'a'", "'b'"), (2,), (1, 1)),
]


@pytest.mark.parametrize("picture", PICTURES, ids=repr)
def test_evidence_goes_through_json_unchanged(picture: Picture | None) -> None:
    evidence = Evidence(
        "wrong",
        call="f(1)",
        got="1",
        expected="2",
        difference="1 instead of 2",
        hint="one more",
        output="\x1b[31m\ud800",
        frames=(Frame("las.py", 3, "f"),),
        picture=picture,
    )
    assert evidence_from_json(json.loads(json.dumps(evidence_to_json(evidence)))) == evidence


def test_empty_fields_are_not_written() -> None:
    assert evidence_to_json(Evidence("wrong")) == {"message": "wrong"}
    assert evidence_from_json({"message": "wrong"}) == Evidence("wrong")


def test_a_failed_check_says_its_message() -> None:
    failed = CheckFailed(Evidence("wrong"))
    assert isinstance(failed, AssertionError)
    assert (str(failed), failed.evidence.message) == ("wrong", "wrong")
