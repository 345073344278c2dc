"""`python -m grader.running.dask_station`: grades for a Dask worker, in a process of its own.

It reads from descriptor 'argv[1]' what to grade (`Order`), and refuses if it can't come to exactly
the same verdicts as every other machine. Then hand-ins come in over that descriptor and results go
out, one at a time, until it is closed. The assignment is the `config.yaml` in the folder where the
worker was started, or the file that GRADER_CONFIG names.
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from grader.assignment.config import Assignment
from grader.assignment.digest import module_digests
from grader.assignment.load import load
from grader.errors import GraderError, IsolationUnavailable, UsageError
from grader.inside.lockdown import die_with
from grader.judging.unit import Unit
from grader.running.certificate import keys_here
from grader.running.proof import prove
from grader.running.session import Session, choose_tier, open_session
from grader.sandbox.doctor import versions
from grader.sandbox.tiers import Tier

CONFIG = "GRADER_CONFIG"


@dataclass(frozen=True, slots=True)
class Order:
    """What a batch asks of every machine: the same versions, the same checks, walls enough.

    `digests` are those of the modules to grade (`grader.assignment.digest`), `tier` is the weakest
    isolation that staff accept.
    """

    versions: Mapping[str, str]
    digests: Mapping[str, str]
    tier: Tier

    def to_json(self) -> bytes:
        """The order as bytes for another process."""
        return json.dumps(asdict(self)).encode("ascii")

    @staticmethod
    def from_json(payload: bytes) -> "Order":
        """The inverse of `to_json`."""
        data = json.loads(payload)
        return Order(data["versions"], data["digests"], Tier(data["tier"]))


def order_of(assignment: Assignment, modules: list[str], tier: Tier) -> Order:
    """What this machine, with its own versions and files, asks of others."""
    digests = module_digests(assignment)
    return Order(dict(versions()), {module: digests[module] for module in modules}, tier)


def main() -> None:
    """Serve until the descriptor is closed."""
    die_with(os.getppid())
    connection: Connection[bytes, bytes] = Connection(int(sys.argv[1]))
    try:
        _serve(connection, Order.from_json(connection.recv_bytes()))
    except (EOFError, OSError):
        return  # the worker has no more use for this station
    except GraderError as error:
        connection.send_bytes(b"E" + " ".join(str(error).split()).encode())


def _serve(connection: "Connection[bytes, bytes]", order: Order) -> None:
    config = Path(os.environ.get(CONFIG, "config.yaml")).absolute()
    if not config.is_file():
        raise UsageError(f"there is no {config}; start workers beside config.yaml, or set {CONFIG}")
    assignment = load(config)
    demand(order, dict(versions()), module_digests(assignment))
    tier = choose_tier(Tier.NONE)
    if tier < order.tier:
        raise IsolationUnavailable(
            f"it gives isolation tier {tier.name.lower()}, needs {order.tier.name.lower()};"
            " `grader doctor` there says why"
        )

    def body(session: Session) -> None:
        # One at a time, as hand-ins are graded here.
        verdicts = prove(assignment, session, keys_here(assignment, tier), 1, pinned=False)
        proof = {"tier": tier.name.lower(), "verdicts": verdicts}
        connection.send_bytes(b"T" + json.dumps(proof).encode())
        for done in session.grade_in_groups(_units(connection), 1, pinned=False):
            for _, payload in done:
                connection.send_bytes(b"R" + payload)

    open_session(assignment, list(order.digests), tier, body)


def _units(connection: "Connection[bytes, bytes]") -> Iterator[Unit]:
    while True:
        try:
            yield Unit.from_json(connection.recv_bytes())
        except (EOFError, OSError):
            return


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


if __name__ == "__main__":
    main()
