"""Checks of what texts print, collected by pytest beside those of a file of checks."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from grader.inside.module_names import tests_of
from grader.student.claims import Expect
from grader.student.printed.asking import ask_session
from grader.student.printed.sessions import PrintedSession


class FileWithSessions(pytest.Module):
    """A file of checks, after which the sessions of its module are asked."""

    sessions: Sequence[PrintedSession] = ()

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        """The checks of the file, and one of each session."""
        yield from super().collect()
        for session in self.sessions:
            check = _check_of(session)
            yield pytest.Function.from_parent(self, name=session.name, callobj=check)


def file_with_sessions(
    path: Path, parent: pytest.Collector, sessions: Iterable[PrintedSession]
) -> FileWithSessions:
    """A file of checks with those of the sessions that are its module's."""
    found: FileWithSessions = FileWithSessions.from_parent(parent, path=path)
    found.sessions = [session for session in sessions if tests_of(session.module) == path.name]
    return found


def _check_of(session: PrintedSession) -> Any:
    @pytest.mark.task(session.task, session.title)
    def check(submission: Any, expect: Expect) -> None:
        del submission
        ask_session(session, expect)

    return check
