"""Files of a hand-in that staff should look at: they may be worth points, and have none now."""

import re
from collections.abc import Iterator

from grader.results import (
    CANT_BE_OPENED,
    CANT_BE_READ,
    IN_SEVERAL_FOLDERS,
    MISNAMED,
    TWIN,
    HandinResult,
)
from grader.statuses import Status

_UNREADABLE = re.compile(rf"\S+ {CANT_BE_READ}")


def unsure_files(result: HandinResult) -> Iterator[str]:
    """A line for each that can't be read or opened, has another name, or is there otherwise."""
    for module in result.modules:
        words = [check.message for check in module.checks if check.status is Status.ERROR]
        yield from dict.fromkeys(filter(_UNREADABLE.match, words))
    for note in result.notes:
        points_out = any(words in note for words in (CANT_BE_OPENED, MISNAMED, TWIN))
        if points_out or note.startswith(IN_SEVERAL_FOLDERS):
            yield note
