"""What a box of a pair does (for questions about a hand-in, see `worker`).

It runs a student's suite, is the solution that a suite is run on, or runs the course's tests; and
it reads a suite's text first. Its judge says what, and gives it the socket to the other box.
"""

import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any

from grader.inside.channel import Channel
from grader.inside.library import Library
from grader.inside.notebook.layout import as_one, each_by_itself
from grader.inside.nursery import NOT_RUN, READING, SUITE, TESTS, UNCOLLECTED
from grader.inside.pair.link import Link, SolutionLink, Transcript
from grader.inside.sources import SourceFinder, codes_of, unpack_data
from grader.inside.student_tests.solution import SolutionPeer
from grader.inside.surroundings.streams import CapturedOutput, show_on, type_next
from grader.inside.wire import dump, load

# The longest message that a hand-in may send the course's tests.
MOST_ANSWER_BYTES = 4 << 20


def public_names(public: Iterable[tuple[str, Sequence[str]]]) -> dict[str, frozenset[str]]:
    """Each module's public names, from the judge's form: `[[module, [name, …]], …]`."""
    return {module: frozenset(names) for module, names in public}


class PairedBox:
    """One end of a pair; in `transcript` the trusted end records what is said.

    pytest and the modules that read suites are imported on demand: few boxes need them.
    """

    def __init__(self, channel: Channel, library: Library, transcript: Transcript | None) -> None:
        self._channel = channel
        self._library = library
        self._transcript = transcript
        self._tests: Any = None

    def read_suite(self, payload: bytes) -> bytes:
        """What can be read from a suite's text, and its files' code.

        That is what its tests can ask (see `reading.examine`), why it can't be collected, and why
        some of its tests test nothing.

        Nothing is executed. The payload is `[file, [[module, [public name, …]], …], [[module, [name
        that can be imported, …]], …], file, …]`, with files as `unpack_data` takes them.
        """
        file, public, importable, *files = load(payload)
        given, _ = unpack_data(files)
        texts = {name: as_one(name, text) for name, text in given.items()}
        asked = import_module(READING).examine(file, texts, dict(public))
        modules = {name: each_by_itself(name, text) for name, text in given.items()}
        why = import_module(UNCOLLECTED).why_uncollected(file, texts, dict(importable))
        not_run = import_module(NOT_RUN).why_not_run(texts.get(file, ""))
        return dump([asked, why, [*map(list, not_run.items())], codes_of(modules)])

    def run_suite(self, payload: bytes) -> bytes:
        """Run a student's suite; returns the result (see `suite.run`)."""
        _open_streams()
        link = Link(self._channel.fetch_socket())
        word: bytes = import_module(SUITE).run(link, self._library, payload)
        link.close()
        return word

    def serve_suite(self, payload: bytes) -> bytes:
        """Be the solution that a suite in another box is run on; returns why that ended.

        The payload is `[recursion limit, bytes of the longest message, [[module, [public name, …]],
        …], file, …]`, with code in place of texts.
        """
        limit, most_bytes, public, *files = load(payload)
        sys.setrecursionlimit(limit)
        codes, _ = unpack_data(files)
        SourceFinder({}, codes=codes).install()
        link = self._believed_link(most_bytes)
        try:
            SolutionPeer(link, self._library, public_names(public)).serve()
        except EOFError:
            return dump(link.why_closed)

    def open_tests(self, payload: bytes) -> bytes:
        """Collect the course's tests (see `course_tests.session`); returns what was found."""
        _open_streams()
        # The hand-in's box is trusted no more than a suite.
        link = self._believed_link(MOST_ANSWER_BYTES)
        self._tests = import_module(TESTS).CourseTests(link, self._library, payload)
        collected: bytes = self._tests.collected()
        return collected

    def run_test(self, payload: bytes) -> bytes:
        """The result of the tests of a path."""
        outcome: bytes = self._tests.run(load(payload))
        return outcome

    def _believed_link(self, most_bytes: int) -> SolutionLink:
        assert self._transcript is not None
        return SolutionLink(self._channel.fetch_socket(), self._transcript, most_bytes)


def _open_streams() -> None:
    """Set up empty standard input, and discard what tests print."""
    screen = CapturedOutput(0)
    type_next("")
    show_on(screen.out, screen.errors)
