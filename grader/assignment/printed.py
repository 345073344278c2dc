"""Examples that the texts of a handout print, as sessions for its checks to ask.

The texts are docstrings of the starter files, README.md and the pages in `docs/`. They are read as
`doctest` reads them: a line `>>> call`, and below it what is printed. Each docstring, and each
page, gives a session for each task: the steps that call its functions, and what these steps need. A
step that calls functions of another task is left out, unless the task builds on them: a slip in one
function must cost the points of only that one. If a function belongs to several tasks, a comment
says which one an example is for: `# bank.refusals`.
"""

import ast
import doctest
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

from grader.assignment.config import Assignment, Task
from grader.inside.module_names import file_of, holds, named_by
from grader.student.printed.sessions import STARTER, PrintedSession, PrintedStep

SKIP, FENCE = doctest.OPTIONFLAGS_BY_NAME["SKIP"], "```"
ASKING_KINDS = frozenset(("type", "isinstance", "vars", "dir", "id", "hasattr"))


@dataclass(frozen=True, slots=True)
class UncheckedExample:
    """An example that calls functions of hand-ins, which no check asks, and why."""

    place: str
    typed: str
    why: str

    def __str__(self) -> str:
        return f"{self.place}: no check asks `{self.typed.splitlines()[0]}`: {self.why}"


@dataclass(frozen=True, slots=True)
class PrintedTexts:
    """What the texts print that checks can ask, and what they can't."""

    sessions: tuple[PrintedSession, ...] = ()
    unchecked: tuple[UncheckedExample, ...] = ()


def printed_in(assignment: Assignment) -> PrintedTexts:
    """The examples of an assignment's texts."""
    modules = {module.name: module.tasks for module in assignment.modules}
    files = {path.stem for path in assignment.handout.glob("*.py")}
    others = dict.fromkeys(sorted(files - modules.keys()), ())
    graded, ungraded = (
        tuple([(name, _starter(assignment, name), tasks) for name, tasks in some.items()])
        for some in (modules, others)
    )
    return _printed_in(graded, ungraded, tuple(_pages(assignment)), assignment.library)


@lru_cache(maxsize=16)  # a run asks several times, and reads the files each time
def _printed_in(
    graded: "_Starters", ungraded: "_Starters", pages: tuple[tuple[str, str], ...], library: str
) -> PrintedTexts:
    names, others = (
        {name: HandinNames(name, _tree(starter), tasks) for name, starter, tasks in some}
        for some in (graded, ungraded)
    )
    sessions, unchecked = list[PrintedSession](), list[UncheckedExample]()
    of_pages = [_TextOfExamples(file, f"the examples of {file}", text) for file, text in pages]
    for text in (*_docstrings(names), *of_pages):
        reading = _TextReading(text, names, others, library)
        sessions += reading.sessions()
        unchecked += reading.unchecked()
    return PrintedTexts(tuple(sessions), tuple(unchecked))


# -- the texts ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _TextOfExamples:
    """One text: its file, what it is called, and the line of the file where it begins."""

    file: str
    title: str
    text: str
    first_line: int = 1
    module: str = ""


# Modules: the name of each, its starter file, and its tasks.
_Starters = tuple[tuple[str, bytes, tuple[Task, ...]], ...]


def _starter(assignment: Assignment, module: str) -> bytes:
    try:
        return (assignment.handout / file_of(module)).read_bytes()
    except OSError:  # a notebook, or a file that is refused elsewhere
        return b""


def _tree(starter: bytes) -> ast.Module:
    try:
        return ast.parse(starter)
    except SyntaxError:  # it is refused elsewhere
        return ast.Module([], [])


def _docstrings(names: Mapping[str, "HandinNames"]) -> Iterator[_TextOfExamples]:
    for module, own in names.items():
        for name, node in _documented(own.starter):
            text = ast.get_docstring(node, clean=False) or ""
            line = node.body[0].lineno if node.body else 1
            title = f"the examples of {name or module}"
            yield _TextOfExamples(f"{STARTER}{file_of(module)}", title, text, line, module)


