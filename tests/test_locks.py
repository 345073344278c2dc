"""Each lock has all that is installed from it, on every Python that the project is for."""

import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, requires

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support import ROOT

EXTRAS = {
    "requirements.lock": ("install",),
    "requirements-dev.lock": ("install", "dev"),
    "requirements-mutants.lock": ("mutants",),
    "requirements-dask.lock": ("dask",),
}
PYTHONS = ("3.11", "3.12", "3.13", "3.14", "3.15")


def asked_for(lock: str) -> list[str]:
    """What the project itself needs of a lock."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    optional = project["optional-dependencies"]
    extras: list[str] = [one for extra in EXTRAS[lock] for one in optional[extra]]
    return [*project["dependencies"], *extras]


def pinned(lock: str, python: str) -> dict[str, str]:
    """The versions that are pinned for a Python, by name."""
    lines = (ROOT / lock).read_text("utf-8").splitlines()
    pins = [Requirement(line.removesuffix("\\")) for line in lines if "==" in line.split("#")[0]]
    chosen = [one for one in pins if holds(one, python)]
    return {canonicalize_name(one.name): str(one.specifier) for one in chosen}


def holds(requirement: Requirement, python: str) -> bool:
    machine = {"python_version": python, "python_full_version": f"{python}.0", "extra": ""}
    return requirement.marker is None or requirement.marker.evaluate(machine)


def wanted_by(names: Iterable[str], python: str) -> Iterator[tuple[str, str]]:
    """Who needs what, as far as it is installed here, where its needs can be read."""
    for name in names:
        try:
            needs = [Requirement(text) for text in requires(name) or ()]
        except PackageNotFoundError:
            continue
        yield from [(name, need.name) for need in needs if holds(need, python)]


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("lock", EXTRAS)
def test_a_lock_is_complete(lock: str, python: str) -> None:
    pins = pinned(lock, python)
    needs = [("grader", Requirement(one).name) for one in asked_for(lock)]
    needs += wanted_by(pins, python)
    missing = [f"{who} needs {what}" for who, what in needs if canonicalize_name(what) not in pins]
    assert not missing
    assert all(version.startswith("==") for version in pins.values())
