"""The program behind `python -m checks [MODULE ...]`: public checks on files of a folder.

Each module's checks run in a process of their own that is watched from here: a check that gives
no answer for a while is given up, and the next ones go on. While one module's results are shown,
the checks of the next one are under way. Nothing but pytest is needed.
"""

import importlib.util
import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from grader.student.evidence import evidence_from_json
from grader.student.process import Process
from grader.student.text import evidence_lines

SECONDS = 20.0
# Until the first check begins, none of the student's code has run: that is a slow machine.
START_SECONDS = 120.0
AGAIN = " (the same again)"


def main(checks: Path, modules: list[str]) -> int:
    """Run the `checks` of the named modules, or of all, on the files of the present folder.

    The exit status is 0 if every check passed, 1 if not, 2 if they can't be run.
    """
    if importlib.util.find_spec("pytest") is None:
        print("pytest is missing: run `python3 -m pip install pytest` once, then try again.")
        return 2
    files = _test_files(checks, modules)
    unknown = sorted(set(modules) - {_module(file) for file in files})
    if unknown:
        print(f"There are no checks of {unknown[0]}; there are checks of {_known(checks)}.")
        return 2
    passed = total = 0
    for file, process in _ahead(files):
        for good in _check_module(file, process):
            passed += good
            total += 1
    print(f"\n{passed} of {total} public checks passed.")
    print("Hidden checks, which staff run, ask more: drawn inputs, counts and time.")
    return 0 if passed == total else 1


def _module(file: Path) -> str:
    return file.stem.removeprefix("test_")


def _known(checks: Path) -> str:
    return ", ".join(_module(file) for file in _test_files(checks, []))


def _test_files(checks: Path, modules: list[str]) -> list[Path]:
    files = sorted(checks.glob("test_*.py"))
    return [file for file in files if not modules or _module(file) in modules]


def _ahead(files: list[Path]) -> Iterator[tuple[Path, Process | None]]:
    """Each file of checks with its process; that of the next file has begun by then."""
    process, following = _start(files[0]), None
    try:
        for file, after in zip(files, [*files[1:], None], strict=True):
            following = _start(after) if after else None
            yield file, process
            process = following
    finally:
        for one in (process, following):
            if one is not None:
                one.end()


def _start(file: Path) -> Process | None:
    return Process(file, []) if Path(f"{_module(file)}.py").exists() else None


def _check_module(file: Path, process: Process | None) -> Iterator[bool]:
    print(f"\n{_module(file)}.py")
    if process is None:
        print(f"  ✗ {_module(file)}.py is missing in this folder")
        yield False
        return
    before: object = None
    for event in _events(file, process):
        evidence = event.get("evidence")
        again = evidence is not None and evidence == before
        sign, words = "✓" if evidence is None else "✗", AGAIN if again else ""
        print(f"  {sign} {event['task']}: {event['title']}{words}")
        if evidence is not None and not again:
            print("\n".join(evidence_lines(evidence_from_json(evidence))))
        before = before if evidence is None else evidence
        yield evidence is None


def _events(file: Path, process: Process) -> Iterator[dict[str, Any]]:
    """What became of each check; of every check, also if the process ends again and again."""
    names: list[str] = []
    done: list[str] = []
    while True:
        started, before = "", len(done)
        for event in process.events(SECONDS, START_SECONDS):
            if event["event"] == "collected":
                names = names or event["names"]
            elif event["event"] == "start":
                started = event["name"]
            elif event["event"] == "end":
                done.append(event["name"])
                started = ""
                yield event
        if started:
            done.append(started)
            yield _given_up(file, started)
        left = [name for name in names if name not in done]
        if not done and not left:
            yield _nothing(file)
        if len(done) == before:
            yield from (_not_run(file, name) for name in left)
        if not left or len(done) == before:
            return
        process = Process(file, done)


def _given_up(file: Path, name: str) -> dict[str, Any]:
    why = f"no answer after {SECONDS:g} seconds, or the Python process ended"
    evidence = {"message": why, "hint": "is there a loop or a recursion that never ends?"}
    return {"task": _module(file), "title": name, "evidence": evidence}


def _not_run(file: Path, name: str) -> dict[str, Any]:
    why = "not run: the checks could not be started again; try once more"
    return {"task": _module(file), "title": name, "evidence": {"message": why}}


def _nothing(file: Path) -> dict[str, Any]:
    why = "the checks could not be started; the lines above say why"
    return {"task": _module(file), "title": "public checks", "evidence": {"message": why}}


def run(checks: Path) -> NoReturn:
    """The whole program, with the checks in the folder `checks`."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    try:
        sys.exit(main(checks, sys.argv[1:]))
    except KeyboardInterrupt:
        print("\nStopped.")
        sys.exit(130)
