"""Pages as PDF, printed by the browser of this machine.

The pages' style sheet has rules for paper, so a browser prints what a reader wants; a PDF
library would need a second layout.
"""

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from grader.errors import OutputError

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SECONDS = 120


def find_browser() -> str | None:
    """The first Chromium or Chrome found on this machine."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def print_pdf(page: Path, pdf: Path) -> None:
    """Print a page to a PDF; raises `OutputError` if there is no browser or it fails."""
    browser = find_browser()
    if browser is None:
        raise OutputError(
            f"no Chromium to print with; install it, or print {page} with any browser"
        )
    with TemporaryDirectory() as profile:
        part = Path(profile) / "page.pdf"
        command = [browser, *_options(profile), f"--print-to-pdf={part}", page.resolve().as_uri()]
        try:
            subprocess.run(command, capture_output=True, timeout=SECONDS, check=True)
            shutil.copyfile(part, pdf)
        except (OSError, subprocess.SubprocessError) as error:
            raise OutputError(f"{pdf}: {Path(browser).name} could not print it: {error}") from None


def _options(profile: str) -> list[str]:
    # The pages run no code of a hand-in, and Chromium's own sandbox refuses to run as root.
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    quiet = ["--headless", "--disable-gpu", "--no-first-run", "--no-pdf-header-footer"]
    return [*quiet, *sandbox, f"--user-data-dir={profile}"]
