"""What modules import: a package also has the names of its modules (`from shop import Cart`).

All others are Python's own, or a package's.
"""

import ast
import symtable
from collections.abc import Collection, Iterator, Mapping, Sequence
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


def python_names(text: str, starter: str, own: Collection[str]) -> str:
    """The imports by which a module has names of Python's own, or of a package's, in lines.

    Names of another value there, or in what students begin with, are none of these: where `*`
    brings one, the last line says None for it. Modules below the `own` names aren't Python's.
    """
    taken = sorted({*_given_values(text), *_given_values(starter)})
    lines, has_all = list[str](), False
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom) and not node.level and node.module != "__future__":
            names = [one for one in node.names if (one.asname or one.name) not in taken]
            if names and (node.module or "").partition(".")[0] not in own:
                lines.append(ast.unparse(ast.ImportFrom(node.module, names, 0)))
                has_all |= names[0].name == "*"
    if has_all and taken:
        lines.append(" = ".join([*taken, "None"]))
    return "\n".join(lines)


def _given_values(text: str) -> Iterator[str]:
    """The names that a module gives values itself."""
    for name in symtable.symtable(text, "", "exec").get_symbols():
        if name.is_assigned() or name.is_declared_global():
            yield name.get_name()
