"""A text that is handed in is a module that holds it, whatever is in it."""

from itertools import product

from grader.inside.text_modules import VARIABLE, is_text, module_of, with_modules

TEXTS = [
    "",
    "SELECT name\nFROM shop;\n",
    "it's '''quoted''' \\' and \\\\ends in a quote'",
    "''''",
    "\\",
    "line\r\nends\rof all\x0c\x85\u2028kinds\0é",
    "'''\nimport os\nTEXT = '''",
    *["".join(signs) for signs in product("'\\\n", repeat=4)],
]


def test_a_module_holds_its_text_and_no_code() -> None:
    for text in TEXTS:
        module = module_of("cheap.sql", text)
        # What it is made of is ours alone: a string, and a name.
        code = compile(module, "cheap.py", "exec")
        assert (code.co_names, code.co_consts) == ((VARIABLE,), (text, None))
        assert module.startswith("# Made of cheap.sql: edit that file, not this one.\n")


def test_only_texts_that_are_asked_for_become_modules() -> None:
    files = {"cheap.sql": "a", "other.sql": "b", "work.py": "c", "cheap.py": "d"}
    made = with_modules(files, ["cheap.sql", "work.py", "missing.csv"])
    assert made == {
        "other.sql": "b",
        "work.py": "c",
        "cheap.py": module_of("cheap.sql", "a"),
    }
    assert [name for name in (*files, "a.ipynb", "b.txt") if is_text(name)] == [
        *("cheap.sql", "other.sql", "b.txt")
    ]
