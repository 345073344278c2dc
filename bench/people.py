"""Faults as people make them, generated from the reference: where a right idea stops being right.

Mutants of single tokens (see `bench.mutations`) say that a check bites. These say whether checks
look everywhere. Each is a copy of a file with one change of one of these kinds:

* limits: right up to some size, depth or count, wrong beyond it;
* forgotten parameters: one is replaced by a default, by the object's own, or by the last call's;
* memory: answers are kept by a part of the arguments, on the class, or by what objects look like;
* kinds: an index for a move, a guess for an outcome, identity for equality, text for numbers;
* order: reversed, sorted, the last for the first among equals;
* neighbours: the other player's, the parent's, the sibling's value;
* ends: the first, the last, the empty, the single one left out.

Half of them, by a hash of their names, are kept back: checks are improved by looking at the others
alone, and the figure of the kept half is the one that says how often verdicts are right.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import permutations
from typing import Any

import libcst as cst
import libcst.matchers as m

from bench.fates import Mutant
from bench.mutations import compiles, difference, owned

KINDS = ("limits", "forgotten parameters", "memory", "kinds", "order", "neighbours", "ends")
# Of each kind, so many faults of one function: those whose names have the smallest hashes.
MOST = 3

Change = tuple[cst.CSTNode, cst.CSTNode]
Maker = Callable[[Any], Iterator[cst.CSTNode]]


@dataclass(frozen=True, slots=True)
class Fault:
    """A mutant of a kind."""

    kind: str
    mutant: Mutant

    @property
    def name(self) -> str:
        """What it is known by, wherever it is generated."""
        mutant = self.mutant
        text = f"{mutant.file}/{mutant.owner}/{self.kind}/{mutant.was}/{mutant.becomes}"
        return f"{mutant.owner}: {self.kind} {_hash(text)[:8]}"

    @property
    def kept(self) -> bool:
        """Whether nobody looks at it while checks are improved."""
        return int(_hash(self.name)[:8], 16) % 2 == 1


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def expression(text: str) -> cst.BaseExpression:
    """An expression of Python."""
    return cst.parse_expression(text)


def code(node: cst.CSTNode) -> str:
    """The text of a node."""
    return cst.Module([]).code_for_node(node)


# -- limits --------------------------------------------------------------------------------------

COUNTS = (2, 3, 4, 6, 7, 9, 12, 20)


def short_range(node: cst.Call) -> Iterator[cst.CSTNode]:
    """range(n) stops at k."""
    if m.matches(node, m.Call(func=m.Name("range"))):
        *before, last = [code(arg.value) for arg in node.args]
        for k in COUNTS:
            if last.isdigit() and int(last) <= k:
                continue
            yield expression(f"range({', '.join([*before, f'min({last}, {k})'])})")


def short_loop(node: cst.For | cst.CompFor) -> Iterator[cst.CSTNode]:
    """A loop ends after k elements."""
    for k in COUNTS:
        yield node.with_changes(iter=expression(f"list({code(node.iter)})[:{k}]"))


def small_size(node: cst.Attribute) -> Iterator[cst.CSTNode]:
    """A board has no more than k columns or rows."""
    if node.attr.value in ("num_cols", "num_rows") and not m.matches(node.value, m.Name("cst")):
        for k in (7, 6, 9, 12, 20):
            yield expression(f"min({code(node)}, {k})")


def small_infinity(node: cst.Name) -> Iterator[cst.CSTNode]:
    """No value is larger than k."""
    if node.value == "inf":
        for k in (50, 512, 1000, 10**6):
            yield cst.Integer(str(k))


def last_time_round(node: cst.While) -> Iterator[cst.CSTNode]:
    """An endless loop ends after k rounds."""
    if m.matches(node.test, m.Name("True")):
        for k in (5, 12, 30, 100, 1000):
            target, body = cst.Name("_round"), node.body
            yield cst.For(target, expression(f"range({k})"), body)


# -- kinds ---------------------------------------------------------------------------------------

IDENTICAL: Mapping[type, cst.BaseCompOp] = {
    cst.Equal: cst.Is(),
    cst.NotEqual: cst.IsNot(),
    cst.Is: cst.Equal(),
}


def identity(node: cst.ComparisonTarget) -> Iterator[cst.CSTNode]:
    """Identity for equality."""
    if type(node.operator) in (cst.Equal, cst.NotEqual):
        yield node.with_changes(operator=IDENTICAL[type(node.operator)])


def guess_for_outcome(node: cst.Call) -> Iterator[cst.CSTNode]:
    """A sure outcome is a large guess."""
    if m.matches(node, m.Call(func=m.Name("Definitely"), args=[m.Arg()])):
        outcome = code(node.args[0].value)
        for k in (1, 100, 10**6, 10**20):
            yield expression(
                f"__import__('gametree').Guess({{'Winner(Player.MAXIE)': {k}, "
                f"'Winner(Player.MINNIE)': -{k}}}.get(repr({outcome}), 0))"
            )


def index_for_move(node: cst.Call) -> Iterator[cst.CSTNode]:
    """An edge has a number for its move."""
    if m.matches(node, m.Call(func=m.Name("BestEdge"), args=[m.Arg(), m.Arg()])):
        move, est = (code(arg.value) for arg in node.args)
        yield expression(f"BestEdge(0, {est})")
        yield expression(f"BestEdge(str({move}), {est})")
        yield expression(f"BestEdge({move}, {move})")


def list_for_sequence(node: cst.Call) -> Iterator[cst.CSTNode]:
    """A list for a Seq."""
    if m.matches(node, m.Call(func=m.Attribute(m.Name("Seq"), m.Name("from_list")))):
        yield node.args[0].value


def bare_value(node: cst.Call) -> Iterator[cst.CSTNode]:
    """What is wrapped, bare."""
    if m.matches(
        node, m.Call(func=m.Name("Guess") | m.Name("Over") | m.Name("Winner"), args=[m.Arg()])
    ):
        yield node.args[0].value


def as_text(node: cst.Call) -> Iterator[cst.CSTNode]:
    """Ordered as texts."""
    if m.matches(node, m.Call(func=m.Name("sorted") | m.Name("max") | m.Name("min"))):
        values = ", ".join(f"({code(arg.value)})" for arg in node.args if not arg.keyword)
        yield expression(f"{code(node.func)}({values}, key=str)")


def texts_compared(node: cst.Comparison) -> Iterator[cst.CSTNode]:
    """Compared as texts."""
    if m.matches(
        node,
        m.Comparison(comparisons=[m.ComparisonTarget(m.LessThan() | m.LessThanEqual())]),
    ):
        [target] = node.comparisons
        yield expression(
            f"str({code(node.left)}) {code(target.operator).strip()} str({code(target.comparator)})"
        )


# -- order ---------------------------------------------------------------------------------------

LOOSER: Mapping[type, cst.BaseCompOp] = {
    cst.LessThan: cst.LessThanEqual(),
    cst.GreaterThan: cst.GreaterThanEqual(),
    cst.LessThanEqual: cst.LessThan(),
    cst.GreaterThanEqual: cst.GreaterThan(),
}


def reversed_loop(node: cst.For | cst.CompFor) -> Iterator[cst.CSTNode]:
    """A loop goes the other way, or by another order."""
    iterated = code(node.iter)
    yield node.with_changes(iter=expression(f"list(reversed(list({iterated})))"))
    yield node.with_changes(iter=expression(f"sorted({iterated}, key=str)"))
    yield node.with_changes(iter=expression(f"sorted({iterated}, key=repr, reverse=True)"))


def other_order(node: cst.Call) -> Iterator[cst.CSTNode]:
    """Not sorted, sorted the other way, or each once."""
    if m.matches(node, m.Call(func=m.Name("sorted"))):
        yield expression(f"list({code(node.args[0].value)})")
        yield expression(f"sorted(({code(node.args[0].value)}), reverse=True)")
        yield expression(f"sorted(({code(node.args[0].value)}), key=sum)")
    if m.matches(node, m.Call(func=m.Name("next"))):
        yield expression(f"list({code(node.args[0].value)})[-1]")
    if m.matches(node, m.Call(func=m.Name("enumerate"))):
        yield expression(f"list(reversed(list({code(node)})))")
    if m.matches(node, m.Call(func=m.Name("reversed"))):
        yield expression(f"list({code(node.args[0].value)})")


def equals_count(node: cst.ComparisonTarget) -> Iterator[cst.CSTNode]:
    """The last for the first among equals."""
    if type(node.operator) in LOOSER:
        yield node.with_changes(operator=LOOSER[type(node.operator)])


# -- neighbours ----------------------------------------------------------------------------------


def swapped_arguments(node: cst.Call) -> Iterator[cst.CSTNode]:
    """Two neighbouring arguments change places."""
    if any(arg.keyword or arg.star for arg in node.args) or m.matches(
        node.func, m.Name("isinstance") | m.Name("range")
    ):
        return
    for i in range(len(node.args) - 1):
        values = [arg.value for arg in node.args]
        values[i], values[i + 1] = values[i + 1], values[i]
        yield node.with_changes(
            args=[
                arg.with_changes(value=value) for arg, value in zip(node.args, values, strict=True)
            ]
        )


def same_player(node: cst.Attribute) -> Iterator[cst.CSTNode]:
    """The player herself for her opponent, and the other way round."""
    if node.attr.value == "other":
        yield node.value
    if node.attr.value in ("player", "next_turn") and not m.matches(node.value, m.Attribute()):
        yield expression(f"{code(node)}.other")


def parents(node: cst.BinaryOperation) -> Iterator[cst.CSTNode]:
    """The parent's or a grandchild's depth, the row or column beside."""
    if m.matches(node, m.BinaryOperation(operator=m.Subtract() | m.Add(), right=m.Integer("1"))):
        yield node.left
        yield expression(f"{code(node)[:-1]}2")


# -- ends ----------------------------------------------------------------------------------------


def ends_of_loop(node: cst.For | cst.CompFor) -> Iterator[cst.CSTNode]:
    """The first, the last or both are left out, or all but the first."""
    for part in ("[1:]", "[:-1]", "[1:-1]", "[:1]", "[-1:]"):
        yield node.with_changes(iter=expression(f"list({code(node.iter)}){part}"))


def single(node: cst.For | cst.CompFor) -> Iterator[cst.CSTNode]:
    """A single one is passed over."""
    iterated = code(node.iter)
    yield node.with_changes(
        iter=expression(f"(lambda found: found if len(found) > 1 else [])(list({iterated}))")
    )


def ends_of_range(node: cst.Call) -> Iterator[cst.CSTNode]:
    """A range begins one later, ends one earlier, or one later."""
    if m.matches(node, m.Call(func=m.Name("range"))):
        texts = [code(arg.value) for arg in node.args]
        start, stop = ("0", texts[0]) if len(texts) == 1 else texts[:2]
        for one, other in (("+ 1", ""), ("", "- 1"), ("", "+ 1")):
            yield expression(f"range({start} {one}, {stop} {other})")


LOOPS = (cst.For, cst.CompFor)
MAKERS: tuple[tuple[str, tuple[type, ...], Maker], ...] = (
    ("limits", (cst.Call,), short_range),
    ("limits", LOOPS, short_loop),
    ("limits", (cst.Attribute,), small_size),
    ("limits", (cst.Name,), small_infinity),
    ("limits", (cst.While,), last_time_round),
    ("kinds", (cst.ComparisonTarget,), identity),
    ("kinds", (cst.Call,), guess_for_outcome),
    ("kinds", (cst.Call,), index_for_move),
    ("kinds", (cst.Call,), list_for_sequence),
    ("kinds", (cst.Call,), bare_value),
    ("kinds", (cst.Call,), as_text),
    ("kinds", (cst.Comparison,), texts_compared),
    ("order", LOOPS, reversed_loop),
    ("order", (cst.Call,), other_order),
    ("order", (cst.ComparisonTarget,), equals_count),
    ("neighbours", (cst.Call,), swapped_arguments),
    ("neighbours", (cst.Attribute,), same_player),
    ("neighbours", (cst.BinaryOperation,), parents),
    ("ends", LOOPS, ends_of_loop),
    ("ends", LOOPS, single),
    ("ends", (cst.Call,), ends_of_range),
)


# -- whole functions -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Signature:
    """A function's name, whether it is a method, and its parameters with their annotations."""

    function: cst.FunctionDef

    @property
    def is_method(self) -> bool:
        first = self.function.params.params[:1]
        return bool(first) and first[0].name.value == "self"

    @property
    def is_plain(self) -> bool:
        """Whether it can be wrapped: a property can't be."""
        return not self.function.decorators and not self.function.name.value.startswith("__")

    @property
    def params(self) -> dict[str, str]:
        """The parameters but self, with their annotations as text."""
        found = self.function.params.params[int(self.is_method) :]
        return {p.name.value: code(p.annotation.annotation) if p.annotation else "" for p in found}


