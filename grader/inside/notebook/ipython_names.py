"""What a notebook takes for granted, where no notebook is: names that do as little as they can."""

import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

IPYTHON = "IPython"
# Packages that show things ask which one it is.
VERSION = (9, 0, 0, "")


def given() -> dict[str, object]:
    """The names that every cell finds."""
    return {"display": display, "get_ipython": get_ipython, "In": [""], "Out": {}}


def display(*values: object, **_options: object) -> None:
    """Print values as a prompt would."""
    for value in values:
        sys.stdout.write(f"{value!r}\n")


def get_ipython() -> "InertObject":
    """What is there in place of IPython's shell."""
    return _shell


class InertObject:
    """Takes all that is done to it, and does nothing."""

    def __init__(self, *_values: object, **_options: object) -> None:
        pass

    def __call__(self, *_values: object, **_options: object) -> "InertObject":
        return self

    def __getattr__(self, name: str) -> "InertObject":
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __iter__(self) -> object:
        return iter(())


_shell = InertObject()


class _IPython(MetaPathFinder, Loader):
    """Makes modules of IPython: what they show is shown nowhere."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,  # noqa: ARG002  # the import system's signature
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        is_own = fullname.partition(".")[0] == IPYTHON
        return ModuleSpec(fullname, self, is_package=True) if is_own else None

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__.update(given(), __getattr__=_made, version_info=VERSION)


def _made(name: str) -> type[InertObject]:
    if name.startswith("__"):
        raise AttributeError(name)
    return type(name, (InertObject,), {})


_offered = _IPython()


def offer_ipython() -> None:
    """Let notebooks import IPython also where it isn't installed."""
    if _offered not in sys.meta_path:
        sys.meta_path.append(_offered)
