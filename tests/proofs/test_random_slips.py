"""Slips are planted into the code that the claims of two papers are about: claims have to turn.

The lines are those of `constructions` that the claims of 'Implicit bias of linear RNNs' and
'Untangling tradeoffs' run. The slips are drawn by a seed that is committed. A slip after which no
exact check of any of these claims, and no search, comes out otherwise is named in `EQUIVALENT`,
with the reason why it changes nothing that is claimed. Proofs are not asked: they take long, and
what they find besides would only turn more.
"""

import ast
import importlib
import multiprocessing
import random
import sys
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SEED, COUNT = 20_250_211, 100
SECONDS = 300  # after which a plant that does not come to an end has turned a claim
FILES = (
    "cells/linear_rnn.py",
    "cells/scaled_convolution.py",
    "cells/attentive_rnn.py",
    "cells/uniform_attention_rnn.py",
    "cells/self_attentive_rnn.py",
    "cells/top_kappa_rnn.py",
    "cells/relevancy_screening.py",
    "cells/rel_rnn.py",
    "gradient_paths.py",
    "tangent_kernel.py",
    "weights/filter_as_linear_rnn.py",
    "weights/smallest_linear_rnn.py",
)
_INNER = "self.v_a @ self.phi(self.W_a @ s + self.U_a @ h)"
_FED = 'following = (self.V @ s if hasattr(self.V, "shape") else self.V * s) + fed'
_OUTPUT = _FED.removeprefix("following = ").removesuffix(" + fed")
EQUIVALENT = {
    f"cells/self_attentive_rnn.py: return {_INNER} [{_INNER} ->"
    " ((self.phi(self.W_a @ s + self.U_a @ h)) @ (self.v_a))]": (
        "the inner product of two vectors is the same in both orders"
    ),
    f"cells/attentive_rnn.py: {_FED} [self.V @ s -> ((s) @ (self.V))]": (
        "derivatives start with the identity, and so are polynomials in V, with which it commutes"
    ),
    f"cells/attentive_rnn.py: {_FED} [{_OUTPUT} + fed ->"
    " ((self.V @ s if hasattr(self.V, 'shape') else self.V * s) - (fed))]": (
        "claims are about what two runs differ by, and what is fed to both cancels"
    ),
    "cells/uniform_attention_rnn.py: total = total + self._by_scores(t, moved, outputs.get(t - 1))"
    " [t - 1 -> ((t) + (1))]": (
        "slopes in the output are 0 where claims have any, or the same for all states, and add 0"
    ),
    "cells/rel_rnn.py: h = self.phi(self.V @ s + self.U @ x + self.b)"
    " [self.V @ s -> ((s) @ (self.V))]": (
        "claims count what this cell carries and scores, and say nothing of its outputs"
    ),
    "gradient_paths.py: return [0 if one is None else one for one in found] [0 -> 1]": (
        "every s_t reads its own h_t, so that no derivative is absent"
    ),
    "weights/smallest_linear_rnn.py: pivot = next(k for k in range(len(rows) + 1)"
    " if reduced[i, k] != 0) [1 -> 2]": "a row of the rank has its pivot before the range ends",
}
"""Slips that change nothing, by `str(plant)`, with the reason."""

Key = tuple[str, str, str]
"""A check: the module of its claim, the claim's id, and its own name."""


@dataclass(frozen=True)
class Plant:
    """A slip: the part of a file from one place to another, and what takes its place."""

    file: str
    function: str
    start: int
    end: int
    line: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.file}: {self.line} [{self.before} -> {self.after}]"


def plants_in(file: str) -> Iterator[Plant]:
    """Every slip that can be planted into the functions of a file."""
    source = (ROOT / "constructions" / file).read_text()
    for function, node in _functions(ast.parse(source), ""):
        for part in _parts(node):
            for after in _slips(part):
                start, end = _span(source, part)
                line = source.splitlines()[part.lineno - 1].strip()
                yield Plant(file, function, start, end, line, source[start:end], after)


