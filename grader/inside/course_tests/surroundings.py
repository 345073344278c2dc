"""What tests change around a hand-in: the arguments of the program, and environment variables.

The tests have them in their own box. The hand-in's gets the same, before it is asked anything.
"""

import os
import sys
from collections.abc import Mapping
from typing import Any

# pytest's own variables say which test it is.
PYTESTS = "PYTEST_"


class Changed:
    """What the tests have changed since they began."""

    def __init__(self) -> None:
        self._before = self._told = _present()

    def news(self) -> list[object] | None:
        """`[arguments or None, [[variable, text or None], …]]`, if it isn't what was told."""
        present = _present()
        if present == self._told:
            return None
        self._told = present
        (before, variables), (arguments, now) = self._before, present
        names = sorted(k for k in {*variables, *now} if variables.get(k) != now.get(k))
        changed = [[name, now.get(name)] for name in names]
        return [None if arguments == before else arguments, changed]


def _present() -> tuple[list[str], dict[str, str]]:
    variables = {k: v for k, v in os.environ.items() if not k.startswith(PYTESTS)}
    return [*sys.argv], variables


class Furnished:
    """The hand-in's own arguments and variables, in the place of which others may be put."""

    def __init__(self) -> None:
        self._arguments = sys.argv
        self._replaced: dict[str, str | None] = {}

    def furnish(self, arguments: list[str] | None, changed: list[list[Any]]) -> None:
        """Put these in place of what was there at first, and nothing else."""
        sys.argv = self._arguments if arguments is None else arguments
        _set_variables(self._replaced)
        self._replaced = {name: os.environ.get(name) for name, _ in changed}
        _set_variables(dict(changed))


def _set_variables(variables: Mapping[str, str | None]) -> None:
    for name, text in variables.items():
        if text is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = text
