"""The archives and the starter files of the sample class are what they claim to be."""

import gzip

import pytest

from examples.pack import archives
from tests.support import ROOT

HANDINS = ROOT / "examples" / "handins"


@pytest.mark.parametrize("name", sorted(archives()))
def test_an_archive_is_the_one_that_the_script_packs(name: str) -> None:
    packed, made = (HANDINS / name).read_bytes(), archives()[name]
    if name.endswith(".tgz"):
        packed, made = gzip.decompress(packed), gzip.decompress(made)
    assert packed == made


def test_the_starter_sample_is_the_handout_untouched() -> None:
    for file in sorted((HANDINS / "tnewcomer").glob("*.py")):
        assert file.read_text("utf-8") == (ROOT / "handout" / file.name).read_text("utf-8")