def _documented(
    tree: ast.Module,
) -> Iterator[tuple[str, ast.Module | ast.ClassDef | ast.FunctionDef]]:
    yield "", tree
    for owner, node in _functions(tree):
        yield f"{owner}.{node.name}" if owner else node.name, node
    for each in tree.body:
        if isinstance(each, ast.ClassDef):
            yield each.name, each


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield "", node
        elif isinstance(node, ast.ClassDef):
            yield from [(node.name, one) for one in node.body if isinstance(one, ast.FunctionDef)]


def _pages(assignment: Assignment) -> Iterator[tuple[str, str]]:
    """The files of pages, and their texts."""
    handout = assignment.handout
    for path in [handout / "README.md", *sorted((handout / "docs").glob("*.md"))]:
        if path.exists():
            yield path.relative_to(handout).as_posix(), path.read_text("utf-8")


# -- whose names they are ----------------------------------------------------------------------


@dataclass
class HandinNames:
    """The names of one module of hand-ins: of its tasks' functions, their classes, and others."""

    module: str
    starter: ast.Module
    tasks: Sequence[Task] = ()

    @cached_property
    def classes(self) -> frozenset[str]:
        """The classes that hand-ins define."""
        return frozenset(self._methods_of)

    @cached_property
    def of_tasks(self) -> Mapping[str, frozenset[str]]:
        """The tasks of each function, by its name; a method's name is without its class.

        A class stands for all of its methods, except those that are named themselves.
        """
        named = [(name, task.id) for task in self.tasks for name in task.functions]
        by_themselves = {name for name, _ in named}
        found: dict[str, set[str]] = {}
        for name, task in named:
            methods = {f"{name}.{method}" for method in self._methods_of.get(name, ())}
            for one in (name, *methods - by_themselves):
                found.setdefault(one.rpartition(".")[2], set()).add(task)
        return {name: frozenset(ids) for name, ids in found.items()}

    @cached_property
    def _methods_of(self) -> Mapping[str, frozenset[str]]:
        """The methods that each class has, or inherits from a base."""
        found: dict[str, frozenset[str]] = {}
        for node in self.starter.body:
            if isinstance(node, ast.ClassDef):
                own = frozenset(one.name for one in node.body if isinstance(one, ast.FunctionDef))
                bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
                found[node.name] = own.union(*[found.get(base, ()) for base in bases])
        return found

    @cached_property
    def functions(self) -> frozenset[str]:
        """All functions that the starter file has outside of its classes."""
        return frozenset([node.name for owner, node in _functions(self.starter) if not owner])

    @cached_property
    def methods(self) -> frozenset[str]:
        """All methods that its classes have."""
        return frozenset([node.name for owner, node in _functions(self.starter) if owner])

    @cached_property
    def properties(self) -> frozenset[str]:
        """Those methods that are read like attributes."""
        methods = [node for owner, node in _functions(self.starter) if owner]
        return frozenset([one.name for one in methods if one.decorator_list])


# -- one text ----------------------------------------------------------------------------------


@dataclass
class _ReadStep:
    """One step: the names that it loads and binds, and what it calls in hand-ins."""

    example: doctest.Example
    line: int
    loads: frozenset[str] = frozenset()
    attributes: frozenset[str] = frozenset()
    methods: frozenset[str] = frozenset()
    binds: frozenset[str] = frozenset()
    arguments: frozenset[str] = frozenset()
    # What it asks of hand-ins: functions, each with its tasks; and why no check asks it.
    asks: Mapping[str, frozenset[str]] = field(default_factory=dict)
    mentions: bool = False
    why_not: str = ""
    module: str = ""
    pinned: str = ""
    checked: bool = False

    @property
    def is_of_hand_ins(self) -> bool:
        """Whether it shows more than the given parts of starter files."""
        return any(self.asks.values()) if self.asks else self.mentions


