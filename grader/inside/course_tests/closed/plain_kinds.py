"""Classes of plain values, by module: a text or a pickle of the hand-in's may make such values."""

from typing import Any

# By name: what no test has imported isn't imported for this.
VALUES: dict[str, frozenset[str]] = {
    "builtins": frozenset(
        (
            *("bool", "bytearray", "bytes", "complex", "dict", "float", "frozenset", "int"),
            *("list", "object", "range", "set", "slice", "str", "tuple"),
        )
    ),
    "array": frozenset(("array",)),
    "collections": frozenset(
        (
            *("ChainMap", "Counter", "OrderedDict", "UserDict", "UserList", "UserString"),
            *("defaultdict", "deque"),
        )
    ),
    "datetime": frozenset(("date", "datetime", "time", "timedelta", "timezone")),
    "decimal": frozenset(("Decimal",)),
    "fractions": frozenset(("Fraction",)),
    "ipaddress": frozenset(
        f"IPv{version}{what}" for version in (4, 6) for what in ("Address", "Interface", "Network")
    ),
    "pathlib": frozenset(
        (
            *("Path", "PosixPath", "WindowsPath"),
            *("PurePath", "PurePosixPath", "PureWindowsPath"),
        )
    ),
    "time": frozenset(("struct_time",)),
    "types": frozenset(("SimpleNamespace",)),
    "uuid": frozenset(("SafeUUID", "UUID")),
}
# Where a class is written, for where it is imported from.
ALIASES = {"pathlib._local": "pathlib", "_decimal": "decimal", "_pydatetime": "datetime"}


def is_value_class(kind: Any) -> bool:
    """Whether something is one of these classes."""
    if not issubclass(type(kind), type):  # an object of the hand-in's may say that it is one
        return False
    module = type.__getattribute__(kind, "__module__")
    return is_named_value(str(module), kind.__qualname__)


def is_named_value(module: str, name: str) -> bool:
    """Whether a name of a module is that of one."""
    return name in VALUES.get(ALIASES.get(module, module), ())
