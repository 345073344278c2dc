"""A station takes an order only if it would come to the same verdicts."""

import re
from dataclasses import replace

import pytest

from grader.errors import UsageError
from grader.running.dask_station import Order, demand
from grader.sandbox.tiers import Tier

ORDER = Order({"Python": "3.11.7", "pytest": "9"}, {"las": "12", "nim": "34"}, Tier.CONFINED)


def test_an_order_goes_through_json() -> None:
    assert Order.from_json(ORDER.to_json()) == ORDER


def test_the_same_versions_and_files_are_taken() -> None:
    demand(ORDER, ORDER.versions, {**ORDER.digests, "lolo": "of no interest"})


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (
            replace(ORDER, versions={"Python": "3.12.1"}),
            "it has Python 3.11.7, needs 3.12.1",
        ),
        (
            replace(ORDER, versions={"hypothesis": "6"}),
            "it has no hypothesis, needs 6",
        ),
        (
            replace(ORDER, digests={"las": "12", "nim": "35", "run": "56"}),
            "its checks, limits or reference of nim, run differ from those of this batch;"
            " give it the same files",
        ),
    ],
)
def test_other_versions_or_files_are_refused(order: Order, why: str) -> None:
    with pytest.raises(UsageError, match=f"^{re.escape(why)}$"):
        demand(order, ORDER.versions, ORDER.digests)
