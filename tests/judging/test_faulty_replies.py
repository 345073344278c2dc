"""Replies of known mistakes are asked once for each check, and read only from files of ours."""

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.judging.answer_key import Replies
from grader.judging.faulty_replies import KEPT_FILES, KeptReplies

ONE, OTHER = Replies((b"1",), ()), Replies((b"2",), (("row(0)",),))
CHECK = "work.act/hidden/one"


@pytest.fixture
def kept(tmp_path: Path) -> KeptReplies:
    return KeptReplies(tmp_path / "cache", {"work": "a digest"})


def recalled(
    kept: KeptReplies, check: str, asked: str, mistake: str, ask: Callable[[], Replies | None]
) -> Replies | None:
    """What a mistake replies."""
    return kept.recall(check, asked, [mistake], lambda _name: ask())[mistake]


def never() -> Replies:
    raise AssertionError("what is kept is not asked again")


def test_what_is_asked_before_one_breaks_off_is_kept(kept: KeptReplies) -> None:
    def ask(name: str) -> Replies:
        if name == "last":
            raise KeyboardInterrupt
        return ONE

    with pytest.raises(KeyboardInterrupt):
        kept.recall(CHECK, "8", ["first", "last"], ask)
    assert recalled(kept, CHECK, "8", "first", never) == ONE
    assert kept.recall(CHECK, "8", ["last", "first"], lambda _name: OTHER) == {
        "first": ONE,
        "last": OTHER,
    }


def test_what_is_kept_can_be_read_without_asking(kept: KeptReplies) -> None:
    assert kept.known(CHECK, "8") == {}
    recalled(kept, CHECK, "8", "twice", lambda: OTHER)
    assert kept.known(CHECK, "8") == {"twice": OTHER}
    assert kept.known(CHECK, "4") == {}


def test_what_a_mistake_replies_is_asked_once(kept: KeptReplies) -> None:
    assert recalled(kept, CHECK, "8", "off_by_one", lambda: ONE) == ONE
    assert recalled(kept, CHECK, "8", "twice", lambda: OTHER) == OTHER
    assert recalled(kept, CHECK, "8", "off_by_one", never) == ONE
    assert recalled(KeptReplies(kept.folder, kept.digests), CHECK, "8", "twice", never) == OTHER


def test_that_a_mistake_does_not_reply_is_kept_too(kept: KeptReplies) -> None:
    assert recalled(kept, CHECK, "8", "endless", lambda: None) is None
    assert recalled(kept, CHECK, "8", "endless", never) is None


def test_another_check_number_of_examples_and_state_of_a_module_are_asked_anew(
    kept: KeptReplies,
) -> None:
    recalled(kept, CHECK, "8", "twice", lambda: ONE)
    assert recalled(kept, f"{CHECK}s", "8", "twice", lambda: OTHER) == OTHER
    assert recalled(kept, CHECK, "4", "twice", lambda: OTHER) == OTHER
    changed = KeptReplies(kept.folder, {"work": "another digest"})
    assert recalled(changed, CHECK, "8", "twice", lambda: OTHER) == OTHER


def test_a_file_that_others_can_write_is_asked_anew(kept: KeptReplies) -> None:
    recalled(kept, CHECK, "8", "twice", lambda: ONE)
    [file] = kept.folder.iterdir()
    file.chmod(0o666)
    assert recalled(kept, CHECK, "8", "twice", lambda: OTHER) == OTHER


@pytest.mark.parametrize("damaged", [b"", b"no pickle", b"\x80\x04."])
def test_a_damaged_file_is_asked_anew(kept: KeptReplies, damaged: bytes) -> None:
    recalled(kept, CHECK, "8", "twice", lambda: ONE)
    [file] = kept.folder.iterdir()
    file.write_bytes(damaged)
    assert recalled(kept, CHECK, "8", "twice", lambda: OTHER) == OTHER


def test_a_folder_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    nowhere = KeptReplies(tmp_path / "file/cache", {"work": "a digest"})
    assert recalled(nowhere, CHECK, "8", "twice", lambda: ONE) == ONE


def test_old_replies_go(kept: KeptReplies) -> None:
    for number in range(KEPT_FILES + 5):
        recalled(kept, f"{CHECK}{number}", "8", "twice", lambda: ONE)
    assert len(list(kept.folder.iterdir())) == KEPT_FILES
