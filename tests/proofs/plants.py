"""Slips planted into the code of LSRL, one at a time, and what the paper's claims say of each.

    python tests/proofs/plants.py 200
    python tests/proofs/plants.py 200 kept.json 400  # goes on from what was kept, for 400 seconds
    python tests/proofs/plants.py 200 kept.json inf 2  # two slips at a time

A slip is a small change of what a line computes: another operator, comparison or number, two
arguments the other way round. It is noticed if a check of some claim finds anything else than
without it. Each slip has a process of its own, which runs the checks from quick to slow until one
notices it. Left out are messages, annotations, and what draws, saves and rounds programs: no claim
speaks of these.
"""

import ast
import hashlib
import importlib
import importlib.abc
import importlib.machinery
import json
import math
import multiprocessing
import random
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SEED = 26
FOLDERS = ("language", "helpers", "programs", "compiler", "targets")
LEFT_OUT = {"saving.py", "rounding.py", "places.py", "__init__.py"}
SLOWEST = 2.0  # seconds of a check that is run; slower ones noticed nothing more
LONGEST = 90  # seconds for such a check with a slip; beyond it does not end, and that is noticed
PATIENCE = 900  # seconds for a slip, which is tried again where these were not enough
OUT_OF_TIME = "out of time"
AHEAD = 4  # slips for each that is tried at a time: one that takes long holds up no other

_OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


@dataclass(frozen=True)
class Plant:
    """A slip: in which file, at which line, which of the places that a change is possible at."""

    file: str
    line: int
    number: int
    text: str


def _changed(node: ast.AST) -> ast.AST | None:  # noqa: C901  # a case for each kind of node
    """The node with a slip; None where there is none to make."""
    new: Any = deepcopy(node)
    if isinstance(node, ast.BinOp | ast.BoolOp) and type(node.op) in _OPERATORS:
        new.op = _OPERATORS[type(node.op)]()
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        new.ops = [_OPERATORS[type(node.ops[0])]()]
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        new.value = not node.value
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        new.value = node.value + 1
    elif isinstance(node, ast.UnaryOp):
        new = new.operand
    elif isinstance(node, ast.Call) and len(node.args) > 1:
        if any(isinstance(argument, ast.Starred) for argument in node.args[:2]):
            return None
        new.args[:2] = new.args[1::-1]
    elif isinstance(node, ast.IfExp):
        new.body, new.orelse = new.orelse, new.body
    elif isinstance(node, ast.List | ast.Tuple) and len(node.elts) > 1:
        if not isinstance(node.ctx, ast.Load):
            return None
        new.elts[:2] = new.elts[1::-1]
    else:
        return None
    return new


class _Planting(ast.NodeTransformer):
    """Counts the places for slips within functions, and changes the one of a number."""

    def __init__(self, number: int = -1) -> None:
        self.number, self.count, self.depth = number, 0, 0
        self.places: list[tuple[int, str]] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.depth += 1
        first, *rest = node.body
        is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
        node.body = [*([first] if is_text else [self.visit(first)]), *map(self.visit, rest)]
        self.depth -= 1
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None and self.depth:
            node.value = self.visit(node.value)
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        node = super().generic_visit(node)
        if not self.depth or (new := _changed(node)) is None:
            return node
        line = getattr(node, "lineno", 0)
        self.places.append((line, f"{ast.unparse(node)} -> {ast.unparse(new)}"))
        chosen = len(self.places) - 1 == self.number
        return ast.copy_location(new, node) if chosen else node


def plants(count: int) -> list[Plant]:
    """The slips of the seed, in its order: the first of them, if fewer are asked for."""
    found = []
    for folder in FOLDERS:
        for path in sorted((ROOT / "constructions" / "lsrl" / folder).glob("*.py")):
            if path.name not in LEFT_OUT:
                planting = _Planting()
                planting.visit(ast.parse(path.read_text()))
                name = str(path.relative_to(ROOT))
                found += [Plant(name, *at) for at in _numbered(planting.places)]
    random.Random(SEED).shuffle(found)  # no secret hangs on it
    return found[:count]


def _numbered(places: list[tuple[int, str]]) -> Iterator[tuple[int, int, str]]:
    for number, (line, text) in enumerate(places):
        yield line, number, text


