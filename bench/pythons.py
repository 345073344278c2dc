"""`python -m bench.pythons`: a class has the same grades on the newest other Python here.

Looks on the PATH and where Pythons are often installed for the newest one from 3.11 on that is of
another version than this one, sets up an environment for it under `build/`, grades a small class
with both and prints whose grades differ; the exit status is 1 if any do. The first lines of
programs are tried with the other one, too. Where there is none, that is said in one line.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.small_class import SmallClass, differences

ROOT = Path(__file__).parents[1]
OLDEST = (3, 11)
SIZE = 6
AS_AT_HOME = [f"tests/planted/test_{name}as_at_home.py" for name in ("", "programs_")]
# Hand-ins that Pythons have graded differently.
TELLING = ("deep_calls", "deep")
ASK = "import sys, venv, ensurepip; print(*sys.version_info[:2], sys.version_info.releaselevel)"


def found_pythons() -> list[str]:
    """One Python of each version from 3.11 on that can be run here, the oldest first."""
    found: dict[tuple[int, int], str] = {}
    for path in _candidates():
        version = version_of(path)
        if version is not None and version >= OLDEST:
            found.setdefault(version, path)
    return [found[version] for version in sorted(found)]


def _candidates() -> Iterator[str]:
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    folders += sorted(Path.home().glob(".pyenv/versions/*/bin"))
    folders += sorted(Path("/opt").glob("python*/bin"))
    yield sys.executable
    for folder in folders:
        with suppress(OSError):  # another user's, on a PATH that was inherited
            yield from map(str, sorted(folder.glob("python3.[0-9][0-9]")))


def version_of(python: str) -> tuple[int, int] | None:
    """The version of a released Python that can make environments; `None` for anything else."""
    try:
        done = subprocess.run(
            [python, "-c", ASK], capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    match done.stdout.split():
        case [major, minor, "final"] if done.returncode == 0:
            return int(major), int(minor)
    return None


def environment_of(python: str, version: str) -> Path:
    """The interpreter of an environment for a Python, with what grading needs; it is made once."""
    folder = ROOT / f"build/pythons/{version}"
    ready = folder / ".ready"
    if not ready.exists():
        subprocess.run([python, "-m", "venv", "--clear", folder], check=True)
        pip = [folder / "bin/python", "-m", "pip", "install", "--quiet"]
        options = ("--disable-pip-version-check", "--require-hashes", "-r")
        subprocess.run([*pip, *options, ROOT / "requirements.lock"], check=True)
        engine = ("--disable-pip-version-check", "--no-deps", "--no-build-isolation", "-e", ROOT)
        subprocess.run([*pip, *engine], check=True)
        ready.touch()
    return folder / "bin/python"


def compare(python: Path, size: int) -> list[str]:
    """Whose grades differ between this Python and another one, in a class of that size."""
    with TemporaryDirectory(prefix="pythons-", dir="/var/tmp") as name:
        Path(name).chmod(0o755)
        small = SmallClass.make(Path(name, "class"), size, first=TELLING)
        grades = []
        for number, each in enumerate((Path(sys.executable), python)):
            command = [str(each), *small.command(f"out{number}")[1:]]
            said = small.start(command).communicate()[1]
            if not (small.folder / f"out{number}/grades.json").exists():
                return [f"{each} graded nothing: {said.strip()[-300:]}"]
            grades.append(small.grades(f"out{number}"))
    return list(differences(*grades))


def unlike_home(python: Path) -> list[str]:
    """The last lines of the tests of what a program may take for granted, if they fail there."""
    command = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *AS_AT_HOME]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()[-5:] if done.returncode else []


def main() -> int:
    """Compare with the newest other Python; the exit status is 1 if grades differ."""
    others = [one for one in found_pythons() if version_of(one) != sys.version_info[:2]]
    this = f"{sys.version_info.major}.{sys.version_info.minor}"
    if not others:
        print(f"not tested here: another Python than {this}; there is none")
        return 0
    version = "{}.{}".format(*(version_of(others[-1]) or OLDEST))
    python, begin = environment_of(others[-1], version), time.monotonic()
    wrong = compare(python, SIZE)
    seconds = time.monotonic() - begin
    equal = "differ" if wrong else "are equal"
    print(f"{SIZE} hand-ins: grades of Python {this} and {version} {equal} ({seconds:.0f} s)")
    unlike = unlike_home(python)
    print(f"first lines of programs: {'not ' if unlike else ''}as in plain Python {version}")
    for line in (*wrong, *unlike):
        print(f"    {line}")
    return 1 if wrong or unlike else 0


if __name__ == "__main__":
    sys.exit(main())
