"""Time the exact engines against the obvious alternatives on the same work, in one run.

Each piece of work is done by an engine, and by what one would write without it: SymPy's `expand`,
`simplify`, `Matrix` and `sympy.stats`, enumeration, interval arithmetic. The engines mostly do
more than the alternatives: moments hold for all sizes at once, where the alternatives take one
size, and verdicts come with a second route. Every run is a process of its own that has imported
everything but remembers nothing, and is given up at the limit. Results are compared.

Run:  python benchmarks/exact.py [--limit 20] [--json PATH]
"""

import argparse
import json
import multiprocessing
import operator
import platform
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import sympy as sp
from sympy import stats

from theorem_checks import (
    IID,
    RandomMatrix,
    Verdict,
    equal_maps,
    expectation,
    expectation_at,
    identity_function,
    prove_for_all,
    prove_identity,
    prove_inequality,
    prove_moment,
    prove_piecewise_equal,
    reals,
    relu,
    trace,
)

n, d = sp.symbols("n d", positive=True, integer=True)
s, k = sp.symbols("s k", positive=True)
x, y, z = sp.symbols("x y z")
X = RandomMatrix("X", d, n, IID(variance=s, kurtosis=k))
G, S = RandomMatrix("G", d, n), RandomMatrix("S", n, n)


@dataclass(frozen=True)
class Work:
    """A piece of work: the engine's way, the others' ways, and how results are compared."""

    name: str
    engine: Callable[[], Any]
    others: dict[str, Callable[[], Any]] = field(default_factory=dict)
    agrees: Callable[[Any, Any], bool] = operator.eq


# --- the obvious alternatives


def expanded(word: Callable[[Any], Any], moments: dict[int, Any], size: int) -> Any:
    """The expected trace at d = n = size: expand, then replace each power by its moment."""
    entries = sp.symbols(f"x:{size * size}")
    matrix = sp.Matrix(size, size, entries)
    terms = sp.Poly(sp.expand(word(matrix).trace()), *entries).terms()
    return sp.expand(
        sp.Add(*(c * sp.Mul(*(moments.get(e, 0) for e in powers if e)) for powers, c in terms))
    )


def by_stats(word: Callable[[Any], Any], size: int) -> Any:
    """The expected trace of a Gaussian word at d = n = size, by sympy.stats."""
    entries = [stats.Normal(f"x{i}", 0, 1) for i in range(size * size)]
    return stats.E(sp.expand(word(sp.Matrix(size, size, entries)).trace()))


def gaussian(p: int) -> dict[int, Any]:
    """The even moments of a standard Gaussian up to order 2p."""
    return {2 * r: sp.factorial2(2 * r - 1) for r in range(1, p + 1)}


def at(size: int) -> Callable[[Any, Any], bool]:
    """Compare a polynomial in the sizes with its value at d = n = size."""
    return lambda found, other: sp.expand(found.subs({d: size, n: size}) - other) == 0


def zero(simplify: Callable[[Any], Any], left: Any, right: Any) -> Verdict:
    """PROVED if SymPy finds that the difference is 0."""
    return Verdict.PROVED if simplify(left - right) == 0 else Verdict.UNDECIDED


def by_intervals(low: Fraction, high: Fraction) -> Verdict:
    """That 1 - 1/(1 + exp(-z)) < exp(-z), by bisection with mpmath's intervals."""
    mpmath.iv.prec = 128
    parts = [(low, high)]
    while parts:
        a, b = parts.pop()
        ends: Any = [float(a), float(b)]
        ball: Any = mpmath.iv.mpf(ends)
        tail: Any = mpmath.iv.exp(-ball)
        if not (tail - (1 - 1 / (1 + tail))).a > 0:
            middle = (a + b) / 2
            parts += [(a, middle), (middle, b)]
    return Verdict.PROVED


def attention_by_sums(inputs: dict[str, Any]) -> Any:
    """Causal linear attention on SymPy matrices, token by token."""
    tokens, V, K = inputs["x"], inputs["V"], inputs["K"]
    state, rows = sp.zeros(V.cols, V.cols), []
    for t in range(tokens.rows):
        token = tokens[t, :]
        state = state + (token * K).T * (token * V)
        rows.append(token * state)
    return sp.Matrix.vstack(*rows)


