"""Pages are handed out to those whose they are, and nobody guesses another one's."""

import csv
import io
import re
from dataclasses import replace
from pathlib import Path

from grader.report.exports.pages import pages
from grader.report.pages.page_names import page_name
from tests.report.exports.pages_of_class import ENTRIES, of_class


def test_pages_of_a_web_server_have_names_that_nobody_can_guess(tmp_path: Path) -> None:
    data = replace(of_class(tmp_path, {}), url="https://x.edu/hw/")
    files = pages(data)
    head, *rows = csv.reader(io.StringIO(str(files["mail.csv"]).removeprefix("\ufeff")))
    links = [row[head.index("link")] for row in rows]
    names = [link.removeprefix("https://x.edu/hw/") for link in links]
    assert all(re.fullmatch(r"[0-9a-f]{32}\.html", name) for name in names)
    assert [files[f"web/{name}"] for name in names] == [b"page of ada", b"page of bo"]
    assert all(link in row[head.index("text")] for link, row in zip(links, rows, strict=True))
    assert pages(data) == files
    assert files.keys().isdisjoint(pages(replace(data, secret="t")).keys() - {"mail.csv"} - FIXED)


def test_a_page_of_a_web_server_links_to_the_page_for_requests(tmp_path: Path) -> None:
    data = of_class(tmp_path, {})
    (tmp_path / page_name("ada")).write_text("<footer><p>end</p>\n</footer>", "utf-8")
    found = [
        bytes(c) for name, c in pages(data).items() if re.fullmatch(r"web/[0-9a-f]+.html", name)
    ]
    asking = b'<a href="request.html">Ask for a task to be looked at again</a>'
    assert sorted(asking in page for page in found) == [False, True]


def test_mails_have_links_only_where_the_address_is_known(tmp_path: Path) -> None:
    files = pages(of_class(tmp_path, {}))
    rows = list(csv.DictReader(io.StringIO(str(files["mail.csv"]).removeprefix("\ufeff"))))
    assert {row["link"] for row in rows} == {""}
    assert all(row["page"] in files and ".html" not in row["text"] for row in rows)
    assert "mail.csv: for a mail merge, without links: --url ADDRESS" in str(files["README.txt"])


FIXED = {"README.txt", "web/index.html", "web/request.html", "gradescope-pages.zip"}


def test_what_can_not_be_made_is_left_out_with_the_reason(tmp_path: Path) -> None:
    said = str(pages(of_class(tmp_path, ENTRIES))["README.txt"])
    assert "canvas-comments.zip: Canvas: Gradebook" in said
    assert "moodle-feedback.zip is left out: roster.csv has no participant id" in said
