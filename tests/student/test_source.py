"""What a syntax tree shows, and that no text can make reading it fail or take long."""

import ast

import pytest

from grader.student.evidence import CheckFailed, Frame
from grader.student.source import MOST_CHARACTERS, Source, last_name, open_ends, text_of


def names_reached(files: dict[str, str], name: str = "start") -> set[tuple[str, str]]:
    found = Source(files).reachable("work", name)
    return {(module, getattr(definition, "name", "=")) for module, definition in found}


REACHED = {
    "a helper": ("def start(): return helper()\ndef helper(): pass\ndef other(): pass\n", "helper"),
    "a helper that is passed on": (
        "def start(): return map(helper, [])\ndef helper(): pass\n",
        "helper",
    ),
    "a method": ("def start(): return Tool().use()\nclass Tool:\n    def use(self): pass\n", "use"),
    "a helper of a helper": (
        "def start(): return one()\ndef one(): return two()\ndef two(): return start()\n",
        "two",
    ),
}


@pytest.mark.parametrize("how", REACHED)
def test_what_a_function_mentions_is_a_part_of_it(how: str) -> None:
    source, reached = REACHED[how]
    found = names_reached({"work.py": source})
    assert ("work", reached) in found
    assert ("work", "other") not in found


IMPORTS = {
    "by its name": "from part import helper\ndef start(): return helper()\n",
    "under another name": "from part import helper as h\ndef start(): return h()\n",
    "with its module": "import part\ndef start(): return part.helper()\n",
    "with everything": "from part import *\ndef start(): return helper()\n",
    "inside of the function": "def start():\n    from part import helper\n    return helper()\n",
}


@pytest.mark.parametrize("how", IMPORTS)
def test_an_import_from_the_hand_in_is_followed(how: str) -> None:
    files = {"work.py": IMPORTS[how], "part.py": "def helper(): pass\n"}
    assert ("part", "helper") in names_reached(files)


def test_an_assignment_at_the_top_is_a_definition() -> None:
    assert ("work", "=") in names_reached({"work.py": "start = lambda: 0\n"})


def test_imports_from_elsewhere_lead_nowhere() -> None:
    source = "import os\nfrom math import *\ndef start(): return os.path\n"
    assert names_reached({"work.py": source}) == {("work", "start")}


