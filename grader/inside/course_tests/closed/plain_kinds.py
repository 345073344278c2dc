"""Classes of plain values, by module: a text or a pickle of the hand-in's may make such values."""

from typing import Any

# By name, so that nothing is imported that no test has imported.
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
# Modules in which some classes are written, and where they are imported from.
ALIASES = {"pathlib._local": "pathlib", "_decimal": "decimal", "_pydatetime": "datetime"}


def is_value_class(kind: Any) -> bool:
    """Whether something is one of these classes."""
    if not issubclass(type(kind), type):  # an object may claim to be a class
        return False
    module = type.__getattribute__(kind, "__module__")
    return is_named_value(str(module), kind.__qualname__)


def is_named_value(module: str, name: str) -> bool:
    """Whether a name in a module is that of a class of values."""
    return name in VALUES.get(ALIASES.get(module, module), ())
