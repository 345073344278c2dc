"""Packages that boxes may import: installed once from a lock, seen by boxes alone, read-only."""

import base64
import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import pytest

from grader.errors import BrokenGrader, ConfigError
from grader.inside.limits import FOR_A_TRIAL
from grader.inside.lockdown import Tier
from grader.inside.nursery import WORKER
from grader.sandbox.tiers import Nursery, start_nursery
from grader.sandbox.walls import packages
from grader.sandbox.walls.outer_walls import PACKAGES
from grader.sandbox.walls.packages import NO_PACKAGES, ONE_THREAD, InstalledPackages, packages_of
from tests.boxed import LOCKED, OBEDIENT, a_box, tiers

TINY = {"tiny/__init__.py": "from tiny.part import SIZE\n", "tiny/part.py": "SIZE = 3\n"}
METADATA = "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n"
WHEEL = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def wheel_of(folder: Path) -> Path:
    """A wheel with a package that nobody has published."""
    files = {**TINY, "tiny-1.0.dist-info/METADATA": METADATA, "tiny-1.0.dist-info/WHEEL": WHEEL}
    record = "".join([f"{name},{_digest(text)},{len(text)}\n" for name, text in files.items()])
    files["tiny-1.0.dist-info/RECORD"] = f"{record}tiny-1.0.dist-info/RECORD,,\n"
    path = folder / "tiny-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def _digest(text: str) -> str:
    found = base64.urlsafe_b64encode(sha256(text.encode()).digest()).decode().rstrip("=")
    return f"sha256={found}"


@pytest.fixture
def lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A lock that pins the package, with a cache that is new."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return lock_in(tmp_path)


@pytest.fixture(scope="module")
def kept_lock(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The same with one cache for all tests that install nothing anew."""
    folder = tmp_path_factory.mktemp("kept")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        yield lock_in(folder)


def lock_in(folder: Path) -> Path:
    wheel = wheel_of(folder)
    path = folder / "requirements.txt"
    digest = sha256(wheel.read_bytes()).hexdigest()
    path.write_text(f"tiny @ file://{wheel} --hash=sha256:{digest}\n")
    return path


def test_packages_are_installed_once(lock: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = packages_of(lock, ["tiny"], Tier.NONE)
    assert (Path(first.folder) / "tiny/part.py").read_text() == "SIZE = 3\n"
    assert first.names == ("tiny",)
    monkeypatch.setattr(packages, "_run_pip", None)
    assert packages_of(lock, ["tiny"], Tier.NONE) == first
    assert first.environment == ONE_THREAD
    assert not NO_PACKAGES.environment


def test_another_lock_is_another_folder(lock: Path) -> None:
    first = packages_of(lock, ["tiny"], Tier.NONE)
    lock.write_text(f"# as before\n{lock.read_text()}")
    assert packages_of(lock, ["tiny"], Tier.NONE).folder != first.folder


def test_what_is_not_whole_is_installed_again(lock: Path) -> None:
    first = Path(packages_of(lock, ["tiny"], Tier.NONE).folder)
    (first / "tiny/part.py").unlink()
    again = Path(packages_of(lock, ["tiny"], Tier.NONE).folder)
    assert (again / "tiny/part.py").read_text() == "SIZE = 3\n"


def test_what_others_can_write_is_not_used(lock: Path) -> None:
    first = Path(packages_of(lock, ["tiny"], Tier.NONE).folder)
    first.parent.chmod(0o777)
    first.with_name(f"{first.name}.count").unlink()
    with pytest.raises(BrokenGrader, match="can be written by others"):
        packages_of(lock, ["tiny"], Tier.NONE)


def test_a_package_with_another_hash_is_refused(lock: Path) -> None:
    lock.write_text(lock.read_text().replace("sha256:", "sha256:0")[:-2] + "\n")
    with pytest.raises(BrokenGrader, match="can't be installed"):
        packages_of(lock, ["tiny"], Tier.NONE)
    assert [path.name for path in (lock.parent / "cache/grader").glob("packages-*")] == []


def test_a_name_that_nothing_brings_is_told(kept_lock: Path) -> None:
    with pytest.raises(ConfigError, match="can be imported as 'small'"):
        packages_of(kept_lock, ["tiny", "small"], Tier.NONE)


def test_a_lock_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="can't be read"):
        packages_of(tmp_path / "none.txt", ["tiny"], Tier.NONE)


@contextmanager
def a_nursery_with(found: InstalledPackages, tier: Tier) -> Iterator[Nursery]:
    nursery = start_nursery(tier, FOR_A_TRIAL, {WORKER: OBEDIENT}, packages=found)
    try:
        yield nursery
    finally:
        nursery.close()


@pytest.mark.parametrize("tier", tiers())
def test_every_box_has_them_and_can_change_none(tier: Tier, kept_lock: Path) -> None:
    found = packages_of(kept_lock, ["tiny"], tier)
    with a_nursery_with(found, tier) as nursery, a_box(nursery) as box:
        assert box.run("import sys; result = 'tiny' in sys.modules") is True
        # What was not imported before the walls stood is read through them.
        assert box.run("import importlib, tiny.part; importlib.reload(tiny.part)") is None
        if tier in LOCKED:
            told = box.run("import tiny; result = tried(open, tiny.part.__file__, 'a')")
            assert told in ("EACCES", "EROFS")
        if tier >= Tier.NAMESPACED:
            assert box.run("import tiny; result = tiny.__file__").startswith(PACKAGES)


@pytest.mark.parametrize("tier", tiers(Tier.CONFINED))
def test_a_box_without_them_sees_nothing_of_them(tier: Tier, kept_lock: Path) -> None:
    found = packages_of(kept_lock, ["tiny"], tier)
    with a_nursery_with(NO_PACKAGES, tier) as nursery, a_box(nursery) as box:
        assert box.run("import tiny") == "raised ModuleNotFoundError: No module named 'tiny'"
        told = box.run(f"import os; result = tried(os.listdir, {found.folder!r})")
        assert told in ("EACCES", "ENOENT")


@pytest.mark.skipif(os.getuid() != 0, reason="not root")
def test_roots_boxes_of_tier_1_find_them_where_every_user_may_go(lock: Path) -> None:
    lock.parent.chmod(0o700)
    assert packages_of(lock, ["tiny"], Tier.CONFINED).folder.startswith("/var/tmp/grader-0/")