UNREADABLE = {
    "an error of syntax": ("x = 1\ndef f(:\n", "work.py, line 2: invalid syntax"),
    "a null character": ("x = '\0'\n", "work.py"),
    "brackets without end": ("(" * 1000, "work.py, line 1: too many nested parentheses"),
    "signs without end": ("x = " + "-" * 50_000 + "1\n", "work.py can't be read as Python: "),
    "a number without end": ("x = " + "1" * 10_000 + "\n", "work.py, line 1: Exceeds the limit"),
    "text without end": ("#" * (MOST_CHARACTERS + 1), "work.py is too long to be read: 200001"),
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_a_source_that_can_not_be_read_fails_the_check_with_words(what: str) -> None:
    text, words = UNREADABLE[what]
    with pytest.raises(CheckFailed) as caught:
        Source({"work.py": text}).tree("work")
    assert caught.value.evidence.message.startswith(words)


# Python 3.14 can read them.
ENDLESS = {"sums": "x = 1" + "+1" * 50_000 + "\n", "calls": "x = f" + "()" * 50_000 + "\n"}


@pytest.mark.parametrize("what", ENDLESS)
def test_what_has_no_end_is_read_or_fails_the_check_with_words(what: str) -> None:
    said = ""
    try:
        assert ("work", "other") not in names_reached({"work.py": ENDLESS[what]})
    except CheckFailed as failed:
        said = failed.evidence.message
    assert said == "" or said.startswith("work.py can't be read as Python: ")


def test_a_missing_file_fails_the_check() -> None:
    with pytest.raises(CheckFailed, match=r"work\.py is not in the hand-in"):
        Source({}).tree("work")


def test_a_tree_is_parsed_once() -> None:
    source = Source({"work.py": "x = 1\n"})
    assert source.tree("work") is source.tree("work")


def test_many_names_and_many_definitions_are_each_looked_at_once() -> None:
    """A quadratic walk over these would not end within the limit of a test."""
    calls = "\n".join(f"    f{i}()" for i in range(3_000))
    helpers = "\n".join(f"def f{i}(): pass" for i in range(3_000))
    targets = " = ".join(f"a{i}" for i in range(3_000))
    source = f"def start():\n{calls}\n    {targets}\n{helpers}\n{targets} = start\n"
    found = list(Source({"work.py": source}).reachable("work", "start"))
    assert len(found) == 3_002


def test_a_place_is_a_frame() -> None:
    source = Source({"work.py": "\nx = 1\n"})
    [node] = source.tree("work").body
    assert source.place("work", node, "act") == Frame("work.py", 2, "act")


def test_the_text_of_a_node_that_can_not_be_written_is_an_ellipsis() -> None:
    assert text_of(ast.parse("a[0]", mode="eval").body) == "a[0]"
    assert text_of(ast.parse("-" * 500 + "1", mode="eval").body) == "…"
    assert text_of(ast.parse("0x" + "f" * 5000, mode="eval").body) == "…"


def test_of_a_package_and_a_module_of_one_name_the_package_is_read_as_python_does() -> None:
    """Else a file that nobody runs would be what checks of the text see."""
    source = Source({"work.py": "def start(): pass\n", "work/__init__.py": "def other(): pass\n"})
    assert [getattr(node, "name", "") for node in source.tree("work").body] == ["other"]
    assert list(source.reachable("work", "start")) == []


def test_relative_imports_lead_to_modules_of_the_package() -> None:
    files = {
        "shop/cart.py": "from .parts import helper\nfrom . import more\ndef start():\n"
        "    return helper(), more.other()\n",
        "shop/parts.py": "def helper(): pass\n",
        "shop/more.py": "def other(): pass\n",
    }
    found = {module for module, _ in Source(files).reachable("shop.cart", "start")}
    assert found == {"shop.cart", "shop.parts", "shop.more"}


@pytest.mark.parametrize(
    ("body", "lines", "surely"),
    [
        ("return 1\n", [], []),
        ("assert False\n", [], []),
        ("print(1)\n", [1], [1]),
        ("if x:\n    return 1\n", [1], [1]),
        ("if x:\n    x()\nelse:\n    y()\n", [2, 4], [2, 4]),
        ("with x:\n    x()\n", [2], [2]),
        ("while True:\n    x()\n", [], []),
        ("while True:\n    break\n", [1], []),
        ("for x in y:\n    return x\n", [1], []),
        ("for x in y:\n    return x\nz()\n", [3], []),
        ("match x:\n    case 1:\n        x()\n", [3, 1], [3]),
        ("match x:\n    case 1:\n        x()\n    case _:\n        return 2\n", [3], [3]),
        ("try:\n    return x\nexcept ValueError:\n    pass\n", [4], [4]),
        ("try:\n    x()\nfinally:\n    return 3\n", [], []),
    ],
)
def test_the_ends_of_a_block_are_found(body: str, lines: list[int], surely: list[int]) -> None:
    tree = ast.parse(body)
    assert [end.lineno for end in open_ends(tree.body)] == lines
    assert [end.lineno for end in open_ends(tree.body, surely=True)] == surely


@pytest.mark.parametrize(
    ("text", "name"),
    [("Queue", "Queue"), ("part.Queue[Item]", "Queue"), ("a.b.weight", "weight"), ("f()", "")],
)
def test_the_last_name_is_what_something_is_called_by(text: str, name: str) -> None:
    assert last_name(ast.parse(text, mode="eval").body) == name


def test_no_chain_of_branches_is_too_long_to_be_read() -> None:
    """Each `elif` is a level deeper in the tree; `start` is what the last of them leads to."""
    branches = "".join([f"    elif x == {n}: y()\n" for n in range(1100)])
    [function] = ast.parse(f"def act(x):\n    if x: y()\n{branches}").body
    assert isinstance(function, ast.FunctionDef)
    assert len([*open_ends(function.body)]) == 1102
    rows = "".join([f"elif x == {n}: y = {n}\n" for n in range(1100)])
    source = Source({"work.py": f"x = 3\nif x: y = 0\n{rows}"})
    assert len([*source.reachable("work", "y")]) == 1101


def test_for_advice_files_are_read_that_have_the_name_and_not_too_much_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("grader.student.source.MOST_FOR_ADVICE", 100)
    act = "def act(): pass\n"
    files = {"a.py": act, "b.py": "x = 1\n" * 99, "c.py": f"#{act}" * 99, "d.py": f"x = (\n{act}"}
    source = Source({**files, "e.py": act})
    assert [module for module, _ in source.functions("act")] == ["a", "e"]
    assert source._trees.keys() == {"a", "d", "e"}


def test_what_can_not_be_parsed_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    source = Source({"work.py": "def act(:\n"})
    with pytest.raises(CheckFailed, match="line 1"):
        source.tree("work")
    monkeypatch.setattr("grader.student.source.tree_of", None)
    with pytest.raises(CheckFailed, match="line 1"):
        source.tree("work")