def _first(function: cst.FunctionDef, lines: str) -> cst.FunctionDef:
    """The function with statements before its others, after its docstring."""
    added = cst.parse_module(lines).body
    body = cst.ensure_type(function.body, cst.IndentedBlock)
    old = list(body.body)
    at = 1 if old and m.matches(old[0], m.SimpleStatementLine([m.Expr(m.SimpleString())])) else 0
    return function.with_changes(body=body.with_changes(body=[*old[:at], *added, *old[at:]]))


def _defaults(name: str, annotation: str, signature: _Signature) -> Iterator[str]:
    method = signature.is_method
    match annotation:
        case "int":
            yield from ("0", "1", "2")
            if name == "depth" and method:
                yield "self.search_depth"
        case "bool":
            yield from ("True", "False")
        case "Step":
            yield from ("Step.MAX", "Step.MIN")
        case "Bounds":
            yield "(PRUNED, PRUNED)"
            yield f"({name}[0], PRUNED)"
            yield f"(PRUNED, {name}[1])"
        case "State" if method:
            yield "self.game.start"
        case "Seq[Move]" if method:
            yield "self.game.moves(state)"
        case "Move":
            yield "0"
        case "Callable[[A, A], bool]":
            yield "__import__('operator').eq"
        case "Value":
            yield "PRUNED"


