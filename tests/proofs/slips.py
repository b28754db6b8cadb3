"""Slips planted into the code that claims of some papers are about, drawn by a committed seed.

    python tests/proofs/slips.py gated 0 25 exact search

plants the first 25 slips of the papers of `GROUPS["gated"]`, one at a time, each in a process of
its own, and says of each which check of a claim comes out otherwise. Checks are run kind by kind
(of all kinds, if none is named), quick ones first, and of each kind those that enter the function
with the slip. Which slips are
drawn hangs on the digest of each: another line of a file changes none of the other draws.
"""

import ast
import hashlib
import importlib
import importlib.abc
import importlib.machinery
import json
import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SEED, COUNT = 20_250_211, 100
SECONDS = 300  # after which a plant that does not come to an end has turned a claim
SLOWEST = 60  # seconds of a check that is asked
KINDS = ("exact", "search", "solver", "bound", "proof")


@dataclass(frozen=True)
class Group:
    """Papers, by the folders of their claims, and the files of `constructions` they are about."""

    papers: tuple[str, ...]
    files: tuple[str, ...]


GROUPS = {
    "linear": Group(
        ("linear_rnn", "sparse_attention"),
        (
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
            "weights/partial_realisation.py",
            "weights/smallest_linear_rnn.py",
        ),
    ),
    "gated": Group(
        ("gated_rnn", "transformers_are_rnns"),
        (
            "cells/decayed_attention.py",
            "cells/gated_rnn.py",
            "cells/glu.py",
            "cells/gru.py",
            "cells/heads.py",
            "cells/linear.py",
            "cells/linear_attention.py",
            "cells/lru.py",
            "cells/lstm.py",
            "cells/mlp.py",
            "cells/normalised_attention.py",
            "cells/stack.py",
            "causal_linear_attention.py",
            "causal_products.py",
            "weights/attention_as_gated_rnn.py",
            "weights/attention_as_grus.py",
            "weights/attention_as_lstm.py",
            "weights/attention_in_one_layer.py",
            "weights/compact_attention.py",
            "weights/few_token_counterexamples.py",
            "weights/gated_pairs.py",
            "weights/gated_rnn_as_lrus.py",
            "weights/gated_rnn_as_mlp_lru.py",
            "weights/gated_rnn_description.py",
            "weights/gated_rnn_in_one_layer.py",
            "weights/gradient_step_as_attention.py",
            "weights/invariances.py",
            "weights/layers.py",
            "weights/linear_rnn_as_gru.py",
            "weights/lstm_tables.py",
            "weights/minimal_attention.py",
            "weights/plain_layers.py",
            "weights/relayed_attention.py",
        ),
    ),
}

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
    elif isinstance(node, ast.Call) and len(node.args) >= 2 and not _is_symmetric(node.func):
        first, second, *rest = (text(argument) for argument in node.args)
        rest += [f"{keyword.arg}={text(keyword.value)}" for keyword in node.keywords]
        yield f"{text(node.func)}({', '.join([second, first, *rest])})"


def _is_symmetric(function: ast.expr) -> bool:
    return isinstance(function, ast.Attribute) and function.attr == "delta"


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


class _Slipped(importlib.abc.MetaPathFinder, importlib.abc.SourceLoader):
    """Finds one module with a slip in it, whoever imports it first."""

    def __init__(self, plant: Plant) -> None:
        self.plant, self.path = plant, ROOT / "constructions" / plant.file
        self.name = f"constructions.{plant.file.removesuffix('.py').replace('/', '.')}"

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> Any:
        if fullname != self.name:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, origin=str(self.path))

    def get_filename(self, fullname: str) -> str:
        return str(self.path)

    def get_data(self, path: Any) -> bytes:
        source = self.path.read_text()
        plant = self.plant
        return (source[: plant.start] + plant.after + source[plant.end :]).encode()


def _checks(module: str, kind: str) -> Iterator[tuple[Key, Callable[[], str]]]:
    from theorem_checks import Claim

    for claim in vars(importlib.import_module(module)).values():
        for check in claim.checks if isinstance(claim, Claim) else ():
            if check.kind == kind and check.tier == "quick":
                key = module, claim.id, check.name
                yield key, lambda check=check, claim=claim: str(check(claim.subject).verdict)


class _TooLongError(BaseException):
    pass


def _stop(*_: object) -> None:
    raise _TooLongError


def run_plainly(
    files: tuple[str, ...], module: str, kind: str
) -> list[tuple[Key, str, float, set[str]]]:
    """The checks of a module of claims: verdict, seconds, and which functions each one enters."""
    named = {str(ROOT / "constructions" / file): file for file in files}
    found = []
    signal.signal(signal.SIGALRM, _stop)
    for key, ask in _checks(module, kind):
        entered: set[str] = set()

        def note(frame: Any, event: str, _: Any, entered: set[str] = entered) -> None:
            if event == "call" and (file := named.get(frame.f_code.co_filename)):
                entered.add(f"{file}, {frame.f_code.co_qualname.partition('.<')[0]}")

        start = time.process_time()
        signal.alarm(SLOWEST)
        sys.setprofile(note)
        try:
            verdict = ask()
        except _TooLongError:
            continue
        finally:
            sys.setprofile(None)
            signal.alarm(0)
        found.append((key, verdict, time.process_time() - start, entered))
    return found


