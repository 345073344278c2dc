"""Sessions at Python's prompt in a text, as data: `printed.json` beside the checks.

`grader.assignment.printed` extracts them from the texts. A session has the steps that one task's
examples need, and asks the hand-in nothing that other tasks are about.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from grader.inside.module_names import module_of_task

NAME = "printed.json"
# Prefix of the `text` of a starter file; line numbers in the student's own file may differ by now.
STARTER = "starter "


@dataclass(frozen=True, slots=True)
class PrintedStep:
    """What is typed at the prompt, its line in the text, and what the text prints below it.

    Without `printed`, nothing is compared.
    """

    typed: str
    line: int
    printed: str = ""


@dataclass(frozen=True, slots=True)
class PrintedSession:
    """The steps in one text for one task.

    `functions` and `classes` are the hand-in's names in it, and `modules` its modules, if they are
    imported by name. What it prints is written with the names of the `library`.
    are imported by name. What it prints is written in the names of the `library`.
    """

    task: str
    text: str
    title: str
    steps: tuple[PrintedStep, ...]
    functions: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    library: str = ""

    @property
    def module(self) -> str:
        """The module of its task."""
        return module_of_task(self.task)

    def place(self, step: PrintedStep) -> str:
        """The place of a step, in words."""
        given = "example in the docstring, " if self.text.startswith(STARTER) else ""
        return f"{given}{self.text.removeprefix(STARTER)}, line {step.line}"

    @property
    def name(self) -> str:
        """The name of its check, as a function name."""
        words = "".join([c if c.isalnum() else "_" for c in self.title])
        return f"test_{words}"


def sessions_to_bytes(sessions: Sequence[PrintedSession]) -> bytes:
    """The sessions as a file of the handout."""
    return json.dumps([asdict(session) for session in sessions], indent=1).encode() + b"\n"


def read_sessions(checks: Path) -> tuple[PrintedSession, ...]:
    """The sessions beside the checks; none if there is no such file."""
    path = checks / NAME
    return tuple(map(_session, json.loads(path.read_text("utf-8")))) if path.exists() else ()


def _session(data: dict[str, Any]) -> PrintedSession:
    lists = {name: tuple(value) for name, value in data.items() if isinstance(value, list)}
    steps = tuple([PrintedStep(**step) for step in data["steps"]])
    return PrintedSession(**{**data, **lists, "steps": steps})
