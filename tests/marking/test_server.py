"""The page to mark in: what it shows, what it writes, and whom it refuses."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from grader.marking.desk import MarkingDesk
from grader.marking.pseudonyms import Secret, pseudonyms
from grader.marking.server import Server
from grader.publishing import log
from grader.publishing.run import Run, read_beside
from grader.scoring.rubric import read_rubric
from grader.store.writer import FILE, Store
from tests.publishing import published_class
from tests.support import as_graded

course = published_class.course  # the fixture: hand-ins of ada and bo in out/

SECRET = Secret("salt", "a-token")
HOSTILE = "x = '</script><script>alert(1)</script>'  # Ada Lovelace\n"
NAMES = {student: name for name, student in pseudonyms(["ada", "bo"], "salt").items()}
JSON = {"Content-Type": "application/json"}


@contextmanager
def serving(secret: Secret = SECRET, *, names: bool = False) -> Iterator[Server]:
    assignment = published_class.assignment()
    beside = read_beside(Path("handins"), assignment)
    run = Run(assignment, Path("out"), beside, published_class.CONTEXT)
    with Server(MarkingDesk(run, secret.salt, "sam", names=names), secret, "Trees") as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def server(course: Path) -> Iterator[Server]:
    text = "items: [{id: style, title: Style, points: 5}]\nhandins: []\n"
    (course / "handins/rubric.yaml").write_text(text, "utf-8")
    (course / "handins/roster.csv").write_text("student,name\nada,Ada Lovelace\n", "utf-8")
    with Store(Path("out") / FILE) as store:
        result = replace(published_class.handin("ada"), digest="h", sources={"las.py": HOSTILE})
        store.put_many([as_graded(result, {"las": "v1"})])
    with serving() as server:
        yield server


def asked(
    server: Server, method: str, path: str, body: Any = None, **headers: str
) -> tuple[HTTPResponse, str]:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=20)
    data = None if body is None else json.dumps(body)
    named = {key.replace("_", "-"): value for key, value in headers.items()}
    connection.request(method, path, data, named)
    answer = connection.getresponse()
    return answer, answer.read().decode()


def page(server: Server, student: str = "ada") -> str:
    answer, text = asked(server, "GET", f"/a-token/{NAMES[student]}")
    assert answer.status == 200
    return text


def change(server: Server, change: Any, student: str = "ada") -> tuple[int, Any]:
    origin = f"http://127.0.0.1:{server.port}"
    path = f"/a-token/{NAMES[student]}"
    answer, text = asked(server, "POST", path, change, **{**JSON, "Origin": origin})
    return answer.status, json.loads(text)


def mark(points: float | None, was: Any = None, item: str = "style") -> dict[str, Any]:
    return {"do": "mark", "item": item, "points": points, "comment": "", "was": was}


def comment(text: str, was: str = "", line: int | None = 1, file: str = "las.py") -> Any:
    return {"do": "comment", "file": file, "line": line, "was": was, "text": text}


def test_the_first_hand_in_without_marks_is_shown(server: Server) -> None:
    first, second = NAMES.values()
    assert asked(server, "GET", "/a-token/")[0].headers["Location"] == first
    student = next(iter(NAMES))
    assert change(server, mark(5), student)[0] == 200
    assert asked(server, "GET", "/a-token/")[0].headers["Location"] == second


def test_nothing_on_the_page_says_whose_it_is(server: Server) -> None:
    text = page(server)
    assert "ada" not in text.replace("load", "").lower().replace("shadow", "")
    assert "Lovelace" not in text
    assert "············" in text


@pytest.mark.usefixtures("server")
def test_with_names_it_says_whose_it_is() -> None:
    with serving(names=True) as other:
        assert "Ada Lovelace" in page(other)


def test_hostile_code_is_only_shown(server: Server) -> None:
    text = page(server)
    assert "&lt;/script&gt;&lt;script&gt;alert(1)" in text
    assert "<script>alert" not in text


def test_a_mark_is_in_the_file_at_once_and_in_the_log(server: Server) -> None:
    status, answer = change(server, mark(4))
    assert (status, answer["state"]["marks"]) == (200, {"style": {"points": 4.0, "comment": ""}})
    [marked] = read_rubric(Path("handins")).of("ada").marks
    assert (marked.item.id, marked.points) == ("style", 4.0)
    last = log.entries(Path("out"))[-1]
    assert (last.who, last.what, last.said["student"]) == ("sam", "marks", "ada")


def test_a_mark_is_taken_back(server: Server) -> None:
    change(server, mark(4))
    assert change(server, mark(None, {"points": 4.0, "comment": ""}))[0] == 200
    assert read_rubric(Path("handins")).of("ada").marks == ()


def test_comments_are_made_changed_and_deleted(server: Server) -> None:
    assert change(server, comment("<b>Why?</b>"))[0] == 200
    assert change(server, comment("well", line=None, file=""))[0] == 200
    assert change(server, comment("<i>How?</i>", was="<b>Why?</b>"))[0] == 200
    assert change(server, comment("", was="well", line=None, file=""))[0] == 200
    [said] = read_rubric(Path("handins")).of("ada").comments
    assert (said.text, said.file, said.line) == ("<i>How?</i>", "las.py", 1)
    assert "\\u003ci\\u003eHow?" in page(server)


def test_two_markers_do_not_undo_each_other(server: Server) -> None:
    assert change(server, mark(4))[0] == 200
    with serving() as other:
        status, answer = change(other, mark(2))  # did not see the 4
        assert (status, answer["error"]) == (409, "Style: somebody else has just changed it")
        assert answer["state"]["marks"]["style"]["points"] == 4.0
        assert change(other, comment("a"))[0] == 200
    assert change(server, comment("b", was="c"))[0] == 409
    assert change(server, comment("b", was="a"))[0] == 200


REFUSED: list[Any] = [
    mark(6),
    mark(-1),
    mark(float("nan")),
    {**mark(1), "points": "1"},
    {**mark(1), "points": True},
    mark(1, item="other"),
    comment("x", line=99),
    comment("x", line=0),
    comment("x", file="other.py"),
    comment("x", file="", line=1),
    comment("x" * 5000),
    {**comment("x"), "text": ["x"]},
    comment("\ud800"),
    {"do": "else"},
    [],
    "text",
]


@pytest.mark.parametrize("asked_for", REFUSED, ids=repr)
def test_what_makes_no_sense_is_refused(server: Server, asked_for: Any) -> None:
    before = (Path("handins") / "rubric.yaml").read_bytes()
    status, answer = change(server, asked_for)
    assert status == 400
    assert answer["error"]
    assert (Path("handins") / "rubric.yaml").read_bytes() == before


def test_a_fault_in_the_file_is_said_and_nothing_written(server: Server) -> None:
    (Path("handins") / "rubric.yaml").write_text("itms: []\n", "utf-8")
    status, answer = change(server, mark(1))
    assert status == 500
    assert "rubric.yaml:1" in answer["error"]


def test_only_who_knows_the_token_is_answered(server: Server) -> None:
    for path in ("/", "/a-toke/", "/a-tokens/", f"/{NAMES['ada']}", "//", "/a-token"):
        assert asked(server, "GET", path)[0].status == 404, path
    assert asked(server, "GET", "/a-token/nobody")[0].status == 404


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "0.0.0.0:{port}"]
)
def test_another_host_name_is_refused(server: Server, host: str) -> None:
    answer, _ = asked(server, "GET", "/a-token/", Host=host.format(port=server.port))
    assert answer.status == 421


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Content_Type": "application/json"},
        {"Content_Type": "application/json", "Origin": "http://evil.example"},
        {"Content_Type": "application/json", "Origin": "null"},
        {"Content_Type": "text/plain", "Origin": "http://127.0.0.1:{port}"},
    ],
)
def test_changes_come_from_the_page_alone(server: Server, headers: dict[str, str]) -> None:
    given = {key: value.format(port=server.port) for key, value in headers.items()}
    path = f"/a-token/{NAMES['ada']}"
    assert asked(server, "POST", path, mark(1), **given)[0].status == 403
    assert read_rubric(Path("handins")).of("ada").marks == ()


def test_pages_may_run_our_script_alone_and_are_kept_nowhere(server: Server) -> None:
    headers = asked(server, "GET", f"/a-token/{NAMES['ada']}")[0].headers
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


def test_the_server_listens_on_this_machine_alone(server: Server) -> None:
    assert server.server_address[0] == "127.0.0.1"


def test_a_restart_keeps_the_address_and_what_was_marked(server: Server) -> None:
    change(server, mark(4))
    port = server.port
    server.shutdown()
    server.server_close()
    with serving(Secret("salt", "a-token", port)) as again:
        assert again.port == port
        assert '"points": 4.0' in page(again)


def test_where_the_port_is_taken_another_one_is_used(server: Server) -> None:
    with serving(Secret("salt", "a-token", server.port)) as other:
        assert other.port != server.port


@pytest.mark.usefixtures("server")
def test_without_hand_ins_there_is_nothing_to_mark() -> None:
    with Store(Path("out") / FILE) as store:
        store.keep_only([], {"las": "v1"})
    with serving() as empty:
        assert "Nothing to mark" in asked(empty, "GET", "/a-token/")[1]


def test_a_length_of_thousands_of_digits_is_refused_like_any_that_is_too_long(
    server: Server,
) -> None:
    origin = f"http://127.0.0.1:{server.port}"
    headers = {**JSON, "Origin": origin, "Content-Length": "1" * 5000}
    answer, text = asked(server, "POST", f"/a-token/{NAMES['ada']}", {}, **headers)
    assert (answer.status, json.loads(text)) == (400, {"error": "that is too long"})


def test_many_changes_at_once_are_all_answered(server: Server) -> None:
    with ThreadPoolExecutor(40) as pool:
        texts = [comment(f"number {n}") for n in range(40)]
        answers = list(pool.map(lambda one: change(server, one), texts))
    assert [status for status, _ in answers] == [200] * 40
    assert len(read_rubric(Path("handins")).of("ada").comments) == 40
