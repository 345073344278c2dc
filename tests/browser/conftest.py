"""A real browser for tests that look at pages; they are skipped where there is no Chromium."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha512
from io import BytesIO
from pathlib import Path
from tarfile import open as open_tar

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from grader.report.pages.pdf import find_browser
from tests.browser.pages import write_pages

AXE = "axe-core@4.14.1"
AXE_SHA512 = (
    "1477dafa598d8d065f273d6af302aa203c02e83131707b7fa648cd41bd3d6b73"
    "4f8c22a0dab86ee6a6f64b8afbe804b214d36db85a2826965edfb3a0b9d546b5"
)


@dataclass
class Visit:
    """A page in the browser, and all that it did beyond being shown."""

    page: Page
    surprises: list[str] = field(default_factory=list)


Look = Callable[..., "contextmanager[Visit]"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium of this machine; Playwright's own browsers are never downloaded."""
    path = find_browser()
    if path is None:
        pytest.skip("no Chromium on this machine")
    options = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=options)
        yield started
        started.close()


@pytest.fixture(scope="session")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the pages of a class."""
    folder = tmp_path_factory.mktemp("report")
    write_pages(folder)
    return folder


@contextmanager
def looking(
    browser: Browser, path: Path, *, width: int = 1280, dark: bool = False, script: bool = True
) -> Iterator[Visit]:
    """A page, opened as a file in a window of that width."""
    scheme = "dark" if dark else "light"
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, java_script_enabled=script
    )
    visit = Visit(context.new_page())
    note = visit.surprises.append
    visit.page.on("console", lambda message: note(f"console: {message.text[:200]}"))
    visit.page.on("pageerror", lambda error: note(f"error: {error}"))
    visit.page.on("dialog", lambda dialog: (note(f"dialog: {dialog.message}"), dialog.dismiss()))
    visit.page.on("response", lambda response: note(f"fetched: {response.url[:200]}"))
    visit.page.on("requestfailed", lambda one: note(f"refused by {one.failure}: {one.url[:200]}"))
    try:
        visit.page.goto(path.as_uri())
        visit.surprises.remove(f"fetched: {path.as_uri()[:200]}")
        yield visit
    finally:
        context.close()


def _packed(folder: Path) -> bytes:
    # npm's own client knows which registry this machine uses.
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed, so axe-core can't be had")
    command = [npm, "pack", AXE, "--silent", "--pack-destination", str(folder)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return (folder / f"{AXE.replace('@', '-')}.tgz").read_bytes()


@pytest.fixture(scope="session")
def axe(request: pytest.FixtureRequest) -> str:
    """The script of axe-core: from npm's registry, by its hash, once."""
    cache = request.config.cache
    assert cache is not None
    file = cache.mkdir("axe-core") / f"{AXE_SHA512[:16]}.js"
    if not file.exists():
        archive = _packed(cache.mkdir("npm"))
        assert sha512(archive).hexdigest() == AXE_SHA512
        with open_tar(fileobj=BytesIO(archive)) as tar:
            script = tar.extractfile("package/axe.min.js")
            assert script is not None
            file.write_bytes(script.read())
    return file.read_text("utf-8")