def _functions(tree: ast.AST, within: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield within + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{within}{node.name}.")


def _parts(node: ast.AST) -> Iterator[Any]:
    """What a function computes: no annotations, docstrings or errors."""
    body = node.body if isinstance(node, ast.FunctionDef) else list(ast.iter_child_nodes(node))
    for child in body:
        is_error = isinstance(child, ast.Raise) or (
            isinstance(child, ast.If) and all(isinstance(s, ast.Raise) for s in child.body)
        )
        if is_error or isinstance(child, ast.arguments) or _is_annotation(node, child):
            continue
        yield child
        yield from _parts(child)


def _is_annotation(node: ast.AST, child: ast.AST) -> bool:
    return isinstance(node, ast.AnnAssign) and child is node.annotation


_OTHER = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.Div: "*"}
_COMPARED = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Is: "is not",
    ast.IsNot: "is",
}


def _slips(node: Any) -> Iterator[str]:
    """What a careless author writes in place of an expression."""
    text = ast.unparse
    if isinstance(node, ast.BinOp):
        left, right = f"({text(node.left)})", f"({text(node.right)})"
        if isinstance(node.op, ast.MatMult | ast.Sub | ast.Div):
            yield f"({right} {_symbol(node.op)} {left})"
        if type(node.op) in _OTHER:
            yield f"({left} {_OTHER[type(node.op)]} {right})"
    elif isinstance(node, ast.Compare) and type(node.ops[0]) in _COMPARED:
        if len(node.ops) == 1:
            other = _COMPARED[type(node.ops[0])]
            yield f"({text(node.left)} {other} {text(node.comparators[0])})"
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield str(node.value + 1)
    elif isinstance(node, ast.Attribute) and node.attr == "T":
        yield text(node.value)
    elif isinstance(node, ast.IfExp):
        yield f"({text(node.orelse)} if {text(node.test)} else {text(node.body)})"
    elif isinstance(node, ast.Call) and len(node.args) >= 2:
        first, second, *rest = (text(argument) for argument in node.args)
        rest += [f"{keyword.arg}={text(keyword.value)}" for keyword in node.keywords]
        yield f"{text(node.func)}({', '.join([second, first, *rest])})"


def _symbol(op: ast.operator) -> str:
    return {ast.MatMult: "@", ast.Sub: "-", ast.Div: "/"}[type(op)]


def _span(source: str, node: Any) -> tuple[int, int]:
    lines = source.splitlines(keepends=True)
    first = sum(map(len, lines[: node.lineno - 1]))
    last = sum(map(len, lines[: node.end_lineno - 1]))
    own = lines[node.lineno - 1].encode()[: node.col_offset].decode()
    other = lines[node.end_lineno - 1].encode()[: node.end_col_offset].decode()
    return first + len(own), last + len(other)


# What is run, each in a process of its own


def _planted(plant: Plant) -> None:
    """Put the module with the slip where it is imported from."""
    path = ROOT / "constructions" / plant.file
    source = path.read_text()
    slipped = source[: plant.start] + plant.after + source[plant.end :]
    name = _module_of(plant.file)
    importlib.import_module(name.rpartition(".")[0])
    module = types.ModuleType(name)
    module.__file__, module.__package__ = str(path), name.rpartition(".")[0]
    sys.modules[name] = module
    exec(compile(slipped, str(path), "exec"), vars(module))  # the slip is the point


def _module_of(file: str) -> str:
    return f"constructions.{file.removesuffix('.py').replace('/', '.')}"


def _forget() -> None:
    """Import everything of the project anew."""
    for name in list(sys.modules):
        if name.partition(".")[0] in ("constructions", "proofs"):
            del sys.modules[name]


def _claims(module: str) -> Iterator[Any]:
    from theorem_checks import Claim

    found = vars(importlib.import_module(module)).values()
    yield from (claim for claim in found if isinstance(claim, Claim))


