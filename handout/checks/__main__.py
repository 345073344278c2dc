"""`python -m checks [MODULE ...]`: the public checks on the files of the present folder.

Each module's checks run in a process of their own that is watched from here: a check that gives
no answer for a while is given up, and the next ones go on. Nothing but pytest is needed.
"""

import importlib.util
import io
import json
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from checks.evidence import evidence_from_json
from checks.text import evidence_lines

SECONDS = 20.0
FOLDER = Path(__file__).parent
AGAIN = " (the same again)"


def main(modules: list[str]) -> int:
    """Check the named modules, or all; the exit status is 0 if every check passed."""
    if importlib.util.find_spec("pytest") is None:
        print("pytest is missing: run `python3 -m pip install pytest` once, then try again.")
        return 2
    files = _test_files(modules)
    unknown = sorted(set(modules) - {_module(file) for file in files})
    if unknown:
        print(f"There are no checks of {unknown[0]}; there are checks of {_known()}.")
        return 2
    passed = total = 0
    for file in files:
        for good in _check_module(file):
            passed += good
            total += 1
    print(f"\n{passed} of {total} public checks passed.")
    print("Hidden checks, which staff run, ask more: drawn inputs, counts and time.")
    return 0 if passed == total else 1


def _module(file: Path) -> str:
    return file.stem.removeprefix("test_")


def _known() -> str:
    return ", ".join(_module(file) for file in _test_files([]))


def _test_files(modules: list[str]) -> list[Path]:
    files = sorted(FOLDER.glob("test_*.py"))
    return [file for file in files if not modules or _module(file) in modules]


def _check_module(file: Path) -> Iterator[bool]:
    print(f"\n{_module(file)}.py")
    if not Path(f"{_module(file)}.py").exists():
        print(f"  ✗ {_module(file)}.py is missing in this folder")
        yield False
        return
    before: object = None
    for event in _events(file):
        evidence = event.get("evidence")
        again = evidence is not None and evidence == before
        sign, words = "✓" if evidence is None else "✗", AGAIN if again else ""
        print(f"  {sign} {event['task']}: {event['title']}{words}")
        if evidence is not None and not again:
            print("\n".join(evidence_lines(evidence_from_json(evidence))))
        before = before if evidence is None else evidence
        yield evidence is None


def _events(file: Path) -> Iterator[dict[str, Any]]:
    done: list[str] = []
    while True:
        started = ""
        for event in _run(file, done):
            if event["event"] == "start":
                started = event["name"]
            elif event["event"] == "end":
                done.append(event["name"])
                started = ""
                yield event
        if not started:
            if not done:
                yield _nothing(file)
            return
        done.append(started)
        why = f"no answer after {SECONDS:g} seconds, or the Python process ended"
        evidence = {"message": why, "hint": "is there a loop or a recursion that never ends?"}
        yield {"task": _module(file), "title": started, "evidence": evidence}


def _nothing(file: Path) -> dict[str, Any]:
    why = "the checks could not be started; the lines above say why"
    return {"task": _module(file), "title": "public checks", "evidence": {"message": why}}


def _run(file: Path, done: list[str]) -> Iterator[dict[str, Any]]:
    command = [sys.executable, "-m", "checks.local", str(file), *done]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, encoding="utf-8"
    )
    assert process.stdout is not None
    lines: queue.Queue[str] = queue.Queue()
    threading.Thread(target=_pump, args=(process.stdout, lines), daemon=True).start()
    try:
        while line := lines.get(timeout=SECONDS):
            yield json.loads(line)
    except queue.Empty:
        pass
    finally:
        process.kill()
        process.wait()


def _pump(stream: IO[str], lines: "queue.Queue[str]") -> None:
    for line in stream:
        if line.startswith('{"event"'):
            lines.put(line)
    lines.put("")


if __name__ == "__main__":
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    sys.exit(main(sys.argv[1:]))