def run_planted(plant: Plant, wanted: dict[Key, str], kind: str) -> str:
    """The first of some checks that does not come out as it does without the slip; or ''."""
    sys.meta_path.insert(0, _Slipped(plant))
    asked: dict[str, dict[Key, Callable[[], str]]] = {}
    for key, verdict in wanted.items():
        try:
            if key[0] not in asked:
                asked[key[0]] = dict(_checks(key[0], kind))
            found = asked[key[0]][key]()
        except Exception as error:  # whatever a slip leads to
            found = type(error).__name__
        if found != verdict:
            return f"{key[1]}, {key[2]}: {found}"
    return ""


def _apart(function: Callable[..., Any], *arguments: Any) -> Any:
    """What a function returns in a process of its own; where it does not end, that it did not."""
    context = multiprocessing.get_context("fork")
    receiving, sending = context.Pipe(duplex=False)

    def run() -> None:
        sending.send(function(*arguments))

    process = context.Process(target=run)
    process.start()
    sending.close()
    try:
        return receiving.recv() if receiving.poll(SECONDS) else "it does not end"
    except EOFError:
        return "it ends the process"
    finally:
        process.kill()
        process.join()


def modules_of(group: Group) -> list[str]:
    """The modules of claims of some papers, but for the experiments."""
    paths = [path for paper in group.papers for path in (ROOT / "proofs" / paper).rglob("*.py")]
    left = (path for path in paths if "experiments" not in path.parts[-2:-1])
    names = {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in left}
    return sorted(name for name in names if not name.endswith("__init__"))


class Checks:
    """What the checks of one kind say without any slip, and which functions they enter."""

    def __init__(self, group: Group, kind: str) -> None:
        self.kind = kind
        self.verdicts: dict[Key, str] = {}
        self.seconds: dict[Key, float] = {}
        self.entering: dict[str, list[Key]] = {}
        for module in modules_of(group):
            found = _apart(run_plainly, group.files, module, kind)
            if isinstance(found, str):
                message = f"{kind} checks of {module}: {found}"
                raise RuntimeError(message)
            for key, verdict, seconds, entered in found:
                self.verdicts[key], self.seconds[key] = verdict, seconds
                for function in entered:
                    self.entering.setdefault(function, []).append(key)

    def turned_by(self, plant: Plant) -> str:
        """A check that comes out otherwise with the slip; or ''."""
        keys = self.entering.get(f"{plant.file}, {plant.function}", [])
        wanted = {key: self.verdicts[key] for key in sorted(keys, key=self.seconds.__getitem__)}
        return _apart(run_planted, plant, wanted, self.kind) if wanted else ""


def drawn(group: Group, entered: dict[str, Any]) -> list[Plant]:
    """The slips of the seed in functions that are entered, in its order."""

    def digest(plant: Plant) -> str:
        return hashlib.sha256(f"{SEED} {plant}".encode()).hexdigest()

    every = (plant for file in group.files for plant in plants_in(file))
    return sorted((p for p in every if f"{p.file}, {p.function}" in entered), key=digest)[:COUNT]


def run(
    group: Group, first: int, last: int, kinds: tuple[str, ...], show: Callable[[str], None]
) -> dict[str, list[str]]:
    """Plant some slips of the seed, one after the other: which turned a check, and which none."""
    import sympy  # noqa: F401  # what takes long to import is there before processes are forked

    import theorem_checks
    import theorem_checks.judging.judge

    assert theorem_checks.prove
    assert "constructions" not in sys.modules  # each process imports its own
    turned: list[str] = []
    left: list[Plant] = []
    for kind in kinds:
        checks = Checks(group, kind)
        show(f"{len(checks.verdicts)} {kind} checks, {sum(checks.seconds.values()):.0f} s")
        asked = drawn(group, checks.entering)[first:last] if kind == kinds[0] else left
        left = []
        for plant in asked:
            said = checks.turned_by(plant)
            turned += [str(plant)] if said else []
            left += [] if said else [plant]
            show(f"{plant}: {said or 'not turned'}")
    return {"turned": turned, "left": [str(plant) for plant in left]}


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    which, *bounds = sys.argv[1:]
    begin, end = map(int, bounds[:2]) if bounds else (0, COUNT)
    asked_of = tuple(bounds[2:]) or KINDS
    told = lambda line: print(line, file=sys.stderr, flush=True)  # noqa: E731
    outcome = run(GROUPS[which], begin, end, asked_of, told)
    print(json.dumps(outcome))
