"""An assignment's library, as the tables that say which of its values may travel, and how.

A library declares them in its module `declared` (see `Declared`): literal tables by class. The
engine looks up no class by name and keeps no global table: a `Library` is an argument of whatever
reads or writes messages, so that the libraries of two assignments never meet.
"""

import operator
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from types import ModuleType
from typing import Any

from grader.inside.travel import arrays, charts, frames, live_charts, live_frames, watched
from grader.inside.values import TAGS, codecs_of, members_of

MODULE, DECLARED_IN = "declared", "__declared_in__"
# The engine's own tags, which a library can't use.
RESERVED = TAGS | {
    *("@", "@@", ".", "()", "=", "$", ">", "!", "#", "&", "&=", *"otlfk"),
    *("op", "given", "inf", "nan", "program", "sealed"),
}
# Packages whose values travel: codecs that work without the package, and those beside student code.
PACKAGES = {
    "numpy": (arrays.plain_codecs, arrays.live_codecs),
    "pandas": (frames.frame_codecs, live_frames.live_frame_codecs),
    "matplotlib": (charts.chart_codecs, live_charts.live_chart_codecs),
}
# Values of these may also be numbers of another package's types.
BELOW = {"pandas": "numpy", "matplotlib": "numpy"}

# Functions of `operator` that travel by name. They read no attributes, call nothing, and don't
# change their arguments.
OPERATORS = (
    *("abs", "add", "and_", "concat", "contains", "countOf", "eq", "floordiv", "ge", "getitem"),
    *("gt", "index", "indexOf", "inv", "invert", "is_", "is_not", "le", "length_hint", "lshift"),
    *("lt", "matmul", "mod", "mul", "ne", "neg", "not_", "or_", "pos", "pow", "rshift", "sub"),
    *("truediv", "truth", "xor"),
)

Field = tuple[str, Callable[[object], bool]]
Record = tuple[str, Sequence[Field]]
Parts = Callable[[object], Sequence[object]]


@dataclass(frozen=True, slots=True)
class Library:
    """The tables of one library; one without a name has none.

    Each table maps classes to a tag and what belongs to it:

    * `records`: fields, each with what it may hold; `constants`, compared by identity;
    * `sequences`: their elements as a list, and a sequence of a list;
    * `codecs`: what writes a value, and by tag what reads one, or raises `ValueError`;
    * `objects` of questions: content as data, content of data, and an object of its content;
    * `sealed` objects: what a box gets of one and what answers for it, and the object in the box;
    * `places` in objects: the path to one, the place at the end of a path;
    * `given`: classes that a question may make objects of, and `functions` that travel by name;
    * between two boxes: `sent_once` are records, `carried` values, `understudies` objects that
      never change, `changing` those that either side may change.
    """

    name: str = ""
    records: Mapping[type, Record] = field(default_factory=dict)
    constants: Sequence[tuple[str, object]] = ()
    sequences: Mapping[type, tuple[str, Callable[..., Any], Callable[..., object]]] = field(
        default_factory=dict
    )
    codecs: Mapping[type, tuple[Callable[..., object], Mapping[str, Callable[..., object]]]] = (
        field(default_factory=dict)
    )
    objects: Mapping[type, tuple[Any, ...]] = field(default_factory=dict)
    sealed: Mapping[type, tuple[Any, ...]] = field(default_factory=dict)
    places: Mapping[type, tuple[Any, ...]] = field(default_factory=dict)
    given: Sequence[type] = ()
    functions: Mapping[str, Callable[..., object]] = field(
        default_factory=lambda: {f"operator.{name}": getattr(operator, name) for name in OPERATORS}
    )
    sent_once: Collection[type] = frozenset()
    carried: Mapping[type, tuple[str, Parts, Callable[..., object]]] = field(default_factory=dict)
    understudies: Mapping[type, tuple[str, Parts, Callable[..., object]]] = field(
        default_factory=dict
    )
    changing: Mapping[type, tuple[str, Parts, Callable[..., None]]] = field(default_factory=dict)
    _remembered: dict[str, object] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        values = [
            *_tags(self.records, self.sequences),
            *[tag for tag, _ in self.constants],
            *[tag for _, readers in self.codecs.values() for tag in readers],
        ]
        of_questions = _tags(self.objects, self.sealed, self.places)
        between_boxes = _tags(self.carried, self.understudies, self.changing)
        for tags in (values, [*values, *of_questions], [*values, *between_boxes]):
            twice = {tag for tag in tags if tags.count(tag) > 1 or tag in RESERVED}
            if twice:
                raise ValueError(f"{self.name} declares the tag {min(twice)!r} for two things")

    def remembered(self, name: str, make: Callable[[], object]) -> Any:
        """What `make` returned on the first call for that name; for reading and writing values."""
        if name not in self._remembered:
            self._remembered[name] = make()
        return self._remembered[name]

    def has(self, kind: type) -> bool:
        """Whether a class is defined in one of the library's modules."""
        return bool(self.name) and kind.__module__.partition(".")[0] == self.name

    def named(self, name: str) -> object:
        """What the library offers under a name, or None."""
        return getattr(import_module(self.name), name, None) if self.name else None


def _tags(*tables: Mapping[type, Sequence[Any]]) -> list[str]:
    return [row[0] for table in tables for row in table.values()]


NO_LIBRARY = Library()


def read_library(name: str) -> Library:
    """The library of that name, which can be imported; `NO_LIBRARY` without a name."""
    return library_of(name, import_module(f"{name}.{MODULE}")) if name else NO_LIBRARY


def with_packages(library: Library, packages: Collection[str], *, live: bool) -> Library:
    """The library plus the values of packages; `live` if the packages can be imported here."""
    codecs = dict(library.codecs)
    for name in (*packages, *[BELOW[name] for name in packages if name in BELOW]):
        if name in PACKAGES:
            plain, imported = PACKAGES[name]
            codecs |= imported() if live else plain()
    return replace(library, codecs=codecs) if packages else library


def library_of(name: str, declared: ModuleType) -> Library:
    """A library from the module that declares its tables; each may be missing.

    `VALUES` lists dataclasses, named tuples and enums that need no more declaration than that,
    `WATCHED` classes with the methods that the judge answers (see `travel.watched`).
    """

    def table(of: str) -> Any:
        return getattr(declared, of, {})

    values = tuple(table("VALUES"))
    for kind in (*values, *table("WATCHED")):
        # So that the other declarations can be found from one of its objects.
        setattr(kind, DECLARED_IN, declared)
    return Library(
        name,
        records=table("RECORDS"),
        constants=(*table("CONSTANTS"), *members_of(values)),
        sequences=table("SEQUENCES"),
        codecs={**table("CODECS"), **codecs_of(values)},
        objects=table("OBJECTS"),
        sealed={**table("SEALED"), **watched.rows_of(table("WATCHED"))},
        places=table("PLACES"),
        given=tuple(table("GIVEN")),
        functions={**NO_LIBRARY.functions, **table("FUNCTIONS")},
        sent_once=frozenset(table("SENT_ONCE")),
        carried=table("CARRIED"),
        understudies=table("UNDERSTUDIES"),
        changing=table("CHANGING"),
    )


def row_of(kind: type, table: Mapping[type, object]) -> Any:
    """A table's entry for a class or the first of its bases that has one, or None."""
    return next((table[base] for base in kind.__mro__ if base in table), None)
