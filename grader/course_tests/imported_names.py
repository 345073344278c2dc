"""Modules of a package also have the names that they import: `from shop import Cart`."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from grader.inside.module_names import home_of
from grader.student_tests.outline import ModuleOutline


def with_imported(
    outlines: Sequence[ModuleOutline], files: Mapping[str, str]
) -> list[ModuleOutline]:
    """The outlines with the functions and classes that modules import from each other.

    `files` are the modules' texts, in the same order.
    """
    known = {outline.name: outline for outline in outlines}
    imports = {
        outline.name: list(_imports(file, text))
        for outline, (file, text) in zip(outlines, files.items(), strict=True)
    }
    # Once per module, since an imported name may itself be imported there.
    for _ in known:
        known = {name: _with(known[name], imports[name], known) for name in known}
    return [known[outline.name] for outline in outlines]


def _imports(file: str, text: str) -> Iterator[tuple[str, str]]:
    """Which names are imported, each after its module; `*` is all names."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom):
            home = home_of(file, node)
            # Under another name it would be another name of the module: those are not followed.
            yield from [(home, one.name) for one in node.names if one.asname in (None, one.name)]


def _with(
    outline: ModuleOutline,
    imports: Sequence[tuple[str, str]],
    known: Mapping[str, ModuleOutline],
) -> ModuleOutline:
    for home, name in imports:
        if home in known:
            outline = _and(outline, known[home], name)
    return outline


def _and(outline: ModuleOutline, home: ModuleOutline, wanted: str) -> ModuleOutline:
    there = [*outline.functions, *outline.methods]
    names = [name for name in (*home.functions, *home.methods) if name not in there]
    found = [name for name in names if wanted in (name, "*")]
    kinds = [name for name in found if name in home.methods]
    return replace(
        outline,
        functions=(*outline.functions, *[name for name in found if name not in kinds]),
        methods={**outline.methods, **{name: home.methods[name] for name in kinds}},
        attributes={**outline.attributes, **{name: home.attributes[name] for name in kinds}},
        bases={**outline.bases, **{name: home.bases[name] for name in kinds}},
    )
