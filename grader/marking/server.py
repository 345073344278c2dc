"""The marking page, served only to this machine.

Threats: other users of the machine, web pages open in the same browser, and the hand-ins that are
shown. So the server listens on 127.0.0.1; every address begins with a random token; a request must
name this server as its host (against foreign DNS names that point here), and a change must come
from one of our pages (its `Origin`) as JSON. Pages may run only our own script, and load nothing.
Text of a hand-in gets into a page only through the templates' escaping.
"""

import json
import sys
from collections.abc import Mapping
from hmac import compare_digest
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote

from grader.errors import GraderError, OutputError
from grader.marking.desk import Conflict, MarkingDesk, MarkRefused
from grader.marking.pseudonyms import Secret
from grader.report.pages.html import marking_policy, render_marking

HOST = "127.0.0.1"
MOST_BYTES = 64_000  # more than two of the longest comments: the new and the old one
SECONDS = 20  # a page that is silent for longer must not keep a thread


class Server(ThreadingHTTPServer):
    """Serves one run's desk until it is closed."""

    daemon_threads = True
    request_queue_size = 128  # a page left open may send all of its changes at once

    def __init__(self, desk: MarkingDesk, secret: Secret, title: str) -> None:
        """Listen on the secret's port, or else on any; raises `OutputError` if that fails."""
        self.desk, self.token, self.title = desk, secret.token, title
        try:
            try:
                super().__init__((HOST, secret.port), Handler)
            except OSError:  # the port is taken
                super().__init__((HOST, 0), Handler)
        except OSError as error:
            raise OutputError(f"{HOST}: can't be listened at: {error.strerror}") from None

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self.server_address[1])

    @property
    def address(self) -> str:
        """The address to open in a browser."""
        return f"http://{HOST}:{self.port}/{self.token}/"

    def handle_error(self, request: Any, client_address: object) -> None:
        """Ignore browsers that go away; report our own faults."""
        if not isinstance(sys.exc_info()[1], ConnectionError | TimeoutError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    """One request."""

    server: Server
    timeout = SECONDS
    server_version, sys_version = "grader", ""

    def do_GET(self) -> None:
        """A page: a hand-in's, or a redirect to the first one that nobody has marked."""
        if not self._is_ours():
            return
        name = self._name()
        if not name and self.server.desk.first:
            self._answer(HTTPStatus.FOUND, "", {"Location": self.server.desk.first})
            return
        try:
            shown = self.server.desk.show(name) if name else None
        except MarkRefused as error:
            self._answer(HTTPStatus.NOT_FOUND, str(error))
        except GraderError as error:
            self._answer(HTTPStatus.INTERNAL_SERVER_ERROR, str(error))
        else:
            page = render_marking(self.server.title, shown)
            self._answer(HTTPStatus.OK, page, {"Content-Type": "text/html; charset=utf-8"})

    def do_POST(self) -> None:
        """A change to what staff say about a hand-in; the answer is what they then say."""
        if not self._is_ours() or not self._is_from_us():
            return
        name = self._name()
        try:
            state = self.server.desk.change(name, self._asked())
        except Conflict as error:
            there = {"error": str(error), "state": self.server.desk.state(name)}
            self._json(HTTPStatus.CONFLICT, there)
        except MarkRefused as error:
            self._json(HTTPStatus.BAD_REQUEST, {"error": str(error)})
        except GraderError as error:
            self._json(HTTPStatus.INTERNAL_SERVER_ERROR, {"error": str(error)})
        else:
            self._json(HTTPStatus.OK, {"state": state})

    def _is_ours(self) -> bool:
        """Whether the request names this server and knows its token; if not, it gets an answer."""
        hosts = {f"{name}:{self.server.port}" for name in (HOST, "localhost")}
        token = self.path.split("/", 2)[1] if self.path.count("/") > 1 else ""
        if self.headers.get("Host", "") not in hosts:
            self._answer(HTTPStatus.MISDIRECTED_REQUEST, "this is not that host")
        # Constant-time, so that the token can't be guessed byte by byte.
        elif not compare_digest(token.encode(), self.server.token.encode()):
            self._answer(HTTPStatus.NOT_FOUND, "the address must be that which the grader printed")
        else:
            return True
        return False

    def _is_from_us(self) -> bool:
        """Whether a change comes from one of our pages; if not, it has been answered."""
        origin, kind = self.headers.get("Origin"), self.headers.get("Content-Type")
        if origin == f"http://{self.headers['Host']}" and kind == "application/json":
            return True
        self._answer(HTTPStatus.FORBIDDEN, "changes come from the page itself")
        return False

    def _name(self) -> str:
        return unquote(self.path.split("/", 2)[2])

    def _asked(self) -> Mapping[str, object]:
        length = self.headers.get("Content-Length", "")
        digits = length.isascii() and length.isdecimal() and len(length) <= len(str(MOST_BYTES))
        if not digits or int(length) > MOST_BYTES:
            self.close_connection = True
            raise MarkRefused("that is too long")
        try:
            data = json.loads(self.rfile.read(int(length)))
        except (ValueError, RecursionError):
            raise MarkRefused("that is no JSON") from None
        if not isinstance(data, dict):
            raise MarkRefused("that is no change")
        return data

    def _json(self, status: HTTPStatus, data: Mapping[str, object]) -> None:
        self._answer(status, json.dumps(data), {"Content-Type": "application/json"})

    def _answer(self, status: HTTPStatus, text: str, headers: Mapping[str, str] = {}) -> None:
        data = text.encode("utf-8", "replace")
        self.send_response(status)
        fixed = {
            "Content-Type": "text/plain; charset=utf-8",
            "Content-Length": str(len(data)),
            "Content-Security-Policy": marking_policy(),
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-store",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
        }
        for key, value in {**fixed, **headers}.items():
            self.send_header(key, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *arguments: object) -> None:
        """Log nothing: addresses contain the token."""
