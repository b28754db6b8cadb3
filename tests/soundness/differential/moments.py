"""Moments against all signs, one by one."""

import itertools
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import sympy as sp
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.soundness.differential.comparing import as_they_come, true_by_construction
from tests.soundness.generators.moments import LAWS, m, n
from tests.soundness.statements import Drawn, Instance
from theorem_checks import (
    Rademacher,
    RandomMatrix,
    RandomVector,
    prove_moment,
    quadratic,
    squared_norm,
    trace,
)

X, z = RandomMatrix("X", m, n, Rademacher()), RandomVector("z", n, Rademacher())

STATISTICS: dict[str, tuple[Any, Callable[[Any, Any], Any]]] = {
    "tr X X'": (trace(X @ X.T), lambda a, b: np.trace(a @ a.T)),
    "tr (X X')^2": (trace(X @ X.T @ X @ X.T), lambda a, b: np.trace(a @ a.T @ a @ a.T)),
    "(tr X X')^2": (trace(X @ X.T) ** 2, lambda a, b: np.trace(a @ a.T) ** 2),
    "|z|^4": (squared_norm(z) ** 2, lambda a, b: (b @ b) ** 2),
    "|X z|^2": (squared_norm(X @ z), lambda a, b: (a @ b) @ (a @ b)),
    "|X z|^4": (squared_norm(X @ z) ** 2, lambda a, b: ((a @ b) @ (a @ b)) ** 2),
    "z' X' X z": (quadratic(z, X.T @ X), lambda a, b: b @ a.T @ a @ b),
}
FORMULAS: dict[str, Any] = {
    "mn": m * n,
    "mn(m + n - 1)": m * n * (m + n - 1),
    "m^2 n^2": m**2 * n**2,
    "n^2": n**2,
    "n(n + 2)": n * (n + 2),
    "mn(mn + 2n - 2)": m * n * (m * n + 2 * n - 2),
    "m n^2": m * n**2,
    "mn(m + n + 1)": m * n * (m + n + 1),
}
SIZES = [(1, 1), (1, 2), (2, 1), (2, 2), (1, 3)]
LIKELY = (
    *(("tr X X'", "mn"), ("tr (X X')^2", "mn(m + n - 1)"), ("(tr X X')^2", "m^2 n^2")),
    *(("|z|^4", "n^2"), ("|X z|^2", "mn"), ("z' X' X z", "mn"), ("|X z|^4", "mn(mn + 2n - 2)")),
)


@cache
def over_all_signs(name: str, rows: int, columns: int) -> Fraction:
    """The mean of a statistic over all matrices and vectors of signs."""
    total, count = 0, 0
    for signs in itertools.product((-1, 1), repeat=(rows + 1) * columns):
        entries = np.array(signs, dtype=object).reshape(rows + 1, columns)
        total += STATISTICS[name][1](entries[:-1], entries[-1])
        count += 1
    return Fraction(int(total), count)


@as_they_come("prove_moment")
def formulas_for_signs(draw: DrawFn) -> Drawn:
    any_pair = st.tuples(st.sampled_from(sorted(STATISTICS)), st.sampled_from(sorted(FORMULAS)))
    pairs = [
        draw(st.one_of(st.sampled_from(LIKELY), any_pair)) for _ in range(draw(st.integers(1, 2)))
    ]
    weights = [draw(st.sampled_from((1, 2, -1))) for _ in pairs]
    terms = [w * STATISTICS[a][0] for w, (a, _) in zip(weights, pairs, strict=True)]
    statistic = terms[0] if len(terms) == 1 else terms[0] + terms[1]
    formula = sum(
        (w * FORMULAS[b] for w, (_, b) in zip(weights, pairs, strict=True)), sp.Integer(0)
    )

    def holds_at(at: Instance) -> bool | None:
        sizes = int(at.get("m", 1)), int(at.get("n", 1))
        if (sizes[0] + 1) * sizes[1] > 12:
            return None
        found = sum(
            (w * over_all_signs(a, *sizes) for w, (a, _) in zip(weights, pairs, strict=True)),
            Fraction(0),
        )
        return found == Fraction(str(formula.subs({m: sizes[0], n: sizes[1]})))

    return Drawn(
        f"E {' + '.join(f'{w} {a}' for w, (a, _) in zip(weights, pairs, strict=True))} = {formula}",
        lambda: prove_moment(statistic, formula),
        None,
        [{"m": a, "n": b} for a, b in SIZES],
        holds_at,
    )


@true_by_construction("prove_moment")
def means_of_independent_factors(draw: DrawFn) -> Drawn:
    names = draw(st.sampled_from(sorted(LAWS))), draw(st.sampled_from(sorted(LAWS)))
    v, w = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    (one, k1), (two, k2) = LAWS[names[0]], LAWS[names[1]]
    Y, y = RandomMatrix("Y", m, n, one(v)), RandomVector("y", m, two(w))
    square, power = draw(st.booleans()), draw(st.integers(1, 2))
    left = trace(Y @ Y.T @ Y @ Y.T) if square else trace(Y @ Y.T)
    mean = v**2 * m * n * (m + n + k1 - 2) if square else v * m * n
    other = w**2 * m * (m + k2 - 1) if power == 2 else w * m
    statistic = left * squared_norm(y) ** power
    return Drawn(
        f"E tr (Y Y')^{1 + square} |y|^{2 * power}, laws {names}, variances {v}, {w}",
        lambda: prove_moment(statistic, sp.expand(mean * other)),
    )


COMPARISONS = (formulas_for_signs, means_of_independent_factors)