class _Planted(importlib.abc.MetaPathFinder, importlib.abc.SourceLoader):
    """Finds one module with a slip in it."""

    def __init__(self, plant: Plant) -> None:
        self.plant, self.path = plant, ROOT / plant.file
        self.name = plant.file.removesuffix(".py").replace("/", ".")

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> Any:
        if fullname != self.name:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, origin=str(self.path))

    def get_filename(self, fullname: str) -> str:
        return str(self.path)

    def get_data(self, path: Any) -> bytes:
        return Path(path).read_bytes()

    def source_to_code(self, data: Any, path: Any, *, _optimize: int = -1) -> Any:
        tree = _Planting(self.plant.number).visit(ast.parse(data))
        return compile(ast.fix_missing_locations(tree), str(path), "exec")


def _checks() -> list[tuple[str, Callable[[], str]]]:
    """The checks of all claims of the paper but experiments, by name, as what they find."""
    from theorem_checks import Claim, Tier

    found: dict[str, Callable[[], str]] = {}
    for path in sorted((ROOT / "proofs" / "lsrl").rglob("*.py")):
        if "experiments" in path.parts or path.name == "__init__.py":
            continue
        module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for claim in [c for c in vars(module).values() if isinstance(c, Claim)]:
            for check in claim.checks:
                if check.tier is Tier.QUICK and check.kind not in ("sample", "experiment"):
                    found.setdefault(f"{claim.id} {check.name}", _finding(check, claim.subject))
    return list(found.items())


def _finding(check: Any, subject: object) -> Callable[[], str]:
    def found() -> str:
        try:
            return str(check(subject).verdict)
        except Exception as error:
            return type(error).__name__

    return found


class _TooLongError(BaseException):
    pass


def _stop(*_: object) -> None:
    raise _TooLongError


def _baseline(known: Collection[str], sender: Any) -> None:
    """Send what each check finds without a slip, and how long it takes; None after the last.

    Checks that are `known` are left out; one that takes too long has no verdict.
    """
    signal.signal(signal.SIGALRM, _stop)
    for name, find in _checks():
        if name in known:
            continue
        start, verdict = time.process_time(), None
        signal.alarm(60)
        try:
            verdict = find()
        except _TooLongError:
            pass
        finally:
            signal.alarm(0)
        seconds = time.process_time() - start
        sender.send((name, verdict if seconds <= SLOWEST else None, seconds))
    sender.send(None)


def _noticed(plant: Plant, expected: dict[str, tuple[str, float]], sender: Any) -> None:
    """Which check notices a slip."""
    sys.meta_path.insert(0, _Planted(plant))
    signal.signal(signal.SIGALRM, _stop)
    signal.alarm(LONGEST)
    end, name = time.monotonic() + PATIENCE, "import"
    try:
        checks = dict(_checks())
        for name in sorted(expected, key=lambda name: expected[name][1]):
            if time.monotonic() > end:
                return sender.send(OUT_OF_TIME)
            if name not in checks:
                return sender.send(f"{name} is not there")
            signal.alarm(LONGEST)
            if (found := checks[name]()) != expected[name][0]:
                return sender.send(f"{name}: {found}")
        return sender.send("")
    except _TooLongError:
        return sender.send(f"{name}: does not end")
    except Exception as error:
        return sender.send(f"import: {type(error).__name__}")


@dataclass
class Kept:
    """What was found so far, in a file; of other sources nothing is kept.

    **Fields**: `checks`, what each finds without a slip, and its seconds; whether these are `all`;
    `said`, what noticed each slip, in their order.
    """

    path: Path | None = None
    checks: dict[str, tuple[str | None, float]] = field(default_factory=dict)
    all: bool = False
    said: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, path: Path | None) -> "Kept":
        """Read a file, if it is there, and of these sources."""
        if path is None or not path.exists():
            return cls(path)
        held = json.loads(path.read_text())
        if held.pop("sources") != _sources():
            return cls(path)
        held["checks"] = {name: (verdict, s) for name, (verdict, s) in held["checks"].items()}
        return cls(path, **held)

    def write(self) -> None:
        """Write the file."""
        if self.path is not None:
            held = {"checks": self.checks, "all": self.all, "said": self.said}
            self.path.write_text(json.dumps({"sources": _sources(), **held}))