def _small(name: str, annotation: str) -> Iterator[str]:
    match annotation:
        case "int":
            yield from (f"{name} = min({name}, {k})" for k in (1, 2, 3, 4, 5, 9))
        case "Config" | "str" | "Sequence[BConfig]":
            yield from (f"{name} = {name}[:{k}]" for k in (1, 2, 3, 4, 5, 10, 15))
        case "Seq[A]" | "Seq[Move]":
            yield from (
                f"{name} = type({name}).from_list({name}.to_list()[:{k}])"
                for k in (1, 2, 3, 5, 7, 12, 40, 1000)
            )


def of_parameters(function: cst.FunctionDef) -> Iterator[tuple[str, cst.FunctionDef]]:
    """A parameter has a default, the object's own or the last call's value, or is cut short."""
    signature = _Signature(function)
    if not signature.is_plain:
        return
    own = function.name.value
    for name, annotation in signature.params.items():
        for default in _defaults(name, annotation, signature):
            yield "forgotten parameters", _first(function, f"{name} = {default}\n")
        yield (
            "forgotten parameters",
            _first(
                function,
                f"_last = globals().setdefault('_last_{own}_{name}', [{name}])\n"
                f"{name}, _last[0] = _last[0], {name}\n",
            ),
        )
        yield (
            "forgotten parameters",
            _first(function, f"{name} = globals().setdefault('_first_{own}_{name}', {name})\n"),
        )
        for line in _small(name, annotation):
            yield "limits", _first(function, line + "\n")


