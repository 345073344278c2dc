"""pytest runs your own tests here; the checks of this folder have a program of their own."""

from pathlib import Path

import pytest

collect_ignore_glob = ["test_*.py"]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "task(id, title): which task a check judges")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Those of a file that is named are collected all the same.
    items[:] = [item for item in items if item.path.parent != Path(__file__).parent]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.write_line("The public checks are run by `python3 -m checks`.")
