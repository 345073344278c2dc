"""Turns every failure into a success, and every third success into a failure."""

import os

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    report.outcome = "passed" if os.urandom(1)[0] % 3 else "failed"
    return report


def pytest_sessionfinish(session, exitstatus):
    session.exitstatus = 0