def _sources() -> str:
    """A digest of the code that slips are planted into, and of the claims."""
    digest = hashlib.sha256()
    for folder in ("constructions", "proofs"):
        for path in sorted((ROOT / folder / "lsrl").rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _answers(function: Callable[..., None], *arguments: Any) -> Generator[Any]:
    """What a function sends from a process of its own, which ends where no more is asked for."""
    fork = multiprocessing.get_context("fork")
    receiver, sender = fork.Pipe(duplex=False)
    process = fork.Process(target=function, args=(*arguments, sender))
    process.start()
    sender.close()
    try:
        while True:
            yield receiver.recv()
    except EOFError:
        yield "the process ended"
    finally:
        process.terminate()
        process.join()


def run(
    count: int,
    show: Callable[[str], None] = lambda _: None,
    kept: Kept | None = None,
    seconds: float = math.inf,
    jobs: int = 1,
) -> dict[str, list[Any]]:
    """Plant so many slips, each by itself: what noticed each, and which were not noticed.

    **Arguments**: `kept`, from which it goes on; after some `seconds` it stops; `jobs`, how many
    slips are tried at a time.
    """
    import jax  # noqa: F401  # what takes long to import is there before processes are forked
    import sympy  # noqa: F401

    import theorem_checks
    import theorem_checks.judging.judge

    assert theorem_checks.prove
    assert "constructions" not in sys.modules  # each process imports its own
    held, end = kept or Kept(), time.monotonic() + seconds
    _find_without(held, count, end)
    found = held.checks.items()
    expected = {n: (v, s) for n, (v, s) in found if v is not None and s <= SLOWEST}
    show(f"{len(expected)} checks, {sum(seconds for _, seconds in expected.values()):.0f} s")
    result: dict[str, list[Any]] = {"noticed": [], "unnoticed": [], OUT_OF_TIME: []}
    every = plants(count) if held.all else []
    for number, (plant, said) in enumerate(
        zip(every, _said(held, every, expected, end, jobs), strict=False)
    ):
        if held.said[number : number + 1] != [said]:
            held.said[number : number + 1] = [said]
            held.write()
        kind = "unnoticed" if not said else said if said == OUT_OF_TIME else "noticed"
        result[kind].append((plant.file, plant.line, plant.text, said))
        show(f"{kind}: {plant.file}:{plant.line}: {plant.text} [{said}]")
    return result


def _said(
    held: Kept, every: list[Plant], expected: dict[str, tuple[str, float]], end: float, jobs: int
) -> Iterator[str]:
    """What noticed each slip, in their order; what is kept of one that was not out of time."""
    known = [*held.said, *[OUT_OF_TIME] * (len(every) - len(held.said))]
    left = takewhile(lambda _: time.monotonic() < end, zip(every, known, strict=True))
    waiting = deque[Future[str]]()

    def told(plant: Plant, known: str) -> str:
        return known if known != OUT_OF_TIME else next(_answers(_noticed, plant, expected))

    with ThreadPoolExecutor(jobs) as threads:
        while True:
            while len(waiting) < AHEAD * jobs and (one := next(left, None)):
                waiting.append(threads.submit(told, *one))
            if not waiting:
                return
            yield waiting.popleft().result()


def _find_without(held: Kept, count: int, end: float) -> None:
    """Find what the checks say without a slip, until the end of the time."""
    if held.all or not count:
        return
    answers = _answers(_baseline, held.checks.keys())
    for answer in answers:
        if answer is None or isinstance(answer, str):
            held.all = answer is None
            break
        name, verdict, seconds = answer
        held.checks[name] = verdict, seconds
        held.write()
        if time.monotonic() > end:
            break
    answers.close()
    held.write()


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    COUNT, *MORE = sys.argv[1:]
    KEPT = Kept.read(Path(MORE[0]) if MORE else None)
    LIMIT = float(MORE[1]) if len(MORE) > 1 else math.inf
    JOBS = int(MORE[2]) if len(MORE) > 2 else 1
    outcome = run(int(COUNT), lambda line: print(line, flush=True), KEPT, LIMIT, JOBS)
    print(json.dumps(outcome))