class _TextReading:
    """The steps of a text, and which of them each task can be asked."""

    def __init__(
        self,
        text: _TextOfExamples,
        names: Mapping[str, HandinNames],
        ungraded: Mapping[str, HandinNames],
        library: str,
    ) -> None:
        self._text = text
        self._names = names
        self._ungraded = ungraded
        self._library = library
        # What the text has imported from hand-ins: each name, and its module.
        self._bound: dict[str, str] = {}
        # Names for modules other than the module's own: a package's, or given by `as`.
        self._renamed: set[str] = set()
        # The modules of which it has all names.
        self._whole: set[str] = set()
        # The names that stand for answers of hand-ins.
        self._answers: set[str] = set()
        if text.module:
            self._bind_all(text.module)
        examples = doctest.DocTestParser().get_examples(text.text)
        self._steps = [self._step(example) for example in examples]

    def _bind_all(self, module: str) -> None:
        own = self._names[module]
        self._bound |= dict.fromkeys((*own.functions, *own.classes, *own.of_tasks), module)
        self._whole.add(module)

    def _step(self, example: doctest.Example) -> _ReadStep:
        line = self._text.first_line + example.lineno
        try:
            tree = ast.parse(example.source)
        except SyntaxError as error:
            return _ReadStep(example, line, mentions=True, why_not=f"it is no Python: {error.msg}")
        if self._imports_hand_ins(tree):
            return _ReadStep(example, line)
        if binds := self._bound_of_ungraded(tree):
            return _ReadStep(example, line, binds=binds, why_not="its module is not graded here")
        return self._looked_at(_ReadStep(example, line), tree)

    def _imports_hand_ins(self, tree: ast.Module) -> bool:
        """Whether a step imports from hand-ins; records what it binds."""
        match tree.body:
            case [ast.ImportFrom(module=str(module), names=names)] if module in self._names:
                for alias in names:
                    if alias.name == "*":
                        self._bind_all(module)
                    else:
                        self._bound[alias.asname or alias.name] = module
                return True
            case [ast.Import(names=[alias])] if alias.name in self._names:
                name = alias.asname or alias.name.partition(".")[0]
                self._bound[name] = alias.name
                if name != alias.name:
                    self._renamed.add(name)
                return True
        return False

    def _bound_of_ungraded(self, tree: ast.Module) -> frozenset[str]:
        """What a step imports from a starter file whose module isn't graded here."""
        match tree.body:
            case [ast.ImportFrom(module=str(module)) | ast.Import(names=[ast.alias(name=module)])]:
                if (own := self._ungraded.get(module)) is not None:
                    bound = frozenset(_bound(list(ast.walk(tree))))
                    return bound - {"*"} | own.functions | own.classes
        return frozenset()

    def _looked_at(self, step: _ReadStep, tree: ast.Module) -> _ReadStep:
        nodes = list(ast.walk(tree))
        names = [node for node in nodes if isinstance(node, ast.Name)]
        step.loads = frozenset(name.id for name in names if isinstance(name.ctx, ast.Load))
        step.binds = frozenset(_bound(nodes))
        step.attributes = frozenset(n.attr for n in nodes if isinstance(n, ast.Attribute))
        called = [node.func for node in nodes if isinstance(node, ast.Call)]
        step.methods = frozenset(one.attr for one in called if isinstance(one, ast.Attribute))
        modules = {self._bound[name] for name in step.loads & self._bound.keys()}
        step.mentions = bool(modules or step.loads & self._answers)
        step.module = next(iter(modules), self._own_module)
        if len(modules) > 1:
            step.why_not = f"it calls functions of {' and '.join(sorted(modules))}"
        elif step.module:
            self._look_for_functions(step, nodes)
        step.pinned = self._pinned(step)
        if step.asks:
            self._answers |= step.binds
        return step

    @property
    def _own_module(self) -> str:
        """The module whose methods a step calls if it names no module."""
        modules = set(self._bound.values())
        named = self._text.module or Path(self._text.file).stem
        return next(iter(modules), "") if len(modules) == 1 else named if named in modules else ""

    def _look_for_functions(self, step: _ReadStep, nodes: Sequence[ast.AST]) -> None:
        own = self._names[step.module]
        called = step.loads & (own.functions | own.of_tasks.keys())
        called |= step.methods & own.methods | step.attributes & own.properties
        if step.module in step.loads:
            called |= step.attributes & own.functions
        step.asks = {name: own.of_tasks.get(name, frozenset()) for name in called}
        if free := sorted(name for name, tasks in step.asks.items() if not tasks):
            step.why_not = f"it calls {free[0]}, which no task's `functions` name"
        elif any(_is_named_call(node, called | own.classes) for node in nodes):
            step.why_not = "it passes an argument by its name, which is free"
        elif step.example.options.get(SKIP):
            step.why_not = "the text says +SKIP"
        elif step.loads & self._renamed:
            step.why_not = f"write `from {step.module} import …` above it"
        elif kinds := sorted(step.loads & ASKING_KINDS):
            step.why_not = f"{kinds[0]} tells nothing of an object that stays beside a hand-in"
        elif step.loads & self._bound.keys() and not step.asks and step.example.want:
            step.why_not = "it calls no function that a task's `functions` name"
        step.arguments = frozenset(_passed(nodes, called))

    def _pinned(self, step: _ReadStep) -> str:
        comment = step.example.source.rpartition("#")[2].strip()
        tasks = {task.id for own in self._names.values() for task in own.tasks}
        return comment if comment in tasks else ""

    # -- the sessions of its tasks --

    def sessions(self) -> Iterator[PrintedSession]:
        """A session for each task for which the text prints examples."""
        modules = dict.fromkeys(step.module for step in self._steps if step.asks)
        for module in filter(None, modules):
            for task in self._names[module].tasks:
                if session := self._session(task, self._names[module]):
                    yield session

    def _session(self, task: Task, own: HandinNames) -> PrintedSession | None:
        asked = [n for n, step in enumerate(self._steps) if self._is_for(step, task, own)]
        touched = self._touched(asked)
        needed: dict[int, None] = {}
        for number in sorted({*asked, *touched}):
            if (found := self._needed(number, task, own)) is not None:
                needed |= dict.fromkeys((*found, number))
        compared = [n for n in needed if self._is_compared(n, task, touched)]
        if not any(n in asked for n in needed) or not compared:
            return None
        for number in compared:
            self._steps[number].checked = True
        steps = [self._printed(n, compared=n in compared) for n in sorted(needed)]
        return self._made(task, own, steps, [self._steps[n] for n in needed])

    def _made(
        self, task: Task, own: HandinNames, steps: Sequence[PrintedStep], used: Sequence[_ReadStep]
    ) -> PrintedSession:
        loads = frozenset[str]().union(*[step.loads for step in used])
        attributes = frozenset[str]().union(*[step.attributes for step in used])
        modules = (own.module,) if own.module in loads else ()
        names = loads | attributes if modules else loads
        before = [PrintedStep(text, 1) for text in filter(None, [self._imports(own)])]
        return PrintedSession(
            task.id,
            self._text.file,
            self._text.title,
            (*before, *steps),
            tuple(sorted(names & own.functions & own.of_tasks.keys())),
            tuple(sorted(names & own.classes)),
            modules,
            self._library,
        )

    def _imports(self, own: HandinNames) -> str:
        """What a starter file imports from others, for a text that has all of its names."""
        if own.module not in self._whole:
            return ""
        file, found = file_of(own.module), list[str]()
        for node in own.starter.body:
            packages = {name.partition(".")[0] for name in named_by(file, node)}
            if packages and not any(holds(self._names, package) for package in packages):
                found.append(ast.unparse(node))
        return "\n".join(found)

    def _is_for(self, step: _ReadStep, task: Task, own: HandinNames) -> bool:
        """Whether a step asks functions of a task, and no others but those that it builds on."""
        if not step.asks or step.why_not or step.module != own.module:
            return False
        usable = {task.id, *task.builds_on}
        of_it = [task.id in tasks for tasks in step.asks.values()]
        return any(of_it) and all(usable & tasks for tasks in step.asks.values())

    def _is_compared(self, number: int, task: Task, touched: Sequence[int]) -> bool:
        step = self._steps[number]
        if not step.example.want or step.pinned not in ("", task.id):
            return False
        if number in touched:
            return True
        return bool(step.asks) and (step.pinned == task.id or len(_owners(step)) == 1)

    def _touched(self, asked: Sequence[int]) -> list[int]:
        """The steps that look at what an earlier one has passed to a function of the task."""
        names: set[str] = set()
        found: list[int] = []
        for number, step in enumerate(self._steps):
            if number in asked:
                names |= step.arguments | step.binds
            elif names & step.loads and not step.asks and not step.why_not:
                names |= step.binds
                found.append(number)
            else:
                names -= step.binds
        return found

    def _needed(self, number: int, task: Task, own: HandinNames) -> set[int] | None:
        """The steps that bind what one loads, and what those need; `None` if one can't be asked."""
        found: set[int] = set()
        for name in self._steps[number].loads:
            binding = self._binding(name, number)
            if binding is None:
                continue
            step = self._steps[binding]
            if step.why_not or (step.asks and not self._is_for(step, task, own)):
                return None
            below = self._needed(binding, task, own)
            if below is None:
                return None
            found |= {binding, *below}
        return found | {n for n in range(number) if "*" in self._steps[n].binds}

    def _binding(self, name: str, number: int) -> int | None:
        return next((n for n in range(number - 1, -1, -1) if name in self._steps[n].binds), None)

    def _printed(self, number: int, *, compared: bool) -> PrintedStep:
        step = self._steps[number]
        # To doctest, the closing fence of a page is part of what is printed.
        want = step.example.want.partition(f"\n{FENCE}")[0].rstrip() if compared else ""
        return PrintedStep(step.example.source.rstrip(), step.line, want)

    def unchecked(self) -> Iterator[UncheckedExample]:
        """The examples of hand-ins that no session compares."""
        for step in self._steps:
            if step.is_of_hand_ins and step.example.want and not step.checked:
                place = f"{self._text.file}:{step.line}"
                yield UncheckedExample(place, step.example.source, step.why_not or _why(step))


