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
    without_folders,
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


PYTHON = "/opt/some one/lib/python3.13"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (f"cannot import name 'x' from 'typing' ({PYTHON}/typing.py)", "from 'typing'"),
        (f"cannot import name 'x' from 'os.path' ({PYTHON}/posixpath.py)", "from 'os.path'"),
        ("cannot import name 'x' from 'sys' (unknown location)", "from 'sys'"),
        ("cannot import name 'x' from 'zlib' (C:\\Python (x86)\\DLLs\\zlib.pyd)", "from 'zlib'"),
        (
            f"cannot import name 'x' from 'math' ({PYTHON}/lib-dynload/math.cpython-313-linux.so)",
            "from 'math'",
        ),
        (
            "cannot import name 'x' from partially initialized module 'las' "
            "(most likely due to a circular import) (/home/ada/las.py)",
            "'las' (most likely due to a circular import)",
        ),
        (
            f"module 'random' has no attribute 'x' (consider renaming '{PYTHON}/random.py' since",
            "(consider renaming 'random.py' since",
        ),
        (f"unsupported: <module 're' from '{PYTHON}/re/__init__.py'>", "'re' from '__init__.py'>"),
    ],
)
def test_folders_of_python_are_not_shown(said: str, shown: str) -> None:
    assert without_folders(said).endswith(shown)


@pytest.mark.parametrize(
    "said", ["1 / 2", "No such file or directory: '/data/words.txt'", "use a/b.py (or c/d)", ""]
)
def test_other_words_of_an_exception_stay(said: str) -> None:
    assert without_folders(said) == said