def of_memory(function: cst.FunctionDef) -> Iterator[tuple[str, cst.FunctionDef]]:
    """Answers are kept by a part of the arguments."""
    signature = _Signature(function)
    if not signature.is_plain or not signature.params:
        return
    names = list(signature.params)
    who = ["id(self)"] if signature.is_method else []
    keys = [[*who, *[f"repr({n})" for n in names if n != left_out]] for left_out in names]
    if signature.is_method:
        keys.append([f"repr({n})" for n in names])
        keys.append(["self.__class__", *[f"hash(repr({n})) % 64" for n in names]])
    for name in names:
        others = [f"repr({n})" for n in names if n != name]
        keys.append([*who, f"id({name})", *others])
        keys.append([*who, f"len(str({name}))", *others])
        if signature.params[name] == "Config":
            keys.append([*who, f"tuple(sorted({name}))", *others])
    for key in keys:
        yield "memory", _kept(function, key)


def _kept(function: cst.FunctionDef, key: Sequence[str]) -> cst.FunctionDef:
    """The function, which answers equal keys as it did the first time."""
    inner = function.with_changes(
        name=cst.Name("_answer"),
        decorators=(),
        leading_lines=(),
        params=cst.Parameters(),
        returns=None,
    )
    name = function.name.value
    lines = (
        f"_answers = globals().setdefault('_answers_of_{name}', {{}})\n"
        f"_key = tuple([{', '.join(key)}])\n"
        "if _key not in _answers:\n"
        "    _answers[_key] = _answer()\n"
        "return _answers[_key]\n"
    )
    statements = cst.parse_module(lines).body
    body = cst.IndentedBlock([inner, *statements])
    return function.with_changes(body=body)


