"""What a notebook takes for granted, in plain Python: names that do as little as possible."""

import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

IPYTHON = "IPython"
# Some plotting packages check IPython's version.
VERSION = (9, 0, 0, "")


def given() -> dict[str, object]:
    """The names that exist in every cell."""
    return {"display": display, "get_ipython": get_ipython, "In": [""], "Out": {}}


def display(*values: object, **_options: object) -> None:
    """Print values as a prompt would."""
    for value in values:
        sys.stdout.write(f"{value!r}\n")


def get_ipython() -> "InertObject":
    """A substitute for IPython's shell."""
    return _shell


class InertObject:
    """Accepts any use, and does nothing."""

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
    """Makes IPython's modules, whose displays go nowhere."""

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
    """Let notebooks import IPython even if it isn't installed."""
    if _offered not in sys.meta_path:
        sys.meta_path.append(_offered)