def attention_by_scores(inputs: dict[str, Any]) -> Any:
    """The same by the matrix of scores."""
    tokens, V, K = inputs["x"], inputs["V"], inputs["K"]
    scores = tokens * (tokens * K).T
    causal = sp.Matrix(scores.rows, scores.rows, lambda i, j: scores[i, j] if j <= i else 0)
    return causal * tokens * V


def maps_by_sympy(length: int, width: int) -> Verdict:
    """Equality of the two maps, by `Matrix` and `expand`."""
    shapes = {"x": (length, width), "V": (width, width), "K": (width, width)}
    inputs = {name: sp.Matrix(*shape, sp.symbols(f"{name}:{shape[0] * shape[1]}"))
              for name, shape in shapes.items()}  # fmt: skip
    difference = (attention_by_sums(inputs) - attention_by_scores(inputs)).expand()
    return Verdict.HOLDS if difference.is_zero_matrix else Verdict.UNDECIDED


def steps(x: Any, V: Any, K: Any) -> Any:
    """The first map for `equal_maps`."""
    state, rows = 0, []
    for token in x:
        state = state + np.outer(token @ K, token @ V)
        rows.append(token @ state)
    return rows


def scores(x: Any, V: Any, K: Any) -> Any:
    """The second map for `equal_maps`."""
    return np.tril(x @ (x @ K).T) @ (x @ V)


def tents(depth: int) -> Any:
    """The tent map composed with itself, as a Python function of numbers, terms or functions."""
    return lambda t: reduce(lambda v, _: 1 - abs(2 * v - 1), range(depth), t)


def tents_by_sympy(depth: int) -> Verdict:
    """That composed tents are even about 1/2, by SymPy's Piecewise."""
    t = sp.Symbol("t", real=True)
    f = tents(depth)
    gap = (f(t) - f(1 - t)).rewrite(sp.Piecewise)
    return Verdict.PROVED if sp.piecewise_fold(gap).simplify() == 0 else Verdict.UNDECIDED


# --- the work


def moments() -> Iterator[Work]:
    """Expectations for all sizes; the alternatives compute one size."""

    def square(m: sp.Matrix) -> sp.Matrix:
        return m * m.T * m * m.T

    yield Work(
        "Tr E[X X^T X X^T], all n, d, s, k",
        lambda: expectation(trace(X @ X.T @ X @ X.T)),
        {
            "expand, n = d = 3": lambda: expanded(square, {2: s, 4: k * s**2}, 3),
            "enumeration of indices, n = d = 3": lambda: expectation_at(
                trace(X @ X.T @ X @ X.T), {n: 3, d: 3}
            ),
        },
        at(3),
    )
    for p in range(2, 9):

        def wishart(m: sp.Matrix, p: int = p) -> sp.Matrix:
            return (m * m.T) ** p

        others: dict[str, Callable[[], Any]] = {
            "expand, n = d = 2": lambda p=p, w=wishart: expanded(w, gaussian(2 * p), 2)
        }
        if p == 2:
            others["sympy.stats, n = d = 2"] = lambda: by_stats(square, 2)
        yield Work(
            f"E tr (G G^T)^{p}, all n, d",
            lambda p=p: expectation(trace((G @ G.T) ** p)),
            others,
            at(2),
        )
    for j in range(2, 9):
        word = trace(S**j @ S.T**j)
        yield Work(
            f"P_{j}{j} = E tr G^{j} (G^{j})^T, all n",
            lambda word=word: expectation(word),
            {"expand, n = 2": lambda j=j: expanded(lambda m: m**j * m.T**j, gaussian(2 * j), 2)},
            at(2),
        )
    for name, word in (("E tr (G G^T)^8", trace((G @ G.T) ** 8)), ("P_88", trace(S**8 @ S.T**8))):
        yield Work(f"{name} proved by two routes", lambda w=word: _proved(w))


def _proved(word: Any) -> Verdict:
    return prove_moment(word, expectation(word)).verdict


