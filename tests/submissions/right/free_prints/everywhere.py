"""Puts a decorator on each function of a module, and on each method of its classes."""

from types import FunctionType


def decorate(module, decorator):
    classes = [each for each in vars(module).values() if isinstance(each, type)]
    for owner in (module, *classes):
        for name, value in [*vars(owner).items()]:
            own = isinstance(value, FunctionType) and value.__module__ == module.__name__
            if own and not name.startswith("__"):
                setattr(owner, name, decorator(value))
