"""Times as systems write them, as ISO: in UTC with an offset, without one where there is none."""

import pytest

from grader.handins.systems.readings import beginning, has_offset, moment

TIMES = {
    "2026-11-18-20-15-00": "2026-11-18T20:15:00",
    "20261118201500": "2026-11-18T20:15:00",
    "2026-11-18 20:15": "2026-11-18T20:15:00",
    "2026-11-18 20:15:00.123456789 Z": "2026-11-18T20:15:00.123456+00:00",
    "2026-11-19 01:00:00 -0500": "2026-11-19T06:00:00+00:00",
    "2026-11-18T20:15:00+05:30": "2026-11-18T14:45:00+00:00",
    "2026-11-18 20:15:00.12 UTC": "2026-11-18T20:15:00.120000+00:00",
    "2026-11-31 20:15:00": "",
    "2026-11-18 20:15:00 EST": "",
    "0001-01-01 00:00:00 Z": "",
    "0001-01-01 00:00:00": "",
    "yesterday": "",
}


@pytest.mark.parametrize("text", TIMES)
def test_a_time_is_read_with_its_offset_or_without(text: str) -> None:
    assert moment(text) == TIMES[text]
    assert has_offset(moment(text)) == moment(text).endswith("+00:00")


def test_a_beginning_is_what_all_names_share() -> None:
    assert beginning(["trees-a", "trees-b"]) == "trees-"
    assert (beginning(["same"]), beginning([])) == ("same", "")
