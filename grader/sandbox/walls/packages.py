"""Packages that boxes may import, in a folder that is made once from a lock and never changes.

The lock is a requirements file that pins every package with its hashes; only wheels are taken, so
that nothing of them runs while they are installed. The folder is named after the lock and the
interpreter. A nursery is shown it read-only, imports the packages, and forks boxes that have them.
No judge ever imports a file of it.
"""

import fcntl
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.machinery import all_suffixes
from pathlib import Path

from grader.errors import BrokenGrader, ConfigError, why_unread
from grader.inside.lockdown import Tier
from grader.sandbox.walls.interpreter import is_open_to_all
from grader.sandbox.walls.outer_walls import box_user

# A file beside each complete folder: how many files that has, since cleaners remove old ones.
COUNT = "count"
PATIENCE_SECONDS = 900.0
PIP = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input")
STRICT = ("--require-hashes", "--only-binary", ":all:", "--no-warn-script-location")
# Libraries under numpy start a thread for each core, but a box may have only some hundred.
ONE_THREAD: Mapping[str, str] = {
    f"{library}_NUM_THREADS": "1" for library in ("OPENBLAS", "OMP", "MKL", "NUMEXPR")
}


@dataclass(frozen=True, slots=True)
class InstalledPackages:
    """What boxes may import besides the standard library: names, and the folder that has them."""

    folder: str = ""
    names: tuple[str, ...] = ()

    @property
    def environment(self) -> Mapping[str, str]:
        """The variables with which they are imported."""
        return ONE_THREAD if self.names else {}


NO_PACKAGES = InstalledPackages()


def packages_of(lock: Path, names: Sequence[str], tier: Tier) -> InstalledPackages:
    """The packages of a lock, installed now if they are not; raises `BrokenGrader`.

    Raises `ConfigError` if the lock installs nothing of one of the names.
    """
    folder = installed(lock, tier) or _install_once(lock, tier)
    for name in names:
        if not any(found.exists() for found in _files_of(folder, name)):
            raise ConfigError(f"{lock}: nothing that it pins can be imported as {name!r}")
    return InstalledPackages(str(folder), tuple(names))


def installed(lock: Path, tier: Tier) -> Path | None:
    """The folder with the packages of a lock that boxes of a tier can use, or `None`."""
    name = _name(lock)
    found = [place / name for place in _places(tier) if _is_whole(place / name)]
    return found[0] if found else None


def _is_whole(folder: Path) -> bool:
    try:
        return _is_ours(folder) and _count_of(folder).read_text("ascii") == _counted(folder)
    except OSError:
        return False


def _count_of(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.{COUNT}")


def _counted(folder: Path) -> str:
    return str(sum(len(files) for _, _, files in os.walk(folder)))


def _is_ours(folder: Path) -> bool:
    status = folder.stat()
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


def _name(lock: Path) -> str:
    try:
        facts = [lock.read_text("utf-8"), sys.version, sysconfig.get_platform()]
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{lock}: can't be read: {why_unread(error)}") from None
    # Compiled wheels depend on these, too.
    facts += [str(sysconfig.get_config_var("SOABI")), " ".join(platform.libc_ver())]
    return f"packages-{sha256(repr(facts).encode()).hexdigest()[:32]}"


def _places(tier: Tier) -> list[Path]:
    """The folders where packages are kept, the best first."""
    # In tier 1, the user that root's boxes belong to must be able to get there.
    hidden = tier == Tier.CONFINED and box_user(tier) is not None
    own = user_cache()
    usable = [] if own is None or (hidden and not _is_open(own)) else [own]
    return [*usable, Path("/var/tmp") / f"grader-{os.getuid()}"]


def user_cache() -> Path | None:
    """The grader's folder among this user's caches, if the user has any."""
    home = os.environ.get("HOME")
    cache = os.environ.get("XDG_CACHE_HOME") or (home and f"{home}/.cache")
    return Path(cache).absolute() / "grader" if cache else None


def _is_open(folder: Path) -> bool:
    there = next(place for place in (folder, *folder.parents) if place.exists())
    return is_open_to_all(there)


def _files_of(folder: Path, name: str) -> Iterator[Path]:
    yield folder / name
    for suffix in all_suffixes():
        yield folder / f"{name}{suffix}"


def _install_once(lock: Path, tier: Tier) -> Path:
    place = _places(tier)[0]
    try:
        place.mkdir(mode=0o755, parents=True, exist_ok=True)
        if not _is_ours(place):
            raise OSError(f"{place} can be written by others")
        with (place / "lock").open("w") as turn:
            fcntl.flock(turn, fcntl.LOCK_EX)  # until it is closed
            # Another process may have installed them while this one waited.
            return installed(lock, tier) or _install(lock, place / _name(lock))
    except OSError as error:
        raise BrokenGrader(f"the packages of {lock} can't be installed: {error}") from None


def _install(lock: Path, folder: Path) -> Path:
    part = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    try:
        _run_pip(lock, part)
        part.chmod(0o755)
        shutil.rmtree(folder, ignore_errors=True)
        part.rename(folder)
        # Last: until then the folder doesn't count as whole.
        _count_of(folder).write_text(_counted(folder), "ascii")
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return folder


def _run_pip(lock: Path, folder: Path) -> None:
    command = [sys.executable, *PIP, *STRICT, "--target", str(folder), "-r", str(lock)]
    try:
        ended = subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise OSError("pip has not ended in a quarter of an hour") from None
    if ended.returncode:
        raise OSError(_advice(ended.stderr))


def _advice(said: str) -> str:
    lines = [line.removeprefix("ERROR: ") for line in said.splitlines() if "ERROR" in line]
    words = lines[-1] if lines else (said.strip().splitlines() or ["pip has failed"])[-1]
    return f"{words}; once, this needs the network, or pip's own settings for a mirror of PyPI"
