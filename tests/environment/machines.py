"""Machines that lack something: commands run where it is hidden from them, and from nobody else.

Each fault is a shell script that begins in a private mount namespace and ends in the command. What
it masks is masked there only, so tests beside see the machine as it is.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
PATIENCE_SECONDS = 200


def require_root() -> None:
    """Skip a test that nobody but root can make a machine for."""
    able = os.getuid() == 0 and shutil.which("unshare")
    if not able or subprocess.run(["unshare", "-m", "true"], check=False).returncode:
        pytest.skip("not root, who can hide parts of a machine by mounts")


def run_in_another_pid_namespace(program: str) -> subprocess.CompletedProcess[str]:
    """Run a Python program where no process of ours can be seen; it must end well."""
    require_root()
    unshare = ["unshare", "--fork", "--pid", "--mount-proc", "--kill-child"]
    done = run([*unshare, sys.executable, "-c", program])
    assert done.returncode == 0, done.stderr
    return done


def run_on(
    machine: str, command: list[str], environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command after the lines of shell that make the machine."""
    require_root()
    script = f'set -e\n{machine}\nexec "$@"\n'
    return run(["unshare", "-m", "sh", "-c", script, "sh", *command], environment)


def run(
    command: list[str], environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command in the repository."""
    return subprocess.run(
        command,
        cwd=REPOSITORY,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
