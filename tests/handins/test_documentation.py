"""What the report on documentation finds missing, and what it can't be made to do."""

from dataclasses import replace

import pytest

from grader.assignment.config import Assignment, Documentation, Module, Task
from grader.assignment.load import load
from grader.assignment.sources import read_sources
from grader.handins.documentation import documentation
from grader.student.source import Source
from tests.support import HANDOUT, REFERENCE_FILES, ROOT

WHOLE = '''
def act(n: int) -> int:
    """act(n) ==> n and one.

    REQUIRES: nothing.
    ENSURES: n + 1.

    >>> act(1)
    2
    """
    return n + 1
'''


def assignment(*functions: str) -> Assignment:
    task = Task(id="work.act", title="Act", points=1, functions=functions or ("act",))
    modules = (Module(name="work", title="Work", tasks=(task,)),)
    asked = Documentation(call_template=True, clauses=("REQUIRES", "ENSURES"))
    return Assignment(
        title="T", seed=1, points=1, student_tests="test_all", documentation=asked, modules=modules
    )


def found(text: str, *functions: str, **others: str) -> list[tuple[str, str, str]]:
    """Place, kind and message of each finding."""
    files = {"work.py": text, **{f"{name}.py": other for name, other in others.items()}}
    findings = documentation(assignment(*functions), Source(files))
    return [(finding.place, finding.kind, finding.message) for finding in findings]


@pytest.mark.parametrize("files", [REFERENCE_FILES, read_sources(HANDOUT)], ids=["all", "stubs"])
def test_reference_and_starter_files_lack_nothing(files: dict[str, str]) -> None:
    findings = list(documentation(load(ROOT / "config.yaml"), Source(files)))
    assert [finding for finding in findings if finding.kind != "comment"] == []


def test_what_the_starter_file_leaves_to_say_is_looked_for() -> None:
    known = load(ROOT / "config.yaml")
    starters, solved = read_sources(HANDOUT), REFERENCE_FILES
    [finding] = [f for f in documentation(known, Source(starters)) if f.kind == "comment"]
    assert finding.place.startswith("popout.py:")
    assert [f for f in documentation(known, Source(solved)) if f.kind == "comment"] == []


def test_a_function_with_all_of_it_lacks_nothing() -> None:
    assert found(WHOLE) == []


@pytest.mark.parametrize(
    ("there", "instead", "kind", "message"),
    [
        ("act(n) ==>", "the successor:", "call template", "act has no line like act(…) ==> …"),
        ("REQUIRES", "Given", "REQUIRES", "act has no line REQUIRES: …"),
        ("ENSURES", "Gives", "ENSURES", "act has no line ENSURES: …"),
        ("n: int", "n", "annotations", "act does not annotate n"),
        ("n: int", "n: int, *rest, k=1", "annotations", "act does not annotate rest, k"),
        (" -> int", "", "annotations", "act does not annotate the result"),
        (
            ">>> act(1)",
            ">>> 1 + 1",
            "tests",
            "act is named in no test of test_all.py and in no doctest",
        ),
    ],
)
def test_what_is_missing_is_named_with_its_line(
    there: str, instead: str, kind: str, message: str
) -> None:
    assert there in WHOLE
    assert found(WHOLE.replace(there, instead, 1)) == [("work.py:2", kind, message)]


def test_a_function_without_any_words_is_reported_once() -> None:
    expected = ("docstring", "act has none: call template, REQUIRES and ENSURES are expected")
    [(_, *first), (_, *second)] = found("def act(n: int) -> int:\n    return n\n")
    assert (tuple(first), second[0]) == (expected, "tests")


COMMENTS = "# act (n) ==> m\n# requires: n > 0\n# ensures: m = n\n"


@pytest.mark.parametrize(
    "text",
    [
        COMMENTS + "def act(n: int) -> int:\n    return n\n",
        COMMENTS + "@cache\ndef act(n: int) -> int:\n    return n\n",
        "def act(n: int) -> int:\n    " + COMMENTS.replace("\n", "\n    ") + "return n\n",
        (COMMENTS + "def act(n: int) -> int:\n    return n\n").replace("\n", "\r\n"),
    ],
    ids=["above", "above a decorator", "below the signature", "with other ends of lines"],
)
def test_comments_around_the_def_are_documentation_too(text: str) -> None:
    assert [kind for _, kind, _ in found(text)] == ["tests"]


@pytest.mark.parametrize(
    "tests",
    [
        "from work import act\ndef test_act():\n    assert act(1) == 2\n",
        "import work\ndef test_act():\n    assert work.act(1) == 2\n",
        "from work import act as it\ndef test_act():\n    assert it(1) == 2\n",
    ],
)
def test_a_mention_in_test_all_is_a_test(tests: str) -> None:
    assert found(WHOLE.replace(">>> act(1)", ""), test_all=tests) == []


def test_an_import_alone_is_no_test() -> None:
    text = WHOLE.replace(">>> act(1)", "")
    assert [kind for _, kind, _ in found(text, test_all="from work import act\n")] == ["tests"]


CLASS = f"class Player:{WHOLE}".replace("\n", "\n    ").replace("(n: int)", "(self, n: int)")


def test_a_method_is_found_in_its_class_and_its_self_needs_no_annotation() -> None:
    text = f"{WHOLE.replace('REQUIRES', '')}\n{CLASS}"
    assert found(text, "Player.act") == []


def test_an_inherited_method_is_judged_where_it_stands_and_once() -> None:
    base = CLASS.replace("ENSURES", "Gives")
    text = "from base import Player\nclass Mine(Player[int]): pass\nclass Other(Mine): pass\n"
    expected = [("base.py:2", "ENSURES", "act has no line ENSURES: …")]
    assert found(text, "Mine.act", "Other.act", base=base) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "act = len\n",
        "def act(:\n",
        "class Player(Player): pass\n",
        "class Player(Other): pass\nclass Other(Player): pass\n",
        "".join(f"class C{i}(C{i + 1}): pass\n" for i in range(3000)) + "class Player(C0): pass\n",
    ],
    ids=["empty", "no def", "not Python", "its own base", "a circle", "a long chain"],
)
def test_what_is_not_there_is_left_to_the_checks(text: str) -> None:
    assert found(text, "act", "Player.act") == []


def test_words_without_end_are_read_once() -> None:
    """A search that starts over at each line would not end within the limit of a test."""
    text = f'def act() -> None:\n    """\n{"." * 50_000}\n{chr(10) * 100_000}"""\n'
    assert [kind for _, kind, _ in found(text)] == ["call template", "REQUIRES", "ENSURES", "tests"]


def test_an_assignment_need_ask_for_no_more_than_a_docstring() -> None:
    plain = replace(assignment(), documentation=Documentation(), student_tests="")
    text = 'def act(n: int) -> int:\n    """One more.\n\n    >>> act(1)\n    2\n    """\n'
    assert list(documentation(plain, Source({"work.py": text}))) == []
    bare = "def act(n: int) -> int:\n    return n\n"
    messages = [found.message for found in documentation(plain, Source({"work.py": bare}))]
    assert messages == ["act has none"]
