"""The log in words: one sentence for each kind of entry."""

from pathlib import Path

import pytest

from grader.publishing import log
from grader.publishing.log import LogEntry
from grader.publishing.log_words import log_lines, sentence


def test_the_terminal_shows_who_and_what_and_the_head(tmp_path: Path) -> None:
    for number in range(2):
        log.append(tmp_path, "released", {"number": number}, "ada")
    *lines, head = log_lines(log.entries(tmp_path))
    assert lines[0].endswith("UTC  ada released number 0")  # of no kind that is known
    assert head == f"head {log.head(tmp_path)[:16]}"


SENTENCES: dict[str, tuple[str, dict[str, object]]] = {
    "was shown 2 changes, 1 drop among them (set s1)": (
        "proposed",
        {"changes": 2, "drops": 1, "set": "s1"},
    ),
    "was shown 1 change (set s1)": ("proposed", {"changes": 1, "drops": 0, "set": "s1"}),
    "applied 2 changes: ada none → 7.5, bo 3 → 2; kept as they were: cy (set s1)": (
        "applied",
        {"scores": {"ada": [[None, 0], [7, 0.5]], "bo": [[3, 0], [2, 0]]}, "kept": ["cy"]}
        | {"set": "s1"},
    ),
    "applied 0 changes (set s1)": ("applied", {"scores": {}, "set": "s1"}),
    "cancelled the changes of set s1": ("cancelled", {"set": "s1"}),
    "released 1 score: ada": ("released", {"released": {"ada": [7, 0]}}),
    "released 6 scores: a, b, c, d, e and 1 more": (
        "released",
        {"released": dict.fromkeys("abcdef")},
    ),
    "took back the release of 1 score": ("withdrawn", {"released": {"ada": [7, 0]}}),
    "removed the marks of ada": ("marks", {"student": "ada", "now": None}),
    "marked ada: style 2.5, 1 comment": (
        "marks",
        {"student": "ada", "now": {"marks": {"style": [2.5, ""]}, "comments": ["x"]}},
    ),
    "removed the extension of ada": ("extension", {"student": "ada", "now": []}),
    "extended the deadline of ada to 1 Dec (ill), 2 Dec": (
        "extension",
        {"student": "ada", "now": [["1 Dec", "ill"], ["2 Dec", ""]]},
    ),
    "applied set s1": ("applied", {"set": "s1"}),
    "sang song 7": ("sang", {"song": 7}),
}


@pytest.mark.parametrize("words", SENTENCES)
def test_each_kind_of_entry_is_a_sentence_and_an_unknown_one_is_shown_as_it_is(words: str) -> None:
    what, said = SENTENCES[words]
    assert sentence(LogEntry("", "ada", what, said, "", "")) == words


def test_what_is_in_the_log_cannot_act_on_the_terminal() -> None:
    entry = LogEntry(
        "2026-11-18T20:15:00+00:00", "a\x1b[2Jda", "cancelled", {"set": "\x1b[31m"}, "", "f"
    )
    line, head = log_lines([entry])
    assert line.startswith("2026-11-18 20:15:00 UTC  a")
    assert (line.isprintable(), head) == (True, "head f")
    assert list(log_lines([])) == []
