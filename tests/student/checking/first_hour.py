# ruff: noqa: E501  # pieces of programs as they are
"""Thirty mistakes of a first hour, and what it takes to find the cause of each.

    python -m tests.student.checking.first_hour [HANDOUT]     the table, for a handout

Each is one change to a finished hand-in. The `cause` is what a line must say for the student to
know: the place that is wrong, or what is wrong in words. Lines and seconds are counted from
`make check` to that line, at 80 columns.
"""

import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
# Those of the reference take longer than all checks.
OWN_TESTS = """from gametree import Seq
from las import look_and_say


def test_one_run() -> None:
    assert look_and_say(lambda x, y: x == y, Seq.of(1, 1)) == Seq.of((2, 1))
"""


@dataclass(frozen=True, slots=True)
class Slip:
    """One mistake: a change of a file of the reference; no new text at all takes the file away."""

    kind: str
    name: str
    file: str
    old: str
    new: str | None
    cause: str
    modules: tuple[str, ...] = ()

    @property
    def checked(self) -> tuple[str, ...]:
        """The modules that it can touch."""
        return (self.file.removesuffix(".py"), *self.modules)


SLIPS = (
    Slip(
        "value",
        "a run counted from zero",
        "las.py",
        "1 + more, first",
        "more, first",
        r"item 0: \(0, |item 0: \(\d+, .* instead of",
        ("connect4",),
    ),
    Slip(
        "type",
        "a list instead of a Seq",
        "las.py",
        "return Seq.from_list(runs)",
        "return runs",
        r"a Seq is expected, not a list",
    ),
    Slip(
        "loop",
        "a loop while the module is imported",
        "connect4.py",
        "IN_A_ROW = 4\n",
        "IN_A_ROW = 4\nwhile True:\n    pass\n",
        r"connect4\.py, line \d+",
        ("run",),
    ),
    Slip(
        "loop",
        "a loop in one function",
        "connect4.py",
        "        rows = range(self.num_rows)\n",
        "        while True:\n            pass\n        rows = range(self.num_rows)\n",
        r"connect4\.py, line \d+, in lowest_free_row",
        ("run",),
    ),
    Slip(
        "loop",
        "a loop that only some calls reach",
        "nim.py",
        "    match tree:\n        case Tree(_, ()):",
        "    while not tree.children and step is Step.MIN:\n        pass\n"
        "    match tree:\n        case Tree(_, ()):",
        r"nim\.py, line \d+, in min_max",
    ),
    Slip(
        "loop",
        "a list without end",
        "select_move.py",
        "    moves = game.list_legal_moves()\n    game.search",
        "    moves = game.list_legal_moves()\n    for move in moves:\n        moves.append(move)\n    game.search",
        r"select_move\.py, line \d+: ",
    ),
    Slip(
        "recursion",
        "the case that ends is missing",
        "nim.py",
        "    return Tree(c, [make_game_tree(d) for d in make_next_level(c)])",
        "    return Tree(c, [make_game_tree(c) for d in make_next_level(c)])",
        r"recursion|RecursionError",
    ),
    Slip(
        "recursion",
        "the depth never falls",
        "alphabeta.py",
        "self.evaluate(depth - 1, ab, child, move)",
        "self.evaluate(depth, ab, child, move)",
        r"wrong value|your code raised|recursion",
    ),
    Slip(
        "syntax",
        "a missing colon",
        "connect4.py",
        "def player(self, state: C4State) -> Player:",
        "def player(self, state: C4State) -> Player",
        r"connect4\.py.*line \d+",
        ("run",),
    ),
    Slip(
        "syntax",
        "case Nil without brackets",
        "alphabeta.py",
        "            case Nil():\n",
        "            case Nil:\n",
        r"alphabeta\.py.*line \d+",
        ("run",),
    ),
    Slip(
        "syntax",
        "a bracket that is not closed",
        "nim.py",
        "return Tree(1 if step is Step.MAX else 0)",
        "return Tree(1 if step is Step.MAX else 0",
        r"nim\.py.*line \d+",
    ),
    Slip(
        "syntax",
        "a pattern that matches anything",
        "connect4.py",
        "            case row:\n",
        "            case EMPTY:\n                pass\n            case row:\n",
        r"connect4\.py.*line \d+",
        ("run",),
    ),
    Slip(
        "indentation",
        "the body is not indented",
        "run.py",
        "    game = Connect4()\n    return Referee(game, HumanPlayer(game), AlphaBeta",
        "game = Connect4()\n    return Referee(game, HumanPlayer(game), AlphaBeta",
        r"run\.py.*line \d+",
    ),
    Slip(
        "import", "a name that is not imported", "jamboree.py", "    maxalpha,\n", "", r"NameError"
    ),
    Slip(
        "import",
        "a package that is not there",
        "select_move.py",
        "from math import inf\n",
        "from math import inf\nimport numby\n",
        r"numby",
    ),
    Slip(
        "import",
        "a name spelt wrongly",
        "connect4.py",
        "    Winner,\n",
        "    Winer,\n",
        r"Winer",
        ("run",),
    ),
    Slip(
        "exception",
        "an index that is not there",
        "lolo.py",
        "for index, position in enumerate(positions):\n        if position == p:",
        "for index in range(len(positions) + 1):\n        position = positions[index]\n        if position == p:",
        r"IndexError.*lolo\.py, line \d+|lolo\.py, line \d+|ValueError",
    ),
    Slip(
        "exception",
        "an exception in a helper",
        "connect4.py",
        "return 0 <= index < len(runs) and runs[index][1] == EMPTY",
        "return runs[index][1] == EMPTY",
        r"IndexError",
    ),
    Slip(
        "exception",
        "a value of gametree is changed",
        "connect4.py",
        "                board = state.board.update(col, row, Filled(state.player))\n",
        "                state.player = state.player.other\n"
        "                board = state.board.update(col, row, Filled(state.player))\n",
        r"connect4\.py, line \d+|FrozenInstanceError",
        ("run",),
    ),
    Slip(
        "missing",
        "return is forgotten",
        "alphabeta.py",
        "        best: Move = self.best_edge(state).move\n        return best",
        "        best: Move = self.best_edge(state).move\n        best",
        r"None",
        ("run",),
    ),
    Slip(
        "missing",
        "a function has another name",
        "nim.py",
        "def equal_config(",
        "def equal_configs(",
        r"equal_config",
    ),
    Slip("missing", "a file is not there", "nim.py", "", None, r"missing in this folder: nim\.py"),
    Slip(
        "missing",
        "self is forgotten",
        "connect4.py",
        "def lowest_free_row(self, state: C4State, col: int)",
        "def lowest_free_row(state: C4State, col: int)",
        r"TypeError: .*lowest_free_row",
        ("run",),
    ),
    Slip(
        "half begun",
        "a function that is not written",
        "connect4.py",
        "        match fours(state.board):",
        '        raise NotImplementedError("status")\n        match fours(state.board):',
        r"status",
    ),
    Slip(
        "order",
        "a level in the wrong order",
        "nim.py",
        "    return sorted(\n",
        "    return (lambda xs: list(xs)[::-1])(\n",
        r"item \d",
    ),
    Slip(
        "order",
        "moves from right to left",
        "select_move.py",
        "enumerate(moves, start=1)",
        "enumerate(moves[::-1], start=1)",
        r"\d instead of \d|wrong value",
    ),
    Slip(
        "visits",
        "the bound that came in is forgotten",
        "alphabeta.py",
        "        match moves.showl():\n            case Nil():\n                return self.value_for(state, ab)",
        "        if len(moves) == len(self.game.moves(state)):\n            ab = (PRUNED, ab[1]) "
        "if self.game.player(state) is Player.MAXIE else (ab[0], PRUNED)\n"
        "        match moves.showl():\n            case Nil():\n                return self.value_for(state, ab)",
        r"should not be visited|visited",
    ),
    Slip(
        "visits",
        "a cut is missed",
        "jamboree.py",
        "                    case ParentPrune():\n                        return PRUNED\n                    case value:\n                        ab2",
        "                    case ParentPrune():\n                        return self.search(depth, ab, state, others, mmmoves)\n                    case value:\n                        ab2",
        r"visited|PARENT_PRUNE among the moves",
    ),
    Slip(
        "print",
        "a line left from debugging",
        "select_move.py",
        "    moves = game.list_legal_moves()\n    game.search",
        '    moves = game.list_legal_moves()[:6]\n    print("moves", moves)\n    game.search',
        r"instead of|wrong value",
    ),
    Slip(
        "input",
        "input is asked for",
        "run.py",
        "    return Referee(game, HumanPlayer(game), AlphaBeta(game, SEARCH_DEPTH))",
        '    depth = int(input("How deep? "))\n    return Referee(game, HumanPlayer(game), AlphaBeta(game, depth))',
        r"EOFError",
    ),
    Slip(
        "extra credit",
        "a rule of PopOut",
        "popout.py",
        "return state.player",
        "return state.player.other",
        r"wrong value|instead of|player",
    ),
    Slip(
        "tests",
        "no test is written",
        "test_all.py",
        "",
        "import las\n",
        r"the name of each begins with test_",
    ),
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a run of the checks shows: its lines, and when each came, by the clock and by work."""

    lines: tuple[str, ...]
    seconds: tuple[float, ...]
    cpu_seconds: tuple[float, ...]
    took: float
    worked: float

    def cause(self, slip: Slip) -> int:
        """The number of the line that says the cause, from 1; 0 if none does."""
        found = (i for i, line in enumerate(self.lines, 1) if re.search(slip.cause, line))
        return next(found, 0)


def make_folder(folder: Path, handout: Path, slip: Slip | None, *written: str) -> None:
    """A student's folder: a handout with a finished hand-in that has one mistake.

    If it is said which files are `written`, the others are still those of the handout.
    """
    shutil.copytree(handout, folder, ignore=shutil.ignore_patterns("*.tgz"))
    if handout == ROOT / "handout":
        give_engine(folder)
    for path in handout.glob("*.py"):
        if not written or path.name in written:
            shutil.copy(ROOT / "reference" / path.name, folder)
    if not written:
        (folder / "test_all.py").write_text(OWN_TESTS, "utf-8")
    if slip is None:
        return
    path = folder / slip.file
    if slip.new is None:
        path.unlink()
        return
    text = path.read_text("utf-8")
    if slip.old and slip.old not in text:
        raise ValueError(f"{slip.name}: there is no such text in {slip.file}: {slip.old!r}")
    path.write_text(text.replace(slip.old, slip.new, 1) if slip.old else slip.new, "utf-8")


def give_engine(folder: Path) -> None:
    """Put what the packed handout carries of the grader into a copy of the handout."""
    engine = folder / "grader"
    for part in ("inside", "student"):
        shutil.copytree(ROOT / "grader" / part, engine / part)
    shutil.copy(ROOT / "grader/__init__.py", engine)


def read(folder: Path, *modules: str) -> Reading:
    """Run the checks as `make check` does, and note when each line comes."""
    began, worked = time.monotonic(), _cpu_seconds_of_ended()
    command = [sys.executable, "-m", "checks", *modules]
    lines, seconds, cpu_seconds = [], [], []
    with subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env={"PATH": "/usr/bin:/bin", "COLUMNS": "80", "PYTHONUNBUFFERED": "1"},
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line.rstrip("\n"))
            seconds.append(time.monotonic() - began)
            cpu_seconds.append(_cpu_seconds_of_session(process.pid))
    took, worked = time.monotonic() - began, _cpu_seconds_of_ended() - worked
    return Reading(tuple(lines), tuple(seconds), tuple(cpu_seconds), took, worked)


def _cpu_seconds_of_ended() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _cpu_seconds_of_session(session: int) -> float:
    """What the processes of a session have used so far, with those that they waited for."""
    ticks = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = path.read_text("utf-8").rpartition(") ")[2].split()
            if int(fields[3]) == session:
                ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def table(handout: Path) -> Iterator[str]:
    """The table as lines: of each mistake the line of its cause, all lines, and the seconds.

    Seconds are those to the cause and all, first by the clock, then of CPU time.
    """
    yield f"{'kind':<13}{'mistake':<40}{'cause':>6}{'lines':>6}{'s':>6}{'all':>6}{'CPU':>6}{'all':>6}"
    for slip in SLIPS:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / "hw09"
            make_folder(folder, handout, slip)
            reading = read(folder)
        at = reading.cause(slip)
        came = (reading.seconds[at - 1], reading.cpu_seconds[at - 1]) if at else None
        seconds, worked = came or (reading.took, reading.worked)
        yield (
            f"{slip.kind:<13}{slip.name:<40}{at or '-':>6}{len(reading.lines):>6}"
            f"{seconds:>6.1f}{reading.took:>6.1f}{worked:>6.1f}{reading.worked:>6.1f}"
        )


if __name__ == "__main__":
    for row in table(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "handout"):
        print(row, flush=True)
