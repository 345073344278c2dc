"""Style of hand-ins, by ruff: many hand-ins in one call, each in its own folder.

Ruff runs no code, but it parses what somebody else wrote, and a few brackets too many crash it. So
it gets files under new names in a temporary folder, no configuration, no environment, and
bounds on CPU time, memory and output; only lines of the expected shape are read from its output. If
it crashes on several hand-ins, they are linted one at a time; if it crashes on one, that is the
finding.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from resource import RLIMIT_AS, RLIMIT_CORE, RLIMIT_CPU, RLIMIT_FSIZE, prlimit
from tempfile import TemporaryDirectory

from grader.assignment.config import Lint
from grader.errors import ConfigError
from grader.results import Finding
from grader.student.source import MOST_CHARACTERS

KIND = "lint"  # of findings of no rule
MOST_MESSAGE, MOST_LINES = 300, 40_000
WALL_SECONDS = 120.0
LIMITS = {RLIMIT_CPU: 20, RLIMIT_AS: 2 << 30, RLIMIT_FSIZE: 16 << 20, RLIMIT_CORE: 0}

Files = Mapping[str, str]


def ruff_version(settings: Lint) -> str:
    """The version of ruff that lints by these settings; empty if it isn't installed or needed.

    Raises `ConfigError` if it doesn't know a rule of the settings.
    """
    ruff = _ruff()
    if ruff is None or not settings.select:
        return ""
    tried = subprocess.run(
        _command(ruff, settings, "-"), input=b"", capture_output=True, check=False
    )
    if tried.returncode != 0:
        why = tried.stderr.decode("utf-8", "replace").rpartition("Cause:")[2].strip()
        raise ConfigError(f"lint.select: ruff refuses it: {why}")
    return subprocess.check_output([ruff, "--version"], text=True).strip()


def lint(handins: Sequence[Files], settings: Lint) -> list[list[Finding]]:
    """What ruff finds in each of some hand-ins, given as file names to texts.

    Findings are in the order of files and lines; there are none if ruff isn't installed.
    """
    ruff = _ruff()
    if ruff is None or not settings.select:
        return [[] for _ in handins]
    with TemporaryDirectory(prefix="lint") as name:
        folder = Path(name).resolve()
        for place, files in enumerate(handins):
            _write(folder / str(place), files)
        output, finished = _run(_command(ruff, settings, "."), folder)
    if not finished and len(handins) > 1:
        return [found for one in handins for found in lint([one], settings)]
    found = [[] if finished else [_UNFINISHED] for _ in handins]
    for place, finding in _read(output, handins, folder):
        found[place].append(finding)
    return [sorted(one, key=lambda each: (each.file, each.line)) for one in found]


_UNFINISHED = Finding("", 0, KIND, "ruff could not finish with these files")


def _ruff() -> str | None:
    """Where ruff is: beside this Python, or where commands are."""
    beside = Path(sys.executable).with_name("ruff")
    return str(beside) if beside.is_file() else shutil.which("ruff")


def _command(ruff: str, settings: Lint, what: str) -> list[str]:
    return [
        *(ruff, "check", "--isolated", "--no-cache", "--no-fix", "--exit-zero", "--quiet"),
        *("--output-format", "json-lines", "--target-version", "py311"),
        *("--select", ",".join(settings.select)),
        *("--config", f"line-length={settings.line_length}", what),
    ]


def _write(folder: Path, files: Files) -> None:
    folder.mkdir()
    for name, text in files.items():
        if len(text) <= MOST_CHARACTERS:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            # With its own line ends, which rules may be about.
            (folder / name).write_text(text, "utf-8", "replace", newline="")


def _run(command: Sequence[str], folder: Path) -> tuple[bytes, bool]:
    """What it wrote, as far as it got, and whether it finished."""
    # A file rather than a pipe, so that RLIMIT_FSIZE bounds it.
    with (folder / "output").open("w+b") as output:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={"RAYON_NUM_THREADS": "1"},  # hand-ins are linted side by side already
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.DEVNULL,
        )
        try:
            _bound(process.pid)
            finished = process.wait(WALL_SECONDS) == 0
        except subprocess.TimeoutExpired:
            finished = False
        finally:
            process.kill()
            process.wait()
        output.seek(0)
        return output.read(), finished


def _bound(pid: int) -> None:
    try:
        for kind, most in LIMITS.items():
            prlimit(pid, kind, (most, most))
    except ProcessLookupError:
        pass  # it has ended already


def _read(output: bytes, handins: Sequence[Files], folder: Path) -> Iterator[tuple[int, Finding]]:
    """The findings among lines of output, each with the place of its hand-in."""
    for line in output.splitlines()[:MOST_LINES]:
        try:
            data = json.loads(line)
            number, _, name = str(Path(data["filename"]).relative_to(folder)).partition("/")
            place, row, code = int(number), int(data["location"]["row"]), data["code"]
            if name in handins[place]:
                message = str(data["message"])[:MOST_MESSAGE]
                yield place, Finding(name, row, str(code), message)
        except (ValueError, KeyError, TypeError, IndexError):
            continue  # a line that was cut off, or not from ruff
