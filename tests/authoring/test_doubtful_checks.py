"""Checks that prove less than they seem to are found by their syntax trees."""

from pathlib import Path

import pytest

from grader.authoring.doubtful_checks import claimless, decided_inside, looked_at

CHECK = """\
@pytest.mark.task("bank.open", "opens")
def test_open(submission, expect, source, suite):
    {}
"""


def written(folder: Path, body: str) -> Path:
    file = folder / "test_bank.py"
    file.write_text(CHECK.format(body))
    return file


@pytest.mark.parametrize(
    "body",
    [
        "pass",
        "expect.answer(submission.bank.open(1))",
        "got = expect.answer(submission.bank.open(1))\n    got == 3",
        "submission.bank.open(1)",
        "source.tree('bank')",
    ],
)
def test_a_check_that_claims_nothing_is_a_line(tmp_path: Path, body: str) -> None:
    file = written(tmp_path, body)
    [line] = claimless(file)
    assert line.startswith(f"{file}:2: test_open claims nothing: ")


@pytest.mark.parametrize(
    "body",
    [
        "expect(submission.bank.open(1), 3)",
        "assert expect.answer(submission.bank.open(1)) == 3",
        "if source.tree('bank'): raise CheckFailed(Evidence('no'))",
        "expect_refusal(expect, submission.bank.open(1))",
        "for each in (1, 2): claim(each, expect=expect)",
        "suite.require_reference(())",
        "pytest.fail('no')",
        "with pytest.raises(KeyError): expect.answer(submission.bank.open(1))",
    ],
)
def test_a_check_that_claims_something_is_none(tmp_path: Path, body: str) -> None:
    assert list(claimless(written(tmp_path, body))) == []


def test_a_drawn_check_and_what_is_no_check_claim_nothing_themselves(tmp_path: Path) -> None:
    file = tmp_path / "test_bank.py"
    file.write_text(
        "@pytest.mark.task('bank.open', 'drawn')\n@drawn(st.integers(), count=3)\n"
        "def test_open(code, n):\n    return code.bank.open(n)\n\n"
        "def account(submission):\n    return submission.bank.open(1)\n"
    )
    assert list(claimless(file)) == []


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ("code.unittest.TestCase().assertRaises(code.builtins.KeyError, f)", "unittest.TestCase"),
        ("submission.contextlib.suppress", "contextlib.suppress"),
        ("CODE.builtins.all(values)", "builtins.all"),
    ],
)
def test_a_module_of_python_that_decides_is_a_line(tmp_path: Path, asked: str, named: str) -> None:
    file = written(tmp_path, f"expect({asked}, True)")
    [line] = decided_inside(file)
    assert line.startswith(f"{file}:3: {named} decides in the student's process, ")


def test_an_equality_with_a_plain_value_is_the_students_word(tmp_path: Path) -> None:
    file = written(tmp_path, "expect(submission.bank.total() == 3, True)")
    [line] = decided_inside(file)
    assert line.endswith("which can change it: expect(submission.bank.total(), 3)")
    one_of_theirs = "expect(submission.bank.V(1) == submission.bank.V(1), True)"
    assert list(decided_inside(written(tmp_path, one_of_theirs))) == []


@pytest.mark.parametrize("asked", ["CODE.builtins.len(x)", "submission.bank.all(x)", "mine.all(x)"])
def test_what_only_looks_at_an_answer_decides_nothing(tmp_path: Path, asked: str) -> None:
    assert list(decided_inside(written(tmp_path, f"expect({asked}, True)"))) == []


def test_of_a_kind_of_numbers_the_name_is_asked_instead(tmp_path: Path) -> None:
    file = written(tmp_path, "expect(submission.bank.rates().dtype == 'int64', True)")
    [line] = decided_inside(file)
    assert line.endswith(": expect(submission.bank.rates().dtype.name, 'int64')")


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("assert 'y' not in dir(work.Point())", "dir"),
        ("assert 'y' not in vars(work.Point)", "vars(work.Point)"),
        ("assert 'y' not in Point.__dict__", "Point.__dict__"),
        ("assert work.f.__closure__", "__closure__"),
        ("assert inspect.getsource(work.f)", "inspect.getsource"),
        ("assert hasattr(point, '__len__')", "hasattr"),
        ("assert isinstance(point, (int, collections.abc.Sized))", "Sized"),
    ],
)
def test_what_tests_as_they_are_do_not_see_is_a_line(tmp_path: Path, body: str, what: str) -> None:
    file = written(tmp_path, body)
    [line] = looked_at(file)
    assert line.startswith(f"{file}:3: {what} looks at a stand-in, which says nothing ")


