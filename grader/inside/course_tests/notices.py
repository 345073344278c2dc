"""Warnings and log records of a hand-in, which the tests' box emits again for pytest to see."""

import builtins
import logging
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress

from grader.inside.shortening import sendable

# The most notices between two messages, and the longest text.
MOST, MOST_TEXT = 200, 1_000
PLACE = "the hand-in"


class Notices(logging.Handler):
    """Collects the hand-in's warnings and logs; `names_of` says how a class of it is known."""

    def __init__(self, names_of: Callable[[type], list[str]]) -> None:
        super().__init__()
        self._names_of = names_of
        self._found: list[list[object]] = []

    def start(self) -> None:
        """Collect all of them from now on: the tests decide which of them count."""
        warnings.simplefilter("always")
        warnings.showwarning = self._note_warning  # type: ignore[assignment]
        logging.getLogger().setLevel(logging.NOTSET)
        logging.getLogger().addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Take a record, as `logging.Handler` does."""
        if record.exc_info:
            self.format(record)  # sets `exc_text`
        raised = (record.exc_text or "")[-MOST_TEXT:]
        texts = record.name, record.getMessage(), record.funcName or "", raised
        name, *others = (sendable(one, MOST_TEXT) for one in texts)
        self._note(["record", name, record.levelno, *others])

    def _note_warning(self, message: Warning | str, category: type[Warning], *_: object) -> None:
        names = [name for kind in category.__mro__ for name in self._names_of(kind)]
        self._note(["warning", names, sendable(str(message), MOST_TEXT)])

    def _note(self, notice: list[object]) -> None:
        if len(self._found) < MOST:
            self._found.append(notice)

    def taken(self) -> list[list[object]]:
        """The notices since the last call."""
        found, self._found = self._found, []
        return found


def give_again(notice: object, classes: Mapping[str, object]) -> None:
    """Emit a hand-in's warning or log record again; `classes` are those of its warnings.

    Ignores anything else. A warning is an exception where the tests make it one.
    """
    match notice:
        case ["warning", [*names], str(text)]:
            warning = _warning(names, text, classes)
            warnings.warn_explicit(warning, type(warning), PLACE, 1)
        case ["record", str(name), int(level), str(text), str(function), str(raised)]:
            logger = logging.getLogger(name)
            if logger.isEnabledFor(level):
                record = logger.makeRecord(name, level, PLACE, 1, text, (), None, function)
                record.exc_text = raised or None  # handlers print it after the message
                logger.handle(record)


def _warning(names: list[object], text: str, classes: Mapping[str, object]) -> Warning:
    for name in names:
        kind = classes.get(name) or getattr(builtins, name, None) if type(name) is str else None
        if isinstance(kind, type) and issubclass(kind, Warning):
            with suppress(Exception):  # a class may need more than a text
                return kind(text)
    return UserWarning(text)
