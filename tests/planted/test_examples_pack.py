"""The archives of the sample class are what they claim to be."""

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