def of_names(function: cst.FunctionDef) -> Iterator[tuple[str, cst.FunctionDef]]:
    """One variable is read where another of the same kind is meant, in one place."""
    known = {n.value for n in _found(function, cst.Name)}
    wanted = [pair for pair in NEIGHBOURS if set(pair) <= known]
    same = defaultdict(list)
    for name, annotation in _Signature(function).params.items():
        same[annotation].append(name)
    wanted += [pair for names in same.values() for pair in permutations(names, 2)]
    for one, other in wanted:
        for node in _found(function.body, cst.Name):
            if node.value == one:
                changed = function.deep_replace(node, cst.Name(other))
                yield "neighbours", cst.ensure_type(changed, cst.FunctionDef)


NEIGHBOURS = tuple(
    pair
    for names in (
        *(
            ("alpha", "beta"),
            ("ab", "ab2"),
            ("state", "child"),
            ("red", "green"),
            ("blue", "brown"),
        ),
        *(
            ("row", "col"),
            ("x", "y"),
            ("xs", "os"),
            ("c", "d"),
            ("moves", "others"),
            ("first", "rest"),
        ),
        *(("above_alpha", "below_beta"), ("abmoves", "mmmoves"), ("num_cols", "num_rows")),
        *(("best", "value"), ("child", "best"), ("first", "child"), ("looked_at", "col")),
    )
    for pair in permutations(names, 2)
)


def _found(node: cst.CSTNode, kind: type) -> list[Any]:
    return list(m.findall(node, m.MatchIfTrue(lambda n: isinstance(n, kind))))


# -- the faults of a file ------------------------------------------------------------------------


def faults_of(file: str, source: str, owners: Iterable[str]) -> list[Fault]:
    """The faults of what `owners` own; of each kind and function `MOST` at the most."""
    module = cst.parse_module(source)
    wanted, seen, found = set(owners), {source}, list[Fault]()
    for owner, node in owned(module.body):
        if owner not in wanted:
            continue
        for kind, original, changed in _changes(node):
            text = cst.ensure_type(module.deep_replace(original, changed), cst.Module).code
            if text not in seen and compiles(text):
                seen.add(text)
                found.append(Fault(kind, Mutant(file, owner, *difference(source, text), text)))
    return _chosen(found)


def _chosen(found: Iterable[Fault]) -> list[Fault]:
    counts: Counter[tuple[str, str]] = Counter()
    chosen = []
    for fault in sorted(found, key=lambda fault: _hash(fault.name)):
        cell = (fault.mutant.owner, fault.kind)
        counts[cell] += 1
        if counts[cell] <= MOST:
            chosen.append(fault)
    return sorted(chosen, key=lambda fault: fault.name)


def _changes(node: cst.CSTNode) -> Iterator[tuple[str, cst.CSTNode, cst.CSTNode]]:
    if isinstance(node, cst.FunctionDef):
        for make in (of_parameters, of_memory, of_names):
            for kind, function in make(node):
                yield kind, node, function
    for kind, types, maker in MAKERS:
        for found in _of_code(node, types):
            for changed in maker(found):
                yield kind, found, changed


def _of_code(node: cst.CSTNode, types: tuple[type, ...]) -> Iterator[Any]:
    """The nodes of some types, without those of annotations and decorators."""
    if isinstance(node, cst.Annotation | cst.Decorator):
        return
    if isinstance(node, types):
        yield node
    for child in node.children:
        yield from _of_code(child, types)