def decisions() -> Iterator[Work]:
    """Verdicts; the alternatives give no second route."""
    power = ((x + y + z + 1) ** 20, sp.expand((x + y + z + 1) ** 10) ** 2)
    geometric = (sum(x**i for i in range(30)), (x**30 - 1) / (x - 1))
    partial = (sum(1 / ((x + i) * (x + i + 1)) for i in range(25)), 1 / x - 1 / (x + 25))
    nested = (x * sp.sqrt(5 + 2 * sp.sqrt(6)), x * sp.sqrt(2) + x * sp.sqrt(3))
    for name, sides in {
        "(x+y+z+1)^20 = ((x+y+z+1)^10)^2": power,
        "geometric sum of 30 terms": geometric,
        "telescoping sum of 25 fractions": partial,
        "sqrt(5 + 2 sqrt 6) = sqrt 2 + sqrt 3": nested,
    }.items():
        yield Work(
            f"identity: {name}",
            lambda sides=sides: prove_identity(*sides).verdict,
            {
                "expand": lambda sides=sides: zero(sp.expand, *sides),
                "simplify": lambda sides=sides: zero(sp.simplify, *sides),
            },
        )
    sizes = {"x": (4, 3), "V": (3, 3), "K": (3, 3)}
    yield Work(
        "two forms of linear attention, T = 4, d = 3",
        lambda: equal_maps(steps, scores, sizes=[sizes]).verdict,
        {"Matrix and expand": lambda: maps_by_sympy(4, 3)},
    )
    a, b = reals("a b")
    yield Work(
        "relu(a + b) <= relu(a) + relu(b), z3 and cvc5",
        lambda: prove_for_all(relu(a + b) <= relu(a) + relu(b)).verdict,
    )
    yield Work(
        "three tents are even about 1/2, by breakpoints",
        lambda: (
            prove_piecewise_equal(
                tents(3)(identity_function()), tents(3)(1 - identity_function())
            ).verdict
        ),
        {"Piecewise and simplify": lambda: tents_by_sympy(3)},
    )
    t = sp.Symbol("t")
    yield Work(
        "1 - sigma(z) < exp(-z) on [0, 20], balls",
        lambda: prove_inequality(1 - 1 / (1 + sp.exp(-t)), {"t": (0, 20)}, "<", sp.exp(-t)).verdict,
        {"mpmath.iv, bisection": lambda: by_intervals(Fraction(0), Fraction(20))},
    )


# --- measuring


def measured(function: Callable[[], Any], limit: float) -> tuple[Any, float] | None:
    """A function's result and seconds in a process of its own; None beyond the limit."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)

    def run() -> None:
        started = time.perf_counter()
        value = function()
        sender.send((value, time.perf_counter() - started))

    process = context.Process(target=run)
    process.start()
    sender.close()
    try:
        found = receiver.recv() if receiver.poll(limit) else None
    except EOFError:
        found = None  # out of memory, say
    process.terminate()
    process.join()
    return found


def compared(work: Work, limit: float) -> dict[str, Any]:
    """Times of all ways to do a piece of work, and whether results agree."""
    ours = measured(work.engine, limit)
    if ours is None:
        raise RuntimeError(f"{work.name}: the engine took more than {limit} s")
    value, seconds = ours
    others = {}
    for name, way in work.others.items():
        found = measured(way, limit)
        if found is None:
            others[name] = {"seconds": None, "agrees": None}
            continue
        agrees = work.agrees(value, found[0])
        if not agrees and found[0] is not Verdict.UNDECIDED:
            raise RuntimeError(f"{work.name}: {name} gives {found[0]}, the engine {value}")
        others[name] = {"seconds": found[1], "agrees": agrees}
    shown = value.value if isinstance(value, Verdict) else str(value)
    return {"work": work.name, "seconds": seconds, "result": shown, "others": others}


def _said(other: dict[str, Any], limit: float) -> str:
    if other["seconds"] is None:
        return f"none in {limit:g} s"
    return f"{other['seconds']:.3g} s" + ("" if other["agrees"] else ", does not decide it")


def main() -> None:
    """Measure, print a table, write JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=float, default=20.0, help="seconds for each way")
    default = Path(".theorem-checks/benchmarks/exact.json")
    parser.add_argument("--json", type=Path, default=default, help="where results are written")
    options = parser.parse_args()
    rows = []
    print("| work | engine | alternatives |\n|---|---|---|")
    for work in (*moments(), *decisions()):
        row = compared(work, options.limit)
        rows.append(row)
        said = "; ".join(f"{name}: {_said(o, options.limit)}" for name, o in row["others"].items())
        print(f"| {work.name} | {row['seconds']:.3g} s | {said} |", flush=True)
    options.json.parent.mkdir(parents=True, exist_ok=True)
    machine = {"python": platform.python_version(), "processor": platform.machine()}
    document = {**machine, "sympy": sp.__version__, "limit": options.limit, "rows": rows}
    options.json.write_text(json.dumps(document, indent=1))
    print(f"\nwritten to {options.json}")


if __name__ == "__main__":
    main()