def _why(step: _ReadStep) -> str:
    owners = sorted(_owners(step))
    if len(owners) > 1:
        return f"its functions are of {', '.join(owners)}; a comment says which: # {owners[0]}"
    tasks = sorted({task for tasks in step.asks.values() for task in tasks})
    if len(tasks) > 1:
        return f"it calls functions of {' and '.join(tasks)}"
    return "it needs a step above it that no check asks"


def _owners(step: _ReadStep) -> frozenset[str]:
    """The tasks that all functions of a step belong to."""
    first, *others = step.asks.values() or [frozenset[str]()]
    return first.intersection(*others)


def _bound(nodes: Sequence[ast.AST]) -> Iterator[str]:
    for node in nodes:
        match node:
            case ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.alias(name=name, asname=other):
                yield other or name.partition(".")[0]


def _passed(nodes: Sequence[ast.AST], called: frozenset[str]) -> Iterator[str]:
    """The names that are arguments of calls of some functions."""
    for node in nodes:
        if isinstance(node, ast.Call) and _name_of(node.func) in called:
            yield from [one.id for one in node.args if isinstance(one, ast.Name)]


def _is_named_call(node: ast.AST, called: frozenset[str]) -> bool:
    return isinstance(node, ast.Call) and bool(node.keywords) and _name_of(node.func) in called


def _name_of(function: ast.expr) -> str:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""
