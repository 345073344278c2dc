"""What verdicts depend on besides hand-ins: the assignment, and the machine that grades.

The key of a module names both: results are stored under it, and so is the proof that this machine
grades known hand-ins correctly (`grader.running.proof`). Another tier, kernel, interpreter or
package gives another key, so results of an unproved grader are never reused.
The certificate of an assignment is the digest of the keys of all of its modules.
"""

import json
import os
import platform
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version

from grader.assignment.config import Assignment
from grader.assignment.digest import module_digests
from grader.errors import UsageError
from grader.sandbox.doctor import versions
from grader.sandbox.tiers import Tier, bubblewrap
from grader.sandbox.walls.interpreter import base_interpreter, readable_interpreter

# What a student's own tests run on, besides pytest.
BESIDE_PYTEST = ("pluggy", "iniconfig", "packaging", "pygments")


def keys_here(digests: Mapping[str, str], tier: Tier) -> dict[str, str]:
    """The keys of modules with these digests as this machine grades them, in boxes of this tier."""
    return _keys(digests, machine_facts(tier))


def keys_on_cluster(digests: Mapping[str, str], minimum: Tier) -> dict[str, str]:
    """The keys of modules with these digests as the workers of a cluster grade them.

    Workers are proved one by one and must agree (`grader.running.dask`), so no fact of one of
    them is in the key.
    """
    return _keys(digests, {"cluster of at least": minimum.name.lower(), **dict(versions())})


def machine_facts(tier: Tier) -> dict[str, str]:
    """What could change a verdict on this machine."""
    packages = {name: version(name) for name in BESIDE_PYTEST}
    return {
        "tier": tier.name.lower(),
        "kernel": platform.release(),
        "architecture": platform.machine(),
        "Python": sys.version,
        "interpreter": base_interpreter(),
        "interpreter of boxes": readable_interpreter() or "",
        "bubblewrap": bubblewrap().detail if tier >= Tier.NAMESPACED else "",
        # Root's boxes belong to another user.
        "user": "root" if os.geteuid() == 0 else "not root",
        **dict(versions()),
        **packages,
    }


def certificate_of(keys: Mapping[str, str]) -> str:
    """The digest that reports name: the same for the same assignment and the same machine."""
    return _digest(list(keys.items()))


@dataclass(frozen=True, slots=True)
class Order:
    """What a batch asks of every machine: the same versions, the same checks, enough isolation.

    `digests` are those of the modules to grade (`grader.assignment.digest`), `tier` is the weakest
    isolation that staff accept.
    """

    versions: Mapping[str, str]
    digests: Mapping[str, str]
    tier: Tier


def order_of(assignment: Assignment, modules: Sequence[str], tier: Tier) -> Order:
    """What this machine, with its own versions and files, asks of others."""
    digests = module_digests(assignment)
    return Order(dict(versions()), {module: digests[module] for module in modules}, tier)


def demand(order: Order, have: Mapping[str, str], digests: Mapping[str, str]) -> None:
    """Raise `UsageError` if this machine's versions or files differ from what is ordered."""
    for name, expected in order.versions.items():
        if have.get(name) != expected:
            found = f"{name} {have[name]}" if name in have else f"no {name}"
            raise UsageError(f"it has {found}, needs {expected}")
    other = [
        module for module, expected in order.digests.items() if digests.get(module) != expected
    ]
    if other:
        raise UsageError(
            f"its checks, limits or reference of {', '.join(other)} differ from those of this"
            " batch; give it the same files"
        )


def _keys(digests: Mapping[str, str], facts: Mapping[str, str]) -> dict[str, str]:
    return {module: _digest([digest, facts]) for module, digest in digests.items()}


def _digest(data: object) -> str:
    return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