PATCHES = [
    ("with patch('builtins.list', f): work.f()", "builtins.list"),
    ("monkeypatch.delattr('builtins.sorted')", "builtins.sorted"),
    ("monkeypatch.setattr('json.dumps', f)", "json.dumps"),
    ("import json; monkeypatch.setattr(json, 'dumps', f)", "json.dumps"),
    ("import sys; sys.exit = f", "sys.exit"),
    ("with mock.patch('pathlib.Path.exists'): work.f()", "pathlib.Path.exists"),
    ("from pathlib import Path; mock.patch.object(Path, 'exists')", "pathlib.Path.exists"),
    ("import random as r; monkeypatch.delattr(r, '_inst')", "random._inst"),
]


@pytest.mark.parametrize(("body", "what"), PATCHES)
def test_a_patch_that_does_not_reach_the_hand_in_is_a_line(
    tmp_path: Path, body: str, what: str
) -> None:
    file = written(tmp_path, body)
    [line] = looked_at(file)
    assert line.startswith(f"{file}:3: {what} is replaced for the tests alone")


@pytest.mark.parametrize(
    "body",
    [
        *(
            "patch('statistics.mean')",
            "patch('builtins.sorted')",
            "patch('work.sorted')",
            "patch('builtins.input')",
        ),
        *("import itertools; itertools.chain = f", "import sys; sys.argv = []", "work.x = 3"),
        *("monkeypatch.setattr('os.path.exists', f)", "patch('urllib.request.urlopen')"),
        *("import random; random.seed = f", "monkeypatch.setenv('a.b', 'c')", "x.setattr(y, 'z')"),
        *("from datetime import date; mock.patch.object(work.date, 'today')",),
    ],
)
def test_a_patch_that_does_is_no_line(tmp_path: Path, body: str) -> None:
    assert list(looked_at(written(tmp_path, body))) == []


@pytest.mark.parametrize("what", ["time.process_time", "os.times", "tracemalloc.take_snapshot"])
def test_what_measures_the_tests_box_is_a_line(tmp_path: Path, what: str) -> None:
    file = written(tmp_path, f"begin = {what}()")
    [line] = looked_at(file)
    assert line.startswith(f"{file}:3: {what} measures the tests' own box")


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("eval(repr(p))", "eval refuses a hand-in's text that is more than values"),
        ("exec(work.made())", "exec refuses a hand-in's text that is more than values"),
        ("pickle.loads(x)", "pickle.loads refuses a hand-in's pickle that names a function"),
        ("pickle.Unpickler(x)", "pickle.Unpickler refuses a hand-in's pickle"),
        ("shelve.open('x')", "shelve.open refuses a hand-in's pickle"),
        ("marshal.loads(x)", "marshal.loads is refused"),
        ("tar.extractall(x)", "extractall unpacks a hand-in's files, which can't be imported"),
        ("shutil.unpack_archive(x)", "unpack_archive unpacks a hand-in's files"),
    ],
)
def test_what_a_hand_in_may_not_have_run_is_a_line(tmp_path: Path, body: str, what: str) -> None:
    file = written(tmp_path, body)
    [line] = looked_at(file)
    assert line.startswith(f"{file}:3: {what}")


@pytest.mark.parametrize(
    "body",
    ["eval('1 + 1')", "exec('import work')", "pickle.dumps(x)", "x.eval(y)", "tar.getmembers()"],
)
def test_what_runs_nothing_of_a_hand_in_is_no_line(tmp_path: Path, body: str) -> None:
    assert list(looked_at(written(tmp_path, body))) == []


@pytest.mark.parametrize(
    "body",
    [
        *("dir()", "x.dir(1)", "inspect.isgeneratorfunction(f)", "hasattr(x, 'y')"),
        *("vars(point)", "point.__dict__", "inspect.signature(work.f)", "f.__annotations__"),
        *("dataclasses.asdict(point)", "dataclasses.fields(Point)", "f.__defaults__"),
    ],
)
def test_nothing_else_is_said_to_be_unseen(tmp_path: Path, body: str) -> None:
    assert list(looked_at(written(tmp_path, body))) == []


@pytest.mark.parametrize(
    "body",
    ["'pi' in vars(math)", "dir(clock)", "asdict.__closure__", "hasattr(path, '__len__')"],
)
def test_what_is_pythons_own_is_no_stand_in(tmp_path: Path, body: str) -> None:
    file = tmp_path / "test_bank.py"
    imports = "import math\nimport time as clock\nfrom os import path\n"
    file.write_text(f"{imports}from dataclasses import asdict\n{body}\n", "utf-8")
    assert list(looked_at(file)) == []


def test_a_solution_called_as_a_module_of_pythons_is_a_stand_in(tmp_path: Path) -> None:
    file = tmp_path / "test_math.py"
    file.write_text("import math\nassert 'x' not in dir(math)\n", "utf-8")
    [line] = looked_at(file)
    assert line.startswith(f"{file}:2: dir looks at a stand-in")