def _checks(module: str, kind: str) -> Iterator[tuple[Key, Callable[[], str]]]:
    for claim in _claims(module):
        for check in claim.checks:
            if check.kind == kind and check.tier == "quick":
                key = module, claim.id, check.name
                yield key, lambda check=check, claim=claim: str(check(claim.subject).verdict)


def run_plainly(module: str, kind: str) -> dict[Key, tuple[str, set[str]]]:
    """The verdicts of the checks of a module of claims, and which functions each one enters."""
    _forget()
    files = {str(ROOT / "constructions" / file): file for file in FILES}
    found = {}
    for key, ask in _checks(module, kind):
        entered: set[str] = set()

        def note(frame: Any, event: str, _: Any, entered: set[str] = entered) -> None:
            if event == "call" and (file := files.get(frame.f_code.co_filename)):
                entered.add(f"{file}, {frame.f_code.co_qualname.partition('.<')[0]}")

        sys.setprofile(note)
        try:
            verdict = ask()
        finally:
            sys.setprofile(None)
        found[key] = verdict, entered
    return found


def run_planted(plant: Plant, wanted: dict[Key, str], kind: str) -> Key | None:
    """The first of some checks that does not come out as it does without the slip."""
    _forget()
    try:
        _planted(plant)
    except Exception:  # whatever a slip leads to
        return ("", "", "it cannot be imported")
    for module in dict.fromkeys(key[0] for key in wanted):
        try:
            checks = dict(_checks(module, kind))
        except Exception:
            return (module, "", "it cannot be imported")
        for key, ask in checks.items():
            if key not in wanted:
                continue
            try:
                verdict = ask()
            except Exception:
                return key
            if verdict != wanted[key]:
                return key
    return None


def _apart(function: Callable[..., Any], *arguments: Any) -> Any:
    """What a function returns in a process of its own; where it does not end, that it did not."""
    context = multiprocessing.get_context("fork")
    receiving, sending = context.Pipe(duplex=False)

    def run() -> None:
        sending.send(function(*arguments))

    process = context.Process(target=run)
    process.start()
    try:
        if receiving.poll(SECONDS):
            return receiving.recv()
        return ("", "", "it does not end")
    except EOFError:
        return ("", "", "it ends the process")
    finally:
        process.kill()
        process.join()


def _modules() -> list[str]:
    """The modules of claims of the two papers, but for the experiments."""
    papers = ("linear_rnn", "sparse_attention")
    paths = [path for paper in papers for path in (ROOT / "proofs" / paper).rglob("s*/*.py")]
    names = {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths}
    return sorted(name for name in names if not name.endswith("__init__"))


class Checks:
    """What the checks of one kind say without any slip, and which functions they enter."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.verdicts: dict[Key, str] = {}
        self.entering: dict[str, list[Key]] = {}
        for module in _modules():
            for key, (verdict, entered) in _apart(run_plainly, module, kind).items():
                self.verdicts[key] = verdict
                for function in entered:
                    self.entering.setdefault(function, []).append(key)

    def turned_by(self, plant: Plant) -> Key | None:
        """A check that comes out otherwise with the slip."""
        keys = self.entering.get(f"{plant.file}, {plant.function}", ())
        wanted = {key: self.verdicts[key] for key in keys}
        return _apart(run_planted, plant, wanted, self.kind) if wanted else None


@pytest.mark.deep
@pytest.mark.timeout(3600)
def test_each_slip_turns_a_claim_or_changes_nothing() -> None:
    exact, searching = Checks("exact"), Checks("search")
    entered = exact.entering
    every = [p for file in FILES for p in plants_in(file) if f"{p.file}, {p.function}" in entered]
    drawn = random.Random(SEED).sample(every, COUNT)
    left = [p for p in drawn if exact.turned_by(p) is None and searching.turned_by(p) is None]
    assert {str(plant) for plant in left} == {str(p) for p in drawn if str(p) in EQUIVALENT}
